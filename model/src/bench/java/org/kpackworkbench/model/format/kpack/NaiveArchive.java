package org.kpackworkbench.model.format.kpack;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.MapValue;
import org.msgpack.value.Value;

/**
 * What a reader without an index does: the whole file in one array, the whole table as a tree of
 * values, a map of maps over it. For comparison only.
 */
public final class NaiveArchive {
  private final byte[] file;
  private final Map<String, Map<String, Value>> toc = new HashMap<>();
  private final List<int[]> frames = new ArrayList<>();

  /** Reads all of it. */
  public NaiveArchive(Path path) throws IOException {
    file = Files.readAllBytes(path);
    ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int tableOffset = (int) header.getLong(8);
    try (MessageUnpacker unpacker =
        MessagePack.newDefaultUnpacker(file, tableOffset, file.length - tableOffset)) {
      MapValue root = unpacker.unpackValue().asMapValue();
      for (Map.Entry<Value, Value> pair : root.map().entrySet()) {
        if (pair.getKey().asStringValue().asString().equals("toc")) {
          index(pair.getValue().asMapValue());
        }
      }
    }
    int position = 68;
    for (int left = header.getInt(64); left > 0; left--) {
      int size = header.getInt(position);
      frames.add(new int[] {position + 4, size});
      position += 4 + size;
    }
  }

  private void index(MapValue binaries) {
    for (Map.Entry<Value, Value> binary : binaries.map().entrySet()) {
      Map<String, Value> targets = new HashMap<>();
      for (Map.Entry<Value, Value> target : binary.getValue().asMapValue().map().entrySet()) {
        targets.put(target.getKey().asStringValue().asString(), target.getValue());
      }
      toc.put(binary.getKey().asStringValue().asString(), targets);
    }
  }

  /** How many binaries the table has. */
  public int binaries() {
    return toc.size();
  }

  byte[] load(String key, String target) {
    int ordinal = -1;
    int size = -1;
    for (Map.Entry<Value, Value> field : toc.get(key).get(target).asMapValue().map().entrySet()) {
      switch (field.getKey().asStringValue().asString()) {
        case "ordinal" -> ordinal = field.getValue().asIntegerValue().asInt();
        case "original_size" -> size = field.getValue().asIntegerValue().asInt();
        default -> {}
      }
    }
    int[] frame = frames.get(ordinal);
    byte[] kernel = new byte[size];
    Zstd.decompressByteArray(kernel, 0, size, file, frame[0], frame[1]);
    return kernel;
  }
}
