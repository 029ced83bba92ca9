package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;

class RowsModelTest {
  private final Numbers spec = new Numbers(100_000);
  private final RowsModel<Integer> model = new RowsModel<>(spec, Background.sameThread());

  /** The numbers from 0 on, as if each were read from a file. */
  private static final class Numbers implements RowsSpec<Integer> {
    final int size;
    int reads;
    int failsAt = -1;

    Numbers(int size) {
      this.size = size;
    }

    @Override
    public TableWords words() {
      return TableWords.of("numbers", "Numbers", "No numbers.");
    }

    @Override
    public List<RowColumn<Integer>> columns() {
      return List.of(
          RowColumn.text("Name", number -> "n" + number), RowColumn.count("Last", n -> n % 10));
    }

    @Override
    public RowSource<Integer> load() {
      return new RowSource<>() {
        @Override
        public int size() {
          return size;
        }

        @Override
        public Integer row(int index) throws IOException {
          reads++;
          if (index == failsAt) {
            throw new IOException("gone");
          }
          return index;
        }
      };
    }

    @Override
    public @Nullable Place place(Integer row) {
      return null;
    }

    @Override
    public boolean shows(Place place) {
      return false;
    }

    @Override
    public int indexOf(RowSource<Integer> rows, Place place) {
      return -1;
    }

    @Override
    public Predicate<Integer> filter(String query) {
      if (query.equals("?")) {
        throw new IllegalArgumentException("“?” is no query.");
      }
      return RowsSpec.super.filter(query);
    }
  }

  /** Reads until it is cancelled. */
  private static final class Endless implements RowsSpec<Integer> {
    final CountDownLatch begun = new CountDownLatch(1);

    @Override
    public TableWords words() {
      return TableWords.of("endless", "Endless", "No rows.");
    }

    @Override
    public List<RowColumn<Integer>> columns() {
      return List.of(RowColumn.count("Number", n -> n));
    }

    @Override
    public RowSource<Integer> load(Progress progress) {
      begun.countDown();
      while (!progress.cancelled()) {
        Thread.onSpinWait();
      }
      throw new CancellationException();
    }
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void readingEndsWhenTheRowsAreNotWanted() throws InterruptedException {
    Endless endless = new Endless();
    List<Thread> threads = new ArrayList<>();
    Background other =
        Background.on(task -> threads.add(Thread.ofPlatform().daemon().start(task)), Runnable::run);
    RowsModel<Integer> read = new RowsModel<>(endless, other);
    read.load();
    endless.begun.await();
    read.stop();
    threads.getFirst().join();
    assertThat(read.failureProperty().get()).as("that is no failure").isNull();
  }

  @Test
  void readsOnlyWhatComesInSight() {
    model.load();
    assertThat(model.shown()).isEqualTo(100_000);
    assertThat(model.row(70_000).content()).isEqualTo(70_000);
    assertThat(spec.reads).isLessThanOrEqualTo(RowList.PAGE_ROWS);
  }

  @Test
  void filterLeavesRowsThatHoldAllWords() {
    model.load();
    model.filter("N9999 0");
    assertThat(contents()).containsExactly(9999 * 10);
    assertThat(model.all()).isEqualTo(100_000);
    model.filter("");
    assertThat(model.shown()).isEqualTo(100_000);
  }

  @Test
  void aQueryThatIsNoneIsSaidAndChangesNothing() {
    model.load();
    model.filter("n77777");
    model.filter("?");
    assertThat(model.problemProperty().get()).isEqualTo("“?” is no query.");
    assertThat(model.shown()).isEqualTo(1);
    model.filter("n7777");
    assertThat(model.problemProperty().get()).isEmpty();
    assertThat(model.shown()).isEqualTo(11);
  }

  @Test
  void sortsByNumberAndKeepsTheOrderOfWhatIsAlike() {
    model.load();
    model.filter("n1234");
    model.sort(List.of(new RowsModel.Sorting("last", false)));
    assertThat(contents())
        .containsExactly(
            12349, 12348, 12347, 12346, 12345, 1234, 12344, 12343, 12342, 12341, 12340);
  }

  @Test
  void aRowIsFoundInAnyOrder() {
    model.load();
    assertThat(model.rows().positionOf(99_999)).isEqualTo(99_999);
    model.filter("n1234");
    assertThat(model.rows().positionOf(12_340)).isEqualTo(1);
    assertThat(model.rows().positionOf(7)).isEqualTo(-1);
  }

  @Test
  void onlyTheNewestWishCounts() {
    Deque<Runnable> work = new ArrayDeque<>();
    RowsModel<Integer> slow = new RowsModel<>(spec, Background.on(work::add, Runnable::run));
    slow.load();
    work.remove().run();
    slow.filter("n1");
    slow.filter("n77777");
    assertThat(slow.busyProperty().get()).isTrue();
    spec.reads = 0;
    while (!work.isEmpty()) {
      work.remove().run();
    }
    assertThat(slow.shown()).isEqualTo(1);
    assertThat(spec.reads).as("the first filter stopped at once").isLessThan(101_000);
    assertThat(slow.busyProperty().get()).isFalse();
  }

  private enum Kind {
    PLAIN,
    GROUPED,
    FOLDED
  }

  private record Line(int row, int depth) implements GroupedRows.Line<String> {}

  /** Numbers in a table of some kind, whose filter runs something at each row. */
  private static final class Watched extends TableSpec<Line> {
    final Kind kind;
    final Map<String, Integer> asked = new HashMap<>();
    IntConsumer atRow = row -> {};

    private final Tree<Line> groups =
        new GroupedRows<String, Line>(
            found -> found.stream().map(line -> new GroupedRows.Node<>(line, List.of())).toList());

    Watched(Kind kind) {
      super(TableWords.of("watched", "Watched", "No rows."));
      this.kind = kind;
    }

    @Override
    public @Nullable Tree<Line> tree() {
      return kind == Kind.GROUPED ? groups : null;
    }

    @Override
    public @Nullable Folding<Line> folding() {
      return kind != Kind.FOLDED
          ? null
          : new Folding<>() {
            @Override
            public int index(Line row) {
              return row.row();
            }

            @Override
            public boolean quiet(int index) {
              return false;
            }

            @Override
            public Line run(int first, int rows) {
              throw new IllegalStateException("no row is quiet");
            }
          };
    }

    @Override
    public Predicate<Line> filter(String query) {
      return line -> {
        asked.merge(query, 1, Integer::sum);
        atRow.accept(line.row());
        return String.valueOf(line.row()).contains(query);
      };
    }
  }

  private static void runAll(Deque<Runnable> work) {
    while (!work.isEmpty()) {
      work.remove().run();
    }
  }

  @ParameterizedTest
  @EnumSource
  void filteringEndsAtTheNextRowWhenAnotherFilterIsTyped(Kind kind) {
    Watched watched = new Watched(kind);
    Deque<Runnable> work = new ArrayDeque<>();
    RowsModel<Line> table = new RowsModel<>(watched, Background.on(work::add, Runnable::run));
    // Cancellation does not depend on which rows the table leaves out.
    table.show(RowSource.read(100_000, row -> new Line(row, 0)), row -> row % 2 == 1);
    runAll(work);
    watched.atRow =
        row -> {
          if (row == 11) {
            table.filter("77777");
          }
        };
    table.filter("n");
    runAll(work);
    assertThat(watched.asked.get("n")).as("rows 1, 3, 5, 7, 9, 11").isEqualTo(6);
    assertThat(table.matched()).isEqualTo(1);
    assertThat(table.busyProperty().get()).isFalse();
  }

  @Test
  void aRowThatCannotBeReadIsAFailure() {
    spec.failsAt = 5;
    model.load();
    model.filter("n77");
    assertThat(model.failureProperty().get()).hasMessage("gone");
  }

  private List<Integer> contents() {
    List<Integer> contents = new ArrayList<>();
    for (int position = 0; position < model.shown(); position++) {
      contents.add(Objects.requireNonNull(model.row(position).content()));
    }
    return contents;
  }
}
