package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.SameTree;
import org.kpackworkbench.model.base.files.TreeDeletion;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.database.PackDatabaseReport.KeptFile;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport.UnpackedFile;
import org.kpackworkbench.model.operation.output.OperationException;
import org.sqlite.JDBC;

class DatabaseArchivesTest {
  private static final String TRANSFORM = "fft_rtc_fwd_len336_wgs_56_half_lds_sp_op_CI_CI_sbrr";

  @TempDir private Path folder;

  private PackDatabaseReport pack(Path input, Path output) throws IOException {
    return new PackDatabase(new PackDatabaseRequest(input, output, false)).run(Progress.NONE);
  }

  private UnpackDatabaseReport unpack(Path output, List<Path> archives) throws IOException {
    return new UnpackDatabase(new UnpackDatabaseRequest(archives, output, false))
        .run(Progress.NONE);
  }

  private static List<Path> paths(PackDatabaseReport report) {
    return report.archives().stream().map(PlannedArchive::path).toList();
  }

  private static byte[] code(int seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** A code object of a size. */
  private static byte[] code(String target, int seed, int size) {
    return Arrays.copyOf(TestCode.of(target, code(seed, size)), size);
  }

  private Path cache() throws SQLException {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft(TRANSFORM, "gfx90a", 1, code(1, 900));
      database.rocfft(TRANSFORM, "gfx90a", 2, code(2, 900));
      database.rocfft("transpose", "gfx1100", 1, code(3, 70));
      database.rocfft("empty", "gfx90a:xnack+", 1, new byte[0]);
    }
    return file;
  }

  private Path tensile() throws IOException {
    Path library = Files.createDirectories(folder.resolve("lib/rocblas/library"));
    Files.write(library.resolve("Kernels.so-000-gfx942.hsaco"), code("gfx942", 1, 5000));
    Files.write(
        library.resolve("TensileLibrary_Type_HH_HPA_Contraction_l_Ailk_Bjlk_Cijk_Dijk_gfx90a.co"),
        code("gfx90a", 2, 2 << 20));
    Files.createDirectories(library.resolve("gfx90a"));
    Files.write(library.resolve("gfx90a/Kernels.so-000.hsaco"), code("gfx90a", 3, 100));
    Files.write(library.resolve("TensileLibrary_lazy_gfx90a.dat"), code(4, 10));
    return library;
  }

  private static List<String> rows(Path database) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (var connection = JDBC.createConnection("jdbc:sqlite:" + database, new Properties());
        var statement = connection.createStatement();
        var result = statement.executeQuery("SELECT * FROM cache_v1 ORDER BY 1, 2, 3, 4")) {
      while (result.next()) {
        rows.add(
            String.join(
                "|",
                result.getString(1),
                result.getString(2),
                result.getString(3),
                HexFormat.of().formatHex(result.getBytes(4)),
                HexFormat.of().formatHex(result.getBytes(5)),
                result.getString(6)));
      }
    }
    return rows;
  }

  @Test
  void rocfftsRowsComeBack() throws Exception {
    Path cache = cache();
    PackDatabaseReport packed = pack(cache, folder.resolve("out"));
    assertThat(paths(packed))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("rocfft-gfx1100.kpack", "rocfft-gfx90a.kpack");

    UnpackDatabaseReport unpacked = unpack(folder.resolve("back"), paths(packed));
    assertThat(unpacked.kernels()).isEqualTo(4);
    assertThat(unpacked.files()).isEqualTo(1);
    assertThat(rows(folder.resolve("back/rocfft_kernel_cache.db")))
        .hasSize(4)
        .isEqualTo(rows(cache));
  }

  @Test
  void aRowIsNamedAndDescribedByWhatSelectsIt() throws Exception {
    PackDatabaseReport packed = pack(cache(), folder.resolve("out"));
    try (KpackArchive archive = KpackArchive.open(paths(packed).getLast())) {
      assertThat(archive.architectures()).containsExactly("gfx90a", "gfx90a:xnack+");
      String key = "rocfft/gfx90a/336/single/kernel_" + TRANSFORM;
      assertThat(archive.entry(0).key().text()).isEqualTo(key);
      assertThat(archive.entry(1).key().text()).isEqualTo(key + "-2");
      assertThat(archive.entry(0).targetText()).isEqualTo("gfx90a");
      assertThat(archive.entry(0).type()).isEqualTo("co");
      assertThat(archive.metadata(0))
          .containsEntry("length", MsgValue.Int.of(336))
          .containsEntry("precision", new MsgValue.Text("single"))
          .containsEntry("hip_version", MsgValue.Int.of(1));
    }
  }

  @Test
  void restoresRowsOfMiopenWithEqualUnpackedBytes() throws Exception {
    Path file = Files.copy(Fixtures.path("gfx1100.kdb"), folder.resolve("gfx1100.kdb"));
    List<Path> archives = paths(pack(file, folder.resolve("out")));
    assertThat(unpack(folder.resolve("back"), archives).kernels()).isEqualTo(2);
    assertThat(miopenRows(folder.resolve("back/gfx1100.kdb")))
        .isEqualTo(miopenRows(file))
        .anyMatch(row -> row.contains("|packed "));
  }

  /** Several blocks of a low level are one of the highest. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 9})
  void restoresRowsOfMiopenFromEachLevel(int level) throws Exception {
    Path file = folder.resolve("gfx942130.kdb");
    byte[] code = code(1, 250_000);
    String hash = HexText.of(Digests.md5().digest(code));
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("conv.o", "", KernelDatabases.bzip2(code, level), hash, code.length);
    }
    Path back = folder.resolve("back");
    UnpackDatabaseReport report = unpack(back, paths(pack(file, folder.resolve("out"))));
    assertThat(miopenRows(back.resolve("gfx942130.kdb"))).isEqualTo(miopenRows(file));
    assertThat(report.findings()).isEmpty();
    try (Document document = StandardFormats.all().open(back.resolve("gfx942130.kdb"))) {
      ByteView restored = document.codeObjects().load(0, Progress.NONE);
      assertThat(restored.bytes(0, (int) restored.size())).isEqualTo(code);
    }
  }

  @Test
  void anArchiveWithoutThoseOfOtherArchitecturesIsSaidToBeAPart() throws Exception {
    Path library = tensile();
    Path back = folder.resolve("back");
    for (Path input : List.of(cache(), miopen(), library)) {
      List<Path> archives = paths(pack(input, folder.resolve("out-" + input.getFileName())));
      List<String> architectures =
          input.endsWith("rocfft_kernel_cache.db")
              ? List.of("gfx1100", "gfx90a")
              : List.of("gfx90a", "gfx942");
      assertThat(archives).hasSize(2);
      for (int i = 0; i < 2; i++) {
        List<Path> one = List.of(archives.get(i));
        UnpackDatabaseReport planned = plan(back, one);
        assertThat(unpack(back, one)).isEqualTo(planned);
        String here = architectures.get(i);
        String missing = architectures.get(1 - i);
        assertThat(planned.findings())
            .as("%s of %s", here, input)
            .singleElement()
            .satisfies(
                note -> {
                  assertThat(note.severity()).isEqualTo(Severity.WARNING);
                  assertThat(note.rule()).isEqualTo("architecture-missing");
                  assertThat(note.file())
                      .isEqualTo(input.equals(library) ? back : back.resolve(input.getFileName()));
                  assertThat(note.message())
                      .startsWith("it has only the kernels for " + here + ":")
                      .contains("kernels for " + missing + ", too, whose archive was not given");
                });
        TreeDeletion.delete(back);
      }
      assertThat(plan(back, archives).findings()).isEmpty();
    }
  }

  /** Rows of both would be in one database. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void differentDatabasesOfOneNameAreNotMixed(boolean rocfft) throws Exception {
    List<Path> archives = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      Path file = Files.createDirectories(folder.resolve(name)).resolve("cache.db");
      try (KernelDatabases database =
          rocfft ? KernelDatabases.rocfft(file) : KernelDatabases.miopen(file)) {
        if (rocfft) {
          database.rocfft("kernel_" + name, "gfx942", 1, code(1, 70));
        } else {
          database.miopen(name, " -mcpu=gfx942", code(1, 70), false);
          database.run("UPDATE kern_db SET id = " + name.charAt(0) % 7);
        }
      }
      archives.addAll(paths(pack(file, folder.resolve(name + "-out"))));
    }
    UnpackDatabaseRequest request =
        new UnpackDatabaseRequest(archives, folder.resolve("back"), false);
    for (boolean plan : new boolean[] {true, false}) {
      assertThatThrownBy(
              () -> {
                UnpackDatabase unpacking = new UnpackDatabase(request);
                if (plan) {
                  unpacking.plan(Progress.NONE);
                } else {
                  unpacking.run(Progress.NONE);
                }
              })
          .isInstanceOf(OperationException.class)
          .hasMessageStartingWith(archives.getLast().toString())
          .hasMessageContaining("another row came from a database with the path cache.db")
          .hasMessageContaining("unpack different databases separately");
    }
    assertThat(folder.resolve("back")).doesNotExist();
  }

  /** Files of both would lie in one folder, as if they were of one library. */
  @Test
  void refusesFoldersOfTwoLibrariesWithOnePath() throws Exception {
    List<Path> archives = new ArrayList<>();
    for (String target : List.of("gfx942", "gfx1100")) {
      Path library = folder.resolve(target).resolve("lib/rocblas/library");
      Files.createDirectories(library);
      Files.write(library.resolve("Kernels_%s.co".formatted(target)), code(target, 1, 900));
      archives.addAll(paths(pack(folder.resolve(target), folder.resolve(target + "-out"))));
    }
    assertThatThrownBy(() -> unpack(folder.resolve("back"), archives))
        .isInstanceOf(OperationException.class)
        .hasMessageStartingWith(archives.getLast().toString())
        .hasMessageContaining("unpack different databases separately");
    assertThat(folder.resolve("back")).doesNotExist();
  }

  /** In whatever order the archives were named. */
  @Test
  void whatCameBackIsPackedToTheSameRows() throws Exception {
    List<Path> first = paths(pack(cache(), folder.resolve("out")));
    assertThat(unpack(folder.resolve("back"), first.reversed()).files()).isEqualTo(1);
    List<Path> again =
        paths(pack(folder.resolve("back/rocfft_kernel_cache.db"), folder.resolve("again")));
    for (int i = 0; i < first.size(); i++) {
      assertThat(metadata(again.get(i))).isEqualTo(metadata(first.get(i)));
    }
  }

  private static Map<String, Map<String, MsgValue>> metadata(Path archive) throws IOException {
    Map<String, Map<String, MsgValue>> all = new TreeMap<>();
    try (KpackArchive open = KpackArchive.open(archive)) {
      for (int row = 0; row < open.entryCount(); row++) {
        all.put(
            open.entry(row).key().text() + " " + open.entry(row).targetText(), open.metadata(row));
      }
    }
    return all;
  }

  /** SQLite stores the rows of such a table by their primary key, and gives them no number. */
  @Test
  void rowsWithoutRowIdsComeBack() throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database =
        KernelDatabases.other(
            file,
            "CREATE TABLE cache_v1 (kernel_name TEXT, arch TEXT, hip_version INTEGER,"
                + " generator_sum BLOB, code BLOB, timestamp INTEGER, PRIMARY KEY (kernel_name,"
                + " arch, hip_version, generator_sum)) WITHOUT ROWID")) {
      database.rocfft("z", "gfx90a", 1, code(1, 900));
      database.rocfft("a", "gfx1100", 1, code(2, 70));
      database.rocfft("a", "gfx90a", 1, code(3, 70));
    }
    try (Document document = StandardFormats.all().open(file, Progress.NONE)) {
      CodeObjects code = document.codeObjects();
      assertThat(document.problems()).isEmpty();
      assertThat(code.size()).isEqualTo(3);
      for (int row = 0; row < 3; row++) {
        assertThat(code.load(row, Progress.NONE).size()).isEqualTo(row == 2 ? 900 : 70);
      }
    }
    UnpackDatabaseReport back =
        unpack(folder.resolve("back"), paths(pack(file, folder.resolve("out"))));
    assertThat(back.kernels()).isEqualTo(3);
    assertThat(rows(folder.resolve("back/rocfft_kernel_cache.db"))).isEqualTo(rows(file));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "CREATE TABLE cache_v1 (%s)|the primary key kernel_name",
        "CREATE TABLE cache_v1 (%s, PRIMARY KEY (kernel_name))|the primary key kernel_name",
        "CREATE TABLE more (a)|the table more",
        "ALTER TABLE cache_v1 ADD COLUMN more TEXT|the column more",
        "CREATE VIEW more AS SELECT 1|the view more",
        "CREATE TRIGGER more AFTER INSERT ON cache_v1 BEGIN SELECT 1; END|the trigger more",
        "ALTER TABLE cache_v1 ADD COLUMN more INT AS (1) VIRTUAL|the computed column more",
        "UPDATE cache_v1 SET code = 'text'|expected bytes in the column of code",
        "UPDATE cache_v1 SET arch = CAST(arch AS BLOB)|kernel transpose: column arch: expected"
            + " text",
        "UPDATE cache_v1 SET kernel_name = CAST('a' AS BLOB)|kernel a: column kernel_name: expected"
            + " text"
      },
      delimiter = '|')
  void whatCannotComeBackIsRefused(String change, String found) throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    String columns =
        "kernel_name TEXT, arch TEXT, hip_version INTEGER, generator_sum BLOB, code BLOB,"
            + " timestamp INTEGER";
    boolean table = change.contains("%s");
    try (KernelDatabases database =
        table
            ? KernelDatabases.other(file, change.formatted(columns))
            : KernelDatabases.rocfft(file)) {
      database.rocfft("transpose", "gfx942", 1, code(1, 70));
      if (!table) {
        database.run(change);
      }
    }
    assertThatThrownBy(() -> pack(file, folder.resolve("out")))
        .isInstanceOf(OperationException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(found)
        .hasMessageContaining("which unpack-database cannot restore");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  private Path miopen() throws SQLException {
    Path file = folder.resolve("gfx942130.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("conv.o", " -mcpu=gfx90a:sramecc+ -O3", code(1, 4000), true);
      database.miopen("conv.o", " -O3", code(2, 70), false);
      database.miopen("empty.o", "", new byte[0], false);
      database.run("UPDATE kern_db SET id = 7 WHERE kernel_name = 'empty.o'");
      database.run("UPDATE kern_db SET kernel_hash = upper(kernel_hash) WHERE id = 2");
    }
    return file;
  }

  /** A blob of MIOpen's, unpacked. */
  private static String blob(byte[] stored, int unpackedBytes) throws IOException {
    if (unpackedBytes == 0) {
      return HexFormat.of().formatHex(stored);
    }
    try (var in = new BZip2CompressorInputStream(new ByteArrayInputStream(stored))) {
      return "packed " + HexFormat.of().formatHex(in.readAllBytes());
    }
  }

  private static List<String> miopenRows(Path database) throws SQLException, IOException {
    List<String> rows = new ArrayList<>();
    try (var connection = JDBC.createConnection("jdbc:sqlite:" + database, new Properties());
        var statement = connection.createStatement();
        var result = statement.executeQuery("SELECT * FROM kern_db ORDER BY id")) {
      while (result.next()) {
        rows.add(
            String.join(
                "|",
                result.getString("id"),
                result.getString("kernel_name"),
                result.getString("kernel_args"),
                blob(result.getBytes("kernel_blob"), result.getInt("uncompressed_size")),
                result.getString("kernel_hash"),
                result.getString("uncompressed_size")));
      }
    }
    return rows;
  }

  @Test
  void miopensRowsComeBack() throws Exception {
    Path database = miopen();
    PackDatabaseReport packed = pack(database, folder.resolve("out"));
    assertThat(paths(packed))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("miopen-gfx90a.kpack", "miopen-gfx942.kpack");
    try (KpackArchive archive = KpackArchive.open(paths(packed).getFirst())) {
      assertThat(archive.entry(0).key().text()).isEqualTo("miopen/gfx90a/conv.o");
      assertThat(archive.entry(0).targetText()).isEqualTo("gfx90a:sramecc+");
      assertThat(archive.metadata(0))
          .containsEntry("kernel_args", new MsgValue.Text(" -mcpu=gfx90a:sramecc+ -O3"));
    }

    Path back = folder.resolve("back");
    UnpackDatabaseReport planned = plan(back, paths(packed));
    assertThat(unpack(back, paths(packed))).isEqualTo(planned);
    assertThat(planned.contents())
        .containsExactly(new UnpackedFile(back.resolve("gfx942130.kdb"), 3, 4070));
    assertThat(miopenRows(back.resolve("gfx942130.kdb")))
        .hasSize(3)
        .isEqualTo(miopenRows(database));
  }

  private static List<String> indices(Path database) throws SQLException {
    List<String> indices = new ArrayList<>();
    try (var connection = JDBC.createConnection("jdbc:sqlite:" + database, new Properties());
        var statement = connection.createStatement();
        var result =
            statement.executeQuery(
                "SELECT list.\"unique\", group_concat(part.name) FROM pragma_index_list('kern_db')"
                    + " list, pragma_index_info(list.name) part GROUP BY list.name")) {
      while (result.next()) {
        indices.add(result.getString(1) + " " + result.getString(2));
      }
    }
    return indices;
  }

  @Test
  void rowsWithTheSameArgumentsComeBackWhereNoIndexForbidsThem() throws Exception {
    Path file = folder.resolve("gfx942130.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("conv.o", " -O3", code(1, 70), false);
      database.miopen("conv.o", " -O3", code(2, 80), true);
    }
    List<Path> archives = paths(pack(file, folder.resolve("out")));
    Path back = folder.resolve("back");
    assertThat(plan(back, archives)).isEqualTo(unpack(back, archives));
    assertThat(miopenRows(back.resolve("gfx942130.kdb"))).hasSize(2).isEqualTo(miopenRows(file));
    assertThat(indices(back.resolve("gfx942130.kdb"))).isEmpty();
  }

  @Test
  void aUniqueIndexComesBack() throws Exception {
    Path file = miopen();
    try (KernelDatabases database = KernelDatabases.other(file, "SELECT 1")) {
      database.run("CREATE UNIQUE INDEX idx_kern_db ON kern_db (kernel_name, kernel_args)");
    }
    unpack(folder.resolve("back"), paths(pack(file, folder.resolve("out"))));
    assertThat(indices(folder.resolve("back/gfx942130.kdb")))
        .containsExactly("1 kernel_name,kernel_args")
        .isEqualTo(indices(file));
  }

  @Test
  void whatWouldBeLostIsRefused() throws Exception {
    Path column = folder.resolve("gfx942130.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(column)) {
      database.miopen("conv.o", " -O3", code(1, 70), false);
      database.run("ALTER TABLE kern_db ADD COLUMN tuned INTEGER");
    }
    Path table = cache();
    try (KernelDatabases database = KernelDatabases.other(table, "CREATE TABLE notes (a)")) {
      database.run("INSERT INTO notes VALUES (1)");
    }
    assertThatThrownBy(() -> pack(column, folder.resolve("out")))
        .isInstanceOf(OperationException.class)
        .hasMessageStartingWith(column.toString())
        .hasMessageContaining("found also the column tuned");
    assertThatThrownBy(() -> pack(table, folder.resolve("out")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("found also the table notes");
    assertThat(names()).containsExactly("gfx942130.kdb", "rocfft_kernel_cache.db");
  }

  @Test
  void aTruncatedDatabaseIsSaidToBeDamaged() throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      for (int row = 0; row < 100; row++) {
        database.rocfft("kernel" + row, "gfx90a", 1, code(row, 9000));
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int part = 2; part < 10; part++) {
      Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / part));
      assertThatThrownBy(() -> pack(file, folder.resolve("out")))
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("rocfft_kernel_cache.db")
          .hasMessageContaining("a damaged page");
    }
    assertThat(names()).containsExactly("rocfft_kernel_cache.db");
  }

  @Test
  void aKernelWithAnotherHashIsNotPacked() throws Exception {
    Path file = folder.resolve("gfx942130.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("conv.o", "", code(1, 10), "00", 0);
    }
    assertThatThrownBy(() -> pack(file, folder.resolve("out")))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("conv.o")
        .hasMessageContaining("MD5");
    assertThat(names()).containsExactly("gfx942130.kdb");
  }

  @Test
  void aotritonsKernelsComeBackByteForByte() throws IOException {
    Path images = Files.createDirectories(folder.resolve("aotriton.images/amd-gfx90a/flash"));
    Path file = images.resolve("attn_fwd.aks2");
    byte[] bytes =
        Aks2.of(
            List.of(
                new Aks2.Kernel("z-last", 65536, 256, code(1, 5000)),
                new Aks2.Kernel("a-first", 0, 128, code(2, 70)),
                new Aks2.Kernel("a-first", 1, 64, code(3, 3000)),
                new Aks2.Kernel("empty", 0, -1, new byte[0])));
    Files.write(file, bytes);
    PackDatabaseReport packed = pack(file, folder.resolve("out"));
    assertThat(paths(packed))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("aotriton-gfx90a.kpack");
    try (KpackArchive archive = KpackArchive.open(paths(packed).getFirst())) {
      List<String> keys = new ArrayList<>();
      for (int row = 0; row < archive.entryCount(); row++) {
        keys.add(archive.entry(row).key().text());
        if (keys.getLast().endsWith("z-last")) {
          assertThat(archive.metadata(row))
              .containsEntry("operation", new MsgValue.Text("z-last"))
              .containsEntry("shared_memory", MsgValue.Int.of(65536))
              .containsEntry("threads", MsgValue.Int.of(256));
        }
      }
      assertThat(keys)
          .containsExactlyInAnyOrder(
              "aotriton/gfx90a/z-last",
              "aotriton/gfx90a/a-first",
              "aotriton/gfx90a/a-first-2",
              "aotriton/gfx90a/empty");
    }

    Path back = folder.resolve("back");
    UnpackDatabaseReport planned = plan(back, paths(packed));
    assertThat(unpack(back, paths(packed))).isEqualTo(planned);
    assertThat(back.resolve("attn_fwd.aks2")).hasBinaryContent(bytes);
  }

  /** A tree with a file and a ZIP archive that this program's encoder would not write so. */
  private Path otherwise() throws IOException {
    Path flash = folder.resolve("lib/aotriton.images/amd-gfx90a/flash");
    Files.createDirectories(flash);
    List<Aks2.Kernel> kernels =
        List.of(
            new Aks2.Kernel("b", 65536, 256, code(1, 5000)),
            new Aks2.Kernel(
                "a",
                0,
                128,
                "code that is compressed".repeat(99).getBytes(StandardCharsets.UTF_8)));
    Files.write(flash.resolve("attn_fwd.aks2"), Aks2.otherwise(kernels));
    Map<String, byte[]> members = new java.util.LinkedHashMap<>();
    members.put("z.aks2", Aks2.otherwise(kernels));
    members.put("a.aks2", Aks2.of(kernels.subList(0, 1)));
    Files.write(flash.resolve("attn_bwd.zip"), Aks2.zip(members));
    return folder.resolve("lib");
  }

  @Test
  void whatAnotherEncoderWroteComesBackByteByByte() throws IOException {
    Path lib = otherwise();
    PackDatabaseReport packed = pack(lib, folder.resolve("out"));
    Path flash = Path.of("aotriton.images/amd-gfx90a/flash");
    assertThat(packed.kept())
        .containsExactly(
            new KeptFile(
                flash + "/attn_bwd.zip", Files.size(lib.resolve(flash).resolve("attn_bwd.zip"))),
            new KeptFile(
                flash + "/attn_fwd.aks2", Files.size(lib.resolve(flash).resolve("attn_fwd.aks2"))));
    assertThat(packed.findings(new PackDatabaseRequest(lib, folder.resolve("out"), false)))
        .anySatisfy(
            note -> {
              assertThat(note.rule()).isEqualTo("file-kept");
              assertThat(note.file()).isEqualTo(folder.resolve("out/kept"));
              assertThat(note.message()).startsWith("2 files, ").contains(" kept beside");
            });

    UnpackDatabaseReport planned = plan(folder.resolve("back"), paths(packed));
    assertThat(unpack(folder.resolve("back"), paths(packed))).isEqualTo(planned);
    assertThat(planned.findings()).isEmpty();
    assertThat(SameTree.difference(folder.resolve("back"), lib, Progress.NONE)).isEmpty();
  }

  /** Without the file that was kept, or with another one, the kernels come back. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsCompressedAgainIsSaid(boolean there) throws IOException {
    Path lib = otherwise();
    List<Path> archives = paths(pack(lib, folder.resolve("out")));
    Path file = Path.of("aotriton.images/amd-gfx90a/flash/attn_fwd.aks2");
    Path kept = folder.resolve("out/kept").resolve(file);
    byte[] bytes = Files.readAllBytes(kept);
    bytes[bytes.length - 20]++;
    if (there) {
      Files.write(kept, bytes);
    } else {
      Files.delete(kept);
    }
    Path back = folder.resolve("back");
    UnpackDatabaseReport planned = plan(back, archives);
    assertThat(unpack(back, archives)).isEqualTo(planned);
    assertThat(planned.findings())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.severity()).isEqualTo(Severity.WARNING);
              assertThat(note.rule()).isEqualTo("compressed-again");
              assertThat(note.file()).isEqualTo(back.resolve(file));
              assertThat(note.message()).contains("compressed again to other bytes");
              assertThat(note.advice()).contains("the folder kept");
              assertThat(note.advice().contains("not the file that was packed")).isEqualTo(there);
            });
    List<Path> again = paths(pack(back, folder.resolve("again")));
    assertThat(kernels(again)).isEqualTo(kernels(archives)).hasSize(5);
  }

  /** Names and sums of code objects, whatever file they came from. */
  private static List<String> kernels(List<Path> archives) throws IOException {
    List<String> all = new ArrayList<>();
    for (Path path : archives) {
      try (KpackArchive archive = KpackArchive.open(path)) {
        for (int row = 0; row < archive.entryCount(); row++) {
          java.io.ByteArrayOutputStream code = new java.io.ByteArrayOutputStream();
          archive.extract(row, code, 1 << 20);
          all.add(archive.entry(row).key() + " " + Arrays.hashCode(code.toByteArray()));
        }
      }
    }
    return all;
  }

  /** Who changes a kernel in an archive gets that kernel, not the file that was packed. */
  @Test
  void aChangedKernelIsNotLost() throws IOException {
    Path lib = otherwise();
    Path archive = paths(pack(lib, folder.resolve("out"))).getFirst();
    Path changed = folder.resolve("out/changed.kpack");
    try (KpackArchive from = KpackArchive.open(archive);
        ArchiveWriter writer =
            ArchiveWriter.create(
                changed,
                new TableHead("g", "f", List.of("gfx90a")),
                WriteOptions.DEFAULT,
                Progress.NONE)) {
      for (int row = 0; row < from.entryCount(); row++) {
        java.io.ByteArrayOutputStream code = new java.io.ByteArrayOutputStream();
        from.extract(row, code, 1 << 20);
        byte[] bytes = code.toByteArray();
        if (from.entry(row).key().text().equals("aotriton/gfx90a/a")) {
          bytes[5]++;
        }
        writer.add(NewEntry.of(from, row), ByteView.of("code", bytes));
      }
      writer.finish();
    }
    Path back = folder.resolve("back");
    UnpackDatabaseReport report = unpack(back, List.of(changed));
    Path flash = Path.of("aotriton.images/amd-gfx90a/flash");
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.file()).isEqualTo(back.resolve(flash).resolve("attn_fwd.aks2"));
              assertThat(note.message()).contains("the archives have other kernels");
            });
    assertThat(kernels(paths(pack(back, folder.resolve("again")))))
        .isEqualTo(kernels(List.of(changed)))
        .isNotEqualTo(kernels(List.of(archive)));
  }

  @Test
  void kernelsThatShareCodeKeepTheirDirectory() throws IOException {
    Path images = Files.createDirectories(folder.resolve("aotriton.images/amd-gfx90a"));
    Path file = images.resolve("shared.aks2");
    java.io.ByteArrayOutputStream directory = new java.io.ByteArrayOutputStream();
    for (int[] kernel : new int[][] {{'b', 16, 20}, {'a', 0, 10}, {'c', 16, 20}}) {
      directory.writeBytes(Aks2.numbers(1, 2, kernel[1], kernel[2], 2));
      directory.writeBytes(new byte[] {(byte) kernel[0], 0});
    }
    byte[] code = code(1, 36);
    java.util.Arrays.fill(code, 10, 16, (byte) 0);
    byte[] bytes = Aks2.of(3, directory.toByteArray(), code);
    Files.write(file, bytes);
    unpack(folder.resolve("back"), paths(pack(file, folder.resolve("out"))));
    assertThat(folder.resolve("back/shared.aks2")).hasBinaryContent(bytes);
  }

  @Test
  void filesComeBackAndTheIndexStays() throws IOException {
    Path library = tensile();
    PackDatabaseReport packed = pack(library, folder.resolve("out"));
    assertThat(packed.files()).isEqualTo(1);
    assertThat(paths(packed))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("rocblas-gfx90a.kpack", "rocblas-gfx942.kpack");
    try (KpackArchive archive = KpackArchive.open(paths(packed).getFirst())) {
      List<String> keys = new ArrayList<>();
      for (int row = 0; row < archive.entryCount(); row++) {
        keys.add(archive.entry(row).key().text() + " " + archive.entry(row).type());
        if (archive.entry(row).type().equals("co")) {
          assertThat(archive.metadata(row))
              .containsEntry("data_type", new MsgValue.Text("HH"))
              .containsEntry("contraction", new MsgValue.Text("l_Ailk_Bjlk_Cijk_Dijk"));
        }
      }
      assertThat(keys)
          .containsExactlyInAnyOrder(
              "rocblas/gfx90a/TensileLibrary_Type_HH_HPA_Contraction_l_Ailk_Bjlk_Cijk_Dijk_gfx90a"
                  + " co",
              "rocblas/gfx90a/Kernels.so-000 hsaco");
    }

    unpack(folder.resolve("back"), paths(packed));
    Files.delete(library.resolve("TensileLibrary_lazy_gfx90a.dat"));
    assertThat(SameTree.difference(folder.resolve("back"), library, Progress.NONE))
        .isEqualTo(Optional.empty());
  }

  /** A folder can be corrected at once where all of its wrong files are known. */
  @Test
  void allFilesThatCannotBePackedAreNamed() throws Exception {
    Path library = tensile();
    Path wrong = Files.writeString(library.resolve("A_gfx942.co"), "text");
    Path empty = Files.createFile(library.resolve("gfx90a/B.hsaco"));
    Path database = Files.write(library.resolve("gfx942.kdb"), new byte[5000]);
    for (boolean plan : new boolean[] {true, false}) {
      PackDatabase packing =
          new PackDatabase(new PackDatabaseRequest(library, folder.resolve("out"), false));
      assertThatThrownBy(() -> runs(packing, plan))
          .isInstanceOf(OperationException.class)
          .hasMessageStartingWith(wrong + ": expected a code object or a bundle with code for")
          .hasMessageEndingWith(
              ". 2 more files cannot be packed either: %s, %s".formatted(empty, database));
    }
    Files.delete(wrong);
    Files.delete(database);
    assertThatThrownBy(() -> pack(library, folder.resolve("out")))
        .hasMessageStartingWith(empty + ": expected a code object")
        .hasMessageEndingWith("copy it again from its source.");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  private static void runs(PackDatabase packing, boolean plan) throws IOException {
    if (plan) {
      packing.plan(Progress.NONE);
    } else {
      packing.run(Progress.NONE);
    }
  }

  @Test
  void aSecondRunFindsAllThereAndWritesNothingOver() throws Exception {
    Path library = tensile();
    Path out = folder.resolve("out");
    PackDatabaseReport packed = pack(library, out);
    assertThat(packed.upToDate()).isFalse();
    assertThat(pack(library, out).upToDate()).isTrue();
    Path back = folder.resolve("back");
    assertThat(unpack(back, paths(packed)).upToDate()).isFalse();
    assertThat(unpack(back, paths(packed)).upToDate()).isTrue();
    Files.write(library.resolve("Kernels.so-000-gfx942.hsaco"), code("gfx942", 9, 5000));
    assertThatThrownBy(() -> pack(library, out)).isInstanceOf(FileAlreadyExistsException.class);
  }

  private UnpackDatabaseReport plan(Path output, List<Path> archives) throws IOException {
    return new UnpackDatabase(new UnpackDatabaseRequest(archives, output, false))
        .plan(Progress.NONE);
  }

  @Test
  void aPlanOfFilesIsWhatIsWrittenThen() throws IOException {
    List<Path> archives = paths(pack(tensile(), folder.resolve("packed")));
    List<String> before = names();
    Path out = folder.resolve("deep/out");
    UnpackDatabaseReport planned = plan(out, archives);
    assertThat(names()).isEqualTo(before);
    assertThat(planned.files()).isEqualTo(3);
    assertThat(planned.kernels()).isEqualTo(3);
    assertThat(planned.codeBytes()).isEqualTo(5000 + (2 << 20) + 100);

    assertThat(unpack(out, archives)).isEqualTo(planned);
    try (Stream<Path> written = Files.walk(out)) {
      assertThat(written.filter(Files::isRegularFile))
          .containsExactlyInAnyOrderElementsOf(
              planned.contents().stream().map(UnpackedFile::path).toList());
    }
    for (UnpackedFile file : planned.contents()) {
      assertThat(file.path()).hasSize(file.codeBytes());
      assertThat(file.kernels()).isEqualTo(1);
    }
  }

  @Test
  void aPlanOfATableIsWhatIsWrittenThen() throws Exception {
    List<Path> archives = paths(pack(cache(), folder.resolve("packed")));
    List<String> before = names();
    Path out = folder.resolve("out");
    UnpackDatabaseReport planned = plan(out, archives);
    assertThat(names()).isEqualTo(before);
    assertThat(planned.contents())
        .containsExactly(new UnpackedFile(out.resolve("rocfft_kernel_cache.db"), 4, 1870));

    assertThat(unpack(out, archives)).isEqualTo(planned);
    assertThat(rows(out.resolve("rocfft_kernel_cache.db"))).hasSize(4);
    try (var connection =
            JDBC.createConnection(
                "jdbc:sqlite:" + out.resolve("rocfft_kernel_cache.db"), new Properties());
        var statement = connection.createStatement();
        var result = statement.executeQuery("SELECT sum(length(code)) FROM cache_v1")) {
      assertThat(result.getLong(1)).isEqualTo(planned.codeBytes());
    }
  }

  /** An archive with rows of one code object each; a row is its key and its metadata. */
  private Path archive(String name, Map<String, Map<String, MsgValue>> rows) throws IOException {
    Path archive = folder.resolve(name);
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            archive,
            new TableHead("g", "f", List.of("gfx942")),
            WriteOptions.DEFAULT,
            Progress.NONE)) {
      for (Map.Entry<String, Map<String, MsgValue>> row : rows.entrySet()) {
        writer.add(
            NewEntry.of(BinaryKey.parse(row.getKey()), "gfx942", row.getValue()),
            ByteView.of("code", code(1, 9)));
      }
      writer.finish();
    }
    return archive;
  }

  private static Map<String, MsgValue> at(String path) {
    return Map.of("database", new MsgValue.Text("rocblas"), "path", new MsgValue.Text(path));
  }

  private static Map<String, MsgValue> image(int index, int offset) {
    return Map.of(
        "database",
        new MsgValue.Text("aotriton"),
        "path",
        new MsgValue.Text("a.aks2"),
        "kernel_name",
        new MsgValue.Text("a"),
        "index",
        MsgValue.Int.of(index),
        "offset",
        MsgValue.Int.of(offset),
        "shared_memory",
        MsgValue.Int.of(0),
        "threads",
        MsgValue.Int.of(0));
  }

  private static Map<String, MsgValue> miopen(int size) {
    return Map.of(
        "database",
        new MsgValue.Text("miopen"),
        "path",
        new MsgValue.Text("a.kdb"),
        "kernel_name",
        new MsgValue.Text("a"),
        "id",
        MsgValue.Int.of(1),
        "kernel_args",
        new MsgValue.Text(""),
        "kernel_hash",
        new MsgValue.Text(""),
        "uncompressed_size",
        MsgValue.Int.of(size));
  }

  /** A copy of an archive with another text in its table. */
  private Path changed(Path archive, String what, String with) throws IOException {
    String bytes = Files.readString(archive, StandardCharsets.ISO_8859_1);
    assertThat(bytes).contains(what);
    return Files.writeString(
        folder.resolve(with + ".kpack"), bytes.replace(what, with), StandardCharsets.ISO_8859_1);
  }

  @Test
  void aPlanIsRefusedWhereTheRunIs() throws Exception {
    Path files = paths(pack(tensile(), folder.resolve("files"))).getFirst();
    Path rows = paths(pack(cache(), folder.resolve("rows"))).getFirst();
    Path outside = archive("outside.kpack", Map.of("a", at("../a.co")));
    Path nowhere = archive("nowhere.kpack", Map.of("a", at(".")));
    Path below = archive("below.kpack", new TreeMap<>(Map.of("a", at("a"), "b", at("a/b"))));
    Path above = archive("above.kpack", new TreeMap<>(Map.of("a", at("a/b"), "b", at("./a"))));
    Path none = archive("none.kpack", Map.of("a", Map.of()));
    Path overlap =
        archive("overlap.kpack", new TreeMap<>(Map.of("a", image(0, 0), "b", image(1, 5))));
    Path twice = archive("twice.kpack", new TreeMap<>(Map.of("a", image(0, 0), "b", image(0, 9))));
    Path size = archive("size.kpack", Map.of("a", miopen(8)));
    Path damaged = folder.resolve("damaged.kpack");
    Files.write(damaged, java.util.Arrays.copyOf(Files.readAllBytes(files), 200));
    Path scheme = changed(files, "zstd-per-kernel", "zstd-per-kernex");
    Path row = changed(files, "original_size", "original_sizf");
    Path full = Files.createDirectories(folder.resolve("full"));
    Files.writeString(full.resolve("x"), "x");
    List<String> before = names();
    Path out = folder.resolve("out");
    for (List<Path> archives :
        List.of(
            List.of(files, files),
            List.of(rows, rows),
            List.of(outside),
            List.of(nowhere),
            List.of(below),
            List.of(above),
            List.of(none),
            List.of(overlap),
            List.of(twice),
            List.of(size),
            List.of(damaged),
            List.of(scheme),
            List.of(row),
            List.of(folder.resolve("gone.kpack")))) {
      Throwable planned = catchThrowable(() -> plan(out, archives));
      Throwable run = catchThrowable(() -> unpack(out, archives));
      assertThat(planned).as(archives.toString()).isInstanceOf(IOException.class);
      assertThat(planned).hasSameClassAs(run).hasMessage(run.getMessage());
      assertThat(planned).hasMessageContaining(archives.getFirst().toString());
    }
    assertThatThrownBy(() -> plan(full, List.of(files)))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(names()).isEqualTo(before);
  }

  @Test
  void aPlanUnpacksNoCode() throws IOException {
    Path archive = paths(pack(tensile(), folder.resolve("packed"))).getFirst();
    byte[] bytes = Files.readAllBytes(archive);
    // Within the frame of the large code object.
    bytes[bytes.length / 2] ^= 1;
    Files.write(archive, bytes);
    assertThat(plan(folder.resolve("out"), List.of(archive)).files()).isEqualTo(2);
    assertThatThrownBy(() -> unpack(folder.resolve("out"), List.of(archive)))
        .isInstanceOf(FormatException.class);
  }

  @Test
  void whatIsNoDatabaseIsRefusedAndNothingIsLeft() throws Exception {
    Path out = folder.resolve("out");
    Path text = Files.writeString(folder.resolve("a.txt"), "no database");
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Path other = folder.resolve("other.db");
    try (KernelDatabases database = KernelDatabases.other(other, "CREATE TABLE other (a)")) {
      database.run("INSERT INTO other VALUES (1)");
    }
    Path nowhere = folder.resolve("kernels.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(nowhere)) {
      database.miopen("conv.o", "-O3", code(1, 10), false);
    }
    for (Path input : List.of(text, empty, other, nowhere)) {
      assertThatThrownBy(() -> pack(input, out))
          .isInstanceOf(OperationException.class)
          .hasMessageStartingWith(input.toString())
          .hasMessageContaining("expected");
    }
    Path archive = folder.resolve("other.kpack");
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            archive,
            new TableHead("g", "f", List.of("gfx942")),
            WriteOptions.DEFAULT,
            Progress.NONE)) {
      writer.add(
          NewEntry.of(BinaryKey.parse("lib/a.so"), "gfx942"), ByteView.of("code", code(1, 9)));
      writer.finish();
    }
    assertThatThrownBy(() -> unpack(out, List.of(archive)))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("pack-database");
    assertThat(names()).containsExactly("a.txt", "empty", "kernels.kdb", "other.db", "other.kpack");
  }

  @Test
  void aFolderIsAllArchivesInIt() throws IOException {
    Path archives = folder.resolve("packed/a");
    List<Path> each = paths(pack(tensile(), archives));
    Files.writeString(archives.resolve("notes.txt"), "no archive");
    UnpackDatabaseReport one = unpack(folder.resolve("one"), List.of(archives));
    UnpackDatabaseReport other = unpack(folder.resolve("other"), each);
    assertThat(one.files()).isPositive().isEqualTo(other.files());
    assertThat(one.findings()).as("no architecture is missing").isEmpty();
    SameTree.refuseOther(folder.resolve("one"), folder.resolve("other"), Progress.NONE);
    isRefused(
        archives.getParent(),
        archives.getParent()
            + ": expected a folder with archives that pack-database wrote, found one without .kpack"
            + " files. Name the folder that has them: "
            + archives
            + ".");
    Path empty = Files.createDirectories(folder.resolve("empty-folder"));
    isRefused(
        empty,
        empty
            + ": expected a folder with archives that pack-database wrote, found one without .kpack"
            + " files. To make archives of what is in it, use pack-database.");
  }

  /** A package with archives, or a path into it, says how to get at them; nothing is written. */
  @Test
  void aPackageIsRefusedWithWhatToDo() throws IOException {
    byte[] archive = Files.readAllBytes(paths(pack(tensile(), folder.resolve("a"))).getFirst());
    Path wheel =
        TestPackages.wheel(
            folder.resolve("blas-1-py3-none-any.whl"), Map.of("blas/b.kpack", archive), "");
    Path tar = folder.resolve("blas.tar");
    Files.write(tar, TestPackages.tar("a.kpack", "first", "b.kpack", "second"));
    Path zip = folder.resolve("none.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("a.txt"));
      out.closeEntry();
    }
    List<String> before = names();
    Path out = folder.resolve("out");
    for (Path named : List.of(wheel, wheel.resolve("blas/b.kpack"))) {
      isRefused(
          named,
          wheel
              + ": expected an archive that pack-database wrote, found a Python wheel (a ZIP"
              + " archive) with 1 .kpack file (blas/b.kpack). Extract them, for example with"
              + " \"unzip "
              + wheel
              + "\", and name them.");
    }
    isRefused(
        tar,
        tar
            + ": expected an archive that pack-database wrote, found a tar archive with 2 .kpack"
            + " files (a.kpack, …). Extract them, for example with \"tar -xf "
            + tar
            + "\", and name them.");
    isRefused(
        zip,
        zip
            + ": expected an archive that pack-database wrote, found a ZIP archive without .kpack"
            + " files. To make archives of what is in it, use pack-database.");
    assertThat(out).doesNotExist();
    assertThat(names()).isEqualTo(before);
  }

  private void isRefused(Path archive, String message) {
    Path out = folder.resolve("out");
    assertThatThrownBy(() -> unpack(out, List.of(archive)))
        .isInstanceOf(OperationException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> plan(out, List.of(archive)))
        .isInstanceOf(OperationException.class)
        .hasMessage(message);
  }

  @Test
  void pathsThatLeaveTheFolderAreRefused() throws IOException {
    Path evil = folder.resolve("evil.kpack");
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            evil,
            new TableHead("g", "f", List.of("gfx942")),
            WriteOptions.DEFAULT,
            Progress.NONE)) {
      writer.add(
          NewEntry.of(
              BinaryKey.parse("rocblas/gfx942/a"),
              "gfx942",
              java.util.Map.of(
                  "database", new MsgValue.Text("rocblas"), "path", new MsgValue.Text("../a.co"))),
          ByteView.of("code", code(1, 9)));
      writer.finish();
    }
    assertThatThrownBy(() -> unpack(folder.resolve("out"), List.of(evil)))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("../a.co");
    assertThat(names()).containsExactly("evil.kpack");
  }

  @Test
  void theSameFileFromTwoArchivesIsRefused() throws IOException {
    List<Path> archives = paths(pack(tensile(), folder.resolve("packed")));
    assertThatThrownBy(
            () -> unpack(folder.resolve("out"), List.of(archives.getFirst(), archives.getFirst())))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("already");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void cancelledItLeavesNothing() throws Exception {
    Path library = tensile();
    Path cache = cache();
    Path packed = folder.resolve("packed");
    Path kernels = miopen();
    List<Path> archives = paths(pack(cache, packed));
    List<String> before = names();
    Path out = folder.resolve("out");
    for (Path input : List.of(library, cache, kernels)) {
      PackDatabaseRequest request = new PackDatabaseRequest(input, out, false);
      untilDone(before, progress -> new PackDatabase(request).run(progress));
      TreeDeletion.delete(out);
    }
    UnpackDatabaseRequest request = new UnpackDatabaseRequest(archives, out, false);
    untilDone(before, progress -> new UnpackDatabase(request).run(progress));
  }

  /** One total for all: it does not start again at each archive. */
  @Test
  void severalArchivesAreOneStep() throws Exception {
    List<Path> archives = paths(pack(cache(), folder.resolve("packed")));
    assertThat(archives).hasSizeGreaterThan(1);
    List<Long> totals = new ArrayList<>();
    UnpackDatabaseRequest request =
        new UnpackDatabaseRequest(archives, folder.resolve("out"), false);
    Progress recorder =
        new Progress() {
          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            totals.add(totalUnits);
          }

          @Override
          public boolean cancelled() {
            return false;
          }
        };
    long rows = 0;
    for (Path archive : archives) {
      try (KpackArchive open = KpackArchive.open(archive)) {
        rows += open.entryCount();
      }
    }
    new UnpackDatabase(request).plan(recorder);
    assertThat(totals).containsExactly(rows);
  }

  private interface Work {
    void run(Progress progress) throws IOException;
  }

  /** Cancels at each check for cancellation, until one run is complete. */
  private void untilDone(List<String> before, Work work) throws IOException {
    for (int after = 0; ; after++) {
      AtomicInteger left = new AtomicInteger(after);
      try {
        work.run(() -> left.decrementAndGet() < 0);
        assertThat(after).isGreaterThan(3);
        return;
      } catch (CancellationException expected) {
        assertThat(names()).isEqualTo(before);
      }
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
