package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.contents.CodeObjectScan;
import org.kpackworkbench.model.analysis.contents.KernelScan;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.files.SameTree;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;

/** What is packed is code for the architecture whose archive it is in, and verifies as such. */
class PackedCodeTest {
  private static final String LIBRARY = "tree/lib/rocblas/library/";

  @TempDir private Path folder;

  private PackDatabaseReport pack(Path input) throws IOException {
    PackDatabase packing =
        new PackDatabase(new PackDatabaseRequest(input, folder.resolve("out"), false));
    PackDatabaseReport planned = packing.plan(Progress.NONE);
    PackDatabaseReport packed = packing.run(Progress.NONE);
    assertThat(packed.databases()).isEqualTo(planned.databases());
    return packed;
  }

  private Path write(String path, byte[] bytes) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  private Path fixture(String path, String name) throws IOException {
    return write(path, Files.readAllBytes(Fixtures.path(name)));
  }

  private List<Finding> verified() {
    return Verify.run(List.of(folder.resolve("out")), VerifyRequest.everything(), Progress.NONE)
        .findings();
  }

  private static List<String> keys(Path archive) throws IOException {
    List<String> keys = new ArrayList<>();
    try (KpackArchive open = KpackArchive.open(archive)) {
      for (int row = 0; row < open.entryCount(); row++) {
        keys.add(open.entry(row).key().text() + " " + open.entry(row).targetText());
      }
    }
    return keys;
  }

  @Test
  void allThatIsPackedVerifies() throws Exception {
    fixture(LIBRARY + "Kernels.so-000-gfx942.hsaco", "kinds-gfx942.hsaco");
    fixture(LIBRARY + "Kernels.so-000-gfx90a-xnack+.hsaco", "kinds-gfx90a-xnack-on.hsaco");
    fixture(LIBRARY + "gfx90a/Kernels.co", "kinds-gfx90a-sramecc-on-xnack-off.hsaco");
    fixture(LIBRARY + "TensileLibrary_gfx942.co", "bundle.co");
    fixture(LIBRARY + "gfx90a/TensileLibrary.co", "bundle.co");
    fixture(LIBRARY + "gfx1100/TensileLibrary.co", "compressed.co");
    fixture(LIBRARY + "Kernels_gfx9-generic.hsaco", "kinds-gfx9-generic-v6.hsaco");
    write(LIBRARY + "Kernels_gfx1250-strict.co", TestCode.of("gfx1250-strict", "strict"));
    fixture("tree/lib/aotriton/kernels/gfx11xx/flash.hsaco", "kinds-gfx1100.hsaco");
    byte[] code = Files.readAllBytes(Fixtures.path("kinds-gfx1100.hsaco"));
    write(
        "tree/lib/aotriton.images/amd-gfx11xx/flash/attn.aks2",
        Aks2.of(List.of(new Aks2.Kernel("attn", 1, 256, code))));
    try (KernelDatabases database =
        KernelDatabases.rocfft(folder.resolve("tree/lib/rocfft_kernel_cache.db"))) {
      database.rocfft("transpose", "gfx1100", 1, code);
      database.rocfft(
          "transpose",
          "gfx90a:xnack+",
          1,
          Files.readAllBytes(Fixtures.path("kinds-gfx90a-xnack-on.hsaco")));
    }
    PackDatabaseReport packed = pack(folder.resolve("tree"));
    assertThat(packed.left()).isEmpty();
    assertThat(verified()).isEmpty();
    assertThat(keys(folder.resolve("out/rocblas-gfx90a.kpack")))
        .containsExactlyInAnyOrder(
            "rocblas/gfx90a/Kernels.so-000-gfx90a-xnack+ gfx90a:xnack+",
            "rocblas/gfx90a/Kernels gfx90a:sramecc+:xnack-",
            "rocblas/gfx90a/TensileLibrary gfx90a:sramecc+:xnack-");
    new UnpackDatabase(
            new UnpackDatabaseRequest(
                packed.archives().stream().map(PlannedArchive::path).toList(),
                folder.resolve("back"),
                false))
        .run(Progress.NONE);
    assertThat(
            SameTree.difference(
                folder.resolve("back/lib/rocblas"),
                folder.resolve("tree/lib/rocblas"),
                Progress.NONE))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bundle.co", "compressed.co"})
  void kernelsOfABundleAreThoseForItsArchitecture(String bundle) throws Exception {
    fixture(LIBRARY + "gfx1100/TensileLibrary.co", bundle);
    pack(folder.resolve("tree"));
    KernelScan.Result found =
        KernelScan.of(folder.resolve("out"), StandardFormats.all(), Progress.NONE);
    assertThat(found.problems()).isEmpty();
    assertThat(found.kernels())
        .isNotEmpty()
        .allSatisfy(kernel -> assertThat(kernel.target()).hasToString("gfx1100"));
    try (Document archive =
        StandardFormats.all().open(folder.resolve("out/rocblas-gfx1100.kpack"))) {
      CodeObjectScan<GpuTarget> targets =
          new CodeObjectScan<>(
              "Reading",
              TargetFilter.ALL,
              Optional.empty(),
              (row, code, all) -> all.add(code.target()));
      assertThat(
              targets
                  .read(
                      "kpack", archive.codeObjects(), List.of(), UnpackBudget.one(), Progress.NONE)
                  .all())
          .containsExactly(GpuTarget.parse("gfx1100"));
    }
  }

  /** A bundle among a database's code is looked into. */
  @Test
  void aBundleWithoutCodeForItsTargetIsFound() throws Exception {
    Path file = fixture(LIBRARY + "TensileLibrary_gfx1100.co", "bundle.co");
    pack(folder.resolve("tree"));
    Path archive = folder.resolve("out/rocblas-gfx1100.kpack");
    byte[] bytes = Files.readAllBytes(archive);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    Files.write(archive, text.replace("gfx1100", "gfx1030").getBytes(StandardCharsets.ISO_8859_1));
    Files.move(archive, archive.resolveSibling("rocblas-gfx1030.kpack"));
    assertThat(verified())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("code-object-elf");
              assertThat(finding.message())
                  .contains("expected code for gfx1030", "gfx942, gfx1100");
            });
    assertThat(file).exists();
  }

  @ParameterizedTest
  @CsvSource({
    "empty, an empty file",
    "text, text",
    "kinds-gfx1100.hsaco, code for gfx1100",
    "compressed.co, 'code for gfx942, gfx1100'",
    "bundle.co, 'gfx942, gfx1100'"
  })
  void aFileWithoutCodeForItsArchitectureIsRefused(String name, String found) throws IOException {
    fixture(LIBRARY + "Kernels_gfx942.co", "kinds-gfx942.hsaco");
    String path = LIBRARY + "gfx1030/Kernels.hsaco";
    Path wrong =
        switch (name) {
          case "empty" -> write(path, new byte[0]);
          case "text" -> write(path, "hello\n".getBytes(StandardCharsets.UTF_8));
          default -> fixture(path, name);
        };
    for (Path input : List.of(folder.resolve("tree"), wrong)) {
      assertThatThrownBy(() -> pack(input))
          .isInstanceOf(OperationException.class)
          .hasMessageStartingWith(wrong + ": expected ")
          .hasMessageContaining("code for gfx1030")
          .hasMessageContaining(found)
          .hasMessageContaining("copy it again from its source");
    }
    assertThat(folder.resolve("out")).doesNotExist();
  }

  /** A row is as its database has it, so it comes back; that it is wrong is said. */
  @Test
  void rowsWithoutCodeForTheirArchitectureArePackedAndSaid() throws Exception {
    Path cache = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(cache)) {
      database.rocfft("good", "gfx942", 1, TestCode.of("gfx942", "good"));
      database.rocfft("other", "gfx942", 1, TestCode.of("gfx1100", "other"));
      database.rocfft("none", "gfx942", 1, new byte[0]);
    }
    List<OperationNote> left = pack(cache).left();
    assertThat(left)
        .extracting(OperationNote::severity, OperationNote::rule, OperationNote::file)
        .hasSize(2)
        .containsOnly(tuple(Severity.WARNING, "code-object", cache));
    assertThat(left)
        .extracting(OperationNote::message)
        .anyMatch(said -> said.contains("kernel_other") && said.contains("state gfx1100"))
        .anyMatch(said -> said.contains("kernel_none") && said.contains("no code"));
  }

  /** Libraries select rows by their own columns; code for any setting runs on each. */
  @Test
  void rowsWithFeaturesVerifyAndComeBack() throws Exception {
    byte[] any = TestCode.of("gfx90a", "any");
    byte[] off = TestCode.of("gfx90a:xnack-", "off");
    try (KernelDatabases database = KernelDatabases.rocfft(file("tree/rocfft_kernel_cache.db"))) {
      database.rocfft("any", "gfx90a:xnack+", 1, any);
      database.rocfft("off", "gfx90a", 1, off);
      database.rocfft("both", "gfx90a:sramecc+:xnack-", 1, off);
    }
    try (KernelDatabases database = KernelDatabases.miopen(file("tree/miopen/db/gfx90a6e.kdb"))) {
      database.miopen("any", "-mcpu=gfx90a:xnack+", any, true);
      database.miopen("both", "-mcpu=gfx90a:sramecc+:xnack-", off, true);
    }
    PackDatabaseReport packed = pack(folder.resolve("tree"));
    assertThat(packed.left()).isEmpty();
    assertThat(verified()).isEmpty();
    assertThat(keys(folder.resolve("out/rocfft-gfx90a.kpack")))
        .containsExactlyInAnyOrder(
            "rocfft/gfx90a/kernel_any gfx90a",
            "rocfft/gfx90a/kernel_off gfx90a:xnack-",
            "rocfft/gfx90a/kernel_both gfx90a:xnack-");
    new UnpackDatabase(
            new UnpackDatabaseRequest(
                List.of(folder.resolve("out")), folder.resolve("back"), false))
        .run(Progress.NONE);
    try (Document back =
        StandardFormats.all().open(folder.resolve("back/rocfft_kernel_cache.db"))) {
      assertThat(((SqliteDocument) back).architectures())
          .containsExactlyInAnyOrder("gfx90a:xnack+", "gfx90a", "gfx90a:sramecc+:xnack-");
    }
  }

  private Path file(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return file;
  }

  /** MIOpen stores what the compiler writes; the archive has it as a library's folder has. */
  @Test
  void rowsWithBundlesArePackedAndOnlyWrongOnesSaid() throws Exception {
    Path file = folder.resolve("gfx942130.kdb");
    byte[] bundle = Files.readAllBytes(Fixtures.path("bundle.co"));
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("good", "-mcpu=gfx942", bundle, true);
      database.miopen("other", "-mcpu=gfx906", bundle, true);
    }
    assertThat(pack(file).left())
        .extracting(OperationNote::message)
        .singleElement(STRING)
        .contains("miopen/gfx906/other is packed", "expected code for gfx906");
  }

  /** Named alone and in a folder, the reason is what it has. */
  @Test
  void codeForSeveralArchitecturesStaysAndIsSaid() throws IOException {
    Path helper = fixture("tree/lib/hipblaslt/library/hipblasltTransform.hsaco", "bundle.co");
    for (Path input : List.of(helper, helper.getParent())) {
      assertThatThrownBy(() -> pack(input))
          .hasMessageContaining(
              helper
                  + ": it is a file of hipblaslt with code for gfx90a:sramecc+:xnack-, gfx942,"
                  + " gfx1100, and its path names no architecture");
    }
    fixture("tree/lib/hipblaslt/library/extop_gfx1100.co", "axpy-gfx1100.hsaco");
    assertThat(pack(helper.getParent()).left())
        .extracting(OperationNote::severity, OperationNote::rule, OperationNote::file)
        .containsExactly(tuple(Severity.WARNING, "code-left", helper));
  }

  /** AOTriton looks for it there; in any other place, it is a file like others. */
  @ParameterizedTest
  @ValueSource(strings = {"readme.txt first", "readme.txt last", "deflated"})
  void aZipArchiveOfAotritonWithOtherFilesStaysAndIsSaid(String how) throws IOException {
    byte[] code = Files.readAllBytes(Fixtures.path("kinds-gfx1100.hsaco"));
    byte[] kernels = Aks2.of(List.of(new Aks2.Kernel("attn", 1, 256, code)));
    LinkedHashMap<String, byte[]> members = new LinkedHashMap<>(Map.of("attn.aks2", kernels));
    if (how.endsWith("first")) {
      members.putFirst("readme.txt", new byte[] {1});
    } else {
      members.put("readme.txt", new byte[] {1});
    }
    byte[] zip = Aks2.zip(members);
    if (how.equals("deflated")) {
      // The method of the last member, in the directory.
      zip[lastIndexOf(zip, "PK\u0001\u0002") + 10] = 8;
    }
    String images = "tree/lib/aotriton.images/amd-gfx11xx/flash/";
    write(images + "fwd.aks2", kernels);
    write("tree/share/other.zip", zip);
    Path mixed = write(images + "bwd.zip", zip);
    PackDatabaseReport report = pack(folder.resolve("tree"));
    assertThat(report.left())
        .extracting(OperationNote::severity, OperationNote::rule, OperationNote::file)
        .containsExactly(tuple(Severity.WARNING, "zip-left", mixed));
  }

  private static int lastIndexOf(byte[] bytes, String text) {
    return new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf(text);
  }

  /** An archive has nothing of it, so it would be gone without a word. */
  @Test
  void aDatabaseWithoutKernelsIsSaid() throws Exception {
    Path empty = folder.resolve("tree/share/miopen/db/gfx942.kdb");
    Files.createDirectories(empty.getParent());
    KernelDatabases.miopen(empty).close();
    assertThatThrownBy(() -> pack(empty))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining(empty + ": it is a database of miopen without kernels");
    try (KernelDatabases database = KernelDatabases.miopen(empty.resolveSibling("gfx942130.kdb"))) {
      database.miopen("conv.o", "-mcpu=gfx942", new byte[] {1}, false);
    }
    assertThat(pack(folder.resolve("tree")).left())
        .extracting(OperationNote::rule, OperationNote::file)
        .contains(tuple("empty-left", empty));
  }

  /** The name of an archive has the architecture in it, and a key the kernel's name. */
  @ParameterizedTest
  @CsvSource({
    "a, ../../etc, the architecture ../../etc",
    "a, gfx942\\x, the architecture gfx942",
    "../../a, gfx942, '\"..\" part'",
    "a\ufffd, gfx942, bytes that are not UTF-8",
  })
  void aRowThatNoPathCanHaveIsRefused(String name, String arch, String message) throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft(name, arch, 1, new byte[] {1});
    }
    assertThatThrownBy(() -> pack(file))
        .isInstanceOf(OperationException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void oneFileOfCodeIsPackedByItsPath() throws IOException {
    Path file = fixture(LIBRARY + "gfx1100/Kernels.hsaco", "kinds-gfx1100.hsaco");
    pack(file);
    assertThat(keys(folder.resolve("out/rocblas-gfx1100.kpack")))
        .containsExactly("rocblas/gfx1100/Kernels gfx1100");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linksOfADatabaseAreSaid() throws IOException {
    Path file = fixture(LIBRARY + "gfx1100/Kernels.hsaco", "kinds-gfx1100.hsaco");
    Path code =
        Files.createSymbolicLink(file.resolveSibling("Other.hsaco"), Path.of("Kernels.hsaco"));
    Path library = file.getParent().getParent();
    Path whole = Files.createSymbolicLink(library.resolve("gfx1101"), Path.of("gfx1100"));
    Files.createSymbolicLink(folder.resolve("tree/lib/librocblas.so"), Path.of("librocblas.so.4"));
    assertThat(pack(folder.resolve("tree")).left())
        .allSatisfy(note -> assertThat(note.message()).contains("a symbolic link to"))
        .extracting(OperationNote::severity, OperationNote::rule, OperationNote::file)
        .containsExactlyInAnyOrder(
            tuple(Severity.WARNING, "link-left", code),
            tuple(Severity.WARNING, "link-left", whole));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void modesOfFilesComeBack() throws IOException {
    Path file = fixture(LIBRARY + "gfx1100/Kernels.hsaco", "kinds-gfx1100.hsaco");
    Set<PosixFilePermission> mode = PosixFilePermissions.fromString("rwxr-x---");
    Files.setPosixFilePermissions(file, mode);
    pack(folder.resolve("tree"));
    new UnpackDatabase(
            new UnpackDatabaseRequest(
                List.of(folder.resolve("out/rocblas-gfx1100.kpack")),
                folder.resolve("back"),
                false))
        .run(Progress.NONE);
    assertThat(
            Files.getPosixFilePermissions(
                folder.resolve("back/lib/rocblas/library/gfx1100/Kernels.hsaco")))
        .isEqualTo(mode);
  }

  /** The folders above may be called after anything. */
  @Test
  void whatAboveNamesAnArchitectureIsNoWarning() throws IOException {
    fixture("gfx942/" + LIBRARY + "gfx1100/Kernels.hsaco", "kinds-gfx1100.hsaco");
    write("gfx942/" + LIBRARY + "readme.txt", new byte[] {1});
    assertThat(pack(folder.resolve("gfx942")).missed()).isEmpty();
  }

  /** Neither its rows nor its name say one, so its code contradicts nothing. */
  @Test
  void aDatabaseThatNamesNoArchitectureVerifies() throws Exception {
    Path file = folder.resolve("gfx9999.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("conv.o", " -O3", TestCode.of("gfx942", "code"), true);
    }
    assertThat(Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings())
        .extracting(Finding::rule)
        .doesNotContain("code-object-target");
  }
}
