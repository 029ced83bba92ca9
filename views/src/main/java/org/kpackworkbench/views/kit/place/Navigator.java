package org.kpackworkbench.views.kit.place;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/**
 * Where the user is, and has been.
 *
 * <p>Views call {@link #select} for what the user selects in them and {@link #go} for links; they
 * are notified through a listener. When notified, a view selects something, which it reports again:
 * such echoes are ignored while listeners run, so no view needs a guard against loops. A jump
 * requested by a listener happens after all listeners have been notified. UI thread only.
 */
public final class Navigator {
  private static final int LONGEST_HISTORY = 500;

  private final ReadOnlyObjectWrapper<@Nullable Place> current = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper canGoBack = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper canGoForward = new ReadOnlyBooleanWrapper();
  private final Deque<Stop> behind = new ArrayDeque<>();
  private final Deque<Stop> ahead = new ArrayDeque<>();
  private final List<Consumer<Move>> listeners = new ArrayList<>();
  private final Deque<Runnable> postponed = new ArrayDeque<>();
  private final Executor turn;
  private boolean telling;
  private @Nullable Object browser;
  private @Nullable Elsewhere beside;
  private Supplier<@Nullable String> view = () -> null;

  /** A navigator whose listeners are notified at once. */
  public Navigator() {
    this(Runnable::run);
  }

  /**
   * A navigator whose listeners are notified when the window is ready.
   *
   * @param turn runs on the UI thread what it is given, in order: at once, or after the event
   *     during which a move was requested
   */
  public Navigator(Executor turn) {
    this.turn = turn;
  }

  private sealed interface Stop {
    record At(Place place, @Nullable String view) implements Stop {}

    record Beside(Elsewhere elsewhere) implements Stop {}
  }

  /** Remembers in which view a place was left: back and forward lead to that view. */
  public void viewedIn(Supplier<@Nullable String> id) {
    view = id;
  }

  /** The current place; null while nothing is open. */
  public ReadOnlyObjectProperty<@Nullable Place> currentProperty() {
    return current.getReadOnlyProperty();
  }

  /** Where the user is; null for nowhere. */
  public @Nullable Place current() {
    return current.get();
  }

  /** Whether there is somewhere to go back to. */
  public ReadOnlyBooleanProperty canGoBackProperty() {
    return canGoBack.getReadOnlyProperty();
  }

  /** Whether back was gone, and can be taken back. */
  public ReadOnlyBooleanProperty canGoForwardProperty() {
    return canGoForward.getReadOnlyProperty();
  }

  /** Calls {@code listener} after each move, until unsubscribed. */
  public Subscription listen(Consumer<Move> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Goes to a place; the window opens its file and activates a view that shows it. */
  public void go(Place place) {
    jump(place, Move.Kind.JUMP, null);
  }

  /**
   * Like {@link #go}, to a place as it was left.
   *
   * @param in the id of the view that becomes active where the file has it; null for any
   */
  public void go(Place place, @Nullable String in) {
    jump(place, Move.Kind.JUMP, in);
  }

  /** Like {@link #go}; the view that becomes active shows what is inside the place. */
  public void open(Place place) {
    jump(place, Move.Kind.OPEN, null);
  }

  private void jump(Place place, Move.Kind kind, @Nullable String in) {
    if (telling) {
      postponed.add(() -> jump(place, kind, in));
      return;
    }
    // What is inside the current place may be in another view.
    if (kind == Move.Kind.OPEN || in != null || !place.equals(current.get())) {
      pushHere();
    }
    move(new Move(place, kind, null, in));
  }

  /**
   * The user walks through a list of places, such as the workspace tree: like {@link #go}, but a
   * whole walk is one step of the history.
   *
   * @param source who walks; it is not notified
   */
  public void browse(Place place, Object source) {
    if (telling || place.equals(current.get())) {
      return;
    }
    if (!Objects.equals(browser, source)) {
      pushHere();
    }
    move(new Move(place, Move.Kind.JUMP, source));
    browser = source;
  }

  /**
   * The user selected a place in a view; the others follow. The place becomes the end of the
   * history, in stead of the one before, unless it is in another file.
   *
   * @param source the view, which is not notified again
   */
  public void select(Place place, Object source) {
    Place from = current.get();
    if (telling || place.equals(from)) {
      return;
    }
    if (from == null || !from.file().equals(place.file())) {
      pushHere();
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

  /** The user came to something that is in no file; there is no current place then. */
  public void visit(Elsewhere elsewhere) {
    if (telling || elsewhere.equals(beside)) {
      return;
    }
    pushHere();
    browser = null;
    beside = elsewhere;
    current.set(null);
    update();
  }

  /** Nothing is open any more; the history stays. */
  public void leave() {
    if (telling || here() == null) {
      return;
    }
    pushHere();
    beside = null;
    current.set(null);
    update();
  }

  /** The id of the view in which the current place is; null if that is not known. */
  public @Nullable String currentView() {
    return view.get();
  }

  private @Nullable Stop here() {
    Place place = current.get();
    Elsewhere other = beside;
    return other != null
        ? new Stop.Beside(other)
        : place != null ? new Stop.At(place, view.get()) : null;
  }

  private void pushHere() {
    Stop from = here();
    if (from == null) {
      return;
    }
    behind.push(from);
    if (behind.size() > LONGEST_HISTORY) {
      behind.removeLast();
    }
    ahead.clear();
  }

  private void travel(Deque<Stop> from, Deque<Stop> to) {
    if (telling || from.isEmpty()) {
      return;
    }
    Stop here = here();
    Stop stop = from.pop();
    if (stop.equals(here)) {
      update();
      travel(from, to);
      return;
    }
    switch (stop) {
      case Stop.At(Place place, String in) -> {
        if (here != null) {
          to.push(here);
        }
        move(new Move(place, Move.Kind.HISTORY, null, in));
      }
      case Stop.Beside(Elsewhere elsewhere) -> {
        if (!comeBack(elsewhere)) {
          update();
          travel(from, to);
        } else if (here != null) {
          to.push(here);
          update();
        }
      }
    }
  }

  private boolean comeBack(Elsewhere elsewhere) {
    Elsewhere before = beside;
    telling = true;
    try {
      beside = elsewhere;
      if (!elsewhere.comeBack()) {
        beside = before;
        return false;
      }
      browser = null;
      current.set(null);
      update();
      return true;
    } finally {
      telling = false;
    }
  }

  private void move(Move move) {
    browser = null;
    beside = null;
    telling = true;
    try {
      current.set(move.place());
      update();
    } finally {
      telling = false;
    }
    turn.execute(() -> tell(move));
  }

  private void tell(Move move) {
    telling = true;
    try {
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
