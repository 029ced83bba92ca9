package org.kpackworkbench.views.kit.place;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;

/** Places in and around code objects. Pure functions; any thread. */
public final class CodeObjectPlaces {
  private static final long HEADER_BYTES = 64;

  private static final String MACHINE_CODE = "machine code";
  private static final String INSTRUCTION = "0x";

  private CodeObjectPlaces() {}

  /** The code object that a place is, or is in; null if it is in none. */
  public static Place.@Nullable CodeObject around(Place place) {
    for (Place step = place; step != null; step = step.parent()) {
      if (step instanceof Place.CodeObject code) {
        return code;
      }
    }
    return null;
  }

  /**
   * A place inside a code object, for links that open it: lists show the code object's own place as
   * one of their rows, so going there would lead to a list.
   */
  public static Place inside(Place.CodeObject code) {
    ByteRange range = code.range();
    if (!code.unpacked() && range == null) {
      return code;
    }
    long start = code.unpacked() || range == null ? 0 : range.start();
    long most = code.unpacked() || range == null ? HEADER_BYTES : range.length();
    return new Place.Part(code, "ELF header", new ByteRange(start, Math.min(HEADER_BYTES, most)));
  }

  /**
   * Where opening the code object leads that a place is; for a file in a folder that file. Null
   * where there is nothing to open.
   */
  public static @Nullable Place opened(Place place) {
    return switch (place) {
      case Place.CodeObject code -> inside(code);
      case Place.Entry entry -> new Place.File(entry.target());
      default -> null;
    };
  }

  /** The machine code of a kernel, for links that open its disassembly. */
  public static Place machineCode(Place.Kernel kernel) {
    ByteRange range = kernel.range();
    return range == null ? kernel : new Place.Part(kernel, MACHINE_CODE, range);
  }

  /** Whether a place is the machine code of a kernel. */
  public static boolean isMachineCode(Place place) {
    return place instanceof Place.Part part
        && part.parent() instanceof Place.Kernel
        && part.label().equals(MACHINE_CODE);
  }

  /**
   * An instruction of a kernel.
   *
   * @param address its address, which is not negative
   */
  public static Place instruction(Place.Kernel kernel, long address, ByteRange range) {
    return new Place.Part(kernel, INSTRUCTION + Long.toHexString(address), range);
  }

  /** The address of an instruction of a kernel; empty for any other place. */
  public static OptionalLong instructionAddress(Place place) {
    if (place instanceof Place.Part part
        && part.parent() instanceof Place.Kernel
        && part.label().startsWith(INSTRUCTION)) {
      try {
        return OptionalLong.of(Long.parseLong(part.label().substring(INSTRUCTION.length()), 16));
      } catch (NumberFormatException other) {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.empty();
  }

  /** Whether a place is something that a code object's pages can show as itself. */
  public static boolean isPart(Place place) {
    return switch (place) {
      case Place.CodeObject code -> true;
      case Place.Kernel kernel -> true;
      case Place.Section section -> true;
      case Place.Segment segment -> true;
      case Place.Symbol symbol -> true;
      case Place.Part part -> true;
      default -> false;
    };
  }
}
