package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a Markdown file that a program writes, between two comments. They are link
 * definitions that nothing links to: neither GitHub nor the window shows them.
 */
public final class Markers {
  static final String BEGIN = "[//]: # (figures: written by .ci/benchmarks --write)";
  static final String END = "[//]: # (end of figures)";

  private Markers() {}

  /**
   * Replaces what is between the comments of a file.
   *
   * @throws IOException if they are not there, once each and in this order; then the file is as it
   *     was
   */
  public static void replace(Path file, String text) throws IOException {
    Files.writeString(file, replaced(Files.readString(file), text, file.toString()));
  }

  static String replaced(String all, String text, String name) throws IOException {
    int begin = all.indexOf(BEGIN);
    int end = all.indexOf(END);
    if (begin < 0
        || end < begin
        || begin != all.lastIndexOf(BEGIN)
        || end != all.lastIndexOf(END)) {
      throw new IOException(
          "%s: expected once \"%s\" and behind it once \"%s\"".formatted(name, BEGIN, END));
    }
    return all.substring(0, begin + BEGIN.length()) + "\n\n" + text + "\n" + all.substring(end);
  }
}
