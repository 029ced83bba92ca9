package org.kpackworkbench.model.analysis.diff;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;

/** Values of a row on one side, as they are collected. Not safe for use by several threads. */
public final class Values {
  private final Map<String, String> fields = new LinkedHashMap<>();
  private final Set<String> numbers = new HashSet<>();
  private @Nullable Place place;
  private long sizeBytes = -1;
  private @Nullable FormatException problem;
  private boolean read = true;

  /** Values at a place; null if there is none that can be gone to. */
  public static Values at(@Nullable Place place) {
    Values values = new Values();
    values.place = place;
    return values;
  }

  /**
   * Returns the values of a side that may have the row or not, because the data that would tell
   * could not be read.
   */
  public static Values unread(@Nullable Place place, FormatException why) {
    Values values = at(place).broken(why);
    values.read = false;
    return values;
  }

  /** Adds a value; null is not stated. */
  public Values with(String name, @Nullable String value) {
    if (value != null) {
      fields.put(name, value);
    }
    return this;
  }

  /** Adds a number; a negative one is not stated. */
  public Values with(String name, long number) {
    numbers.add(name);
    return number < 0 ? this : with(name, Long.toString(number));
  }

  /** Adds an address or other bits that people know in hexadecimal. */
  public Values hex(String name, long bits) {
    return with(name, "0x" + Long.toHexString(bits));
  }

  /** Sets the size of the thing itself. */
  public Values size(long bytes) {
    sizeBytes = bytes;
    return this;
  }

  /** Sets the problem. */
  public Values broken(@Nullable FormatException failure) {
    problem = failure;
    return this;
  }

  Map<String, String> fields() {
    return fields;
  }

  boolean isNumber(String name) {
    return numbers.contains(name);
  }

  @Nullable FormatException problem() {
    return problem;
  }

  Cell cell() {
    return new Cell(read, Change.SAME, sizeBytes, place, problem);
  }
}
