package org.kpackworkbench.model.format.elf.edit;

/** There is no room for more program headers, and none can be made. */
public final class NoHeaderRoomException extends Exception {
  private static final long serialVersionUID = 1L;

  NoHeaderRoomException(String details) {
    super(details);
  }

  /** What stands in the way, as a phrase. */
  public String details() {
    return String.valueOf(getMessage());
  }
}
