package org.kpackworkbench.model.operation.extract;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.CodeObjectRow;

/**
 * Gives each row its file. The same request always gets the same names, whatever is on the disk.
 */
final class Planner {
  private final ExtractRequest request;
  private final List<CodeObjectRow> rows = new ArrayList<>();
  private final List<ExtractProblem> problems = new ArrayList<>();

  Planner(ExtractRequest request) {
    this.request = request;
  }

  ExtractPlan plan() {
    readRows();
    List<Path> paths = request.intoFolder() ? paths() : List.of(request.output());
    // Nothing is in the way in a folder that is yet to be made.
    boolean mayExist = !request.intoFolder() || Files.exists(request.output());
    List<PlannedFile> files = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      CodeObjectRow row = rows.get(i);
      files.add(
          new PlannedFile(
              row.row(),
              row.binary(),
              row.index(),
              row.targetText(),
              paths.get(i),
              row.originalSizeBytes(),
              mayExist && Files.exists(paths.get(i), LinkOption.NOFOLLOW_LINKS)));
    }
    return new ExtractPlan(files, problems);
  }

  private void readRows() {
    for (int number : request.rows()) {
      try {
        CodeObjectRow row = request.source().row(number);
        FormatException spoiled = row.problem();
        if (spoiled != null) {
          problems.add(new ExtractProblem(number, spoiled));
        } else {
          rows.add(row);
        }
      } catch (FormatException unreadable) {
        problems.add(new ExtractProblem(number, unreadable));
      }
    }
  }

  /** The files' paths: the first that wants a name gets it, the next ones get a number. */
  private List<Path> paths() {
    List<List<String>> wanted = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (Path other : request.taken()) {
      if (other.startsWith(request.output())) {
        List<String> name = new ArrayList<>();
        request.output().relativize(other).forEach(part -> name.add(part.toString()));
        takeFolders(name, taken);
        taken.add(folded(name));
      }
    }
    for (CodeObjectRow row : rows) {
      List<String> name = writable(request.pattern().nameOf(row, request.group()));
      wanted.add(name);
      takeFolders(name, taken);
    }
    // A number must not make a name that another row has of its own.
    Set<String> own = new HashSet<>(taken);
    wanted.forEach(name -> own.add(folded(name)));
    Map<String, Integer> numbers = new HashMap<>();
    List<Path> paths = new ArrayList<>();
    for (List<String> name : wanted) {
      List<String> unique = name;
      if (!taken.add(folded(name))) {
        do {
          int number = numbers.merge(folded(name), 2, (old, two) -> old + 1);
          unique = numbered(name, number);
        } while (own.contains(folded(unique)) || !taken.add(folded(unique)));
      }
      paths.add(request.output().resolve(String.join("/", unique)));
    }
    return paths;
  }

  /** A name that is a folder for one row cannot be a file for another. */
  private static void takeFolders(List<String> name, Set<String> taken) {
    for (int depth = 1; depth < name.size(); depth++) {
      taken.add(folded(name.subList(0, depth)));
    }
  }

  private static String folded(List<String> name) {
    return SafeName.folded(String.join("/", name));
  }

  private static List<String> numbered(List<String> name, int number) {
    List<String> changed = new ArrayList<>(name);
    changed.set(name.size() - 1, SafeName.numbered(name.getLast(), number));
    return changed;
  }

  /** The name, in plain ASCII where the system's locale cannot write it otherwise. */
  private List<String> writable(List<String> name) {
    try {
      request.output().getFileSystem().getPath(String.join("/", name));
      return name;
    } catch (InvalidPathException notInThisLocale) {
      return name.stream().map(SafeName::ascii).toList();
    }
  }
}
