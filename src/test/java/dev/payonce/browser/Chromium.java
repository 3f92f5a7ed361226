package dev.payonce.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The machine's own Chromium, driven by Playwright: started at first use, it ends with the test run. */
public final class Chromium {

    /** The shell has no windows of its own to paint: it takes half of the whole browser's time. */
    private static final List<Path> USUAL =
            List.of(Path.of("/usr/bin/chromium-headless-shell"), Path.of("/usr/bin/chromium"));

    /** For a machine that does other things as well. */
    private static final int PATIENCE_MILLIS = 20_000;

    private static Browser running;

    private Chromium() {}

    public static synchronized Browser get() {
        if (running == null) {
            running = start();
        }
        return running;
    }

    private static Browser start() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        return playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program())
                        // as root, as in CI, Chromium has no sandbox of its own
                        .setArgs(List.of("--no-sandbox")));
    }

    private static Path program() {
        String given = System.getProperty("payonce.test.chromium");
        List<Path> programs = given == null ? USUAL : List.of(Path.of(given));
        return programs.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("The browser tests need Chromium, which is not at " + programs
                        + ". Debian: apt-get install chromium-headless-shell fonts-noto-cjk."
                        + " Elsewhere: -Dpayonce.test.chromium=/its/path"));
    }
}
