package org.kpackworkbench.model.format.kernelprovider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.registry.CodeBeside;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SelectedCodeObjects;

/**
 * The archives that a descriptor names, each opened once. Closing it closes them. For one thread.
 */
final class SourceArchives extends CodeBeside {
  private final Path descriptor;
  private final Opening opening;
  private final Map<Path, Opened> read = new LinkedHashMap<>();

  SourceArchives(Path descriptor, Opening opening) {
    this.descriptor = descriptor;
    this.opening = opening;
  }

  private record Opened(@Nullable Document document, Map<String, List<Integer>> rows) {}

  /**
   * Archive and code objects that a source leads to.
   *
   * @param archive the file; null if there is none, or it is not to be opened
   * @param code the code objects of the key, one for each target that the archive has
   */
  record Code(@Nullable Path archive, CodeObjects code) {}

  /**
   * The file that a source names, seen from the descriptor; null if none exists, or the name leads
   * out of the descriptor's folder and that of its architecture: a library loads what is installed
   * with it.
   */
  private @Nullable Path file(KernelSource source) {
    if (source.leavesFolder(descriptor)) {
      return null;
    }
    try {
      Path file = descriptor.resolveSibling(source.library());
      return !source.library().isEmpty() && Files.isRegularFile(file) ? file : null;
    } catch (InvalidPathException noPath) {
      return null;
    }
  }

  Code code(KernelSource source) throws IOException {
    Path file = file(source);
    if (file == null) {
      return new Code(null, CodeObjects.none());
    }
    Opened archive = read(file);
    List<Integer> rows = archive.rows().getOrDefault(source.key(), List.of());
    return new Code(
        file,
        archive.document() == null
            ? CodeObjects.none()
            : new SelectedCodeObjects(archive.document().codeObjects(), rows));
  }

  private Opened read(Path file) throws IOException {
    Opened known = read.get(file);
    if (known != null) {
      return known;
    }
    Map<String, List<Integer>> rows = new LinkedHashMap<>();
    @Nullable Document document = null;
    try {
      document = open(file, opening);
      CodeObjects all = document.codeObjects();
      for (int row = 0; row < all.size(); row++) {
        rows.computeIfAbsent(all.row(row).binary(), key -> new ArrayList<>()).add(row);
      }
    } catch (FormatException damaged) {
      problem(damaged);
    }
    Opened now = new Opened(document, rows);
    read.put(file, now);
    return now;
  }

  /** Makes the code objects of some sources the ones of this. */
  void select(List<KernelSource> sources, Predicate<Path> wanted) throws IOException {
    List<CodeObjects> selected = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (KernelSource source : sources) {
      if (!source.isArchived() || !seen.add(source.library() + "\n" + source.key())) {
        continue;
      }
      Path file = file(source);
      if (file == null) {
        missing(
            source.leavesFolder(descriptor)
                ? source.library()
                    + ", which is not below the descriptor's folder or that of its architecture,"
                    + " and is not opened"
                : source.library());
      } else if (wanted.test(file)) {
        selected.add(code(source).code());
      } else {
        unwanted();
      }
    }
    select(selected);
    if (!selected.isEmpty() && !missing().isEmpty()) {
      problem(
          FormatException.in(
                  descriptor.toString(),
                  KernelSourceReader.NAME,
                  "library",
                  FormatException.Reason.NOT_FOUND)
              .expected("archives beside the descriptor")
              .found("none called " + ListText.some(missing()))
              .advice("Get them from the build of this descriptor.")
              .build());
    }
  }

  @Override
  public List<Path> files() {
    return List.copyOf(read.keySet());
  }

  @Override
  public String whyNone() {
    return missing().isEmpty()
        ? "its kernels are in archives beside it, and these have no code object of their keys"
        : "its kernels are in archives beside it, and none exists: expected "
            + String.join(", ", missing());
  }
}
