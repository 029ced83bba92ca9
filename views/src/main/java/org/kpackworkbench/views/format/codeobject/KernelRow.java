package org.kpackworkbench.views.format.codeobject;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.DescriptorMismatch;
import org.kpackworkbench.model.format.codeobject.Kernel;

/**
 * A kernel as the table shows it.
 *
 * @param codeBytes size of its machine code; -1 where no symbol says so
 * @param problem in what metadata and descriptor disagree, or what cannot be read; empty for
 *     nothing
 */
record KernelRow(Kernel kernel, Place.Kernel place, long codeBytes, String problem)
    implements Query.Row {

  static KernelRow of(CodeObject code, Kernel kernel, Place parent) throws FormatException {
    Place.Kernel place = code.placeOf(kernel, parent);
    long size = place.range() == null ? -1 : place.range().length();
    return new KernelRow(kernel, place, size, problem(code, kernel));
  }

  private static String problem(CodeObject code, Kernel kernel) throws FormatException {
    try {
      return code.check(kernel).stream()
          .map(DescriptorMismatch::sentence)
          .collect(Collectors.joining(" "));
    } catch (FormatException broken) {
      return switch (broken.reason()) {
        case FILE_CHANGED, CLOSED -> throw broken;
        default -> "Its descriptor cannot be read: " + broken.getMessage();
      };
    }
  }

  /** Spilled registers of both kinds; -1 where neither is stated. */
  long spills() {
    boolean stated =
        kernel.vgprSpills() != Kernel.NOT_STATED || kernel.sgprSpills() != Kernel.NOT_STATED;
    return stated ? Math.max(0, kernel.vgprSpills()) + Math.max(0, kernel.sgprSpills()) : -1;
  }

  @Override
  public @Nullable String text(String field) {
    return switch (field) {
      case "name" -> kernel.demangledName();
      case "symbol" -> kernel.name();
      case "problem" -> problem;
      case "language" -> kernel.language();
      default -> null;
    };
  }

  @Override
  public double number(String field) {
    KernelField known = KernelField.of(field.equals("size") ? "code" : field);
    long value = known == null ? -1 : known.value(this);
    return value < 0 ? Double.NaN : value;
  }
}
