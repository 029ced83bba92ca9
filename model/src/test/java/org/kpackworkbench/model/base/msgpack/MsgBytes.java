package org.kpackworkbench.model.base.msgpack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

/** Makes MessagePack for tests, right or wrong. */
public final class MsgBytes {
  private MsgBytes() {}

  /** A map that may hold a key twice, or keys that are no text. */
  public static final class Pairs {
    private final List<Object> items = new ArrayList<>();

    public Pairs put(Object key, Object value) {
      items.add(key);
      items.add(value);
      return this;
    }

    public void clear() {
      items.clear();
    }
  }

  /** Bytes that are put in as they are. */
  public record Raw(byte[] bytes) {}

  public static Pairs map(Object... keysAndValues) {
    Pairs pairs = new Pairs();
    pairs.items.addAll(List.of(keysAndValues));
    return pairs;
  }

  /** Packs numbers, texts, booleans, byte arrays, lists, {@link Pairs} and {@link Raw}. */
  public static byte[] pack(Object value) {
    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
      pack(packer, value);
      return packer.toByteArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static void pack(MessagePacker packer, Object value) throws IOException {
    switch (value) {
      case Integer number -> packer.packInt(number);
      case Long number -> packer.packLong(number);
      case Double number -> packer.packDouble(number);
      case Boolean truth -> packer.packBoolean(truth);
      case String text -> packer.packString(text);
      case byte[] bytes -> packer.packBinaryHeader(bytes.length).addPayload(bytes);
      case Raw raw -> packer.addPayload(raw.bytes());
      case List<?> items -> {
        packer.packArrayHeader(items.size());
        for (Object item : items) {
          pack(packer, item);
        }
      }
      case Pairs pairs -> {
        packer.packMapHeader(pairs.items.size() / 2);
        for (Object item : pairs.items) {
          pack(packer, item);
        }
      }
      default -> throw new IllegalArgumentException("cannot pack " + value.getClass());
    }
  }
}
