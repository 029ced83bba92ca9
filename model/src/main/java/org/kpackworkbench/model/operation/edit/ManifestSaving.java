package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;

/** Writes an edited manifest beside its target, reads it back, and gives it the name. */
public final class ManifestSaving extends DocumentSaving<ManifestEdit> {
  private final byte[] bytes;
  private final Manifest manifest;

  /**
   * @param bytes the manifest as it is written
   */
  ManifestSaving(
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
    progress.begin("Writing " + target().getFileName(), bytes.length);
    try (ReplacingFile file = ReplacingFile.create(place(), replace())) {
      for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
        file.channel().write(left);
      }
      try (MappedFile written = MappedFile.open(file.temporary())) {
        if (!Arrays.equals(bytes, written.view().bytes(0, (int) written.view().size()))) {
          throw differs("the bytes that were written", "other bytes");
        }
      }
      progress.step(bytes.length);
      requireTarget();
      file.commit();
    }
  }

  /** What was made says the same again when it is read. */
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
        .advice("The file was not put in place.")
        .build();
  }
}
