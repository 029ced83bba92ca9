package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.format.codeobject.BitField.Kind;
import org.kpackworkbench.model.format.codeobject.BitField.Meaning;
import org.kpackworkbench.model.format.codeobject.BitField.Words;

/** The meanings of descriptor bits in words, after LLVM's AMDGPU usage guide. */
final class Meanings {
  private static final List<String> ROUNDING =
      List.of("to nearest even", "towards plus infinity", "towards minus infinity", "towards zero");
  private static final List<String> DENORMALS =
      List.of(
          "flush source and destination", "flush destination", "flush source", "keep denormals");
  private static final List<String> WORK_ITEM_IDS =
      List.of("X", "X and Y", "X, Y and Z", "undefined");

  private Meanings() {}

  static Words rounding(long value, Kind kind) {
    return Words.fine("round " + ROUNDING.get((int) value));
  }

  static Words denormals(long value, Kind kind) {
    return Words.fine(DENORMALS.get((int) value));
  }

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

  /** Scalar registers a wave is given; 0 where the field does not say. */
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
    return Words.fine(
        value < 1024
            ? value + " bytes"
            : String.format(Locale.ROOT, "%,d bytes", value).replace(',', ' '));
  }

  /** A count of something. */
  static Meaning count(String what) {
    return (value, kind) -> Words.fine(value + " " + what);
  }

  /** A bit that says one thing when clear and another when set. */
  static Meaning either(String clear, String set) {
    return (value, kind) -> Words.fine(value == 0 ? clear : set);
  }

  /** A bit that turns something on. */
  static Meaning enables(String what) {
    return (value, kind) -> Words.fine(value == 0 ? "no " + what : what);
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
}
