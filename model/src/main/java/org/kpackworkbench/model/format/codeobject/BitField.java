package org.kpackworkbench.model.format.codeobject;

import static org.kpackworkbench.model.format.codeobject.Generation.GFX13;
import static org.kpackworkbench.model.format.codeobject.Generation.GFX6;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.Field;

/**
 * Some bits of a register in a kernel descriptor, for the generations between two.
 *
 * @param low the lowest bit, counted from 0
 * @param width number of bits
 * @param always whether the bits mean the same on every processor, known or not
 */
record BitField(
    String name,
    int low,
    int width,
    Generation first,
    Generation last,
    boolean always,
    Meaning meaning) {

  /** What a value of the bits says, in words. */
  @FunctionalInterface
  interface Meaning {
    Words of(long value, Kind kind);
  }

  /**
   * A meaning.
   *
   * @param unexpected whether the value is one that the field must not have
   */
  record Words(String text, boolean unexpected) {
    static Words fine(String text) {
      return new Words(text, false);
    }
  }

  /** What a kernel runs on, as far as meanings depend on it. */
  record Kind(Generation generation, int waveSize) {}

  /** Bits that every processor has. */
  static BitField all(String name, int low, int width, Meaning meaning) {
    return new BitField(name, low, width, GFX6, GFX13, true, meaning);
  }

  /** Bits that the generations from {@code first} to {@code last} have. */
  static BitField only(
      String name, int low, int width, Generation first, Generation last, Meaning meaning) {
    return new BitField(name, low, width, first, last, false, meaning);
  }

  private boolean appliesTo(Generation generation) {
    return always || generation.between(first, last);
  }

  private long valueIn(long register) {
    return register >>> low & (1L << width) - 1;
  }

  /**
   * All bits of a register, lowest first, each exactly once: what the layout does not name is
   * reserved, or, where the processor is not known well enough, undecided.
   *
   * @param layout the fields of all generations, lowest bits first
   */
  static List<Field> decode(
      String group, int byteOffset, int bits, long register, List<BitField> layout, Kind kind) {
    List<Field> fields = new ArrayList<>();
    int next = 0;
    for (BitField field : layout) {
      if (!field.appliesTo(kind.generation())) {
        continue;
      }
      if (field.low > next) {
        fields.add(unnamed(group, byteOffset, bits, next, field.low - next, register, kind));
      }
      long value = field.valueIn(register);
      Words words = field.meaning.of(value, kind);
      fields.add(
          new Field(
              group,
              field.name,
              bitText(field.low, field.width),
              byteOffset,
              bits / 8,
              value,
              words.text(),
              words.unexpected()));
      next = field.low + field.width;
    }
    if (next < bits) {
      fields.add(unnamed(group, byteOffset, bits, next, bits - next, register, kind));
    }
    return fields;
  }

  private static Field unnamed(
      String group, int byteOffset, int bits, int low, int width, long register, Kind kind) {
    long value = register >>> low & (1L << width) - 1;
    boolean undecided =
        kind.generation() == Generation.UNKNOWN || kind.generation() == Generation.GFX13;
    String words =
        undecided
            ? "depends on the processor, whose layout is not known"
            : value == 0 ? "reserved" : "reserved, but not 0";
    return new Field(
        group,
        undecided ? "(unknown)" : "(reserved)",
        bitText(low, width),
        byteOffset,
        bits / 8,
        value,
        words,
        !undecided && value != 0);
  }

  private static String bitText(int low, int width) {
    return width == 1 ? Integer.toString(low) : (low + width - 1) + ":" + low;
  }
}
