package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.GroupLines.Openness;

/** Rows in groups that belong to no format: numbers by their tens, and these by their hundreds. */
class GroupedRowsTest {
  private static final IntSort.Order DOWN = (a, b) -> Integer.compare(b, a);

  private record Text(String text, int depth, boolean isGroup, boolean open)
      implements GroupLines.Line {}

  /** Numbers in groups by their leading digits. */
  private record Numbers(RowGroups<String> groups) implements GroupLines.Grouped<String, Text> {
    static Numbers of(int... rows) {
      return new Numbers(RowGroups.of(rows, new Leading()));
    }

    @Override
    public Text row(int row, int depth) {
      return new Text("" + row, depth, false, false);
    }

    @Override
    public Text group(int number, boolean open) {
      return new Text(groups.id(number), groups.depth(number), true, open);
    }
  }

  private static final class Leading implements RowGroups.Levels<String> {
    @Override
    public int levels(int row) {
      return row < 100 ? 1 : 2;
    }

    @Override
    public String group(int row, int level) {
      return row < 100 || level == 1 ? row / 10 + "x" : row / 100 + "xx";
    }
  }

  private GroupedRows<String, Text> grouped(Numbers numbers) {
    GroupedRows<String, Text> made =
        new GroupedRows<>(Numbers.of(), Spec::new, Background.sameThread());
    made.show(GroupLines.of(numbers, made.openness()));
    return made;
  }

  private static List<String> shown(GroupedRows<String, Text> rows) {
    return rows.lines().stream().map(line -> " ".repeat(line.depth()) + line.text()).toList();
  }

  @Test
  void rowsAreBelowWhatTheyHaveInCommon() {
    GroupedRows<String, Text> rows = grouped(Numbers.of(7, 12, 13, 120, 125, 131));
    assertThat(shown(rows))
        .containsExactly(
            "0x", " 7", "1x", " 12", " 13", "1xx", " 12x", "  120", "  125", " 13x", "  131");
    assertThat(rows.grouped()).isTrue();
    assertThat(rows.parentOf(8)).isEqualTo(6);
    assertThat(rows.rows().shown()).isEqualTo(11);
    assertThat(rows.open(5, false)).isTrue();
    assertThat(rows.open(5, false)).isFalse();
    assertThat(shown(rows)).endsWith("1x", " 12", " 13", "1xx");
    assertThat(rows.reveal(125)).isEqualTo(8);
    assertThat(rows.reveal(126)).isEqualTo(-1);
  }

  @Test
  void sortingKeepsGroupsWholeAndOpen() {
    GroupedRows<String, Text> rows = grouped(Numbers.of(7, 12, 13, 120, 125, 131));
    boolean unused = rows.open(0, false);
    RowGroups.Sorted<String> sorted =
        Numbers.of(7, 12, 13, 120, 125, 131).groups().sorted(DOWN, DOWN);
    assertThat(sorted.before()).containsExactly(2, 4, 3, 1, 0);
    rows.show(GroupLines.of(new Numbers(sorted.groups()), Openness.allOpen()));
    assertThat(shown(rows))
        .containsExactly(
            "1xx", " 13x", "  131", " 12x", "  125", "  120", "1x", " 13", " 12", "0x");
  }

  @Test
  void whatWasOpenedUnderAFilterIsForgottenWithIt() {
    Numbers all = Numbers.of(7, 120, 125, 131);
    GroupedRows<String, Text> rows = grouped(all);
    rows.openAtFirst(Openness.allClosed());
    rows.show(GroupLines.of(all, rows.openness()));
    assertThat(shown(rows)).containsExactly("0x", "1xx");
    rows.filtered(true);
    rows.show(GroupLines.of(Numbers.of(120, 131), rows.openness()));
    assertThat(shown(rows)).containsExactly("1xx", " 12x", "  120", " 13x", "  131");
    assertThat(rows.open(0, false)).isTrue();
    rows.filtered(false);
    rows.show(GroupLines.of(all, rows.openness()));
    assertThat(shown(rows)).containsExactly("0x", "1xx");
    rows.filtered(true);
    assertThat(rows.openness().isOpen("1xx")).isTrue();
  }

  @Test
  void theOnlyGroupInAGroupOpensWithIt() {
    GroupedRows<String, Text> rows = grouped(Numbers.of(7, 120, 125));
    rows.openAll(false);
    assertThat(rows.open(1, true)).isTrue();
    assertThat(shown(rows)).containsExactly("0x", "1xx", " 12x", "  120", "  125");
    rows.openAll(false);
    assertThat(rows.openAll(1)).as("where the group is then").isEqualTo(2);
  }

  /** Odd numbers, each by itself, beside even ones in groups. */
  @Test
  void rowsMayBeBesideGroups() {
    RowGroups.Levels<String> evenOnly =
        new RowGroups.Levels<>() {
          @Override
          public int levels(int row) {
            return row % 2 == 0 ? 1 : 0;
          }

          @Override
          public String group(int row, int level) {
            return row / 10 + "x";
          }
        };
    int[] numbers = {7, 12, 14, 5, 22, 3};
    GroupedRows<String, Text> rows = grouped(new Numbers(RowGroups.of(numbers, evenOnly)));
    assertThat(shown(rows)).containsExactly("7", "1x", " 12", " 14", "5", "2x", " 22", "3");
    assertThat(rows.open(1, false)).isTrue();
    assertThat(shown(rows)).containsExactly("7", "1x", "5", "2x", " 22", "3");
    assertThat(rows.parentOf(4)).isEqualTo(3);
    assertThat(rows.parentOf(5)).isEqualTo(-1);
    assertThat(rows.reveal(14)).isEqualTo(3);
  }

  private record Spec(RowsSpec.Tree<Text> tree) implements RowsSpec<Text> {
    @Override
    public TableWords words() {
      return TableWords.of("numbers", "Numbers", "No numbers.");
    }

    @Override
    public List<RowColumn<Text>> columns() {
      return List.of();
    }
  }
}
