package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.GoldenArchive;
import org.kpackworkbench.model.format.kpack.TestArchive;

class ManifestComparisonTest {
  private static final String NAME = "rand_lib.kpm";

  @TempDir private Path folder;

  private static byte[] manifest(Object... rows) {
    return MsgBytes.pack(
        map(
            "format_version",
            1,
            "component_name",
            "rand_lib",
            "prefix",
            "math-libs",
            "kpack_files",
            map(rows)));
  }

  private static Pairs row(String file, long size, long kernels) {
    return map("file", file, "size", size, "kernel_count", kernels);
  }

  @Test
  void everyFieldOfEveryArchitectureHasAState() throws IOException {
    byte[] before =
        manifest(
            "gfx900", row("a.kpack", 1000, 7),
            "gfx906", row("b.kpack", 50, 1),
            "gfx90a:sramecc+:xnack+", row("c.kpack", 5, 1));
    byte[] after =
        manifest(
            "gfx900", row("a.kpack", 1100, 7),
            "gfx90a:xnack+:sramecc+", row("c.kpack", 5, 1),
            "gfx942", row("d.kpack", 9, 2));
    TableComparison found = Compared.contents(NAME, before, after);
    assertThat(found.kind()).isEqualTo(ComparisonKind.MANIFESTS);
    assertThat(Compared.changes(found))
        .containsExactly(
            Map.entry("all bytes", Change.CHANGED),
            Map.entry("gfx900", Change.CHANGED),
            Map.entry("gfx906", Change.REMOVED),
            Map.entry("gfx942", Change.ADDED));
    Row row = Compared.row(found, "gfx900");
    assertThat(row.changedFields()).hasSize(1);
    Field size = row.changedFields().getFirst();
    assertThat(size.name()).isEqualTo("size");
    assertThat(size.values()).containsExactly("1000", "1100");
    assertThat(size.delta(1).words()).isEqualTo("+100 (+10.0 %)");
    assertThat(row.delta(1).amount()).isEqualTo(100);
  }

  @Test
  void threeManifestsAreAMatrixAndDialectsMayDiffer() throws IOException {
    byte[] byArchitecture = manifest("gfx900", row("a.kpack", 10, 1));
    byte[] byList =
        MsgBytes.pack(
            map(
                "version",
                1,
                "component",
                "rand_lib",
                "kpack_files",
                List.of(
                    map(
                        "architecture",
                        "gfx900",
                        "filename",
                        "a.kpack",
                        "checksum",
                        new byte[32]))));
    TableComparison found =
        Compared.contents(NAME, byArchitecture, byList, manifest("gfx900", row("a.kpack", 12, 1)));
    assertThat(Compared.row(found, "dialect").fields().getFirst().values())
        .containsExactly("by architecture", "by list", "by architecture");
    Row row = Compared.row(found, "gfx900");
    Map<String, Change> second = new java.util.TreeMap<>();
    row.fields().forEach(field -> second.put(field.name(), field.change(1)));
    assertThat(second)
        .containsEntry("file", Change.SAME)
        .containsEntry("size", Change.REMOVED)
        .containsEntry("sha256", Change.ADDED);
    assertThat(row.cells().get(2).change()).isEqualTo(Change.CHANGED);
  }

  @Test
  void anOtherOrderOfTheSameRowsIsTheSameStoredOtherwise() throws IOException {
    TableComparison found =
        Compared.contents(
            NAME,
            manifest("gfx900", row("a.kpack", 1, 1), "gfx906", row("b.kpack", 2, 2)),
            manifest("gfx906", row("b.kpack", 2, 2), "gfx900", row("a.kpack", 1, 1)));
    assertThat(Compared.changes(found))
        .containsExactly(Map.entry("all bytes", Change.STORED_OTHERWISE));
    assertThat(Compared.row(found, "all bytes").cells().getLast().change())
        .isEqualTo(Change.STORED_OTHERWISE);
    assertThat(found.outcome()).isEqualTo(Outcome.SAME);
    assertThat(ChangeCounts.of(found).differences()).isZero();
    assertThat(found.remarks().getFirst()).isEqualTo("Both manifests agree.");
  }

  @Test
  void emptyFilesAreOneKindWhateverTheyAreCalled() throws IOException {
    Path one = Files.createFile(folder.resolve("a.kpm"));
    Path other = Files.createFile(folder.resolve("a.kpack"));
    TableComparison found =
        (TableComparison)
            Compare.open(List.of(one, other), UnpackBudget.operation(), Progress.NONE);
    found.compareContents(Progress.NONE, row -> {});
    assertThat(found.outcome()).isEqualTo(Outcome.IDENTICAL);
    assertThat(ChangeCounts.of(found).differences()).isZero();
    assertThat(Compared.row(found, "file").fields().getFirst().values())
        .containsExactly("empty file", "empty file");
  }

  @Test
  void aCutOffManifestIsReportedAndTheRestCompared() throws IOException {
    byte[] whole = manifest("gfx900", row("a.kpack", 1, 1), "gfx906", row("b.kpack", 2, 2));
    for (int length = 0; length < whole.length; length++) {
      TableComparison found = Compared.contents(NAME, whole, Arrays.copyOf(whole, length));
      assertThat(found.outcome()).isNotIn(Outcome.SAME, Outcome.IDENTICAL);
      assertThat(found.problems()).as("%d bytes", length).isNotEmpty();
    }
  }

  @Test
  void aRowOpensTheArchivesThatLieBesideTheManifests() throws IOException {
    for (String name : List.of("one", "two")) {
      Path side = Files.createDirectories(folder.resolve(name));
      byte[] golden = GoldenArchive.bytes();
      golden[64] = (byte) (name.equals("two") ? 1 : golden[64]);
      Files.write(side.resolve("a.kpack"), golden);
      Files.write(
          side.resolve(NAME),
          manifest("gfx900", row("a.kpack", 903, 3), "gfx906", row("../../x", 1, 1)));
    }
    try (Comparison opened =
        Compare.open(
            List.of(folder.resolve("one/" + NAME), folder.resolve("two/" + NAME)),
            UnpackBudget.operation(),
            Progress.NONE)) {
      TableComparison found = (TableComparison) opened;
      assertThat(found.isIdentical(Progress.NONE)).isTrue();
      assertThat(Compared.row(found, "gfx906").opens()).isFalse();
      int row = Compared.index(found, "gfx900");
      try (TableComparison archives = (TableComparison) found.open(row, Progress.NONE)) {
        archives.compareContents(Progress.NONE, index -> {});
        assertThat(Compared.changes(archives))
            .containsExactly(Map.entry("lib/libtest.so#0 @ gfx900", Change.CHANGED));
      }
    }
  }

  @Test
  void againstTheDiskEveryKindOfDifferenceIsSaid() throws IOException {
    byte[] archive = GoldenArchive.bytes();
    Files.write(folder.resolve("good.kpack"), archive);
    Files.write(folder.resolve("counted.kpack"), archive);
    Files.write(folder.resolve("sized.kpack"), archive);
    Files.write(folder.resolve("unnamed.kpack"), archive);
    Files.write(folder.resolve("broken.kpack"), TestArchive.kernel(1, 100));
    Path manifest =
        Files.write(
            folder.resolve(NAME),
            manifest(
                "gfx1", row("good.kpack", 903, 3),
                "gfx2", row("counted.kpack", 903, 4),
                "gfx3", row("sized.kpack", 900, 3),
                "gfx4", row("missing.kpack", 1, 1),
                "gfx5", row("broken.kpack", 100, 1)));
    try (TableComparison found =
        (TableComparison)
            Compare.open(List.of(manifest, folder), UnpackBudget.operation(), Progress.NONE)) {
      found.compareContents(Progress.NONE, row -> {});
      assertThat(found.kind()).isEqualTo(ComparisonKind.DISK);
      assertThat(Compared.changes(found))
          .containsExactly(
              Map.entry("gfx2", Change.CHANGED),
              Map.entry("gfx3", Change.CHANGED),
              Map.entry("gfx4", Change.REMOVED),
              Map.entry("gfx5", Change.UNREADABLE),
              Map.entry("unnamed.kpack", Change.ADDED));
      assertThat(Compared.row(found, "gfx2").note()).contains("4 in the manifest, 3 on disk");
      assertThat(Compared.row(found, "gfx4").note()).contains("archive missing");
    }
  }

  @Test
  void anInstalledTreeHasItsArchivesInTheHiddenFolder() throws IOException {
    Path hidden = Files.createDirectories(folder.resolve(".kpack"));
    Files.write(hidden.resolve("a.kpack"), GoldenArchive.bytes());
    Path manifest = Files.write(hidden.resolve(NAME), manifest("gfx1", row("a.kpack", 903, 3)));
    try (TableComparison found =
        (TableComparison)
            Compare.open(List.of(manifest, folder), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(Compared.changes(found)).isEmpty();
      assertThat(found.remarks()).contains("The archives are in %s.".formatted(hidden));
    }
    // An archive in the folder itself says that it is the one that was meant.
    Files.write(folder.resolve("b.kpack"), GoldenArchive.bytes());
    try (TableComparison found =
        (TableComparison)
            Compare.open(List.of(manifest, folder), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(Compared.changes(found))
          .containsOnly(Map.entry("gfx1", Change.REMOVED), Map.entry("b.kpack", Change.ADDED));
    }
  }

  @Test
  void aTruncatedArchiveHasAnotherSizeOnTheDisk() throws IOException {
    byte[] whole = GoldenArchive.bytes();
    Files.write(folder.resolve("a.kpack"), Arrays.copyOf(whole, 100));
    Path manifest = Files.write(folder.resolve(NAME), manifest("gfx1", row("a.kpack", 903, 3)));
    try (TableComparison found =
        (TableComparison)
            Compare.open(List.of(manifest, folder), UnpackBudget.operation(), Progress.NONE)) {
      Row row = Compared.row(found, "gfx1");
      assertThat(row.change()).isEqualTo(Change.CHANGED);
      assertThat(row.cells()).extracting(Cell::sizeBytes).containsExactly(903L, 100L);
      assertThat(row.note()).contains("archive unreadable");
      assertThat(found.outcome()).isEqualTo(Outcome.DIFFERENT);
    }
  }

  @Test
  void anArchiveThatACutManifestMayNameIsNotUnnamed() throws IOException {
    Files.write(folder.resolve("a.kpack"), GoldenArchive.bytes());
    Files.write(folder.resolve("b.kpack"), GoldenArchive.bytes());
    byte[] whole = manifest("gfx1", row("a.kpack", 903, 3), "gfx2", row("b.kpack", 903, 3));
    Path manifest = Files.write(folder.resolve(NAME), Arrays.copyOf(whole, whole.length - 20));
    try (TableComparison found =
        (TableComparison)
            Compare.open(List.of(manifest, folder), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(Compared.changes(found)).containsExactly(Map.entry("b.kpack", Change.UNREADABLE));
      assertThat(Compared.row(found, "b.kpack").note())
          .isEqualTo("a manifest that could not be read whole may name it");
    }
  }

  @Test
  void theFolderIsTheSideThatItWasNamedAs() throws IOException {
    Files.write(folder.resolve("sized.kpack"), GoldenArchive.bytes());
    Path manifest =
        Files.write(
            folder.resolve(NAME),
            manifest("gfx1", row("sized.kpack", 900, 3), "gfx2", row("missing.kpack", 1, 1)));
    try (TableComparison found =
        (TableComparison)
            Compare.open(List.of(folder, manifest), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(found.sides()).extracting(Side::label).containsExactly("" + folder, "" + manifest);
      assertThat(Compared.changes(found))
          .containsExactly(Map.entry("gfx1", Change.CHANGED), Map.entry("gfx2", Change.ADDED));
      assertThat(Compared.row(found, "gfx1").cells())
          .extracting(Cell::sizeBytes)
          .containsExactly(903L, 900L);
    }
  }

  @Test
  void severalManifestsStandBesideTheDisk() throws IOException {
    Files.write(folder.resolve("a.kpack"), GoldenArchive.bytes());
    Files.write(folder.resolve("b.kpack"), GoldenArchive.bytes());
    Files.write(folder.resolve("unnamed.kpack"), GoldenArchive.bytes());
    Path monday =
        Files.write(folder.resolve("monday.kpm"), manifest("gfx1", row("a.kpack", 900, 3)));
    Path tuesday =
        Files.write(
            folder.resolve("tuesday.kpm"),
            manifest(
                "gfx1", row("a.kpack", 903, 3),
                "gfx2", row("b.kpack", 903, 3),
                "gfx3", row("missing.kpack", 1, 1)));
    try (TableComparison found =
        (TableComparison)
            Compare.open(
                List.of(monday, tuesday, folder), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(found.kind()).isEqualTo(ComparisonKind.DISK);
      assertThat(changes(found, "gfx1"))
          .containsExactly(Change.SAME, Change.CHANGED, Change.CHANGED);
      assertThat(Compared.row(found, "gfx1").note())
          .startsWith(monday + ": size differs")
          .doesNotContain(tuesday.toString());
      assertThat(changes(found, "gfx2")).containsExactly(Change.SAME, Change.ADDED, Change.ADDED);
      assertThat(changes(found, "gfx3")).containsExactly(Change.SAME, Change.ADDED, Change.SAME);
      assertThat(changes(found, "unnamed.kpack"))
          .containsExactly(Change.SAME, Change.SAME, Change.ADDED);
    }
    assertThatThrownBy(
            () ->
                Compare.open(
                    List.of(monday, folder, folder), UnpackBudget.operation(), Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("manifests and a folder");
  }

  private static List<Change> changes(TableComparison comparison, String key) throws IOException {
    return Compared.row(comparison, key).cells().stream().map(Cell::change).toList();
  }

  @Test
  void agreeingWithTheDiskIsTheSameOnlyWhereChecksumsSaySo() throws IOException {
    byte[] archive = GoldenArchive.bytes();
    Files.write(folder.resolve("a.kpack"), archive);
    Path manifest = folder.resolve(NAME);
    Pairs row = row("a.kpack", 903, 3);
    Files.write(manifest, manifest("gfx900", row));
    try (Comparison counted =
        Compare.open(List.of(manifest, folder), UnpackBudget.operation(), Progress.NONE)) {
      counted.compareContents(Progress.NONE, index -> {});
      assertThat(counted.outcome()).isEqualTo(Outcome.NOT_COMPARED);
    }
    row.put("sha256", java.util.HexFormat.of().parseHex(GoldenArchive.SHA256));
    Files.write(manifest, manifest("gfx900", row));
    try (Comparison hashed =
        Compare.open(List.of(manifest, folder), UnpackBudget.operation(), Progress.NONE)) {
      hashed.compareContents(Progress.NONE, index -> {});
      assertThat(hashed.outcome()).isEqualTo(Outcome.SAME);
    }
  }

  @Test
  void aFolderBesideAnyOtherFileIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "text");
    assertThatThrownBy(
            () -> Compare.open(List.of(file, folder), UnpackBudget.operation(), Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("a folder beside a file");
  }
}
