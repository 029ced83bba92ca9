package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javafx.collections.ListChangeListener;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.GroupedRows;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

class ArchiveLinesTest extends ArchiveTest {
  private GroupedRows<GroupId, Line> lines;
  private RowsModel<Line> model;

  private void small(boolean open) throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    lines = new GroupedRows<>(new ByBinary(rows, open));
    model = new RowsModel<>(new Unnamed(lines), Background.sameThread());
    model.show(
        RowSource.of(
            IntStream.of(rows.all()).<Line>mapToObj(row -> new Line.Row(row, 0)).toList()));
  }

  @Test
  void closedGroupsHideWhatIsBelow() throws IOException {
    small(false);
    assertThat(lines.shown()).hasSize(2).allMatch(line -> line instanceof Line.Group);
    assertThat(lines.open(0, true)).isTrue();
    assertThat(lines.shown()).hasSize(5);
    assertThat(lines.shownBelow(0)).isEqualTo(3);
    assertThat(lines.shownBelow(4)).isZero();
    lines.openAll(true);
    assertThat(lines.shown()).hasSize(2 + 6 + 24);
  }

  @Test
  void everyLineIsFoundAgain() throws IOException {
    small(true);
    for (int i = 0; i < lines.shown().size(); i++) {
      int found =
          switch (lines.shown().get(i)) {
            case Line.Row row -> lines.reveal(GroupedRows.id(row.row()));
            case Line.Group group -> lines.reveal(lines.idOf(group.key()));
          };
      assertThat(found).isEqualTo(i);
      int parent = lines.parentOf(i);
      assertThat(parent < 0 ? -1 : lines.shown().get(parent).depth())
          .isEqualTo(lines.shown().get(i).depth() - 1);
    }
    assertThat(lines.reveal(GroupedRows.id(24))).isEqualTo(-1);
    assertThat(lines.reveal(lines.idOf(new GroupId(GroupId.Kind.INDEX, 3, 7)))).isEqualTo(-1);
  }

  @Test
  void groupStandsForItsRowsAndEachRowCountsOnce() throws IOException {
    small(true);
    assertThat(lines.rowsOf(new int[] {0}).get()).hasSize(12);
    assertThat(lines.rowsOf(new int[] {0, 1, 2, 3}).get()).hasSize(12);
    assertThat(lines.rowsOf(new int[] {1, 2}).get()).hasSize(4);
    assertThat(lines.rowsOf(new int[] {2}).get()).hasSize(1);
  }

  @Test
  void opensAGroupAgainAsItWasLeft() throws IOException {
    small(false);
    assertThat(lines.open(0, true)).isTrue();
    assertThat(lines.open(1, true)).isTrue();
    int shown = lines.shown().size();
    assertThat(lines.open(0, false)).isTrue();
    assertThat(lines.shown()).hasSize(2);
    assertThat(lines.open(0, true)).isTrue();
    assertThat(lines.shown()).hasSize(shown);
  }

  @Test
  void openingAGroupChangesTheListOnlyThere() throws IOException {
    small(false);
    List<String> changes = new ArrayList<>();
    model
        .rows()
        .addListener(
            (ListChangeListener<LoadedRow<Line>>)
                change -> {
                  while (change.next()) {
                    changes.add(
                        change.getFrom()
                            + " +"
                            + change.getAddedSize()
                            + " -"
                            + change.getRemovedSize());
                  }
                });
    assertThat(lines.open(1, true)).isTrue();
    assertThat(changes).containsExactly("2 +3 -0", "1 +1 -1");
    assertThat(model.row(1).content()).isInstanceOf(Line.Group.class);
    assertThat(lines.isOpen(lines.shown().get(1))).isTrue();
    changes.clear();
    assertThat(lines.open(1, false)).isTrue();
    assertThat(changes).containsExactly("2 +0 -3", "1 +1 -1");
    changes.clear();
    lines.openAll(true);
    assertThat(changes).containsExactly("0 +32 -2");
  }

  private record ByBinary(ArchiveRows rows, boolean open)
      implements GroupedRows.Grouping<GroupId, Line> {
    @Override
    public List<Node<GroupId, Line>> of(List<Line> found) {
      return Arrangement.of(rows, rows.all(), Grouping.BY_BINARY).tops();
    }

    @Override
    public Predicate<GroupId> openAtFirst(List<Node<GroupId, Line>> tops) {
      return group -> open;
    }
  }

  /** Lines without columns. */
  private record Unnamed(RowsSpec.Tree<Line> tree) implements RowsSpec<Line> {
    @Override
    public TableWords words() {
      return TableWords.of("lines", "Lines", "No lines.");
    }

    @Override
    public List<RowColumn<Line>> columns() {
      return List.of();
    }
  }
}
