package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.resolve.PackedArtifacts;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.WorkName;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/**
 * The files that a command is about: one, several, or those of a known kind below folders. Of one
 * file everything is as if there were no others; of several a bad one does not fail the rest.
 */
final class Inputs {
  private final Console console;
  private final List<Named> names;
  private final boolean recursive;
  private final boolean json;
  private final boolean lines;
  private final UnpackBudget budget;
  private @Nullable String key;
  private Supplier<String> nothing = () -> "Nothing in these files matches the selection.";

  private Inputs(
      Console console,
      List<Named> names,
      boolean recursive,
      boolean json,
      boolean lines,
      UnpackBudget budget) {
    this.console = console;
    this.names = names;
    this.recursive = recursive;
    this.json = json;
    this.lines = lines;
    this.budget = budget;
  }

  /** The result for one file. */
  enum Outcome {
    /** The file is of no known kind, and was not named by the user. */
    PASSED_OVER,
    /** The file was processed. */
    DONE,
    /** The file contains nothing that was requested; other files may. */
    NOTHING_FITS,
    /** Something is missing. */
    FINDINGS,
    /** The file could not be read, or not all of it. */
    FAILED;

    /** The result for a file with its problems. */
    Outcome or(int status) {
      return status == ExitStatus.FAILED ? FAILED : this;
    }

    int status() {
      return switch (this) {
        case PASSED_OVER, DONE -> ExitStatus.DONE;
        case NOTHING_FITS, FINDINGS -> ExitStatus.FINDINGS;
        case FAILED -> ExitStatus.FAILED;
      };
    }
  }

  /**
   * A file to read.
   *
   * @param root the folder that was named and that it is below; null if it was named itself
   * @param alone whether it is the only one, and nothing is said of others
   */
  record Item(Path path, @Nullable Path root, boolean alone) {
    /** Whether the command line names it, and not a folder that it is in. */
    boolean named() {
      return root == null;
    }
  }

  /**
   * A file, or what cannot be read among files.
   *
   * @param sizeBytes its size; 0 where that is not known
   * @param closed why it cannot be read; null if it is still to be read
   */
  private record Part(Item item, long sizeBytes, @Nullable IOException closed) {
    static Part of(Item item) {
      long size;
      try {
        size = Files.isRegularFile(item.path()) ? Files.size(item.path()) : 0;
      } catch (IOException notKnown) {
        // It is said when its turn comes.
        size = 0;
      }
      return new Part(item, size, null);
    }
  }

  /** Processes one file. */
  interface Reader {
    Outcome read(Item item, Document document) throws IOException, CliException;
  }

  /**
   * A path on the command line.
   *
   * @param tree whether it is a package, all of which is meant
   */
  private record Named(Path path, boolean tree) {
    /**
     * A path; a folder of packages as they are installed together, or where they are not, each of
     * them and whatever else lies there.
     */
    static Stream<Named> all(Path path, UnpackBudget budget, Console console) {
      List<Path> packages = List.of();
      Path tree = path;
      try {
        packages = Packages.in(path);
        tree =
            packages.isEmpty()
                ? artifacts(path, budget, console)
                : Packages.whole(path, budget, console.progress());
      } catch (IOException notTogether) {
        // Each is read, and what is damaged is said when its turn comes.
        tree = path;
      }
      if (!tree.equals(path)) {
        return Stream.of(new Named(tree, true));
      }
      return packages.isEmpty()
          ? Stream.of(of(path, false, budget, console))
          : Stream.concat(
              packages.stream().map(each -> of(each, false, budget, console)),
              Stream.of(new Named(path, true)));
    }

    /** A folder with packed artifacts as one tree, in which they are unpacked; else the path. */
    private static Path artifacts(Path path, UnpackBudget budget, Console console)
        throws IOException {
      if (!Files.isDirectory(path)
          || ArtifactInput.in(path).stream().allMatch(Files::isDirectory)) {
        return path;
      }
      try {
        return PackedArtifacts.inside(path, budget, console.progress());
      } catch (IOException notTogether) {
        console.error(
            "%s: its packed artifacts are left out: %s"
                .formatted(path, ErrorLine.ofFile(notTogether)));
        return path;
      }
    }

    /**
     * @param whole whether a package is meant as one file
     */
    static Named of(Path path, boolean whole, UnpackBudget budget, Console console) {
      if (CodeObjectUri.of(path).isPresent()) {
        return new Named(path, false);
      }
      if (whole && Files.isRegularFile(path)) {
        // Large packages take long to unpack; as one file it is read once, by its format.
        return new Named(path, false);
      }
      try {
        if (whole && Files.isDirectory(path)) {
          Path tree = artifacts(path, budget, console);
          return new Named(tree, !tree.equals(path));
        }
        Path inside = Packages.inside(path, budget, console.progress());
        boolean top = !inside.equals(path) && inside.getParent() == null;
        return top && whole ? new Named(path, false) : new Named(inside, top);
      } catch (IOException damaged) {
        // It is said when its turn comes.
        return new Named(path, false);
      }
    }
  }

  /** Those that an operation's arguments name; of a package what is in it. */
  static Inputs of(List<Path> files, Arguments given, Console console) {
    return of(files, given, console, false);
  }

  /** Returns the inputs, where a package is a file like any other. */
  static Inputs whole(List<Path> files, Arguments given, Console console) {
    return of(files, given, console, true);
  }

  private static Inputs of(List<Path> files, Arguments given, Console console, boolean whole) {
    // As files, packages that are named together are each one.
    Stream<Path> each =
        files.stream()
            .flatMap(file -> whole ? Packages.each(List.of(file)).stream() : Stream.of(file));
    UnpackBudget budget =
        UnpackBudget.operation(
            given.get(CommonOptions.ALLOW_LARGE) || given.get(ExtractSettings.LARGE));
    return new Inputs(
        console,
        each.flatMap(
                file ->
                    whole
                        ? Stream.of(Named.of(file, true, budget, console))
                        : Named.all(file, budget, console))
            .toList(),
        given.get(CommonOptions.RECURSIVE),
        given.get(CommonOptions.JSON),
        given.get(CommonOptions.JSON_LINES),
        budget);
  }

  /** How much the command may unpack of all files together. */
  UnpackBudget budget() {
    return budget;
  }

  /** Opens archives for the rows of one key, which their indices lead to. */
  Inputs ofKey(@Nullable String only) {
    key = only;
    return this;
  }

  /** Sets the message for several files, or a tree, in which nothing fits. */
  Inputs sayingOfNothing(Supplier<String> words) {
    nothing = words;
    return this;
  }

  /** Whether nothing but one file is meant. */
  boolean alone() {
    return names.size() == 1 && !recursive && !names.getFirst().tree();
  }

  /** Whether JSON is requested, in any form. */
  boolean isJson() {
    return json || lines;
  }

  /** The output in the form that is requested. */
  FileReports reports() {
    return new FileReports(
        console,
        lines
            ? FileReports.Form.LINES
            : !json
                ? FileReports.Form.TEXT
                : alone() ? FileReports.Form.DOCUMENT : FileReports.Form.DOCUMENTS);
  }

  /**
   * Reads all of them, the text of each apart from the others'.
   *
   * @param out receives the problems of files that cannot be read, if JSON is requested
   * @return the exit status
   */
  int each(FileReports out, Reader reader) throws IOException, CliException {
    return Interruptible.run(progress -> new Pass(out, reader).run(), console);
  }

  /** Reads all inputs; prints nothing but errors. */
  int each(Reader reader) throws IOException, CliException {
    return Interruptible.run(progress -> new Pass(null, reader).run(), console);
  }

  /** Checks a file before any file is processed. */
  interface Look {
    void at(Item item, Document document) throws IOException, CliException;
  }

  /** Processes all readable files; the others are reported when they are read again. */
  void look(Look look) throws IOException, CliException {
    new Pass(
            null,
            (item, document) -> {
              look.at(item, document);
              return Outcome.DONE;
            })
        .silently()
        .run();
  }

  /** One way through all files. */
  private final class Pass {
    private final @Nullable FileReports out;
    private final Reader reader;
    private boolean silent;
    private boolean done;
    private boolean nothingFits;
    private int status = ExitStatus.DONE;

    Pass(@Nullable FileReports out, Reader reader) {
      this.out = out;
      this.reader = reader;
    }

    Pass silently() {
      silent = true;
      return this;
    }

    private void say(String words) {
      if (!silent) {
        console.error(words);
      }
    }

    int run() throws IOException, CliException {
      if (alone() && !lines) {
        Path file = names.getFirst().path();
        refuseFolder(file);
        return read(new Item(file, null, true)).status();
      }
      List<Part> parts = new ArrayList<>();
      for (Named name : names) {
        named(name, parts);
      }
      if (parts.size() > 1) {
        all(parts);
      } else {
        for (Part part : parts) {
          one(part);
        }
      }
      if (status == ExitStatus.DONE && !done) {
        // Of one file by itself its reader has said so.
        if (!silent && !alone()) {
          console.note(
              nothingFits ? nothing.get() : "There is no file of a known kind in the given paths.");
        }
        return ExitStatus.FINDINGS;
      }
      return status;
    }

    private Outcome read(Item item) throws IOException, CliException {
      try (Document document = Input.open(item.path(), budget, key, console)) {
        if (!silent) {
          for (String note : document.openingNotes()) {
            console.found(List.of(OperationNote.note("opening", item.path(), note)));
            console.note("note: " + note);
          }
        }
        if (!item.named() && !document.format().isRead()) {
          return Outcome.PASSED_OVER;
        }
        return reader.read(item, document);
      }
    }

    /** Reads files with one total of them all. */
    private void all(List<Part> parts) throws IOException {
      String what =
          (silent ? "Looking at %s" : "Reading %s").formatted(CountText.of(parts.size(), "file"));
      Progress whole =
          console.parts(what, parts.stream().mapToLong(Part::sizeBytes).sum(), Unit.BYTES);
      try {
        for (Part part : parts) {
          one(part);
          whole.step(part.sizeBytes());
        }
      } finally {
        console.endParts();
      }
    }

    private void one(Part part) throws IOException {
      if (part.closed() == null) {
        one(part.item());
      } else {
        failed(part.item().path(), ErrorLine.ofFile(part.closed()));
      }
    }

    private void named(Named name, List<Part> parts) {
      Path path = name.path();
      if (!(recursive || name.tree()) || !Files.isDirectory(path)) {
        parts.add(Part.of(new Item(path, null, alone())));
        return;
      }
      FolderWalk walk;
      try {
        walk = FolderWalk.of(path, console.progress());
      } catch (IOException closed) {
        parts.add(new Part(new Item(path, null, false), 0, closed));
        return;
      }
      for (Path file : walk.files()) {
        // Files being written, or left behind, are not part of the tree.
        if (WorkName.of(String.valueOf(file.getFileName())).isEmpty()) {
          parts.add(Part.of(new Item(file, path, false)));
        }
      }
      for (FolderWalk.Unreadable closed : walk.unreadable()) {
        parts.add(new Part(new Item(closed.path(), path, false), 0, closed.failure()));
      }
    }

    private void one(Item item) throws IOException {
      console.progress().step(0);
      try {
        refuseFolder(item.path());
        Outcome outcome = read(item);
        done |= outcome == Outcome.DONE;
        nothingFits |= outcome == Outcome.NOTHING_FITS;
        status = Math.max(status, outcome == Outcome.NOTHING_FITS ? 0 : outcome.status());
        if (out != null) {
          out.done();
        }
      } catch (CliException known) {
        if (known.status() == ExitStatus.FINDINGS) {
          say(String.valueOf(known.getMessage()));
          status = Math.max(status, ExitStatus.FINDINGS);
        } else {
          failed(item.path(), String.valueOf(known.getMessage()));
        }
      } catch (UncheckedIOException failure) {
        unreadable(item.path(), Objects.requireNonNull(failure.getCause()));
      } catch (IOException failure) {
        unreadable(item.path(), failure);
      }
    }

    private void unreadable(Path path, IOException failure) throws IOException {
      if (failure instanceof Console.OutputFailure) {
        throw failure;
      }
      if (failure instanceof FormatException known && out != null && out.isJson()) {
        out.print(path, new Facts().list("problems", List.of(known), Facts::describe));
        out.done();
        say(String.valueOf(known.getMessage()));
        status = ExitStatus.FAILED;
        return;
      }
      failed(path, ErrorLine.ofFile(failure));
    }

    private void failed(Path path, String words) throws IOException {
      status = ExitStatus.FAILED;
      say(words);
      if (out != null && out.isJson()) {
        out.print(
            path,
            new Facts()
                .list("problems", List.of(words), (message, row) -> row.text("message", message)));
        out.done();
      }
    }

    private static void refuseFolder(Path file) throws IOException {
      if (Files.isDirectory(file)) {
        throw new FileSystemException(
            file.toString(),
            null,
            "expected a file, found a folder; --recursive reads what is in it");
      }
    }
  }

  /** Returns the lines that separate the text of a file from that of others and name the file. */
  static List<String> heading(Item item, boolean first) {
    String name = item.path() + ":";
    return item.alone() ? List.of() : first ? List.of(name) : List.of("", name);
  }
}
