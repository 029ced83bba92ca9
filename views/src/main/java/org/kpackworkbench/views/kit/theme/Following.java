package org.kpackworkbench.views.kit.theme;

import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.beans.WeakInvalidationListener;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.beans.value.WeakChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.Node;

/** Follows what belongs to the whole window, such as its colours, for as long as a node lives. */
public final class Following {
  private Following() {}

  /**
   * Uses a value now and whenever it changes. The value does not hold the node, as a subscription
   * would: what a closed tab has shown goes away.
   *
   * @param node what the use is for
   */
  public static <T> void of(Node node, ObservableValue<T> value, Consumer<? super T> use) {
    ChangeListener<T> listener = (changed, was, is) -> use.accept(is);
    node.getProperties().put(listener, listener);
    value.addListener(new WeakChangeListener<>(listener));
    use.accept(value.getValue());
  }

  /**
   * Does something now and whenever a list changes, in the same way.
   *
   * @param node what it is done for
   */
  public static void list(Node node, ObservableList<?> list, Runnable use) {
    InvalidationListener listener = changed -> use.run();
    node.getProperties().put(listener, listener);
    list.addListener(new WeakInvalidationListener(listener));
    use.run();
  }
}
