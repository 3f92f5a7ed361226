package dev.payonce.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What another Java process keeps alive. */
final class Heap {

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private Heap() {}

    /** In bytes, after a collection. */
    static long live(long pid) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process process = new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String told = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return TOTAL.matcher(told)
                .results()
                .map(MatchResult::group)
                .map(line -> Long.parseLong(line.replaceAll(".*\\s", "")))
                .findFirst()
                .orElseThrow(() -> new IOException(told));
    }
}
