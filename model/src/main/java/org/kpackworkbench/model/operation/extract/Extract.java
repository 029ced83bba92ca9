package org.kpackworkbench.model.operation.extract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractWorkers.OutputFolder;

/**
 * Writes code objects into files, with threads of its own.
 *
 * <p>Damaged code objects and files that are in the way are reported while the others are written.
 * Where writing itself fails (no space, no permission) the rest is not tried.
 *
 * @param hashed whether the report has the SHA-256 of files; that takes a fifth of the time
 */
public record Extract(ExtractRequest request, boolean hashed) {
  /** With the SHA-256 of files. */
  public Extract(ExtractRequest request) {
    this(request, true);
  }

  /**
   * Returns what {@link #run} would write; changes nothing.
   *
   * @param progress for the pass over the file that finds positions and sizes
   * @throws FormatException if the source cannot be read at all
   */
  public ExtractPlan plan(Progress progress) throws FormatException {
    request.source().locate(progress);
    return new Planner(request).plan();
  }

  /**
   * Writes the files.
   *
   * @param progress counts the bytes written
   * @throws FormatException if the source cannot be read at all
   * @throws TooMuchException if it is refused, see {@link #refusal}; nothing is written then
   * @throws IOException if the folder cannot be made
   * @throws CancellationException when cancelled; each file is then whole or not there
   */
  public ExtractReport run(Progress progress) throws IOException {
    ExtractPlan plan = plan(progress);
    TooMuchException tooMuch = refusal(plan);
    if (tooMuch != null) {
      throw tooMuch;
    }
    if (request.intoFolder() && request.settings().replace()) {
      RealPaths.refuseLink(request.output());
    }
    OutputFolder folder = OutputFolder.make(folder());
    progress.begin(
        plan.files().size() == 1
            ? "Writing 1 code object"
            : "Writing %d code objects".formatted(plan.files().size()),
        Math.max(0, plan.sizeBytes()),
        Unit.BYTES);
    ExtractWorkers workers = new ExtractWorkers(this, plan.files(), folder, progress);
    workers.run();
    List<ExtractProblem> problems = new ArrayList<>(plan.problems());
    problems.addAll(workers.problems());
    return new ExtractReport(workers.written(), inOrder(problems), workers.notTried());
  }

  /**
   * Why it will not write what it has planned: it is far more than the file's own size, and no one
   * has allowed that, or more than the disk has room for. Null where it will.
   *
   * @throws IOException if the disk or the source cannot be read
   */
  public @Nullable TooMuchException refusal(ExtractPlan plan) throws IOException {
    long bytes = plan.leastBytes();
    long sourceBytes = sourceBytes(plan);
    if (!request.settings().large() && UnpackBudget.implausibleSum(bytes, sourceBytes)) {
      return new TooMuchException(
          folder(),
          "%s would be written from a file of %s, more than %d times as much"
              .formatted(
                  SizeText.of(bytes), SizeText.of(sourceBytes), UnpackBudget.MOST_SUM_TIMES));
    }
    try {
      if (request.settings().large()) {
        DiskRoom.at(folder()).requireAll(bytes);
      } else {
        DiskRoom.at(folder()).require(bytes);
      }
      return null;
    } catch (TooMuchException full) {
      return full;
    }
  }

  /** The size of the files that it all comes from; far too large to matter where none is there. */
  private long sourceBytes(ExtractPlan plan) throws IOException {
    Set<Path> files = new HashSet<>();
    for (PlannedFile planned : plan.files()) {
      files.add(request.source().row(planned.row()).place().file());
    }
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.exists(file) ? Files.size(file) : 0;
    }
    return bytes == 0 ? Long.MAX_VALUE : bytes;
  }

  private Path folder() {
    if (request.intoFolder()) {
      return request.output();
    }
    Path parent = request.output().toAbsolutePath().getParent();
    return parent == null ? request.output().toAbsolutePath() : parent;
  }

  private List<ExtractProblem> inOrder(List<ExtractProblem> problems) {
    Map<Integer, Integer> positions = new HashMap<>();
    for (int i = 0; i < request.rows().size(); i++) {
      positions.putIfAbsent(request.rows().get(i), i);
    }
    problems.sort(Comparator.comparing(problem -> positions.getOrDefault(problem.row(), 0)));
    return problems;
  }

  /**
   * Gives each row its file. The same request always gets the same names, whatever is on the disk.
   */
  private static final class Planner {
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

    /** The files' paths: the first with a name gets it, the next ones get a number. */
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
}
