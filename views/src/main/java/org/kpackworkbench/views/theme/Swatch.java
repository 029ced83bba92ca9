package org.kpackworkbench.views.theme;

import javafx.geometry.Insets;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.OwnerKind;

/** A small square in an owner's colour and pattern, for legends, tree rows and table cells. */
public final class Swatch extends Region {
  private static final double EDGE_PIXELS = 12;

  /** A swatch for a kind; {@code target} counts for device code alone. */
  public Swatch(OwnerColors colors, OwnerKind kind, @Nullable String target) {
    getStyleClass().add("swatch");
    setMinSize(EDGE_PIXELS, EDGE_PIXELS);
    setPrefSize(EDGE_PIXELS, EDGE_PIXELS);
    setMaxSize(EDGE_PIXELS, EDGE_PIXELS);
    setBackground(
        new Background(
            new BackgroundFill(colors.paint(kind, target), CornerRadii.EMPTY, Insets.EMPTY)));
    setAccessibleText(target == null ? kind.words() : kind.words() + " for " + target);
  }
}
