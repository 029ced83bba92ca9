package org.kpackworkbench.model.operation.edit;

import java.util.List;

/** A change to the marker of a host-only binary. */
public sealed interface MarkerEdit extends Edit {

  /** Sets the name under which archives hold the binary's code objects. */
  record SetKernelName(String name) implements MarkerEdit {
    @Override
    public String words() {
      return "kernel name " + name;
    }
  }

  /** Sets where archives are looked for. */
  record SetSearchPaths(List<String> paths) implements MarkerEdit {
    public SetSearchPaths {
      paths = List.copyOf(paths);
    }

    @Override
    public String words() {
      return "search paths " + String.join(", ", paths);
    }
  }
}
