package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.collections.ListChangeListener;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.GroupedRows;
import org.kpackworkbench.views.kit.rows.GroupedRows.Openness;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

class ArchiveLinesTest extends ArchiveTest {
  private GroupedRows<GroupId, Line> lines;

  private void small(boolean open) throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    lines = new GroupedRows<>(tree -> new Unnamed(), line -> -1, Background.sameThread());
    lines.openAtFirst(Openness.all(open));
    lines.show(Arrangement.of(rows, rows.all(), Grouping.BY_BINARY, List.of()).tops());
  }

  @Test
  void closedGroupsHideWhatIsBelow() throws IOException {
    small(false);
    assertThat(lines.lines()).hasSize(2).allMatch(line -> line instanceof Line.Group);
    assertThat(lines.open(0, true)).isTrue();
    assertThat(lines.lines()).hasSize(5);
    assertThat(lines.shownBelow(0)).isEqualTo(3);
    assertThat(lines.shownBelow(4)).isZero();
    lines.openAll(true);
    assertThat(lines.lines()).hasSize(2 + 6 + 24);
  }

  @Test
  void everyLineIsFoundAgain() throws IOException {
    small(true);
    for (int i = 0; i < lines.lines().size(); i++) {
      int found =
          switch (lines.line(i)) {
            case Line.Row row -> lines.reveal(row.row());
            case Line.Group group -> lines.revealGroup(group.key());
            case null -> -1;
          };
      assertThat(found).isEqualTo(i);
      Line parent = lines.line(lines.parentOf(i));
      assertThat(parent == null ? -1 : parent.depth()).isEqualTo(lines.lines().get(i).depth() - 1);
    }
    assertThat(lines.reveal(24)).isEqualTo(-1);
    assertThat(lines.revealGroup(new GroupId(GroupId.Kind.INDEX, 3, 7))).isEqualTo(-1);
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
  void opennessKeepsExceptionsToItsRule() {
    GroupId one = new GroupId(GroupId.Kind.BINARY, 1, GroupId.ALL);
    GroupId two = new GroupId(GroupId.Kind.INDEX, 0, 2);
    Openness<GroupId> some = Openness.<GroupId>all(false).with(List.of(one, two), true);
    assertThat(some.isOpen(one)).isTrue();
    assertThat(some.with(List.of(one), false).isOpen(one)).isFalse();
    assertThat(some.with(List.of(one), false).isOpen(two)).isTrue();
    Openness<GroupId> most = Openness.<GroupId>all(true).with(List.of(two), false);
    assertThat(most.isOpen(one)).isTrue();
    assertThat(most.isOpen(two)).isFalse();
    assertThat(most.with(List.of(two), true)).isEqualTo(Openness.all(true));
  }

  @Test
  void openingAGroupChangesTheListOnlyThere() throws IOException {
    small(false);
    List<String> changes = new ArrayList<>();
    lines
        .rows()
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
    assertThat(lines.rows().row(1).content()).isInstanceOf(Line.Group.class);
    assertThat(lines.isOpen(Objects.requireNonNull(lines.line(1)))).isTrue();
    changes.clear();
    assertThat(lines.open(1, false)).isTrue();
    assertThat(changes).containsExactly("2 +0 -3", "1 +1 -1");
    changes.clear();
    lines.openAll(true);
    assertThat(changes).containsExactly("0 +32 -2");
  }

  /** Lines without columns. */
  private static final class Unnamed implements RowsSpec<Line> {
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
