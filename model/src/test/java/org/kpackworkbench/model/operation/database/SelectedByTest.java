package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.kpackworkbench.model.fixtures.TensileLibraries.deflated;
import static org.kpackworkbench.model.fixtures.TensileLibraries.library;
import static org.kpackworkbench.model.fixtures.TensileLibraries.packed;
import static org.kpackworkbench.model.fixtures.TensileLibraries.row;
import static org.kpackworkbench.model.fixtures.TensileLibraries.single;
import static org.kpackworkbench.model.fixtures.TensileLibraries.solution;
import static org.kpackworkbench.model.fixtures.TensileLibraries.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** What Tensile's libraries say of code objects reaches the archives' metadata. */
class SelectedByTest {
  @TempDir private Path folder;
  private Path library;

  @BeforeEach
  void makeFolder() throws IOException {
    library = Files.createDirectories(folder.resolve("lib/hipblaslt/library"));
  }

  private void code(String name) throws IOException {
    Files.createDirectories(library.resolve(name).getParent());
    Files.write(
        library.resolve(name), TestCode.of(name.contains("gfx1100") ? "gfx1100" : "gfx942", name));
  }

  private PackDatabaseReport pack() throws IOException {
    return new PackDatabase(new PackDatabaseRequest(library, folder.resolve("out"), true))
        .run(Progress.NONE);
  }

  /** The metadata of all code objects of gfx942, by their keys. */
  private Map<String, Map<String, MsgValue>> packedMetadata() throws IOException {
    PackDatabaseReport report = pack();
    assertThat(report.unread()).isEmpty();
    Map<String, Map<String, MsgValue>> found = new TreeMap<>();
    try (KpackArchive archive = KpackArchive.open(folder.resolve("out/hipblaslt-gfx942.kpack"))) {
      for (int row = 0; row < archive.entryCount(); row++) {
        found.put(archive.entry(row).key().text(), archive.metadata(row));
      }
    }
    return found;
  }

  private static MsgValue value(Object value) {
    return switch (value) {
      case Integer number -> MsgValue.Int.of(number);
      case Boolean truth -> new MsgValue.Bool(truth);
      default -> new MsgValue.Text(value.toString());
    };
  }

  private static Map<String, MsgValue> fields(MsgValue mapping) {
    Map<String, MsgValue> fields = new LinkedHashMap<>();
    for (MsgValue.Pair pair : ((MsgValue.Mapping) mapping).pairs()) {
      fields.put(((MsgValue.Text) pair.key()).value(), pair.value());
    }
    return fields;
  }

  private static List<Map<String, MsgValue>> list(Map<String, MsgValue> metadata, String name) {
    return ((MsgValue.Array) metadata.get(name))
        .items().stream().map(SelectedByTest::fields).toList();
  }

  private static Map<String, Object> twoSolutions() {
    return library(
        List.of(solution(4, "Cijk_MT128x64"), solution(9, "Cijk_MT128x64_b")),
        table(List.of(row(4, 1024, 512, 1, 64), row(9, 2048, 512, 1, 128))));
  }

  private void saysSolutionsAndSizes(Map<String, MsgValue> metadata, String name) {
    assertThat(metadata)
        .contains(
            entry("library", value(name)),
            entry("data_type", value("f16 f32")),
            entry("transpose_a", value(false)),
            entry("transpose_b", value(true)),
            entry("tile", value("128x64")),
            entry("depth", value(32)),
            entry("work_group", value("16x16x1")),
            entry("M_min", value(1024)),
            entry("M_max", value(2048)),
            entry("N", value(512)),
            entry("batch", value(1)),
            entry("K_min", value(64)),
            entry("K_max", value(128)),
            entry("solution_count", value(2)),
            entry("size_count", value(2)));
    assertThat(list(metadata, "solutions"))
        .hasSize(2)
        .last()
        .satisfies(
            solution ->
                assertThat(solution)
                    .contains(
                        entry("index", value(9)),
                        entry("name", value("solution_9")),
                        entry("kernel", value("Cijk_MT128x64_b")),
                        entry("data_type", value("f16 f32")),
                        entry("tile", value("128x64"))));
    assertThat(list(metadata, "sizes"))
        .first()
        .isEqualTo(
            Map.of(
                "M",
                value(1024),
                "N",
                value(512),
                "batch",
                value(1),
                "K",
                value(64),
                "solution",
                value(4)));
  }

  @Test
  void aFileOfCodeSaysWhatTheLibraryOfItsNameSelectsItBy() throws IOException {
    code("TensileLibrary_A_gfx942.co");
    Files.write(library.resolve("TensileLibrary_A_gfx942.dat"), packed(twoSolutions()));
    saysSolutionsAndSizes(
        packedMetadata().get("hipblaslt/gfx942/TensileLibrary_A_gfx942"),
        "TensileLibrary_A_gfx942.dat");
  }

  @Test
  void deflatedLibrariesAndSettingsOfXnackCount() throws IOException {
    code("TensileLibrary_A_gfx942-xnack-.hsaco");
    Files.write(
        library.resolve("TensileLibrary_A_gfx942.dat.zlib"), deflated(packed(twoSolutions())));
    saysSolutionsAndSizes(
        packedMetadata().get("hipblaslt/gfx942/TensileLibrary_A_gfx942-xnack-"),
        "TensileLibrary_A_gfx942.dat.zlib");
  }

  @Test
  void librariesInYamlCount() throws IOException {
    library = Files.createDirectories(folder.resolve("lib/rocblas/library"));
    code("TensileLibrary_Type_HH_gfx1100.co");
    Files.copy(
        Fixtures.path("TensileLibrary_Type_HH_gfx1100.yaml"),
        library.resolve("TensileLibrary_Type_HH_gfx1100.yaml"));
    pack();
    try (KpackArchive archive = KpackArchive.open(folder.resolve("out/rocblas-gfx1100.kpack"))) {
      assertThat(archive.metadata(0))
          .containsEntry("solution_count", value(2))
          .containsEntry("size_count", value(3));
    }
  }

  @Test
  void aFallbackIsSelectedByTheLibraryForAllGpus() throws IOException {
    code("TensileLibrary_A_fallback_gfx942.hsaco");
    Files.write(library.resolve("TensileLibrary_A_fallback.dat"), packed(twoSolutions()));
    saysSolutionsAndSizes(
        packedMetadata().get("hipblaslt/gfx942/TensileLibrary_A_fallback_gfx942"),
        "TensileLibrary_A_fallback.dat");
  }

  @Test
  void aFileNamedAsAKernelSaysTheSolutionsThatNameThis() throws IOException {
    code("gfx942/gemm_kernel_1.co");
    code("gfx942/gemm_kernel_2.co");
    code("gfx942/other.co");
    Files.write(
        library.resolve("TensileLibrary.dat"),
        packed(
            library(
                List.of(
                    solution(0, "gemm_kernel_1"),
                    solution(1, "gemm_kernel_2"),
                    solution(2, "gemm_kernel_2")),
                table(
                    List.of(
                        row(0, 16, 32, 1, 64), row(2, 128, 32, 1, 64), row(2, 256, 32, 1, 64))))));
    Map<String, Map<String, MsgValue>> found = packedMetadata();
    assertThat(found.get("hipblaslt/gfx942/gemm_kernel_1"))
        .contains(
            entry("M", value(16)),
            entry("N", value(32)),
            entry("K", value(64)),
            entry("data_type", value("f16 f32")),
            entry("solution_count", value(1)));
    assertThat(list(found.get("hipblaslt/gfx942/gemm_kernel_2"), "solutions"))
        .extracting(solution -> solution.get("index"))
        .containsExactly(value(1), value(2));
    assertThat(found.get("hipblaslt/gfx942/gemm_kernel_2"))
        .contains(entry("M_min", value(128)), entry("M_max", value(256)));
    assertThat(found.get("hipblaslt/gfx942/other")).containsOnlyKeys("database", "path", "source");
  }

  @Test
  void whatANameSaysStays() throws IOException {
    String stem = "TensileLibrary_Type_HH_HPA_Contraction_l_Ailk_Bjlk_Cijk_Dijk_gfx942";
    code(stem + ".co");
    Files.write(library.resolve(stem + ".dat"), packed(twoSolutions()));
    assertThat(packedMetadata().get("hipblaslt/gfx942/" + stem))
        .contains(
            entry("data_type", value("HH")),
            entry("contraction", value("l_Ailk_Bjlk_Cijk_Dijk")),
            entry("solution_count", value(2)));
  }

  @Test
  void whatALargeLibraryListsIsBoundedAndItsNumbersAreNot() throws IOException {
    List<Object> solutions = new ArrayList<>();
    List<Object> rows = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      solutions.add(solution(i, "kernel_" + i + "_" + "x".repeat(100)));
      rows.add(row(i, i, 1, 1, 1));
      rows.add(row(i, i, 2, 1, 1));
      rows.add(row(i, i, 3, 1, 1));
    }
    code("TensileLibrary_A_gfx942.co");
    Files.write(
        library.resolve("TensileLibrary_A_gfx942.dat"), packed(library(solutions, table(rows))));
    Map<String, MsgValue> found = packedMetadata().get("hipblaslt/gfx942/TensileLibrary_A_gfx942");
    assertThat(found)
        .contains(
            entry("solution_count", value(5000)),
            entry("size_count", value(15000)),
            entry("M_max", value(4999)));
    assertThat(list(found, "solutions")).hasSizeBetween(500, 4000);
    assertThat(list(found, "sizes")).hasSizeBetween(1000, 14000);
  }

  @Test
  void aDamagedLibraryIsSaidAndTheCodeIsPacked() throws IOException {
    code("TensileLibrary_A_gfx942.co");
    Map<String, Object> broken = solution(7, "Cijk");
    broken.remove("index");
    Path file = library.resolve("TensileLibrary_A_gfx942.dat");
    Files.write(file, packed(library(List.of(broken), single(0))));
    PackDatabaseReport report = pack();
    assertThat(report.unread())
        .singleElement()
        .satisfies(
            unread -> {
              assertThat(unread.file()).isEqualTo(file);
              assertThat(unread.problem()).contains("a solution with an index");
            });
    assertThat(report.findings(new PackDatabaseRequest(library, folder.resolve("out"), true)))
        .filteredOn(note -> note.rule().equals("library-unread"))
        .singleElement()
        // Reports end the sentence themselves.
        .satisfies(note -> assertThat(note.message()).doesNotEndWith("."));
    assertThat(report.archives()).singleElement().satisfies(a -> assertThat(a.kernels()).isOne());
  }

  /** It is one library, of one code object by its name and of others by their kernels. */
  @Test
  void aDamagedLibraryOfARelativeFolderIsSaidOnce() throws IOException {
    code("TensileLibrary_A_gfx942.co");
    code("Cijk_gfx942.co");
    Map<String, Object> broken = solution(7, "Cijk");
    broken.remove("index");
    Files.write(
        library.resolve("TensileLibrary_A_gfx942.dat"),
        packed(library(List.of(broken), single(0))));
    Path relative = Path.of("").toAbsolutePath().relativize(library);
    PackDatabaseReport report =
        new PackDatabase(new PackDatabaseRequest(relative, folder.resolve("out"), false))
            .run(Progress.NONE);
    assertThat(report.unread())
        .extracting(PackDatabaseReport.UnreadLibrary::file)
        .containsExactly(relative.resolve("TensileLibrary_A_gfx942.dat"));
  }

  @Test
  void metadataOfALibraryDoesNotKeepCodeFromComingBack() throws IOException {
    code("TensileLibrary_A_gfx942.co");
    Files.write(library.resolve("TensileLibrary_A_gfx942.dat"), packed(twoSolutions()));
    pack();
    new UnpackDatabase(
            new UnpackDatabaseRequest(
                List.of(folder.resolve("out/hipblaslt-gfx942.kpack")),
                folder.resolve("back"),
                false))
        .run(Progress.NONE);
    assertThat(folder.resolve("back/TensileLibrary_A_gfx942.co"))
        .hasSameBinaryContentAs(library.resolve("TensileLibrary_A_gfx942.co"));
  }

  /** What selects stays a file, so the way back and forth ends where it began with that beside. */
  @Test
  void packedAgainTheyAreEqualWithTheSelectingFilesBesideThem() throws IOException {
    code("TensileLibrary_HH_gfx942.co");
    Path selecting =
        Files.write(library.resolve("TensileLibrary_HH_gfx942.dat"), packed(twoSolutions()));
    pack();
    Path archive = folder.resolve("out/hipblaslt-gfx942.kpack");
    Path back = folder.resolve("back/lib/hipblaslt/library");
    new UnpackDatabase(new UnpackDatabaseRequest(List.of(archive), back, false)).run(Progress.NONE);
    assertThat(back.resolve(selecting.getFileName().toString())).doesNotExist();
    Path without = folder.resolve("without");
    new PackDatabase(new PackDatabaseRequest(back, without, false)).run(Progress.NONE);
    assertThat(without.resolve("hipblaslt-gfx942.kpack"))
        .as("without metadata")
        .isNotEmptyFile()
        .satisfies(file -> assertThat(Files.mismatch(file, archive)).isNotNegative());
    Files.copy(selecting, back.resolve(selecting.getFileName().toString()));
    Path with = folder.resolve("with");
    new PackDatabase(new PackDatabaseRequest(back, with, false)).run(Progress.NONE);
    assertThat(with.resolve("hipblaslt-gfx942.kpack")).hasSameBinaryContentAs(archive);
  }
}
