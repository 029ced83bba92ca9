package org.kpackworkbench.model.format.elf;

import java.util.List;
import java.util.StringJoiner;

/**
 * Words for the bits of a field.
 *
 * @param words in the order in which they are to be read
 */
record FlagWords(List<Word> words) {

  /** One bit and its word. */
  record Word(long bit, String text) {}

  FlagWords(Word... words) {
    this(List.of(words));
  }

  String of(long flags) {
    StringJoiner text = new StringJoiner(", ");
    long rest = flags;
    for (Word word : words) {
      if ((flags & word.bit) != 0) {
        text.add(word.text);
        rest &= ~word.bit;
      }
    }
    if (rest != 0) {
      text.add("0x%x".formatted(rest));
    }
    return text.toString();
  }
}
