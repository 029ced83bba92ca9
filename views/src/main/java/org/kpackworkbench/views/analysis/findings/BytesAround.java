package org.kpackworkbench.views.analysis.findings;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.views.kit.hex.HexRowText;

/**
 * A few lines of a file around an offset, as a hex view writes them. Immutable.
 *
 * @param before the text before the byte at the offset
 * @param at its two digits
 * @param after the text behind it
 */
record BytesAround(String before, String at, String after) {
  private static final int IN_LINE = 8;
  private static final int LINES_BEFORE = 2;
  private static final int LINES = 5;

  /**
   * Reads them. In the background.
   *
   * @throws IOException where the file cannot be read, or ends before the offset
   */
  static BytesAround read(Path path, long offset) throws IOException {
    try (MappedFile file = MappedFile.open(path)) {
      ByteView view = file.view();
      if (offset >= view.size()) {
        throw new IOException(
            "The file ends at 0x%x, before the offset 0x%x.".formatted(view.size(), offset));
      }
      long line = offset - offset % IN_LINE;
      long start = Math.max(0, line - (long) LINES_BEFORE * IN_LINE);
      long end = Math.min(view.size(), start + (long) LINES * IN_LINE);
      byte[] bytes = view.bytes(start, (int) (end - start));
      StringBuilder text = new StringBuilder();
      int mark = 0;
      int digits = HexRowText.offsetDigits(view.size());
      for (long at = start; at < end; at += IN_LINE) {
        text.append(HexRowText.offset(at, digits)).append("  ");
        StringBuilder characters = new StringBuilder();
        for (int i = 0; i < IN_LINE; i++) {
          if (at + i == offset) {
            mark = text.length();
          }
          if (at + i < end) {
            int value = bytes[(int) (at + i - start)] & 0xff;
            text.append("%02x".formatted(value));
            characters.append(HexRowText.character(value));
          } else {
            text.append("  ");
          }
          text.append(' ');
        }
        text.append(' ').append(characters).append(at + IN_LINE < end ? "\n" : "");
      }
      return new BytesAround(
          text.substring(0, mark), text.substring(mark, mark + 2), text.substring(mark + 2));
    }
  }
}
