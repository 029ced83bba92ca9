package org.kpackworkbench.model.base.demangle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes in, a bounded result comes out; JUnit's time limit catches what does not end. */
class DemanglerRobustnessTest {
  private static final int MAX_LENGTH = 64 * 1024;
  private static final String ALPHABET =
      "_ZNIEJSTLXDKPROFAMUCQHWBvwabchijlmxynofdezst0123456789npq.$";

  private static int check(String name) {
    String full = Demangler.demangle(name);
    String brief = Demangler.shortName(name);
    assertThat(full.length()).isLessThanOrEqualTo(Math.max(MAX_LENGTH, name.length()));
    assertThat(brief.length()).isLessThanOrEqualTo(Math.max(MAX_LENGTH, name.length()));
    return full.equals(name) ? 0 : 1;
  }

  @Test
  void survivesMutations() {
    mutate(10_000);
  }

  @Tag("long")
  @Test
  void survivesManyMutations() {
    mutate(100_000);
  }

  private static void mutate(int times) {
    List<Names.Pair> names = Names.golden();
    Random random = new Random(20);
    int demangled = 0;
    for (int i = 0; i < times; i++) {
      StringBuilder name = new StringBuilder(names.get(random.nextInt(names.size())).mangled());
      for (int changes = 1 + random.nextInt(4); changes > 0 && name.length() > 3; changes--) {
        mutate(name, random);
      }
      demangled += check(name.toString());
    }
    assertThat(demangled)
        .as("mutations that are still names")
        .isBetween(times / 100, times / 100 * 99);
  }

  private static void mutate(StringBuilder name, Random random) {
    int at = 2 + random.nextInt(name.length() - 2);
    int end = Math.min(name.length(), at + random.nextInt(12));
    char letter = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
    switch (random.nextInt(5)) {
      case 0 -> name.setCharAt(at, letter);
      case 1 -> name.insert(at, letter);
      case 2 -> name.insert(2 + random.nextInt(name.length() - 2), name.substring(at, end));
      case 3 -> name.delete(at, end);
      default -> name.deleteCharAt(at);
    }
  }

  @Test
  void survivesTruncationAtEveryLength() {
    int demangled = 0;
    List<Names.Pair> names = Names.golden();
    for (int i = 0; i < names.size(); i += 4) {
      String name = names.get(i).mangled();
      for (int length = 0; length < name.length(); length++) {
        demangled += check(name.substring(0, length));
      }
    }
    assertThat(demangled).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "P",
        "K",
        "R",
        "A_",
        "M",
        "F",
        "FPF",
        "DT",
        "DTpl",
        "DTcl",
        "DTng",
        "DTqu",
        "DTil",
        "DTcv",
        "DTrqX",
        "Dp",
        "Dv_",
        "DB",
        "DO",
        "Dw",
        "1aI",
        "1aIX",
        "1aIXL_Z1f",
        "1aITtTy",
        "J",
        "U1a",
        "U1aI",
        "u1aI",
        "Z",
        "Z1fE",
        "N",
        "NK",
        "NUl",
        "Ul",
        "W1a",
        "B1a",
        "DC",
        "L_Z1f",
        "S_I",
        "TL0_",
        "T_I",
        "DTsr",
        "DTfl",
        "DTildi1a",
        "DTnw"
      })
  void survivesDeepNesting(String unit) {
    for (String start : List.of("_Z", "_Z1f", "_Z1fIiEv", "_Z1fIJiiEEv")) {
      check(start + unit.repeat(30_000 / unit.length()));
      check(start + unit.repeat(230) + "i" + "E".repeat(460));
      check(start + unit.repeat(230) + "1fv" + "Ev".repeat(230));
    }
  }

  /** Each type is made of the one before twice: 2 to the 400th characters, were they written. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1aI%1$s%1$sE",
        "F%1$s%1$sE",
        "M%1$s%1$s",
        "1aIJ%1$s%1$sEE",
        "PFv%1$s%1$sE",
        "Dp%1$s"
      })
  void survivesDoubling(String pattern) {
    for (int step = 1; step <= 3; step++) {
      for (String start : List.of("_Z1f1b", "_Z1fIJEEvDpT_", "_Z1fIJiiiiEEvDpT_")) {
        StringBuilder name = new StringBuilder(start);
        for (int i = 0; i < 400; i++) {
          name.append(String.format(Locale.ROOT, pattern, substitution(i * step)));
        }
        check(name.toString());
      }
    }
  }

  @Test
  void survivesLongChainsOfSubstitutions() {
    for (String unit : List.of("P", "R", "A_", "K", "U1a")) {
      StringBuilder name = new StringBuilder("_Z1f" + unit + "1b");
      for (int i = 1; i < 10_000; i++) {
        name.append(unit).append(substitution(i));
      }
      check(name.toString());
    }
  }

  private static String substitution(int index) {
    return index == 0 ? "S_" : "S" + Integer.toString(index - 1, 36).toUpperCase(Locale.ROOT) + "_";
  }

  @Test
  void givesUpOnNamesBeyondTheLimit() {
    String name = "_Z" + "70000" + "a".repeat(70_000) + "v";
    assertThat(Demangler.tryDemangle(name)).isEmpty();
  }

  @Test
  void survivesACallerWithLittleStack() throws InterruptedException {
    List<Throwable> thrown = new ArrayList<>();
    Thread thread = new Thread(null, () -> survivesDeepNesting("DT"), "little stack", 160 * 1024);
    thread.setUncaughtExceptionHandler((_, e) -> thrown.add(e));
    thread.start();
    thread.join();
    assertThat(thrown).isEmpty();
  }

  @Test
  void threadsDoNotDisturbEachOther() throws Exception {
    List<Names.Pair> names = Names.golden();
    Callable<List<String>> work =
        () -> names.stream().map(pair -> Demangler.demangle(pair.mangled())).toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<List<String>>> results =
          threads.invokeAll(
              IntStream.range(0, 8).<Callable<List<String>>>mapToObj(_ -> work).toList());
      List<String> expected = names.stream().map(Names.Pair::expected).toList();
      for (Future<List<String>> result : results) {
        assertThat(result.get()).isEqualTo(expected);
      }
    }
  }
}
