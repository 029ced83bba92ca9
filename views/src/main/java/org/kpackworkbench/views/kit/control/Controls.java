package org.kpackworkbench.views.kit.control;

import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/** Builds controls: each method sets what its name says and returns the node. UI thread only. */
public final class Controls {
  private Controls() {}

  /** Gives a node an id, by which tests and stylesheets find it, and classes of stylesheets. */
  public static <N extends Node> N named(N node, String id, String... styles) {
    node.setId(id);
    return styled(node, styles);
  }

  /** Gives a node classes of stylesheets. */
  public static <N extends Node> N styled(N node, String... styles) {
    node.getStyleClass().addAll(styles);
    return node;
  }

  /** Creates a label on one line. */
  public static Label label(String text, String... styles) {
    return styled(new Label(text), styles);
  }

  /** Creates a label whose text wraps and is never cut in height. */
  public static Label text(String text, String... styles) {
    Label label = wrapped(label(text, styles));
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }

  /** Lets the text of a control wrap. */
  public static <N extends Labeled> N wrapped(N node) {
    node.setWrapText(true);
    return node;
  }

  /** Creates a button that runs an action. */
  public static Button button(String id, String text, Runnable action, String... styles) {
    Button button = named(new Button(text), id, styles);
    button.setOnAction(event -> action.run());
    return button;
  }

  /** Keeps a node at least as wide as its contents. */
  public static <N extends Region> N whole(N node) {
    node.setMinWidth(Region.USE_PREF_SIZE);
    return node;
  }

  /** Explains a control in a tooltip. */
  public static <N extends Control> N tip(N node, String words) {
    node.setTooltip(new Tooltip(words));
    return node;
  }

  /** Explains a node to screen readers. */
  public static <N extends Node> N spoken(N node, String words) {
    node.setAccessibleText(words);
    return node;
  }

  /** Takes no room while a node is invisible. */
  public static <N extends Node> N collapsing(N node) {
    node.managedProperty().bind(node.visibleProperty());
    return node;
  }

  /** Gives a node the room that remains in a line. */
  public static <N extends Node> N wide(N node) {
    HBox.setHgrow(node, Priority.ALWAYS);
    return node;
  }

  /** Returns the address of a stylesheet beside a class. */
  public static String sheet(Class<?> owner, String name) {
    return Objects.requireNonNull(owner.getResource(name), name).toExternalForm();
  }
}
