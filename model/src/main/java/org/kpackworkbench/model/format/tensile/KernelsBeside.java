package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Opening;

/**
 * The kernels that a library's solutions name, and those in code objects beside it.
 *
 * @param named the names that solutions have
 * @param own the sizes in bytes of the kernels in code objects of the library's name, by their
 *     names
 * @param shared the names of those in files that libraries of a folder have in common
 * @param complete whether all solutions and code objects could be read; where not, what seems to be
 *     missing may be in the others
 */
record KernelsBeside(
    Set<String> named, Map<String, Long> own, Set<String> shared, boolean complete) {

  /** Whether there is a kernel at all. */
  boolean any() {
    return !own.isEmpty() || !shared.isEmpty();
  }

  /** The kernels that are named and nowhere. */
  Set<String> missing() {
    Set<String> missing = new TreeSet<>(named);
    missing.removeAll(own.keySet());
    missing.removeAll(shared);
    return missing;
  }

  /** The kernels of its own code objects that are not named. */
  Set<String> unused() {
    Set<String> unused = new TreeSet<>(own.keySet());
    unused.removeAll(named);
    return unused;
  }

  /**
   * Reads them.
   *
   * @param gpu for which GPU; null for that of the library
   * @param folders where code objects may be
   */
  static KernelsBeside of(
      TensileDocument document, @Nullable GpuTarget gpu, List<Path> folders, Opening opening)
      throws IOException {
    boolean complete = true;
    Set<String> named = new TreeSet<>();
    for (int row = 0; row < document.solutions(); row++) {
      opening.progress().step(0);
      try {
        Solution solution = document.solution(row);
        if (gpu == null || document.isChosen(row, solution, gpu)) {
          named.add(solution.kernel());
        }
      } catch (FormatException broken) {
        complete = false;
      }
    }
    if (named.isEmpty()) {
      return new KernelsBeside(named, Map.of(), Set.of(), complete);
    }
    Map<String, Long> own = new LinkedHashMap<>();
    Map<String, Long> shared = new LinkedHashMap<>();
    try (CodeElsewhere code = document.files().ownCode(gpu, folders, opening)) {
      complete &= read(code, own, opening);
    }
    if (!own.keySet().containsAll(named)) {
      try (CodeElsewhere code = document.files().sharedCode(gpu, folders, opening)) {
        complete &= read(code, shared, opening);
      }
    }
    return new KernelsBeside(named, own, shared.keySet(), complete);
  }

  /** Reads the kernels of all code objects; whether all could be read. */
  private static boolean read(CodeElsewhere code, Map<String, Long> found, Opening opening)
      throws IOException {
    boolean complete = code.problems().isEmpty();
    CodeObjects objects = code.codeObjects();
    for (int row = 0; row < objects.size(); row++) {
      try (SpooledBytes bytes = objects.open(row, opening.budget(), opening.progress())) {
        read(CodeObject.read(bytes.bytes()), found);
      } catch (FormatException broken) {
        complete = false;
      }
    }
    return complete;
  }

  private static void read(CodeObject code, Map<String, Long> found) throws FormatException {
    for (Kernel kernel : code.kernels()) {
      ByteRange bytes = code.locate(kernel).code();
      found.merge(kernel.name(), bytes == null ? 0 : bytes.length(), Long::sum);
    }
  }
}
