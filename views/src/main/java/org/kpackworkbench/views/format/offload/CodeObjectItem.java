package org.kpackworkbench.views.format.offload;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/**
 * A code object as the list shows it.
 *
 * @param row where it is filed
 * @param stated what it says of itself; null while nobody has looked into it
 */
record CodeObjectItem(CodeObjectRow row, @Nullable Stated stated) {

  /**
   * What a code object says of itself.
   *
   * @param target its target; empty where it states none
   * @param kernels how many kernels it lists; -1 where it cannot be read
   * @param problem in what it disagrees with where it is filed, or why it cannot be read
   */
  record Stated(String target, long kernels, String problem) {}

  /** Looks into a code object, unpacking it where it is packed. */
  static Stated look(CodeObjects objects, CodeObjectRow row, Progress progress) throws IOException {
    try {
      ByteView bytes = objects.load(row.row(), progress);
      if (!CodeObject.isCodeObject(bytes)) {
        return new Stated("no ELF file for a GPU", -1, "");
      }
      CodeObject code = CodeObject.read(bytes);
      List<TargetMismatch> mismatches = code.mismatches(row.target());
      return new Stated(
          code.target().toString(),
          code.kernelCount(),
          mismatches.stream().map(TargetMismatch::sentence).collect(Collectors.joining(" ")));
    } catch (FormatException failure) {
      return switch (failure.reason()) {
        case FILE_CHANGED, CLOSED -> throw failure;
        default -> new Stated("", -1, "It cannot be read: " + failure.getMessage());
      };
    } catch (CancellationException stopped) {
      throw stopped;
    }
  }

  /** The wrapper's index as archives would call it, or that there is none. */
  String index() {
    return row.index() == CodeObjectRow.NO_WRAPPER ? "none" : Integer.toString(row.index());
  }

  /** The target that the code object states. */
  String statedTarget() {
    Stated known = stated;
    if (known == null) {
      return "not looked into yet";
    }
    return known.target();
  }

  /** What is wrong, in sentences; empty where nothing is known to be. */
  String problem() {
    FormatException broken = row.problem();
    if (broken != null) {
      return String.valueOf(broken.getMessage());
    }
    return stated == null ? "" : stated.problem();
  }
}
