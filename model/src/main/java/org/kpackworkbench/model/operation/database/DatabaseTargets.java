package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;

/**
 * Which architecture the files of databases are for: by their paths, and those of a combined one by
 * its rows. Rows are read once for each file. For one thread.
 */
public final class DatabaseTargets {
  private final Databases databases;
  private final Progress progress;
  private final Map<Path, Rows> known = new HashMap<>();

  /** For files of some databases. */
  public DatabaseTargets(Databases databases, Progress progress) {
    this.databases = databases;
    this.progress = progress;
  }

  /**
   * Architectures of the rows of a file that may have rows of several.
   *
   * @param architectures the processors, sorted; rows with features count for the bare one
   * @param problem why they cannot be told; empty if they can
   */
  record Rows(Set<GpuTarget> architectures, String problem) {
    /** The only architecture; null if there are several, or none can be told. */
    @Nullable GpuTarget only() {
      return problem.isEmpty() && architectures.size() == 1
          ? architectures.iterator().next()
          : null;
    }
  }

  /**
   * The architecture that a file is for; null if it is for several or is no database's.
   *
   * @param file where it is
   * @param path its path, relative to its stage prefix, with {@code /}
   */
  public @Nullable GpuTarget of(Path file, String path) throws IOException {
    Optional<DatabaseFile> found = databases.recognise(path);
    String whole = Databases.whole(path);
    if (found.isEmpty() || databases.combined(whole).isEmpty()) {
      return found.map(DatabaseFile::architecture).orElse(null);
    }
    String name = whole.substring(whole.lastIndexOf('/') + 1);
    return rows(file.resolveSibling(name)).only();
  }

  /** Returns the architectures of the rows of a combined database. */
  Rows rows(Path database) throws IOException {
    Rows rows = known.get(database);
    if (rows == null) {
      rows = read(database);
      known.put(database, rows);
    }
    return rows;
  }

  private Rows read(Path database) throws IOException {
    for (String changes : Databases.CHANGES) {
      Path beside = database.resolveSibling(database.getFileName() + changes);
      if (Files.exists(beside) && Files.size(beside) > 0) {
        return new Rows(Set.of(), "with changes in %s".formatted(beside.getFileName()));
      }
    }
    Set<GpuTarget> architectures = new TreeSet<>();
    try (Document document = StandardFormats.all().open(database, progress)) {
      if (!(document instanceof SqliteDocument tables)) {
        return new Rows(Set.of(), "whose rows cannot be read: " + document.format().words());
      }
      for (String arch : tables.architectures()) {
        if (arch.isEmpty()) {
          return new Rows(Set.of(), "with rows that name no architecture");
        }
        architectures.add(GpuTarget.lenient(arch).bare());
      }
      if (!document.problems().isEmpty()) {
        throw document.problems().getFirst();
      }
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      return new Rows(Set.of(), "whose rows cannot be read: " + damaged.words());
    }
    return architectures.isEmpty()
        ? new Rows(Set.of(), "without kernels")
        : new Rows(Collections.unmodifiableSet(architectures), "");
  }
}
