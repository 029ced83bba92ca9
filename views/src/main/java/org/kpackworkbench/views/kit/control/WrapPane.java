package org.kpackworkbench.views.kit.control;

import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.layout.FlowPane;

/**
 * Parts in as many lines as its width needs. A flow pane by itself has those of its usual width
 * where its parent asks for a height before it knows a width. UI thread only.
 */
public class WrapPane extends FlowPane {
  /** Before there is a width. */
  private static final double LEAST_WIDTH = 400;

  /** Creates a pane with some parts. */
  public WrapPane(Node... parts) {
    super(parts);
    prefWrapLengthProperty().bind(Bindings.max(LEAST_WIDTH, widthProperty()));
  }
}
