package org.kpackworkbench.model.format.inspect;

/**
 * One line of what bytes may mean.
 *
 * @param group what kind of meaning it is
 * @param depth how deep it is in a tree, from 0
 * @param name what it is, e.g. {@code "u32"} or a field's name
 * @param value the value in words
 * @param lengthBytes how many bytes from the inspected offset on it was read from; 0: none of its
 *     own
 */
public record InspectedValue(Group group, int depth, String name, String value, long lengthBytes) {
  /** The kinds of meanings. */
  public enum Group {
    NUMBERS("Numbers"),
    TEXT("Text"),
    STRUCTURE("Structure"),
    MESSAGE_PACK("MessagePack");

    private final String words;

    Group(String words) {
      this.words = words;
    }

    /** A heading. */
    public String words() {
      return words;
    }
  }

  InspectedValue(Group group, String name, String value, long lengthBytes) {
    this(group, 0, name, value, lengthBytes);
  }
}
