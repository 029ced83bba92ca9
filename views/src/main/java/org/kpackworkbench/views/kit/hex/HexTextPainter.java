package org.kpackworkbench.views.kit.hex;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;

/** Draws the numbers, the digits and the characters of the visible rows, and the line above. */
final class HexTextPainter {
  private final HexFrame frame;
  private final HexLines lines;
  private final ByteView view;
  private final @Nullable LongFunction<OptionalLong> addressOf;

  HexTextPainter(HexFrame frame, ByteView view, @Nullable LongFunction<OptionalLong> addressOf) {
    this.frame = frame;
    this.lines = frame.lines();
    this.view = view;
    this.addressOf = addressOf;
  }

  void paint() {
    HexPage said = null;
    List<String> message = List.of();
    for (int row = 0; row < frame.rows().visibleRows(); row++) {
      ByteRange bytes = frame.rowBytes(row);
      if (bytes.isEmpty()) {
        return;
      }
      numbers(bytes.start(), frame.rows().baseline(row));
      HexPage page = frame.page(row);
      if (page != null && page.failure() != null && page.countOf(bytes) == 0) {
        message = page.equals(said) ? message : wrapped("\u26a0 " + page.failure());
        said = page;
        if (!message.isEmpty()) {
          failure(message.getFirst(), frame.rows().baseline(row));
          message = message.subList(1, message.size());
          continue;
        }
      }
      lines.bytes(values(page, bytes), frame.rows().baseline(row));
    }
  }

  private void failure(String message, double baseline) {
    frame.rows().graphics().setFill(frame.rows().inks().danger());
    frame.rows().graphics().fillText(message, frame.columns().hexX(0), baseline);
  }

  private static int[] values(@Nullable HexPage page, ByteRange bytes) {
    return LongStream.range(bytes.start(), bytes.end())
        .mapToInt(offset -> page == null ? HexLines.UNDER_WAY : page.value(offset))
        .toArray();
  }

  private void numbers(long offset, double baseline) {
    HexColumns columns = frame.columns();
    lines.offset(OptionalLong.of(view.fileOffset(offset)), baseline);
    if (addressOf != null) {
      lines.number(addressOf.apply(offset), columns.addressDigits(), columns.addressX(), baseline);
    }
  }

  private List<String> wrapped(String message) {
    HexColumns columns = frame.columns();
    // As far as the bytes reach: what is beside them, the names of owners, stays readable.
    double edge = Math.min(frame.rows().width(), columns.asciiX(columns.bytesPerRow()));
    int room = (int) ((edge - columns.hexX(0)) / columns.charWidth()) - 2;
    List<String> parts = new ArrayList<>();
    String rest = message;
    while (rest.length() > room && room > 10) {
      int blank = rest.lastIndexOf(' ', room);
      int end = blank <= 0 ? room : blank;
      parts.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    parts.add(rest);
    return parts;
  }

  /** The numbers of the columns, above the rows. */
  void paintHeader() {
    lines.headingBackground(frame.rows().width(), frame.rows().metrics().headerHeight());
    double baseline = frame.rows().metrics().ascent() + 1;
    lines.heading(baseline);
    if (addressOf != null) {
      frame
          .rows()
          .metrics()
          .fillText(frame.rows().graphics(), "address", frame.columns().addressX(), baseline);
    }
  }
}
