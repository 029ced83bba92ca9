package org.kpackworkbench.views.kit.draw;

import javafx.scene.paint.Color;

/**
 * Colours of what is drawn, other than owners.
 *
 * @param text ordinary text
 * @param muted less important text
 * @param faint what should be seen less than other text, such as zeroes
 * @param base what is behind everything
 * @param raised behind headings
 * @param line borders and ticks
 * @param accent selection, caret, focus
 * @param danger errors
 */
public record Inks(
    Color text,
    Color muted,
    Color faint,
    Color base,
    Color raised,
    Color line,
    Color accent,
    Color danger) {

  /** The accent, so thin that text on it stays readable. */
  public Color accentVeil() {
    return Color.color(accent.getRed(), accent.getGreen(), accent.getBlue(), 0.2);
  }

  /** An owner's colour, so near to the background that text on it stays readable. */
  public Color tint(Color owner) {
    return base.interpolate(owner, 0.2);
  }
}
