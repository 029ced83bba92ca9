package org.kpackworkbench.views.window.guide;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
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

  /** A guide as it looks. */
  private static final class GuideView extends VBox {
    private static final double WIDEST_PICTURE = 860;
    private static final int MOST_ROWS = 24;
    private static final double MARK_WIDTH = 26;

    /** Among so many lines of code there is room for one more. */
    private static final int TALLER_ROWS = 8;

    /** In characters, what a column of a table counts as at least, and at most. */
    private static final int LEAST_SHARE = 8;

    private static final int MOST_SHARE = 42;

    /** The most for the last column, which says what the others are about. */
    private static final int MOST_LAST_SHARE = 60;

    private final Guide guide;
    private final Consumer<String> follow;

    /**
     * @param follow is given the target of a link that is clicked
     */
    GuideView(Guide guide, Consumer<String> follow) {
      this.guide = guide;
      this.follow = follow;
      getStyleClass().add("welcome-box");
      setMaxWidth(WIDEST_PICTURE);
      guide.blocks().forEach(block -> getChildren().add(node(block)));
    }

    private Node node(GuideText.Block block) {
      return switch (block) {
        case GuideText.Heading heading -> heading(heading);
        case GuideText.Words words -> words(words);
        case GuideText.Code code -> code(code);
        case GuideText.Picture picture -> picture(picture);
        case GuideText.Table table -> table(table);
      };
    }

    private static Label heading(GuideText.Heading heading) {
      Label label = new Label(heading.text());
      label.getStyleClass().add(heading.level() == 1 ? "title-2" : "title-4");
      label.setWrapText(true);
      label.setMinHeight(Region.USE_PREF_SIZE);
      return label;
    }

    private Node words(GuideText.Words words) {
      TextFlow flow = flow(words.spans());
      if (words.mark().isEmpty()) {
        return flow;
      }
      Label mark = new Label(words.mark());
      mark.setMinWidth(MARK_WIDTH);
      HBox.setHgrow(flow, Priority.ALWAYS);
      return new HBox(mark, flow);
    }

    private TextFlow flow(List<GuideText.Span> spans) {
      TextFlow flow = new TextFlow();
      spans.forEach(span -> flow.getChildren().add(span(span)));
      return flow;
    }

    /** Columns share the width by their longest texts, within limits. */
    private GridPane table(GuideText.Table table) {
      GridPane grid = new GridPane();
      grid.getStyleClass().add("guide-table");
      List<List<GuideText.Cell>> rows = new ArrayList<>(table.rows());
      if (!table.head().isEmpty()) {
        rows.addFirst(table.head());
      }
      List<Integer> shares = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        for (int column = 0; column < rows.get(row).size(); column++) {
          GuideText.Cell cell = rows.get(row).get(column);
          TextFlow flow = flow(cell.spans());
          boolean title = row == 0 && !table.head().isEmpty();
          flow.getStyleClass().add(title ? "guide-column-title" : "guide-cell");
          grid.add(flow, column, row);
          boolean last = column == rows.get(row).size() - 1;
          int most = last ? MOST_LAST_SHARE : MOST_SHARE;
          int share = Math.clamp(cell.plainText().length(), LEAST_SHARE, most);
          if (column == shares.size()) {
            shares.add(share);
          } else if (share > shares.get(column)) {
            shares.set(column, share);
          }
        }
      }
      int all = shares.stream().mapToInt(Integer::intValue).sum();
      for (int share : shares) {
        ColumnConstraints width = new ColumnConstraints();
        width.setPercentWidth(100.0 * share / all);
        grid.getColumnConstraints().add(width);
      }
      return grid;
    }

    private Node span(GuideText.Span span) {
      if (span.look() == GuideText.Look.LINK) {
        Hyperlink link = new Hyperlink(span.text());
        link.setOnAction(event -> follow.accept(span.target()));
        return link;
      }
      Text text = new Text(span.text());
      text.getStyleClass().add("text");
      text.setStyle(
          switch (span.look()) {
            case CODE -> "-fx-font-family: monospace;";
            case STRONG -> "-fx-font-weight: bold;";
            case EMPHASIS -> "-fx-font-style: italic;";
            case PLAIN, LINK -> "";
          });
      return text;
    }

    private static TextArea code(GuideText.Code code) {
      TextArea area = new TextArea(String.join("\n", code.lines()));
      area.setEditable(false);
      // One more for the bar below lines that are too long, and some since signs that the font
      // lacks
      // make lines higher.
      int rows = Math.min(code.lines().size(), MOST_ROWS);
      area.setPrefRowCount(rows + 1 + rows / TALLER_ROWS);
      area.setMinHeight(Region.USE_PREF_SIZE);
      area.setStyle("-fx-font-family: monospace;");
      area.setAccessibleText("Commands and what they print");
      return area;
    }

    private Node picture(GuideText.Picture picture) {
      Image image = guide.pictures().get(picture.target());
      if (image == null) {
        Label missing = new Label(picture.words());
        missing.getStyleClass().add("muted");
        return missing;
      }
      ImageView view = new ImageView(image);
      view.setPreserveRatio(true);
      view.setAccessibleText(picture.words());
      StackPane room = new StackPane(view);
      room.setAlignment(Pos.TOP_LEFT);
      // As wide as there is room: a picture by itself never lets go of what it once had.
      room.setMinWidth(0);
      view.fitWidthProperty()
          .bind(
              Bindings.createDoubleBinding(
                  () -> Math.clamp(room.getWidth(), 1, Math.min(image.getWidth(), WIDEST_PICTURE)),
                  room.widthProperty()));
      return room;
    }
  }
}
