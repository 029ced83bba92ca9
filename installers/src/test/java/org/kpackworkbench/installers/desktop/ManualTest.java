package org.kpackworkbench.installers.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.app.cli.CommandLines;
import picocli.CommandLine.Model.OptionSpec;

class ManualTest {
  private static final Manual MANUAL = new Manual("1.2.3", Instant.parse("2026-11-01T00:00:00Z"));

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
