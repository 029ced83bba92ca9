package org.kpackworkbench.model.base.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.config.ConfigNode.Mapping;
import org.kpackworkbench.model.base.config.ConfigNode.Scalar;
import org.kpackworkbench.model.base.config.ConfigNode.Sequence;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.fixtures.Mutations;

class ConfigTextTest {
  private static final String TOML =
      """
      name = "x"
      flag = true
      # a comment with [[[ in it
      list = [ "p",
        "q" ]
      [part.inner]
      number = 7
      """;
  private static final String YAML =
      """
      name: x
      flag: true
      list: [ p,
        "q" ]
      part:
        inner: {number: 7}
      """;
  private static final String JSON =
      """
      {"name": "x",
       "flag": true,
       "list": ["p",
         "q"],
       "part": {"inner": {"number": 7}}}
      """;

  private static String text(ConfigFormat format) {
    return switch (format) {
      case TOML -> TOML;
      case YAML -> YAML;
      case JSON -> JSON;
    };
  }

  /** Keys with values and lines, one in a line. */
  private static String dump(ConfigNode node) {
    return switch (node) {
      case Scalar scalar -> scalar.kind() + " " + scalar.text();
      case Sequence list ->
          String.join(
              ",", list.items().stream().map(item -> dump(item) + "@" + item.at().line()).toList());
      case Mapping mapping ->
          String.join(
              "\n",
              mapping.entries().stream()
                  .map(entry -> entry.key() + "=(" + dump(entry.value()) + ")")
                  .toList());
    };
  }

  @Test
  void aBadEscapeInATablesHeaderHasItsPlaceAndTheRestIsRead() {
    ConfigText read =
        ConfigText.read(
            ConfigFormat.TOML, "a = 1\n[artifacts.\"C:\\Windows\\x\"]\nb = 2\n[[c.\"\\q\"]]\n");
    assertThat(read.complete()).isFalse();
    assertThat(read.problems())
        .extracting(problem -> problem.line() + ":" + problem.column())
        .containsExactly("2:15", "4:6");
    assertThat(read.problems().getFirst().message())
        .contains("this is not valid TOML: Invalid escape sequence '\\W'");
    assertThat(dump(read.root())).contains("a=(NUMBER 1)", "b=(NUMBER 2)");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aDeviceWithoutEndIsTooLarge() {
    assertThatThrownBy(() -> ConfigText.load(Path.of("/dev/zero")))
        .hasMessageContaining("at most 4194304 bytes");
  }

  @ParameterizedTest
  @EnumSource(ConfigFormat.class)
  void threeLanguagesSayTheSame(ConfigFormat format) {
    ConfigText read = ConfigText.read(format, text(format));
    assertThat(read.problems()).isEmpty();
    assertThat(read.complete()).isTrue();
    int list = format == ConfigFormat.TOML ? 4 : 3;
    assertThat(dump(read.root()))
        .isEqualTo(
            """
            name=(TEXT x)
            flag=(BOOLEAN true)
            list=(TEXT p@%d,TEXT q@%d)
            part=(inner=(number=(NUMBER 7)))"""
                .formatted(list, list + 1));
  }

  @Test
  void aFolderIsNoConfiguration(@TempDir Path folder) {
    assertThatThrownBy(() -> ConfigText.load(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": expected a file, found a folder");
  }

  @Test
  void valuesKnowWhereTheyStand() {
    Mapping yaml = (Mapping) ConfigText.read(ConfigFormat.YAML, YAML).root();
    assertThat(yaml.entries().get(2).keyAt()).isEqualTo(new ConfigPosition(3, 1));
    Sequence list = (Sequence) yaml.entries().get(2).value();
    assertThat(list.items().get(1).at()).isEqualTo(new ConfigPosition(4, 3));
    Mapping toml = (Mapping) ConfigText.read(ConfigFormat.TOML, TOML).root();
    list = (Sequence) toml.entries().get(2).value();
    assertThat(list.items().get(1).at()).isEqualTo(new ConfigPosition(5, 3));
    Mapping json = (Mapping) ConfigText.read(ConfigFormat.JSON, JSON).root();
    list = (Sequence) json.entries().get(2).value();
    assertThat(list.items().get(1).at()).isEqualTo(new ConfigPosition(4, 4));
  }

  @Test
  void whatStandsBeforeAnErrorIsRead() {
    ConfigText yaml = ConfigText.read(ConfigFormat.YAML, "a: 1\nb: [x, y\nc: }\n");
    assertThat(yaml.complete()).isFalse();
    assertThat(yaml.problems()).hasSize(1);
    assertThat(yaml.problems().getFirst().line()).isEqualTo(3);
    assertThat(dump(yaml.root())).startsWith("a=(NUMBER 1)");
    ConfigText json = ConfigText.read(ConfigFormat.JSON, "{\"a\": 1,\n \"b\": [2, }");
    assertThat(json.complete()).isFalse();
    assertThat(json.problems().getFirst().line()).isEqualTo(2);
    assertThat(dump(json.root())).isEqualTo("a=(NUMBER 1)\nb=(NUMBER 2@2)");
  }

  @Test
  void oneSlipInTomlDoesNotHideWhatFollows() {
    ConfigText read =
        ConfigText.read(ConfigFormat.TOML, "a = 1\nb =\n[c]\nd = 2\ne = = 3\nf = 4\n");
    assertThat(read.complete()).isFalse();
    assertThat(read.problems()).extracting(ConfigProblem::line).containsExactly(2, 5);
    assertThat(dump(read.root())).isEqualTo("a=(NUMBER 1)\nc=(d=(NUMBER 2)\nf=(NUMBER 4))");
  }

  @Test
  void aKeyThatStandsTwiceIsAProblem() {
    assertThat(ConfigText.read(ConfigFormat.YAML, "a: 1\nb:\n  c: 2\n  c: 3\n").problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.line()).isEqualTo(4);
              assertThat(problem.path()).isEqualTo("b.c");
            });
    assertThat(ConfigText.read(ConfigFormat.JSON, "{\"a\": 1, \"a\": 2}").problems()).hasSize(1);
    assertThat(ConfigText.read(ConfigFormat.TOML, "a = 1\na = 2\n").problems()).hasSize(1);
  }

  @Test
  void yamlTagsMakeNothing() {
    ConfigText read =
        ConfigText.read(ConfigFormat.YAML, "a: !!javax.script.ScriptEngineManager [x]\nb: !!int 3");
    assertThat(read.problems()).isEmpty();
    assertThat(dump(read.root())).isEqualTo("a=(TEXT x@1)\nb=(TEXT 3)");
  }

  @Test
  void yamlAliasesStandForTheirValues() {
    ConfigText read =
        ConfigText.read(
            ConfigFormat.YAML,
            "a: &a [x, y]\nb: *a\nc: &c {k: 1, l: 2}\nd:\n  <<: *c\n  l: 3\ne: yes\n");
    assertThat(read.problems()).isEmpty();
    assertThat(dump(read.root()))
        .contains("b=(TEXT x@1,TEXT y@1)")
        .contains("d=(l=(NUMBER 3)\nk=(NUMBER 1))")
        .contains("e=(BOOLEAN yes)");
    assertThat(ConfigText.read(ConfigFormat.YAML, "a: *b").problems().getFirst().message())
        .contains("&b");
  }

  @Test
  void aYamlBombDoesNotGoOff() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [".formatted(i, i));
      bomb.append("*a%d,".formatted(i - 1).repeat(10)).append("]\n");
    }
    ConfigText read = ConfigText.read(ConfigFormat.YAML, bomb.toString());
    assertThat(read.complete()).isFalse();
    assertThat(read.problems().getFirst().message()).contains("200000 values");
    ConfigText itself = ConfigText.read(ConfigFormat.YAML, "a: &a [1, *a]\n");
    assertThat(itself.problems().getFirst().message()).contains("*a refers to nothing");
  }

  static Stream<String> deep() {
    return Stream.of("[", "{\"a\":", "{a: ", "- ", "[[", "[\"]\", ");
  }

  @ParameterizedTest
  @EnumSource(ConfigFormat.class)
  void depthIsLimited(ConfigFormat format) {
    deep()
        .forEach(
            piece -> {
              String first = format == ConfigFormat.TOML ? "x = " : "";
              ConfigText read = ConfigText.read(format, first + piece.repeat(20_000));
              assertThat(read.problems()).as(piece).isNotEmpty();
            });
    if (format == ConfigFormat.TOML) {
      String tables = "x = " + "{b = ".repeat(20_000);
      assertThat(ConfigText.read(format, tables).problems()).isNotEmpty();
    }
    String fine = "[".repeat(40) + "]".repeat(40);
    String text = format == ConfigFormat.TOML ? "x = " + fine : fine;
    assertThat(ConfigText.read(format, text).problems()).isEmpty();
  }

  @Test
  void bracketsInStringsAndCommentsAreNoDepth() {
    String brackets = "[".repeat(500);
    String text =
        "a = \"%s\\\"%s\"\nb = '%s'\nc = '''\n%s\n'''\nd = \"\"\"%s\\\"\"\"\"\n# %s\n"
            .formatted(brackets, brackets, brackets, brackets, brackets, brackets);
    assertThat(ConfigText.read(ConfigFormat.TOML, text).problems()).isEmpty();
  }

  @Test
  void whatIsNoConfigurationIsAProblem() {
    assertThat(ConfigText.read(ConfigFormat.YAML, "").problems()).hasSize(1);
    assertThat(ConfigText.read(ConfigFormat.JSON, " ").problems()).hasSize(1);
    assertThat(ConfigText.read(ConfigFormat.JSON, "{} {}").problems()).hasSize(1);
    assertThat(ConfigText.read(ConfigFormat.YAML, "a: 1\n---\nb: 2\n").problems()).hasSize(1);
    assertThat(ConfigText.read(ConfigFormat.YAML, "? [a]\n: b\n").problems()).hasSize(1);
    assertThat(ConfigText.read(ConfigFormat.YAML, "x".repeat((4 << 20) + 1)).problems()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(ConfigFormat.class)
  void everyBeginningIsRead(ConfigFormat format) {
    String text = text(format);
    for (int end = 0; end < text.length(); end++) {
      ConfigText read = ConfigText.read(format, text.substring(0, end));
      assertThat(read.problems().isEmpty()).isEqualTo(read.complete());
    }
  }

  @ParameterizedTest
  @EnumSource(ConfigFormat.class)
  void brokenTextsNeverThrow(ConfigFormat format) {
    mutate(format, 600);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(ConfigFormat.class)
  void manyBrokenTextsNeverThrow(ConfigFormat format) {
    mutate(format, 6000);
  }

  private static void mutate(ConfigFormat format, int times) {
    Mutations mutations =
        new Mutations(text(format).repeat(2).getBytes(StandardCharsets.UTF_8), 17);
    for (int i = 0; i < times; i++) {
      String text = new String(mutations.next(), StandardCharsets.ISO_8859_1);
      assertThat(ConfigText.read(format, text).problems()).allMatch(each -> each.line() > 0);
    }
  }

  @Test
  void theNearestNameIsOffered() {
    List<String> names = List.of("rocblas", "hipblaslt", "target-specific");
    assertThat(Nearest.to("rocblass", names)).contains("rocblas");
    assertThat(Nearest.to("target_specific", names)).contains("target-specific");
    assertThat(Nearest.to("zzz", names)).isEmpty();
  }
}
