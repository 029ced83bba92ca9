package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import org.sqlite.JDBC;

/**
 * Writes a new kernel cache as rocFFT does. Without {@link #finish} the file is not complete; who
 * makes it removes it then. Not safe for use by several threads.
 */
public final class RocfftCache implements AutoCloseable {
  private final Path file;
  private final Connection connection;
  private final PreparedStatement insert;

  private RocfftCache(Path file, Connection connection, PreparedStatement insert) {
    this.file = file;
    this.connection = connection;
    this.insert = insert;
  }

  /**
   * Begins one.
   *
   * @param file is not there yet
   */
  public static RocfftCache create(Path file) throws IOException {
    try {
      Connection connection = JDBC.createConnection("jdbc:sqlite:" + file, new Properties());
      try {
        try (var statement = connection.createStatement()) {
          // Only a finished file gets its name, so there is nothing to take back.
          statement.execute("PRAGMA journal_mode = OFF");
          statement.execute("PRAGMA synchronous = OFF");
          statement.execute(
              """
              CREATE TABLE cache_v1 (kernel_name TEXT NOT NULL, arch TEXT NOT NULL,
                hip_version INTEGER NOT NULL, generator_sum BLOB NOT NULL, code BLOB NOT NULL,
                timestamp INTEGER NOT NULL,
                PRIMARY KEY (kernel_name, arch, hip_version, generator_sum))""");
        }
        connection.setAutoCommit(false);
        return new RocfftCache(
            file,
            connection,
            connection.prepareStatement("INSERT INTO cache_v1 VALUES (?, ?, ?, ?, ?, ?)"));
      } catch (SQLException failure) {
        connection.close();
        throw failure;
      }
    } catch (SQLException failure) {
      throw failed(file, failure);
    }
  }

  /**
   * Adds a kernel.
   *
   * @param timestamp when it was last used, in seconds since 1970
   * @throws IOException also where it is there already
   */
  public void add(
      String kernel, String arch, long hipVersion, byte[] generatorSum, byte[] code, long timestamp)
      throws IOException {
    try {
      insert.setString(1, kernel);
      insert.setString(2, arch);
      insert.setLong(3, hipVersion);
      insert.setBytes(4, generatorSum);
      insert.setBytes(5, code);
      insert.setLong(6, timestamp);
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
        "%s: the database cannot be written: %s".formatted(file, failure.getMessage()), failure);
  }
}
