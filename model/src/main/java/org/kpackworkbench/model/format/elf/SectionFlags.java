package org.kpackworkbench.model.format.elf;

import java.util.List;
import java.util.StringJoiner;
import org.kpackworkbench.model.format.elf.SectionFlags.FlagWords.Word;

/** Bits of {@code sh_flags} and their words. */
public final class SectionFlags {
  public static final long WRITE = 0x1;
  public static final long ALLOC = 0x2;
  public static final long EXECUTE = 0x4;
  public static final long MERGE = 0x10;
  public static final long STRINGS = 0x20;
  public static final long INFO_LINK = 0x40;
  public static final long LINK_ORDER = 0x80;
  public static final long GROUP = 0x200;
  public static final long TLS = 0x400;
  public static final long COMPRESSED = 0x800;

  private static final FlagWords WORDS =
      new FlagWords(
          new Word(ALLOC, "alloc"),
          new Word(WRITE, "write"),
          new Word(EXECUTE, "execute"),
          new Word(MERGE, "merge"),
          new Word(STRINGS, "strings"),
          new Word(INFO_LINK, "info is a section"),
          new Word(LINK_ORDER, "link order"),
          new Word(0x100, "OS-specific handling"),
          new Word(GROUP, "group"),
          new Word(TLS, "thread-local"),
          new Word(COMPRESSED, "compressed"),
          new Word(0x200000, "retain"),
          new Word(0x10000000, "large"),
          new Word(0x80000000L, "exclude"));

  private SectionFlags() {}

  /** The bits that are set, in words; unknown ones as one hexadecimal number. */
  public static String words(long flags) {
    return WORDS.of(flags);
  }

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
}
