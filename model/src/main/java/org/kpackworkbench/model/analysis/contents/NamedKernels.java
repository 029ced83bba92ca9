package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.base.config.Nearest;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/** Kernels that a name means, in any number of code objects. Any thread. */
public final class NamedKernels {
  private static final int MOST_NEAR = 3;
  private static final int MOST_KEPT = 10_000;

  private final String name;
  private final Set<String> others = new TreeSet<>();
  private String qualified = "";

  /**
   * @param name a symbol, a mangled name, a name as the source has it, or its last part
   */
  public NamedKernels(String name) {
    this.name = name;
  }

  /**
   * Returns the kernels of a code object that have the name; without such the kernels whose
   * qualified name ends with it.
   *
   * @throws OperationException if different qualified names end with it
   */
  public synchronized List<Kernel> in(CodeObject code) throws IOException {
    List<Kernel> called = code.kernels().stream().filter(kernel -> kernel.isCalled(name)).toList();
    if (!called.isEmpty()) {
      return called;
    }
    List<Kernel> ending =
        code.kernels().stream().filter(kernel -> last(kernel.shortName()).equals(name)).toList();
    for (Kernel kernel : ending) {
      if (!qualified.isEmpty() && !qualified.equals(kernel.shortName())) {
        throw Obstacle.AMBIGUOUS_NAME.exception(
            "\"%s\" is the end of several kernels' names: %s, %s; give one of them",
            name, qualified, kernel.shortName());
      }
      qualified = kernel.shortName();
    }
    if (others.size() < MOST_KEPT) {
      code.kernels().forEach(kernel -> others.add(kernel.shortName()));
    }
    return ending;
  }

  /** Where to look where nothing has the name: names near it, or the command that lists all. */
  public synchronized String advice() {
    String part = last(name).toLowerCase(Locale.ROOT);
    List<String> near =
        others.stream()
            .filter(
                other ->
                    last(other).toLowerCase(Locale.ROOT).contains(part)
                        || Nearest.to(part, List.of(last(other))).isPresent())
            .limit(MOST_NEAR)
            .toList();
    return near.isEmpty()
        ? "the command kernels lists them."
        : "did you mean %s?".formatted(String.join(" or ", near));
  }

  private static String last(String qualified) {
    return qualified.substring(qualified.lastIndexOf(':') + 1);
  }
}
