package org.kpackworkbench.model.format.elf;

import org.kpackworkbench.model.format.elf.SectionFlags.FlagWords;
import org.kpackworkbench.model.format.elf.SectionFlags.FlagWords.Word;

/** Bits of {@code p_flags} and their words. */
public final class SegmentFlags {
  public static final long EXECUTE = 0x1;
  public static final long WRITE = 0x2;
  public static final long READ = 0x4;

  private static final FlagWords WORDS =
      new FlagWords(new Word(READ, "read"), new Word(WRITE, "write"), new Word(EXECUTE, "execute"));

  private SegmentFlags() {}

  /** The bits that are set, in words; unknown ones as one hexadecimal number. */
  public static String words(long flags) {
    return WORDS.of(flags);
  }
}
