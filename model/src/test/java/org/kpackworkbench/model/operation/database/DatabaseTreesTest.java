package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.SameTree;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.database.PackDatabaseReport.PackedPart;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.sqlite.JDBC;

/** Databases in folders, and AOTriton's in ZIP archives. */
class DatabaseTreesTest {
  @TempDir private Path folder;

  private PackDatabase packing(Path input) {
    return new PackDatabase(new PackDatabaseRequest(input, folder.resolve("out"), false));
  }

  private UnpackDatabaseReport unpack(List<Path> archives) throws IOException {
    UnpackDatabaseRequest request =
        new UnpackDatabaseRequest(archives, folder.resolve("back"), false);
    UnpackDatabaseReport planned = new UnpackDatabase(request).plan(Progress.NONE);
    UnpackDatabaseReport report = new UnpackDatabase(request).run(Progress.NONE);
    assertThat(report).isEqualTo(planned);
    return report;
  }

  private static List<Path> paths(PackDatabaseReport report) {
    return report.archives().stream().map(PlannedArchive::path).toList();
  }

  private static byte[] code(int seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static Aks2.Kernel kernel(String name, int seed) {
    return new Aks2.Kernel(name, seed, 256, code(seed, 100 * seed));
  }

  private Path zip(Map<String, byte[]> members) throws IOException {
    Path images = Files.createDirectories(folder.resolve("tree/lib/aotriton.images/amd-gfx942"));
    return Files.write(images.resolve("flash.zip"), Aks2.zip(members));
  }

  private static Map<String, byte[]> members() {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("z.aks2", Aks2.of(List.of(kernel("b", 3), kernel("a", 2), kernel("b", 4))));
    members.put("a.aks2", Aks2.of(List.of(kernel("a", 5))));
    return members;
  }

  private static List<String> contents(Path zip) throws IOException {
    List<String> contents = new ArrayList<>();
    try (var in = new java.util.zip.ZipInputStream(Files.newInputStream(zip))) {
      for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        contents.add(
            "%s %d %s"
                .formatted(
                    entry.getName(),
                    entry.getMethod(),
                    new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)));
      }
    }
    return contents;
  }

  @Test
  void aZipArchiveOfAotritonsComesBackWithItsFilesInOrder() throws IOException {
    Path zip = zip(members());
    PackDatabaseReport packed = packing(zip).run(Progress.NONE);
    assertThat(packed.databases())
        .containsExactly(new PackedPart("flash.zip", "aotriton", List.of("gfx942"), 1, 4, 1400));
    try (KpackArchive archive = KpackArchive.open(paths(packed).getFirst())) {
      List<String> keys = new ArrayList<>();
      for (int row = 0; row < archive.entryCount(); row++) {
        keys.add(archive.entry(row).key().text());
      }
      assertThat(keys)
          .containsExactly(
              "aotriton/gfx942/z/b",
              "aotriton/gfx942/z/a",
              "aotriton/gfx942/z/b-2",
              "aotriton/gfx942/a/a");
      assertThat(archive.metadata(1))
          .containsEntry("kernel_name", new MsgValue.Text("a"))
          .containsEntry("member", new MsgValue.Text("z.aks2"))
          .containsEntry("member_index", MsgValue.Int.of(0));
    }

    UnpackDatabaseReport unpacked = unpack(paths(packed));
    assertThat(unpacked.files()).isEqualTo(1);
    assertThat(unpacked.kernels()).isEqualTo(4);
    Path back = folder.resolve("back/flash.zip");
    assertThat(contents(back)).isEqualTo(contents(zip));
    try (var left = Files.list(folder.resolve("back"))) {
      assertThat(left).containsExactly(back);
    }
  }

  @Test
  void aZipArchiveWithOtherMembersIsRefused() throws IOException {
    Map<String, byte[]> members = members();
    members.put("README", code(1, 10));
    Path zip = zip(members);
    assertThatThrownBy(() -> packing(zip).run(Progress.NONE))
        .isInstanceOf(OperationException.class)
        .hasMessageStartingWith(zip.toString())
        .hasMessageContaining("found the member README without")
        .hasMessageContaining("Make the archive again without it.");
    members.remove("README");
    members.put("empty.aks2", Aks2.of(List.of()));
    Files.write(zip, Aks2.zip(members));
    assertThatThrownBy(() -> packing(zip).run(Progress.NONE))
        .hasMessageContaining("found the member empty.aks2 without");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aDamagedMemberIsSaidAndNothingIsLeft() throws IOException {
    Map<String, byte[]> members = members();
    byte[] broken = members.get("a.aks2");
    members.put("a.aks2", java.util.Arrays.copyOf(broken, broken.length / 2));
    Path zip = zip(members);
    for (Path input : List.of(zip, folder.resolve("tree"))) {
      assertThatThrownBy(() -> packing(input).run(Progress.NONE))
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("flash.zip");
      try (var left = Files.list(folder)) {
        assertThat(left).containsExactly(folder.resolve("tree"));
      }
    }
  }

  /** The databases of an install tree, each where libraries look for it. */
  private Path tree() throws Exception {
    Path tree = folder.resolve("tree");
    Path lib = Files.createDirectories(tree.resolve("lib"));
    Files.write(lib.resolve("librocfft.so.0"), code(1, 10));
    try (KernelDatabases database = KernelDatabases.rocfft(lib.resolve("rocfft_kernel_cache.db"))) {
      database.rocfft("transpose", "gfx942", 1, code(1, 100));
      database.rocfft("transpose", "gfx90a:xnack+", 1, code(2, 110));
    }
    Path db = Files.createDirectories(tree.resolve("share/miopen/db"));
    for (String name : List.of("gfx94278.kdb", "gfx942130.kdb")) {
      try (KernelDatabases database = KernelDatabases.miopen(db.resolve(name))) {
        database.miopen("conv.o", " -mcpu=gfx942", code(3, 120), true);
      }
    }
    Files.writeString(db.resolve("gfx942130.db.txt"), "a=b:c\n");
    Files.writeString(db.resolve("gfx942.unknown"), "a");
    Path library = Files.createDirectories(lib.resolve("rocblas/library/gfx942"));
    Files.write(library.resolve("Kernels.so-000-gfx942.hsaco"), TestCode.of("gfx942", code(4, 66)));
    Files.write(library.resolve("TensileLibrary_lazy_gfx942.dat"), code(5, 10));
    Path images = Files.createDirectories(lib.resolve("aotriton.images/amd-gfx11xx/flash"));
    Files.write(images.resolve("attn_fwd.aks2"), Aks2.of(List.of(kernel("fwd", 6))));
    zip(members());
    Files.write(lib.resolve("other.zip"), Aks2.zip(Map.of("a.txt", code(1, 10))));
    Files.write(lib.resolve("other.db"), code(1, 10));
    Path sparse = Files.createDirectories(lib.resolve("rocsparse/gfx942"));
    Files.write(sparse.resolve("kernels.bin"), code(1, 10));
    return tree;
  }

  @Test
  void aTreeIsPackedDatabaseByDatabaseAndThePlanSaysWhich() throws Exception {
    Path tree = tree();
    PackDatabaseReport planned = packing(tree).plan(Progress.NONE);
    assertThat(planned.databases())
        .containsExactly(
            new PackedPart(
                "lib/aotriton.images/amd-gfx11xx/flash/attn_fwd.aks2",
                "aotriton",
                List.of("gfx11"),
                1,
                1,
                600),
            new PackedPart(
                "lib/aotriton.images/amd-gfx942/flash.zip",
                "aotriton",
                List.of("gfx942"),
                1,
                4,
                1400),
            new PackedPart("lib/rocblas/library/gfx942", "rocblas", List.of("gfx942"), 1, 1, 267),
            new PackedPart(
                "lib/rocfft_kernel_cache.db", "rocfft", List.of("gfx90a", "gfx942"), 1, 2, 210),
            new PackedPart("share/miopen/db/gfx942130.kdb", "miopen", List.of("gfx942"), 1, 1, 120),
            new PackedPart("share/miopen/db/gfx94278.kdb", "miopen", List.of("gfx942"), 1, 1, 120));
    // The library, the index, the text database, and four that are no database.
    assertThat(planned.files()).isEqualTo(7);
    assertThat(planned.missed())
        .containsExactly("lib/rocsparse/gfx942/kernels.bin", "share/miopen/db/gfx942.unknown");

    PackDatabaseReport packed = packing(tree).run(Progress.NONE);
    assertThat(packed.databases()).isEqualTo(planned.databases());
    assertThat(paths(packed))
        .extracting(path -> path.getFileName().toString())
        .containsExactly(
            "aotriton-gfx11.kpack",
            "aotriton-gfx942.kpack",
            "miopen-gfx942.kpack",
            "rocblas-gfx942.kpack",
            "rocfft-gfx90a.kpack",
            "rocfft-gfx942.kpack");
    assertThat(unpack(paths(packed)).contents())
        .extracting(file -> folder.resolve("back").relativize(file.path()).toString())
        .containsExactly(
            "lib/aotriton.images/amd-gfx11xx/flash/attn_fwd.aks2",
            "lib/aotriton.images/amd-gfx942/flash.zip",
            "lib/rocblas/library/gfx942/Kernels.so-000-gfx942.hsaco",
            "lib/rocfft_kernel_cache.db",
            "share/miopen/db/gfx942130.kdb",
            "share/miopen/db/gfx94278.kdb");
    // What comes back is packed to the same archives.
    PackDatabaseReport again =
        new PackDatabase(
                new PackDatabaseRequest(folder.resolve("back"), folder.resolve("out"), false))
            .run(Progress.NONE);
    assertThat(again.upToDate()).isTrue();
  }

  private static Map<String, byte[]> content(Path tree) throws IOException {
    Map<String, byte[]> content = new LinkedHashMap<>();
    for (TreeItem item : TreeItem.below(tree, Progress.NONE)) {
      if (item.kind() == TreeItem.Kind.FILE) {
        content.put(item.path(), Files.readAllBytes(item.source()));
      }
    }
    return content;
  }

  private static byte[] zipped(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void manyFilesOfAFolderThatAreNotRecognisedAreOneWarning() throws Exception {
    Path tree = tree();
    for (int i = 0; i < 6; i++) {
      Files.writeString(tree.resolve("lib/rocsparse/gfx942/table" + i + ".bin"), "x");
    }
    PackDatabaseRequest request = new PackDatabaseRequest(tree, folder.resolve("out"), true);
    assertThat(new PackDatabase(request).plan(Progress.NONE).findings(request))
        .filteredOn(note -> note.rule().equals("database-recognised"))
        .extracting(note -> tree.relativize(note.file()).toString().replace('\\', '/'))
        .containsExactly("lib/rocsparse/gfx942", "share/miopen/db/gfx942.unknown");
  }

  /** Archives that a folder was packed to are there already when a package of it is packed. */
  @ParameterizedTest
  @ValueSource(strings = {"rocm.zip", "rocm-1.0-py3-none-any.whl", "stored.zip", "rocm.tar.zst"})
  void aPackageOfATreeIsPackedAsTheTreeIs(String name) throws Exception {
    Path tree = tree();
    packing(tree).run(Progress.NONE);
    Path file = folder.resolve(name);
    switch (name) {
      case "rocm.zip" -> Files.write(file, zipped(content(tree)));
      // It begins with AOTriton's files, as they are.
      case "stored.zip" -> Files.write(file, Aks2.zip(content(tree)));
      case "rocm-1.0-py3-none-any.whl" -> TestPackages.wheel(file, content(tree), "");
      default -> TarPack.write(tree, file, TarPack.TarOptions.DEFAULT, Progress.NONE);
    }
    PackDatabaseReport packed = packing(file).run(Progress.NONE);
    assertThat(packed.upToDate()).isTrue();
    assertThat(packed.databases()).hasSize(6);
    assertThat(packed.missed())
        .containsExactly("lib/rocsparse/gfx942/kernels.bin", "share/miopen/db/gfx942.unknown");

    Path part = folder.resolve("part");
    new PackDatabase(new PackDatabaseRequest(tree.resolve("lib/rocblas"), part, false))
        .run(Progress.NONE);
    assertThat(
            new PackDatabase(new PackDatabaseRequest(file.resolve("lib/rocblas"), part, false))
                .run(Progress.NONE)
                .upToDate())
        .isTrue();
    Path single = folder.resolve("single");
    String database = "share/miopen/db/gfx942130.kdb";
    new PackDatabase(new PackDatabaseRequest(tree.resolve(database), single, false))
        .run(Progress.NONE);
    assertThat(
            new PackDatabase(new PackDatabaseRequest(file.resolve(database), single, false))
                .run(Progress.NONE)
                .upToDate())
        .isTrue();
  }

  @Test
  void aPackageWithoutDatabasesIsNamed() throws IOException {
    Path file = Files.write(folder.resolve("a.zip"), zipped(Map.of("a.txt", code(1, 10))));
    assertThatThrownBy(() -> packing(file).run(Progress.NONE))
        .isInstanceOf(OperationException.class)
        .hasMessageStartingWith(file + ": expected kernels of rocFFT, MIOpen or AOTriton");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aBrokenDatabaseInATreeIsNamedAndNothingIsLeft() throws Exception {
    Path tree = tree();
    List<Path> before = files();
    Path cache = tree.resolve("lib/rocfft_kernel_cache.db");
    byte[] bytes = Files.readAllBytes(cache);
    Path kernels = tree.resolve("lib/aotriton.images/amd-gfx11xx/flash/attn_fwd.aks2");
    byte[] images = Files.readAllBytes(kernels);

    Files.write(cache, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    refused(before, cache.getFileName().toString());
    Files.write(cache, code(1, 5000));
    refused(before, cache + ": expected an SQLite database");
    Files.write(cache, bytes);
    Files.write(kernels, code(1, 5000));
    refused(before, kernels + ": expected AOTriton's kernels");
    Files.write(kernels, java.util.Arrays.copyOf(images, images.length - 40));
    refused(before, "attn_fwd.aks2");
    Files.write(kernels, images);
    Path wal = Files.writeString(tree.resolve("lib/rocfft_kernel_cache.db-wal"), "x");
    assertThatThrownBy(() -> packing(tree).run(Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("rocfft_kernel_cache.db-wal beside it, 1 byte")
        .hasMessageContaining("wal_checkpoint");
    Files.delete(wal);
    packing(tree).run(Progress.NONE);
  }

  private void refused(List<Path> before, String what) throws IOException {
    assertThatThrownBy(() -> packing(folder.resolve("tree")).run(Progress.NONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(what)
        .hasMessageContaining("expected")
        .hasMessageContaining("found");
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    return TreeItem.below(folder, Progress.NONE).stream().map(TreeItem::source).toList();
  }

  /** So many that numbers are given again and again, and one that has such a number by itself. */
  @Test
  void rowsOfOneNameGetKeysOfTheirOwn() throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    int rows = 500;
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft("a-3", "gfx942", 1, code(0, 10));
      for (int i = 0; i < rows; i++) {
        database.rocfft("a", "gfx942", i, code(i, 10));
      }
    }
    List<Path> archives = paths(packing(file).run(Progress.NONE));
    try (KpackArchive archive = KpackArchive.open(archives.getFirst())) {
      assertThat(archive.entryCount()).isEqualTo(rows + 1);
      assertThat(archive.problems()).isEmpty();
      assertThat(archive.entry(1).key().text()).isEqualTo("rocfft/gfx942/kernel_a");
      assertThat(archive.entry(3).key().text()).isEqualTo("rocfft/gfx942/kernel_a-4");
    }
    assertThat(unpack(archives).kernels()).isEqualTo(rows + 1);
  }

  @Test
  void aColumnWithSomethingElseIsRefused() throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    for (String change :
        List.of(
            "hip_version = 'new' a number",
            "timestamp = 1.5 a number",
            "generator_sum = 'text' bytes")) {
      Files.deleteIfExists(file);
      try (KernelDatabases database = KernelDatabases.rocfft(file)) {
        database.rocfft("a", "gfx942", 1, code(0, 10));
        String[] words = change.split(" ", 4);
        database.run("UPDATE cache_v1 SET %s = %s".formatted(words[0], words[2]));
      }
      String[] words = change.split(" ", 4);
      assertThatThrownBy(() -> packing(file).run(Progress.NONE))
          .isInstanceOf(OperationException.class)
          .hasMessageStartingWith(file + ", kernel a: expected " + words[3])
          .hasMessageContaining("column " + words[0]);
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }

  /** The older table, whose rows name files; two of them name the same. */
  private Path named() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("tree/lib/rocfft"));
    Path file = lib.resolve("rocfft_kernel_cache.db");
    Files.deleteIfExists(file);
    Files.createDirectories(lib.resolve("kernels/gfx942"));
    Files.write(lib.resolve("kernels/gfx942/a.co"), TestCode.of("gfx942", code(1, 36)));
    Files.write(lib.resolve("kernels/b.hsaco"), TestCode.of("gfx90a", code(2, 136)));
    try (KernelDatabases database =
        KernelDatabases.other(
            file,
            "CREATE TABLE kernels (arch TEXT, length INTEGER, precision TEXT, kernel_path TEXT)")) {
      database.run("INSERT INTO kernels VALUES ('gfx942', 1024, 'single', 'kernels/gfx942/a.co')");
      database.run("INSERT INTO kernels VALUES ('gfx90a', 2048, 'double', 'kernels/b.hsaco')");
      database.run("INSERT INTO kernels VALUES ('gfx942', 4096, 'single', 'kernels/gfx942/a.co')");
    }
    return file;
  }

  private static List<String> namedRows(Path file) throws Exception {
    List<String> rows = new ArrayList<>();
    try (var connection = JDBC.createConnection("jdbc:sqlite:" + file, new Properties());
        var statement = connection.createStatement();
        var result = statement.executeQuery("SELECT rowid, * FROM kernels ORDER BY rowid")) {
      while (result.next()) {
        rows.add(
            "%d %s %d %s %s"
                .formatted(
                    result.getLong(1),
                    result.getString(2),
                    result.getLong(3),
                    result.getString(4),
                    result.getString(5)));
      }
    }
    return rows;
  }

  @Test
  void rowsThatNameFilesComeBackWithThem() throws Exception {
    Path file = named();
    PackDatabaseReport packed = packing(folder.resolve("tree")).run(Progress.NONE);
    assertThat(packed.files()).isZero();
    assertThat(packed.databases())
        .containsExactly(
            new PackedPart(
                "lib/rocfft/rocfft_kernel_cache.db",
                "rocfft",
                List.of("gfx90a", "gfx942"),
                1,
                3,
                811));
    try (KpackArchive archive = KpackArchive.open(paths(packed).getLast())) {
      assertThat(archive.entry(0).key().text()).isEqualTo("rocfft/gfx942/1024/single/kernel_a");
      assertThat(archive.entry(0).type()).isEqualTo("co");
      assertThat(archive.entry(1).key().text()).isEqualTo("rocfft/gfx942/4096/single/kernel_a");
      assertThat(archive.metadata(0))
          .containsEntry("length", MsgValue.Int.of(1024))
          .containsEntry("precision", new MsgValue.Text("single"))
          .containsEntry("kernel_path", new MsgValue.Text("kernels/gfx942/a.co"));
    }
    UnpackDatabaseReport unpacked = unpack(paths(packed));
    assertThat(unpacked.files()).isEqualTo(3);
    assertThat(unpacked.codeBytes()).isEqualTo(574);
    assertThat(
            SameTree.difference(
                folder.resolve("back/lib/rocfft/kernels"),
                file.resolveSibling("kernels"),
                Progress.NONE))
        .isEmpty();
    assertThat(namedRows(folder.resolve("back/lib/rocfft/rocfft_kernel_cache.db")))
        .hasSize(3)
        .isEqualTo(namedRows(file));
    UnpackDatabaseRequest twice =
        new UnpackDatabaseRequest(
            List.of(paths(packed).getFirst(), paths(packed).getFirst()),
            folder.resolve("twice"),
            false);
    assertThatThrownBy(() -> new UnpackDatabase(twice).plan(Progress.NONE))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("already");
  }

  @Test
  void aRowThatNamesNoFileBelowTheDatabaseIsRefused() throws Exception {
    for (String change :
        List.of(
            "kernel_path = 'kernels/gone.co'|expected a file at",
            "kernel_path = '../a.co'|expected a path below the database's folder",
            "kernel_path = '/a.co'|expected a path below the database's folder",
            "kernel_path = ''|expected a path below the database's folder",
            "arch = ''|expected an architecture in column arch",
            "length = 'x'|expected a number in column length")) {
      Path file = named();
      String[] parts = change.split("\\|", 2);
      try (KernelDatabases database = KernelDatabases.other(file, "SELECT 1")) {
        database.run("UPDATE kernels SET " + parts[0]);
      }
      assertThatThrownBy(() -> packing(file).run(Progress.NONE))
          .as(change)
          .isInstanceOf(OperationException.class)
          .hasMessageStartingWith(file.toString())
          .hasMessageContaining(parts[1]);
      assertThat(folder.resolve("out")).doesNotExist();
    }
    Path file = named();
    try (KernelDatabases database = KernelDatabases.other(file, "SELECT 1")) {
      database.run("ALTER TABLE kernels DROP COLUMN precision");
    }
    assertThatThrownBy(() -> packing(file).run(Progress.NONE))
        .hasMessageContaining("table kernels: expected the column precision, found none");
  }

  private Path archive(List<Map<String, Object>> rows) throws IOException {
    Path archive = folder.resolve("made.kpack");
    Files.deleteIfExists(archive);
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            archive,
            new TableHead("g", "f", List.of("gfx942")),
            WriteOptions.DEFAULT,
            Progress.NONE)) {
      int number = 0;
      for (Map<String, Object> row : rows) {
        Map<String, MsgValue> metadata = new LinkedHashMap<>();
        metadata.put("database", new MsgValue.Text("aotriton"));
        metadata.put("path", new MsgValue.Text("a.zip"));
        metadata.put("kernel_name", new MsgValue.Text("k"));
        for (String name : List.of("index", "offset", "shared_memory", "threads")) {
          metadata.put(name, MsgValue.Int.of(0));
        }
        row.forEach(
            (name, value) ->
                metadata.put(
                    name,
                    value instanceof Integer whole
                        ? MsgValue.Int.of(whole)
                        : new MsgValue.Text(value.toString())));
        writer.add(
            NewEntry.of(BinaryKey.parse("k" + number++), "gfx942", metadata),
            ByteView.of("code", code(1, 9)));
      }
      writer.finish();
    }
    return archive;
  }

  @Test
  void membersThatContradictOneAnotherAreRefusedByThePlanToo() throws IOException {
    Map<String, Object> a = Map.of("member", "a.aks2", "member_index", 0);
    for (List<Map<String, Object>> rows :
        List.<List<Map<String, Object>>>of(
            List.of(Map.of("member", "../a.aks2", "member_index", 0)),
            List.of(Map.of("member", "a.aks2")),
            List.of(a, Map.of("member", "a.aks2", "member_index", 1)),
            List.of(a, Map.of("member", "b.aks2", "member_index", 0, "index", 1)),
            List.of(a, a),
            List.of(a, Map.of("index", 1)))) {
      UnpackDatabaseRequest request =
          new UnpackDatabaseRequest(List.of(archive(rows)), folder.resolve("back"), false);
      assertThatThrownBy(() -> new UnpackDatabase(request).plan(Progress.NONE))
          .as(rows.toString())
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("made.kpack");
      assertThatThrownBy(() -> new UnpackDatabase(request).run(Progress.NONE))
          .isInstanceOf(OperationException.class);
      assertThat(files()).containsExactly(folder.resolve("made.kpack"));
    }
  }
}
