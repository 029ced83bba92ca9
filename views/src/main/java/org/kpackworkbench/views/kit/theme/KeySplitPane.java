package org.kpackworkbench.views.kit.theme;

import java.util.Arrays;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Skin;
import javafx.scene.control.SplitPane;
import javafx.scene.control.skin.SplitPaneSkin;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/**
 * A split pane whose dividers keys reach and move: Tab gives a divider the focus, arrows move it,
 * with Shift further, Home and End to its limits. UI thread only.
 */
public final class KeySplitPane extends SplitPane {
  /** Pixels that one press of an arrow moves a divider. */
  static final double STEP = 16;

  private static final double FAR_STEP = 5 * STEP;
  private static final String DIVIDER = "split-pane-divider";

  /**
   * The first layout of a pane gives items that keep their size nothing, and later ones hold them
   * to it; what no layout allows is not tried forever.
   */
  private static final int TRIES = 3;

  private static final double ROUNDED = 0.01;

  private @Nullable Runnable placing;
  private int tries;

  /** A split pane of some items. */
  public KeySplitPane(Node... items) {
    super(items);
  }

  /**
   * Puts its items one below the other while there is too little room beside each other.
   *
   * @param width the width that there is; 0 before it is known
   * @param least the width from which items are beside each other
   */
  public void stackBelow(ReadOnlyDoubleProperty width, double least) {
    stackBelow(width, new SimpleObjectProperty<>(least));
  }

  /**
   * Puts its items one below the other while there is too little room; the limit may change.
   *
   * @param least follows the size of text
   */
  public void stackBelow(ReadOnlyDoubleProperty width, ObservableValue<Double> least) {
    Runnable stack =
        () ->
            setOrientation(
                width.get() > 0 && width.get() < least.getValue()
                    ? Orientation.VERTICAL
                    : Orientation.HORIZONTAL);
    width.subscribe(stack);
    least.subscribe(stack);
    stack.run();
  }

  /**
   * Gives dividers their places now, and again in the next layout: where items came or the size
   * changed, that moves them again.
   *
   * @param setDividers gives this pane's dividers their positions
   */
  public void place(Runnable setDividers) {
    placing = setDividers;
    tries = TRIES;
    setDividers.run();
    requestLayout();
  }

  /** Whether dividers have places to get yet: until then, where they are means nothing. */
  public boolean isPlacing() {
    return placing != null;
  }

  /** Whether a node is one of the dividers, or in one. */
  public boolean isDivider(Node node) {
    for (Node at = node; at != null && !at.equals(this); at = at.getParent()) {
      if (equals(at.getParent()) && at.getStyleClass().contains(DIVIDER)) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected void layoutChildren() {
    super.layoutChildren();
    Runnable due = placing;
    if (due == null) {
      return;
    }
    double[] before = getDividerPositions();
    due.run();
    double[] wanted = getDividerPositions();
    if (!Arrays.equals(before, wanted)) {
      super.layoutChildren();
    }
    tries--;
    if (tries <= 0 || near(wanted, getDividerPositions())) {
      placing = null;
    } else {
      Platform.runLater(this::requestLayout);
    }
  }

  private static boolean near(double[] some, double[] others) {
    for (int at = 0; at < Math.min(some.length, others.length); at++) {
      if (Math.abs(some[at] - others[at]) > ROUNDED) {
        return false;
      }
    }
    return true;
  }

  @Override
  protected Skin<?> createDefaultSkin() {
    return new KeySkin(this);
  }

  private static final class KeySkin extends SplitPaneSkin {
    private final SplitPane split;

    KeySkin(SplitPane split) {
      super(split);
      this.split = split;
      getChildren().forEach(this::dress);
      getChildren()
          .addListener(
              (ListChangeListener<Node>)
                  change -> {
                    while (change.next()) {
                      change.getAddedSubList().forEach(this::dress);
                    }
                  });
    }

    private void dress(Node node) {
      if (!node.getStyleClass().contains(DIVIDER)) {
        return;
      }
      node.setFocusTraversable(true);
      node.setAccessibleRole(AccessibleRole.SLIDER);
      node.setAccessibleRoleDescription("divider");
      node.setAccessibleText("Divider between panes");
      split
          .orientationProperty()
          .subscribe(
              way ->
                  node.setAccessibleHelp(
                      way == Orientation.HORIZONTAL
                          ? "Left and Right move it; Home and End move it to its limits"
                          : "Up and Down move it; Home and End move it to its limits"));
      node.addEventHandler(KeyEvent.KEY_PRESSED, event -> pressed(event, node));
    }

    private void pressed(KeyEvent event, Node divider) {
      boolean wide = split.getOrientation() == Orientation.HORIZONTAL;
      double extent = wide ? split.getWidth() : split.getHeight();
      int index =
          getChildren().filtered(each -> each.getStyleClass().contains(DIVIDER)).indexOf(divider);
      if (event.isShortcutDown() || event.isAltDown() || index < 0 || extent <= 0) {
        return;
      }
      double step = (event.isShiftDown() ? FAR_STEP : STEP) / extent;
      double at = split.getDividerPositions()[index];
      KeyCode less = wide ? KeyCode.LEFT : KeyCode.UP;
      KeyCode more = wide ? KeyCode.RIGHT : KeyCode.DOWN;
      double to;
      if (event.getCode() == less) {
        to = at - step;
      } else if (event.getCode() == more) {
        to = at + step;
      } else if (event.getCode() == KeyCode.HOME) {
        to = 0;
      } else if (event.getCode() == KeyCode.END) {
        to = 1;
      } else {
        return;
      }
      split.setDividerPosition(index, Math.clamp(to, 0, 1));
      event.consume();
    }
  }
}
