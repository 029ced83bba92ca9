package org.kpackworkbench.model.format.kpack;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * What can be wrong with one row without spoiling the others. A row keeps only this code; the
 * exception with all its words is made when somebody looks.
 */
enum EntryProblem {
  NONE(Reason.BAD_VALUE, "", ""),
  KEY_NOT_TEXT(Reason.BAD_VALUE, "binary key", "text"),
  KEY_MALFORMED(Reason.BAD_VALUE, "binary key", "UTF-8 text"),
  KEY_UNSAFE(Reason.UNSAFE_PATH, "binary key", "a relative path with / between its parts"),
  DUPLICATE_KEY(Reason.DUPLICATE_KEY, "binary key", "each key once"),
  BINARY_NOT_MAP(Reason.BAD_VALUE, "binary", "a map of targets"),
  TARGET_NOT_TEXT(Reason.BAD_VALUE, "target", "text"),
  DUPLICATE_TARGET(Reason.DUPLICATE_KEY, "target", "each target once below a key"),
  ENTRY_NOT_MAP(Reason.BAD_VALUE, "entry", "a map"),
  DUPLICATE_FIELD(Reason.DUPLICATE_KEY, "entry", "each field once"),
  BAD_TYPE(Reason.BAD_VALUE, ArchiveFormat.TYPE, "text such as hsaco"),
  BAD_ORDINAL(Reason.BAD_VALUE, ArchiveFormat.ORDINAL, "a number from 0"),
  BAD_SIZE(Reason.BAD_VALUE, ArchiveFormat.ORIGINAL_SIZE, "a number from 0"),
  BAD_METADATA(Reason.BAD_VALUE, ArchiveFormat.METADATA, "a map");

  private static final EntryProblem[] ALL = values();

  private final Reason reason;
  private final String field;
  private final String expected;

  EntryProblem(Reason reason, String field, String expected) {
    this.reason = reason;
    this.field = field;
    this.expected = expected;
  }

  static EntryProblem of(byte code) {
    return ALL[code];
  }

  byte code() {
    return (byte) ordinal();
  }

  /** The worse of two: what was found first stays. */
  EntryProblem or(EntryProblem later) {
    return this == NONE ? later : this;
  }

  Reason reason() {
    return reason;
  }

  String field() {
    return field;
  }

  String expected() {
    return expected;
  }

  /** The field of the entry's own map that it is about; null where it is about a key. */
  @Nullable String entryField() {
    return switch (this) {
      case BAD_TYPE, BAD_ORDINAL, BAD_SIZE, BAD_METADATA -> field;
      default -> null;
    };
  }
}
