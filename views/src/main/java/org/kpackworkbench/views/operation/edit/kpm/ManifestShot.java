package org.kpackworkbench.views.operation.edit.kpm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.text.WindowsName;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.EditedManifest;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow.Change;
import org.kpackworkbench.model.operation.edit.ManifestEdit;

/**
 * An edited manifest at one moment, as it is shown.
 *
 * @param path the manifest's file
 * @param manifest what it says
 * @param original the rows that are in the file, by their targets
 * @param twice names of files that several rows have
 * @param present names of files beside the manifest; null if that is unknown
 */
record ManifestShot(
    Path path,
    Manifest manifest,
    Map<String, ManifestRow> original,
    Set<String> twice,
    @Nullable Set<String> present) {

  /** Reads a document and the names beside it; background. */
  static ManifestShot of(EditedManifest document) {
    Map<String, ManifestRow> original = new HashMap<>();
    document.original().manifest().rows().forEach(row -> original.put(row.targetText(), row));
    Set<String> once = new HashSet<>();
    Set<String> twice = new HashSet<>();
    for (ManifestRow row : document.manifest().rows()) {
      if (!once.add(row.file())) {
        twice.add(row.file());
      }
    }
    Path path = document.stamp().path();
    return new ManifestShot(path, document.manifest(), original, twice, names(path.getParent()));
  }

  private static @Nullable Set<String> names(@Nullable Path folder) {
    if (folder == null) {
      return null;
    }
    Set<String> names = new HashSet<>();
    try {
      FolderList.of(folder).forEach(file -> names.add(String.valueOf(file.getFileName())));
      return names;
    } catch (IOException cannotLook) {
      // Then nothing is reported about the disk; comparing with the disk says why.
      return null;
    }
  }

  /** Returns the manifest as it would be after an edit. */
  Manifest after(ManifestEdit edit) throws IOException {
    return EditedManifest.preview(path, manifest, edit);
  }

  List<ManifestRow> rows() {
    return manifest.rows();
  }

  /** Returns the change of a row. */
  Change change(ManifestRow row) {
    ManifestRow was = original.get(row.targetText());
    if (was == null) {
      return Change.ADDED;
    }
    return ManifestEdit.Row.of(was).equals(ManifestEdit.Row.of(row)) ? Change.NONE : Change.CHANGED;
  }

  /** Notes about a row, in a sentence or two; empty if nothing is. */
  String remark(ManifestRow row) {
    List<String> remarks = new ArrayList<>();
    if (twice.contains(row.file())) {
      remarks.add("Another row names this file, too.");
    }
    if (present != null && !present.contains(row.file())) {
      remarks.add("There is no such file in the manifest's folder.");
    }
    String windows = WindowsName.refusal(WindowsName.withoutFeatures(row.file()));
    if (!windows.isEmpty()) {
      remarks.add("On Windows it cannot exist: %s.".formatted(windows));
    }
    return String.join(" ", remarks);
  }
}
