package org.kpackworkbench.views.kit.draw;

import java.util.HashMap;
import java.util.Map;
import javafx.scene.text.Font;
import javafx.scene.text.Text;

/** Measures and cuts text of one font, quickly enough for thousands of labels a frame. */
public final class TextFit {
  private final Font font;
  private final Text sample = new Text();
  private final Map<Character, Double> widths = new HashMap<>();
  private final double lineHeight;
  private final double ascent;

  public TextFit(Font font) {
    this.font = font;
    sample.setFont(font);
    sample.setText("Ág");
    lineHeight = sample.getLayoutBounds().getHeight();
    ascent = sample.getBaselineOffset();
  }

  /** The font that it measures with. */
  public Font font() {
    return font;
  }

  /** Height of a line, in pixels. */
  public double lineHeight() {
    return lineHeight;
  }

  /** From a line's upper edge to its baseline, in pixels. */
  public double ascent() {
    return ascent;
  }

  /** The baseline that centres a line between two heights. */
  public double baseline(double top, double bottom) {
    return Math.round(top + (bottom - top - lineHeight) / 2 + ascent);
  }

  /** Width of a text, without kerning. */
  public double width(String text) {
    double sum = 0;
    for (int i = 0; i < text.length(); i++) {
      sum += width(text.charAt(i));
    }
    return sum;
  }

  /** The text, cut with an ellipsis where it is wider; empty where hardly anything would remain. */
  public String fit(String text, double width) {
    if (width(text) <= width) {
      return text;
    }
    double room = width - width('…');
    int end = 0;
    while (end < text.length() && room >= width(text.charAt(end))) {
      room -= width(text.charAt(end));
      end++;
    }
    return end < 2 ? "" : text.substring(0, end) + "…";
  }

  /**
   * Returns the text, cut at the beginning where it is wider: for paths, which differ at their
   * ends.
   */
  public String fitEnd(String text, double width) {
    if (width(text) <= width) {
      return text;
    }
    double room = width - width('…');
    int start = text.length();
    while (start > 0 && room >= width(text.charAt(start - 1))) {
      room -= width(text.charAt(start - 1));
      start--;
    }
    return text.length() - start < 2 ? "" : "…" + text.substring(start);
  }

  /**
   * Returns the text, cut in the middle where it is wider: for names whose beginnings and ends both
   * matter.
   */
  public String fitMiddle(String text, double width) {
    if (width(text) <= width) {
      return text;
    }
    double room = width - width('…');
    int start = 0;
    int end = text.length();
    for (boolean atEnd = true; start < end; atEnd = !atEnd) {
      double next = width(text.charAt(atEnd ? end - 1 : start));
      if (next > room) {
        break;
      }
      room -= next;
      if (atEnd) {
        end--;
      } else {
        start++;
      }
    }
    return start + text.length() - end < 3
        ? ""
        : text.substring(0, start) + "…" + text.substring(end);
  }

  private double width(char character) {
    return widths.computeIfAbsent(
        character,
        c -> {
          sample.setText(String.valueOf(c).repeat(8));
          return sample.getLayoutBounds().getWidth() / 8;
        });
  }
}
