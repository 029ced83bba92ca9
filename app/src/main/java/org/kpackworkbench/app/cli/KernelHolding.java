package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.NamedKernels;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.database.FiledBundle;
import org.kpackworkbench.model.format.registry.CodeObjects;

/** Whether code objects hold a kernel. Each is read once, however often it is used. */
final class KernelHolding {
  final NamedKernels named;
  final String name;
  private final UnpackBudget budget;
  private final Console console;
  private final Map<Place, Boolean> known = new HashMap<>();
  private final List<FormatException> unread = new ArrayList<>();

  KernelHolding(String name, UnpackBudget budget, Console console) {
    this.name = name;
    this.named = new NamedKernels(name);
    this.budget = budget;
    this.console = console;
  }

  /** Why code objects could not be read. */
  List<FormatException> unread() {
    return unread;
  }

  boolean in(CodeObjects source, int number) throws IOException {
    Place place = source.row(number).place();
    Boolean before = known.get(place);
    if (before != null) {
      return before;
    }
    boolean[] holds = new boolean[1];
    try {
      Progress cancel = console.progress().cancelOnly();
      FiledBundle.codeIn(
          source,
          source.row(number),
          budget,
          cancel,
          (target, code) -> holds[0] |= !named.in(CodeObject.read(code)).isEmpty());
    } catch (FormatException damaged) {
      unread.add(damaged);
    }
    known.put(place, holds[0]);
    return holds[0];
  }
}
