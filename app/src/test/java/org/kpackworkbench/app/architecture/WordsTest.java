package org.kpackworkbench.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.architecture.Checkout;

/**
 * Code, messages, golden files, guides and scripts are in the words of the field: what this project
 * once had as a dialect of its own does not come back.
 */
class WordsTest {
  private static final Path CHECKOUT = Checkout.folder();

  /** Text files; everything else in the folders is data. */
  private static final Pattern TEXT =
      Pattern.compile(".*\\.(java|md|css|json|txt|xml|properties|sarif|html|toml|yaml)");

  private static final List<String> ROOTS =
      List.of(
          "model",
          "icons",
          "views",
          "app",
          "installers",
          ".ci",
          "README.md",
          "ARCHITECTURE.md",
          "CONTRIBUTING.md",
          "pom.xml");

  /** Words that are not used, and what to write. */
  private static final List<Word> WORDS =
      List.of(
          word("stands?(?!-in)", "is, means, represents, occurs"),
          word("stood", "was"),
          word("nobody|somebody|whoever", "who or what it is; a passive"),
          word("in front", "the active tab; before"),
          word("thrown away", "discarded"),
          word("looked at", "examined, read, shown"),
          word("wished", "requested, selected"),
          word("(goes|go|going) the way", "does what … does"),
          word("ways? parts?", "first difference"),
          word("on that way", "then; there"),
          word("believe[sd]?", "trusts, checks"),
          word("names' section", ".shstrtab"),
          word("mends?|mending|be mended", "fix, repair"),
          word("(says?|said) of (itself|themselves)", "states; its description"),
          word("for good|gone for good", "permanently"),
          word("in vain", "without a result"),
          word("ought", "should"),
          word("a moment ago", "just; before"),
          word("they part", "they differ; the first difference"),
          word("lets? go of", "releases, closes"),
          word("go(es)? as a whole", "is dropped as a whole"),
          word("comes? to rest", "stays the same, becomes idle"),
          word("asked (for|whether to go on)", "requested; checked for cancellation"),
          word("what is there", "the contents; existing files; what was found"),
          word("looks? at", "reads, checks, examines"),
          word("(came|comes?|becomes?|became|become) of", "the result of; the change of"),
          word("told apart|tells? (\\w+ ){1,3}apart", "distinguished, identified"),
          word("(is|are|was|were) told", "receives, is called, is notified"),
          word("in sight", "visible"),
          word("at hand", "available"),
          word("midst", "in the middle of, during"),
          word("now and then", "from time to time"),
          word("once more", "again"),
          word("passed over", "skipped"),
          word("all the same", "anyway, still; equal"),
          word("ha(s|ve) no place for", "cannot store"),
          word("of different builds", "from different builds"),
          word("stored otherwise", "stored differently"),
          word("from where it came", "from its source"),
          typeNamed("Quiet", "SubProgress"),
          typeNamed("Fate", "OutputStatus"),
          typeNamed("Outlook", "MarkerForecast"),
          typeNamed("Meanings", "DescriptorBits"),
          typeNamed("Crowds", "TinyBoxMerger"),
          typeNamed("LookedAt", "FileSummary"),
          typeNamed("Apart", "OutputOutsideInput"),
          typeNamed("NotKept", "DroppedEdits"),
          typeNamed("Splitting|Overlaying|Packing", "Split, Overlay, Pack"),
          typeNamed("Comparer", "Compare"),
          typeNamed("ConversionRequest", "ConvertRequest"));

  /** Any of the words. All at once, since a search for each took half a minute. */
  private static final Pattern ANY =
      Pattern.compile(
          WORDS.stream().map(Word::expression).collect(Collectors.joining("|", "\\b(?:", ")\\b")));

  private record Word(String expression, Pattern alone, String instead) {
    Word(String expression, String instead) {
      this(expression, Pattern.compile("\\b" + expression + "\\b"), instead);
    }
  }

  /** A name that no type has, in upper and lower case as it is written. */
  private static Word typeNamed(String name, String instead) {
    return new Word("(?:class|record|interface|enum) (?:" + name + ")", instead);
  }

  private static Word word(String expression, String instead) {
    return new Word("(?i:" + expression + ")", instead);
  }

  private static List<String> found(String name, Stream<String> lines) {
    List<String> found = new ArrayList<>();
    int[] number = {0};
    lines.forEachOrdered(
        line -> {
          number[0]++;
          if (ANY.matcher(line).find()) {
            WORDS.stream()
                .filter(word -> word.alone().matcher(line).find())
                .map(word -> "%s:%d: write %s: %s".formatted(name, number[0], word.instead(), line))
                .forEach(found::add);
          }
        });
    return found;
  }

  @Test
  void theWordListIsKeptOut() throws IOException {
    List<String> found = new ArrayList<>();
    int read = 0;
    for (String root : ROOTS) {
      try (Stream<Path> files = Files.walk(CHECKOUT.resolve(root))) {
        for (Path file : (Iterable<Path>) files.filter(WordsTest::isOurs)::iterator) {
          String name = CHECKOUT.relativize(file).toString().replace('\\', '/');
          try (Stream<String> lines = Files.lines(file)) {
            found.addAll(found(name, lines));
          } catch (java.io.UncheckedIOException broken) {
            // Some fixtures are text in other encodings on purpose.
            if (!(broken.getCause() instanceof MalformedInputException)) {
              throw broken;
            }
          }
          read++;
        }
      }
    }
    assertThat(read).isGreaterThan(1000);
    assertThat(found).isEmpty();
  }

  /** A comment names its subject: it begins with a noun or a verb, not with a pronoun. */
  @Test
  void javadocOfTheProgramBeginsWithANounOrAVerb() throws IOException {
    Pattern dialect =
        Pattern.compile(
            "/\\*\\*\\s+(?:\\* )?(?:What|The same|One of|The one|Says|They|Whose|By what)\\b.*");
    List<String> found = new ArrayList<>();
    for (String root : ROOTS) {
      try (Stream<Path> files = Files.walk(CHECKOUT.resolve(root))) {
        for (Path file : (Iterable<Path>) files.filter(WordsTest::isProgram)::iterator) {
          Matcher match = dialect.matcher(Files.readString(file));
          while (match.find()) {
            found.add(file.getFileName() + ": " + match.group());
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static boolean isProgram(Path file) {
    String name = CHECKOUT.relativize(file).toString().replace('\\', '/');
    return name.contains("/src/main/") && name.endsWith(".java") && !name.contains("/target/");
  }

  private static boolean isOurs(Path file) {
    String name = CHECKOUT.relativize(file).toString().replace('\\', '/');
    return Files.isRegularFile(file)
        && (name.startsWith(".ci/") || TEXT.matcher(name).matches())
        && !name.contains("/target/")
        && !name.contains("/fixtures/")
        && !name.contains("/licences/texts/")
        && !file.endsWith("WordsTest.java");
  }

  @Test
  void everyWordIsSeen() {
    for (String line :
        List.of(
            "what stands in the table",
            "Whoever opens it",
            "the view in front",
            "it was thrown away",
            "say where the ways part",
            "goes the way of a loader",
            "its size is not believed",
            "the offset in the names' section",
            "what would mend it",
            "what a file says of itself",
            "it is gone for good",
            "looked for in vain",
            "what the reader ought to know",
            "it was packed a moment ago",
            "where they part",
            "files go as a whole",
            "made when it is asked for",
            "progress is asked whether to go on",
            "replaces what is there",
            "the rule looks at names",
            "what came of it",
            "what becomes of a row",
            "by which rows are told apart",
            "what tells it from others and tells them apart",
            "the listener is told",
            "rows in sight",
            "where the file is at hand",
            "in the midst of a bundle",
            "polled now and then",
            "made once more and compared",
            "rows without an archive are passed over",
            "it is extracted all the same",
            "the dialect has no place for it",
            "archives of different builds",
            "rows that are stored otherwise",
            "copy it again from where it came",
            "final class LookedAt {",
            "record Fate(int sizeBytes) {}",
            "enum Outlook {")) {
      assertThat(found("a", Stream.of(line))).as(line).isNotEmpty();
    }
    assertThat(
            found(
                "a",
                Stream.of(
                    "a stand-in for the tool",
                    "standard output",
                    "a quiet command",
                    "the \"mended\" findings",
                    "new Progress.Quiet()")))
        .isEmpty();
  }
}
