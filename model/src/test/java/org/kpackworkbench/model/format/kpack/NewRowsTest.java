package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;

class NewRowsTest {
  private static NewEntry entry(String key, String target, int fieldBytes) {
    return NewEntry.of(
        BinaryKey.parse(key), target, Map.of("kernel", new MsgValue.Text("k".repeat(fieldBytes))));
  }

  private static List<String> visited(NewRows rows) throws IOException {
    List<String> seen = new ArrayList<>();
    rows.visit(
        new NewRows.RowVisitor() {
          @Override
          public void key(String key, int count) {
            seen.add(key + " " + count);
          }

          @Override
          public void row(NewRows.NewRow row) {
            NewEntry entry = row.entry();
            seen.add(
                "%s %s %s %d"
                    .formatted(
                        entry.key().text(), entry.target(), entry.fields(), row.blob().number()));
          }
        });
    return seen;
  }

  @Test
  void rowsOfAKeyAreNeighboursHoweverFarApartTheyCame() throws IOException {
    NewRows rows = new NewRows();
    int keys = 3000;
    List<String> expected = new ArrayList<>();
    for (int target = 0; target < 3; target++) {
      for (int key = 0; key < keys; key++) {
        // Some are larger than what is compressed at a time.
        rows.add(
            entry("lib/" + key, "gfx90" + target, key % 1000 == 999 ? 100_000 : key % 90),
            new NewBlob(1, target * keys + key));
      }
    }
    for (int key = 0; key < keys; key++) {
      expected.add("lib/" + key + " 3");
      for (int target = 0; target < 3; target++) {
        NewEntry entry =
            entry("lib/" + key, "gfx90" + target, key % 1000 == 999 ? 100_000 : key % 90);
        expected.add(
            "lib/%d gfx90%d %s %d".formatted(key, target, entry.fields(), target * keys + key));
      }
    }
    assertThat(visited(rows)).isEqualTo(expected);
    assertThat(rows.count()).isEqualTo(3 * keys);
    assertThat(rows.keys()).isEqualTo(keys);
  }

  @Test
  void aTargetIsFoundAmongFewAndAmongManyOfAKey() {
    NewRows rows = new NewRows();
    for (int i = 0; i < 500; i++) {
      assertThat(rows.has("one", "t" + i)).isFalse();
      rows.add(entry("one", "t" + i, 1), new NewBlob(1, i));
      rows.add(entry("other" + i, "u", 1), new NewBlob(1, i));
    }
    for (int i = 0; i < 500; i++) {
      assertThat(rows.has("one", "t" + i)).isTrue();
      assertThat(rows.has("other" + i, "u")).isTrue();
      assertThat(rows.has("other" + i, "t" + i)).isFalse();
    }
    assertThat(rows.has("one", "u")).isFalse();
    assertThat(rows.has("two", "t1")).isFalse();
  }

  /** A key that lost all its rows is as if it had never been there. */
  @Test
  void whatIsTakenBackHasNeverBeen() throws IOException {
    NewRows rows = new NewRows();
    rows.add(entry("a", "x", 1), new NewBlob(1, 0));
    rows.add(entry("b", "x", 1), new NewBlob(1, 1));
    rows.add(entry("c", "x", 1), new NewBlob(1, 0));
    rows.add(entry("a", "y", 1), new NewBlob(1, 2));
    NewRows before = rows.before(1);
    before.add(entry("b", "x", 1), new NewBlob(1, 1));
    assertThat(visited(before))
        .filteredOn(line -> line.length() == 3)
        .containsExactly("a 1", "c 1", "b 1");
    assertThat(before.has("a", "y")).isFalse();
  }
}
