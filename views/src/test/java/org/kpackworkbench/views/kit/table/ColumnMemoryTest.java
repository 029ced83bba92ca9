package org.kpackworkbench.views.kit.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.table.ColumnMemory.Column;
import org.kpackworkbench.views.kit.table.ColumnMemory.Sorted;
import org.kpackworkbench.views.spi.Remembered;

class ColumnMemoryTest {
  private final Remembered remembered = Remembered.inMemory();

  @Test
  void whatIsKeptComesBackForTheSameKindOfTable() {
    ColumnMemory memory =
        new ColumnMemory(
            List.of(
                new Column("size", true, OptionalDouble.of(12.25)),
                new Column("name", false, OptionalDouble.empty())),
            List.of(new Sorted("size", false), new Sorted("name", true)));
    memory.keep(remembered, "sections");
    assertThat(ColumnMemory.of(remembered, "sections")).isEqualTo(memory);
    assertThat(ColumnMemory.of(remembered, "symbols")).isEqualTo(ColumnMemory.NONE);
  }

  @Test
  void whatCannotBeUnderstoodCountsAsNotRemembered() {
    remembered.list(
        "table.sections",
        List.of(
            "",
            "nonsense",
            "column name",
            "column name shown width much",
            "column size hidden width -3",
            "column flags shown width 1e300",
            "sort",
            "sort size up"));
    ColumnMemory memory = ColumnMemory.of(remembered, "sections");
    assertThat(memory.columns())
        .containsExactly(
            new Column("name", true, OptionalDouble.empty()),
            new Column("size", false, OptionalDouble.empty()),
            new Column("flags", true, OptionalDouble.empty()));
    assertThat(memory.sorting()).containsExactly(new Sorted("size", true));
  }

  @Test
  void aColumnThatIsNewFollowsTheOneThatItFollowsOtherwise() {
    ColumnMemory memory =
        new ColumnMemory(
            List.of(
                new Column("size", true, OptionalDouble.empty()),
                new Column("gone", true, OptionalDouble.empty()),
                new Column("name", true, OptionalDouble.empty())),
            List.of());
    assertThat(memory.order(List.of("mark", "name", "new", "size")))
        .containsExactly("mark", "size", "name", "new");
    assertThat(ColumnMemory.NONE.order(List.of("a", "b"))).containsExactly("a", "b");
  }

  @Test
  void namesHaveNoBlanks() {
    assertThat(ColumnMemory.id(" First Difference ")).isEqualTo("First-Difference");
  }
}
