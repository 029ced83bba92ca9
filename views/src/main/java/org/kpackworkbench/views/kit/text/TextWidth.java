package org.kpackworkbench.views.kit.text;

import java.util.HashMap;
import java.util.Map;
import javafx.scene.text.Font;
import javafx.scene.text.Text;

/**
 * How wide text is in a font: each sign is measured once, so that thousands of texts can be
 * measured while a table scrolls. UI thread only.
 */
public final class TextWidth {
  private static final int USUAL_SIGNS = 128;

  private final Font font;
  private final double[] usual = new double[USUAL_SIGNS];
  private final Map<Integer, Double> others = new HashMap<>();

  private TextWidth(Font font) {
    this.font = font;
  }

  /** The widths of some fonts, kept where much is measured. */
  public static final class Fonts {
    private final Map<Font, TextWidth> widths = new HashMap<>();

    /** The widths of a font. */
    public TextWidth of(Font font) {
      return widths.computeIfAbsent(font, TextWidth::new);
    }
  }

  /** The width of a text on one line, in pixels. */
  public double of(String text) {
    double width = 0;
    int at = 0;
    while (at < text.length()) {
      int sign = text.codePointAt(at);
      width += ofSign(sign);
      at += Character.charCount(sign);
    }
    return width;
  }

  private double ofSign(int sign) {
    if (sign >= USUAL_SIGNS) {
      return others.computeIfAbsent(sign, this::measured);
    }
    if (usual[sign] == 0) {
      usual[sign] = measured(sign);
    }
    return usual[sign];
  }

  private double measured(int sign) {
    Text probe = new Text(Character.toString(sign));
    probe.setFont(font);
    return probe.getLayoutBounds().getWidth();
  }
}
