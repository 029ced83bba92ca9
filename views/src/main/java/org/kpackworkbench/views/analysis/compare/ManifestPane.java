package org.kpackworkbench.views.analysis.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.export.DiffSettings;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskLook;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Header;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestWords;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.analysis.compare.CompareLevel.LevelPane;
import org.kpackworkbench.views.analysis.compare.ManifestModel.EditMaker;
import org.kpackworkbench.views.analysis.compare.ManifestModel.Shown;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.operation.edit.EditTool;
import org.kpackworkbench.views.operation.edit.kpm.EditPlace;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Manifests beside one another: a sentence, what they state about themselves, and a row an
 * architecture, for two as bars, for more as a grid.
 */
final class ManifestPane extends BorderPane implements LevelPane {

  /** What the pane needs from the page around it. */
  interface Way {
    /** Opens what lies below a row of the comparison. */
    void open(int row);

    /** Opens a comparison that no row opens. */
    void openBeside(String title, CompareTrail.Beside opening, String nothing);

    /** Compares manifests in a page of their own. */
    void compare(List<Place> manifests);

    /** Reads the files again. */
    void reload();
  }

  private final ManifestModel model;
  private final ViewContext context;
  private final Way way;
  private final ManifestPairSpec pairSpec = new ManifestPairSpec();
  private final ManifestGridSpec gridSpec = new ManifestGridSpec();
  private final RowsModel<Row> rows;
  private final RowsPane<Row> pane;
  private final RowsTable<Row> table;
  private final VBox top = new VBox();
  private final Label summary = new Label();
  private final FlowPane headers = new FlowPane();
  private final VBox disks = new VBox();
  private final Label detail = new Label();
  private final CheckBox onlyDifferences = new CheckBox("Only differences");
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private final Map<ActionId, EditTool> tools = new EnumMap<>(ActionId.class);
  private final Map<ActionId, SimpleBooleanProperty> enabled = new EnumMap<>(ActionId.class);
  private final Subscription subscriptions;

  ManifestPane(ManifestModel model, ContentsRun contents, ViewContext context, Way way) {
    this.model = model;
    this.context = context;
    this.way = way;
    RowsSpec<Row> spec = model.isPair() ? pairSpec : gridSpec;
    rows = new RowsModel<>(spec, context.background());
    rows.filter(model.query(spec.id()));
    pane = new RowsPane<>(rows, context);
    table = pane.table();
    setId("manifests");
    getStyleClass().add("compare-level");
    table.getStyleClass().add("compare-table");
    build(contents);
    table.onOpen(
        line -> {
          open(line);
          return true;
        });
    subscriptions =
        Subscription.combine(
            model.shownProperty().subscribe(this::show),
            model
                .failureProperty()
                .subscribe(
                    why -> {
                      if (why != null) {
                        setCenter(new ErrorView("The manifests could not be compared", why));
                      }
                    }),
            // What is known of the disks comes with the contents.
            contents.stateProperty().subscribe(state -> model.refresh()),
            contents.knownProperty().subscribe(count -> model.refresh()),
            table.selectedProperty().subscribe(row -> described()),
            table.getFocusModel().focusedCellProperty().subscribe(cell -> described()));
  }

  private void build(ContentsRun contents) {
    summary.setId("manifest-summary");
    summary.getStyleClass().add("manifest-summary");
    summary.setWrapText(true);
    summary.setMinHeight(Region.USE_PREF_SIZE);
    headers.setId("manifest-headers");
    headers.getStyleClass().add("manifest-headers");
    disks.setId("manifest-disks");
    disks.getStyleClass().add("manifest-disks");
    top.getStyleClass().add("compare-top");
    top.getChildren().addAll(summary, headers, disks);
    List<String> names = model.comparison().sides().stream().map(Side::label).toList();
    ProblemBars.addProblems(top, names, context);
    top.getChildren().addAll(new TablePane.ContentsBar(contents, way::reload), toolLine());
    setTop(top);
    setCenter(pane);
    detail.setId("manifest-detail");
    detail.getStyleClass().add("manifest-detail");
    detail.setWrapText(true);
    detail.setMinHeight(Region.USE_PREF_SIZE);
    detail.setMaxWidth(Double.MAX_VALUE);
    setBottom(detail);
    onlyDifferences.setId("compare-only-differences");
    onlyDifferences.setMinWidth(Region.USE_PREF_SIZE);
    onlyDifferences.setSelected(model.onlyDifferences());
    onlyDifferences
        .selectedProperty()
        .subscribe(
            (before, now) -> {
              model.onlyDifferences(now);
              chooseRows();
            });
    pane.filter().queryProperty().subscribe((before, now) -> model.query(rows.spec().id(), now));
    pane.beside(onlyDifferences);
  }

  private Node toolLine() {
    FlowPane line = new FlowPane();
    line.setId("manifest-tools");
    line.getStyleClass().addAll("button-flow", "manifest-tools");
    if (model.isPair()) {
      add(line, ActionId.TAKE_FROM_LEFT, () -> take(1));
      add(line, ActionId.TAKE_FROM_RIGHT, () -> take(0));
      add(line, ActionId.UPDATE_LEFT_FROM_DISK, () -> update(0));
      add(line, ActionId.UPDATE_RIGHT_FROM_DISK, () -> update(1));
    } else {
      line.getChildren().add(orders());
      line.getChildren()
          .add(button("Compare With Previous", "manifest-with-previous", this::withPrevious));
    }
    line.getChildren()
        .addAll(
            stepButton("First Change", ActionId.FIRST_DIFFERENCE, "manifest-first", this::first),
            stepButton("↑", ActionId.PREVIOUS_DIFFERENCE, "manifest-previous", () -> step(-1)),
            stepButton("↓", ActionId.NEXT_DIFFERENCE, "manifest-next", () -> step(1)),
            button("Save as HTML…", "manifest-html", this::html));
    return line;
  }

  private void add(FlowPane line, ActionId id, Runnable run) {
    SimpleBooleanProperty can = new SimpleBooleanProperty();
    EditTool tool = new EditTool(Bindings.createBooleanBinding(can::get, can), run);
    enabled.put(id, can);
    tools.put(id, tool);
    line.getChildren().add(tool.button(id));
  }

  private static Button button(String text, String id, Runnable action) {
    Button button = new Button(text);
    button.setId(id);
    button.getStyleClass().add("small");
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(event -> action.run());
    return button;
  }

  private static Button stepButton(String text, ActionId action, String id, Runnable run) {
    Button button = button(text, id, run);
    button.setTooltip(new Tooltip(ActionControls.tooltip(action)));
    button.setAccessibleText(action.text());
    return button;
  }

  private Node orders() {
    ChoiceBox<Order> orders = new ChoiceBox<>();
    orders.setId("manifest-order");
    orders.setAccessibleText("Order of the manifests");
    orders.getItems().setAll(Order.values());
    orders.setValue(model.order());
    orders.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(@Nullable Order order) {
            return order == null ? "" : DiffSettings.SIDE_ORDER.kind().title(order);
          }

          @Override
          public @Nullable Order fromString(String text) {
            return null;
          }
        });
    orders.valueProperty().subscribe((before, now) -> model.order(now));
    return orders;
  }

  private @Nullable ManifestMatrix matrix() {
    Shown shown = model.shownProperty().get();
    return shown == null ? null : shown.matrix();
  }

  private void show(@Nullable Shown shown) {
    if (shown == null) {
      return;
    }
    ManifestMatrix matrix = shown.matrix();
    pairSpec.show(matrix);
    gridSpec.show(matrix);
    summary.setText(shown.summary());
    headers
        .getChildren()
        .setAll(matrix.headers().stream().map(each -> header(matrix, each)).toList());
    String pattern = ManifestModel.filePattern(matrix);
    if (pattern != null && model.isPair()) {
      headers.getChildren().add(header("files", new Label(pattern)));
    }
    disks
        .getChildren()
        .setAll(
            shown.disks().size() > 2
                ? List.of(quiet(disksOfMany(matrix)))
                : shown.disks().stream().map(ManifestPane::quiet).toList());
    ProblemBars.refresh(top, model.comparison());
    rows.show(RowSource.of(matrix.rows()), wanted(matrix));
    long unread =
        matrix.rows().stream()
            .filter(row -> row.cells().stream().anyMatch(each -> each.unread()))
            .count();
    long changed = matrix.rows().stream().filter(ManifestPane::isChanged).count();
    long wrong = matrix.rows().stream().filter(ManifestPane::isWrong).count();
    status.set(
        "%d of %s changed%s%s"
            .formatted(
                changed,
                CountText.of(matrix.rows().size(), "row"),
                unread == 0
                    ? ""
                    : ", %d %snot known".formatted(unread, model.isPair() ? "" : "partly "),
                wrong == 0 ? "" : ", %d wrong on disk".formatted(wrong)));
    described();
  }

  private static String disksOfMany(ManifestMatrix matrix) {
    long wrong =
        java.util.stream.IntStream.range(0, matrix.columns().size())
            .filter(
                at ->
                    matrix.rows().stream()
                        .anyMatch(row -> row.cells().get(at).disk().state().wrong()))
            .count();
    boolean nowhere =
        matrix.columns().stream().allMatch(column -> column.disk() == DiskLook.NOWHERE);
    return nowhere
        ? ManifestWords.NOWHERE
        : wrong == 0
            ? "No difference between a manifest and its archives is known."
            : "%s different from the archives on disk: ✖ missing, ≠ other size or checksum, ⚠ unreadable, + not in the manifest."
                .formatted(CountText.of(wrong, "manifest is", "manifests are"));
  }

  private static Label quiet(String text) {
    Label label = new Label(text);
    label.getStyleClass().add("muted");
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }

  private static HBox header(String what, Label value) {
    Label name = new Label(what);
    name.getStyleClass().add("muted");
    name.setMinWidth(Region.USE_PREF_SIZE);
    value.setTooltip(new Tooltip(value.getText()));
    HBox box = new HBox(name, value);
    box.getStyleClass().add("manifest-header");
    return box;
  }

  private Node header(ManifestMatrix matrix, Header header) {
    HBox box = header(header.name(), new Label(ManifestModel.words(matrix, header)));
    boolean changed =
        java.util.stream.IntStream.range(1, header.values().size()).anyMatch(header::changedIn);
    if (changed) {
      box.getStyleClass().add("manifest-header-changed");
    }
    if (changed && matrix.columns().size() == 2) {
      addTake(box, matrix, header, 1, "→", "Take from left");
      addTake(box, matrix, header, 0, "←", "Take from right");
    }
    return box;
  }

  private void addTake(
      HBox box, ManifestMatrix matrix, Header header, int into, String sign, String words) {
    ManifestEdit edit = ManifestModel.takeHeader(header, into);
    if (edit != null && ManifestModel.file(matrix, into).isPresent()) {
      Button button =
          button(
              sign,
              "manifest-take-%s-%d".formatted(header.name(), into),
              () -> request(matrix, into, "", progress -> edit));
      button.setTooltip(new Tooltip("%s: %s".formatted(words, header.name())));
      button.setAccessibleText("%s: %s".formatted(words, header.name()));
      box.getChildren().add(button);
    }
  }

  private static boolean isChanged(Row row) {
    return java.util.stream.IntStream.range(1, row.cells().size()).anyMatch(row::changedIn);
  }

  private static boolean isWrong(Row row) {
    return row.cells().stream().anyMatch(cell -> cell.disk().state().wrong());
  }

  private java.util.function.@Nullable IntPredicate wanted(ManifestMatrix matrix) {
    return onlyDifferences.isSelected()
        ? at -> {
          Row row = matrix.rows().get(at);
          return isChanged(row)
              || isWrong(row)
              || row.cells().stream().anyMatch(cell -> cell.unread());
        }
        : null;
  }

  private void chooseRows() {
    ManifestMatrix matrix = matrix();
    if (matrix != null) {
      rows.only(wanted(matrix));
    }
  }

  private @Nullable Row selectedRow() {
    RowsTable.Cell<Row> cell = model.isPair() ? null : table.focusedCell();
    return cell == null ? table.selectedProperty().get() : cell.row();
  }

  /** The manifest of the selected cell of a grid; 0 if none is selected. */
  private int selectedManifest() {
    RowsTable.Cell<Row> cell = table.focusedCell();
    Integer manifest = cell == null ? null : cell.matrixKey(Integer.class);
    return manifest == null ? 0 : manifest;
  }

  private void described() {
    ManifestMatrix matrix = matrix();
    Row row = selectedRow();
    for (ActionId id : tools.keySet()) {
      Objects.requireNonNull(enabled.get(id)).set(matrix != null && can(id, matrix, row));
    }
    if (matrix == null || matrix.rows().isEmpty()) {
      detail.setText("");
    } else if (row == null) {
      detail.setText(
          model.isPair()
              ? matrix.scale() + " Enter compares the archives of a row."
              : ManifestWords.grid(matrix) + ". Enter compares the archives of both.");
    } else if (model.isPair()) {
      detail.setText(pairWords(matrix, row));
    } else {
      detail.setText(ManifestWords.cell(matrix, row, selectedManifest()).replace("\n", "  ·  "));
    }
  }

  private static boolean can(ActionId id, ManifestMatrix matrix, @Nullable Row row) {
    return switch (id) {
      case TAKE_FROM_LEFT -> ManifestModel.canTake(matrix, row, 1);
      case TAKE_FROM_RIGHT -> ManifestModel.canTake(matrix, row, 0);
      case UPDATE_LEFT_FROM_DISK -> ManifestModel.canUpdate(matrix, row, 0);
      case UPDATE_RIGHT_FROM_DISK -> ManifestModel.canUpdate(matrix, row, 1);
      default -> false;
    };
  }

  private static String pairWords(ManifestMatrix matrix, Row row) {
    List<String> parts = new ArrayList<>();
    parts.add(row.named() ? ManifestWords.change(row, 0, 1) : row.key());
    for (int side = 0; side < 2; side++) {
      if (row.cells().get(side).unread()) {
        parts.add(
            "%s: %s"
                .formatted(
                    matrix.columns().get(side).name(),
                    ManifestWords.wrong(matrix.columns().get(side))));
      }
      String words = row.cells().get(side).disk().words();
      if (!words.isEmpty()) {
        parts.add("%s on disk: %s".formatted(matrix.columns().get(side).name(), words));
      }
    }
    return String.join("  ·  ", parts);
  }

  private void open(LoadedRow<Row> line) {
    ManifestMatrix matrix = matrix();
    Row row = line.content();
    if (matrix == null || row == null) {
      return;
    }
    int manifest = model.isPair() ? 0 : selectedManifest();
    if (manifest > 0) {
      int from = matrix.columns().get(manifest - 1).side();
      int to = matrix.columns().get(manifest).side();
      String title =
          "%s, %s → %s"
              .formatted(
                  row.key(),
                  matrix.columns().get(manifest - 1).name(),
                  matrix.columns().get(manifest).name());
      way.openBeside(
          title,
          progress -> model.comparison().open(row.key(), from, to, progress),
          "Not both archives of %s are beside their manifests.".formatted(title));
    } else if (row.comparisonRow() >= 0) {
      way.open(row.comparisonRow());
    }
  }

  private void take(int into) {
    ManifestMatrix matrix = matrix();
    Row row = selectedRow();
    if (matrix != null && row != null && ManifestModel.canTake(matrix, row, into)) {
      request(matrix, into, target(row, into), ManifestModel.take(matrix, row, into));
    }
  }

  private void update(int side) {
    ManifestMatrix matrix = matrix();
    Row row = selectedRow();
    if (matrix != null && row != null && ManifestModel.canUpdate(matrix, row, side)) {
      request(matrix, side, target(row, side), ManifestModel.update(matrix, row, side));
    }
  }

  private static String target(Row row, int side) {
    String own = row.cells().get(side).targetText();
    return own.isEmpty() ? row.key() : own;
  }

  /** Has an edit made where the manifest is edited, and leads there. */
  private void request(ManifestMatrix matrix, int side, String target, EditMaker maker) {
    Path file = ManifestModel.file(matrix, side).orElseThrow();
    context
        .background()
        .run(
            () -> java.util.Optional.ofNullable(maker.make(Progress.NONE)),
            edit -> {
              if (edit.isEmpty()) {
                status.set("Nothing would change in " + file.getFileName());
                return;
              }
              context.edits().request(file, edit.get());
              context.navigator().open(EditPlace.of(file, target));
            },
            why -> context.dialogs().showError("The row cannot be changed", why));
  }

  private void withPrevious() {
    ManifestMatrix matrix = matrix();
    int manifest = Math.max(1, selectedManifest());
    if (matrix != null) {
      way.compare(
          List.of(
              matrix.columns().get(manifest - 1).place(), matrix.columns().get(manifest).place()));
    }
  }

  /** In which order the manifests are shown. */
  Order order() {
    return model.order();
  }

  private void html() {
    new ComparisonExporter(context)
        .html(
            model.comparison(),
            model.comparison().sides().stream().map(side -> side.place().label()).toList(),
            model.order());
  }

  private void first() {
    if (model.isPair()) {
      stepRow(-1, 1);
    } else {
      stepManifest(0, 1);
    }
  }

  private void step(int by) {
    if (model.isPair()) {
      stepRow(table.getSelectionModel().getSelectedIndex(), by);
    } else {
      ManifestMatrix matrix = matrix();
      int from = selectedManifest();
      stepManifest(by < 0 && from == 0 && matrix != null ? matrix.columns().size() : from, by);
    }
  }

  private void stepRow(int from, int by) {
    int at = from < 0 && by < 0 ? rows.shown() - 1 : from + by;
    for (; at >= 0 && at < rows.shown(); at += by) {
      Row row = rows.row(at).content();
      if (row != null && row.step(0, 1).change() != Change.SAME) {
        table.pickPosition(at);
        return;
      }
    }
    status.set(by > 0 ? "No further difference below" : "No further difference above");
  }

  private void stepManifest(int from, int by) {
    ManifestMatrix matrix = matrix();
    int found = matrix == null ? -1 : matrix.nextChanged(from, by);
    if (matrix == null || found < 0) {
      status.set(by > 0 ? "Nothing changed in a later manifest" : "Nothing changed before");
      return;
    }
    int row = Math.max(0, ManifestModel.firstChanged(matrix, found));
    boolean unused = row < matrix.rows().size() && table.pickCell(row, found);
    table.scrollToColumnIndex(2 + found);
    status.set(
        "%s: %s"
            .formatted(matrix.columns().get(found).name(), ManifestWords.changesIn(matrix, found)));
  }

  @Override
  public void install(ActionHandlers page) {
    page.on(ActionId.FIND, pane.filter()::focusField)
        .on(ActionId.COPY, () -> table.copy())
        .on(ActionId.COPY_ROWS, () -> table.copy())
        .on(ActionId.FIRST_DIFFERENCE, this::first)
        .on(ActionId.NEXT_DIFFERENCE, () -> step(1))
        .on(ActionId.PREVIOUS_DIFFERENCE, () -> step(-1))
        .toggle(ActionId.ONLY_DIFFERENCES, onlyDifferences.selectedProperty());
    tools.forEach((id, tool) -> page.on(id, tool.enabled(), tool.run()));
    table.setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(
                ActionId.TAKE_FROM_LEFT,
                ActionId.TAKE_FROM_RIGHT,
                ActionId.UPDATE_LEFT_FROM_DISK,
                ActionId.UPDATE_RIGHT_FROM_DISK,
                ActionId.SHOW_LEFT,
                ActionId.SHOW_RIGHT,
                ActionId.COPY,
                ActionId.COPY_CELL,
                ActionId.COPY_COMMAND,
                ActionId.EXPORT_COMPARISON));
  }

  /** Selects the row of that name, and opens it; {@code first change} only selects that. */
  boolean openNamed(String name) {
    ManifestMatrix matrix = matrix();
    if (name.equals("first change")) {
      first();
      return true;
    }
    int row = matrix == null ? -1 : matrix.rowOf(name);
    if (matrix == null || row < 0) {
      return false;
    }
    boolean found = table.pick(row);
    int opens = matrix.rows().get(row).comparisonRow();
    if (opens >= 0) {
      way.open(opens);
    }
    return found;
  }

  @Override
  public Node node() {
    return this;
  }

  @Override
  public ObservableValue<String> statusText() {
    return status.getReadOnlyProperty();
  }

  @Override
  public ObservableValue<@Nullable Place> place() {
    return table.selectedProperty().map(rows.spec()::place);
  }

  /** Of a grid the left side is the manifest before the selected one. */
  @Override
  public @Nullable Cell selected(int side) {
    ManifestMatrix matrix = matrix();
    Row row = selectedRow();
    if (matrix == null || row == null || side > 1) {
      return null;
    }
    int column = model.isPair() ? side : Math.max(1, selectedManifest()) - 1 + side;
    ManifestMatrix.Cell cell = row.cells().get(column);
    return new Cell(cell.stated(), Change.SAME, cell.sizeBytes(), cell.place(), cell.problem());
  }

  @Override
  public void focus() {
    table.requestFocus();
  }

  @Override
  public void dispose() {
    subscriptions.unsubscribe();
    model.stop();
    rows.stop();
    pane.dispose();
  }
}
