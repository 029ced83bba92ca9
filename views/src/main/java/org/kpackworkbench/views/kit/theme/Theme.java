package org.kpackworkbench.views.kit.theme;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;

/** Looks of the window. */
public enum Theme {
  LIGHT("light", false, false),
  DARK("dark", true, false),
  /** Black on white, strong borders. */
  CONTRAST_LIGHT("contrast-light", false, true),
  /** White on black, strong borders. */
  CONTRAST_DARK("contrast-dark", true, true);

  private final String id;
  private final boolean dark;
  private final boolean highContrast;

  Theme(String id, boolean dark, boolean highContrast) {
    this.id = id;
    this.dark = dark;
    this.highContrast = highContrast;
  }

  /** The name that settings and the command line use, such as {@code dark}. */
  public String id() {
    return id;
  }

  /** Whether text is lighter than what is behind it. */
  public boolean dark() {
    return dark;
  }

  /** Whether it is for people who need more contrast. */
  public boolean highContrast() {
    return highContrast;
  }

  /** The stylesheet of the controls, for {@code setUserAgentStylesheet}. */
  String userAgentStylesheet() {
    return dark
        ? new PrimerDark().getUserAgentStylesheet()
        : new PrimerLight().getUserAgentStylesheet();
  }
}
