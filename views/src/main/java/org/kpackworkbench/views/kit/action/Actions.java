package org.kpackworkbench.views.kit.action;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Scene;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionHandlers.Handler;

/**
 * All actions with who handles each right now. UI thread only.
 *
 * <p>A handler is looked for at the focused control and what it lies in, then at the active view
 * and what that lies in, then at the window.
 */
public final class Actions {
  private final Map<ActionId, ActionModel> models = new EnumMap<>(ActionId.class);
  private final ActionHandlers window = new ActionHandlers();
  private final ActionTrail trail = new ActionTrail();
  private List<Node> roots = List.of();
  private boolean frozen;

  public Actions() {
    for (ActionId id : ActionId.values()) {
      models.put(id, new ActionModel(id, trail));
    }
    window.onChange(this::resolve);
  }

  /** Returns the handlers of the window itself. */
  public ActionHandlers window() {
    return window;
  }

  /** One action. */
  public ActionModel get(ActionId id) {
    return Objects.requireNonNull(models.get(id));
  }

  /** The last actions. */
  public ActionTrail trail() {
    return trail;
  }

  /** All actions, in the catalogue's order. */
  public Stream<ActionModel> all() {
    return models.values().stream();
  }

  /** All actions that have or had a handler, in the catalogue's order. */
  public Stream<ActionModel> offered() {
    return models.values().stream().filter(model -> model.offeredProperty().get());
  }

  /** Runs an action, where it can run now. */
  public boolean run(ActionId id) {
    return get(id).run();
  }

  /** Follows the focus in a scene, and the active view. */
  public void follow(Scene scene, ObservableValue<? extends @Nullable Node> viewInFront) {
    Runnable look =
        () -> {
          List<Node> now = new ArrayList<>();
          if (scene.getFocusOwner() != null) {
            now.add(scene.getFocusOwner());
          }
          Node view = viewInFront.getValue();
          if (view != null) {
            now.add(view);
          }
          roots = now;
          resolve();
        };
    scene.focusOwnerProperty().subscribe(owner -> look.run());
    viewInFront.subscribe(view -> look.run());
  }

  /** Finds the handlers again; call after attaching handlers to a node that is already active. */
  public void resolve() {
    if (frozen) {
      return;
    }
    Set<ActionHandlers> chain = new LinkedHashSet<>();
    for (Node root : roots) {
      for (Node node = root; node != null; node = node.getParent()) {
        ActionHandlers attached = ActionHandlers.of(node);
        if (attached != null) {
          chain.add(attached);
        }
      }
    }
    chain.add(window);
    models.forEach((id, model) -> model.handledBy(first(chain, id)));
  }

  /** Keeps the handlers as they are while a palette or a menu of the window has the focus. */
  public void freeze(boolean keep) {
    frozen = keep;
    resolve();
  }

  private static @Nullable Handler first(Set<ActionHandlers> chain, ActionId id) {
    for (ActionHandlers handlers : chain) {
      Handler handler = handlers.get(id);
      if (handler != null) {
        return handler;
      }
    }
    return null;
  }
}
