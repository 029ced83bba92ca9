package org.kpackworkbench.views.window.guide;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.image.ImageView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.FindLine;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.NamedPage;
import org.kpackworkbench.views.spi.ViewContext;

/** The guides as a tab: their titles in groups, and the one that is read. UI thread only. */
public final class GuidePage extends NamedPage {
  /** The page's id. */
  public static final String ID = "guides";

  private static final double LIST_SHARE = 0.28;

  private final TreeView<Row> titles =
      Controls.named(
          Controls.spoken(new TreeView<>(new TreeItem<>()), "Guides"),
          "guide-titles",
          "dense",
          "edge-to-edge");
  private final ScrollPane text =
      Controls.named(
          Controls.spoken(new ScrollPane(), "The guide"), "guide-text", "welcome", "edge-to-edge");
  private final BorderPane root;
  private final ViewContext context;
  private final FindLine find;
  private @Nullable GuideView view;

  /** A block of a guide, which a text was found in; shown when the guide is. */
  private record Block(TreeItem<Row> guide, int number, Node content) {}

  private @Nullable Block found;

  /**
   * A page that shows itself empty until the guides have been read.
   *
   * @param guides reads them, in the background
   */
  public GuidePage(Callable<List<Guide>> guides, ViewContext context) {
    super(ID, "Guides", KpackIcon.HELP);
    this.context = context;
    titles.setShowRoot(false);
    titles.setCellFactory(tree -> new TitleCell());
    text.setFitToWidth(true);
    SplitPane split = new KeySplitPane(titles, text);
    split.setDividerPositions(LIST_SHARE);
    SplitPane.setResizableWithParent(titles, false);
    find =
        new FindLine(
            "guide-find",
            "Words of any guide",
            "Find in the guides",
            context.background().latest(),
            text,
            this::searched,
            this::reached,
            line -> show(blocks().get(line)));
    root = new BorderPane(split, find, null, null, null);
    find.install(new ActionHandlers().on(ActionId.FIND, find::open)).attachTo(root);
    titles
        .getSelectionModel()
        .selectedItemProperty()
        .subscribe(item -> read(item == null ? null : item.getValue().guide()));
    context.run(guides, this::list, "The guides cannot be read");
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

  private List<Block> blocks() {
    return guides()
        .flatMap(
            item -> {
              List<Node> blocks =
                  item.getValue().guide() instanceof Guide guide
                      ? Guide.blocks(guide.document())
                      : List.of();
              return IntStream.range(0, blocks.size())
                  .mapToObj(at -> new Block(item, at, blocks.get(at)));
            })
        .toList();
  }

  // A search begins in the guide that is read: at what was found in it, or else behind the one
  // before.
  private int reached() {
    TreeItem<Row> shown = titles.getSelectionModel().getSelectedItem();
    List<Block> all = blocks();
    return found != null && found.guide().equals(shown)
        ? all.indexOf(found)
        : all.stream().map(Block::guide).toList().indexOf(shown) - 1;
  }

  private FindLine.Lines searched() {
    List<String> texts = blocks().stream().map(block -> Guide.plainText(block.content())).toList();
    return new FindLine.Lines(texts.size(), texts::get);
  }

  private void show(Block block) {
    found = block;
    if (block.guide().equals(titles.getSelectionModel().getSelectedItem())) {
      reveal();
    } else {
      titles.getSelectionModel().select(block.guide());
    }
  }

  private void reveal() {
    GuideView shown = view;
    if (shown != null
        && found != null
        && found.guide().equals(titles.getSelectionModel().getSelectedItem())) {
      shown.reveal(found.number(), text);
    }
  }

  private void read(@Nullable Guide guide) {
    if (guide == null) {
      return;
    }
    context.run(guide::readPictures, pictures -> show(guide, pictures), "The guide cannot be read");
  }

  private void show(Guide guide, Map<String, javafx.scene.image.Image> pictures) {
    TreeItem<Row> selected = titles.getSelectionModel().getSelectedItem();
    if (selected == null || !guide.equals(selected.getValue().guide())) {
      // Another guide was selected meanwhile.
      return;
    }
    GuideView made = new GuideView(guide, pictures, target -> follow(guide, target));
    view = made;
    HBox centred = Controls.styled(new HBox(made), "welcome-centre");
    HBox.setHgrow(made, Priority.ALWAYS);
    text.setContent(centred);
    text.setVvalue(0);
    reveal();
  }

  private void follow(Guide from, String target) {
    String name = URI.create(from.name()).resolve(target).toString();
    guides()
        .filter(item -> item.getValue().guide() instanceof Guide guide && guide.name().equals(name))
        .findFirst()
        .ifPresent(titles.getSelectionModel()::select);
  }

  @Override
  public javafx.scene.Node node() {
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

    /** With more columns each has about the same share, so that numbers stay on one line. */
    private static final int FEW_COLUMNS = 4;

    private static final int ALL_SHARES = 100;

    private static final double MARGIN = 40;
    private static final String FOUND = "guide-found";
    private static final String BOX = "welcome-box";
    private static final String MONOSPACE = "-fx-font-family: monospace;";

    private final Map<String, javafx.scene.image.Image> pictures;
    private final Consumer<String> follow;
    private final List<javafx.scene.Node> blocks = new ArrayList<>();

    /**
     * @param follow is given the target of a link that is clicked
     */
    GuideView(
        Guide guide, Map<String, javafx.scene.image.Image> pictures, Consumer<String> follow) {
      this.pictures = pictures;
      this.follow = follow;
      getStyleClass().add(BOX);
      setMaxWidth(WIDEST_PICTURE);
      addBlocks(guide.document(), this);
    }

    private static <N> List<N> children(Node node, Class<N> type) {
      return Stream.iterate(node.getFirstChild(), Objects::nonNull, Node::getNext)
          .filter(type::isInstance)
          .map(type::cast)
          .toList();
    }

    private void addBlocks(Node parent, VBox box) {
      for (Node block : children(parent, Node.class)) {
        switch (block) {
          case OrderedList list -> addItems(list, box, list.getMarkerStartNumber());
          case BulletList list -> addItems(list, box, -1);
          default -> {
            javafx.scene.Node shown =
                switch (block) {
                  case Heading heading -> heading(heading);
                  case FencedCodeBlock code -> code(code.getLiteral().stripTrailing());
                  case TableBlock table -> table(table);
                  default ->
                      block.getFirstChild() instanceof Image image && image.getNext() == null
                          ? picture(image)
                          : flow(block);
                };
            blocks.add(shown);
            box.getChildren().add(shown);
          }
        }
      }
    }

    /** Marks a block, numbered as {@link Guide#blocks} does, and scrolls to it. */
    void reveal(int number, ScrollPane pane) {
      blocks.forEach(block -> block.getStyleClass().remove(FOUND));
      javafx.scene.Node block = blocks.get(number);
      block.getStyleClass().add(FOUND);
      pane.applyCss();
      pane.layout();
      double at = sceneToLocal(block.localToScene(block.getBoundsInLocal())).getMinY();
      double rest = getHeight() - pane.getViewportBounds().getHeight();
      pane.setVvalue(rest <= 0 ? 0 : Math.clamp((at - MARGIN) / rest, 0, 1));
    }

    /**
     * @param first the number of the first item; -1 where items have none
     */
    private void addItems(ListBlock list, VBox box, int first) {
      int number = first;
      for (ListItem item : children(list, ListItem.class)) {
        Label mark = new Label(first < 0 ? "•" : number++ + ".");
        mark.setMinWidth(MARK_WIDTH);
        VBox blocks = Controls.styled(Controls.wide(new VBox()), BOX);
        addBlocks(item, blocks);
        box.getChildren().add(new HBox(mark, blocks));
      }
    }

    private static Label heading(Heading heading) {
      Label label =
          Controls.text(Guide.plainText(heading), heading.getLevel() == 1 ? "title-2" : "title-4");
      return label;
    }

    private TextFlow flow(Node block) {
      TextFlow flow = new TextFlow();
      addWords(block, "", flow);
      return flow;
    }

    private void addWords(Node parent, String style, TextFlow flow) {
      for (Node part : children(parent, Node.class)) {
        switch (part) {
          case org.commonmark.node.Text text -> addText(text.getLiteral(), style, flow);
          case Code code -> addText(code.getLiteral(), style + MONOSPACE, flow);
          case SoftLineBreak none -> addText(" ", style, flow);
          case HtmlInline tag -> addText(tag.getLiteral(), style, flow);
          case Link link -> {
            Hyperlink shown = new Hyperlink(Guide.plainText(link));
            shown.setOnAction(event -> follow.accept(link.getDestination()));
            flow.getChildren().add(shown);
          }
          case StrongEmphasis words -> addWords(words, style + "-fx-font-weight: bold;", flow);
          case Emphasis words -> addWords(words, style + "-fx-font-style: italic;", flow);
          default -> addWords(part, style, flow);
        }
      }
    }

    private static void addText(String words, String style, TextFlow flow) {
      Text text = Controls.styled(new Text(words), "text");
      text.setStyle(style);
      flow.getChildren().add(text);
    }

    /** Columns share the width by their longest texts, within limits. */
    private GridPane table(TableBlock table) {
      GridPane grid = Controls.styled(new GridPane(), "guide-table");
      List<Integer> shares = new ArrayList<>();
      int row = 0;
      for (Node part : children(table, Node.class)) {
        for (TableRow cells : children(part, TableRow.class)) {
          // A row of empty titles exists only because Markdown requires one.
          if (part instanceof TableBody || !Guide.plainText(cells).isEmpty()) {
            addRow(children(cells, TableCell.class), row++, grid, shares);
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

    private void addRow(List<TableCell> cells, int row, GridPane grid, List<Integer> shares) {
      for (int column = 0; column < cells.size(); column++) {
        TableCell cell = cells.get(column);
        TextFlow flow = flow(cell);
        flow.getStyleClass().add(cell.isHeader() ? "guide-column-title" : "guide-cell");
        grid.add(flow, column, row);
        int most = column == cells.size() - 1 ? MOST_LAST_SHARE : MOST_SHARE;
        if (cells.size() > FEW_COLUMNS) {
          most = ALL_SHARES / cells.size();
        }
        int share = Math.clamp(Guide.plainText(cell).length(), LEAST_SHARE, most);
        if (column == shares.size()) {
          shares.add(share);
        } else if (share > shares.get(column)) {
          shares.set(column, share);
        }
      }
    }

    private static TextArea code(String code) {
      TextArea area = new TextArea(code);
      area.setEditable(false);
      // One more for the bar below lines that are too long, and some since signs that the font
      // lacks
      // make lines higher.
      int rows = Math.min((int) code.lines().count(), MOST_ROWS);
      area.setPrefRowCount(rows + 1 + rows / TALLER_ROWS);
      area.setMinHeight(Region.USE_PREF_SIZE);
      area.setStyle(MONOSPACE);
      area.setAccessibleText("Commands and what they print");
      return area;
    }

    private javafx.scene.Node picture(Image picture) {
      String words = Guide.plainText(picture);
      javafx.scene.image.Image image = pictures.get(picture.getDestination());
      if (image == null) {
        return Controls.label(words, "muted");
      }
      ImageView view = Controls.spoken(new ImageView(image), words);
      view.setPreserveRatio(true);
      StackPane room = new StackPane(view);
      room.setAlignment(Pos.TOP_LEFT);
      // As wide as there is room: a picture by itself never gives back the width it once had.
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
