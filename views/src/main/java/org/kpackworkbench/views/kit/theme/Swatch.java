package org.kpackworkbench.views.kit.theme;

import javafx.geometry.Insets;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;

/**
 * A small square in an owner's colour and pattern, for legends, tree rows and table cells. Its size
 * follows the text.
 */
public final class Swatch extends Region {
  /** A swatch for a kind; {@code target} counts for device code alone. */
  public Swatch(OwnerColors colors, OwnerKind kind, @Nullable String target) {
    getStyleClass().add("swatch");
    setBackground(
        new Background(
            new BackgroundFill(colors.paint(kind, target), CornerRadii.EMPTY, Insets.EMPTY)));
    setAccessibleText(target == null ? kind.words() : kind.words() + " for " + target);
  }
}
