package org.kpackworkbench.model.format.sqlite;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.sqlite.JDBC;

/**
 * Writes a new database of kernels as rocFFT or MIOpen does. Without {@link #finish} the file is
 * not complete; its creator then removes it. Not safe for use by several threads.
 */
public final class NewKernelTable implements AutoCloseable {
  private static final Map<KernelTable, String> SCHEMAS =
      Map.of(
          KernelTable.ROCFFT,
          """
          CREATE TABLE cache_v1 (kernel_name TEXT NOT NULL, arch TEXT NOT NULL,
            hip_version INTEGER NOT NULL, generator_sum BLOB NOT NULL, code BLOB NOT NULL,
            timestamp INTEGER NOT NULL,
            PRIMARY KEY (kernel_name, arch, hip_version, generator_sum))\
          """,
          KernelTable.ROCFFT_FILES,
          "CREATE TABLE kernels (arch TEXT, length INTEGER, precision TEXT, kernel_path TEXT)",
          KernelTable.MIOPEN,
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
   * Begins a table.
   *
   * @param file is not there yet
   * @param unique whether a name and arguments of MIOpen's occur once, by an index as MIOpen makes
   *     it
   */
  public static NewKernelTable create(Path file, KernelTable table, boolean unique)
      throws IOException {
    List<String> schema = new ArrayList<>(List.of(requireNonNull(SCHEMAS.get(table))));
    if (unique) {
      schema.add(MIOPEN_INDEX);
    }
    String insert =
        "INSERT INTO %s (%s) VALUES (?%s)"
            .formatted(
                table.table(),
                table.columns().stream()
                    .map(KernelTable.Column::name)
                    .collect(Collectors.joining(", ")),
                ", ?".repeat(table.columns().size() - 1));
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
  public void add(Collection<Object> cells) throws IOException {
    try {
      int column = 0;
      for (Object cell : cells) {
        insert.setObject(++column, cell);
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
