package org.kpackworkbench.views.kit.action;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/**
 * Handlers of actions: of the window, a view, or one control in it.
 *
 * <p>A view attaches its handlers to its node; they are in force while the focus is inside that
 * node, or while its view is active. Inner handlers go before outer ones.
 *
 * <pre>{@code
 * new ActionHandlers()
 *     .on(ActionId.FIND, this::openFindBar)
 *     .on(ActionId.EXTRACT, hasSelection, this::extract)
 *     .attachTo(node);
 * }</pre>
 */
public final class ActionHandlers {

  /**
   * One handler.
   *
   * @param selected for actions that are on or off; else null
   * @param reason why it cannot run, in a few words; empty while it can
   * @param text what menus call it; empty if that is its name
   */
  record Handler(
      Runnable run,
      ObservableValue<Boolean> enabled,
      @Nullable Property<Boolean> selected,
      ObservableValue<String> reason,
      ObservableValue<String> text) {

    Handler(
        Runnable run,
        ObservableValue<Boolean> enabled,
        @Nullable Property<Boolean> selected,
        ObservableValue<String> reason) {
      this(run, enabled, selected, reason, new SimpleStringProperty(""));
    }
  }

  // Not shared by all: what listens to them would stay as long as the program runs.
  private final ObservableValue<Boolean> always = new SimpleBooleanProperty(true);
  private final ObservableValue<String> noReason = new SimpleStringProperty("");

  private final Map<ActionId, Handler> handlers = new EnumMap<>(ActionId.class);
  private final List<Runnable> listeners = new ArrayList<>();

  /** Handles an action, always. */
  public ActionHandlers on(ActionId id, Runnable run) {
    return on(id, always, run);
  }

  /** Handles an action while {@code enabled} is true. */
  public ActionHandlers on(ActionId id, ObservableValue<Boolean> enabled, Runnable run) {
    return put(id, new Handler(run, enabled, null, noReason));
  }

  /**
   * Handles an action while there is no reason not to. Menus show the reason beside its name.
   *
   * @param reason why it cannot run, in a few words; empty while it can
   */
  public ActionHandlers unless(ActionId id, ObservableValue<String> reason, Runnable run) {
    return put(id, new Handler(run, reason.map(String::isEmpty), null, reason));
  }

  /**
   * Handles an action that says what it is about, such as {@code Undo rename of lib/libfoo.so}.
   *
   * @param text what menus call it; empty while there is nothing that it could do
   */
  public ActionHandlers named(ActionId id, ObservableValue<String> text, Runnable run) {
    return put(id, new Handler(run, text.map(words -> !words.isEmpty()), null, noReason, text));
  }

  /** Handles an action that is on or off. */
  public ActionHandlers toggle(ActionId id, Property<Boolean> selected) {
    return toggle(id, always, selected);
  }

  /** Handles an action that is on or off, while {@code enabled} is true. */
  public ActionHandlers toggle(
      ActionId id, ObservableValue<Boolean> enabled, Property<Boolean> selected) {
    return put(
        id,
        new Handler(
            () -> selected.setValue(!Boolean.TRUE.equals(selected.getValue())),
            enabled,
            selected,
            noReason));
  }

  /** Handles an action that is one of several: {@code run} chooses it. */
  public ActionHandlers choice(ActionId id, ObservableValue<Boolean> selected, Runnable run) {
    SimpleBooleanProperty shown = new SimpleBooleanProperty();
    shown.bind(selected);
    return put(id, new Handler(run, always, shown, noReason));
  }

  /** Puts these in force while the focus is inside {@code node} or its view is active. */
  public void attachTo(Node node) {
    node.getProperties().put(ActionHandlers.class, this);
  }

  /** Returns the handlers attached to a node; null if there are none. */
  static @Nullable ActionHandlers of(Node node) {
    return node.hasProperties()
            && node.getProperties().get(ActionHandlers.class) instanceof ActionHandlers attached
        ? attached
        : null;
  }

  @Nullable Handler get(ActionId id) {
    return handlers.get(id);
  }

  void onChange(Runnable listener) {
    listeners.add(listener);
  }

  private ActionHandlers put(ActionId id, Handler handler) {
    handlers.put(id, handler);
    listeners.forEach(Runnable::run);
    return this;
  }
}
