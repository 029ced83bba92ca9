package org.kpackworkbench.installers.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.app.cli.CommandLines;
import org.kpackworkbench.installers.Resources;
import picocli.CommandLine.Model.OptionSpec;

class ManualTest {
  private static final Manual MANUAL =
      new Manual("1.2.3", Instant.parse("2026-11-01T00:00:00Z"), true);

  static List<CommandLines.Entry> entries() {
    return CommandLines.all();
  }

  @ParameterizedTest
  @MethodSource("entries")
  void everyOptionOfACommandStandsOnItsPage(CommandLines.Entry entry) {
    String page = MANUAL.page(entry);
    for (OptionSpec option : entry.line().getCommandSpec().options()) {
      for (String name : option.names()) {
        assertThat(page.contains(Roff.bold(name))).as(name).isEqualTo(!option.hidden());
      }
    }
    assertThat(page).contains(".SH \"NAME\"", ".SH \"SYNOPSIS\"", ".SH \"EXIT STATUS\"");
  }

  @ParameterizedTest
  @MethodSource("entries")
  void nothingOnAPageIsTakenForARequestThatItIsNot(CommandLines.Entry entry) {
    assertThat(MANUAL.page(entry).lines().filter(line -> line.startsWith(".")))
        .allMatch(line -> line.matches("\\.(TH|SH|TP|PP|nf|fi|ad|nh)\\b.*"));
    assertThat(MANUAL.page(entry).lines()).noneMatch(line -> line.startsWith("'"));
  }

  @Test
  void theProgramsPageNamesEveryCommand() {
    String page = MANUAL.page(entries().getFirst());
    assertThat(entries().stream().skip(1).map(CommandLines.Entry::name))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(page).contains(".TP\n" + Roff.bold(name) + "\n"));
    assertThat(page).contains("2026\\-11\\-01", "Kpack Workbench 1.2.3");
  }

  /** What a line of Java reads from the environment: a name, or a constant that holds one. */
  private static final Pattern READ =
      Pattern.compile(
          "(?:getenv\\(|\\.get(?:OrDefault)?\\()(?:\"([A-Z][A-Z0-9_]+)\"|([A-Z][A-Z_]*)\\b)");

  private static final Pattern CONSTANT =
      Pattern.compile("String ([A-Z_]+) =\\s*\"([A-Z][A-Z0-9_]+)\"");

  private static final Pattern IN_SHELL = Pattern.compile("\\$\\{([A-Z][A-Z0-9_]+)");

  /** The names of all variables that the program's sources and its launcher mention. */
  private static SortedSet<String> read() throws IOException {
    SortedSet<String> names = new TreeSet<>();
    Path root = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    while (!Files.isDirectory(root.resolve("app/sample"))) {
      root = root.getParent();
    }
    for (String module : List.of("app", "model", "views", "icons")) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          String text = Files.readString(file);
          if (!text.contains("getenv") && !text.contains("Map<String, String>")) {
            continue;
          }
          Map<String, String> constants = new HashMap<>();
          CONSTANT
              .matcher(text)
              .results()
              .forEach(each -> constants.put(each.group(1), each.group(2)));
          READ.matcher(text)
              .results()
              .map(each -> each.group(1) == null ? constants.get(each.group(2)) : each.group(1))
              .filter(Objects::nonNull)
              .forEach(names::add);
          if (text.contains("record LoaderEnvironment")) {
            names.addAll(constants.values());
          }
        }
      }
    }
    IN_SHELL
        .matcher(Resources.text("runtime/kpack-workbench.sh"))
        .results()
        .forEach(each -> names.add(each.group(1)));
    return names;
  }

  @Test
  void theProgramsPageHasEveryVariableThatIsRead() throws IOException {
    SortedSet<String> read = read();
    assertThat(read)
        .contains(
            "KPACK_WORKBENCH_DEBUG", "KPACK_WORKBENCH_JAVA_OPTIONS", "ROCM_KPACK_PATH", "DISPLAY")
        .hasSizeGreaterThan(15);
    String page = MANUAL.page(entries().getFirst());
    String section = page.substring(page.indexOf(".SH \"ENVIRONMENT\""));
    assertThat(section.lines().filter(line -> line.startsWith("\\fB")))
        .as("a variable that sources read belongs into Variables, one that none reads does not")
        .containsExactlyInAnyOrderElementsOf(read.stream().map(Roff::bold).toList());
    assertThat(page(entries(), "resolve")).contains(Roff.bold("ROCM_KPACK_PATH"));
    assertThat(page(entries(), "list")).doesNotContain("ROCM_KPACK_PATH");
  }

  private static String page(List<CommandLines.Entry> entries, String name) {
    return entries.stream()
        .filter(each -> each.name().equals(name))
        .map(MANUAL::page)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void examplesKeepTheirLines() {
    CommandLines.Entry info =
        entries().stream().filter(each -> each.name().equals("info")).findFirst().orElseThrow();
    assertThat(MANUAL.page(info))
        .contains(
            ".nf\n  kpack\\-workbench info librocrand.so.1.1\n"
                + "  kpack\\-workbench info \\-\\-json rand_lib_gfx90a.kpack\n");
  }

  @Test
  void hyphensAndBackslashesCanBeCopied() {
    assertThat(Roff.escape("a-b \\")).isEqualTo("a\\-b \\e");
    assertThat(new Roff("x", "d", "p").text(".x").toString()).endsWith("\n\\&.x\n");
  }

  @Test
  void thereIsAPageForEachAndTheyAreTheSameEachTime(@TempDir Path folder) throws Exception {
    MANUAL.write(folder.resolve("a"));
    MANUAL.write(folder.resolve("b"));
    try (Stream<Path> pages = Files.list(folder.resolve("a"))) {
      List<Path> all = pages.toList();
      assertThat(all).hasSize(entries().size());
      for (Path page : all) {
        assertThat(folder.resolve("b").resolve(page.getFileName().toString()))
            .hasSameBinaryContentAs(page);
      }
    }
  }
}
