package org.kpackworkbench.views.kit.map;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.kit.control.WrapPane;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;

/** Legend of the colours and patterns of a drawing: only those that are in it. */
final class MapLegend extends WrapPane {
  private static final int MOST_TARGETS = 24;

  private final ObservableValue<OwnerColors> palette;
  private List<MapPiece.Owned> shown = List.of();
  private boolean withZeros;

  MapLegend(ObservableValue<OwnerColors> palette) {
    this.palette = palette;
    getStyleClass().add("map-legend");
    setAccessibleText("What the colours mean");
  }

  /**
   * Shows these looks, each once, in the order of kinds and of targets.
   *
   * @param zeros whether stretches of zeroes are hatched
   */
  void show(Collection<MapPiece.Owned> looks, boolean zeros) {
    withZeros = zeros;
    Set<MapPiece.Owned> distinct = new LinkedHashSet<>(looks);
    shown =
        distinct.stream()
            .sorted(
                Comparator.comparing(MapPiece.Owned::kind)
                    .thenComparing(
                        owned ->
                            owned.target() == null
                                ? GpuTarget.of(" ")
                                : GpuTarget.lenient(owned.target())))
            .limit(OwnerKind.values().length + MOST_TARGETS)
            .toList();
    refresh();
  }

  /** Draws the swatches again, in the colours that are in force now. */
  void refresh() {
    getChildren().setAll(shown.stream().map(this::entry).toList());
    if (withZeros) {
      getChildren().add(new Label("╱╱╱ pages that are all zero"));
    }
  }

  private Label entry(MapPiece.Owned owned) {
    String words = owned.target() == null ? owned.kind().words() : owned.target();
    Label label = new Label(words, new Swatch(palette.getValue(), owned.kind(), owned.target()));
    label.setMinWidth(USE_PREF_SIZE);
    return label;
  }
}
