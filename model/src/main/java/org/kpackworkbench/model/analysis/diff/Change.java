package org.kpackworkbench.model.analysis.diff;

import java.util.Locale;

/** How an item changed from the first side to another one. */
public enum Change {
  /** Equal, byte for byte. */
  SAME("=", "same", "same"),
  /** Equal content in another form: another scheme, level, or compressed bytes. */
  STORED_OTHERWISE("≈", "stored differently", "same content, stored differently"),
  /** All known facts agree; the bytes have not been compared. */
  NOT_COMPARED("?", "not compared", "contents not compared"),
  /**
   * Equal content in another place: another ordinal, offset or address. Only where order is
   * compared, see {@link OrderedComparison}.
   */
  MOVED("»", "moved", "moved"),
  /** Equal content under another name. */
  RENAMED("»", "other name", "same content under another name"),
  /** Not the same. */
  CHANGED("≠", "changed", "changed"),
  /** Only the other side has it. */
  ADDED("+", "added", "added"),
  /** Only the first side has it. */
  REMOVED("−", "removed", "removed"),
  /** It cannot be compared, because a side is damaged. */
  UNREADABLE("⚠", "unreadable", "cannot be compared");

  private final String sign;
  private final String word;
  private final String words;

  Change(String sign, String word, String words) {
    this.sign = sign;
    this.word = word;
    this.words = words;
  }

  /** A sign for a narrow column. */
  public String sign() {
    return sign;
  }

  /** A word for a column; {@link #words} says it in full. */
  public String word() {
    return word;
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** For programs, e.g. {@code stored-otherwise}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether the sides differ here, as far as is known. */
  public boolean isDifference() {
    return switch (this) {
      case SAME, STORED_OTHERWISE, NOT_COMPARED -> false;
      case MOVED, RENAMED, CHANGED, ADDED, REMOVED, UNREADABLE -> true;
    };
  }

  /** Returns the change as seen from the other side. */
  public Change reversed() {
    return switch (this) {
      case ADDED -> REMOVED;
      case REMOVED -> ADDED;
      default -> this;
    };
  }

  /** Returns the change that matters more; if both matter equally, this one. */
  public Change or(Change other) {
    return rank() >= other.rank() ? this : other;
  }

  private int rank() {
    return switch (this) {
      case SAME -> 0;
      case STORED_OTHERWISE -> 1;
      case NOT_COMPARED -> 2;
      case MOVED, RENAMED -> 3;
      case CHANGED, ADDED, REMOVED -> 4;
      case UNREADABLE -> 5;
    };
  }
}
