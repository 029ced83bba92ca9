package org.kpackworkbench.model.operation.extract;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;

/**
 * Plan of an extraction.
 *
 * @param files the files, in the order of the request
 * @param problems the code objects that cannot be written, as far as that is known without trying
 */
public record ExtractPlan(List<PlannedFile> files, List<ExtractProblem> problems) {
  public ExtractPlan {
    files = List.copyOf(files);
    problems = List.copyOf(problems);
  }

  /** Bytes that it would write, as far as the source declares them; -1 if it does not. */
  public long sizeBytes() {
    long sum = 0;
    for (PlannedFile file : files) {
      if (file.sizeBytes() < 0) {
        return -1;
      }
      // Damaged files may declare anything.
      sum = sum > Long.MAX_VALUE - file.sizeBytes() ? Long.MAX_VALUE : sum + file.sizeBytes();
    }
    return sum;
  }

  /** Bytes that it would write at least, by what the source declares. */
  long leastBytes() {
    long sum = 0;
    for (PlannedFile file : files) {
      long size = Math.max(0, file.sizeBytes());
      sum = sum > Long.MAX_VALUE - size ? Long.MAX_VALUE : sum + size;
    }
    return sum;
  }

  /** How many files are there already. */
  public long existing() {
    return files.stream().filter(PlannedFile::exists).count();
  }

  /**
   * A file that an extraction would write.
   *
   * @param row the row in the source
   * @param binary the binary's name
   * @param index the wrapper's index
   * @param target the target as it is written in the source
   * @param path the file
   * @param sizeBytes the size that the source declares; -1 if that is not known
   * @param exists whether a file of that name is there already
   */
  public record PlannedFile(
      int row, String binary, int index, String target, Path path, long sizeBytes, boolean exists) {

    /** Adds the facts of the planned file. */
    public void describe(Facts facts) {
      ExtractReport.describe(facts, binary, index, target, path);
      if (exists) {
        facts.shown(path + " (already exists)");
      }
      facts.size("size", sizeBytes).flag("exists", exists);
    }
  }
}
