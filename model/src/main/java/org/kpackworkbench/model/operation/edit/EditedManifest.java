package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.output.ContentCheck;

/**
 * A manifest that is edited. It is written in its own dialect, unless that was changed, with the
 * keys that are not known as stored. Holds on to no file.
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
   * @throws FormatException if it is none, or parts of it could not be read and would be lost
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

  /** Returns the manifest as it is now. */
  public Manifest manifest() {
    return manifest;
  }

  /**
   * Returns a manifest as it would be after an edit, for showing before it is made.
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
  public List<Finding> errorsOf(ManifestEdit edit, Path file, ContentCheck check, Progress progress)
      throws IOException {
    Manifest after = ManifestEditor.apply(stamp().path().toString(), manifest, edit);
    if (edit instanceof ManifestEdit.UpdateFromDisk) {
      return List.of(); // Says what was just measured there.
    }
    return newErrors(
        findings(manifest, after, file, check, progress),
        findings(after, manifest, file, check, progress));
  }

  /** Returns the findings of verification in the rows that another version does not have. */
  private List<Finding> findings(
      Manifest wanted, Manifest other, Path file, ContentCheck check, Progress progress)
      throws IOException {
    List<ManifestRow> rows = new ArrayList<>(wanted.rows());
    rows.removeAll(other.rows());
    if (rows.isEmpty()) {
      return List.of();
    }
    Manifest part =
        new Manifest(wanted.dialect(), wanted.component(), wanted.prefix(), rows, wanted.fields());
    ByteView bytes = ByteView.of(file.toString(), original.write(part));
    return check.manifest(file, bytes, progress);
  }

  @Override
  Step perform(ManifestEdit edit) throws IOException {
    Manifest before = manifest;
    Manifest after = ManifestEditor.apply(stamp().path().toString(), before, edit);
    manifest = after;
    return new Step(() -> manifest = after, () -> manifest = before);
  }

  @Override
  public ManifestSave saving() throws FormatException {
    return new ManifestSave(
        original.write(manifest), manifest, stamp().path(), true, stamp(), history().done());
  }

  @Override
  public ManifestSave savingAs(Path target, boolean replace) throws FormatException {
    return new ManifestSave(
        original.write(manifest), manifest, target, replace, null, history().done());
  }

  /** Writes an edited manifest beside its target, reads it back, and gives it the name. */
  static final class ManifestSave extends DocumentSave<ManifestEdit> {
    private final byte[] bytes;
    private final Manifest manifest;

    /**
     * @param bytes the manifest as it is written
     */
    ManifestSave(
        byte[] bytes,
        Manifest manifest,
        Path target,
        boolean replace,
        @Nullable FileStamp expected,
        List<ManifestEdit> edits) {
      super(target, replace, expected, edits);
      this.bytes = bytes;
      this.manifest = manifest;
    }

    @Override
    void write(Progress progress) throws IOException {
      requireSame();
      progress.begin("Writing " + target().getFileName(), bytes.length, Unit.BYTES);
      try (ReplacingFile file = ReplacingFile.create(place(), replace())) {
        for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
          file.channel().write(left);
        }
        try (OpenFile written = OpenFile.open(file.temporary())) {
          if (!Arrays.equals(bytes, written.view().bytes(0, (int) written.view().size()))) {
            throw differs("the bytes that were written", "other bytes");
          }
        }
        progress.step(bytes.length);
        requireTarget();
        file.commit();
      }
    }

    /** Checks that the written manifest says the same when it is read again. */
    private void requireSame() throws FormatException {
      ManifestFile read =
          ManifestFile.read(ByteView.of(target().toString(), bytes), new Place.File(target()));
      Manifest again = read.manifest();
      boolean same =
          read.editable()
              && again.dialect() == manifest.dialect()
              && again.component().equals(manifest.component())
              && Objects.equals(again.prefix(), manifest.prefix())
              && names(again).equals(names(manifest));
      if (!same) {
        throw differs("the manifest as it was edited", again.toString());
      }
    }

    private static List<String> names(Manifest of) {
      return of.rows().stream()
          .map(row -> row.targetText() + " " + row.file() + " " + row.sha256())
          .toList();
    }

    private FormatException differs(String expected, String found) {
      return FormatException.in(target().toString(), "manifest", "", Reason.CHECKSUM_MISMATCH)
          .expected(expected)
          .found(found)
          .advice("No file was replaced.")
          .build();
    }
  }
}
