package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.kpackworkbench.model.format.kpack.ArchiveOutput.WrittenBlob;
import org.msgpack.core.MessagePacker;

/** Additions of a scheme to a table of contents, once its blobs are written. */
interface SchemeTable {
  /** The scheme's own keys, in order. */
  List<String> keys();

  /** Writes the value of one of the keys. */
  void value(MessagePacker packer, String key) throws IOException;

  /** The keys and values of a row whose code object has that ordinal. */
  default Map<String, Long> row(int ordinal) {
    return Map.of();
  }

  /** A list of blobs with offset and size. */
  record Blobs(List<WrittenBlob> blobs) implements SchemeTable {
    @Override
    public List<String> keys() {
      return List.of(ArchiveFormat.BLOBS);
    }

    @Override
    public void value(MessagePacker packer, String key) throws IOException {
      packer.packArrayHeader(blobs.size());
      for (WrittenBlob blob : blobs) {
        packer.packMapHeader(2);
        packer.packString(ArchiveFormat.OFFSET).packLong(blob.offset());
        packer.packString(ArchiveFormat.SIZE).packLong(blob.size());
      }
    }
  }

  /** A chain of frames, from the header up to an offset. */
  record Chain(long end) implements SchemeTable {
    @Override
    public List<String> keys() {
      return List.of(ArchiveFormat.ZSTD_OFFSET, ArchiveFormat.ZSTD_SIZE);
    }

    @Override
    public void value(MessagePacker packer, String key) throws IOException {
      packer.packLong(
          key.equals(ArchiveFormat.ZSTD_OFFSET)
              ? ArchiveFormat.HEADER_BYTES
              : end - ArchiveFormat.HEADER_BYTES);
    }
  }

  /**
   * A chain of frames with a dictionary.
   *
   * @param dictionarySize 0 if there is none
   */
  record WithDictionary(Chain chain, long dictionarySize, long id) implements SchemeTable {
    @Override
    public List<String> keys() {
      return List.of(
          ArchiveFormat.ZSTD_OFFSET, ArchiveFormat.ZSTD_SIZE, ArchiveFormat.DICTIONARIES);
    }

    @Override
    public void value(MessagePacker packer, String key) throws IOException {
      if (!key.equals(ArchiveFormat.DICTIONARIES)) {
        chain.value(packer, key);
        return;
      }
      packer.packArrayHeader(dictionarySize == 0 ? 0 : 1);
      if (dictionarySize > 0) {
        packer.packMapHeader(3);
        packer.packString(ArchiveFormat.OFFSET).packLong(chain.end);
        packer.packString(ArchiveFormat.SIZE).packLong(dictionarySize);
        packer.packString(ArchiveFormat.ID).packLong(id);
      }
    }

    @Override
    public Map<String, Long> row(int ordinal) {
      return Map.of(ArchiveFormat.FRAME, (long) ordinal);
    }
  }

  /** The keys of a scheme, and the level at which an edited archive is compressed again. */
  record WithLevel(SchemeTable scheme, int level) implements SchemeTable {
    @Override
    public List<String> keys() {
      return Stream.concat(scheme.keys().stream(), Stream.of(ArchiveFormat.LEVEL)).toList();
    }

    @Override
    public void value(MessagePacker packer, String key) throws IOException {
      if (key.equals(ArchiveFormat.LEVEL)) {
        packer.packInt(level);
      } else {
        scheme.value(packer, key);
      }
    }

    @Override
    public Map<String, Long> row(int ordinal) {
      return scheme.row(ordinal);
    }
  }
}
