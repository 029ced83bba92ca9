package org.kpackworkbench.views.kit.action;

/**
 * The menus of the window, in order. {@code _} is before the letter for the keyboard, which goes
 * before the keys of actions: Alt+A and Alt+T are taken by those.
 */
public enum ActionMenu {
  FILE("_File"),
  EDIT("_Edit"),
  VIEW("_View"),
  GO("_Go"),
  ACTIONS("A_ctions"),
  TOOLS("T_ools"),
  HELP("_Help");

  private final String text;

  ActionMenu(String text) {
    this.text = text;
  }

  /** The menu's title, with its mnemonic. */
  public String text() {
    return text;
  }

  /** The menu's title without the mnemonic's mark. */
  public String plainText() {
    return text.replace("_", "");
  }
}
