package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.sqlite.SqliteFormat;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Notes about files of kernel databases, for operations that move or remove them. */
public final class DatabaseNotes {
  /** Rule of notes about links, for programs. */
  public static final String LINK = "database-link";

  /** Rule of notes about files without an architecture, for programs. */
  public static final String RECOGNISED = "database-recognised";

  /** How many files of a folder are said one by one; more of them are counted. */
  private static final int MOST_OF_A_FOLDER = 5;

  private static final String BEGINNING = "it is";

  /** A file elsewhere and by another name is not opened to look for a database in it. */
  private static final Pattern MAY_BE_DATABASE =
      Pattern.compile(
          "(?i)(?:.*/)?(?:rocfft|miopen)[^/]*(?:/.*)?|.*(?:db|sqlite|cache|kernel|fft)[^/]*");

  private DatabaseNotes() {}

  /**
   * Returns the notes about a file that an operation would move, if it can.
   *
   * @param databases those whose files move
   * @param targets which architecture files are for
   * @param file where it is
   * @param path its path, relative to its stage prefix, with {@code /}
   * @param stays where the operation leaves what it cannot move, as a clause
   */
  public static List<OperationNote> of(
      Databases installed,
      Databases databases,
      DatabaseTargets targets,
      Path file,
      String path,
      long sizeBytes,
      String stays)
      throws IOException {
    List<OperationNote> notes = new ArrayList<>();
    missed(installed, file, path, stays).ifPresent(notes::add);
    Optional<String> combined = databases.combined(path);
    if (combined.isPresent() && targets.of(file, path) == null) {
      notes.add(combined(file, combined.get(), targets.rows(file), stays));
    }
    if (sizeBytes > 0) {
      databases
          .uncommitted(path)
          .ifPresent(database -> notes.add(uncommitted(file, database, "moved together")));
    }
    return notes;
  }

  /**
   * A file with changes of a database that are not in the database yet.
   *
   * @param database the path of the database
   * @param done what is done with both of them, as a participle
   */
  public static OperationNote uncommitted(Path file, String database, String done) {
    return OperationNote.warning(
        "database-uncommitted",
        file,
        "it has changes that are not in %s yet: both are %s"
            .formatted(database.substring(database.lastIndexOf('/') + 1), done),
        "Close the program that has the database open, or let SQLite apply them: sqlite3 FILE"
            + " 'PRAGMA wal_checkpoint(TRUNCATE)'");
  }

  /**
   * A file that may have the kernels of several architectures, and can move to none of them.
   *
   * @param database the database that it belongs to
   * @param stays where the operation leaves it, as a clause
   */
  private static OperationNote combined(
      Path file, String database, DatabaseTargets.Rows rows, String stays) {
    List<String> architectures = rows.architectures().stream().map(GpuTarget::toString).toList();
    return OperationNote.warning(
        RECOGNISED,
        file,
        "it is a file of %s %s: %s"
            .formatted(
                database,
                architectures.isEmpty()
                    ? rows.problem()
                    : "with the kernels of several architectures, " + ListText.some(architectures),
                stays),
        architectures.isEmpty()
            ? ""
            : "Remove the kernels of other architectures with prune, or pack them with"
                + " pack-database.");
  }

  /**
   * Returns a note about a symbolic link whose name is for another architecture than its target, be
   * it a file or a folder; empty if all is well.
   *
   * @param databases those whose files move
   * @param path the link's path, as in {@link #of}
   */
  public static Optional<OperationNote> link(Databases databases, Path link, String path)
      throws IOException {
    return linkWords(databases, link, path)
        .map(
            words ->
                OperationNote.warning(
                    LINK, link, words, "Replace the link with a copy, and split again."));
  }

  /** Likewise in words, as a clause. */
  public static Optional<String> linkWords(Databases databases, Path link, String path)
      throws IOException {
    Path target = Files.readSymbolicLink(link);
    @Nullable GpuTarget own = architecture(databases, Path.of(path));
    @Nullable GpuTarget other =
        architecture(databases, Path.of(path).resolveSibling(target.toString()).normalize());
    return own == null || other == null || own.equals(other)
        ? Optional.empty()
        : Optional.of(
            "it is a symbolic link for %s to %s, which is for %s: where only one of the two is installed, it leads to nothing or is missing"
                .formatted(own, target, other));
  }

  /** Returns the architecture of a file or of the files in a folder; null if that is not known. */
  private static @Nullable GpuTarget architecture(Databases databases, Path path) {
    String text = path.toString().replace('\\', '/');
    return Stream.of(text, text + "/-")
        .flatMap(each -> databases.recognise(each).stream())
        .map(DatabaseFile::architecture)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns a note about a file or link whose path contains an architecture that no recogniser
   * knows, or about a database of kernels by another name; empty if all is well.
   *
   * @param installed all databases, whether their files move or not
   * @param path as in {@link #of}
   * @param stays where the operation leaves it, as a clause
   */
  public static Optional<OperationNote> missed(
      Databases installed, Path file, String path, String stays) throws IOException {
    Optional<String> missed = installed.missed(path);
    return missed.isPresent()
        ? missed.map(name -> missed(file, name, stays))
        : unnamed(installed, file, path).map(library -> unnamed(file, library, stays));
  }

  /**
   * The library that made a database of kernels which no recogniser knows by its name; empty for
   * every other file.
   *
   * @param path as in {@link #of}
   */
  public static Optional<String> unnamed(Databases installed, Path file, String path)
      throws IOException {
    return MAY_BE_DATABASE.matcher(path).matches()
            && installed.recognise(path).isEmpty()
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? SqliteFormat.libraryOf(file, Progress.NONE)
        : Optional.empty();
  }

  private static OperationNote unnamed(Path file, String library, String stays) {
    return OperationNote.warning(
        RECOGNISED,
        file,
        "it is a database of kernels of %s, but no recogniser knows its name: %s"
            .formatted(library, stays),
        "Give it the name by which %s opens it, or pack it with pack-database.".formatted(library));
  }

  /**
   * A file whose path contains an architecture that no recogniser knows.
   *
   * @param database the database in whose place it is
   * @param stays where the operation leaves it, as a clause
   */
  public static OperationNote missed(Path file, String database, String stays) {
    return OperationNote.warning(
        RECOGNISED,
        file,
        "it is a file of %s whose name contains an architecture, but no recogniser assigns it to one: %s"
            .formatted(database, stays));
  }

  /**
   * How notes, or findings, are read and made that are grouped.
   *
   * @param rule the rule that one is of
   * @param file the file that one is about
   * @param message what one says
   */
  public record Told<T>(
      Function<T, String> rule,
      Function<T, Path> file,
      Function<T, String> message,
      About<T> about) {

    /** Makes the same about another file, in other words. */
    public interface About<T> {
      /** Returns one like {@code one}, about {@code file}, that says {@code message}. */
      T make(T one, Path file, String message);
    }
  }

  private static final Told<OperationNote> NOTES =
      new Told<>(
          OperationNote::rule,
          OperationNote::file,
          OperationNote::message,
          (one, file, message) ->
              new OperationNote(one.severity(), one.rule(), file, message, one.advice()));

  /** Groups notes. */
  public static List<OperationNote> grouped(List<OperationNote> notes) {
    return grouped(notes, NOTES);
  }

  /**
   * Groups notes or findings: one for each folder with many files without an architecture that say
   * the same.
   */
  public static <T> List<T> grouped(List<T> all, Told<T> told) {
    Map<T, List<T>> groups = new LinkedHashMap<>();
    for (T one : all) {
      Path folder =
          told.rule().apply(one).equals(RECOGNISED) ? told.file().apply(one).getParent() : null;
      T key = folder == null ? one : told.about().make(one, folder, told.message().apply(one));
      groups.computeIfAbsent(key, first -> new ArrayList<>()).add(one);
    }
    List<T> result = new ArrayList<>();
    groups.forEach(
        (key, alike) -> {
          if (alike.size() <= MOST_OF_A_FOLDER || !told.rule().apply(key).equals(RECOGNISED)) {
            result.addAll(alike);
          } else {
            List<Path> files = alike.stream().map(told.file()).toList();
            String message = many(files, told.message().apply(key));
            result.add(told.about().make(key, told.file().apply(key), message));
          }
        });
    return result;
  }

  /**
   * Returns one message about many files of one folder.
   *
   * @param message what is said of each of them, from {@code it is} on
   */
  private static String many(List<Path> files, String message) {
    List<String> names =
        files.stream()
            .map(file -> String.valueOf(file.getFileName()))
            .sorted(NaturalOrder.INSTANCE)
            .toList();
    return "%d files in it, %s: each is%s"
        .formatted(names.size(), ListText.some(names), message.substring(BEGINNING.length()));
  }
}
