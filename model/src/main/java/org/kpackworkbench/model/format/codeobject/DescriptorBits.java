package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField.Kind;
import org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField.Meaning;
import org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField.Words;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.Field;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;

/** The meanings of descriptor bits in words, after LLVM's AMDGPU usage guide. */
final class DescriptorBits {
  private static final List<String> WORK_ITEM_IDS =
      List.of("X", "X and Y", "X, Y and Z", "undefined");

  private DescriptorBits() {}

  static Words workItemIds(long value, Kind kind) {
    return new Words(
        (value == 3 ? "" : "vector registers hold work-item id ") + WORK_ITEM_IDS.get((int) value),
        value == 3);
  }

  static Words vgprs(long value, Kind kind) {
    int block = kind.generation().vgprBlock(kind.waveSize());
    if (block == 0) {
      return Words.fine((value + 1) + " blocks of vector registers");
    }
    String what =
        kind.generation().unifiedRegisters()
            ? "vector and accumulation registers together"
            : "vector registers";
    return Words.fine("%d %s (blocks of %d)".formatted((value + 1) * block, what, block));
  }

  static Words sgprs(long value, Kind kind) {
    int count = sgprCount(value, kind.generation());
    if (count > 0) {
      int block = kind.generation().between(Generation.GFX6, Generation.GFX8) ? 8 : 16;
      return Words.fine("%d scalar registers (blocks of %d)".formatted(count, block));
    }
    if (kind.generation().between(Generation.GFX10, Generation.GFX13)) {
      // Should be 0, but older compilers wrote a count that nothing reads.
      return Words.fine("not used: a wave always has all scalar registers");
    }
    return Words.fine((value + 1) + " blocks of scalar registers");
  }

  /** Scalar registers a wave is given; 0 if the field does not say. */
  static int sgprCount(long value, Generation generation) {
    return switch (generation) {
      case GFX6, GFX7, GFX8 -> (int) (value + 1) * 8;
      case GFX9, GFX90A, GFX950 -> (int) (value / 2 + 1) * 16;
      default -> 0;
    };
  }

  static Words ldsBlocks(long value, Kind kind) {
    if (value == 0) {
      return Words.fine("0: the dispatch packet says how much local memory there is");
    }
    int block = kind.generation().ldsBlockBytes();
    return new Words(
        "%d blocks%s, but the dispatch packet decides"
            .formatted(value, block == 0 ? "" : " of " + block + " bytes"),
        true);
  }

  static Words accumOffset(long value, Kind kind) {
    return Words.fine("accumulation registers start at register " + (value + 1) * 4);
  }

  static Words sharedVgprs(long value, Kind kind) {
    return new Words(
        value * 8 + " vector registers shared by both halves of a wave",
        value != 0 && kind.waveSize() == 32);
  }

  static Words instructionPrefetch(long value, Kind kind) {
    return Words.fine(
        value == 0
            ? "no instructions are fetched ahead"
            : value * 128 + " bytes of instructions are fetched before a wave starts");
  }

  static Words namedBarriers(long value, Kind kind) {
    return new Words(value * 4 + " named barriers for each work-group", value > 4);
  }

  static Words cacheSplit(long value, Kind kind) {
    return Words.fine(
        value == 0
            ? "no preference"
            : "local memory %d kB, vector cache %d kB"
                .formatted((value - 1) * 64, 448 - (value - 1) * 64));
  }

  static Words waveSize(long value, Kind kind) {
    if (kind.generation().choosesWaveSize()) {
      return Words.fine(value == 1 ? "waves of 32 work-items" : "waves of 64 work-items");
    }
    return kind.generation() == Generation.UNKNOWN
        ? Words.fine(value == 1 ? "waves of 32 work-items" : "the processor's usual wave size")
        : new Words("waves of 64 work-items", value != 0);
  }

  static Words preloadedWords(long value, Kind kind) {
    return Words.fine(
        value == 0
            ? "no arguments are in scalar registers at start"
            : value + " words of arguments are in scalar registers at start");
  }

  static Words preloadStart(long value, Kind kind) {
    return Words.fine("from byte " + value * 4 + " of the arguments");
  }

  static Words bytes(long value, Kind kind) {
    return Words.fine(value < 1024 ? value + " bytes" : CountText.grouped(value) + " bytes");
  }

  /** A count of something. */
  static Meaning count(String what) {
    return (value, kind) -> Words.fine(value + " " + what);
  }

  /** Bits with words for each value. */
  static Meaning either(List<String> words) {
    return (value, kind) -> Words.fine(words.get((int) value));
  }

  /** A field that must be 0 because the command processor sets it. */
  static Meaning zero(String what) {
    return (value, kind) ->
        new Words(
            value == 0
                ? what + ": left to the command processor"
                : what + ": must be 0, because the command processor sets it",
            value != 0);
  }

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

    /** Meaning of a value of the bits, in words. */
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

    /** Hardware that a kernel runs on, as far as meanings depend on it. */
    record Kind(Generation generation, int waveSize) {}

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
}
