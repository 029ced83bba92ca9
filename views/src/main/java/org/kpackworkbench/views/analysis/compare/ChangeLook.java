package org.kpackworkbench.views.analysis.compare;

import java.util.Locale;
import org.kpackworkbench.model.analysis.diff.Change;

/** How what became of a row is shown: a sign and a word of its own, and a colour beside them. */
enum ChangeLook {
  SAME("=", "same"),
  STORED_OTHERWISE("≈", "stored otherwise"),
  NOT_COMPARED("?", "not compared"),
  MOVED("»", "moved"),
  RENAMED("»", "other name"),
  CHANGED("≠", "changed"),
  ADDED("+", "added"),
  REMOVED("−", "removed"),
  UNREADABLE("⚠", "unreadable");

  private final String sign;
  private final String word;

  ChangeLook(String sign, String word) {
    this.sign = sign;
    this.word = word;
  }

  static ChangeLook of(Change change) {
    return switch (change) {
      case SAME -> SAME;
      case STORED_OTHERWISE -> STORED_OTHERWISE;
      case NOT_COMPARED -> NOT_COMPARED;
      case MOVED -> MOVED;
      case RENAMED -> RENAMED;
      case CHANGED -> CHANGED;
      case ADDED -> ADDED;
      case REMOVED -> REMOVED;
      case UNREADABLE -> UNREADABLE;
    };
  }

  String sign() {
    return sign;
  }

  /** In a column; {@link Change#words} says it in full. */
  String word() {
    return word;
  }

  /** The class that gives its colour. */
  String styleClass() {
    return "change-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
