package org.kpackworkbench.model.analysis.resolve.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.format.packages.InstalledPackages;

/**
 * Whatever is asked about a tree says the same of each wrapper and GPU: verification, coverage,
 * resolving of the binary and of the tree, doctor, and advice on packages. Trees have faults that
 * are drawn at random.
 */
class OneAnswerTest {
  /** Advice and doctor are asked about one tree in so many. */
  private static final int SAMPLED = 20;

  /** One tree in so many is pruned for each of its GPUs. */
  private static final int PRUNED = 20;

  @TempDir Path folder;

  @Test
  void everyCommandSaysTheSameOfATree() throws IOException {
    differ(IntStream.range(0, 2000));
  }

  @Test
  @Tag("long")
  void everyCommandSaysTheSameOfManyTrees() throws IOException {
    differ(IntStream.range(2000, 4000));
  }

  private void differ(IntStream seeds) throws IOException {
    FaultyTree trees = new FaultyTree(folder, FaultyTree.LIBRARY);
    InstalledPackages packages = new InstalledPackages();
    Path root = Files.createDirectory(folder.resolve("tree")).toRealPath();
    List<String> differences = new ArrayList<>();
    Map<String, Integer> counts = new TreeMap<>();
    Set<String> known = new HashSet<>();
    for (int seed : seeds.toArray()) {
      List<String> drawn = trees.write(root, new Random(seed));
      // Trees with no or one fault occur several times.
      if (!known.add(trees.digest())) {
        continue;
      }
      AskedTree asked = AskedTree.of(root, trees.library(root), packages);
      if (seed % SAMPLED == 0) {
        asked.advise(folder);
        asked.examine(folder.resolve("named"));
      }
      if (seed % PRUNED == 0) {
        asked.prune(folder.resolve("pruned" + seed));
      }
      asked.counts.forEach((kind, count) -> counts.merge(kind, count, Integer::sum));
      asked.differences.forEach(
          difference -> differences.add("tree %d %s: %s".formatted(seed, drawn, difference)));
    }
    assertThat(differences.stream().limit(12)).isEmpty();
    // Trees have all that there is to agree on.
    assertThat(counts)
        .containsKeys(
            "Present", "Hole SURE", "Hole POSSIBLE", "Absent", "NotApplicable", "Inside", "Pruned");
    assertThat(counts.get("Hole SURE")).isGreaterThan(1000);
  }
}
