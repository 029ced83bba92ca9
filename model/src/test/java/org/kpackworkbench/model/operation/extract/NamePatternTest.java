package org.kpackworkbench.model.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.format.registry.CodeObjectRow;

class NamePatternTest {
  private static CodeObjectRow row(String binary, int index, String target) {
    return new ListedCodeObjects().add(binary, index, target, new byte[1]).row(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{binary}-{index}-{target}.hsaco|lib_hip_libone.so-3-gfx90a-sramecc+-xnack-.hsaco",
        "{name}.{type}|libone.so.hsaco",
        "{path}/{target}.hsaco|lib/hip/libone.so/gfx90a-sramecc+-xnack-.hsaco",
        "{group}/{ordinal}|rand/0",
        "{target}/{name}|gfx90a-sramecc+-xnack-/libone.so",
        "x//y|x/y",
        "./y|_/y",
      })
  void fillsInItsPlaceholders(String pattern, String expected) {
    CodeObjectRow row = row("lib/hip/libone.so", 3, "gfx90a:sramecc+:xnack-");
    assertThat(String.join("/", NamePattern.parse(pattern).nameOf(row, "rand")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "../../etc/passwd|__/__/etc/passwd.x",
        "/etc/passwd|etc/passwd.x",
        "a/../b|a/__/b.x",
        "C:\\Windows|C__Windows.x",
        "a/|a/.x",
      })
  void foldersOfABinaryNeverLeadOut(String binary, String expected) {
    assertThat(NamePattern.parse("{path}.x").nameOf(row(binary, 0, "gfx942"), ""))
        .isEqualTo(List.of(expected.split("/")));
  }

  @Test
  void anEmptyFileNameBecomesOne() {
    assertThat(NamePattern.parse("{path}").nameOf(row("a/", 0, "gfx942"), ""))
        .containsExactly("a", "_");
    assertThat(NamePattern.parse("{group}").nameOf(row("a", 0, "gfx942"), "")).containsExactly("_");
  }

  @Test
  void saysSoWhereNoWrapperPointsToACodeObject() {
    assertThat(NamePattern.STANDARD.nameOf(row("a", CodeObjectRow.NO_WRAPPER, "gfx942"), ""))
        .containsExactly("a-unreferenced-gfx942.hsaco");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "a/", "/a", "../a", "a/../b", "{binary", "binary}", "{arch}", "{BINARY}"})
  void refusesWhatIsNoPatternAndNamesThePlaceholders(String text) {
    assertThatThrownBy(() -> NamePattern.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a pattern")
        .hasMessageContaining("{binary} {name} {path} {index} {target}");
  }
}
