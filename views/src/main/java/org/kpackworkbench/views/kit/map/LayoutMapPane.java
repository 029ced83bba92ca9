package org.kpackworkbench.views.kit.map;

import java.util.LinkedHashSet;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** A layout map with its legend and with buttons for zooming. */
public final class LayoutMapPane extends BorderPane {
  private final LayoutMap map;
  private final MapLegend legend;
  private final ObjectProperty<OwnerColors> colors = new SimpleObjectProperty<>();

  /** A pane without a model; set that of its {@link #map}. */
  public LayoutMapPane(ObservableValue<OwnerColors> palette) {
    map = new LayoutMap(palette);
    legend = new MapLegend(palette);
    getStyleClass().add("layout-map-pane");
    HBox line =
        Controls.styled(
            new HBox(
                legend,
                SignButton.of("map-zoom-out", "−", "Smaller (−)", () -> map.zoom(1 / 1.6)),
                SignButton.of("map-zoom-in", "+", "Larger (+)", () -> map.zoom(1.6)),
                SignButton.of("map-zoom-all", "All", "Show everything (0)", map::showAll)),
            "map-line");
    HBox.setHgrow(legend, Priority.ALWAYS);
    setCenter(map);
    setBottom(line);
    map.modelProperty().subscribe(this::showLegend);
    // Bound, and so weakly: the palette outlives this pane.
    colors.bind(palette);
    colors.subscribe(legend::refresh);
  }

  /** The map. */
  public LayoutMap map() {
    return map;
  }

  private void showLegend() {
    Set<MapPiece.Owned> looks = new LinkedHashSet<>();
    for (MapLane lane : map.modelProperty().get().lanes()) {
      for (MapPiece piece : lane.pieces()) {
        if (piece.look() instanceof MapPiece.Owned owned) {
          looks.add(owned);
        }
      }
    }
    boolean zeros =
        map.modelProperty().get().lanes().stream().anyMatch(lane -> !lane.zeros().isEmpty());
    legend.show(looks, zeros);
  }

  @Override
  public String getUserAgentStylesheet() {
    return Controls.sheet(LayoutMapPane.class, "map.css");
  }
}
