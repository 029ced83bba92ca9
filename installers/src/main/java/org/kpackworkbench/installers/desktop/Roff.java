package org.kpackworkbench.installers.desktop;

import java.util.List;

/** Writes a manual page in the {@code man} macros of roff. */
final class Roff {
  private final StringBuilder out = new StringBuilder();

  /** Begins a page of section 1. */
  Roff(String name, String date, String program) {
    macro("TH", name.toUpperCase(java.util.Locale.ROOT), "1", date, program, "User Commands");
    // No line is filled up with blanks, and no word broken: names and options are to be copied.
    out.append(".ad l\n.nh\n");
  }

  Roff section(String title) {
    return macro("SH", title);
  }

  /** Running text. */
  Roff text(String text) {
    out.append(line(text)).append('\n');
    return this;
  }

  /** A new paragraph of running text. */
  Roff paragraph(String text) {
    out.append(".PP\n");
    return text(text);
  }

  /** A term, already marked up, and what it means. */
  Roff item(String term, String text) {
    out.append(".TP\n").append(term).append('\n');
    return text(text.isEmpty() ? " " : text);
  }

  /** Lines that stay as they are. */
  Roff verbatim(List<String> lines) {
    out.append(".PP\n.nf\n");
    lines.forEach(each -> out.append(line(each)).append('\n'));
    out.append(".fi\n");
    return this;
  }

  private Roff macro(String name, String... args) {
    out.append('.').append(name);
    for (String arg : args) {
      out.append(" \"").append(escape(arg).replace("\"", "\\(dq")).append('"');
    }
    out.append('\n');
    return this;
  }

  static String bold(String text) {
    return "\\fB" + escape(text) + "\\fR";
  }

  static String italic(String text) {
    return "\\fI" + escape(text) + "\\fR";
  }

  /** Text in which nothing means something to roff; a hyphen stays one that can be copied. */
  static String escape(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...");
  }

  /** A line of text, of which the first character must not look like a request. */
  private static String line(String text) {
    String escaped = escape(text);
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
