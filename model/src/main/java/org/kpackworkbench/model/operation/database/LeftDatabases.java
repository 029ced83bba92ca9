package org.kpackworkbench.model.operation.database;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Counts files of databases that an operation could move and leaves, since their databases are not
 * named. For one thread.
 */
public final class LeftDatabases {
  /** The option that names databases to move. */
  public static final String OPTION = "--split-databases";

  /** Rule of the notes, for programs. */
  public static final String RULE = "database-left";

  private final Databases others;
  private final Map<String, Left> left = new TreeMap<>();

  private static final class Left {
    private final Set<String> architectures = new TreeSet<>();

    /** Whether one of them may have kernels for several architectures. */
    private boolean combined;

    private int files;
    private long sizeBytes;
  }

  /**
   * Counts files of all databases but some.
   *
   * @param named the names of the databases that are moved
   */
  public LeftDatabases(Databases installed, Collection<String> named) {
    others = installed.without(named);
  }

  /** The option that names databases to move. */
  public static Option.Builder<List<String>> option(String help) {
    return Option.of(
            OptionKind.names("databases, such as rocblas", Databases.installed().names()), OPTION)
        .label("NAME")
        .help(help)
        .spread()
        .title("Databases");
  }

  /**
   * Counts a file if it is a database's, for some architectures.
   *
   * @param path its path, relative to its stage prefix, with {@code /}
   */
  public void add(String path, long sizeBytes) {
    Optional<DatabaseFile> found = others.recognise(path);
    Optional<GpuTarget> architecture = found.map(DatabaseFile::architecture);
    if (architecture.isPresent() || others.combined(Databases.whole(path)).isPresent()) {
      Left one = left.computeIfAbsent(found.orElseThrow().database(), name -> new Left());
      architecture.map(GpuTarget::toString).ifPresent(one.architectures::add);
      one.combined |= architecture.isEmpty();
      one.files++;
      one.sizeBytes += sizeBytes;
    }
  }

  /**
   * One note for each database.
   *
   * @param file what has the files
   * @param stay where they stay, as a clause without its subject
   * @param advice what moves them, by the name of the database
   */
  public List<OperationNote> notes(Path file, String stay, UnaryOperator<String> advice) {
    List<OperationNote> notes = new ArrayList<>();
    left.forEach(
        (name, one) ->
            notes.add(
                OperationNote.note(
                    RULE,
                    file,
                    "%s %s %s"
                        .formatted(words(name), CountText.word(one.files, "stays", "stay"), stay),
                    advice.apply(name)
                        + (one.combined
                            ? " A database moves whose kernels are for one architecture; prune"
                                + " removes the others."
                            : ""))));
    return notes;
  }

  /** Returns what was counted, in words; empty if nothing was. */
  public String words() {
    return left.keySet().stream().map(this::words).collect(Collectors.joining("; "));
  }

  /** The names of the databases of which files were counted. */
  public List<String> names() {
    return List.copyOf(left.keySet());
  }

  private String words(String name) {
    Left one = Objects.requireNonNull(left.get(name));
    List<String> architectures = List.copyOf(one.architectures);
    return "%s of %s (%s%s)"
        .formatted(
            CountText.of(one.files, "file"),
            name,
            architectures.isEmpty() ? "" : ListText.some(architectures) + "; ",
            SizeText.of(one.sizeBytes));
  }
}
