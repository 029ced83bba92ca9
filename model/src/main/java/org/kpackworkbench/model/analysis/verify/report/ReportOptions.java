package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Data that a document needs beside the findings.
 *
 * @param version the program's version; empty leaves it out
 * @param base the folder that paths are shown relative to, where that is to be; absolute
 * @param failure says why a file could not be read, in a line
 * @param brief whether many notes of one rule are one line of text that counts them
 * @param written when the verification was made; null leaves it out
 */
public record ReportOptions(
    String version,
    Path base,
    Function<IOException, String> failure,
    boolean brief,
    @Nullable Instant written) {
  /** Everything, however much it is, without a date. */
  public ReportOptions(String version, Path base, Function<IOException, String> failure) {
    this(version, base, failure, false, null);
  }

  /** Returns the options with the time of the verification. */
  public ReportOptions at(Instant time) {
    return new ReportOptions(version, base, failure, brief, time);
  }

  /** Returns the options with many notes of one rule as one line of text, or with all of them. */
  public ReportOptions brief(boolean counted) {
    return new ReportOptions(version, base, failure, counted, written);
  }
}
