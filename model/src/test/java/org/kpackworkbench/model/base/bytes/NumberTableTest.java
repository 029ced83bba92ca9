package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumberTableTest {
  @Test
  void keepsRowsOfManyChunks() {
    NumberTable table = new NumberTable(3);
    for (int i = 0; i < 10_000; i++) {
      int row = table.add();
      table.set(row, 0, Long.MIN_VALUE + i);
      table.set(row, 1, NumberTable.pair(-i, -1));
    }

    assertThat(table.count()).isEqualTo(10_000);
    for (int i = 0; i < 10_000; i++) {
      assertThat(table.get(i, 0)).isEqualTo(Long.MIN_VALUE + i);
      assertThat(table.high(i, 1)).isEqualTo(-i);
      assertThat(table.low(i, 1)).isEqualTo(-1);
      assertThat(table.get(i, 2)).isZero();
    }
  }
}
