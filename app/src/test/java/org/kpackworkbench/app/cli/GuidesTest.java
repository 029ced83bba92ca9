package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.views.kit.action.ActionId;

/**
 * What guides and pages of reference show of commands is what they print, and their links lead
 * somewhere.
 */
class GuidesTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]+)\\)");
  private static final Pattern MENU_ITEM = Pattern.compile("\\*([A-Z][^*]* ▸ [^*]+)\\*");
  private static final Pattern NAMED_COMMAND =
      Pattern.compile("`kpack-workbench ([a-z][a-z-]*)([^`]*)`");
  private static final Pattern SCRIPT = Pattern.compile("(?ms)^```(sh|yaml|cmake)$.*?^```$");
  private static final Pattern SCRIPT_COMMAND =
      Pattern.compile("kpack-workbench ([a-z]+)\\b([^'\n]*)");
  private static final Pattern OPTION = Pattern.compile("(?<= )--[a-z][a-z-]*");
  private static final List<String> PARTS =
      List.of("## In the window", "## On the command line", "## What can go wrong");

  private static final Pattern WRITES =
      Pattern.compile("^(?:mkdir|cp|mv|rm|truncate) | -o |--output|--in-place|--force");

  private static final String WHEEL = "many-1.0-py3-none-linux_x86_64.whl";

  /** Files that pages expect in the folder beside the sample. */
  private static final Map<String, String> FIXTURES =
      Map.of(
          "split-a-wheel.md", WHEEL,
          "what-do-i-install.md", WHEEL,
          "windows-binaries.md", "windows.dll");

  @TempDir private Path folder;

  static List<Path> guides() throws IOException {
    return Checkout.guides();
  }

  static List<Path> reference() throws IOException {
    return Checkout.reference();
  }

  @ParameterizedTest
  @MethodSource("guides")
  void everyExampleIsReal(Path guide) throws IOException {
    assertThat(run(guide)).isGreaterThan(3);
  }

  @ParameterizedTest
  @MethodSource("reference")
  void everyExampleOfAReferenceIsReal(Path page) throws IOException {
    run(page);
  }

  @Test
  void mostOfTheReferenceHasExamples() throws IOException {
    List<Integer> examples = new ArrayList<>();
    for (Path page : reference()) {
      examples.add(ConsoleExamples.of(page).size());
    }
    assertThat(examples.stream().filter(count -> count > 1)).hasSizeGreaterThanOrEqualTo(7);
  }

  /** README, guides and reference. */
  static List<Path> pages() throws IOException {
    return Checkout.pages();
  }

  /** Runs all examples of a page, and counts them. */
  private int run(Path page) throws IOException {
    List<ConsoleExamples.Example> examples = ConsoleExamples.of(page);
    ConsoleExamples console = new ConsoleExamples(folder);
    String fixture = FIXTURES.get(page.getFileName().toString());
    if (fixture != null) {
      console.with(fixture);
    }
    for (ConsoleExamples.Example example : examples) {
      console.run(example);
    }
    return examples.size();
  }

  /** The sample of a checkout is part of the build, and is built again where it has changed. */
  @ParameterizedTest
  @MethodSource("pages")
  void examplesThatWriteRunInACopyOfTheSample(Path page) throws IOException {
    boolean writes =
        ConsoleExamples.of(page).stream()
            .anyMatch(example -> WRITES.matcher(example.command()).find());
    String text = Files.readString(page).replaceAll("\\s+", " ");
    assertThat(writes && text.matches(".*run in (the sample workspace|`app/sample`).*")).isFalse();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyMenuItemIsThere(Path guide) throws IOException {
    List<String> items =
        Arrays.stream(ActionId.values())
            .map(action -> action.menu().plainText() + " ▸ " + action.text())
            .toList();
    String text = Files.readString(guide).replaceAll("\\s+", " ");
    List<String> named = MENU_ITEM.matcher(text).results().map(item -> item.group(1)).toList();
    assertThat(named).isSubsetOf(items);
    // Pages that are not about the window, such as the library's, name none.
    assertThat(named.isEmpty() && text.contains("n the window")).isFalse();
  }

  /** Commands in tables and in sentences are not run, so at least its words are examined. */
  @ParameterizedTest
  @MethodSource("pages")
  void everyCommandThatIsNamedTakesTheOptions(Path page) throws IOException {
    String text = Files.readString(page);
    for (MatchResult named :
        NAMED_COMMAND.matcher(text.replaceAll("\\s+", " ")).results().toList()) {
      assertTakes(named.group(1), named.group(2));
    }
    // Scripts and workflows; what is in console blocks is run.
    for (MatchResult block : SCRIPT.matcher(text).results().toList()) {
      for (MatchResult named : SCRIPT_COMMAND.matcher(block.group()).results().toList()) {
        assertTakes(named.group(1), named.group(2));
      }
    }
  }

  private static void assertTakes(String command, String options) {
    CliRun help = CliRun.of(command, "--help");
    assertThat(help.status()).as(command).isZero();
    assertThat(help.out()).as(command).contains("Usage: kpack-workbench " + command);
    // What follows is another program's.
    String own = options.replaceFirst("(?<= --exec) .*", "");
    assertThat(OPTION.matcher(own).results().map(MatchResult::group))
        .as(command + options)
        .allSatisfy(
            option -> assertThat(help.out()).containsPattern(Pattern.quote(option) + "\\b"));
  }

  @ParameterizedTest
  @MethodSource("guides")
  void hasItsPartsAndLinksThatLeadSomewhere(Path guide) throws IOException {
    String text = Files.readString(guide);
    assertThat(text).startsWith("# ").contains(PARTS).contains("](../pictures/");
    assertThat(Files.readString(Checkout.root().resolve("README.md")))
        .contains("](app/guides/" + guide.getFileName() + ")");
    assertLinks(guide, text);
  }

  @ParameterizedTest
  @MethodSource("reference")
  void aReferenceIsLinkedAndItsLinksLeadSomewhere(Path page) throws IOException {
    String text = Files.readString(page);
    assertThat(text).startsWith("# ");
    assertThat(Files.readString(Checkout.root().resolve("README.md")))
        .contains("](app/guides/reference/" + page.getFileName() + ")");
    assertLinks(page, text);
  }

  private static void assertLinks(Path page, String text) {
    assertThat(LINK.matcher(text).results().map(link -> link.group(1)))
        .isNotEmpty()
        .allSatisfy(link -> assertThat(page.resolveSibling(link)).isRegularFile());
  }
}
