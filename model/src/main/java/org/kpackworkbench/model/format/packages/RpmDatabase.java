package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.sqlite.JDBC;

/**
 * The database of installed packages that rpm keeps in SQLite (rpm's {@code
 * lib/backend/sqlite.cc}): table {@code Packages} has a package's header in each row, as big-endian
 * numbers of tags and bytes, then tags and values; table {@code Basenames} says which rows have a
 * file of a name. It is read as a file that does not change: nothing is locked, run or written.
 */
public final class RpmDatabase {
  /** Name of the file, in the folder that rpm calls {@code _dbpath}. */
  public static final String FILE = "rpmdb.sqlite";

  private static final String WORDS = "database of rpm";
  private static final int START_BYTES = 8;
  private static final int DIRECTORY_INDEXES = 1116;
  private static final int BASE_NAMES = 1117;
  private static final int DIRECTORY_NAMES = 1118;

  private static final List<String> FOLDERS = List.of("var/lib/rpm", "usr/lib/sysimage/rpm");

  /** Berkeley DB's, and rpm's own kind before SQLite. */
  private static final List<String> OTHERS = List.of("Packages", "Packages.db");

  private final Path file;

  /**
   * An installed package.
   *
   * @param files absolute paths in the system that the database is of
   */
  record Entry(PackageFacts facts, List<String> files) {
    Entry {
      files = List.copyOf(files);
    }
  }

  /** Work on the tables. */
  private interface Reading {
    void read(Connection connection) throws SQLException, FormatException;
  }

  private RpmDatabase(Path file) {
    this.file = file;
  }

  /**
   * Which of some paths packages own.
   *
   * @param file the database
   * @param paths absolute ones, as they are in the system that the database is of
   * @return by the packages' names, in the order of the names
   * @throws FormatException if it cannot be read, or what was written last is in another file
   */
  public static SortedMap<String, Set<String>> owned(Path file, Collection<String> paths)
      throws IOException {
    return new RpmDatabase(file).owned(paths);
  }

  /** The databases of rpm below the root of a system, whether they are read or not. */
  public static List<Path> below(Path root) {
    List<Path> found = new ArrayList<>();
    for (String folder : FOLDERS) {
      Stream.concat(Stream.of(FILE), OTHERS.stream())
          .map(root.resolve(folder)::resolve)
          .filter(Files::isRegularFile)
          .findFirst()
          .ifPresent(found::add);
    }
    return found;
  }

  /**
   * The installed packages.
   *
   * @throws FormatException as for {@link #owned(Path, Collection)}
   */
  static List<Entry> packages(Path file) throws IOException {
    List<Entry> packages = new ArrayList<>();
    RpmDatabase database = new RpmDatabase(file);
    database.read(
        connection -> {
          try (PreparedStatement statement =
                  connection.prepareStatement("SELECT hnum, blob FROM Packages ORDER BY hnum");
              ResultSet results = statement.executeQuery()) {
            while (results.next()) {
              byte[] blob = results.getBytes(2);
              packages.add(database.entry(blob == null ? new byte[0] : blob, results.getLong(1)));
            }
          }
        });
    return packages;
  }

  private SortedMap<String, Set<String>> owned(Collection<String> paths) throws IOException {
    Set<String> wanted = Set.copyOf(paths);
    SortedMap<String, Set<String>> owned = new TreeMap<>();
    read(
        connection -> {
          for (long row : rows(connection, wanted)) {
            header(connection, row, wanted, owned);
          }
        });
    return owned;
  }

  private void read(Reading reading) throws IOException {
    if (!file.endsWith(FILE)) {
      throw error("", Reason.UNSUPPORTED)
          .expected("a database in SQLite")
          .found("one of an older kind")
          .advice("rpm -qa --root names its packages.")
          .build();
    }
    Path beside = file.resolveSibling(file.getFileName() + "-wal");
    if (Files.exists(beside) && Files.size(beside) > 0) {
      throw error("", Reason.UNSUPPORTED)
          .expected("all of it in one file")
          .found("%s beside it, %d bytes".formatted(beside.getFileName(), Files.size(beside)))
          .advice("Wait until rpm is done.")
          .build();
    }
    String uri =
        "jdbc:sqlite:%s?mode=ro&immutable=1"
            .formatted(file.toAbsolutePath().toUri().toString().replace("file:///", "file:/"));
    try (Connection connection = JDBC.createConnection(uri, new Properties())) {
      reading.read(connection);
    } catch (SQLException failure) {
      throw error("tables", Reason.BAD_VALUE)
          .expected("tables that SQLite reads")
          .found(String.valueOf(failure.getMessage()))
          .cause(failure)
          .build();
    }
  }

  private static Set<Long> rows(Connection connection, Set<String> wanted) throws SQLException {
    Set<String> names = new HashSet<>();
    wanted.forEach(path -> names.add(path.substring(path.lastIndexOf('/') + 1)));
    Set<Long> rows = new TreeSet<>();
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT DISTINCT hnum FROM Basenames WHERE key = ?")) {
      for (String name : names) {
        statement.setString(1, name);
        try (ResultSet results = statement.executeQuery()) {
          while (results.next()) {
            rows.add(results.getLong(1));
          }
        }
      }
    }
    return rows;
  }

  private void header(
      Connection connection, long row, Set<String> wanted, Map<String, Set<String>> owned)
      throws SQLException, FormatException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT blob FROM Packages WHERE hnum = ?")) {
      statement.setLong(1, row);
      try (ResultSet results = statement.executeQuery()) {
        byte[] blob = results.next() ? results.getBytes(1) : null;
        if (blob != null) {
          Entry entry = entry(blob, row);
          List<String> found = entry.files().stream().filter(wanted::contains).toList();
          if (!found.isEmpty()) {
            String name = entry.facts().name();
            owned
                .computeIfAbsent(name.isEmpty() ? "?" : name, none -> new TreeSet<>())
                .addAll(found);
          }
        }
      }
    }
  }

  private Entry entry(byte[] blob, long row) throws FormatException {
    String structure = "package " + row;
    ByteBuffer bytes = ByteBuffer.wrap(blob).order(ByteOrder.BIG_ENDIAN);
    long entries = blob.length < START_BYTES ? -1 : bytes.getInt(0) & 0xffffffffL;
    long size = blob.length < START_BYTES ? -1 : bytes.getInt(4) & 0xffffffffL;
    if (entries < 0
        || entries > RpmReader.MOST_ENTRIES
        || START_BYTES + entries * RpmReader.ENTRY_BYTES + size > blob.length) {
      throw error(structure, Reason.OUT_OF_BOUNDS)
          .mismatch(
              "tags and values within %d bytes".formatted(blob.length),
              "%d tags and %d bytes".formatted(entries, size));
    }
    int index = (int) entries * RpmReader.ENTRY_BYTES;
    byte[] store = new byte[(int) size];
    System.arraycopy(blob, START_BYTES + index, store, 0, store.length);
    Map<Integer, List<String>> tags =
        RpmReader.tags(
            ByteBuffer.wrap(blob, START_BYTES, index).slice().order(ByteOrder.BIG_ENDIAN),
            ByteBuffer.wrap(store).order(ByteOrder.BIG_ENDIAN),
            structure,
            this::error);
    List<String> folders = tags.getOrDefault(DIRECTORY_NAMES, List.of());
    List<String> names = tags.getOrDefault(BASE_NAMES, List.of());
    List<String> indexes = tags.getOrDefault(DIRECTORY_INDEXES, List.of());
    List<String> found = new ArrayList<>();
    for (int i = 0; i < Math.min(names.size(), indexes.size()); i++) {
      // It may be of another type, and then any text.
      int folder = folders.size();
      if (indexes.get(i).matches("[0-9]{1,9}")) {
        folder = Integer.parseInt(indexes.get(i));
      }
      if (folder >= folders.size()) {
        throw error(structure, Reason.OUT_OF_BOUNDS)
            .mismatch("one of %d folders".formatted(folders.size()), indexes.get(i));
      }
      found.add(folders.get(folder) + names.get(i));
    }
    return new Entry(RpmReader.facts(new RpmReader.Header(tags, 0), ""), found);
  }

  private FormatException.Builder error(String structure, Reason reason) {
    return FormatException.in(file.toString(), WORDS, structure, reason);
  }
}
