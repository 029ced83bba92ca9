package org.kpackworkbench.views.operation.forms;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.operation.forms.FormResult.Bar;
import org.kpackworkbench.views.operation.forms.FormResult.Part;

/** Sizes before and after, as bars on one scale with their parts. UI thread only. */
final class SizeBars extends GridPane {
  private static final double NARROWEST = 2;

  private final List<Piece> pieces = new ArrayList<>();
  private final javafx.beans.property.ObjectProperty<OwnerColors> colors =
      new javafx.beans.property.SimpleObjectProperty<>(this, "colors");

  private record Piece(Region region, Part part) {}

  SizeBars(List<Bar> bars, ObservableValue<OwnerColors> palette) {
    getStyleClass().add("size-bars");
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints wide = new ColumnConstraints();
    wide.setHgrow(Priority.ALWAYS);
    ColumnConstraints sums = new ColumnConstraints();
    sums.setMinWidth(Region.USE_PREF_SIZE);
    getColumnConstraints().setAll(names, wide, sums);
    long longest = Math.max(1, bars.stream().mapToLong(Bar::sizeBytes).max().orElse(1));
    int row = 0;
    for (Bar bar : bars) {
      Label name = new Label(bar.name());
      name.getStyleClass().add("muted");
      String sum = SizeText.of(bar.sizeBytes());
      Label text = new Label(bar.parts().size() > 1 ? sum + " = " + bar.text() : bar.text());
      addRow(row++, name, new Line(bar, longest), text);
    }
    colors.bind(palette);
    colors.subscribe(this::paint);
  }

  private void paint(OwnerColors palette) {
    for (Piece piece : pieces) {
      piece
          .region()
          .setBackground(
              new Background(
                  new BackgroundFill(
                      palette.paint(piece.part().kind(), null), CornerRadii.EMPTY, Insets.EMPTY)));
    }
  }

  /** One bar, as long as its share of the longest. */
  private final class Line extends Pane {
    private final List<Piece> own = new ArrayList<>();
    private final long longest;

    Line(Bar bar, long longest) {
      this.longest = longest;
      getStyleClass().add("size-bar");
      setMinWidth(80);
      setPrefWidth(300);
      setAccessibleText(bar.name() + ": " + bar.text());
      for (Part part : bar.parts()) {
        Region region = new Region();
        Tooltip.install(
            region, new Tooltip("%s %s".formatted(SizeText.of(part.sizeBytes()), part.words())));
        own.add(new Piece(region, part));
        getChildren().add(region);
      }
      pieces.addAll(own);
    }

    @Override
    protected void layoutChildren() {
      double x = 0;
      for (Piece piece : own) {
        double width =
            Math.max(NARROWEST, getWidth() * ((double) piece.part().sizeBytes() / longest));
        double next = Math.min(getWidth(), x + width);
        double from = Math.rint(x);
        piece.region().resizeRelocate(from, 0, Math.rint(next) - from, getHeight());
        x = next;
      }
    }
  }
}
