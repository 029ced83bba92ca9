package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.code.CodeObjectComparisons;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.FileStamp;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/** Code objects, host binaries, bundles and static libraries beside one another. */
class BinaryComparisonTest {
  @TempDir private Path folder;

  private static byte[] fixture(String name) throws IOException {
    return Files.readAllBytes(Fixtures.path(name));
  }

  private static TableComparison open(String one, String other) throws IOException {
    TableComparison found =
        (TableComparison)
            Compare.open(
                List.of(Fixtures.path(one), Fixtures.path(other)),
                UnpackBudget.operation(),
                Progress.NONE);
    found.compareContents(Progress.NONE, row -> {});
    return found;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "axpy-gfx1100.hsaco",
        "kinds-gfx942.hsaco",
        "libmixed.so",
        "libcompressed.so",
        "libhostonly.so",
        "librdc.so",
        "exe-fixed-gnu",
        "object.o",
        "bundle.co",
        "compressed.co",
        "libstatic.a",
        "windows.dll"
      })
  void everythingIsTheSameAsItself(String name) throws IOException {
    byte[] bytes = fixture(name);
    TableComparison identical = Compared.contents(name, bytes, bytes.clone());
    assertThat(identical.outcome()).isEqualTo(Outcome.IDENTICAL);
    assertThat(Compared.changes(identical)).isEmpty();
    assertThat(identical.problems()).isEmpty();
    // One byte more turns off the short cut: every row is compared by itself.
    TableComparison longer = Compared.contents(name, bytes, Arrays.copyOf(bytes, bytes.length + 1));
    assertThat(Compared.changes(longer).keySet()).as(name).contains("all bytes");
    for (int row = 0; row < longer.rowCount(); row++) {
      String group = longer.group(row);
      boolean whole = group.equals(ListComparison.BYTES) || group.equals("file");
      assertThat(whole || !longer.change(row).isDifference())
          .as("%s %s", name, longer.row(row))
          .isTrue();
    }
  }

  @Test
  void machineCodeIsKnownAsSuch() throws IOException {
    try (TableComparison found = open("axpy-gfx1030-v4.hsaco", "axpy-gfx1100.hsaco")) {
      ByteComparison text = (ByteComparison) below(found, ".text");
      assertThat(text.code()).hasSize(2).allMatch(code -> code.kernel() == null);
      assertThat(((ByteComparison) below(found, ".dynsym")).code()).isEmpty();
      assertThat(((ByteComparison) below(found, "all bytes")).code()).isEmpty();
      int row = 0;
      while (!found.group(row).equals(CodeObjectComparisons.KERNEL)) {
        row++;
      }
      TableComparison kernel =
          (TableComparison) Objects.requireNonNull(found.open(row, Progress.NONE));
      ByteComparison code = (ByteComparison) below(kernel, "machine code");
      assertThat(code.code()).hasSize(2);
      MachineCode first = code.code().getFirst();
      assertThat(found.row(row).key())
          .isEqualTo(Objects.requireNonNull(first.kernel()).codeSymbol());
      assertThat(first.codeObject().locate(first.codeObject().kernels().getFirst()).codeAddress())
          .isEqualTo(first.address());
      assertThat(((ByteComparison) code.swapped()).code()).isEqualTo(code.code().reversed());
    }
  }

  private static Comparison below(TableComparison table, String key) throws IOException {
    for (int row = 0; row < table.rowCount(); row++) {
      if (table.row(row).key().equals(key)) {
        return Objects.requireNonNull(table.open(row, Progress.NONE));
      }
    }
    throw new AssertionError("no row " + key);
  }

  @Test
  void kernelsRegistersMemoryAndArgumentsThatChangedAreNamed() throws IOException {
    try (TableComparison found = open("kinds-gfx1100.hsaco", "kinds-gfx942.hsaco")) {
      assertThat(found.kind()).isEqualTo(ComparisonKind.CODE_OBJECTS);
      Row target = Compared.row(found, "target");
      assertThat(target.changedFields().getFirst().values()).containsExactly("gfx1100", "gfx942");
      Row kernel = Compared.row(found, "kpackfix_scalars");
      assertThat(kernel.change()).isEqualTo(Change.CHANGED);
      assertThat(kernel.changedFields().stream().map(Field::name))
          .contains("VGPRs", "SGPRs", "wave size", "code bytes");
      int row = Compared.index(found, "kpackfix_scalars");
      try (TableComparison below = (TableComparison) found.open(row, Progress.NONE)) {
        assertThat(below.groups()).contains("metadata", "argument", "descriptor", "code");
        int code = Compared.index(below, "machine code");
        ByteComparison bytes = (ByteComparison) below.open(code, Progress.NONE);
        assertThat(bytes.nextDifference(0, Progress.NONE)).isNotNegative();
      }
    }
  }

  @Test
  void kernelsThatOnlyOneSideHasAreAddedOrRemoved() throws IOException {
    try (TableComparison found = open("axpy-gfx1100.hsaco", "kinds-gfx1100.hsaco")) {
      List<Change> kernels =
          Arrays.stream(Compared.ofGroup(found, "kernel")).mapToObj(found::change).toList();
      assertThat(kernels).contains(Change.REMOVED, Change.ADDED);
    }
  }

  @Test
  void oneChangedInstructionChangesOneKernelAndItsSection() throws IOException {
    byte[] before = fixture("kinds-gfx1100.hsaco");
    try (TableComparison same = Compared.contents("x.hsaco", before, before.clone())) {
      Cell cell = Compared.row(same, "kpackfix_scalars").cells().getFirst();
      byte[] after = before.clone();
      after[(int) cell.place().range().start() + 4] ^= 1;
      assertThat(Compared.changes(Compared.contents("x.hsaco", before, after)))
          .containsExactly(
              Map.entry(".text", Change.CHANGED),
              Map.entry("all bytes", Change.CHANGED),
              Map.entry("kpackfix_scalars", Change.CHANGED));
    }
  }

  private Path hostOnly(FatFixture fixture) throws IOException {
    Path host = folder.resolve("lib").resolve(fixture.fileName());
    Files.createDirectories(folder.resolve("lib"));
    new Convert(
            ConvertRequest.keeping(
                fixture.path(),
                host,
                "lib/" + fixture.fileName(),
                List.of("../.kpack/all-@GFXARCH@.kpack"),
                folder.resolve(".kpack")))
        .run(Progress.NONE);
    return host;
  }

  private static Map<String, Change> codeObjects(TableComparison found) throws IOException {
    Map<String, Change> changes = new TreeMap<>();
    for (int row : Compared.ofGroup(found, "code object")) {
      changes.put(found.row(row).key(), found.change(row));
    }
    return changes;
  }

  @Test
  void aFatBinaryIsComparedWithTheArchivesOfItsHostOnlyForm() throws IOException {
    Path host = hostOnly(FatFixture.MIXED);
    try (TableComparison found =
        (TableComparison)
            Compare.open(
                List.of(FatFixture.MIXED.path(), host), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(codeObjects(found)).isNotEmpty();
      found.compareContents(Progress.NONE, row -> {});
      assertThat(found.problems()).isEmpty();
      assertThat(found.remarks().get(1))
          .contains("compared with those in the archives", "../.kpack/all-gfx1100.kpack");
      assertThat(codeObjects(found).values()).containsOnly(Change.STORED_OTHERWISE);
      int row = Compared.index(found, "wrapper 0 @ gfx1100");
      Comparison below = Objects.requireNonNull(found.open(row, Progress.NONE));
      assertThat(below.kind()).isEqualTo(ComparisonKind.CODE_OBJECTS);
      assertThat(below.isIdentical(Progress.NONE)).isTrue();
      assertThat(found.row(row).cells().get(1).place().file().getFileName())
          .hasToString("all-gfx1100.kpack");
    }
    Files.delete(folder.resolve(".kpack/all-gfx1100.kpack"));
    try (TableComparison found =
        (TableComparison)
            Compare.open(
                List.of(host, FatFixture.MIXED.path()), UnpackBudget.operation(), Progress.NONE)) {
      found.compareContents(Progress.NONE, row -> {});
      assertThat(codeObjects(found))
          .containsEntry("wrapper 0 @ gfx1100", Change.ADDED)
          .containsEntry("wrapper 0 @ gfx90a", Change.STORED_OTHERWISE);
    }
  }

  @Test
  void codeThatIsAnotherInAnArchiveIsFound() throws IOException {
    Path host = hostOnly(FatFixture.MIXED);
    Path archive = folder.resolve(".kpack/all-gfx1100.kpack");
    RowRef row = new RowRef("lib/" + FatFixture.MIXED.fileName() + "#0", "gfx1100");
    try (EditedArchive edited = EditedArchive.open(archive)) {
      FileStamp other = FileStamp.of(Fixtures.path("axpy-gfx1100.hsaco"));
      edited.apply(new ArchiveEdit.Replace(row, other));
      edited.save(Progress.NONE);
    }
    try (TableComparison found =
        (TableComparison)
            Compare.open(
                List.of(FatFixture.MIXED.path(), host), UnpackBudget.operation(), Progress.NONE)) {
      found.compareContents(Progress.NONE, at -> {});
      Map<String, Change> changes = codeObjects(found);
      assertThat(changes.remove("wrapper 0 @ gfx1100")).isEqualTo(Change.CHANGED);
      assertThat(changes.values()).containsOnly(Change.STORED_OTHERWISE);
    }
  }

  @Test
  void archivesThatAreMissingAreSaid() throws IOException {
    Path host = hostOnly(FatFixture.MIXED);
    Path alone = Files.copy(host, folder.resolve("alone.so"));
    try (TableComparison found =
        (TableComparison)
            Compare.open(
                List.of(FatFixture.MIXED.path(), alone), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(found.remarks().get(1))
          .contains("none is where its marker says", "Only the layout is compared.");
      assertThat(codeObjects(found).values()).containsOnly(Change.REMOVED);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FatFixture.class,
      names = {"MIXED", "COMPRESSED_GNU", "EXE_FIXED_LLD", "TINY", "RELR"})
  void whatConversionDidIsSaidInWords(FatFixture fixture) throws IOException {
    Path converted = folder.resolve(fixture.fileName());
    HostOnlyCopy.make(
        new HostOnlyRequest(
            fixture.path(),
            converted,
            false,
            "lib/" + fixture.fileName(),
            List.of("../.kpack/group-@GFXARCH@.kpack")));
    try (TableComparison found =
        (TableComparison)
            Compare.open(
                List.of(fixture.path(), converted), UnpackBudget.operation(), Progress.NONE)) {
      found.compareContents(Progress.NONE, row -> {});
      assertThat(found.remarks().getFirst()).contains("its device code was removed");
      assertThat(String.join(" ", found.remarks()))
          .contains(" HIPK wrapper")
          .doesNotContain("1 HIPK wrappers")
          .contains("Every wrapper keeps its address.")
          .contains("The marker says that the code is called");
      assertThat(Compared.row(found, "wrapper 0").changedFields().getFirst().values())
          .containsExactly("HIPF", "HIPK");
      assertThat(Arrays.stream(Compared.ofGroup(found, "code object")).mapToObj(found::change))
          .isNotEmpty()
          .containsOnly(Change.REMOVED);
      assertThat(Compared.row(found, "marker").change()).isEqualTo(Change.ADDED);
    }
    try (Comparison back =
        Compare.open(List.of(converted, fixture.path()), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(back.remarks().getFirst()).contains("device code was put back");
    }
  }

  @Test
  void relocationsThatChangedAreRowsOfTheirOwn() throws IOException {
    try (TableComparison found = open("libone.so", "libdebug.so")) {
      int row = Compared.ofGroup(found, "relocations")[0];
      assertThat(found.row(row).key()).isEqualTo(".rela.dyn");
      TableComparison below = (TableComparison) found.open(row, Progress.NONE);
      assertThat(below.kind()).isEqualTo(ComparisonKind.RELOCATIONS);
      assertThat(below.remarks().getFirst()).contains("the same on all sides");
    }
  }

  @Test
  void compressedBundlesAreComparedByWhatIsInThem() throws IOException {
    try (TableComparison found = open("libcompressed.so", "libcompressed-gnu.so")) {
      int[] rows = Compared.ofGroup(found, "code object");
      assertThat(rows).isNotEmpty();
      assertThat(Arrays.stream(rows).mapToObj(found::change))
          .allMatch(change -> change != Change.NOT_COMPARED && change != Change.UNREADABLE);
      try (TableComparison code = (TableComparison) found.open(rows[0], Progress.NONE)) {
        assertThat(code.kind()).isEqualTo(ComparisonKind.CODE_OBJECTS);
      }
    }
  }

  @Test
  void filesOfUnlikeKindsAreComparedAsBytes() throws IOException {
    try (TableComparison found = open("libone.so", "axpy-gfx1100.hsaco")) {
      assertThat(found.kind()).isEqualTo(ComparisonKind.FILES);
      assertThat(Compared.row(found, "file").changedFields().getFirst().values())
          .containsExactly("ELF binary", "GPU code object");
      assertThat(Compared.row(found, "all bytes").note()).contains("first difference");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"axpy-gfx1100.hsaco", "libmixed.so", "bundle.co", "libstatic.a"})
  void brokenOnesAreReportedAndTheRestCompared(String name) throws IOException {
    byte[] good = fixture(name);
    Mutations mutations = new Mutations(good, 11);
    for (int round = 0; round < 60; round++) {
      byte[] broken = mutations.next();
      TableComparison found = Compared.contents(name, good, broken);
      if (found.outcome().isSame()) {
        assertThat(broken).isEqualTo(good);
      }
      Compared.changes((TableComparison) found.swapped());
    }
    for (int length = 0; length < good.length; length += 1 + good.length / 60) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThat(Compared.contents(name, cut, good).outcome().isSame()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "axpy-gfx1100.hsaco",
        "kinds-gfx942.hsaco",
        "libmixed.so",
        "libcompressed.so",
        "libhostonly.so",
        "object.o",
        "bundle.co",
        "compressed.co",
        "libstatic.a"
      })
  void whatATruncatedFileMayHaveIsNeitherRemovedNorAdded(String name) throws IOException {
    byte[] good = fixture(name);
    for (int length = good.length - 1; length > 0; length -= 1 + good.length / 40) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThat(Compared.changes(Compared.contents(name, good, cut)))
          .as("%s of %d bytes", name, length)
          .doesNotContainValue(Change.REMOVED);
      assertThat(Compared.changes(Compared.contents(name, cut, good)))
          .as("%s of %d bytes", name, length)
          .doesNotContainValue(Change.ADDED);
    }
  }

  @Test
  void aTruncatedCodeObjectIsDamagedOnItsSideAndCountsAsNoDifference() throws IOException {
    byte[] good = fixture("kinds-gfx942.hsaco");
    byte[] cut = Arrays.copyOf(good, good.length / 5);
    TableComparison found = Compared.contents("kinds.hsaco", good, cut);
    Row text = Compared.row(found, ".text");
    assertThat(text.change()).isEqualTo(Change.UNREADABLE);
    assertThat(text.problems())
        .singleElement()
        .asString()
        .startsWith("damaged on the right side: side1/kinds.hsaco at 0x0: section header table");
    assertThat(Compared.row(found, "target").fields())
        .filteredOn(field -> field.name().equals("kernels"))
        .singleElement()
        .satisfies(field -> assertThat(field.values().getLast()).isNull());
    ChangeCounts counts = ChangeCounts.of(found);
    // All bytes differ, and nothing else is known to.
    assertThat(counts.differences()).isOne();
    assertThat(counts.words())
        .isEqualTo(
            "1 of %d rows differ, %d cannot be compared"
                .formatted(found.rowCount(), found.rowCount() - 1));
    Row swapped = Compared.row((TableComparison) found.swapped(), ".text");
    assertThat(swapped.problems()).singleElement().asString().startsWith("damaged on the left");
  }
}
