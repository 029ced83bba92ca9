package org.kpackworkbench.views.kit.palette;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class FuzzyMatchTest {
  private static final List<String> NAMES =
      List.of(
          "Open…",
          "Open Folder…",
          "Close",
          "Copy As: C Array",
          "Copy As: Command Line",
          "Find Next",
          "Zoom In",
          "Zoom Out",
          "Expand All",
          "Extract All…");

  private static List<String> ranked(String query) {
    return NAMES.stream()
        .filter(name -> matches(query, name))
        .sorted(Comparator.comparingInt((String name) -> FuzzyMatch.score(query, name)).reversed())
        .toList();
  }

  @Test
  void firstLettersOfWordsFindAnAction() {
    assertThat(ranked("of")).first().isEqualTo("Open Folder…");
    assertThat(ranked("zo")).startsWith("Zoom In");
    assertThat(ranked("ca")).first().isEqualTo("Copy As: C Array");
    assertThat(ranked("fn")).containsExactly("Find Next");
  }

  @Test
  void aPrefixBeatsLettersSpreadOverTheName() {
    assertThat(ranked("open")).containsExactly("Open…", "Open Folder…");
    assertThat(ranked("ext")).first().isEqualTo("Extract All…");
  }

  @Test
  void lettersMustStandInTheirOrder() {
    assertThat(matches("nepo", "Open…")).isFalse();
    assertThat(matches("x", "")).isFalse();
  }

  @Test
  void upperCaseAndSpacesDoNotMatter() {
    assertThat(ranked("ZOOM OUT")).containsExactly("Zoom Out");
    assertThat(matches("", "anything")).isTrue();
  }

  private static boolean matches(String query, String text) {
    return FuzzyMatch.score(query, text) != Integer.MIN_VALUE;
  }
}
