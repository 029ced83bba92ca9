package org.kpackworkbench.model.base.msgpack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.job.Taker;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

/** Makes MessagePack, every integer and text in its shortest form. */
public final class MsgEncoder {
  /** Most of what is encoded is a few bytes long, and a usual buffer has 8 KiB to be cleared. */
  private static final MessagePack.PackerConfig SMALL =
      new MessagePack.PackerConfig().withBufferSize(256);

  private MsgEncoder() {}

  private static byte[] bytes(Taker<MessagePacker> packing) {
    try (MessageBufferPacker packer = SMALL.newBufferPacker()) {
      packing.take(packer);
      return packer.toByteArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException("memory never fails to be written", impossible);
    }
  }

  /** A text in its shortest form. */
  public static byte[] text(String text) {
    return bytes(packer -> packer.packString(text));
  }

  /** An array of texts. */
  public static byte[] texts(List<String> texts) {
    return value(MsgValue.Array.texts(texts));
  }

  /** An integer in its shortest form. */
  public static byte[] number(long number) {
    return bytes(packer -> packer.packLong(number));
  }

  /** A value with everything in it. */
  public static byte[] value(MsgValue value) {
    return bytes(packer -> pack(packer, value));
  }

  /**
   * The pairs of a map that was read and is written again: keys that were there keep their order
   * and, where they are not among the known ones, their bytes; known keys that are new come last.
   *
   * @param fields what was there; a known key that has no value any more is left out
   * @param known the values of the keys that are known, in their order
   * @param knownNames all keys that could be known, also those without a value now
   */
  public static List<RawPair> merge(
      List<RawPair> fields, Map<String, byte[]> known, java.util.Set<String> knownNames) {
    Map<String, byte[]> left = new LinkedHashMap<>(known);
    List<RawPair> pairs = new ArrayList<>();
    for (RawPair field : fields) {
      byte[] value = left.remove(field.name());
      if (value != null) {
        pairs.add(new RawPair(field.name(), field.key(), value));
      } else if (!knownNames.contains(field.name())) {
        pairs.add(field);
      }
    }
    left.forEach((name, value) -> pairs.add(pair(name, value)));
    return pairs;
  }

  /** A pair of a map, whose key is a text. */
  public static RawPair pair(String name, byte[] value) {
    return new RawPair(name, text(name), value);
  }

  /** A map of these pairs. */
  public static byte[] map(List<RawPair> pairs) {
    return bytes(
        packer -> {
          packer.packMapHeader(pairs.size());
          for (RawPair pair : pairs) {
            packer.addPayload(pair.key()).addPayload(pair.value());
          }
        });
  }

  /** An array of values that are encoded. */
  public static byte[] array(List<byte[]> values) {
    return bytes(
        packer -> {
          packer.packArrayHeader(values.size());
          for (byte[] value : values) {
            packer.addPayload(value);
          }
        });
  }

  private static void pack(MessagePacker packer, MsgValue value) throws IOException {
    switch (value) {
      case MsgValue.Nil() -> packer.packNil();
      case MsgValue.Bool(boolean truth) -> packer.packBoolean(truth);
      case MsgValue.Int(java.math.BigInteger number) -> packer.packBigInteger(number);
      case MsgValue.Real(double number) -> packer.packDouble(number);
      case MsgValue.Text(String text) -> packer.packString(text);
      case MsgValue.Binary binary -> {
        Integer type = binary.extensionType();
        if (type == null) {
          packer.packBinaryHeader(binary.bytes().length);
        } else {
          packer.packExtensionTypeHeader(type.byteValue(), binary.bytes().length);
        }
        packer.addPayload(binary.bytes());
      }
      case MsgValue.Array(List<MsgValue> items) -> {
        packer.packArrayHeader(items.size());
        for (MsgValue item : items) {
          pack(packer, item);
        }
      }
      case MsgValue.Mapping(List<MsgValue.Pair> pairs) -> {
        packer.packMapHeader(pairs.size());
        for (MsgValue.Pair pair : pairs) {
          pack(packer, pair.key());
          pack(packer, pair.value());
        }
      }
    }
  }
}
