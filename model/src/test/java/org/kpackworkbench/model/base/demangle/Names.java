package org.kpackworkbench.model.base.demangle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The names beside the tests: pairs of a mangled name and what it shall become. */
final class Names {
  private Names() {}

  record Pair(String mangled, String expected) {}

  /**
   * What llvm-cxxfilt prints for names of real libraries, of test sources, and hand-written ones.
   */
  static List<Pair> golden() {
    return read("llvm-cxxfilt.tsv");
  }

  /** Where this demangler deliberately differs from llvm-cxxfilt. */
  static List<Pair> deliberate() {
    return read("deliberate.tsv");
  }

  private static List<Pair> read(String resource) {
    try (InputStream in = Objects.requireNonNull(Names.class.getResourceAsStream(resource))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(
              line ->
                  new Pair(
                      line.substring(0, line.indexOf('\t')),
                      line.substring(line.indexOf('\t') + 1)))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(resource, e);
    }
  }
}
