package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Expected;

/** What a library of Tensile loads when it needs it stays and goes with the library. */
class LazyLibraryPruneTest {
  @TempDir private Path folder;

  private Path library(String database) throws IOException {
    Path library = Files.createDirectories(folder.resolve("tree/lib").resolve(database));
    lazy(library, "gfx942", "HH_gfx942", "HH_fallback", "odd_gfx90a");
    lazy(library, "gfx1030", "HH_gfx1030", "HH_fallback", "SS_fallback");
    for (String name :
        List.of(
            "HH_gfx942.dat",
            "HH_gfx942.co",
            "HH_gfx1030.dat",
            "HH_gfx1030.co",
            "HH_fallback.dat",
            "HH_fallback_gfx942.hsaco",
            "HH_fallback_gfx1030.hsaco",
            "SS_fallback.dat",
            "SS_fallback_gfx1030.hsaco",
            "odd_gfx90a.dat",
            "odd_gfx90a.co",
            "other_gfx90a.dat",
            "unnamed_fallback.dat")) {
      Files.writeString(library.resolve("TensileLibrary_" + name), "content");
    }
    Files.writeString(library.resolve("TensileManifest.txt"), "all");
    return library;
  }

  private static void lazy(Path library, String target, String... stems) throws IOException {
    Map<String, Object> operations = new LinkedHashMap<>();
    for (String stem : stems) {
      operations.put(stem, TensileLibraries.placeholder("TensileLibrary_" + stem));
    }
    Files.write(
        library.resolve("TensileLibrary_lazy_%s.dat".formatted(target)),
        TensileLibraries.packed(
            TensileLibraries.library(List.of(), TensileLibraries.operations(operations))));
  }

  private PruneReport keep(String target) throws IOException {
    return new Prune(
            PruneRequest.keeping(
                folder.resolve("tree"), folder.resolve("out"), TargetFilter.of(List.of(target))))
        .run();
  }

  private static List<String> names(Path library) throws IOException {
    return Expected.names(library).stream()
        .map(name -> name.replace("TensileLibrary_", ""))
        .toList();
  }

  /** What is pruned may be the folder of the database, or one around it. */
  @ParameterizedTest
  @ValueSource(strings = {"", "lib", "lib/rocblas", "lib/rocblas/library"})
  void aFolderOfADatabaseIsPrunedAsItsTree(String pruned) throws IOException {
    Path library = library("rocblas/library");
    Files.writeString(library.resolve("other-gfx90a.tbl"), "new");
    Path input = folder.resolve("tree").resolve(pruned);
    Path output = folder.resolve("out");
    PruneReport report =
        new Prune(PruneRequest.keeping(input, output, TargetFilter.of(List.of("gfx1030")))).run();
    Path kept = output.resolve(input.relativize(library));
    assertThat(names(kept))
        .contains("lazy_gfx1030.dat", "HH_gfx1030.dat", "TensileManifest.txt")
        .doesNotContain("lazy_gfx942.dat", "HH_gfx942.dat", "odd_gfx90a.dat");
    assertThat(report.findings())
        .extracting(OperationNote::rule)
        .containsExactly("database-recognised");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocblas/library", "hipblaslt/library"})
  void whatAKeptLibraryLoadsStays(String database) throws IOException {
    Path library = library(database);
    PruneReport report = keep("gfx942");
    assertThat(names(folder.resolve("out/lib").resolve(database)))
        .containsExactlyInAnyOrder(
            "lazy_gfx942.dat",
            "HH_gfx942.dat",
            "HH_gfx942.co",
            "HH_fallback.dat",
            "HH_fallback_gfx942.hsaco",
            "odd_gfx90a.dat",
            "odd_gfx90a.co",
            "unnamed_fallback.dat",
            "TensileManifest.txt");
    assertThat(report.files())
        .filteredOn(file -> file.name().endsWith("SS_fallback.dat"))
        .singleElement()
        .satisfies(file -> assertThat(file.dropped()).containsExactly("gfx1030"));
    long sizes;
    try (Stream<Path> files = Files.list(library)) {
      sizes =
          files
              .filter(file -> !file.toString().endsWith(".txt"))
              .filter(file -> !file.toString().contains("HH_fallback.dat"))
              .filter(file -> !file.toString().contains("unnamed"))
              .mapToLong(file -> file.toFile().length())
              .sum();
    }
    // Each file of a GPU counts once, as what stays or as what goes.
    assertThat(
            Stream.concat(report.byTarget().stream(), report.kept().stream())
                .mapToLong(PruneReport.TargetCode::sizeBytes)
                .sum())
        .isEqualTo(sizes);
  }

  @Test
  void whatOnlyDroppedLibrariesLoadGoes() throws IOException {
    library("rocblas/library");
    keep("gfx1030");
    assertThat(names(folder.resolve("out/lib/rocblas/library")))
        .containsExactlyInAnyOrder(
            "lazy_gfx1030.dat",
            "HH_gfx1030.dat",
            "HH_gfx1030.co",
            "HH_fallback.dat",
            "HH_fallback_gfx1030.hsaco",
            "SS_fallback.dat",
            "SS_fallback_gfx1030.hsaco",
            "unnamed_fallback.dat",
            "TensileManifest.txt");
  }

  @Test
  void aLibraryThatCannotBeReadIsNamed() throws IOException {
    Path library = library("rocblas/library");
    Path lazy = library.resolve("TensileLibrary_lazy_gfx942.dat");
    byte[] whole = Files.readAllBytes(lazy);
    Files.write(lazy, Arrays.copyOf(whole, whole.length - 20));
    PruneReport report = keep("gfx942");
    assertThat(report.findings()).extracting(OperationNote::rule).containsExactly("loads-unknown");
    assertThat(folder.resolve("out/lib/rocblas/library/" + lazy.getFileName()))
        .hasSameBinaryContentAs(lazy);
    // It may load this, too.
    assertThat(folder.resolve("out/lib/rocblas/library/TensileLibrary_SS_fallback.dat")).exists();
  }

  /** Of a library without a recogniser, code says what it is for, and nothing else does. */
  @Test
  void whatNamesAnArchitectureAmongTheDataOfALibraryAndIsNoCodeIsSaid() throws IOException {
    Path data = Files.createDirectories(folder.resolve("tree/lib/rocsparse/gfx1030"));
    Files.writeString(data.resolve("table.bin"), "kept");
    Files.copy(Fixtures.path("kinds-gfx1100.hsaco"), data.resolve("code.bin"));
    Files.copy(Fixtures.path("kinds-gfx942.hsaco"), data.resolve("kept.bin"));
    PruneReport report = keep("gfx942");
    assertThat(Expected.names(folder.resolve("out/lib/rocsparse/gfx1030")))
        .containsExactlyInAnyOrder("table.bin", "kept.bin");
    assertThat(report.findings())
        .extracting(OperationNote::rule, note -> String.valueOf(note.file().getFileName()))
        .containsExactly(tuple("database-recognised", "table.bin"));
  }

  @Test
  void manyFilesOfAFolderThatNameAnArchitectureAreOneWarning() throws IOException {
    Path data = Files.createDirectories(folder.resolve("tree/lib/rocsparse/gfx1030"));
    for (int i = 0; i < 6; i++) {
      Files.writeString(data.resolve("table" + i + ".bin"), "kept");
    }
    assertThat(keep("gfx942").findings())
        .filteredOn(note -> note.rule().equals("database-recognised"))
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.file()).hasFileName("gfx1030");
              assertThat(note.message())
                  .startsWith("6 files in it, table0.bin, table1.bin, table2.bin, ");
            });
  }

  /** Folders that were empty before stay. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFolderOfWhichAllGoesGoesToo(boolean inPlace) throws IOException {
    Path library = Files.createDirectories(folder.resolve("tree/lib/hipblaslt/library"));
    for (String target : List.of("gfx942", "gfx1030")) {
      Path deep = Files.createDirectories(library.resolve(target + "/deep"));
      Files.writeString(deep.resolve("K.co"), "content");
      Files.writeString(library.resolve(target + "/K.dat"), "content");
    }
    Files.createDirectories(folder.resolve("tree/lib/empty/gfx1030"));
    Path output = folder.resolve(inPlace ? "tree" : "out");
    PruneRequest request =
        PruneRequest.keeping(folder.resolve("tree"), output, TargetFilter.of(List.of("gfx942")));
    new Prune(inPlace ? request.inPlace() : request).run();
    assertThat(output.resolve("lib/hipblaslt/library/gfx942/deep/K.co")).exists();
    assertThat(output.resolve("lib/hipblaslt/library/gfx1030")).doesNotExist();
    assertThat(output.resolve("lib/empty/gfx1030")).isEmptyDirectory();
  }

  /** As split and pack-database leave it: what says that it is kept is kept. */
  @Test
  void whatNoRecogniserKnowsStaysThoughADroppedLibraryLoadsIt() throws IOException {
    Path library = library("rocblas/library");
    String name = "TensileLibrary_HH_gfx1030.yaml";
    Files.writeString(library.resolve(name), "---");
    PruneReport report = keep("gfx942");
    assertThat(folder.resolve("out/lib/rocblas/library").resolve(name)).exists();
    assertThat(report.findings())
        .extracting(OperationNote::rule, note -> String.valueOf(note.file().getFileName()))
        .containsExactly(tuple("database-recognised", name));
    assertThat(report.files()).noneMatch(file -> file.name().endsWith(name));
  }
}
