package org.kpackworkbench.views.operation.edit.kpm;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.DiskUpdate;
import org.kpackworkbench.model.operation.edit.ManifestChanges;

/**
 * A line of what an update from the disk would do, or cannot mend.
 *
 * @param word what becomes of the row, e.g. {@code changed}
 * @param target its target; empty where there is none
 * @param file the archive's name
 * @param what what differs, or why nothing is done
 * @param open whether the manifest stays wrong there
 */
record UpdateLine(String word, String target, String file, String what, boolean open) {

  /**
   * All lines: what would change first.
   *
   * @param before the manifest as it is
   * @param after as it would be
   */
  static List<UpdateLine> of(DiskUpdate update, Manifest before, Manifest after) {
    List<UpdateLine> lines = new ArrayList<>();
    for (ManifestChanges.Change change : ManifestChanges.between(before, after)) {
      lines.add(
          new UpdateLine(
              change.kind().word(), change.target(), change.file(), what(change), false));
    }
    for (ManifestRow row : update.missing()) {
      lines.add(
          new UpdateLine(
              "missing", row.targetText(), row.file(), "There is no such archive.", true));
    }
    for (ManifestRow row : update.unreadable()) {
      lines.add(
          new UpdateLine(
              "unreadable",
              row.targetText(),
              row.file(),
              "It cannot be read as an archive; open it to see why.",
              true));
    }
    update
        .notAdded()
        .forEach(
            archive ->
                lines.add(
                    new UpdateLine(
                        "not named",
                        "",
                        String.valueOf(archive.getFileName()),
                        "No manifest names it, and it gets no row.",
                        true)));
    return lines;
  }

  private static String what(ManifestChanges.Change change) {
    return switch (change.kind()) {
      case ADDED -> "No manifest named it.";
      case REMOVED -> "Its archive is missing.";
      case CHANGED -> String.join(", ", change.fields());
    };
  }
}
