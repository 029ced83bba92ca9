package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Locale;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;

/** What kinds of documents are edited. */
public enum DocumentKind {
  ARCHIVE,
  MANIFEST,
  MARKER;

  /** The kind of a document. */
  public static DocumentKind of(EditedDocument<?> document) {
    return switch (document) {
      case EditedArchive _ -> ARCHIVE;
      case EditedManifest _ -> MANIFEST;
      case EditedMarker _ -> MARKER;
    };
  }

  /** How it is written down. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The SHA-256 of what edits are about: an archive's header and table of contents, a whole
   * manifest, a marker.
   *
   * @throws IOException if the file cannot be read as what it should be
   */
  Checksum digest(Path path) throws IOException {
    try (MappedFile file = MappedFile.open(path)) {
      ByteView view = file.view();
      MessageDigest digest = Digests.sha256();
      switch (this) {
        case ARCHIVE -> {
          try (KpackArchive archive = KpackArchive.open(path)) {
            add(digest, view, new ByteRange(0, ArchiveFormat.HEADER_BYTES));
            add(digest, view, archive.tableRange());
          }
        }
        case MANIFEST -> add(digest, view, new ByteRange(0, view.size()));
        case MARKER -> {
          Marker marker = FatBinary.read(ElfFile.read(view)).marker();
          if (marker != null) {
            add(digest, view, marker.range());
          }
        }
      }
      return new Checksum(digest.digest());
    }
  }

  private static void add(MessageDigest digest, ByteView view, ByteRange range) throws IOException {
    view.slice(range.start(), range.length())
        .windows(Progress.NONE, (window, count) -> digest.update(window, 0, count));
  }

  /**
   * Reads an edit of this kind.
   *
   * @throws IllegalArgumentException if it is none
   */
  Edit edit(MsgValue value) {
    return switch (this) {
      case ARCHIVE -> EditText.archive(value);
      case MANIFEST -> EditText.manifest(value);
      case MARKER -> EditText.marker(value);
    };
  }
}
