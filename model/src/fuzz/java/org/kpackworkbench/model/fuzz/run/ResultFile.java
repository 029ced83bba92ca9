package org.kpackworkbench.model.fuzz.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.fuzz.FuzzTarget;

/**
 * The section {@value #HEADING} of the file with the results. A new result replaces the line of its
 * target; other lines keep what they say, and other sections are left alone.
 */
final class ResultFile {
  static final String HEADING = "## Fuzzing";
  private static final String NOT_RUN = " | – | – | – | – | – | not run | – | – |";

  private final Path file;

  ResultFile(Path file) {
    this.file = file;
  }

  synchronized void put(TargetResult result) throws IOException {
    List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of("# Hardening", "");
    int start = lines.indexOf(HEADING);
    int end = start < 0 ? lines.size() : start + 1;
    List<String> written = new ArrayList<>(lines.subList(0, start < 0 ? end : start));
    while (start >= 0 && end < lines.size() && !lines.get(end).startsWith("## ")) {
      end++;
    }
    if (start < 0 && !written.getLast().isBlank()) {
      written.add("");
    }
    List<String> section = start < 0 ? List.of() : lines.subList(start, end);
    written.addAll(section(rows(section), result));
    if (end < lines.size()) {
      written.add("");
      written.addAll(lines.subList(end, lines.size()));
    }
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, written);
  }

  /** The lines of targets, by id. */
  private static Map<String, String> rows(List<String> section) {
    Map<String, String> rows = new HashMap<>();
    for (String line : section) {
      if (line.startsWith("| ")) {
        rows.put(line.substring(2).split(" \\|", 2)[0], line);
      }
    }
    return rows;
  }

  private static List<String> section(Map<String, String> known, TargetResult result) {
    known.put(result.target(), result.row());
    List<String> lines =
        new ArrayList<>(
            List.of(
                HEADING,
                "",
                "Coverage-guided, one line for each reader: `.ci/fuzz [--minutes 10] [--jobs 2] [TARGET…]`"
                    + " writes it. The fuzzer is Jazzer,",
                "in 512 MiB of memory and at most 10 seconds for an input; more of either is a"
                    + " finding. Inputs that once were findings lie",
                "in `model/src/test/fuzz` and are read again by every test run.",
                "",
                "| " + String.join(" | ", TargetResult.COLUMNS) + " |",
                "|" + "---|".repeat(TargetResult.COLUMNS.size())));
    Arrays.stream(FuzzTarget.values())
        .map(target -> known.getOrDefault(target.id(), "| " + target.id() + NOT_RUN))
        .forEach(lines::add);
    return lines;
  }
}
