package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader.LoadedCode;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * The loader against a naive one that was written from the description alone: the same error number
 * and the same bytes for random cases. One seed is run again with {@code -Dloader.case=SEED},
 * others with {@code -Dloader.first=SEED}.
 */
@DisabledOnOs(OS.WINDOWS)
class LoaderDifferentialTest {
  /** How often errors are answered at least, by their numbers. */
  private static final Map<Integer, Integer> LEAST_OF_THOUSAND =
      Map.of(0, 300, 1, 50, 5, 200, 6, 10, 8, 40, 9, 5, 12, 100, 13, 300, 14, 50);

  @TempDir Path folder;

  private final Map<Integer, Integer> answers = new TreeMap<>();
  private final Map<NaiveLoader.Way, Integer> ways = new EnumMap<>(NaiveLoader.Way.class);

  /** Seeds by what was expected and what was found. */
  private final Map<String, List<Long>> differences = new TreeMap<>();

  private String firstDifference = "";
  private int leftOpen;
  private int partedWays;

  @Test
  void anyCaseIsAnsweredAsTheDescriptionSays() throws IOException {
    run(Long.getLong("loader.first", 0), 2_000);
  }

  @Test
  @Tag("long")
  void manyCasesAreAnsweredAsTheDescriptionSays() throws IOException {
    run(Long.getLong("loader.first", 1_000_000), 20_000);
  }

  private void run(long first, int count) throws IOException {
    LoaderCases cases = new LoaderCases(folder);
    Long only = Long.getLong("loader.case");
    NaiveLoader files = null;
    Path tree = null;
    for (long seed = first; seed < first + count; seed++) {
      LoaderCases.Case made = cases.of(only == null ? seed : only);
      if (files == null || !made.tree().equals(tree)) {
        tree = made.tree();
        files = new NaiveLoader(Map.of(), tree);
      }
      compare(made, files);
      if (only != null) {
        break;
      }
    }
    cases.removeTree();
    if (Boolean.getBoolean("loader.all")) {
      System.err.println(answers + " " + ways + " open " + leftOpen + " parted " + partedWays);
    }
    assertThat(differences).as(firstDifference).isEmpty();
    if (only == null) {
      assertThatNothingIsRare(count);
    }
  }

  /** A generator that no longer leads everywhere would compare less and less. */
  private void assertThatNothingIsRare(int count) {
    LEAST_OF_THOUSAND.forEach(
        (error, least) ->
            assertThat(answers.getOrDefault(error, 0))
                .as("answers %s of 1,000 requests", error)
                .isGreaterThanOrEqualTo(least * count / 1_000));
    assertThat(ways.keySet()).containsExactlyInAnyOrder(NaiveLoader.Way.values());
    assertThat(partedWays).as("behaviours that part").isGreaterThan(count / 50);
    assertThat(leftOpen).as("cases that are not compared").isLessThan(count / 50);
  }

  private void compare(LoaderCases.Case made, NaiveLoader files) throws IOException {
    List<NaiveLoader.Answer> both = new ArrayList<>();
    for (LoaderBehaviour behaviour : List.of(LoaderBehaviour.TOLERANT, LoaderBehaviour.STRICT)) {
      NaiveLoader naive = files.with(made.variables(), made.workingFolder());
      NaiveLoader.Answer expected;
      try {
        expected =
            naive.load(
                made.binary(),
                made.image(),
                made.index(),
                made.targets(),
                behaviour == LoaderBehaviour.STRICT);
      } catch (NaiveLoader.LeftOpen open) {
        leftOpen++;
        product(made, behaviour);
        continue;
      }
      both.add(expected);
      answers.merge(expected.error(), 1, Integer::sum);
      naive.ways().forEach(way -> ways.merge(way, 1, Integer::sum));
      NaiveLoader.Answer found = product(made, behaviour);
      if (!found.sameAs(expected)) {
        String difference =
            "%s: %s instead of %s by way of %s"
                .formatted(behaviour.words(), found, expected, naive.ways());
        if (differences.isEmpty()) {
          firstDifference = difference + "\n" + made.dump();
        }
        String kind =
            "%s %d instead of %d".formatted(behaviour.words(), found.error(), expected.error());
        differences.computeIfAbsent(kind, first -> new ArrayList<>()).add(made.seed());
        if (Boolean.getBoolean("loader.all")) {
          System.err.println(made.seed() + " " + difference);
        }
      }
    }
    if (both.size() == 2 && !both.getFirst().sameAs(both.getLast())) {
      partedWays++;
    }
  }

  private static NaiveLoader.Answer product(LoaderCases.Case made, LoaderBehaviour behaviour)
      throws IOException {
    return product(
        made.binary(), made.targets(), made.variables(), made.workingFolder(), behaviour);
  }

  /** What the loader of the product answers for the first wrapper of a binary. */
  static NaiveLoader.Answer product(
      Path binary,
      List<String> targets,
      Map<String, String> variables,
      Path workingFolder,
      LoaderBehaviour behaviour)
      throws IOException {
    try (OpenFile open = OpenFile.open(binary);
        Loader loader =
            new Loader(
                LoaderEnvironment.of(variables),
                behaviour,
                new LoaderFiles(Path.of("/"), workingFolder))) {
      FatBinary fat = FatBinary.read(ElfFile.read(open.view()));
      Place place = new Place.File(binary);
      LoadedCode loaded =
          loader.load(LoadRequest.of(fat, place, fat.wrappers().getFirst(), targets));
      ByteView bytes = loaded.bytes();
      return new NaiveLoader.Answer(
          loaded.resolution().error().number(),
          bytes == null ? null : bytes.bytes(0, (int) bytes.size()));
    } catch (RuntimeException | StackOverflowError crash) {
      return new NaiveLoader.Answer(-1, crash.toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}
