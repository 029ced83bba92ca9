package org.kpackworkbench.model.fuzz.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the fuzzer printed of itself.
 *
 * @param executions how many inputs it tried
 * @param features how many features they reached
 * @param seconds how long it tried them, without its start
 */
record FuzzerOutput(long executions, long features, long seconds) {
  private static final Pattern STATUS = Pattern.compile("^#(\\d+)\\s.* ft: (\\d+)");
  private static final Pattern DONE = Pattern.compile("^Done \\d+ runs in (\\d+) second");

  static FuzzerOutput read(Path log) throws IOException {
    long executions = 0;
    long features = 0;
    long seconds = 0;
    for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList()) {
      Matcher status = STATUS.matcher(line);
      if (status.find()) {
        executions = Long.parseLong(status.group(1));
        features = Long.parseLong(status.group(2));
      }
      Matcher done = DONE.matcher(line);
      if (done.find()) {
        seconds = Long.parseLong(done.group(1));
      }
    }
    return new FuzzerOutput(executions, features, seconds);
  }
}
