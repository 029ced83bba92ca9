package org.kpackworkbench.model.base.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The lines of tables that are resources: without blank lines, and those that begin with #. */
public final class ResourceLines {
  private ResourceLines() {}

  /** Reads a resource beside a class. */
  public static List<String> of(Class<?> owner, String name) {
    try (InputStream found = owner.getResourceAsStream(name)) {
      if (found == null) {
        throw new IllegalStateException("the resource " + name + " is missing");
      }
      return of(new InputStreamReader(found, StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Reads what a reader has. */
  public static List<String> of(Reader source) {
    return new BufferedReader(source)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(String::strip)
        .toList();
  }
}
