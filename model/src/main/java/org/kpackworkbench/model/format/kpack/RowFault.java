package org.kpackworkbench.model.format.kpack;

import org.kpackworkbench.model.base.bytes.FormatException;

/** The kinds of problems that spoil a row of an archive, and what to do about each. */
public enum RowFault {
  ORDINAL("A loader gets no code object for this row; write the archive again."),
  BOUNDS("The file may have been cut off, or the table was changed without it."),
  DUPLICATE("Loaders find only one of the two, and not all find the same one; remove the other."),
  UNSAFE("Unpacking the archive by these names would write elsewhere; rename the binary."),
  FIELD(RowFault.DAMAGED);

  /** Advice for a table of contents that contradicts itself. */
  public static final String DAMAGED = "The table is damaged; get or write the archive again.";

  /** Advice where a value has a type at which loaders give up the whole archive. */
  public static final String REFUSED =
      "Loaders refuse the whole archive for this value; get or write the archive again.";

  private final String advice;

  RowFault(String advice) {
    this.advice = advice;
  }

  /** Returns advice, where the problem has none of its own. */
  public String advice() {
    return advice;
  }

  /** Returns the kind of a row's problem. */
  public static RowFault of(FormatException problem) {
    boolean ordinal = problem.field().startsWith(ArchiveFormat.ORDINAL);
    return switch (problem.reason()) {
      case DUPLICATE_KEY -> problem.field().equals("entry") ? FIELD : DUPLICATE;
      case UNSAFE_PATH -> UNSAFE;
      case OUT_OF_BOUNDS -> ordinal ? ORDINAL : BOUNDS;
      case BAD_COMPRESSION -> BOUNDS;
      default -> ordinal ? ORDINAL : FIELD;
    };
  }
}
