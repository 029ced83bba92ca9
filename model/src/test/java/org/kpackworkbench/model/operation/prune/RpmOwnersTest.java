package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.format.packages.RpmDatabase;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.sqlite.JDBC;

class RpmOwnersTest {
  @TempDir private Path folder;
  private Path root;
  private Path library;

  @BeforeEach
  void makeSystem() throws IOException {
    root = Files.createDirectories(folder.toRealPath().resolve("image"));
    library = Files.createDirectories(root.resolve("usr/lib")).resolve("libmany.so");
    Files.copy(Fixtures.path("libmany.so"), library);
  }

  private PruneRequest request() {
    return PruneRequest.keeping(library, library, TargetFilter.of(List.of("gfx942"))).inPlace();
  }

  private Path database(String where) throws IOException {
    return Files.createDirectories(root.resolve(where)).resolve(RpmDatabase.FILE);
  }

  /** A header as rpm stores it: the name, then names of files with numbers of their folders. */
  private static byte[] header(String name, String folders, String names, int... indexes)
      throws IOException {
    ByteArrayOutputStream store = new ByteArrayOutputStream();
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    DataOutputStream entries = new DataOutputStream(table);
    entry(entries, store, 1000, 6, 1, text(name));
    while (store.size() % 4 != 0) {
      store.write(0);
    }
    ByteArrayOutputStream numbers = new ByteArrayOutputStream();
    for (int index : indexes) {
      new DataOutputStream(numbers).writeInt(index);
    }
    entry(entries, store, 1116, 4, indexes.length, numbers.toByteArray());
    entry(entries, store, 1117, 8, indexes.length, text(names));
    entry(entries, store, 1118, 8, folders.split(" ", -1).length, text(folders));
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(blob);
    out.writeInt(4);
    out.writeInt(store.size());
    out.write(table.toByteArray());
    out.write(store.toByteArray());
    return blob.toByteArray();
  }

  private static byte[] text(String words) {
    return (words.replace(' ', '\0') + "\0").getBytes(StandardCharsets.UTF_8);
  }

  private static void entry(
      DataOutputStream entries,
      ByteArrayOutputStream store,
      int tag,
      int type,
      int count,
      byte[] of)
      throws IOException {
    entries.writeInt(tag);
    entries.writeInt(type);
    entries.writeInt(store.size());
    entries.writeInt(count);
    store.write(of);
  }

  private static void install(Path database, byte[] header, String... names) throws Exception {
    try (Connection connection =
            JDBC.createConnection("jdbc:sqlite:" + database, new Properties());
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous = OFF");
      statement.execute("PRAGMA journal_mode = OFF");
      statement.execute(
          "CREATE TABLE IF NOT EXISTS Packages (hnum INTEGER PRIMARY KEY AUTOINCREMENT, blob BLOB NOT NULL)");
      statement.execute(
          "CREATE TABLE IF NOT EXISTS Basenames (key TEXT NOT NULL, hnum INTEGER NOT NULL, idx INTEGER NOT NULL)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO Packages (blob) VALUES (?)")) {
        insert.setBytes(1, header);
        insert.executeUpdate();
      }
      for (String name : names) {
        statement.execute(
            "INSERT INTO Basenames SELECT '%s', max(hnum), 0 FROM Packages".formatted(name));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"var/lib/rpm", "usr/lib/sysimage/rpm"})
  void filesOfInstalledPackagesAreNamedAndNeedForce(String where) throws Exception {
    Path database = database(where);
    // One has a file of that name elsewhere, one has it here, by the folder's older name.
    install(database, header("other", "/opt/", "libmany.so", 0), "libmany.so");
    install(
        database,
        header("rocmany", "/etc/ /lib/", "any.conf libmany.so", 0, 1),
        "any.conf",
        "libmany.so");
    byte[] before = Files.readAllBytes(library);
    byte[] databaseBefore = Files.readAllBytes(database);

    assertThat(new Prune(request()).plan(Progress.NONE).findings())
        .extracting(OperationNote::message)
        .containsExactly("The installed package rocmany owns %s.".formatted(library));
    assertThatThrownBy(() -> new Prune(request()).run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("rocmany owns " + library)
        .hasMessageContaining("--force");
    assertThat(library).hasBinaryContent(before);

    new Prune(request().with(PruneRequest.FORCE, true)).run();
    assertThat(Files.size(library)).isLessThan(before.length);
    assertThat(database).hasBinaryContent(databaseBefore);
    assertThat(database.getParent()).isDirectoryNotContaining("glob:**-{wal,shm,journal}");
  }

  @Test
  void aFileOfNoPackageIsPruned() throws Exception {
    install(database("var/lib/rpm"), header("other", "/opt/", "libmany.so", 0), "libmany.so");
    PruneReport report = new Prune(request()).run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.files()).hasSize(1);
  }

  @Test
  void whatRpmItselfWroteIsRead() throws Exception {
    Path home = Files.createDirectories(folder.resolve("database"));
    Process rpm;
    try {
      rpm =
          new ProcessBuilder(
                  "rpm",
                  "--define",
                  "_db_backend sqlite",
                  "--dbpath",
                  home.toRealPath().toString(),
                  "-i",
                  "--justdb",
                  "--nodeps",
                  "--noscripts",
                  "--ignorearch",
                  "--ignoreos",
                  "--force-debian",
                  Fixtures.path("tiny.rpm").toAbsolutePath().toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("said").toFile())
              .start();
    } catch (IOException notInstalled) {
      assumeTrue(false, "rpm is not installed");
      return;
    }
    assertThat(rpm.waitFor(300, TimeUnit.SECONDS)).isTrue();
    Path database = home.resolve(RpmDatabase.FILE);
    assumeTrue(Files.exists(database), "this rpm has no SQLite");
    assertThat(
            RpmDatabase.owned(
                database,
                List.of("/usr/lib/libtiny.so.1", "/lib/libtiny.so", "/usr/share/doc/tiny/README")))
        .isEqualTo(Map.of("tiny", Set.of("/usr/lib/libtiny.so.1", "/usr/share/doc/tiny/README")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Packages", "Packages.db"})
  void ofAnotherKindOfDatabaseItIsSaidThatOwnersAreNotKnown(String name) throws Exception {
    Path database = database("var/lib/rpm").resolveSibling(name);
    Files.write(database, new byte[100]);
    PruneReport report = new Prune(request()).run();
    assertThat(report.files()).hasSize(1);
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.rule()).isEqualTo("package-owners-unknown");
              assertThat(note.file()).isEqualTo(database);
            });
  }

  @Test
  void whatWasWrittenLastMayBeInAnotherFileAndThatIsSaid() throws Exception {
    Path database = database("var/lib/rpm");
    install(database, header("rocmany", "/usr/lib/", "libmany.so", 0), "libmany.so");
    Files.write(database.resolveSibling(RpmDatabase.FILE + "-wal"), new byte[9]);
    assertThat(new Prune(request()).plan(Progress.NONE).findings())
        .singleElement()
        .satisfies(note -> assertThat(note.message()).contains("rpmdb.sqlite-wal beside it"));
  }

  @Test
  void aPackageWithoutANameOwnsFilesAllTheSame() throws Exception {
    Path database = folder.resolve("rpmdb.sqlite");
    install(database, header("", "/usr/lib/", "libmany.so", 0), "libmany.so");
    assertThat(RpmDatabase.owned(database, Set.of("/usr/lib/libmany.so")))
        .containsExactly(Map.entry("?", Set.of("/usr/lib/libmany.so")));
  }

  @Test
  void aDamagedHeaderIsAnError() throws Exception {
    byte[] whole = header("rocmany", "/etc/ /usr/lib/", "any.conf libmany.so", 0, 1);
    List<byte[]> all = new ArrayList<>();
    for (int size = 1; size < whole.length; size++) {
      all.add(Arrays.copyOf(whole, size));
    }
    Mutations mutations = new Mutations(whole, 22);
    for (int i = 0; i < 300; i++) {
      all.add(mutations.next());
    }
    int refused = 0;
    for (byte[] each : all) {
      Path database = folder.resolve("rpmdb.sqlite");
      Files.deleteIfExists(database);
      install(database, each, "libmany.so");
      try {
        Map<String, Set<String>> unused =
            RpmDatabase.owned(database, Set.of("/usr/lib/libmany.so"));
      } catch (FormatException expected) {
        assertThat(expected).hasMessageContaining("rpmdb.sqlite");
        refused++;
      }
    }
    assertThat(refused).isGreaterThanOrEqualTo(whole.length - 1);
  }
}
