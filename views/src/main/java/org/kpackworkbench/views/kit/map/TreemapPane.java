package org.kpackworkbench.views.kit.map;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** A treemap with the way to the group it shows, and its legend. */
public final class TreemapPane extends BorderPane {
  private static final int MOST_LOOKED_AT = 200;

  private final Treemap treemap;
  private final MapLegend legend;
  private final HBox way = Controls.named(new HBox(), "treemap-way", "treemap-way");
  private final ObjectProperty<OwnerColors> colors = new SimpleObjectProperty<>();

  /** A pane without a root; set that of its {@link #treemap}. */
  public TreemapPane(ObservableValue<OwnerColors> palette) {
    treemap = new Treemap(palette);
    legend = new MapLegend(palette);
    getStyleClass().add("treemap-pane");
    // Not an HBox, which would make room for as many lines as the legend has at its usual width.
    VBox line = Controls.styled(new VBox(legend), "map-line");
    setTop(way);
    setCenter(treemap);
    setBottom(line);
    treemap.pathProperty().subscribe(this::showWay);
    treemap.rootProperty().subscribe(this::showLegend);
    // Bound, and so weakly: the palette outlives this pane.
    colors.bind(palette);
    colors.subscribe(legend::refresh);
  }

  /** The treemap. */
  public Treemap treemap() {
    return treemap;
  }

  private void showWay() {
    way.getChildren().clear();
    List<TreemapNode> path = treemap.pathProperty().get();
    for (int i = 0; i < path.size(); i++) {
      TreemapNode node = path.get(i);
      if (i > 0) {
        way.getChildren().add(Controls.label("▸", "muted"));
      }
      way.getChildren().add(i < path.size() - 1 ? link(node) : here(node));
    }
  }

  private Node link(TreemapNode node) {
    Hyperlink link = new Hyperlink(node.label());
    link.setMnemonicParsing(false);
    link.setOnAction(event -> treemap.drillTo(node));
    return link;
  }

  private static Node here(TreemapNode node) {
    return new Label(node.label() + "   " + SizeText.of(node.size()));
  }

  private void showLegend() {
    Set<MapPiece.Owned> looks = new LinkedHashSet<>();
    TreemapNode root = treemap.rootProperty().get();
    if (root != null) {
      collect(root, looks);
    }
    legend.show(looks, false);
  }

  /** The largest of each group give an overview; checking all would take too long. */
  private static void collect(TreemapNode node, Set<MapPiece.Owned> looks) {
    if (node.look() != null) {
      looks.add(node.look());
    }
    node.children().stream().limit(MOST_LOOKED_AT).forEach(child -> collect(child, looks));
  }

  @Override
  public String getUserAgentStylesheet() {
    return Controls.sheet(TreemapPane.class, "map.css");
  }
}
