package org.kpackworkbench.views.kit.hex;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.Text;

/**
 * Measures of a font, in pixels.
 *
 * @param font the font
 * @param charWidth width of one character; of a font whose characters differ, of a wide one
 * @param rowHeight height of a row
 * @param ascent from a row's upper edge to its baseline
 * @param monospaced whether all characters are equally wide
 */
public record HexMetrics(
    Font font, double charWidth, double rowHeight, double ascent, boolean monospaced) {
  private static final int SAMPLE = 64;
  private static final double LEADING = 1.18;

  /** Measures a font. UI thread. */
  public static HexMetrics of(Font font) {
    Text narrow = sample("i", font);
    Text wide = sample("M", font);
    double narrowWidth = narrow.getLayoutBounds().getWidth() / SAMPLE;
    double wideWidth = wide.getLayoutBounds().getWidth() / SAMPLE;
    double lineHeight = wide.getLayoutBounds().getHeight();
    double rowHeight = Math.ceil(lineHeight * LEADING);
    double ascent = Math.round(wide.getBaselineOffset() + (rowHeight - lineHeight) / 2);
    boolean monospaced = Math.abs(narrowWidth - wideWidth) < 0.01;
    return new HexMetrics(font, wideWidth, rowHeight, ascent, monospaced);
  }

  private static Text sample(String character, Font font) {
    Text text = new Text(character.repeat(SAMPLE));
    text.setFont(font);
    return text;
  }

  /** Draws a line of characters of one width each, whatever width the font gives them. */
  public void fillText(GraphicsContext graphics, String text, double x, double baseline) {
    if (monospaced) {
      graphics.fillText(text, x, baseline);
      return;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != ' ') {
        graphics.fillText(text.substring(i, i + 1), x + i * charWidth, baseline);
      }
    }
  }

  /** Height of the line above the rows. */
  public double headerHeight() {
    return rowHeight + 2;
  }
}
