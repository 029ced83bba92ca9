package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.text.NaturalOrder;

class NameTreeTest {
  private List<String> names = List.of();
  private NameTree tree;

  private void tree(String... some) {
    names = List.of(some);
    List<String> sorted = names.stream().sorted(NaturalOrder.INSTANCE).toList();
    tree = new NameTree(names, names.stream().mapToInt(sorted::indexOf).toArray());
  }

  /** The names in the order of the tree, each as its parts. */
  private List<String> parts() {
    return IntStream.range(0, names.size())
        .boxed()
        .sorted(Comparator.comparingInt(tree::rank))
        .map(
            name -> {
              List<String> parts = new ArrayList<>();
              for (int level = 0; level < tree.levels(name); level++) {
                parts.add(tree.lastPart(tree.folder(name, level)));
              }
              parts.add(tree.lastPartOfName(name));
              return String.join(" ", parts);
            })
        .toList();
  }

  @Test
  void namesAreInTheirFolders() {
    tree("fwd/MI300/hd64.co", "add", "fwd/MI350/hd64.co", "fwd/all.co", "fwd");
    assertThat(parts())
        .containsExactly("add", "fwd", "fwd/ all.co", "fwd/ MI300/ hd64.co", "fwd/ MI350/ hd64.co");
    int folder = tree.folder(0, "fwd/MI300/");
    assertThat(tree.path(folder)).isEqualTo("fwd/MI300/");
    assertThat(tree.folder(0, 1)).isEqualTo(folder);
    assertThat(tree.level(folder)).isEqualTo(1);
    assertThat(tree.folder(2, 0)).isEqualTo(tree.folder(0, "fwd/"));
    assertThat(tree.folder(0, "fwd/MI350/")).isEqualTo(NameTree.TOP);
    assertThat(tree.folder(1, "fwd/")).isEqualTo(NameTree.TOP);
  }

  @Test
  void orderOfAllNamesDoesNotTearFoldersApart() {
    // Numbers count as numbers: d1/b is between d01/a and d01/c.
    tree("d01/c", "d1/b", "d01/a", "D1/a", "d1/d");
    List<String> folders =
        parts().stream().map(name -> name.substring(0, name.indexOf('/'))).toList();
    List<String> met = new ArrayList<>();
    for (String folder : folders) {
      if (met.isEmpty() || !met.getLast().equals(folder)) {
        met.add(folder);
      }
    }
    assertThat(met).containsExactlyInAnyOrder("d01", "d1", "D1");
  }

  @Test
  void slashesWithoutANameMakeNoFolder() {
    tree("/abs", "a//b", "c/", "a/b/", "/");
    assertThat(parts()).containsExactlyInAnyOrder("/abs", "a/ /b", "c/", "a/ b/", "/");
  }

  @Test
  void nameOfAMillionFoldersEndsInOneLongPart() {
    String deep = "a/".repeat(1_000_000) + "b";
    tree(deep, "a/c");
    assertThat(tree.levels(0)).isEqualTo(NameTree.MOST_LEVELS);
    assertThat(tree.lastPartOfName(0)).hasSize(deep.length() - 2 * NameTree.MOST_LEVELS);
    assertThat(tree.folder(1, 0)).isEqualTo(tree.folder(0, 0));
  }
}
