package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.database.Databases;
import org.sqlite.JDBC;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;

/**
 * A database as SQLite reads it, opened by the first query. One query at a time: safe for use by
 * many threads, which wait for one another.
 */
final class SqliteFile implements AutoCloseable {
  /** A database inside another file is read in memory, up to this size. */
  private static final int MOST_IN_MEMORY_BYTES = 256 << 20;

  /** The number of SQLite's virtual machine instructions between two checks for cancellation. */
  private static final int STEPS_BETWEEN_QUESTIONS = 10_000;

  /** Where SQLite locks: a byte that announces a writer, one that reserves, 510 of readers. */
  private static final long LOCKS_AT = 0x40000000L;

  private static final int LOCK_BYTES = 512;

  /** Advice about damaged pages. */
  static final String COPY_AGAIN =
      "Copy it again from its source; sqlite3 FILE .recover saves what it can.";

  /** Where the header has the versions of the format for writing and for reading. */
  private static final int VERSIONS_AT = 18;

  private static final byte WITHOUT_LOG = 1;
  private static final byte WITH_LOG = 2;

  private final ByteView bytes;
  private final @Nullable Path named;
  private final @Nullable Path path;
  private @Nullable Connection connection;
  private boolean closed;

  SqliteFile(Place place, ByteView bytes) {
    this.bytes = bytes;
    this.named =
        switch (place) {
          case Place.File file -> file.file();
          case Place.Entry entry -> entry.target();
          default -> null;
        };
    // SQLite reads a file by itself; what is in memory only has to be given to it.
    this.path =
        named != null
                && named.getFileSystem().equals(FileSystems.getDefault())
                && named.toFile().length() == bytes.size()
            ? named
            : null;
  }

  /**
   * Reader of a row of a query's results.
   *
   * @param <X> what else it throws
   */
  @FunctionalInterface
  interface RowReader<X extends Exception> {
    /** Reads the row that the results are at. */
    void read(ResultSet row) throws SQLException, X;
  }

  /**
   * Runs a query.
   *
   * @param what what is read, for errors, such as {@code "table cache_v1"}
   * @throws FormatException if SQLite cannot read it
   * @throws X what the reader throws
   * @throws CancellationException if {@code progress} says so
   */
  synchronized <X extends Exception> void query(
      String what, String sql, Progress progress, RowReader<X> reader) throws FormatException, X {
    try {
      Connection open = open();
      stopWhenCancelled(open, progress);
      try (PreparedStatement statement = open.prepareStatement(sql)) {
        try (ResultSet results = statement.executeQuery()) {
          while (results.next()) {
            progress.step(0);
            reader.read(results);
          }
        }
      } finally {
        ProgressHandler.clearHandler(open);
      }
    } catch (SQLException failure) {
      if (progress.cancelled()) {
        throw new CancellationException("cancelled");
      }
      throw unreadable(what, failure);
    }
  }

  /** Has SQLite ask in its steps whether to go on, until its handler is cleared. */
  static void stopWhenCancelled(Connection connection, Progress progress) throws SQLException {
    ProgressHandler.setHandler(
        connection,
        STEPS_BETWEEN_QUESTIONS,
        new ProgressHandler() {
          @Override
          protected int progress() {
            return progress.cancelled() ? 1 : 0;
          }
        });
  }

  /** Runs a query as {@link #query} does, and returns its first column as text. */
  List<String> texts(String what, String sql, Progress progress) throws FormatException {
    List<String> texts = new ArrayList<>();
    query(what, sql, progress, row -> texts.add(Objects.requireNonNullElse(row.getString(1), "")));
    return texts;
  }

  /** The columns of a table, in their order; none if there is no such table. */
  Set<String> columns(String table, Progress progress) throws FormatException {
    return new LinkedHashSet<>(
        texts(
            "columns of " + table,
            "SELECT name FROM pragma_table_info('%1$s') WHERE EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '%1$s')"
                .formatted(table.replace("'", "''")),
            progress));
  }

  private Connection open() throws SQLException, FormatException {
    Connection known = connection;
    if (known != null) {
      return known;
    }
    if (closed) {
      throw error("", Reason.CLOSED).build();
    }
    Connection opened = path == null ? inMemory() : connect(uri(path));
    try (var statement = opened.createStatement()) {
      // A schema may call functions; those of a file that is only read are not to be run.
      statement.execute("PRAGMA trusted_schema = OFF");
      statement.execute("PRAGMA cell_size_check = ON");
      statement.execute("PRAGMA mmap_size = 0");
    } catch (SQLException failure) {
      opened.close();
      throw failure;
    }
    connection = opened;
    return opened;
  }

  /** Without the list of drivers, which other code may have changed. */
  private static Connection connect(String url) throws SQLException {
    return JDBC.createConnection(url, new Properties());
  }

  /** Immutable: no lock is taken, and what lies beside the file is left alone. */
  private static String uri(Path path) {
    return "jdbc:sqlite:"
        + path.toUri().toString().replace("file:///", "file:/")
        + "?mode=ro&immutable=1";
  }

  private Connection inMemory() throws SQLException, FormatException {
    if (bytes.size() > MOST_IN_MEMORY_BYTES) {
      throw error("", Reason.TOO_LARGE)
          .expected(
              "at most %d bytes in a database inside another file".formatted(MOST_IN_MEMORY_BYTES))
          .found(Long.toString(bytes.size()))
          .advice("Extract it from the file that contains it, and open it alone.")
          .build();
    }
    Connection opened = connect("jdbc:sqlite::memory:");
    try {
      byte[] all = bytes.bytes(0, (int) bytes.size());
      // A database in memory has no log beside it, and SQLite refuses one that may have one.
      for (int at = VERSIONS_AT; at < Math.min(all.length, VERSIONS_AT + 2); at++) {
        all[at] = all[at] == WITH_LOG ? WITHOUT_LOG : all[at];
      }
      opened.unwrap(SQLiteConnection.class).deserialize("main", all);
      return opened;
    } catch (SQLException | FormatException failure) {
      opened.close();
      throw failure;
    }
  }

  /** Returns the problems where the file alone is not all of the database, or is being written. */
  List<FormatException> aside() {
    List<FormatException> problems = new ArrayList<>();
    if (named == null) {
      return problems;
    }
    for (String ending : Databases.CHANGES) {
      Path beside = named.resolveSibling(named.getFileName() + ending);
      try {
        if (Files.exists(beside) && Files.size(beside) > 0) {
          problems.add(
              error("", Reason.UNSUPPORTED)
                  .expected("all of the database in one file")
                  .found(
                      "%s beside it, %d bytes".formatted(beside.getFileName(), Files.size(beside)))
                  .advice(
                      ending.equals("-wal")
                          ? "The latest changes are in that file and are not shown. Close the"
                              + " program that has the database open, or let SQLite apply them:"
                              + " sqlite3 FILE 'PRAGMA wal_checkpoint(TRUNCATE)'"
                          : "A change of the database was not finished. Close the program that has"
                              + " it open, or let SQLite undo it: sqlite3 FILE 'PRAGMA"
                              + " quick_check'")
                  .build());
        }
        if (path != null && ending.equals("-wal") && isLocked(path)) {
          problems.add(
              error("", Reason.UNSUPPORTED)
                  .expected("a database that no program writes")
                  .found("a lock of another program")
                  .advice("It may change while it is read. " + CombinedCache.CLOSE_WRITER)
                  .build());
        }
      } catch (IOException unknown) {
        problems.add(
            error(ending, Reason.FILE_CHANGED).found(String.valueOf(unknown.getMessage())).build());
      }
    }
    return problems;
  }

  /** Whether a program holds the lock of a writer. A lock of our own is none. */
  private static boolean isLocked(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        FileLock free = channel.tryLock(LOCKS_AT, LOCK_BYTES, true)) {
      return free == null;
    } catch (OverlappingFileLockException ours) {
      return false;
    }
  }

  /** Begins an error about the database. */
  FormatException.Builder error(String field, Reason reason) {
    return FormatException.at(bytes, 0, SqliteFormat.FORMAT.words(), field, reason);
  }

  /** Returns SQLite's error as one for the reader of the file. */
  FormatException unreadable(String what, SQLException failure) {
    // The lower byte is the error, what is above it its kind.
    if ((failure.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_CORRUPT.code) {
      return error(what, Reason.BAD_VALUE)
          .expected("pages that agree with one another")
          .found("a damaged page")
          .advice(COPY_AGAIN)
          .cause(failure)
          .build();
    }
    return error(what, Reason.BAD_VALUE)
        .expected("a database that SQLite reads")
        .found(words(failure.getMessage()))
        .cause(failure)
        .build();
  }

  /**
   * Returns SQLite's message on one line; it says several things on a line each, below a heading.
   */
  static String words(@Nullable String said) {
    return String.valueOf(said)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("***"))
        .collect(Collectors.joining("; "));
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException failure) {
      throw new IllegalStateException("a database that was only read could not be closed", failure);
    } finally {
      connection = null;
    }
  }
}
