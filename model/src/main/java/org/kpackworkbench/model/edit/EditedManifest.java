package org.kpackworkbench.model.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.bytes.ReplacingFile;
import org.kpackworkbench.model.manifest.Manifest;
import org.kpackworkbench.model.manifest.ManifestFile;
import org.kpackworkbench.model.place.Place;

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
   * What it would say after an edit, for showing before it is made.
   *
   * @throws FormatException why the edit cannot be applied
   */
  public Manifest preview(ManifestEdit edit) throws FormatException {
    return ManifestEditor.apply(stamp().path().toString(), manifest, edit);
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

  /** Applies the edits that are not saved to the file as it is now. */
  public Rebased<ManifestEdit> rebaseOnto(EditedManifest newer) {
    return Rebased.onto(newer, history().unsaved());
  }

  /**
   * Saves to the file that was opened.
   *
   * @throws FormatException {@code FILE_CHANGED} where somebody else has written it meanwhile
   */
  public void save() throws IOException {
    write(stamp().path(), true, stamp());
  }

  /**
   * Saves to another file, which is edited from then on.
   *
   * @throws java.nio.file.FileAlreadyExistsException where it is there and may not be replaced
   */
  public void saveAs(Path target, boolean replace) throws IOException {
    write(target, replace, null);
  }

  private void write(Path target, boolean replace, @Nullable FileStamp expected)
      throws IOException {
    byte[] bytes = original.write(manifest);
    requireSame(target, bytes);
    require(expected);
    try (ReplacingFile file = ReplacingFile.create(target, replace)) {
      for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
        file.channel().write(left);
      }
      try (MappedFile written = MappedFile.open(file.temporary())) {
        if (!Arrays.equals(bytes, written.view().bytes(0, (int) written.view().size()))) {
          throw differs(target, "the bytes that were written", "other bytes");
        }
      }
      require(expected);
      file.commit();
    }
    saved(history().done(), FileStamp.of(target));
  }

  private static void require(@Nullable FileStamp expected) throws IOException {
    if (expected != null) {
      expected.require(
          "Save under another name, or open the file again and apply the edits to it.");
    }
  }

  /** What was made says the same again when it is read. */
  private void requireSame(Path target, byte[] bytes) throws FormatException {
    ManifestFile read =
        ManifestFile.read(ByteView.of(target.toString(), bytes), new Place.File(target));
    Manifest again = read.manifest();
    boolean same =
        read.editable()
            && again.dialect() == manifest.dialect()
            && again.component().equals(manifest.component())
            && java.util.Objects.equals(again.prefix(), manifest.prefix())
            && names(again).equals(names(manifest));
    if (!same) {
      throw differs(target, "the manifest as it was edited", again.toString());
    }
  }

  private static java.util.List<String> names(Manifest of) {
    return of.rows().stream()
        .map(row -> row.targetText() + " " + row.file() + " " + row.sha256())
        .toList();
  }

  private static FormatException differs(Path target, String expected, String found) {
    return FormatException.in(target.toString(), "manifest", "", Reason.CHECKSUM_MISMATCH)
        .expected(expected)
        .found(found)
        .advice("The file was not put in place.")
        .build();
  }
}
