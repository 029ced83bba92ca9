package org.kpackworkbench.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.architecture.Checkout;

/** What ARCHITECTURE.md and the pages of decisions name is there. */
class ArchitecturePageTest {
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern TYPE = Pattern.compile("([A-Z]\\w*[a-z]\\w*)(\\.\\w+)*");
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|record|enum|interface)\\s+([A-Z]\\w*)");
  private static final Pattern ROOM = Pattern.compile("[a-z]+(\\.[a-z]+)+");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)\\)");

  private static final Set<String> TYPES = new TreeSet<>();
  private static final Set<String> FOLDERS = new TreeSet<>();

  @BeforeAll
  static void readSources() throws IOException {
    for (String module : List.of("model", "icons", "views", "app", "installers")) {
      Path sources = Checkout.folder().resolve(module).resolve("src");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          String path = sources.relativize(file).toString().replace('\\', '/');
          if (path.endsWith(".java")) {
            DECLARED
                .matcher(Files.readString(file))
                .results()
                .forEach(found -> TYPES.add(found.group(1)));
          } else if (path.contains("/org/kpackworkbench/")) {
            FOLDERS.add(path.substring(path.indexOf("/org/kpackworkbench/") + 20));
          }
        }
      }
    }
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Checkout.folder().resolve("ARCHITECTURE.md")));
    try (Stream<Path> decisions = Files.list(Checkout.folder().resolve("app/decisions"))) {
      decisions.sorted().forEach(pages::add);
    }
    return pages;
  }

  private static List<String> missing(Pattern pattern, Predicate<Matcher> known)
      throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path page : pages()) {
      CODE.matcher(Files.readString(page))
          .results()
          .map(code -> pattern.matcher(code.group(1)))
          .filter(Matcher::matches)
          .filter(known.negate())
          .forEach(code -> missing.add(page.getFileName() + ": " + code.group()));
    }
    return missing;
  }

  /** Types of Java and of libraries, which are not ours to find. */
  private static final Set<String> FOREIGN = Set.of("ServiceLoader");

  @Test
  void everyTypeThatTheyNameIsInTheSources() throws IOException {
    assertThat(TYPES).contains("Formats", "StandardViews");
    assertThat(
            missing(TYPE, code -> TYPES.contains(code.group(1)) || FOREIGN.contains(code.group(1))))
        .isEmpty();
  }

  @Test
  void everyRoomThatTheyNameIsAFolder() throws IOException {
    assertThat(
            missing(
                ROOM,
                code -> {
                  String room = "/" + code.group().replace('.', '/');
                  return FOLDERS.stream().anyMatch(folder -> ("/" + folder).endsWith(room))
                      || TYPES.contains(code.group());
                }))
        .isEmpty();
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    for (Path page : pages()) {
      LINK.matcher(Files.readString(page))
          .results()
          .map(link -> link.group(1))
          .filter(link -> !link.contains(":"))
          .forEach(link -> assertThat(page.resolveSibling(link)).exists());
    }
  }
}
