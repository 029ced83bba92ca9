package org.kpackworkbench.model.base.msgpack;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.HexText;

/**
 * A decoded MessagePack value. Immutable; {@code toString} prints it for people.
 *
 * <p>What has a fixed shape is read with {@link MsgCursor} directly; this is for free-form parts.
 */
public sealed interface MsgValue {

  /** Nothing. */
  record Nil() implements MsgValue {
    @Override
    public String toString() {
      return "nil";
    }
  }

  /** True or false. */
  record Bool(boolean value) implements MsgValue {
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /** An integer, −2⁶³ to 2⁶⁴−1. */
  record Int(BigInteger value) implements MsgValue {
    /** An integer that fits a {@code long}. */
    public static Int of(long value) {
      return new Int(BigInteger.valueOf(value));
    }

    /** Whether it fits a {@code long}, as nearly all do. */
    public boolean isLong() {
      return value.bitLength() < Long.SIZE;
    }

    @Override
    public String toString() {
      // Large numbers are divided digit by digit, which shows where a list has many.
      return isLong() ? Long.toString(value.longValue()) : value.toString();
    }
  }

  /** A floating-point number. */
  record Real(double value) implements MsgValue {
    @Override
    public String toString() {
      return Double.toString(value);
    }
  }

  /** Text. */
  record Text(String value) implements MsgValue {
    @Override
    public String toString() {
      return value;
    }
  }

  /** Bytes, which must not be changed, or with an {@code extensionType} an extension value. */
  record Binary(byte[] bytes, @Nullable Integer extensionType) implements MsgValue {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Binary that
          && Arrays.equals(bytes, that.bytes)
          && Objects.equals(extensionType, that.extensionType);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(bytes) + Objects.hashCode(extensionType);
    }

    @Override
    public String toString() {
      String hex = "0x" + HexText.of(bytes);
      return extensionType == null ? hex : "extension " + extensionType + " " + hex;
    }
  }

  /** Values in order. */
  record Array(List<MsgValue> items) implements MsgValue {
    public Array {
      items = List.copyOf(items);
    }

    /** An array of texts. */
    public static Array texts(Collection<String> texts) {
      return new Array(texts.stream().<MsgValue>map(Text::new).toList());
    }

    /** An array of numbers. */
    public static Array numbers(Collection<Integer> numbers) {
      return new Array(numbers.stream().<MsgValue>map(Int::of).toList());
    }

    @Override
    public String toString() {
      return items.stream().map(MsgValue::toString).collect(Collectors.joining(", ", "[", "]"));
    }
  }

  /** Pairs in the order of the file; a key may occur twice. */
  record Mapping(List<Pair> pairs) implements MsgValue {
    public Mapping {
      pairs = List.copyOf(pairs);
    }

    /** A map whose keys are texts, in its order. */
    public static Mapping of(Map<String, ? extends MsgValue> fields) {
      List<Pair> pairs = new ArrayList<>();
      fields.forEach((name, value) -> pairs.add(new Pair(new Text(name), value)));
      return new Mapping(pairs);
    }

    /** The value of the first pair whose key is this text. */
    public Optional<MsgValue> get(String key) {
      for (Pair pair : pairs) {
        if (pair.key() instanceof Text text && text.value().equals(key)) {
          return Optional.of(pair.value());
        }
      }
      return Optional.empty();
    }

    @Override
    public String toString() {
      return pairs.stream()
          .map(pair -> pair.key() + ": " + pair.value())
          .collect(Collectors.joining(", ", "{", "}"));
    }
  }

  /** One pair of a {@link Mapping}. */
  record Pair(MsgValue key, MsgValue value) {}
}
