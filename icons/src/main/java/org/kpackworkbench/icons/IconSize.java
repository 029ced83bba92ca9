package org.kpackworkbench.icons;

/** The sizes an icon is drawn in; no view picks its own, so rows and tool bars line up. */
public enum IconSize {
  /** Beside text in rows and menus. */
  SMALL(16),
  /** On tool bar buttons. */
  MEDIUM(20),
  /** On the welcome page and in empty views. */
  LARGE(32);

  private final int pixels;

  IconSize(int pixels) {
    this.pixels = pixels;
  }

  /** The style class of icons of this size: {@code icon-small} and so on. */
  public String styleClass() {
    return "icon-" + name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Returns the edge length in device-independent pixels. */
  public int pixels() {
    return pixels;
  }
}
