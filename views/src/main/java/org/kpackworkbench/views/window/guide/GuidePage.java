package org.kpackworkbench.views.window.guide;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.ViewContext;

/** The guides as a tab: their titles in groups, and the one that is read. UI thread only. */
public final class GuidePage implements Page {
  /** The page's id. */
  public static final String ID = "guides";

  private static final double LIST_SHARE = 0.28;

  private final TreeView<Row> titles = new TreeView<>(new TreeItem<>());
  private final ScrollPane text = new ScrollPane();
  private final SplitPane root = new SplitPane(titles, text);

  /**
   * A page that shows itself empty until the guides have been read.
   *
   * @param guides reads them, in the background
   */
  public GuidePage(Callable<List<Guide>> guides, ViewContext context) {
    titles.setId("guide-titles");
    titles.setAccessibleText("Guides");
    titles.getStyleClass().addAll("dense", "edge-to-edge");
    titles.setShowRoot(false);
    titles.setCellFactory(tree -> new TitleCell());
    text.setId("guide-text");
    text.setAccessibleText("The guide");
    text.setFitToWidth(true);
    text.getStyleClass().addAll("welcome", "edge-to-edge");
    root.setDividerPositions(LIST_SHARE);
    SplitPane.setResizableWithParent(titles, false);
    titles
        .getSelectionModel()
        .selectedItemProperty()
        .subscribe(item -> read(item == null ? null : item.getValue().guide()));
    context
        .background()
        .run(
            guides,
            this::list,
            failure -> context.dialogs().showError("The guides cannot be read", failure));
  }

  /**
   * A row of the tree.
   *
   * @param guide null for the title of a group
   */
  private record Row(String title, @Nullable Guide guide) {}

  private void list(List<Guide> guides) {
    Map<String, TreeItem<Row>> groups = new LinkedHashMap<>();
    for (Guide guide : guides) {
      groups
          .computeIfAbsent(guide.group(), title -> new TreeItem<>(new Row(title, null)))
          .getChildren()
          .add(new TreeItem<>(new Row(guide.title(), guide)));
    }
    groups.values().forEach(group -> group.setExpanded(true));
    titles.getRoot().getChildren().setAll(groups.values());
    guides().findFirst().ifPresent(titles.getSelectionModel()::select);
  }

  private Stream<TreeItem<Row>> guides() {
    return titles.getRoot().getChildren().stream().flatMap(group -> group.getChildren().stream());
  }

  private void read(@Nullable Guide guide) {
    if (guide == null) {
      return;
    }
    GuideView view = new GuideView(guide, target -> follow(guide, target));
    HBox centred = new HBox(view);
    centred.getStyleClass().add("welcome-centre");
    HBox.setHgrow(view, Priority.ALWAYS);
    text.setContent(centred);
    text.setVvalue(0);
  }

  private void follow(Guide from, String target) {
    String name = URI.create(from.name()).resolve(target).toString();
    guides()
        .filter(item -> item.getValue().guide() instanceof Guide guide && guide.name().equals(name))
        .findFirst()
        .ifPresent(titles.getSelectionModel()::select);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public ObservableValue<String> title() {
    return new ReadOnlyStringWrapper("Guides");
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.HELP;
  }

  @Override
  public Node node() {
    return root;
  }

  private static final class TitleCell extends TreeCell<Row> {
    TitleCell() {
      // Long titles are cut and shown whole by a tooltip, instead of a list that scrolls sideways.
      setPrefWidth(0);
      setTooltip(new Tooltip());
    }

    @Override
    protected void updateItem(@Nullable Row row, boolean empty) {
      super.updateItem(row, empty);
      String title = empty || row == null ? "" : row.title();
      setText(title);
      getTooltip().setText(title);
    }
  }
}
