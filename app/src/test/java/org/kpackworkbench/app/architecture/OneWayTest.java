package org.kpackworkbench.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.architecture.Checkout;

/**
 * What has one helper is not written by hand: plurals, groups of digits, hexadecimal digits,
 * copies, times.
 */
class OneWayTest {
  private static final Path CHECKOUT = Checkout.folder();

  /**
   * A way that is not used.
   *
   * @param code what it looks like
   * @param instead what to use
   * @param files the simple names of the types that may use it
   */
  private record Way(Pattern code, String instead, List<String> files) {
    static Way of(String code, String instead, String... files) {
      return new Way(Pattern.compile(code), instead, List.of(files));
    }
  }

  private static final List<Way> WAYS =
      List.of(
          // CodeObjectUri reads and writes single digits after a percent sign.
          Way.of("\\bHexFormat\\b", "HexText", "HexText", "CodeObjectUri"),
          Way.of("\"%,d\"", "CountText.grouped", "CountText"),
          // Where a disk has no hard links, what is replaced is copied as it is, also a link.
          // What an id is decides nothing: the format's entry or document is asked.
          Way.of(
              "\\b(?:format\\(\\)|format|kind)\\.id\\(\\)\\.equals\\(", "Format", "ExportFormat"),
          Way.of("contains\\([\\w.]*format(?:\\(\\))?\\.id\\(\\)\\)", "Format"),
          Way.of("\\bFiles\\.copy\\(", "FileCopy or TreeCopy", "ReplacingFiles"),
          // FileView copies a part of a file to a place in another, which has begun already.
          Way.of("\\.transferFrom\\(", "FileCopy.content", "FileCopy", "NamedChannel", "FileView"),
          // Spool counts lines and checks limits, Restore keeps the start.
          Way.of("= in\\.read\\(window\\)", "FileCopy.bytes", "FileCopy", "Spool", "Restore"),
          // Names of crash reports are dates that a file's name can have.
          Way.of("DateTimeFormatter\\.of", "TimeText", "TimeText", "CrashReports"),
          Way.of("%02d (?:s|min|h)\\b|\\.toSeconds\\(\\) \\+ \"", "TimeText.duration", "TimeText"),
          Way.of("== 1L?\\s*\\? \"\"\\s*: \"(?:s|es|ies)\"", "CountText.of or word"),
          Way.of("== 1L?\\s*\\? \"s\"\\s*: \"(?:ve)?\"", "CountText.word", "CountText"),
          Way.of("== 1L?\\s*\\? \"y\"\\s*: \"ies\"", "CountText.of or word"),
          Way.of("== 1L?\\s*\\? \"(\\w+)\"\\s*: \"\\1e?s\"", "CountText.word"),
          Way.of("== 1L?\\s*\\? \"(is|has|was|it)\"", "CountText.word"),
          Way.of("== 1L?\\s*\\? \"1 \\w+\"\\s*: [^\"]", "CountText.of"));

  private static List<String> found(String name, String source) {
    List<String> found = new ArrayList<>();
    for (Way way : WAYS) {
      Matcher matcher = way.code().matcher(source);
      if (!way.files().contains(name) && matcher.find()) {
        found.add("%s: use %s: %s".formatted(name, way.instead(), matcher.group()));
      }
    }
    return found;
  }

  @Test
  void theHelpersAreUsed() throws IOException {
    List<String> found = new ArrayList<>();
    int read = 0;
    for (String module : List.of("model", "views", "app")) {
      try (Stream<Path> files = Files.walk(CHECKOUT.resolve(module + "/src/main/java"))) {
        for (Path file :
            (Iterable<Path>) files.filter(each -> each.toString().endsWith(".java"))::iterator) {
          String name = file.getFileName().toString().replace(".java", "");
          found.addAll(found(name, Files.readString(file)));
          read++;
        }
      }
    }
    assertThat(read).isGreaterThan(1000);
    assertThat(found).isEmpty();
  }

  /** Sentences of so many words or more are long enough not to be the same by chance. */
  private static final int WORDS_OF_A_SENTENCE = 7;

  private static Set<String> sentences(String source) {
    Set<String> sentences = new HashSet<>();
    Matcher text =
        Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"")
            .matcher(source.replaceAll("\"\\s*\\+\\s*\"", ""));
    while (text.find()) {
      for (String sentence : text.group(1).split("(?<=[.:?]) ", -1)) {
        if (sentence.matches("[A-Z].*[.?]")
            && sentence.split(" ", -1).length >= WORDS_OF_A_SENTENCE) {
          sentences.add(sentence);
        }
      }
    }
    return sentences;
  }

  @Test
  void aSentenceIsInOnePlace() throws IOException {
    Map<String, List<String>> places = new TreeMap<>();
    for (String module : List.of("model", "views", "app")) {
      try (Stream<Path> files = Files.walk(CHECKOUT.resolve(module + "/src/main/java"))) {
        for (Path file :
            (Iterable<Path>) files.filter(each -> each.toString().endsWith(".java"))::iterator) {
          for (String sentence : sentences(Files.readString(file))) {
            places
                .computeIfAbsent(sentence, each -> new ArrayList<>())
                .add(file.getFileName().toString());
          }
        }
      }
    }
    assertThat(places).hasSizeGreaterThan(500);
    places.values().removeIf(files -> files.size() == 1);
    assertThat(places).as("sentences and the files that have them").isEmpty();
    assertThat(sentences("\"expected a file. Take it out of the folder, or \"\n + \"copy it. %s\""))
        .containsExactly("Take it out of the folder, or copy it.");
  }

  @Test
  void everyWayIsSeen() {
    for (String source :
        List.of(
            "HexFormat.of().formatHex(bytes)",
            "String.format(Locale.ROOT, \"%,d\", count)",
            "count == 1 ? \"\" : \"s\"",
            "count == 1\n  ? \"s\"\n : \"ve\"",
            "count == 1 ? \"y\" : \"ies\"",
            "count == 1 ? \"row\" : \"rows\"",
            "count == 1 ? \"is\" : \"are\"",
            "count == 1 ? \"1 row\" : count + \" rows\"",
            "Files.copy(from, to)",
            "out.transferFrom(in, at, count)",
            "for (int count = in.read(window); count >= 0; count = in.read(window)) {",
            "DateTimeFormatter.ofPattern(\"yyyy-MM-dd\")",
            "\"%d min %02d s\".formatted(minutes, seconds)",
            "elapsed.toSeconds() + \" s\"")) {
      assertThat(found("Some", source)).as(source).hasSize(1);
    }
    assertThat(found("Some", "version == 1 ? \"size of an entry\" : \"number of entries\""))
        .isEmpty();
  }
}
