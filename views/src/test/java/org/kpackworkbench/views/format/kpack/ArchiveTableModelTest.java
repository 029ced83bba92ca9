package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.views.format.kpack.ArchiveContent.KnownRows;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.GroupedRows;
import org.kpackworkbench.views.kit.rows.RowsModel.Sorting;

class ArchiveTableModelTest extends ArchiveTest {
  private ArchiveTableModel model;

  private void load(Path file) throws IOException {
    load(file, Background.sameThread());
  }

  private void load(Path file, Background background) throws IOException {
    KpackArchive archive = open(file);
    ArchiveContent content = new ArchiveContent(archive, new KnownRows(), background);
    model = new ArchiveTableModel(content, background);
    content.load();
  }

  private List<String> names() {
    LineWords words = new LineWords(model.source(), model.grouping());
    return model.groups().shown().stream().map(words::name).toList();
  }

  @Test
  void smallArchiveIsShownOpenWithSums() throws IOException {
    load(ArchiveFiles.golden(folder));
    assertThat(names())
        .containsExactly("bin/testapp", "#0", "gfx900", "lib/libtest.so", "#0", "gfx900", "gfx906");
    assertThat(model.statusProperty().get())
        .isEqualTo("3 rows · stored 506 B · original 506 B · 100.0 %");
  }

  @Test
  void largeArchiveIsShownClosed() throws IOException {
    load(ArchiveFiles.large(folder, 1000));
    assertThat(model.groups().shown()).hasSize(50).allMatch(line -> line instanceof Line.Group);
    assertThat(model.groups().open(0, true)).isTrue();
    assertThat(model.groups().shown()).hasSize(55);
    assertThat(model.groups().open(0, true)).isFalse();
    model.groups().openSubtree(1 + 5);
    assertThat(model.groups().shown()).hasSize(55 + 5 + 20);
    model.groups().openAll(false);
    assertThat(model.groups().shown()).hasSize(50);
  }

  @Test
  void onlyGroupInAGroupOpensWithIt() throws IOException {
    load(ArchiveFiles.golden(folder));
    model.groups().openAll(false);
    model.groups().open(1, true);
    assertThat(names()).containsExactly("bin/testapp", "lib/libtest.so", "#0", "gfx900", "gfx906");
  }

  @Test
  void filterOpensWhatItFindsAndForgetsThatAgain() throws IOException {
    load(ArchiveFiles.large(folder, 1000));
    model.rows().filter("name:00003 index:2 arch:gfx942");
    assertThat(model.groups().shown()).hasSize(3);
    assertThat(model.statusProperty().get()).startsWith("1 of 1 000 rows · stored ");
    model.groups().open(0, false);
    assertThat(model.groups().shown()).hasSize(1);
    model.rows().filter("");
    assertThat(model.groups().shown()).hasSize(50);
    model.rows().filter("name:00003");
    assertThat(model.groups().shown()).hasSize(1 + 5 + 20);
  }

  @Test
  void foldersOfNamesOpenAndAreFiltered() throws IOException {
    load(ArchiveFiles.free(folder));
    model.groups().openAll(false);
    assertThat(names()).containsExactly("fmha_v3_bwd/", "fmha_v3_fwd/", "pointwise_add_f32");
    // There is one name in the first folder: it opens with the folder.
    model.groups().open(0, true);
    assertThat(names()).startsWith("fmha_v3_bwd/", "bwd.co", "gfx942", "gfx950", "fmha_v3_fwd/");
    model.groups().open(4, true);
    assertThat(names().subList(4, 8))
        .containsExactly("fmha_v3_fwd/", "MI300/", "MI350/", "pointwise_add_f32");
    model.groups().openSubtree(4);
    assertThat(model.groups().shownBelow(4)).isEqualTo(2 + 3 + 6);
    model.rows().filter("MI300 arch:gfx950");
    assertThat(names()).startsWith("fmha_v3_fwd/", "MI300/", "fwd_hd64.co", "gfx950").hasSize(6);
    assertThat(model.statusProperty().get()).startsWith("2 of 10 rows");
    model.select(new int[] {0});
    assertThat(model.statusProperty().get()).startsWith("selected 2 ·");
  }

  @Test
  void rowInFoldersIsRevealed() throws IOException {
    load(ArchiveFiles.free(folder));
    model.groups().openAll(false);
    int index = model.groups().reveal(GroupedRows.id(3));
    assertThat(model.groups().shown().get(index)).isEqualTo(new Line.Row(3, 3));
    assertThat(names().subList(0, index + 1))
        .containsExactly(
            "fmha_v3_bwd/", "fmha_v3_fwd/", "MI300/", "fwd_hd64.co", "gfx942", "gfx950");
    model.group(Grouping.BY_TARGET);
    model.groups().openAll(false);
    int again = model.groups().reveal(GroupedRows.id(3));
    assertThat(model.groups().shown().get(again)).isEqualTo(new Line.Row(3, 4));
  }

  @Test
  @Timeout(60)
  void hundredThousandNamesInFoldersAreFilteredAndOpened() throws IOException {
    load(ArchiveFiles.freeLarge(folder, 100_000));
    assertThat(model.groups().shown()).hasSize(10);
    model.groups().openAll(true);
    assertThat(model.groups().shown()).hasSize(10 + 100 + 2 * 100_000);
    model.groups().openAll(false);
    model.groups().open(3, true);
    assertThat(names().subList(3, 6)).containsExactly("fmha_3/", "MI300/", "MI301/");
    model.groups().reveal(GroupedRows.id(77_777));
    assertThat(model.groups().shown()).hasSize(10 + 10 + 10 + 1_000 + 1);
    for (int i = 0; i < 5; i++) {
      model.rows().filter("fmha_7 MI304 name:_00%d".formatted(i));
      model.rows().sort(List.of(new Sorting("stored", i % 2 != 0)));
    }
    assertThat(model.statusProperty().get()).startsWith("100 of 100 000 rows");
    assertThat(names()).startsWith("fmha_7/", "MI304/").hasSize(2 + 2 * 100);
  }

  @Test
  void queryThatMakesNoSenseChangesNothingButTheMessage() throws IOException {
    load(ArchiveFiles.golden(folder));
    model.rows().filter("size>big");
    assertThat(model.rows().problemProperty().get()).contains("\"big\" is not a number");
    assertThat(model.groups().shown()).hasSize(7);
    model.rows().filter("gfx906");
    assertThat(model.rows().problemProperty().get()).isEmpty();
    assertThat(model.groups().shown()).hasSize(3);
  }

  @Test
  void rowIsRevealedUnlessTheFilterHidesIt() throws IOException {
    load(ArchiveFiles.large(folder, 1000));
    int row = 777;
    int index = model.groups().reveal(GroupedRows.id(row));
    assertThat(model.groups().shown().get(index)).isEqualTo(new Line.Row(row, 2));
    model.group(Grouping.BY_TARGET);
    assertThat(model.groups().shown()).hasSize(4);
    int again = model.groups().reveal(GroupedRows.id(row));
    assertThat(model.groups().shown().get(again)).isEqualTo(new Line.Row(row, 2));
    model.group(Grouping.FLAT);
    assertThat(model.groups().reveal(GroupedRows.id(row))).isEqualTo(row);
    model.rows().filter("name:00001");
    assertThat(model.groups().reveal(GroupedRows.id(row))).isEqualTo(-1);
  }

  @Test
  void selectedRowsAreAddedUp() throws IOException {
    load(ArchiveFiles.golden(folder));
    model.select(new int[] {3});
    assertThat(model.statusProperty().get())
        .isEqualTo(
            "selected 2 · stored 338 B · original 338 B · 100.0 %"
                + "   |   3 rows · stored 506 B · original 506 B · 100.0 %");
    model.select(new int[] {2});
    assertThat(model.statusProperty().get()).startsWith("3 rows");
  }

  @Test
  void duplicatesAreCountedOnceInTheStatus() throws IOException {
    load(ArchiveFiles.small(folder));
    assertThat(model.statusProperty().get())
        .contains(" · original 1.78 MiB · ")
        .endsWith(" · 3 duplicates stored once, 1.80 MiB with them");
    model.rows().filter("index:2 arch:gfx90a");
    assertThat(model.statusProperty().get())
        .startsWith("4 of 24 rows · stored 2.5 KiB · original 4.9 KiB · 52.");
  }

  @Test
  void sortingKeepsGroupsOpen() throws IOException {
    load(ArchiveFiles.large(folder, 1000));
    model.group(Grouping.BY_TARGET);
    model.groups().open(0, true);
    int shown = model.groups().shown().size();
    model.rows().sort(List.of(new Sorting("original", false)));
    assertThat(model.groups().shown()).hasSize(shown);
    assertThat(IntStream.range(0, shown).filter(i -> model.groups().shown().get(i).depth() == 0))
        .hasSize(4);
  }

  @Test
  void onlyTheNewestRequestIsShown() throws IOException {
    Deque<Runnable> waiting = new ArrayDeque<>();
    Background later = Background.on(waiting::add, Runnable::run);
    load(ArchiveFiles.golden(folder), later);
    while (!waiting.isEmpty()) {
      waiting.poll().run();
    }
    assertThat(model.groups().shown()).hasSize(7);
    model.rows().filter("gfx906");
    model.rows().filter("app");
    assertThat(waiting).hasSize(2);
    Runnable first = waiting.poll();
    waiting.poll().run();
    assertThat(names()).containsExactly("bin/testapp", "#0", "gfx900");
    first.run();
    assertThat(names()).containsExactly("bin/testapp", "#0", "gfx900");
  }

  @Test
  void tableDoesNotWaitForTheStoredSizes() throws IOException {
    Deque<Runnable> waiting = new ArrayDeque<>();
    Background later = Background.on(waiting::add, Runnable::run);
    load(ArchiveFiles.small(folder), later);
    waiting.poll().run();
    assertThat(waiting).hasSize(2);
    // One of the two arranges the rows, the other walks along the frames.
    Runnable arrange = waiting.poll();
    arrange.run();
    assertThat(model.statusProperty().get()).startsWith("24 rows · stored – · original 1.8 MiB");
    while (!waiting.isEmpty()) {
      waiting.poll().run();
    }
    assertThat(model.statusProperty().get()).startsWith("24 rows · stored 1018.0 KiB");
  }

  @Test
  void unknownSchemeShowsItsTable() throws IOException {
    load(ArchiveFiles.unknownScheme(folder));
    assertThat(names()).containsExactly("lib/libnew.so", "#0", "gfx1201");
    assertThat(model.statusProperty().get()).isEqualTo("1 row · stored – · original 4.0 KiB");
  }

  /** The lines below one, or all at the top for -1. */
  private List<Line> below(int parent) {
    List<Line> lines = model.groups().shown();
    return IntStream.range(0, lines.size())
        .filter(at -> model.groups().parentOf(at) == parent)
        .mapToObj(lines::get)
        .toList();
  }

  /** By their sums, rows by their sizes; groups stay whole. */
  private void assertSortedDownwards(ToLongFunction<Line> by) {
    List<Line> lines = model.groups().shown();
    for (int at = -1; at < lines.size(); at++) {
      assertThat(below(at).stream().mapToLong(by).boxed())
          .isSortedAccordingTo(Comparator.reverseOrder());
      if (at >= 0 && lines.get(at) instanceof Line.Group group) {
        assertThat(Sums.of(model.source(), model.groups().rowsOf(new int[] {at}).get()))
            .isEqualTo(group.sums());
      }
    }
  }

  @Test
  void sortsGroupsByTheirSumsAndRowsWithinThem() throws IOException {
    load(ArchiveFiles.small(folder));
    model.rows().sort(List.of(new Sorting("stored", false)));
    assertThat(below(-1)).hasSize(2);
    assertThat(below(0)).hasSize(3);
    assertSortedDownwards(line -> line.storedBytes(model.source()));
  }

  @Test
  void foldersAreSortedByTheirSumsAndStayWhole() throws IOException {
    load(ArchiveFiles.free(folder));
    for (Grouping grouping : List.of(Grouping.BY_BINARY, Grouping.BY_TARGET)) {
      model.group(grouping);
      model.groups().openAll(true);
      int before = model.groups().shown().size();
      model.rows().sort(List.of(new Sorting("original", false)));
      assertThat(model.groups().shown()).hasSize(before);
      assertSortedDownwards(
          line -> line instanceof Line.Group group ? group.sums().originalBytes() : 0);
      model.rows().sort(List.of());
    }
    model.group(Grouping.BY_BINARY);
    model.rows().sort(List.of(new Sorting("name", false)));
    assertThat(names()).startsWith("pointwise_add_f32", "gfx950", "gfx942");
  }

  @Test
  void flatListIsSortedByEachColumn() throws IOException {
    load(ArchiveFiles.small(folder));
    model.group(Grouping.FLAT);
    ArchiveRows rows = model.source();
    Comparator<Integer> name =
        Comparator.<Integer, Integer>comparing(rows::binaryRank)
            .thenComparing(rows::index)
            .thenComparing(rows::targetRank);
    Map<String, Comparator<Integer>> orders =
        Map.of(
            "name", name,
            "index", Comparator.comparing(rows::index),
            "target", Comparator.comparing(rows::targetRank),
            "type", Comparator.comparing(rows::typeText),
            "ordinal", Comparator.comparing(rows::ordinal),
            "stored", Comparator.comparing(rows::storedSizeBytes),
            "original", Comparator.comparing(rows::originalSizeBytes),
            "ratio", Comparator.comparing(rows::ratio));
    orders.forEach(
        (column, order) -> {
          model.rows().sort(List.of(new Sorting(column, true)));
          assertThat(model.groups().rows().boxed()).as(column).isSortedAccordingTo(order);
          model.rows().sort(List.of(new Sorting(column, false)));
          assertThat(model.groups().rows().boxed())
              .as(column)
              .isSortedAccordingTo(order.reversed());
        });
  }
}
