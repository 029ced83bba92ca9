package org.kpackworkbench.model.operation.extract;

import java.util.List;

/**
 * What an extraction did.
 *
 * @param written the files, in the order of the request; also those that were there already, with
 *     the same bytes
 * @param problems why others were not written, in the order of the request
 * @param notTried how many code objects were not tried, since writing itself failed
 */
public record ExtractReport(
    List<ExtractedFile> written, List<ExtractProblem> problems, int notTried) {
  /** What there is to say where nothing could be asked for. */
  public static final ExtractReport NOTHING = new ExtractReport(List.of(), List.of(), 0);

  public ExtractReport {
    written = List.copyOf(written);
    problems = List.copyOf(problems);
  }

  /** Whether everything that was asked for is there now. */
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
}
