package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * What a document needs to know beside what was found.
 *
 * @param version the program's version; empty leaves it out
 * @param base the folder that paths are shown relative to, where that is to be; absolute
 * @param failure says why a file could not be read, in a line
 * @param brief whether many notes of one rule are one line of text that counts them
 */
public record ReportOptions(
    String version, Path base, Function<IOException, String> failure, boolean brief) {
  /** Everything, however much it is. */
  public ReportOptions(String version, Path base, Function<IOException, String> failure) {
    this(version, base, failure, false);
  }
}
