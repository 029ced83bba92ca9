package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.database.FiledBundle;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Opening;

/**
 * Reads all code objects of a file or a tree, one after another; what is damaged is a problem, and
 * the others are read. For one run on one thread.
 */
public final class CodeObjectWalk {
  private static final int MOST_PROBLEMS = 1000;

  private final Reader reader;
  private final Progress progress;
  private final UnpackBudget budget = UnpackBudget.operation();
  private final List<String> problems = new ArrayList<>();

  /** Problems of binaries without code, with the name that archives have for the binary. */
  private final Map<String, String> missing = new LinkedHashMap<>();

  private final Set<String> binaries = new HashSet<>();
  private int codeObjects;
  private boolean enough;

  /**
   * A walk.
   *
   * @param reader is given each code object
   */
  public CodeObjectWalk(Reader reader, Progress progress) {
    this.reader = reader;
    this.progress = progress;
  }

  /** Takes out of a code object what is wanted. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Reads one.
     *
     * @param inside the place below which what is in it is
     * @return whether others are wanted, too
     */
    boolean read(Place inside, CodeObjectRow row, CodeObject code) throws IOException;
  }

  /**
   * Reads those of an open file; of one whose code is elsewhere, those of the other files.
   *
   * @param step what is done, for progress
   * @throws IOException if the file was closed or has changed
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  CodeObjectWalk file(Document document, String step) throws IOException {
    file(
        document,
        archive -> true,
        (why, binary) -> problem(why),
        count -> progress.begin(step, count, Unit.CODE_OBJECTS),
        progress);
    return this;
  }

  /**
   * Reads those of all files in a tree. Files that occur twice are read once.
   *
   * @param step what is done, for progress
   * @throws IOException if the folder cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  CodeObjectWalk tree(Path folder, Formats formats, String step) throws IOException {
    FolderWalk walk = FolderWalk.of(folder, progress);
    walk.unreadable().forEach(each -> problem(each.path() + ": " + each.words()));
    // Archives that are in the tree are files of their own, however the folder is named.
    Path root = folder.toRealPath();
    progress.begin(step, walk.files().size(), Unit.FILES);
    for (Path file : walk.files()) {
      progress.step(1);
      if (Files.isSymbolicLink(file) || enough) {
        continue;
      }
      try (Document document = formats.open(file, opening(formats))) {
        file(
            document,
            archive -> !archive.startsWith(root),
            missing::put,
            count -> {},
            progress.cancelOnly());
      } catch (IOException unreadable) {
        problem(words(unreadable));
      }
    }
    // Artifacts of a split lie beside each other, and installed their files are in one folder.
    missing.values().removeAll(binaries);
    missing.keySet().forEach(this::problem);
    return this;
  }

  /**
   * Reads those of a file or a tree as one of several; what cannot be read is a problem.
   *
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public void any(CodeSearch.Subject subject, Formats formats, String step) {
    if (enough) {
      return;
    }
    try {
      switch (subject) {
        case CodeSearch.Subject.Open(Document document) -> file(document, step);
        case CodeSearch.Subject.Tree(Path path) -> tree(path, formats, step);
        case CodeSearch.Subject.OnDisk(Path path) -> {
          Path inside = Packages.inside(path, budget, progress.cancelOnly());
          if (!inside.equals(path)) {
            tree(inside, formats, step);
            return;
          }
          try (Document document = formats.open(path, opening(formats))) {
            file(document, step);
          }
        }
      }
    } catch (IOException unreadable) {
      problem(words(unreadable));
    }
  }

  /** Why a file or folder cannot be read, with its name; the system's words may lack the reason. */
  private static String words(IOException failure) {
    return switch (failure) {
      case NoSuchFileException gone when gone.getReason() == null ->
          gone.getFile() + ": the file does not exist";
      case AccessDeniedException denied -> denied.getFile() + ": " + FolderWalk.words(denied);
      default -> String.valueOf(failure.getMessage());
    };
  }

  private Opening opening(Formats formats) {
    return new Opening(formats, progress.cancelOnly(), budget);
  }

  /** How many code objects were read. */
  int codeObjects() {
    return codeObjects;
  }

  /** Returns the problems, a sentence for each thing that could not be read; at most 1,000. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  private void file(
      Document document,
      Predicate<Path> wanted,
      BiConsumer<String, String> lacking,
      IntConsumer counted,
      Progress each)
      throws IOException {
    // The first says where the damage is; the others may follow from it.
    document.problems().stream()
        .limit(1)
        .forEach(damage -> problem(String.valueOf(damage.getMessage())));
    Optional<CodeElsewhere> elsewhere = document.codeElsewhere(wanted, progress.cancelOnly());
    if (elsewhere.isPresent()) {
      try (CodeElsewhere archived = elsewhere.get()) {
        archived.problems().forEach(damage -> problem(String.valueOf(damage.getMessage())));
        if (archived.isMissing()) {
          lacking.accept(document.path() + ": " + archived.whyNone(), archived.binary().orElse(""));
        }
        all(archived.codeObjects(), CodeObjectRow::place, counted, each);
      }
    } else if (document.refusesCodeObjects().isEmpty()) {
      all(document.codeObjects(), document::inside, counted, each);
    }
  }

  private void all(
      CodeObjects found, Function<CodeObjectRow, Place> inside, IntConsumer counted, Progress each)
      throws IOException {
    counted.accept(found.size());
    BitSet rows = new BitSet();
    for (int number = 0; number < found.size(); number++) {
      rows.set(number, found.row(number).usable());
    }
    CodeObjectScan.declare(
        found, rows, refused -> problem(String.valueOf(refused.getMessage())), progress);
    for (int number = 0; number < found.size() && !enough; number++) {
      each.step(1);
      CodeObjectRow row = found.row(number);
      binaries.add(row.binary());
      if (!rows.get(number)) {
        continue;
      }
      try {
        Progress cancel = progress.cancelOnly();
        FiledBundle.codeIn(
            found,
            row,
            budget,
            cancel,
            (target, code) -> {
              codeObjects++;
              enough |= !reader.read(inside.apply(row), row, CodeObject.read(code));
            });
      } catch (FormatException damaged) {
        damaged.throwIfFileChanged();
        problem(String.valueOf(damaged.getMessage()));
      }
    }
  }

  private void problem(String words) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(words);
    }
  }
}
