package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;
import org.sqlite.JDBC;

class CachePruneTest {
  @TempDir private Path folder;

  private static PruneRequest request(Path input, Path output, String... keep) {
    return PruneRequest.keeping(input, output, TargetFilter.of(List.of(keep)));
  }

  /** All rows, with everything that is in them. */
  private static List<String> rows(Path database) throws SQLException {
    return said(
        database,
        "SELECT arch || ' ' || kernel_name || ' ' || hip_version || ' ' || hex(generator_sum) || '"
            + " ' || hex(code) || ' ' || timestamp FROM cache_v1 ORDER BY 1");
  }

  private static List<String> said(Path database, String sql) throws SQLException {
    try (Connection connection =
            JDBC.createConnection("jdbc:sqlite:" + database, new Properties());
        var statement = connection.createStatement();
        ResultSet results = statement.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      while (results.next()) {
        all.add(results.getString(1));
      }
      return all;
    }
  }

  private static List<String> of(List<String> rows, String... archs) {
    return rows.stream()
        .filter(row -> Arrays.stream(archs).anyMatch(arch -> row.startsWith(arch + " ")))
        .toList();
  }

  /** One with rows of several kinds, and another table. */
  private Path cache() throws SQLException {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases cache = KernelDatabases.rocfft(file)) {
      for (String arch :
          List.of("gfx1100", "gfx942", "gfx90a:xnack+", "gfx90a:xnack-", "gfx11-generic", "any")) {
        for (int i = 0; i < 40; i++) {
          byte[] code = new byte[1000 + i];
          Arrays.fill(code, (byte) (arch.hashCode() + i));
          cache.rocfft("fft " + i, arch, 60342131, code);
        }
      }
      cache.run("CREATE TABLE other (one TEXT)");
      cache.run("INSERT INTO other VALUES ('gfx942')");
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "gfx1100,gfx1100 gfx11-generic any",
    "gfx1102,gfx11-generic any",
    "gfx90a,gfx90a:xnack+ gfx90a:xnack- any",
    "gfx90a:xnack+,gfx90a:xnack+ any",
    "gfx942 gfx1100,gfx942 gfx1100 gfx11-generic any"
  })
  void rowsOfKeptGpusAndOfNoneStayAndAreTheSame(String keep, String stays) throws Exception {
    Path input = cache();
    Path output = folder.resolve("out.db");
    PruneReport report = new Prune(request(input, output, keep.split(" ", -1))).run();
    assertThat(rows(output))
        .hasSize(40 * stays.split(" ", -1).length)
        .isEqualTo(of(rows(input), stays.split(" ", -1)));
    assertThat(said(output, "SELECT one FROM other")).containsExactly("gfx942");
    assertThat(said(output, "PRAGMA integrity_check")).containsExactly("ok");
    assertThat(said(output, "PRAGMA freelist_count")).containsExactly("0");
    assertThat(said(output, "SELECT sql FROM sqlite_schema"))
        .isEqualTo(said(input, "SELECT sql FROM sqlite_schema"));
    assertThat(report.afterBytes()).isEqualTo(Files.size(output)).isLessThan(Files.size(input));
    assertThat(report.files()).extracting(PrunedFile::outcome).containsExactly(Outcome.PRUNED);
    assertThat(report.findings()).isEmpty();
    try (var all = Files.list(folder)) {
      assertThat(all).containsExactlyInAnyOrder(input, output);
    }
  }

  @Test
  void droppingTakesTheRowsThatAreNamed() throws Exception {
    Path input = cache();
    Path output = folder.resolve("out.db");
    TargetFilter gone = TargetFilter.of(List.of("gfx90a:xnack-", "gfx942"));
    PruneReport report = new Prune(request(input, output, "gfx1100").dropping(gone)).run();
    assertThat(rows(output))
        .isEqualTo(of(rows(input), "gfx1100", "gfx90a:xnack+", "gfx11-generic", "any"));
    assertThat(report.byTarget())
        .extracting(PruneReport.TargetCode::target)
        .containsExactly("gfx90a:xnack-", "gfx942");
    assertThat(report.kept())
        .extracting(code -> code.codeObjects() + " " + code.target())
        .containsExactlyInAnyOrder("40 gfx1100", "40 gfx90a:xnack+", "40 gfx11-generic");
  }

  /** In the older table rows name files of kernels, which go by the folders that they are in. */
  @Test
  void rowsThatNameFilesGoWithTheirFiles() throws Exception {
    Path stage = folder.resolve("stage");
    Path cache =
        Files.createDirectories(stage.resolve("lib/rocfft")).resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(cache)) {
      database.run("DROP TABLE cache_v1");
      database.run(
          "CREATE TABLE kernels (arch TEXT, length INTEGER, precision TEXT, kernel_path TEXT)");
      for (String arch : List.of("gfx942", "gfx1100")) {
        Path file = cache.resolveSibling("kernels/" + arch + "/k.co");
        Files.createDirectories(file.getParent());
        Files.copy(Fixtures.path("kinds-" + arch + ".hsaco"), file);
        database.run(
            "INSERT INTO kernels VALUES ('%1$s', 64, 'single', 'kernels/%1$s/k.co')"
                .formatted(arch));
      }
    }
    Path output = folder.resolve("out");
    PruneReport report = new Prune(request(stage, output, "gfx942")).run();
    Path pruned = output.resolve("lib/rocfft");
    assertThat(said(pruned.resolve("rocfft_kernel_cache.db"), "SELECT kernel_path FROM kernels"))
        .containsExactly("kernels/gfx942/k.co");
    assertThat(pruned.resolve("kernels/gfx942/k.co")).exists();
    assertThat(pruned.resolve("kernels/gfx1100/k.co")).doesNotExist();
    assertThat(report.byTarget())
        .filteredOn(code -> code.target().equals("gfx1100"))
        .extracting(PruneReport.TargetCode::codeObjects)
        .as("each file once")
        .containsExactly(1);
  }

  @Test
  void keepingEveryTargetGivesTheSameBytes() throws IOException {
    Path input = Fixtures.path("rocfft_kernel_cache.db");
    Path output = folder.resolve("out.db");
    new Prune(request(input, output, "gfx1100", "gfx1030")).run();
    assertThat(output).hasSameBinaryContentAs(input);
  }

  @Test
  void theFilesNameMayHaveAnything() throws Exception {
    Path input = cache();
    Path odd = Files.createDirectories(folder.resolve("a?mode=ro#%20 b"));
    Path output = odd.resolve("out.db");
    new Prune(request(input, output, "gfx942")).run();
    Path plain = Files.move(output, folder.resolve("plain.db"));
    assertThat(rows(plain)).hasSize(80);
  }

  @Test
  void inATreeItIsPrunedInPlaceAndOneForOtherGpusOnlyGoes() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("tree/lib/rocfft"));
    Path input = Files.move(cache(), lib.resolve("rocfft_kernel_cache.db"));
    Files.copy(
        Fixtures.path("rocfft_kernel_cache.db"), lib.resolve("rocfft_kernel_cache_gfx1030.db"));
    Path second = Files.createDirectories(folder.resolve("tree/old"));
    Files.copy(Fixtures.path("rocfft_kernel_cache.db"), second.resolve("rocfft_kernel_cache.db"));
    List<String> before = rows(input);
    PruneReport report =
        new Prune(request(folder.resolve("tree"), folder, "gfx942").inPlace()).run();
    assertThat(rows(input)).isEqualTo(of(before, "gfx942", "any"));
    assertThat(report.files())
        .extracting(PrunedFile::name, PrunedFile::outcome)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "lib/rocfft/rocfft_kernel_cache.db", Outcome.PRUNED),
            org.assertj.core.groups.Tuple.tuple(
                "lib/rocfft/rocfft_kernel_cache_gfx1030.db", Outcome.REMOVED),
            org.assertj.core.groups.Tuple.tuple("old/rocfft_kernel_cache.db", Outcome.REMOVED));
    assertThat(second).doesNotExist();
  }

  @Test
  void oneThatWouldBeEmptyNeedsToBeMeant() throws Exception {
    Path input = Fixtures.path("rocfft_kernel_cache.db");
    Path output = folder.resolve("out.db");
    PruneRequest request =
        request(input, output, "gfx1100").dropping(TargetFilter.of(List.of("gfx1100", "gfx1030")));
    assertThatThrownBy(() -> new Prune(request).run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("would be left without any code");
    new Prune(request.with(PruneRequest.ALLOW_EMPTY, true)).run();
    assertThat(rows(output)).isEmpty();
  }

  @Test
  void whatWasWrittenLastInAFileBesideItIsRefused() throws Exception {
    Path input = cache();
    try (Connection writer = JDBC.createConnection("jdbc:sqlite:" + input, new Properties());
        var statement = writer.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("DELETE FROM cache_v1 WHERE arch = 'any'");
      Path output = folder.resolve("out.db");
      assertThatThrownBy(() -> new Prune(request(input, output, "gfx942")).run())
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("rocfft_kernel_cache.db-wal beside it")
          .hasMessageContaining("wal_checkpoint");
      assertThat(output).doesNotExist();
    }
    // Put in, it is all there.
    new Prune(request(input, folder.resolve("out.db"), "gfx942")).run();
    assertThat(rows(folder.resolve("out.db"))).hasSize(40);
  }

  @Test
  void whatCouldNotBeReadIsNotSaidToLackCode() throws Exception {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Path input = Files.move(cache(), tree.resolve("rocfft_kernel_cache.db"));
    try (Connection writer = JDBC.createConnection("jdbc:sqlite:" + input, new Properties());
        var statement = writer.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("DELETE FROM cache_v1 WHERE arch = 'any'");
      PruneRequest request = request(tree, folder.resolve("out"), "gfx1100");
      for (PruneReport report :
          List.of(new Prune(request).plan(Progress.NONE), new Prune(request.inPlace()).run())) {
        assertThat(report.findings()).extracting(OperationNote::rule).containsExactly("not-pruned");
      }
      // Beside what could be read, the refusal names what could not.
      Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
      assertThatThrownBy(() -> new Prune(request(tree, folder, "gfx803").inPlace()).run())
          .hasMessageContaining("has no code for gfx803; it has some for gfx90a")
          .hasMessageContaining("(not read: " + input.toRealPath() + ")");
    }
  }

  @Test
  void aTriggerIsRefused() throws Exception {
    Path input = folder.resolve("in.db");
    try (KernelDatabases cache = KernelDatabases.rocfft(input)) {
      cache.rocfft("fft", "gfx942", 1, new byte[5]);
      cache.rocfft("fft", "gfx1100", 1, new byte[5]);
      cache.run(
          "CREATE TRIGGER t AFTER DELETE ON cache_v1 BEGIN UPDATE cache_v1 SET arch = 'x'; END");
    }
    assertThatThrownBy(() -> new Prune(request(input, folder.resolve("out"), "gfx942")).run())
        .hasMessageContaining("found a trigger");
  }

  @Test
  void anotherDatabaseIsNone() throws Exception {
    Path input = folder.resolve("in.db");
    KernelDatabases.other(input, "CREATE TABLE cache_v1 (one TEXT)").close();
    assertThatThrownBy(() -> new Prune(request(input, folder.resolve("out"), "gfx942")).run())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("found a database without kernels that name their architecture");
  }

  @Test
  void whatIsCutOffIsRefusedAndNothingIsWritten() throws Exception {
    byte[] whole = Files.readAllBytes(Fixtures.path("rocfft_kernel_cache.db"));
    Path output = folder.resolve("out.db");
    for (int size = 0; size < whole.length; size += size < 600 ? 1 : 211) {
      Path input = Files.write(folder.resolve("in.db"), Arrays.copyOf(whole, size));
      assertThatThrownBy(() -> new Prune(request(input, output, "gfx1100")).run())
          .as("%d bytes", size)
          .isInstanceOf(IOException.class);
      try (var all = Files.list(folder)) {
        assertThat(all).containsExactly(input);
      }
    }
  }

  @Test
  void aDamagedOneInATreeStaysAndIsNamed() throws Exception {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    byte[] whole = Files.readAllBytes(Fixtures.path("rocfft_kernel_cache.db"));
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    Path input = Files.write(tree.resolve("rocfft_kernel_cache.db"), half);
    Files.copy(Fixtures.path("object.o"), tree.resolve("object.o"));
    PruneReport report = new Prune(request(tree, tree, "gfx1100").inPlace()).run();
    assertThat(input).hasBinaryContent(half);
    assertThat(report.findings()).extracting(OperationNote::rule).containsExactly("not-pruned");
  }
}
