package org.kpackworkbench.views.kit.overview;

import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.ViewContext;

/** The targets with their sizes, each with a bar that compares it with the largest. */
final class TargetsPane extends GridPane {
  private final List<TargetShare> targets;

  TargetsPane(List<TargetShare> targets, ViewContext context) {
    this.targets = targets;
    setId("overview-targets");
    getStyleClass().add("targets");
    for (int i = 0; i < 4; i++) {
      ColumnConstraints column = new ColumnConstraints();
      column.setMinWidth(Region.USE_PREF_SIZE);
      if (i == 2 || i == 3) {
        column.setHalignment(javafx.geometry.HPos.RIGHT);
      }
      getColumnConstraints().add(column);
    }
    ColumnConstraints bars = new ColumnConstraints();
    bars.setHgrow(Priority.ALWAYS);
    bars.setFillWidth(true);
    getColumnConstraints().add(bars);
    Following.of(this, context.ownerColors(), this::fill);
  }

  private void fill(OwnerColors colors) {
    getChildren().clear();
    long largest = targets.stream().mapToLong(TargetShare::sizeBytes).max().orElse(1);
    int row = 0;
    for (TargetShare share : targets) {
      String name = share.target().toString();
      Label count =
          new Label(
              share.codeObjects() == 1 ? "1 code object" : share.codeObjects() + " code objects");
      count.getStyleClass().add("muted");
      Label size = new Label(SizeText.of(share.sizeBytes()));
      addRow(
          row++,
          new Swatch(colors, OwnerKind.DEVICE_CODE, name),
          new Label(name),
          count,
          size,
          new Bar(colors, name, share.sizeBytes() / (double) Math.max(1, largest)));
    }
  }

  /** A bar that takes a part of the width. */
  private static final class Bar extends Region {
    private final Region filled = new Region();
    private final double part;

    Bar(OwnerColors colors, String target, double part) {
      this.part = part;
      getStyleClass().add("target-bar");
      filled.setBackground(
          new Background(
              new BackgroundFill(
                  colors.paint(OwnerKind.DEVICE_CODE, target), CornerRadii.EMPTY, Insets.EMPTY)));
      getChildren().add(filled);
    }

    @Override
    protected void layoutChildren() {
      filled.resizeRelocate(0, 0, Math.max(1, getWidth() * part), getHeight());
    }
  }
}
