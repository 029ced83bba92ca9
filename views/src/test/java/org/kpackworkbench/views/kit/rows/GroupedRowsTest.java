package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;

/** Rows in groups that belong to no format: numbers by their tens, and these by their hundreds. */
class GroupedRowsTest {
  private record Text(String text, int depth, int row, @Nullable String key)
      implements GroupedRows.Line<String> {}

  private static Node<String, Text> row(int number, int depth) {
    return new Node<>(new Text("" + number, depth, number, null), List.of());
  }

  private static Node<String, Text> group(String name, int depth, List<Node<String, Text>> below) {
    int first = below.getFirst().rows().findFirst().orElseThrow();
    return new Node<>(new Text(name, depth, first, name), below);
  }

  /** Numbers in groups by their leading digits. */
  private static List<Node<String, Text>> numbers(int... rows) {
    List<Node<String, Text>> tops = new ArrayList<>();
    tens(0, IntStream.of(rows).filter(row -> row < 100)).forEach(tops::add);
    IntStream.of(rows)
        .filter(row -> row >= 100)
        .boxed()
        .collect(Collectors.groupingBy(row -> row / 100, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (hundred, its) ->
                tops.add(
                    group(hundred + "xx", 0, tens(1, its.stream().mapToInt(Integer::intValue)))));
    return tops;
  }

  private static List<Node<String, Text>> tens(int depth, IntStream rows) {
    List<Node<String, Text>> groups = new ArrayList<>();
    rows.boxed()
        .collect(Collectors.groupingBy(row -> row / 10, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (ten, its) ->
                groups.add(
                    group(
                        ten + "x", depth, its.stream().map(row -> row(row, depth + 1)).toList())));
    return groups;
  }

  private List<Node<String, Text>> nodes = List.of();
  private boolean openAtFirst = true;

  private GroupedRows<String, Text> grouped(List<Node<String, Text>> tops) {
    GroupedRows<String, Text> made =
        new GroupedRows<>(
            new GroupedRows.Grouping<>() {
              @Override
              public List<Node<String, Text>> of(List<Text> found) {
                return nodes;
              }

              @Override
              public Predicate<String> openAtFirst(List<Node<String, Text>> all) {
                return group -> openAtFirst;
              }
            });
    show(made, tops);
    return made;
  }

  private void show(GroupedRows<String, Text> rows, List<Node<String, Text>> tops) {
    nodes = tops;
    rows.arrange(List.of(), null).run();
  }

  private static List<String> shown(GroupedRows<String, Text> rows) {
    return rows.shown().stream().map(line -> " ".repeat(line.depth()) + line.text()).toList();
  }

  @Test
  void rowsAreBelowWhatTheyHaveInCommon() {
    GroupedRows<String, Text> rows = grouped(numbers(7, 12, 13, 120, 125, 131));
    assertThat(shown(rows))
        .containsExactly(
            "0x", " 7", "1x", " 12", " 13", "1xx", " 12x", "  120", "  125", " 13x", "  131");
    assertThat(rows.grouped()).isTrue();
    assertThat(rows.parentOf(8)).isEqualTo(6);
    assertThat(rows.shown().size()).isEqualTo(11);
    assertThat(rows.open(5, false)).isTrue();
    assertThat(rows.open(5, false)).isFalse();
    assertThat(shown(rows)).endsWith("1x", " 12", " 13", "1xx");
    assertThat(rows.reveal(GroupedRows.id(125))).isEqualTo(8);
    assertThat(rows.reveal(GroupedRows.id(126))).isEqualTo(-1);
  }

  @Test
  void sortingKeepsGroupsWholeAndOpen() {
    GroupedRows<String, Text> rows = grouped(numbers(7, 12, 13, 120, 125, 131));
    boolean unused = rows.open(0, false);
    show(rows, numbers(131, 125, 120, 13, 12, 7));
    assertThat(shown(rows))
        .containsExactly(
            "1x", " 13", " 12", "0x", "1xx", " 13x", "  131", " 12x", "  125", "  120");
  }

  @Test
  void whatWasOpenedUnderAFilterIsForgottenWithIt() {
    List<Node<String, Text>> all = numbers(7, 120, 125, 131);
    GroupedRows<String, Text> rows = grouped(all);
    openAtFirst = false;
    show(rows, all);
    assertThat(shown(rows)).containsExactly("0x", "1xx");
    rows.filtered(true);
    show(rows, numbers(120, 131));
    assertThat(shown(rows)).containsExactly("1xx", " 12x", "  120", " 13x", "  131");
    assertThat(rows.open(0, false)).isTrue();
    rows.filtered(false);
    show(rows, all);
    assertThat(shown(rows)).containsExactly("0x", "1xx");
    rows.filtered(true);
    show(rows, all);
    assertThat(rows.isOpen(rows.shown().get(2))).as("1xx").isTrue();
  }

  @Test
  void theOnlyGroupInAGroupOpensWithIt() {
    GroupedRows<String, Text> rows = grouped(numbers(7, 120, 125));
    rows.openAll(false);
    assertThat(rows.open(1, true)).isTrue();
    assertThat(shown(rows)).containsExactly("0x", "1xx", " 12x", "  120", "  125");
    rows.openAll(false);
    assertThat(rows.openAll(1)).as("where the group is then").isEqualTo(2);
  }

  /** Odd numbers, each by itself, beside even ones in groups. */
  @Test
  void rowsMayBeBesideGroups() {
    GroupedRows<String, Text> rows =
        grouped(
            List.of(
                row(7, 0),
                group("1x", 0, List.of(row(12, 1), row(14, 1))),
                row(5, 0),
                group("2x", 0, List.of(row(22, 1))),
                row(3, 0)));
    assertThat(shown(rows)).containsExactly("7", "1x", " 12", " 14", "5", "2x", " 22", "3");
    assertThat(rows.open(1, false)).isTrue();
    assertThat(shown(rows)).containsExactly("7", "1x", "5", "2x", " 22", "3");
    assertThat(rows.parentOf(4)).isEqualTo(3);
    assertThat(rows.parentOf(5)).isEqualTo(-1);
    assertThat(rows.reveal(GroupedRows.id(14))).isEqualTo(3);
  }
}
