package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.sqlite.JDBC;

/**
 * Writes a new database of kernels as rocFFT or MIOpen does. Without {@link #finish} the file is
 * not complete; its creator then removes it. Not safe for use by several threads.
 */
public final class NewKernelTable implements AutoCloseable {
  private static final List<String> ROCFFT =
      List.of(
          """
          CREATE TABLE cache_v1 (kernel_name TEXT NOT NULL, arch TEXT NOT NULL,
            hip_version INTEGER NOT NULL, generator_sum BLOB NOT NULL, code BLOB NOT NULL,
            timestamp INTEGER NOT NULL,
            PRIMARY KEY (kernel_name, arch, hip_version, generator_sum))\
          """);
  private static final List<String> ROCFFT_FILES =
      List.of("CREATE TABLE kernels (arch TEXT, length INTEGER, precision TEXT, kernel_path TEXT)");
  private static final List<String> MIOPEN =
      List.of(
          """
          CREATE TABLE kern_db (id INTEGER PRIMARY KEY ASC, kernel_name TEXT NOT NULL,
            kernel_args TEXT NOT NULL, kernel_blob BLOB NOT NULL, kernel_hash TEXT NOT NULL,
            uncompressed_size INT NOT NULL)\
          """);
  private static final String MIOPEN_INDEX =
      "CREATE UNIQUE INDEX idx_kern_db ON kern_db (kernel_name, kernel_args)";

  private final Path file;
  private final Connection connection;
  private final PreparedStatement insert;

  private NewKernelTable(Path file, Connection connection, PreparedStatement insert) {
    this.file = file;
    this.connection = connection;
    this.insert = insert;
  }

  /**
   * Begins a cache of rocFFT.
   *
   * @param file is not there yet
   */
  public static NewKernelTable rocfft(Path file) throws IOException {
    return create(file, ROCFFT, "INSERT INTO cache_v1 VALUES (?, ?, ?, ?, ?, ?)");
  }

  /**
   * Begins a table of rocFFT's that names files. A row begins with its number, from 1.
   *
   * @param file is not there yet
   */
  public static NewKernelTable rocfftFiles(Path file) throws IOException {
    return create(
        file,
        ROCFFT_FILES,
        "INSERT INTO kernels (rowid, arch, length, precision, kernel_path) VALUES (?, ?, ?, ?, ?)");
  }

  /**
   * Begins a database of MIOpen's kernels.
   *
   * @param file is not there yet
   * @param unique whether a name and arguments occur once, by an index as MIOpen makes it
   */
  public static NewKernelTable miopen(Path file, boolean unique) throws IOException {
    List<String> schema = new ArrayList<>(MIOPEN);
    if (unique) {
      schema.add(MIOPEN_INDEX);
    }
    return create(file, schema, "INSERT INTO kern_db VALUES (?, ?, ?, ?, ?, ?)");
  }

  private static NewKernelTable create(Path file, List<String> schema, String insert)
      throws IOException {
    try {
      Connection connection = JDBC.createConnection("jdbc:sqlite:" + file, new Properties());
      try {
        try (var statement = connection.createStatement()) {
          // Only a finished file gets its name, so there is nothing to take back.
          statement.execute("PRAGMA journal_mode = OFF");
          statement.execute("PRAGMA synchronous = OFF");
          for (String sql : schema) {
            statement.execute(sql);
          }
        }
        connection.setAutoCommit(false);
        return new NewKernelTable(file, connection, connection.prepareStatement(insert));
      } catch (SQLException failure) {
        connection.close();
        throw failure;
      }
    } catch (SQLException failure) {
      throw failed(file, failure);
    }
  }

  /**
   * Adds a row.
   *
   * @param cells a value for each column: text, whole numbers and bytes
   * @throws IOException also where it is there already
   */
  public void add(Object... cells) throws IOException {
    try {
      for (int i = 0; i < cells.length; i++) {
        insert.setObject(i + 1, cells[i]);
      }
      insert.executeUpdate();
    } catch (SQLException failure) {
      throw failed(file, failure);
    }
  }

  /** Completes the file. */
  public void finish() throws IOException {
    try {
      connection.commit();
    } catch (SQLException failure) {
      throw failed(file, failure);
    }
  }

  @Override
  public void close() throws IOException {
    try (connection) {
      insert.close();
    } catch (SQLException failure) {
      throw failed(file, failure);
    }
  }

  private static IOException failed(Path file, SQLException failure) {
    return new IOException(
        "%s: the database cannot be written: %s"
            .formatted(file, SqliteFile.words(failure.getMessage())),
        failure);
  }
}
