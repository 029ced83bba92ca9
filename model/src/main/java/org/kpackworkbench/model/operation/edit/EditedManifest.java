package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.run.Verifier;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/**
 * A manifest that is edited. It is written in its own dialect, unless that was changed, with the
 * keys that are not known as they stood. Holds on to no file.
 */
public final class EditedManifest extends EditedDocument<ManifestEdit> {
  private final ManifestFile original;
  private Manifest manifest;

  private EditedManifest(ManifestFile original, FileStamp stamp) {
    super(stamp);
    this.original = original;
    this.manifest = original.manifest();
  }

  /**
   * Opens a manifest for editing.
   *
   * @throws FormatException where it is none, or parts of it could not be read and would be lost
   */
  public static EditedManifest open(Path path) throws IOException {
    FileStamp stamp = FileStamp.of(path);
    ManifestFile file = ManifestFile.open(path);
    stamp.require("Open it again.");
    if (!file.editable()) {
      throw problem(file);
    }
    return new EditedManifest(file, stamp);
  }

  private static FormatException problem(ManifestFile file) {
    if (!file.problems().isEmpty()) {
      return file.problems().getFirst();
    }
    for (int row = 0; row < file.manifest().rows().size(); row++) {
      FormatException problem = file.problem(row);
      if (problem != null) {
        return problem;
      }
    }
    throw new IllegalStateException("a manifest that is not complete has a problem");
  }

  /** The manifest as it was opened. */
  public ManifestFile original() {
    return original;
  }

  /** What it says now. */
  public Manifest manifest() {
    return manifest;
  }

  /**
   * What a manifest would say after an edit, for showing before it is made.
   *
   * @param path its file, for messages
   * @throws FormatException why the edit cannot be applied
   */
  public static Manifest preview(Path path, Manifest manifest, ManifestEdit edit)
      throws FormatException {
    return ManifestEditor.apply(path.toString(), manifest, edit);
  }

  /** Compares the rows that an edit adds or changes with their archives. */
  @Override
  public List<Finding> errorsOf(ManifestEdit edit, Path file, Progress progress)
      throws IOException {
    Manifest after = ManifestEditor.apply(stamp().path().toString(), manifest, edit);
    if (edit instanceof ManifestEdit.UpdateFromDisk) {
      return List.of(); // Says what was just measured there.
    }
    return newErrors(
        findings(manifest, after, file, progress), findings(after, manifest, file, progress));
  }

  /** What verification finds in the rows that another version does not have. */
  private List<Finding> findings(Manifest wanted, Manifest other, Path file, Progress progress)
      throws IOException {
    List<ManifestRow> rows = new ArrayList<>(wanted.rows());
    rows.removeAll(other.rows());
    if (rows.isEmpty()) {
      return List.of();
    }
    Manifest part =
        new Manifest(wanted.dialect(), wanted.component(), wanted.prefix(), rows, wanted.fields());
    ByteView bytes = ByteView.of(file.toString(), original.write(part));
    return Verifier.manifest(file, bytes, progress);
  }

  @Override
  Step perform(ManifestEdit edit) throws IOException {
    Manifest before = manifest;
    Manifest after = ManifestEditor.apply(stamp().path().toString(), before, edit);
    manifest = after;
    return new Step() {
      @Override
      public void forth() {
        manifest = after;
      }

      @Override
      public void back() {
        manifest = before;
      }
    };
  }

  /**
   * Saves to the file that was opened.
   *
   * @throws FormatException {@code FILE_CHANGED} where somebody else has written it meanwhile
   */
  public void save() throws IOException {
    finish(saving());
  }

  /**
   * Saves to another file, which is edited from then on.
   *
   * @throws java.nio.file.FileAlreadyExistsException where it is there and may not be replaced
   */
  public void saveAs(Path target, boolean replace) throws IOException {
    finish(savingAs(target, replace));
  }

  private void finish(ManifestSaving saving) throws IOException {
    saving.run(Progress.NONE);
    saved(saving);
  }

  @Override
  public ManifestSaving saving() throws FormatException {
    return new ManifestSaving(
        original.write(manifest), manifest, stamp().path(), true, stamp(), history().done());
  }

  @Override
  public ManifestSaving savingAs(Path target, boolean replace) throws FormatException {
    return new ManifestSaving(
        original.write(manifest), manifest, target, replace, null, history().done());
  }
}
