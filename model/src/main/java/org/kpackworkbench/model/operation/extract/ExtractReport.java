package org.kpackworkbench.model.operation.extract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.output.Facts;

/**
 * Result of an extraction.
 *
 * @param written the files, in the order of the request; also those that were there already, with
 *     the same bytes
 * @param problems why others were not written, in the order of the request
 * @param notTried how many code objects were not tried, since writing itself failed
 */
public record ExtractReport(
    List<ExtractedFile> written, List<ExtractProblem> problems, int notTried) {
  /** A report for a request that could not be made. */
  public static final ExtractReport NOTHING = new ExtractReport(List.of(), List.of(), 0);

  public ExtractReport {
    written = List.copyOf(written);
    problems = List.copyOf(problems);
  }

  /** Whether every requested file was written. */
  public boolean complete() {
    return problems.isEmpty() && notTried == 0;
  }

  /** Whether all of it was there already, and nothing was written. */
  public boolean upToDate() {
    return complete() && !written.isEmpty() && written.stream().allMatch(ExtractedFile::upToDate);
  }

  /** Bytes written, or found. */
  public long sizeBytes() {
    return written.stream().mapToLong(ExtractedFile::sizeBytes).sum();
  }

  /**
   * Why a code object was not written.
   *
   * @param row the row in the source
   * @param cause what stopped it: a {@link org.kpackworkbench.model.base.bytes.FormatException}
   *     where the source is damaged, a {@link java.nio.file.FileAlreadyExistsException} where a
   *     file is in the way, another one where writing failed
   */
  public record ExtractProblem(int row, IOException cause) {}

  /**
   * A file that has a code object in it now.
   *
   * @param row the row in the source
   * @param binary the binary's name
   * @param index the wrapper's index
   * @param target the target as it is written in the source
   * @param path the file
   * @param sizeBytes its size
   * @param sha256 its SHA-256, in small hexadecimal digits; empty where it was not hashed
   * @param upToDate whether it was there already, with these bytes, and was not written
   */
  public record ExtractedFile(
      int row,
      String binary,
      int index,
      String target,
      Path path,
      long sizeBytes,
      String sha256,
      boolean upToDate) {

    /** Adds the facts of the written file. */
    public void describe(Facts facts) {
      ExtractReport.describe(facts, binary, index, target, path);
      facts.size("size", sizeBytes).text("sha256", sha256).flag("upToDate", upToDate);
    }
  }

  static void describe(Facts facts, String binary, int index, String target, Path path) {
    facts.text("binary", binary).known("index", index).text("target", target).path("path", path);
  }
}
