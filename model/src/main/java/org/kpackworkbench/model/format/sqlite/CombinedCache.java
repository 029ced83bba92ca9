package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.sqlite.JDBC;
import org.sqlite.ProgressHandler;

/**
 * A kernel cache of rocFFT, whose rows name their architecture, and copies of it with fewer rows;
 * rows have code objects, or, in its older table, name the files that have them. Not safe for use
 * by several threads.
 */
public final class CombinedCache implements CodeStore {
  /** How many of a file's first bytes {@link #isDatabase} checks. */
  static final int START_BYTES = 16;

  /** Advice about a database that changes while it is read. */
  static final String CLOSE_WRITER = "Close the program that writes it.";

  private static final KernelTable CODE = KernelTable.ROCFFT;
  private static final List<KernelTable> TABLES = List.of(CODE, KernelTable.ROCFFT_FILES);

  private final SqliteFile file;

  private final List<KernelTable> tables;

  private final Path path;

  private final List<StoredCode> rows = new ArrayList<>();

  private CombinedCache(Path path, SqliteFile file, List<KernelTable> tables) {
    this.path = path;
    this.file = file;
    this.tables = tables;
  }

  /** Whether a file is a database, by its first bytes. */
  static boolean isDatabase(byte[] start) {
    return new String(start, StandardCharsets.ISO_8859_1).startsWith(SqliteFormat.MAGIC);
  }

  /**
   * Opens one.
   *
   * @param bytes all of the file
   * @return null for a database that is no such cache
   * @throws FormatException if it cannot be read, or the file is not all of it, or a program has it
   *     open to write
   */
  static @Nullable CombinedCache open(Path path, ByteView bytes, Progress progress)
      throws FormatException {
    SqliteFile file = new SqliteFile(new Place.File(path), bytes);
    try {
      List<KernelTable> tables = new ArrayList<>();
      for (KernelTable table : TABLES) {
        if (table.fits(table.table(), file.columns(table.table(), progress))) {
          tables.add(table);
        }
      }
      if (tables.isEmpty()) {
        file.close();
        return null;
      }
      for (FormatException problem : file.aside()) {
        throw problem;
      }
      if (!file.texts("schema", "SELECT 1 FROM sqlite_schema WHERE type = 'trigger'", progress)
          .isEmpty()) {
        throw file.error("schema", Reason.UNSUPPORTED)
            .mismatch(
                "tables and indices, as rocFFT makes them",
                "a trigger, which would run when rows are deleted");
      }
      CombinedCache cache = new CombinedCache(path, file, tables);
      cache.readRows(progress);
      return cache;
    } catch (FormatException | RuntimeException failure) {
      file.close();
      throw failure;
    }
  }

  @Override
  public boolean refersToOthers() {
    return tables.contains(KernelTable.ROCFFT_FILES);
  }

  @Override
  public boolean isOnlyCode() {
    return true;
  }

  @Override
  public List<StoredCode> entries() {
    return List.copyOf(rows);
  }

  /** Reads the rows, and leaves out those with no text in the column of architectures. */
  private void readRows(Progress progress) throws FormatException {
    for (KernelTable table : tables) {
      boolean code = table.equals(CODE);
      file.query(
          "table " + table.table(),
          "SELECT %1$s, count(*), sum(length(%2$s)) FROM %3$s WHERE typeof(%1$s) = 'text' GROUP BY %1$s ORDER BY %1$s"
              .formatted(table.target(), table.code(), table.table()),
          progress,
          row ->
              rows.add(
                  StoredCode.filed(
                      rows.size(),
                      row.getString(1),
                      code ? row.getInt(2) : 0,
                      code ? row.getLong(3) : 0)));
    }
  }

  @Override
  public long sizeWithout(SortedSet<Integer> gone) throws FormatException {
    long less = gone.stream().mapToLong(number -> rows.get(number).sizeBytes()).sum();
    return Math.max(1, path.toFile().length() - less);
  }

  /**
   * Writes a copy without the rows of some architectures; what is left is stored again, without
   * gaps. Other tables stay.
   *
   * @throws IOException also where the cache changes meanwhile
   * @throws CancellationException if the progress says so
   */
  @Override
  public void writeWithout(SortedSet<Integer> gone, Path output, Writing writing)
      throws IOException {
    Set<String> archs =
        gone.stream().map(number -> rows.get(number).text()).collect(Collectors.toSet());
    copyWithout(path, archs, output, writing.progress());
  }

  private static void copyWithout(Path source, Set<String> archs, Path output, Progress progress)
      throws IOException {
    Path work = output.resolveSibling(output.getFileName() + ".rows");
    List<KernelTable> tables = List.of();
    try {
      BasicFileAttributes before = Files.readAttributes(source, BasicFileAttributes.class);
      FileCopy.content(source, work, progress.cancelOnly());
      BasicFileAttributes after = Files.readAttributes(source, BasicFileAttributes.class);
      if (before.size() != after.size()
          || !before.lastModifiedTime().equals(after.lastModifiedTime())) {
        throw FormatException.in(
                source.toString(), SqliteFormat.FORMAT.words(), "", Reason.FILE_CHANGED)
            .found("a change while it was read")
            .advice(CLOSE_WRITER)
            .build();
      }
      try (OpenFile file = OpenFile.open(source);
          CombinedCache open = open(source, file.view(), progress)) {
        if (open == null) {
          throw new IOException(source + ": it is no longer a kernel cache of rocFFT");
        }
        tables = open.tables;
      }
      delete(work, tables, archs, output, progress);
    } catch (SQLException failure) {
      if (progress.cancelled()) {
        throw new CancellationException("cancelled");
      }
      throw FormatException.in(
              source.toString(),
              SqliteFormat.FORMAT.words(),
              tables.stream()
                  .map(each -> "table " + each.table())
                  .collect(Collectors.joining(", ")),
              Reason.BAD_VALUE)
          .expected("a database whose rows SQLite can delete")
          .found(SqliteFile.words(failure.getMessage()))
          .cause(failure)
          .build();
    } finally {
      for (String ending : List.of("", "-journal", "-wal", "-shm")) {
        Files.deleteIfExists(work.resolveSibling(work.getFileName() + ending));
      }
    }
  }

  private static void delete(
      Path work, List<KernelTable> tables, Set<String> archs, Path output, Progress progress)
      throws SQLException {
    try (Connection connection =
        JDBC.createConnection(
            // As a URI: a path may have a question mark in it.
            "jdbc:sqlite:"
                + work.toAbsolutePath().toUri().toString().replace("file:///", "file:/")
                + "?mode=rw",
            new Properties())) {
      SqliteFile.stopWhenCancelled(connection, progress);
      try (var statement = connection.createStatement()) {
        statement.execute("PRAGMA trusted_schema = OFF");
        statement.execute("PRAGMA cell_size_check = ON");
        // Only the result gets a name, so there is nothing to take back.
        statement.execute("PRAGMA journal_mode = OFF");
        statement.execute("PRAGMA synchronous = OFF");
        try (ResultSet check = statement.executeQuery("PRAGMA quick_check(1)")) {
          String first = check.next() ? check.getString(1) : "nothing";
          if (!first.equals("ok")) {
            throw new SQLException(first);
          }
        }
        for (KernelTable table : tables) {
          try (PreparedStatement delete =
              connection.prepareStatement(
                  "DELETE FROM %s WHERE %s = ?".formatted(table.table(), table.target()))) {
            for (String arch : archs) {
              delete.setString(1, arch);
              delete.executeUpdate();
            }
          }
        }
      }
      try (PreparedStatement vacuum = connection.prepareStatement("VACUUM INTO ?")) {
        vacuum.setString(1, output.toAbsolutePath().toString());
        vacuum.execute();
      } finally {
        ProgressHandler.clearHandler(connection);
      }
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
