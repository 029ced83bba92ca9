package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.GoldenArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.kpack.WriteOptions;

class ArchiveComparisonTest {
  private static final String NAME = "a.kpack";

  /** A row as a test wants it. */
  private record Made(String key, String target, byte[] content, String metadata) {
    String name() {
      String key = this.key.contains("#") ? this.key : this.key + "#0";
      return key + " @ " + target;
    }
  }

  private static Made made(String key, int seed, int size) {
    return new Made(key, "gfx900", TestArchive.kernel(seed, size), "");
  }

  private static byte[] archive(boolean compressed, int level, List<Made> rows) {
    List<byte[]> contents = rows.stream().map(Made::content).toList();
    TestArchive archive =
        compressed ? TestArchive.zstd() : TestArchive.plain(contents.toArray(byte[][]::new));
    if (compressed) {
      archive.level = level;
      archive.frames(contents.stream().map(archive::frame).toArray(byte[][]::new));
      archive.area(archive.blobArea.length);
    }
    Pairs toc = map();
    for (int i = 0; i < rows.size(); i++) {
      Pairs entry = TestArchive.entry(i, rows.get(i).content().length);
      if (!rows.get(i).metadata().isEmpty()) {
        entry.put("metadata", map("M", rows.get(i).metadata()));
      }
      toc.put(rows.get(i).key(), map(rows.get(i).target(), entry));
    }
    return archive.toc(toc).bytes();
  }

  @Test
  void anArchiveIsIdenticalToItself() throws IOException {
    byte[] golden = GoldenArchive.bytes();
    TableComparison tables = Compared.tables(NAME, golden, golden.clone());
    assertThat(tables.kind()).isEqualTo(ComparisonKind.ARCHIVES);
    assertThat(tables.outcome()).isEqualTo(Outcome.NOT_COMPARED);
    assertThat(Compared.row(tables, "bin/testapp#0 @ gfx900").change())
        .isEqualTo(Change.NOT_COMPARED);
    tables.compareContents(Progress.NONE, row -> {});
    assertThat(tables.outcome()).isEqualTo(Outcome.IDENTICAL);
    assertThat(Compared.changes(tables)).isEmpty();
  }

  @Test
  void exactlyTheChangesThatWereMadeAreReported() throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 60; round++) {
      boolean compressed = random.nextBoolean();
      List<Made> before = new ArrayList<>();
      for (int i = 0; i < 3 + random.nextInt(12); i++) {
        // Sizes differ, so that a removed one is never what was added.
        before.add(made("lib/l%d.so#%d".formatted(i / 3, i % 3), i, 100 + 10 * i));
      }
      List<Made> after = new ArrayList<>();
      Map<String, Change> expected = new TreeMap<>();
      for (int i = 0; i < before.size(); i++) {
        Made row = before.get(i);
        switch (random.nextInt(6)) {
          case 0 -> expected.put(row.name(), Change.REMOVED);
          case 1 -> {
            after.add(made(row.key(), 1000 + i, row.content().length));
            expected.put(row.name(), Change.CHANGED);
          }
          case 2 -> {
            after.add(made(row.key(), 1000 + i, 5000 + i));
            expected.put(row.name(), Change.CHANGED);
          }
          case 3 -> {
            Made renamed = made("bin/renamed#" + i, i, row.content().length);
            after.add(renamed);
            expected.put(row.name(), Change.RENAMED);
            expected.put(renamed.name(), Change.RENAMED);
          }
          case 4 -> {
            after.add(new Made(row.key(), row.target(), row.content(), "17"));
            expected.put(row.name(), Change.CHANGED);
          }
          default -> after.add(row);
        }
        if (random.nextInt(5) == 0) {
          Made added = made("lib/added#" + i, 2000 + i, 9000 + i);
          after.add(added);
          expected.put(added.name(), Change.ADDED);
        }
      }
      TableComparison found =
          Compared.contents(NAME, archive(compressed, 3, before), archive(compressed, 3, after));
      Map<String, Change> changes = Compared.changes(found);
      changes.remove("blobs");
      assertThat(changes).as("round %d", round).isEqualTo(expected);
      assertThat(found.outcome().isSame()).isEqualTo(expected.isEmpty());
      Map<String, Change> ordered = new TreeMap<>(expected);
      for (int i = 0; i < after.size(); i++) {
        Made row = after.get(i);
        if (!expected.containsKey(row.name()) && before.indexOf(row) != i) {
          ordered.put(row.name(), Change.MOVED);
        }
      }
      TableComparison inOrder = OrderedComparison.of(found);
      Map<String, Change> changesInOrder = Compared.changes(inOrder);
      changesInOrder.remove("blobs");
      assertThat(changesInOrder).as("round %d, in order", round).isEqualTo(ordered);
      assertThat(inOrder.outcome().isSame()).isEqualTo(ordered.isEmpty());
      Map<String, Change> back = Compared.changes((TableComparison) found.swapped());
      back.remove("blobs");
      expected.replaceAll((key, change) -> change.reversed());
      assertThat(back).isEqualTo(expected);
    }
  }

  @Test
  void ofAHundredThousandRowsThoseThatDifferAreListedOnce() throws IOException {
    List<Made> before = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      byte[] content = {(byte) i, (byte) (i >> 8), (byte) (i >> 16), 7};
      before.add(new Made("lib/l%06d#0".formatted(i), "gfx900", content, ""));
    }
    List<Made> after = new ArrayList<>(before);
    for (int i = 0; i < 3; i++) {
      Made row = before.get(50_000 + i);
      after.set(50_000 + i, new Made("lib/renamed%d#0".formatted(i), "gfx900", row.content(), ""));
    }
    byte[] other = {1, 2, 3, 4, 5};
    after.set(70_000, new Made(before.get(70_000).key(), "gfx900", other, ""));
    after.subList(1000, 1010).clear();
    TableComparison found =
        Compared.contents(NAME, archive(false, 0, before), archive(false, 0, after));
    int[] differences = Compared.differences(found, null);
    assertThat(differences).hasSize(14);
    Map<Change, Integer> counts = new TreeMap<>();
    for (int row : differences) {
      counts.merge(found.change(row), 1, Integer::sum);
    }
    assertThat(counts)
        .containsExactly(
            Map.entry(Change.RENAMED, 3),
            Map.entry(Change.CHANGED, 1),
            Map.entry(Change.REMOVED, 10));
    assertThat(RowOrder.all(found)).as("rows of the list, with the archive's own").hasSize(100_005);
    TableComparison swapped = (TableComparison) found.swapped();
    assertThat(Compared.differences(swapped, null)).hasSize(14);
    assertThat(Compared.differences(OrderedComparison.of(found), null).length)
        .as("all but the thousand before those that were deleted")
        .isEqualTo(99_000);
    Row renamed = Compared.row(found, "lib/l050000#0 @ gfx900");
    assertThat(renamed.changedFields()).extracting(Row.Field::name).containsExactly("name");
    assertThat(renamed.delta(1).amount()).isZero();
    assertThat(found.deltaBytes(renamed.index())).isZero();
  }

  @Test
  void whatIsAtAnotherPlaceDiffersOnlyWhereOrderIsCompared() throws IOException {
    List<Made> rows = List.of(made("a#0", 1, 3000), made("b#0", 2, 4000));
    TableComparison found =
        Compared.contents(NAME, archive(false, 0, rows), archive(true, 3, rows.reversed()));
    assertThat(found.outcome()).isEqualTo(Outcome.SAME);
    assertThat(Compared.row(found, "a#0 @ gfx900").change()).isEqualTo(Change.STORED_OTHERWISE);
    assertThat(Compared.row(found, "a#0 @ gfx900").changedFields())
        .extracting(Row.Field::name)
        .doesNotContain("ordinal");
    TableComparison ordered = OrderedComparison.of(found);
    assertThat(ordered.outcome()).isEqualTo(Outcome.DIFFERENT);
    Row moved = Compared.row(ordered, "a#0 @ gfx900");
    assertThat(moved.change()).isEqualTo(Change.MOVED);
    assertThat(moved.cells().getLast().change()).isEqualTo(Change.MOVED);
    assertThat(moved.changedFields()).extracting(Row.Field::name).contains("ordinal");
    TableComparison tables =
        OrderedComparison.of(
            Compared.tables(NAME, archive(false, 0, rows), archive(false, 0, rows.reversed())));
    assertThat(tables.outcome()).as("known without contents").isEqualTo(Outcome.DIFFERENT);
    assertThat(
            Compared.tables(NAME, archive(false, 0, rows), archive(false, 0, rows.reversed()))
                .outcome())
        .isEqualTo(Outcome.NOT_COMPARED);
  }

  @ParameterizedTest
  @EnumSource(names = {"ZSTD_PER_KERNEL", "ZSTD_DICTIONARY", "ZSTD_SOLID"})
  void whatIsStoredAlikeIsTheSameInEveryScheme(StorageScheme scheme, @TempDir Path folder)
      throws IOException {
    TableComparison found =
        Compared.contents(NAME, written(scheme, "one", folder), written(scheme, "another", folder));
    assertThat(Compared.changes(found))
        .containsExactlyEntriesOf(Map.of("group name", Change.CHANGED));
  }

  private static byte[] written(StorageScheme scheme, String group, Path folder)
      throws IOException {
    Path file = folder.resolve(group);
    TableHead head = new TableHead(group, "gfx90X", List.of("gfx900"));
    WriteOptions options = WriteOptions.DEFAULT.withScheme(scheme);
    try (ArchiveWriter writer = ArchiveWriter.create(file, head, options, Progress.NONE)) {
      for (int unit = 0; unit < 12; unit++) {
        writer.add(
            ArchiveWriter.NewEntry.of(new BinaryKey("lib/a.so", unit, true), "gfx900"),
            ByteView.of("code", TestArchive.kernel(unit, 20_000)));
      }
      writer.finish();
    }
    return Files.readAllBytes(file);
  }

  @Test
  void otherLevelsAndSchemesWithTheSameContentsAreTheSame() throws IOException {
    List<Made> rows = List.of(made("a#0", 1, 3000), made("b#0", 2, 4000));
    TableComparison levels =
        Compared.contents(NAME, archive(true, 1, rows), archive(true, 19, rows));
    assertThat(Compared.changes(levels).values()).containsOnly(Change.STORED_OTHERWISE);
    assertThat(levels.outcome()).isEqualTo(Outcome.SAME);
    TableComparison schemes =
        Compared.contents(NAME, archive(false, 0, rows), archive(true, 3, rows));
    assertThat(Compared.changes(schemes))
        .containsEntry("scheme", Change.STORED_OTHERWISE)
        .containsEntry("a#0 @ gfx900", Change.STORED_OTHERWISE);
    assertThat(schemes.outcome()).isEqualTo(Outcome.SAME);
    Made other = made("b#0", 3, 4000);
    TableComparison differs =
        Compared.contents(
            NAME, archive(false, 0, rows), archive(true, 3, List.of(rows.getFirst(), other)));
    assertThat(Compared.changes(differs)).containsEntry("b#0 @ gfx900", Change.CHANGED);
    assertThat(differs.outcome()).isEqualTo(Outcome.DIFFERENT);
  }

  @Test
  void plainAndIndexedKeysAreOneAndSoAreSpellingsOfATarget() throws IOException {
    byte[] content = TestArchive.kernel(1, 100);
    List<Made> plain = List.of(new Made("lib/a.so", "gfx90a:xnack+:sramecc+", content, ""));
    List<Made> indexed = List.of(new Made("lib/a.so#0", "gfx90a:sramecc+:xnack+", content, ""));
    TableComparison found =
        Compared.contents(NAME, archive(false, 0, plain), archive(false, 0, indexed));
    assertThat(Compared.changes(found)).isEmpty();
    assertThat(found.outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void aRowOpensWhatLiesBelowDownToTheBytes() throws IOException {
    byte[] one = TestArchive.kernel(1, 100);
    byte[] other = one.clone();
    other[42] ^= 1;
    TableComparison found =
        Compared.contents(
            NAME,
            archive(true, 3, List.of(new Made("a#0", "gfx900", one, ""))),
            archive(true, 3, List.of(new Made("a#0", "gfx900", other, ""))));
    int row = Compared.index(found, "a#0 @ gfx900");
    assertThat(found.row(row).opens()).isTrue();
    TableComparison file = (TableComparison) found.open(row, Progress.NONE);
    assertThat(file.kind()).isEqualTo(ComparisonKind.FILES);
    ByteComparison bytes =
        (ByteComparison) file.open(Compared.index(file, "all bytes"), Progress.NONE);
    assertThat(bytes.nextDifference(0, Progress.NONE)).isEqualTo(42);
  }

  @Test
  void rowsHaveSizesAndDeltas() throws IOException {
    TableComparison found =
        Compared.tables(
            NAME,
            archive(false, 0, List.of(made("a#0", 1, 100), made("gone#0", 2, 50))),
            archive(false, 0, List.of(made("a#0", 1, 150), made("new#0", 3, 70))));
    int row = Compared.index(found, "a#0 @ gfx900");
    assertThat(found.deltaBytes(row)).isEqualTo(50);
    assertThat(found.row(row).delta(1).words()).isEqualTo("+50 (+50.0 %)");
    assertThat(found.deltaBytes(Compared.index(found, "gone#0 @ gfx900"))).isEqualTo(-50);
    assertThat(found.deltaBytes(Compared.index(found, "new#0 @ gfx900"))).isEqualTo(70);
    assertThat(RowOrder.byDelta(found, RowOrder.all(found)))
        .startsWith(Compared.index(found, "new#0 @ gfx900"));
    assertThat(Compared.differences(found, null)).hasSize(3);
    assertThat(Compared.differences(found, "archive")).isEmpty();
    assertThat(Compared.ofGroup(found, "archive")).hasSize(5);
  }

  @Test
  void whatDiffersInMetadataIsNamedByItsKey() throws IOException {
    Made row = made("lib/a.so#0", 1, 100);
    byte[] one = archive(false, 0, List.of(new Made(row.key(), "gfx900", row.content(), "17")));
    byte[] other = archive(false, 0, List.of(new Made(row.key(), "gfx900", row.content(), "18")));
    Row found = Compared.row(Compared.tables(NAME, one, other), row.name());
    assertThat(found.changedFields())
        .containsExactly(new Row.Field("metadata M", List.of("17", "18")));
  }

  @Test
  void threeSidesAreComparedWithTheFirst() throws IOException {
    TableComparison found =
        Compared.contents(
            NAME,
            archive(false, 0, List.of(made("a#0", 1, 100))),
            archive(false, 0, List.of(made("a#0", 2, 100), made("b#0", 3, 10))),
            archive(false, 0, List.of(made("a#0", 1, 100), made("b#0", 4, 20))));
    Row a = Compared.row(found, "a#0 @ gfx900");
    assertThat(a.cells().stream().map(Cell::change))
        .containsExactly(Change.SAME, Change.CHANGED, Change.SAME);
    Row b = Compared.row(found, "b#0 @ gfx900");
    assertThat(b.cells().stream().map(Cell::change))
        .containsExactly(Change.SAME, Change.ADDED, Change.ADDED);
    assertThatThrownBy(found::swapped).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFlippedBitInAFrameSpoilsOneRow() throws IOException {
    List<Made> rows = List.of(made("a#0", 1, 3000), made("b#0", 2, 4000));
    byte[] good = archive(true, 3, rows);
    byte[] bad = good.clone();
    bad[100] ^= 1;
    TableComparison found = Compared.contents(NAME, good, bad);
    assertThat(Compared.changes(found))
        .containsExactly(Map.entry("a#0 @ gfx900", Change.UNREADABLE));
    assertThat(found.problems()).hasSize(1);
    assertThat(found.outcome()).isEqualTo(Outcome.UNREADABLE);
  }

  @Test
  void aRowWhoseFrameIsDamagedOnOneSideOpensTheStoredBytes() throws IOException {
    List<Made> rows = List.of(made("a#0", 1, 3000), made("b#0", 2, 4000));
    byte[] good = archive(true, 3, rows);
    byte[] bad = good.clone();
    bad[100] ^= 1;
    TableComparison found = Compared.contents(NAME, good, bad);
    int row = Compared.index(found, "a#0 @ gfx900");
    ByteComparison stored = (ByteComparison) found.open(row, Progress.NONE);
    long start = found.row(row).cells().getFirst().place().range().start();
    assertThat(stored.sides().getFirst().bytes().fileOffset(0)).isEqualTo(start);
    assertThat(stored.nextDifference(0, Progress.NONE)).isEqualTo(100 - start);
    assertThat(stored.remarks())
        .singleElement()
        .asString()
        .startsWith(
            "Compared as stored: one byte differs at 0x%x of the frame. ".formatted(100 - start))
        .contains("side1/a.kpack");
    assertThat(stored.swapped().remarks()).isEqualTo(stored.remarks());
    assertThatThrownBy(
            () -> Compared.contents(NAME, bad, archive(false, 0, rows)).open(row, Progress.NONE))
        .as("stored bytes of unlike schemes say nothing")
        .isInstanceOf(FormatException.class);
  }

  @Test
  void whereverAnArchiveIsCutOffTheRestIsCompared() throws IOException {
    byte[] golden = GoldenArchive.bytes();
    for (int length = 0; length < golden.length; length++) {
      byte[] cut = Arrays.copyOf(golden, length);
      for (byte[][] sides : new byte[][][] {{golden, cut}, {cut, golden}}) {
        TableComparison found = Compared.contents(NAME, sides);
        assertThat(found.outcome()).as("%d bytes", length).isNotIn(Outcome.SAME, Outcome.IDENTICAL);
        assertThat(found.problems()).as("%d bytes", length).isNotEmpty();
        assertThat(Compared.changes(found))
            .as("%d bytes", length)
            .doesNotContainValue(sides[0].length < golden.length ? Change.ADDED : Change.REMOVED);
        for (int row = 0; row < found.rowCount(); row++) {
          assertThat(found.row(row).cells()).hasSize(2);
        }
      }
    }
  }

  @Test
  void noBrokenArchiveIsCalledTheSameOrStopsAComparison() throws IOException {
    byte[] good = archive(true, 3, List.of(made("a#0", 1, 300), made("b/c.so", 2, 400)));
    Mutations mutations = new Mutations(good, 7);
    for (int round = 0; round < 1500; round++) {
      byte[] broken = mutations.next();
      TableComparison found = Compared.contents(NAME, good, broken);
      if (found.outcome() == Outcome.IDENTICAL) {
        assertThat(broken).isEqualTo(good);
      }
      assertThatCode(() -> Compared.changes(found)).doesNotThrowAnyException();
    }
  }

  @Test
  void manyRowsOfOneKeyDoNotMakeItSlow() throws IOException {
    byte[] content = "x".getBytes(StandardCharsets.UTF_8);
    List<Made> rows = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      rows.add(new Made("same#0", "gfx900", content, ""));
    }
    byte[] bytes = archive(false, 0, rows);
    assertThat(Compared.tables(NAME, bytes, bytes).rowCount()).isGreaterThan(20_000);
  }

  @Test
  void cancellingLeavesWhatIsKnown() throws IOException {
    List<Made> rows = List.of(made("a#0", 1, 3000), made("b#0", 2, 4000));
    TableComparison found = Compared.tables(NAME, archive(true, 1, rows), archive(true, 19, rows));
    Map<Integer, Change> known = new LinkedHashMap<>();
    Progress cancelling = () -> !known.isEmpty();
    assertThatThrownBy(
            () -> found.compareContents(cancelling, row -> known.put(row, found.change(row))))
        .isInstanceOf(CancellationException.class);
    assertThat(known).hasSize(1);
    found.compareContents(Progress.NONE, row -> {});
    assertThat(found.outcome()).isEqualTo(Outcome.SAME);
  }
}
