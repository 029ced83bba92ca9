package org.kpackworkbench.views.operation.edit.marker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.MarkerPreview;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;
import org.kpackworkbench.views.kit.dialog.ErrorText;

/**
 * The effects of a name and search paths, while they are typed.
 *
 * @param fit where the marker goes; null if it cannot be so
 * @param problem why it cannot; empty if it can
 * @param found what a loader would find on this disk
 */
record MarkerForecast(@Nullable MarkerFit fit, String problem, List<Found> found) {
  MarkerForecast {
    found = List.copyOf(found);
  }

  /**
   * A line of what a search path leads to.
   *
   * @param searchPath as the marker has it
   * @param archive the file; empty if there is none
   * @param target what represents {@code @GFXARCH@}
   * @param sizeBytes its size; -1 if there is none
   * @param code how many wrappers it has code for, e.g. {@code 3 of 5}; empty if there is none
   * @param remark a note; empty if nothing is
   * @param path the archive's path; null if there is none
   */
  record Found(
      String searchPath,
      String archive,
      String target,
      long sizeBytes,
      String code,
      String remark,
      java.nio.file.@Nullable Path path) {}

  /** Reads the file and the disk; background. */
  static MarkerForecast of(MarkerShot shot, String kernelName, List<String> searchPaths) {
    MarkerFit fit = null;
    String problem = "";
    try {
      fit = shot.fitting().fit(kernelName, searchPaths);
    } catch (FormatException cannot) {
      problem = ErrorText.of(cannot).inOneLine();
    }
    int wrappers = shot.fitting().wrappers();
    MarkerPreview preview =
        MarkerPreview.of(
            shot.path(), shot.rules(), kernelName, searchPaths, wrappers, Progress.NONE);
    List<Found> found = new ArrayList<>();
    for (MarkerPreview.SearchedPath path : preview.paths()) {
      lines(path, wrappers, found);
    }
    return new MarkerForecast(fit, problem, found);
  }

  private static void lines(MarkerPreview.SearchedPath searched, int wrappers, List<Found> found) {
    if (searched.archives().isEmpty()) {
      String remark =
          searched.problem().isEmpty() ? "No such file is on this disk." : searched.problem();
      found.add(new Found(searched.text(), "", "", -1, "", remark, null));
    }
    for (MarkerPreview.Archive archive : searched.archives()) {
      String remark = archive.problem();
      if (remark.isEmpty() && archive.wrappers() == 0) {
        remark = "It has no code object under this kernel name.";
      }
      found.add(
          new Found(
              searched.text(),
              archive.path().toString(),
              archive.target(),
              archive.sizeBytes(),
              archive.problem().isEmpty() ? archive.wrappers() + " of " + wrappers : "",
              remark,
              archive.path()));
    }
  }

  /** Summarizes what was found, in a sentence. */
  String words() {
    long archives = found.stream().filter(line -> line.path() != null).count();
    long without = found.stream().filter(line -> line.path() == null).count();
    return "%s found%s."
        .formatted(
            CountText.of(archives, "archive"),
            without == 0
                ? ""
                : without == 1
                    ? ", 1 search path leads to no archive"
                    : ", %d search paths lead to no archive".formatted(without));
  }
}
