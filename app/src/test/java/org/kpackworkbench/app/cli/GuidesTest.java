package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.views.action.ActionId;

/** What guides show of commands is what they print, and their links lead somewhere. */
class GuidesTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]+)\\)");
  private static final Pattern MENU_ITEM = Pattern.compile("\\*([A-Z][^*]* ▸ [^*]+)\\*");
  private static final List<String> PARTS =
      List.of("## In the window", "## On the command line", "## What can go wrong");

  @TempDir private Path folder;

  static List<Path> guides() throws IOException {
    return Checkout.guides();
  }

  @ParameterizedTest
  @MethodSource("guides")
  void everyExampleIsReal(Path guide) throws IOException {
    List<ConsoleExamples.Example> examples = ConsoleExamples.of(guide);
    assertThat(examples).hasSizeGreaterThan(3);
    ConsoleExamples console = new ConsoleExamples(folder);
    for (ConsoleExamples.Example example : examples) {
      console.run(example);
    }
  }

  @ParameterizedTest
  @MethodSource("guides")
  void everyMenuItemIsThere(Path guide) throws IOException {
    List<String> items =
        Arrays.stream(ActionId.values())
            .map(action -> action.menu().plainText() + " ▸ " + action.text())
            .toList();
    String text = Files.readString(guide).replaceAll("\\s+", " ");
    assertThat(MENU_ITEM.matcher(text).results().map(item -> item.group(1)))
        .isNotEmpty()
        .isSubsetOf(items);
  }

  @ParameterizedTest
  @MethodSource("guides")
  void hasItsPartsAndLinksThatLeadSomewhere(Path guide) throws IOException {
    String text = Files.readString(guide);
    assertThat(text).startsWith("# ").contains(PARTS).contains("](../pictures/");
    assertThat(Files.readString(Checkout.root().resolve("README.md")))
        .contains("](app/guides/" + guide.getFileName() + ")");
    assertThat(LINK.matcher(text).results().map(link -> link.group(1)))
        .isNotEmpty()
        .allSatisfy(link -> assertThat(guide.resolveSibling(link)).isRegularFile());
  }
}
