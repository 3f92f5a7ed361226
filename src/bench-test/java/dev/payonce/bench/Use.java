package dev.payonce.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What processes and stores have done so far, or between two looks.
 *
 * @param cpuMillis by process, user and system together (proc(5): {@code stat}, in ticks of 10 ms)
 * @param statements that MySQL was sent, of every kind
 * @param redisReads how often Redis had something to read: round trips, for what comes together is read together
 */
record Use(Map<String, Double> cpuMillis, long statements, long redisReads) {

    private static final double MILLIS_A_TICK = 10;

    Use since(Use before) {
        Map<String, Double> spent = new LinkedHashMap<>();
        cpuMillis.forEach((process, millis) -> spent.put(process, millis - before.cpuMillis.get(process)));
        return new Use(spent, statements - before.statements, redisReads - before.redisReads);
    }

    static double cpuMillis(long pid) {
        String stat = read(Path.of("/proc", Long.toString(pid), "stat"));
        // the name, in brackets, may have blanks in it
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MILLIS_A_TICK;
    }

    /** Resident memory in MiB. */
    static long residentMib(long pid) {
        return read(Path.of("/proc", Long.toString(pid), "status"))
                        .lines()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                / 1024;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
