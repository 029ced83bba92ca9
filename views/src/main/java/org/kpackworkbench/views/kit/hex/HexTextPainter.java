package org.kpackworkbench.views.kit.hex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import javafx.scene.canvas.GraphicsContext;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.views.kit.draw.Inks;

/** Draws the numbers, the digits and the characters of the visible rows, and the line above. */
final class HexTextPainter {
  private final HexFrame frame;
  private final GraphicsContext graphics;
  private final Inks inks;
  private final ByteView view;
  private final @Nullable LongFunction<OptionalLong> addressOf;

  HexTextPainter(HexFrame frame, ByteView view, @Nullable LongFunction<OptionalLong> addressOf) {
    this.frame = frame;
    this.graphics = frame.graphics();
    this.inks = frame.inks();
    this.view = view;
    this.addressOf = addressOf;
  }

  void paint() {
    HexPage said = null;
    List<String> message = List.of();
    for (int row = 0; row < frame.visibleRows(); row++) {
      ByteRange bytes = frame.rowBytes(row);
      if (bytes.isEmpty()) {
        return;
      }
      numbers(bytes.start(), frame.baseline(row));
      HexPage page = frame.page(row);
      if (page == null) {
        placeholder(0, (int) bytes.length(), frame.baseline(row), "..");
      } else if (page.failure() == null) {
        bytes(page, bytes, frame.baseline(row));
      } else if (page.countOf(bytes) > 0) {
        int there = page.countOf(bytes);
        bytes(page, new ByteRange(bytes.start(), there), frame.baseline(row));
        placeholder(there, (int) bytes.length(), frame.baseline(row), "??");
      } else {
        message = page.equals(said) ? message : lines("\u26a0 " + page.failure());
        said = page;
        message = failure(message, (int) bytes.length(), frame.baseline(row));
      }
    }
  }

  private void numbers(long offset, double baseline) {
    HexColumns columns = frame.columns();
    graphics.setFill(inks.muted());
    String text = HexRowText.offset(view.fileOffset(offset), columns.offsetDigits());
    frame.line(text, columns.offsetX(), baseline);
    if (addressOf != null) {
      OptionalLong address = addressOf.apply(offset);
      int digits = columns.addressDigits();
      String number =
          address.isPresent()
              ? HexRowText.offset(address.getAsLong(), digits)
              : " ".repeat(digits - 1) + "–";
      graphics.setFill(address.isPresent() ? inks.muted() : inks.faint());
      frame.line(number, columns.addressX(), baseline);
    }
  }

  /** Zeroes in a fainter colour than the rest, so that the rest can be seen among them. */
  private void bytes(HexPage page, ByteRange bytes, double baseline) {
    HexColumns columns = frame.columns();
    char[] digits = blank(columns.lineLength());
    char[] zeroes = blank(columns.lineLength());
    char[] printable = blank(columns.bytesPerRow());
    char[] points = blank(columns.bytesPerRow());
    for (int i = 0; i < bytes.length(); i++) {
      int value = page.byteAt(bytes.start() + i);
      HexRowText.putHex(value == 0 ? zeroes : digits, columns.characterOf(i), value);
      (HexRowText.isPrintable(value) ? printable : points)[i] = HexRowText.character(value);
    }
    graphics.setFill(inks.text());
    line(digits, columns.hexX(0), baseline);
    line(printable, columns.asciiX(0), baseline);
    graphics.setFill(inks.faint());
    line(zeroes, columns.hexX(0), baseline);
    line(points, columns.asciiX(0), baseline);
  }

  private void line(char[] characters, double x, double baseline) {
    String text = new String(characters).stripTrailing();
    if (!text.isEmpty()) {
      frame.line(text, x, baseline);
    }
  }

  private void placeholder(int from, int count, double baseline, String digits) {
    HexColumns columns = frame.columns();
    char[] line = blank(columns.lineLength());
    for (int i = from; i < count; i++) {
      digits.getChars(0, 2, line, columns.characterOf(i));
    }
    graphics.setFill(inks.faint());
    line(line, columns.hexX(0), baseline);
  }

  /** Writes the next line of a message, or else that there are no bytes; returns what is left. */
  private List<String> failure(List<String> message, int count, double baseline) {
    if (message.isEmpty()) {
      placeholder(0, count, baseline, "??");
      return message;
    }
    graphics.setFill(inks.danger());
    graphics.fillText(message.getFirst(), frame.columns().hexX(0), baseline);
    return message.subList(1, message.size());
  }

  /** Breaks a message at blanks. */
  private List<String> lines(String message) {
    HexColumns columns = frame.columns();
    // As far as the bytes reach: what is beside them, the names of owners, stays readable.
    double edge = Math.min(frame.width(), columns.asciiX(columns.bytesPerRow()));
    int room = (int) ((edge - columns.hexX(0)) / columns.charWidth()) - 2;
    List<String> lines = new ArrayList<>();
    String rest = message;
    while (rest.length() > room && room > 10) {
      int blank = rest.lastIndexOf(' ', room);
      int end = blank <= 0 ? room : blank;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }

  /** The numbers of the columns, above the rows. */
  void paintHeader() {
    HexColumns columns = frame.columns();
    double height = frame.metrics().headerHeight();
    graphics.setFill(inks.raised());
    graphics.fillRect(0, 0, frame.width(), height);
    graphics.setStroke(inks.line());
    graphics.setLineWidth(1);
    graphics.strokeLine(0, height - 0.5, frame.width(), height - 0.5);
    char[] line = blank(columns.lineLength());
    for (int i = 0; i < columns.bytesPerRow(); i++) {
      HexRowText.putHex(line, columns.characterOf(i), i);
    }
    double baseline = frame.metrics().ascent() + 1;
    graphics.setFill(inks.muted());
    frame.line("offset", columns.offsetX(), baseline);
    if (addressOf != null) {
      frame.line("address", columns.addressX(), baseline);
    }
    line(line, columns.hexX(0), baseline);
    frame.line("text", columns.asciiX(0), baseline);
  }

  private static char[] blank(int length) {
    char[] characters = new char[length];
    Arrays.fill(characters, ' ');
    return characters;
  }
}
