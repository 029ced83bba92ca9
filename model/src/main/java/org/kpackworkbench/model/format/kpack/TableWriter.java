package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

/** Writes the table of contents, streaming. */
final class TableWriter {
  private static final Set<String> KNOWN =
      Set.of(
          ArchiveFormat.FORMAT_VERSION,
          ArchiveFormat.GROUP_NAME,
          ArchiveFormat.FAMILY,
          ArchiveFormat.ARCHITECTURES,
          ArchiveFormat.TOC,
          ArchiveFormat.SCHEME,
          ArchiveFormat.BLOBS,
          ArchiveFormat.ZSTD_OFFSET,
          ArchiveFormat.ZSTD_SIZE);
  private static final Set<String> KNOWN_IN_ROW =
      Set.of(ArchiveFormat.TYPE, ArchiveFormat.ORDINAL, ArchiveFormat.ORIGINAL_SIZE);

  private final ArchiveOutput out;
  private final ArchiveInfo info;
  private final StorageScheme scheme;
  private final Map<String, Map<String, NewRow>> rows;
  private final long blobAreaEnd;

  /** A row and its blob. */
  record NewRow(NewEntry entry, NewBlob blob) {}

  TableWriter(
      ArchiveOutput out,
      ArchiveInfo info,
      StorageScheme scheme,
      Map<String, Map<String, NewRow>> rows) {
    this.out = out;
    this.info = info;
    this.scheme = scheme;
    this.rows = rows;
    this.blobAreaEnd = out.position();
  }

  void write() throws IOException {
    List<String> own = ownKeys();
    Set<String> left = new LinkedHashSet<>(own);
    List<RawPair> pairs = new ArrayList<>();
    for (RawPair field : info.fields()) {
      // Several keys that are no text have one name, and all of them stay.
      if (left.remove(field.name()) || !KNOWN.contains(field.name())) {
        pairs.add(field);
      }
    }
    left.forEach(name -> pairs.add(new RawPair(name, new byte[0], new byte[0])));
    // Closing the packer would close the file.
    MessagePacker packer = MessagePack.newDefaultPacker(out);
    packer.packMapHeader(pairs.size());
    for (RawPair pair : pairs) {
      if (own.contains(pair.name())) {
        packer.packString(pair.name());
        value(packer, pair.name());
      } else {
        packer.addPayload(pair.key()).addPayload(pair.value());
      }
    }
    packer.flush();
  }

  private List<String> ownKeys() {
    List<String> own =
        new ArrayList<>(
            List.of(
                ArchiveFormat.FORMAT_VERSION,
                ArchiveFormat.GROUP_NAME,
                ArchiveFormat.FAMILY,
                ArchiveFormat.ARCHITECTURES,
                ArchiveFormat.TOC,
                ArchiveFormat.SCHEME));
    own.addAll(
        scheme == StorageScheme.NONE
            ? List.of(ArchiveFormat.BLOBS)
            : List.of(ArchiveFormat.ZSTD_OFFSET, ArchiveFormat.ZSTD_SIZE));
    return own;
  }

  private void value(MessagePacker packer, String name) throws IOException {
    switch (name) {
      case ArchiveFormat.FORMAT_VERSION -> packer.packInt(ArchiveFormat.VERSION);
      case ArchiveFormat.GROUP_NAME -> packer.packString(info.groupName());
      case ArchiveFormat.FAMILY -> packer.packString(info.family());
      case ArchiveFormat.ARCHITECTURES -> {
        packer.packArrayHeader(info.architectures().size());
        for (String architecture : info.architectures()) {
          packer.packString(architecture);
        }
      }
      case ArchiveFormat.TOC -> toc(packer);
      case ArchiveFormat.SCHEME -> packer.packString(scheme.text());
      case ArchiveFormat.BLOBS -> blobs(packer);
      case ArchiveFormat.ZSTD_OFFSET -> packer.packInt(ArchiveFormat.HEADER_BYTES);
      default -> packer.packLong(blobAreaEnd - ArchiveFormat.HEADER_BYTES);
    }
  }

  private void toc(MessagePacker packer) throws IOException {
    packer.packMapHeader(rows.size());
    for (Map.Entry<String, Map<String, NewRow>> binary : rows.entrySet()) {
      packer.packString(binary.getKey());
      packer.packMapHeader(binary.getValue().size());
      for (NewRow row : binary.getValue().values()) {
        packer.packString(row.entry().target());
        row(packer, row);
      }
    }
  }

  private static void row(MessagePacker packer, NewRow row) throws IOException {
    NewEntry entry = row.entry();
    if (entry.fields().isEmpty()) {
      packer.packMapHeader(3);
      packer.packString(ArchiveFormat.TYPE).packString(entry.type());
      packer.packString(ArchiveFormat.ORDINAL).packInt(row.blob().ordinal());
      packer.packString(ArchiveFormat.ORIGINAL_SIZE).packLong(row.blob().originalSizeBytes());
      return;
    }
    Map<String, byte[]> known = new LinkedHashMap<>();
    known.put(ArchiveFormat.TYPE, MsgEncoder.text(entry.type()));
    known.put(ArchiveFormat.ORDINAL, MsgEncoder.number(row.blob().ordinal()));
    known.put(ArchiveFormat.ORIGINAL_SIZE, MsgEncoder.number(row.blob().originalSizeBytes()));
    // A row that was read has all its keys; a new one has only what comes behind the known three.
    boolean read = entry.fields().stream().anyMatch(f -> KNOWN_IN_ROW.contains(f.name()));
    List<RawPair> pairs =
        read
            ? MsgEncoder.merge(entry.fields(), known, KNOWN_IN_ROW)
            : MsgEncoder.merge(List.of(), known, KNOWN_IN_ROW);
    if (!read) {
      pairs.addAll(entry.fields());
    }
    MsgEncoder.packMap(packer, pairs);
  }

  private void blobs(MessagePacker packer) throws IOException {
    packer.packArrayHeader(out.blobCount());
    for (int ordinal = 0; ordinal < out.blobCount(); ordinal++) {
      packer.packMapHeader(2);
      packer.packString(ArchiveFormat.OFFSET).packLong(out.blobOffset(ordinal));
      packer.packString(ArchiveFormat.SIZE).packLong(out.blobSize(ordinal));
    }
  }
}
