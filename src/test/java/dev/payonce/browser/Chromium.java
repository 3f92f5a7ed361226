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

    private static final Path PROGRAM = Path.of(System.getProperty("payonce.test.chromium", "/usr/bin/chromium"));
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
        if (!Files.isExecutable(PROGRAM)) {
            throw new AssertionError(
                    "The browser tests need Chromium, which is not at " + PROGRAM
                            + ". Debian: apt-get install chromium fonts-noto-cjk. Elsewhere: -Dpayonce.test.chromium=/its/path");
        }
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        return playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(PROGRAM)
                        // as root, as in CI, Chromium has no sandbox of its own
                        .setArgs(List.of("--no-sandbox")));
    }
}
