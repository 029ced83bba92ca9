package org.kpackworkbench.views.kit.action;

import java.util.Objects;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionHandlers.Handler;

/** One action as it is right now: who handles it, whether it can run, whether it is on. */
public final class ActionModel {
  private final ActionId id;
  private final ActionTrail trail;
  private final ReadOnlyBooleanWrapper enabled = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper offered = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper selected = new ReadOnlyBooleanWrapper();
  private final ReadOnlyStringWrapper reason = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper text;
  private @Nullable Handler handler;
  private Subscription subscription = Subscription.EMPTY;

  ActionModel(ActionId id, ActionTrail trail) {
    this.id = id;
    this.trail = trail;
    this.text = new ReadOnlyStringWrapper(id.text());
  }

  /** Which action it is. */
  public ActionId id() {
    return id;
  }

  /** Whether it can run now. */
  public ReadOnlyBooleanProperty enabledProperty() {
    return enabled.getReadOnlyProperty();
  }

  /** Why it cannot run now, in a few words; empty if it can, or where that goes without saying. */
  public ReadOnlyStringProperty reasonProperty() {
    return reason.getReadOnlyProperty();
  }

  /** Returns the current text in menus: the action's name, or more than that. */
  public ReadOnlyStringProperty textProperty() {
    return text.getReadOnlyProperty();
  }

  /** Whether menus show it: it has a handler, or has had one since the window opened. */
  public ReadOnlyBooleanProperty offeredProperty() {
    return offered.getReadOnlyProperty();
  }

  /** Whether it is on, for actions that are on or off. */
  public ReadOnlyBooleanProperty selectedProperty() {
    return selected.getReadOnlyProperty();
  }

  /** Runs it, where it can run now. */
  public boolean run() {
    Handler current = handler;
    if (current == null || !Boolean.TRUE.equals(current.enabled().getValue())) {
      return false;
    }
    trail.ran(id);
    current.run().run();
    return true;
  }

  void handledBy(@Nullable Handler next) {
    if (Objects.equals(next, handler)) {
      return;
    }
    handler = next;
    subscription.unsubscribe();
    if (next == null) {
      enabled.set(false);
      selected.set(false);
      reason.set("");
      text.set(id.text());
      subscription = Subscription.EMPTY;
      return;
    }
    offered.set(true);
    subscription = next.enabled().subscribe(value -> enabled.set(Boolean.TRUE.equals(value)));
    subscription =
        subscription.and(next.reason().subscribe(words -> reason.set(words == null ? "" : words)));
    subscription =
        subscription.and(
            next.text()
                .subscribe(
                    words -> text.set(words == null || words.isEmpty() ? id.text() : words)));
    if (next.selected() != null) {
      subscription =
          subscription.and(
              next.selected().subscribe(value -> selected.set(Boolean.TRUE.equals(value))));
    }
  }
}
