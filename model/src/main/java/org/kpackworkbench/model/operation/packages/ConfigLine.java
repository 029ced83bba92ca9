package org.kpackworkbench.model.operation.packages;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A kind of text of which a configuration states one line. It becomes a line of a field for package
 * managers, where a second line would be another field.
 */
enum ConfigLine {
  ARCHITECTURE("[a-z0-9-]+", "an architecture such as amd64"),
  SECTION("[a-z0-9/+.-]+", "a section such as devel"),
  MAINTAINER("[^<>\\p{Cntrl}]+ <[^<>@\\s]+@[^<>@\\s]+>", "Name <address>"),
  HOMEPAGE("\\S+", "an address"),
  LICENSE("\\P{Cntrl}+", "one line"),
  /** As in the fields of Debian packages. */
  DEB_RELATION(
      "RELATION( *\\| *RELATION)*"
          .replace(
              "RELATION",
              "[a-z0-9][a-z0-9+.-]+(:[a-z0-9-]+)?( *\\( *(<<|<=|=|>=|>>) *[A-Za-z0-9.+~:-]+ *\\))?"),
      "a package such as libc6 (>= 2.31)"),
  /** As other package managers write them. */
  RELATION("\\P{Cntrl}+", "one line");

  private final Pattern pattern;
  private final String expected;

  ConfigLine(String pattern, String expected) {
    this.pattern = Pattern.compile(pattern);
    this.expected = expected;
  }

  /** Returns the fault of a text; empty if it has none. */
  Optional<String> fault(String text) {
    return pattern.matcher(text).matches()
        ? Optional.empty()
        : Optional.of(
            "expected %s, found \"%s\"".formatted(expected, text.replaceAll("\\p{Cntrl}", "?")));
  }
}
