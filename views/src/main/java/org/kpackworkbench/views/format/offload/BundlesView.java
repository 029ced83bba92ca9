package org.kpackworkbench.views.format.offload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableRow;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.Reveal;
import org.kpackworkbench.views.kit.rows.RowsMenu;
import org.kpackworkbench.views.kit.rows.RowsStyle;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The bundles of a file with their entries, and what its marker says. */
public final class BundlesView extends BuiltView {
  /** What the view is called where there is nothing but a marker. */
  static final String MARKER = "Marker";

  private static final int MOST_OPENED = 24;

  private final Source source;
  private final Place parent;
  private final OpenedFile file;
  private final ViewContext context;
  private final BorderPane root = new BorderPane();
  private final TreeTableView<BundleNode> table = new TreeTableView<>();
  private final HashJobs hashes;
  private boolean loaded;
  private boolean showing;
  private @Nullable Place awaited;

  /** Where the rows come from; background threads. */
  @FunctionalInterface
  interface Source {
    List<BundleNode> load() throws IOException;
  }

  BundlesView(String title, Source source, Place parent, OpenedFile file, ViewContext context) {
    super("bundles", title);
    this.source = source;
    this.parent = parent;
    this.file = file;
    this.context = context;
    this.hashes = new HashJobs(context);
  }

  /** A binary without code of its own shows its marker here, by which the view is known, too. */
  @Override
  public List<Part> parts() {
    return title().equals(MARKER) ? List.of(new Part("marker", MARKER)) : List.of();
  }

  @Override
  public boolean shows(Place place) {
    boolean kind =
        switch (place) {
          case Place.Bundle bundle -> true;
          case Place.Marker marker -> true;
          case Place.CodeObject code -> code.parent() instanceof Place.Bundle;
          case Place.Part part -> part.parent() instanceof Place.Bundle;
          default -> false;
        };
    return kind && place.path().contains(parent);
  }

  @Override
  public void show(Place place) {
    awaited = place;
    if (loaded) {
      pick();
    }
  }

  @Override
  protected Node build() {
    table
        .getColumns()
        .setAll(
            List.of(
                BundleNameCell.column(context.ownerColors()),
                Columns.treeText("Target", BundleNode::target),
                Columns.treeSize("Size", BundleNode::sizeBytes),
                Columns.treeText("Details", BundleNode::details),
                Columns.treeAddress("Offset", BundleNode::fileOffset),
                Columns.treeAddress("In bundle", BundleNode::insideOffset),
                Columns.treeSize("Original", BundleNode::originalBytes),
                Columns.treeText("Ratio", BundleNode::ratio)));
    Tables.dress(table, "bundles", "Bundles", "Reading…", context.remembered())
        .on(ActionId.VERIFY_HASH, verifiable(), this::verify)
        .on(ActionId.EXTRACT, extractable(), this::extract)
        .on(
            ActionId.OPEN_SELECTED,
            table
                .getSelectionModel()
                .selectedItemProperty()
                .map(item -> item.getValue().leadsTo() != null)
                .orElse(false),
            this::follow);
    file.as(CodeObjectSource.class)
        .ifPresent(found -> context.export().draggable(table, found, this::codeObjects));
    table.setRowFactory(made -> new BundleTreeRow());
    table.getSelectionModel().selectedItemProperty().subscribe(this::selected);
    table.addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
    table.addEventHandler(MouseEvent.MOUSE_CLICKED, this::clicked);
    table.setContextMenu(new RowsMenu(context).menu());
    Following.of(table, context.ownerColors(), colors -> table.refresh());
    RowsStyle.addTo(root);
    root.setCenter(table);
    context
        .background()
        .run(
            source::load,
            this::arrived,
            failure -> failed(root, "The bundles could not be read", failure));
    return root;
  }

  private void arrived(List<BundleNode> nodes) {
    TreeItem<BundleNode> top = item(BundleNode.fact("", "", null, nodes));
    boolean few = nodes.size() <= MOST_OPENED;
    top.getChildren().forEach(child -> child.setExpanded(few));
    top.setExpanded(true);
    table.setRoot(top);
    table.setPlaceholder(Tables.placeholder("The file holds no offload bundle and no marker."));
    loaded = true;
    long compressed = nodes.stream().filter(node -> node.compressed() != null).count();
    if (compressed > 0) {
      root.setTop(buttons());
    }
    long bundles = nodes.stream().filter(node -> node.place() instanceof Place.Bundle).count();
    List<String> sums = new ArrayList<>();
    if (nodes.stream().anyMatch(node -> node.place() instanceof Place.Marker)) {
      sums.add("marker");
    }
    if (bundles > 0 || sums.isEmpty()) {
      sums.add(CountText.of(bundles, "bundle"));
    }
    if (compressed > 0) {
      sums.add(compressed + " compressed");
    }
    status().set(String.join(" · ", sums));
    pick();
  }

  private HBox buttons() {
    Button one = new Button("Verify Hash");
    one.setId("verify-hash");
    one.disableProperty().bind(Bindings.not(asExpression(verifiable())));
    one.setOnAction(event -> verify());
    Button all = new Button("Verify All Hashes");
    all.setId("verify-all-hashes");
    all.setOnAction(event -> hashes.verify(compressed()));
    HBox line = new HBox(one, all);
    line.getStyleClass().addAll("button-line", "rows-top");
    return line;
  }

  private static javafx.beans.binding.BooleanExpression asExpression(
      ObservableValue<Boolean> value) {
    return javafx.beans.binding.BooleanExpression.booleanExpression(value);
  }

  private ObservableValue<Boolean> verifiable() {
    return table
        .getSelectionModel()
        .selectedItemProperty()
        .map(item -> item.getValue() != null && item.getValue().compressed() != null)
        .orElse(false);
  }

  private void verify() {
    List<TreeItem<BundleNode>> items = new ArrayList<>();
    for (TreeItem<BundleNode> item : table.getSelectionModel().getSelectedItems()) {
      if (item != null && item.getValue().compressed() != null) {
        items.add(item);
      }
    }
    hashes.verify(items);
  }

  private ObservableValue<Boolean> extractable() {
    return table
        .getSelectionModel()
        .selectedItemProperty()
        .map(item -> !codeObjects(item).isEmpty())
        .orElse(false);
  }

  private void extract() {
    context.export().extract(file, codeObjects());
  }

  /** The code objects that are selected, or that are in what is selected; each once. */
  private List<Place.CodeObject> codeObjects() {
    Set<Place.CodeObject> all = new LinkedHashSet<>();
    table.getSelectionModel().getSelectedItems().stream()
        .filter(Objects::nonNull)
        .forEach(item -> all.addAll(codeObjects(item)));
    return List.copyOf(all);
  }

  private static List<Place.CodeObject> codeObjects(TreeItem<BundleNode> item) {
    if (item.getValue().leadsTo() instanceof Place.CodeObject code) {
      return List.of(code);
    }
    return item.getChildren().stream().flatMap(child -> codeObjects(child).stream()).toList();
  }

  private List<TreeItem<BundleNode>> compressed() {
    return table.getRoot().getChildren().stream()
        .filter(item -> item.getValue().compressed() != null)
        .toList();
  }

  private void pick() {
    Place place = awaited;
    awaited = null;
    TreeItem<BundleNode> item = place == null ? null : find(table.getRoot(), place);
    if (item == null) {
      return;
    }
    showing = true;
    try {
      for (TreeItem<BundleNode> above = item.getParent();
          above != null;
          above = above.getParent()) {
        above.setExpanded(true);
      }
      int row = table.getRow(item);
      table.getSelectionModel().clearAndSelect(row);
      Reveal.row(table, row);
    } finally {
      showing = false;
    }
  }

  private static @Nullable TreeItem<BundleNode> find(TreeItem<BundleNode> top, Place place) {
    for (TreeItem<BundleNode> child : top.getChildren()) {
      if (isAt(child.getValue().place(), place)) {
        return child;
      }
      TreeItem<BundleNode> below = find(child, place);
      if (below != null) {
        return below;
      }
    }
    return null;
  }

  /** Several wrappers may share a bundle: the code object is one, under whichever index. */
  private static boolean isAt(@Nullable Place row, Place place) {
    if (row instanceof Place.CodeObject here && place instanceof Place.CodeObject there) {
      return here.parent().equals(there.parent()) && here.target().equals(there.target());
    }
    return Objects.equals(row, place);
  }

  private void selected(@Nullable TreeItem<BundleNode> item) {
    Place place = item == null || item.getValue() == null ? null : item.getValue().place();
    if (!showing && place != null) {
      select(place);
    }
  }

  private void pressed(KeyEvent event) {
    if (event.getCode() == KeyCode.ENTER) {
      follow();
    }
  }

  private void clicked(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
      follow();
    }
  }

  private void follow() {
    TreeItem<BundleNode> item = table.getSelectionModel().getSelectedItem();
    Place target = item == null ? null : item.getValue().leadsTo();
    if (target != null) {
      context
          .navigator()
          .open(target instanceof Place.CodeObject code ? CodeObjectPlaces.inside(code) : target);
    }
  }

  private static TreeItem<BundleNode> item(BundleNode node) {
    TreeItem<BundleNode> item = new TreeItem<>(node);
    for (BundleNode child : node.children()) {
      item.getChildren().add(item(child));
    }
    return item;
  }

  /** The first cell of a row: its colour, a sign where something is wrong, its name. */
  private static final class BundleNameCell extends TreeTableCell<BundleNode, BundleNode> {
    private final ObservableValue<OwnerColors> colors;

    private BundleNameCell(ObservableValue<OwnerColors> colors) {
      this.colors = colors;
    }

    static TreeTableColumn<BundleNode, BundleNode> column(ObservableValue<OwnerColors> colors) {
      TreeTableColumn<BundleNode, BundleNode> column = new TreeTableColumn<>("Bundle, entry");
      column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue().getValue()));
      column.setCellFactory(made -> new BundleNameCell(colors));
      Columns.says(column, BundleNode.class, BundleNode::name);
      column.setSortable(false);
      return column;
    }

    @Override
    protected void updateItem(@Nullable BundleNode node, boolean empty) {
      super.updateItem(node, empty);
      if (empty || node == null) {
        setText(null);
        setGraphic(null);
        setTooltip(null);
        return;
      }
      setText(node.name());
      HBox box = new HBox();
      box.getStyleClass().add("mark-box");
      OwnerKind kind = node.mark().kind();
      if (kind != null) {
        box.getChildren().add(new Swatch(colors.getValue(), kind, node.mark().target()));
      }
      String problem = node.mark().problem();
      if (!problem.isEmpty()) {
        Label sign = new Label("⚠");
        sign.getStyleClass().add("problem-sign");
        box.getChildren().add(sign);
      }
      setGraphic(box.getChildren().isEmpty() ? null : box);
      setTooltip(new Tooltip(problem.isEmpty() ? node.name() : node.name() + "\n" + problem));
    }
  }

  /** A line of the tree that is highlighted where something is wrong with what it shows. */
  private static final class BundleTreeRow extends TreeTableRow<BundleNode> {
    private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

    @Override
    protected void updateItem(@Nullable BundleNode node, boolean empty) {
      super.updateItem(node, empty);
      pseudoClassStateChanged(PROBLEM, !empty && node != null && !node.mark().problem().isEmpty());
    }
  }

  /** Decompresses bundles and compares their hashes with the declared ones. */
  static final class HashJobs {
    private final ViewContext context;

    HashJobs(ViewContext context) {
      this.context = context;
    }

    /** What came of it: how many were checked, and the first that was wrong. */
    private record Checked(TreeItem<BundleNode> item, String problem) {}

    /** Starts a job over some compressed bundles; their rows say what came of it. */
    void verify(List<TreeItem<BundleNode>> items) {
      if (items.isEmpty()) {
        return;
      }
      String title =
          items.size() == 1
              ? "Verify the hash of " + items.getFirst().getValue().name()
              : "Verify %d hashes".formatted(items.size());
      context.jobs().start(title, progress -> check(items, progress), this::show);
    }

    private static List<Checked> check(List<TreeItem<BundleNode>> items, Progress progress)
        throws IOException {
      List<Checked> checked = new java.util.ArrayList<>();
      for (TreeItem<BundleNode> item : items) {
        checked.add(
            new Checked(
                item, problem(Objects.requireNonNull(item.getValue().compressed()), progress)));
      }
      return List.copyOf(checked);
    }

    /** What is wrong with a bundle's hash or content; empty where both are right. */
    static String problem(CompressedBundle bundle, Progress progress) throws IOException {
      try (UnpackedBundle unpacked = bundle.unpack(UnpackLimits.of(UnpackBudget.one()), progress)) {
        unpacked.verifyHash(progress);
        return "";
      } catch (FormatException failure) {
        return switch (failure.reason()) {
          case FILE_CHANGED, CLOSED -> throw failure;
          default -> String.valueOf(failure.getMessage());
        };
      }
    }

    private JobOutcome show(List<Checked> checked) {
      int wrong = 0;
      for (Checked one : checked) {
        BundleNode node = one.item().getValue();
        boolean right = one.problem().isEmpty();
        wrong += right ? 0 : 1;
        one.item().setValue(node.checked(right ? "hash verified" : "wrong hash", one.problem()));
      }
      if (wrong > 0) {
        return JobOutcome.of(
            JobOutcome.Severity.ERROR,
            "%d of %d hashes are wrong".formatted(wrong, checked.size()));
      }
      return JobOutcome.done(
          checked.size() == 1
              ? "The hash is right"
              : "All %d hashes are right".formatted(checked.size()));
    }
  }
}
