package org.kpackworkbench.views.kit.theme;

/**
 * The pattern that goes with an owner's colour, so that nothing is said by colour alone.
 *
 * <p>{@link #glyph} is the same thing where only text can be shown.
 */
public enum OwnerPattern {
  SOLID("█"),
  LIGHT_DOTS("▒"),
  RISING("╱"),
  FALLING("╲"),
  HORIZONTAL("≡"),
  VERTICAL("║"),
  CHEVRON_UP("∧"),
  CHEVRON_DOWN("∨"),
  GRID("▦"),
  WIDE_RISING("▨"),
  CHECKER("▚"),
  CROSS("╳"),
  DIAMOND("◆"),
  DOTS("∙"),
  DASHES("┄"),
  EMPTY("░");

  private final String glyph;

  OwnerPattern(String glyph) {
    this.glyph = glyph;
  }

  /** One character that represents it in text. */
  public String glyph() {
    return glyph;
  }
}
