package org.kpackworkbench.model.operation.edit;

import static java.util.Map.entry;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;

/** Kinds of documents that are edited. */
public enum DocumentKind {
  ARCHIVE(
      Map.ofEntries(
          entry("rename", ArchiveEdit.RenameBinary.class),
          entry("rename-key", ArchiveEdit.RenameKey.class),
          entry("retarget", ArchiveEdit.Retarget.class),
          entry("delete", ArchiveEdit.Delete.class),
          entry("add", ArchiveEdit.AddFiles.class),
          entry("paste", ArchiveEdit.AddRows.class),
          entry("merge", ArchiveEdit.Merge.class),
          entry("replace", ArchiveEdit.Replace.class),
          entry("metadata", ArchiveEdit.SetMetadata.class),
          entry("group", ArchiveEdit.SetGroup.class),
          entry("family", ArchiveEdit.SetFamily.class),
          entry("architectures", ArchiveEdit.SetArchitectures.class),
          entry("storage", ArchiveEdit.SetStorage.class),
          entry("index", ArchiveEdit.SetBinaryIndex.class))),
  MANIFEST(
      Map.of(
          "add", ManifestEdit.AddRow.class,
          "set", ManifestEdit.SetRow.class,
          "remove", ManifestEdit.RemoveRows.class,
          "move", ManifestEdit.MoveRow.class,
          "component", ManifestEdit.SetComponent.class,
          "prefix", ManifestEdit.SetPrefix.class,
          "dialect", ManifestEdit.SetDialect.class,
          "update", ManifestEdit.UpdateFromDisk.class)),
  MARKER(Map.of("name", MarkerEdit.SetKernelName.class, "paths", MarkerEdit.SetSearchPaths.class));

  /** By the word under which journals have it. */
  private final Map<String, Class<? extends Record>> edits;

  DocumentKind(Map<String, Class<? extends Record>> edits) {
    this.edits = edits;
  }

  /** The kind of a document. */
  public static DocumentKind of(EditedDocument<?> document) {
    return switch (document) {
      case EditedArchive _ -> ARCHIVE;
      case EditedManifest _ -> MANIFEST;
      case EditedMarker _ -> MARKER;
    };
  }

  /**
   * The SHA-256 of what edits are about: an archive's header and table of contents, a whole
   * manifest, a marker.
   *
   * @throws IOException if the file cannot be read as what it should be
   */
  Checksum digest(Path path) throws IOException {
    try (OpenFile file = OpenFile.open(path)) {
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
          Marker marker = FatBinary.read(HostImages.read(view)).marker();
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
    MsgValue.Mapping map = EditCodec.map(value);
    Class<? extends Record> type = edits.get(String.valueOf(map.get(EditCodec.KIND).orElse(null)));
    if (type == null) {
      throw new IllegalArgumentException("unknown edit " + value);
    }
    return (Edit) EditCodec.read(type, map);
  }

  /** Writes an edit of this kind. */
  MsgValue value(Edit edit) {
    String word =
        edits.entrySet().stream()
            .filter(each -> each.getValue() == edit.getClass())
            .findFirst()
            .orElseThrow()
            .getKey();
    return EditCodec.write(word, (Record) edit);
  }
}
