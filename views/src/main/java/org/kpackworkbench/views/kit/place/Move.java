package org.kpackworkbench.views.kit.place;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/**
 * The current place changed.
 *
 * @param place where it is now
 * @param kind how it came there
 * @param source the view that reported it, which need not be notified; null if none did
 * @param view the id of the view in which it was when the user left or marked it; null if that is
 *     not known
 */
public record Move(Place place, Kind kind, @Nullable Object source, @Nullable String view) {
  /** A move to a place in no particular view. */
  public Move(Place place, Kind kind, @Nullable Object source) {
    this(place, kind, source, null);
  }

  /** How the current place changed. */
  public enum Kind {
    /** A request to go there: the window activates a view that shows it. */
    JUMP,
    /** Like a jump, but to what is inside the place, not to its row in a list. */
    OPEN,
    /** The user selected it in a view: the others follow where they are. */
    SELECT,
    /** Back or forward: like a jump, but the history stays as it is. */
    HISTORY
  }

  /** Whether a view that shows the place has to become active. */
  public boolean bringsViewInFront() {
    return kind != Kind.SELECT;
  }
}
