package org.kpackworkbench.views.format.kpack;

import javafx.geometry.Insets;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Two sizes as one bar: the unpacked size as an outline, the stored size filled, both as parts of
 * the largest.
 */
final class OverviewBar extends Region {
  private final Region outline = new Region();
  private final Region filled = new Region();
  private final double original;
  private final double stored;

  /**
   * A bar.
   *
   * @param original the unpacked size, as a part of the widest bar, 0–1
   * @param stored the stored size on the same scale; below 0 where it is not known
   */
  OverviewBar(OwnerColors colors, String target, double original, double stored) {
    this.original = original;
    this.stored = stored;
    getStyleClass().add("overview-bar");
    outline.getStyleClass().add("overview-bar-outline");
    filled.setBackground(
        new Background(
            new BackgroundFill(
                colors.paint(OwnerKind.DEVICE_CODE, target), CornerRadii.EMPTY, Insets.EMPTY)));
    outline.setVisible(original > 0);
    filled.setVisible(stored > 0);
    getChildren().addAll(outline, filled);
  }

  @Override
  protected void layoutChildren() {
    outline.resizeRelocate(0, 0, getWidth() * original, getHeight());
    filled.resizeRelocate(0, 0, getWidth() * Math.max(0, stored), getHeight());
  }
}
