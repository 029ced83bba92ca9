package org.kpackworkbench.model.base.files;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Extended attributes that copies do not have: their disk has none, or the user who runs this may
 * not set them. Filled by one thread.
 */
public final class LostAttributes {
  private final SortedMap<String, Lost> byName = new TreeMap<>();

  private record Lost(String name, Path first, int files) {
    private Lost and(Lost other) {
      return new Lost(name, first, files + other.files);
    }
  }

  /** Makes a message about an attribute that was not copied. */
  @FunctionalInterface
  public interface Saying<T> {
    /**
     * Makes a message about an attribute.
     *
     * @param first the first file or folder that has it
     * @param name its name as the system spells it, such as {@code security.capability}
     * @param files how many have it
     */
    T of(Path first, String name, int files);
  }

  void add(String name, Path file) {
    byName.merge(name, new Lost(name, file, 1), Lost::and);
  }

  /** Returns a message about each attribute, in the order of their names. */
  public <T> List<T> each(Saying<T> saying) {
    return byName.values().stream()
        .map(lost -> saying.of(lost.first(), lost.name(), lost.files()))
        .toList();
  }
}
