package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.fixtures.Fixtures;

/** The inputs that are kept: {@code model/src/test/fuzz/TARGET}, and compiled fixtures. */
public final class Corpus {
  private Corpus() {}

  /** The folder with one folder for each target. */
  public static Path root() {
    return Fixtures.folder().getParent().resolveSibling("fuzz");
  }

  /** Where a target's inputs lie; what once was a finding stays there forever. */
  public static Path folder(FuzzTarget target) {
    return root().resolve(target.id());
  }

  /** All inputs that are kept for a target, fixtures first, in a fixed order. */
  public static List<Path> inputs(FuzzTarget target) throws IOException {
    List<Path> inputs = new ArrayList<>(fixtures(target));
    inputs.addAll(files(folder(target)));
    return inputs;
  }

  private static List<Path> fixtures(FuzzTarget target) throws IOException {
    List<Path> found = new ArrayList<>();
    Path sample = root().resolve("../../../../app/sample/.kpack").normalize();
    for (String name : target.fixtures()) {
      if (name.startsWith(".")) {
        files(sample).stream().filter(file -> file.toString().endsWith(name)).forEach(found::add);
      } else {
        found.add(Fixtures.path(name));
      }
    }
    return found;
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
