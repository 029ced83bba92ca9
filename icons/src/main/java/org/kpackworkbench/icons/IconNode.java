package org.kpackworkbench.icons;

import java.util.Objects;
import javafx.scene.AccessibleRole;
import javafx.scene.layout.Region;
import javafx.scene.shape.FillRule;
import javafx.scene.shape.SVGPath;
import javafx.scene.transform.Scale;

/** Shows an icon in a fixed size, in the colour that the style sheets ask for. */
final class IconNode extends Region {
  /** The style class of every icon. */
  static final String STYLE_CLASS = "kpack-icon";

  private static final double GRID = 16;
  private static final String STYLE_SHEET =
      Objects.requireNonNull(IconNode.class.getResource("kpack-icon.css")).toExternalForm();

  private final Scale scale = new Scale();

  IconNode(KpackIcon icon, double size) {
    SVGPath shape = new SVGPath();
    shape.setContent(icon.pathData());
    shape.setFillRule(FillRule.NON_ZERO);
    shape.getStyleClass().add("shape");
    shape.setManaged(false);
    shape.getTransforms().add(scale);
    getChildren().add(shape);
    getStyleClass().add(STYLE_CLASS);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText(icon.accessibleText());
    setMinSize(size, size);
    setPrefSize(size, size);
    setMaxSize(size, size);
  }

  /**
   * Style sheets may give it another size than it was made with, so that it grows with the text.
   */
  @Override
  protected void layoutChildren() {
    double factor = Math.min(getWidth(), getHeight()) / GRID;
    scale.setX(factor);
    scale.setY(factor);
  }

  @Override
  public String getUserAgentStylesheet() {
    return STYLE_SHEET;
  }
}
