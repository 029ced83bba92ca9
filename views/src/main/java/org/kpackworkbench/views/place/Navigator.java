package org.kpackworkbench.views.place;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;

/**
 * Where the user is, and has been.
 *
 * <p>Views call {@link #select} for what the user selects in them and {@link #go} for links; they
 * are told through a listener. Being told makes a view select something, which it reports again:
 * such echoes are ignored while listeners run, so no view needs a guard against loops. A jump asked
 * for by a listener happens after all listeners have been told. UI thread only.
 */
public final class Navigator {
  private static final int LONGEST_HISTORY = 500;

  private final ReadOnlyObjectWrapper<@Nullable Place> current =
      new ReadOnlyObjectWrapper<>(this, "current");
  private final ReadOnlyBooleanWrapper canGoBack = new ReadOnlyBooleanWrapper(this, "canGoBack");
  private final ReadOnlyBooleanWrapper canGoForward =
      new ReadOnlyBooleanWrapper(this, "canGoForward");
  private final Deque<Place> behind = new ArrayDeque<>();
  private final Deque<Place> ahead = new ArrayDeque<>();
  private final List<Consumer<Move>> listeners = new ArrayList<>();
  private final Deque<Runnable> postponed = new ArrayDeque<>();
  private boolean telling;
  private @Nullable Object browser;

  /** The current place; null while nothing is open. */
  public ReadOnlyObjectProperty<@Nullable Place> currentProperty() {
    return current.getReadOnlyProperty();
  }

  public @Nullable Place current() {
    return current.get();
  }

  public ReadOnlyBooleanProperty canGoBackProperty() {
    return canGoBack.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty canGoForwardProperty() {
    return canGoForward.getReadOnlyProperty();
  }

  /** Calls {@code listener} after each move, until unsubscribed. */
  public Subscription listen(Consumer<Move> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Goes to a place; the window opens its file and brings a view in front that shows it. */
  public void go(Place place) {
    jump(place, Move.Kind.JUMP);
  }

  /** Like {@link #go}; the view that comes in front shows what is inside the place. */
  public void open(Place place) {
    jump(place, Move.Kind.OPEN);
  }

  private void jump(Place place, Move.Kind kind) {
    if (telling) {
      postponed.add(() -> jump(place, kind));
      return;
    }
    Place from = current.get();
    if (from != null && !from.equals(place)) {
      push(from);
    }
    move(new Move(place, kind, null));
  }

  /**
   * The user walks through a list of places, such as the workspace tree: like {@link #go}, but a
   * whole walk is one step of the history.
   *
   * @param source who walks; it is not told
   */
  public void browse(Place place, Object source) {
    Place from = current.get();
    if (telling || place.equals(from)) {
      return;
    }
    if (from != null && !Objects.equals(browser, source)) {
      push(from);
    }
    move(new Move(place, Move.Kind.JUMP, source));
    browser = source;
  }

  /**
   * The user selected a place in a view; the others follow. The place becomes the end of the
   * history, in stead of the one before, unless it is in another file.
   *
   * @param source the view, which is not told again
   */
  public void select(Place place, Object source) {
    Place from = current.get();
    if (telling || place.equals(from)) {
      return;
    }
    if (from != null && !from.file().equals(place.file())) {
      push(from);
    }
    move(new Move(place, Move.Kind.SELECT, source));
  }

  /** Goes to where the last jump came from. */
  public void back() {
    travel(behind, ahead);
  }

  /** Goes again to where {@link #back} came from. */
  public void forward() {
    travel(ahead, behind);
  }

  /** Nothing is open any more; the history stays. */
  public void leave() {
    Place from = current.get();
    if (from != null) {
      push(from);
      current.set(null);
      update();
    }
  }

  private void push(Place from) {
    behind.push(from);
    if (behind.size() > LONGEST_HISTORY) {
      behind.removeLast();
    }
    ahead.clear();
  }

  private void travel(Deque<Place> from, Deque<Place> to) {
    if (telling || from.isEmpty()) {
      return;
    }
    Place here = current.get();
    Place place = from.pop();
    if (here != null) {
      to.push(here);
    }
    move(new Move(place, Move.Kind.HISTORY, null));
  }

  private void move(Move move) {
    telling = true;
    browser = null;
    try {
      current.set(move.place());
      update();
      List.copyOf(listeners).forEach(listener -> listener.accept(move));
    } finally {
      telling = false;
    }
    Runnable next = postponed.poll();
    if (next != null) {
      next.run();
    }
  }

  private void update() {
    canGoBack.set(!behind.isEmpty());
    canGoForward.set(!ahead.isEmpty());
  }
}
