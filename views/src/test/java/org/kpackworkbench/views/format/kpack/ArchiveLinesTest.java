package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javafx.collections.ListChangeListener;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.GroupLines;
import org.kpackworkbench.views.kit.rows.GroupLines.Openness;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

class ArchiveLinesTest extends ArchiveTest {
  private Arrangement small() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    return Arrangement.of(rows, rows.all(), Grouping.BY_BINARY, List.of());
  }

  @Test
  void closedGroupsHideWhatIsBelow() throws IOException {
    Arrangement arrangement = small();
    GroupLines<GroupId, Line> closed = GroupLines.of(arrangement, Openness.allClosed());
    assertThat(closed).hasSize(2).allMatch(line -> line instanceof Line.Group);
    Openness<GroupId> firstOpen =
        Openness.<GroupId>allClosed()
            .with(arrangement.groups().id(arrangement.groups().topGroups()[0]), true);
    GroupLines<GroupId, Line> open = GroupLines.of(arrangement, firstOpen);
    assertThat(open).hasSize(5);
    assertThat(open.shownBelow(0)).isEqualTo(3);
    assertThat(open.shownBelow(4)).isZero();
    assertThat(GroupLines.of(arrangement, Openness.allOpen())).hasSize(2 + 6 + 24);
  }

  @Test
  void everyLineIsFoundAgain() throws IOException {
    GroupLines<GroupId, Line> lines = GroupLines.of(small(), Openness.allOpen());
    for (int i = 0; i < lines.size(); i++) {
      int found =
          switch (lines.get(i)) {
            case Line.Row row -> lines.indexOfRow(row.row());
            case Line.Group group -> lines.indexOfGroup(group.id());
          };
      assertThat(found).isEqualTo(i);
      int parent = lines.parentOf(i);
      assertThat(parent < 0 ? -1 : lines.get(parent).depth()).isEqualTo(lines.get(i).depth() - 1);
    }
    assertThat(lines.indexOfRow(24)).isEqualTo(-1);
    assertThat(lines.indexOfGroup(new GroupId(GroupId.Kind.INDEX, 3, 7))).isEqualTo(-1);
  }

  @Test
  void groupStandsForItsRowsAndEachRowCountsOnce() throws IOException {
    GroupLines<GroupId, Line> lines = GroupLines.of(small(), Openness.allOpen());
    assertThat(lines.rowsOf(new int[] {0})).hasSize(12);
    assertThat(lines.rowsOf(new int[] {0, 1, 2, 3})).hasSize(12);
    assertThat(lines.rowsOf(new int[] {1, 2})).hasSize(4);
    assertThat(lines.rowsOf(new int[] {2})).hasSize(1);
  }

  @Test
  void opennessKeepsExceptionsToItsRule() {
    GroupId one = new GroupId(GroupId.Kind.BINARY, 1, GroupId.ALL);
    GroupId two = new GroupId(GroupId.Kind.INDEX, 0, 2);
    Openness<GroupId> some = Openness.<GroupId>allClosed().with(Set.of(one, two), true);
    assertThat(some.isOpen(one)).isTrue();
    assertThat(some.with(one, false).isOpen(one)).isFalse();
    assertThat(some.with(one, false).isOpen(two)).isTrue();
    Openness<GroupId> most = Openness.<GroupId>allOpen().with(two, false);
    assertThat(most.isOpen(one)).isTrue();
    assertThat(most.isOpen(two)).isFalse();
    assertThat(most.with(two, true)).isEqualTo(Openness.allOpen());
  }

  @Test
  void openingAGroupChangesTheListOnlyThere() throws IOException {
    Arrangement arrangement = small();
    RowsModel<Line> model = new RowsModel<>(new Unnamed(), Background.sameThread());
    model.show(GroupLines.of(arrangement, Openness.allClosed()).source());
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
    Openness<GroupId> open =
        Openness.<GroupId>allClosed()
            .with(arrangement.groups().id(arrangement.groups().topGroups()[1]), true);
    model.toggle(GroupLines.of(arrangement, open).source(), 1, 0, 3);
    assertThat(changes).containsExactly("2 +3 -0", "1 +1 -1");
    assertThat(model.row(1).content()).isInstanceOf(Line.Group.class);
    assertThat(((Line.Group) Objects.requireNonNull(model.row(1).content())).open()).isTrue();
    changes.clear();
    model.toggle(GroupLines.of(arrangement, Openness.allClosed()).source(), 1, 3, 0);
    assertThat(changes).containsExactly("2 +0 -3", "1 +1 -1");
    changes.clear();
    model.show(GroupLines.of(arrangement, Openness.allOpen()).source());
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
