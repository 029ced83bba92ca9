package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Opening;

/**
 * The kernels that a library's solutions name, and those in code objects beside it.
 *
 * @param named the names that solutions have
 * @param found the sizes of the kernels' code in bytes, by their names
 * @param any whether there is a code object
 * @param complete whether all solutions and code objects could be read; where not, what seems to be
 *     missing may be in the others
 */
record KernelsBeside(Set<String> named, Map<String, Long> found, boolean any, boolean complete) {

  static KernelsBeside of(TensileDocument document, Opening opening) throws IOException {
    boolean complete = true;
    Set<String> named = new TreeSet<>();
    for (int row = 0; row < document.solutions(); row++) {
      opening.progress().step(0);
      try {
        named.add(document.solution(row).kernel());
      } catch (FormatException broken) {
        complete = false;
      }
    }
    if (named.isEmpty()) {
      return new KernelsBeside(named, Map.of(), false, complete);
    }
    Map<String, Long> found = new LinkedHashMap<>();
    try (CodeElsewhere code = document.ownCode(opening)) {
      CodeObjects objects = code.codeObjects();
      for (int row = 0; row < objects.size(); row++) {
        try {
          read(CodeObject.read(objects.load(row, opening.progress())), found);
        } catch (FormatException broken) {
          complete = false;
        }
      }
      return new KernelsBeside(
          named, found, objects.size() > 0, complete && code.problems().isEmpty());
    }
  }

  private static void read(CodeObject code, Map<String, Long> found) throws FormatException {
    for (Kernel kernel : code.kernels()) {
      ByteRange bytes = code.locate(kernel).code();
      found.merge(kernel.name(), bytes == null ? 0 : bytes.length(), Long::sum);
    }
  }
}
