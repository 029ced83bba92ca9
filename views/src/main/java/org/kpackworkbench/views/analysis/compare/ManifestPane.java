package org.kpackworkbench.views.analysis.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.export.DiffSettings;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Column;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskLook;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Header;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestWords;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.analysis.compare.ManifestModel.Shown;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.text.ChoiceWords;
import org.kpackworkbench.views.operation.edit.EditPlace;
import org.kpackworkbench.views.operation.edit.EditTool;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Manifests beside one another: a sentence, what they state about themselves, and a row an
 * architecture, for two as bars, for more as a grid.
 */
final class ManifestPane extends RowsLevelPane<Row> {
  private static final List<RowEdit> EDITS =
      List.of(
          new RowEdit(ActionId.TAKE_FROM_LEFT, 1, false),
          new RowEdit(ActionId.TAKE_FROM_RIGHT, 0, false),
          new RowEdit(ActionId.UPDATE_LEFT_FROM_DISK, 0, true),
          new RowEdit(ActionId.UPDATE_RIGHT_FROM_DISK, 1, true));

  private final ManifestModel manifests;
  private final Label summary = new Label();
  private final FlowPane headers =
      Controls.named(new FlowPane(), "manifest-headers", "manifest-headers");
  private final VBox disks = Controls.named(new VBox(), "manifest-disks", "manifest-disks");
  private final Label detail = new Label();
  private final Map<ActionId, EditTool> tools = new EnumMap<>(ActionId.class);

  private record RowEdit(ActionId action, int side, boolean fromDisk) {
    boolean isPossible(@Nullable ManifestMatrix matrix, @Nullable Row row) {
      return matrix != null
          && (fromDisk
              ? ManifestModel.canUpdate(matrix, row, side)
              : ManifestModel.canTake(matrix, row, side));
    }

    Maker<Progress, Optional<ManifestEdit>> maker(ManifestMatrix matrix, Row row) {
      return fromDisk
          ? ManifestModel.update(matrix, row, side)
          : ManifestModel.take(matrix, row, side);
    }
  }

  ManifestPane(
      ManifestModel manifests,
      CompareModel model,
      CompareTrail trail,
      ViewContext context,
      Runnable reload) {
    List<String> names = manifests.comparison().sides().stream().map(Side::label).toList();
    super(manifests.rows(), model, names, trail, context);
    this.manifests = manifests;
    setId("manifests");
    wrapping(summary, "manifest-summary");
    above(List.of(summary, headers, disks), reload, toolLine());
    setCenter(pane);
    wrapping(detail, "manifest-detail");
    detail.setMaxWidth(Double.MAX_VALUE);
    setBottom(detail);
    pane.filter().queryProperty().subscribe((before, now) -> manifests.query(now));
    pane.beside(onlyDifferences);
    ContentsRun contents = model.contents();
    follow(
        model.wantedProperty().subscribe(rows -> manifests.only(rows.onlyDifferences())),
        manifests.shownProperty().subscribe(this::show),
        // What is known of the disks comes with the contents.
        contents.stateProperty().subscribe(state -> manifests.refresh()),
        contents.knownProperty().subscribe(count -> manifests.refresh()),
        table.selectedProperty().subscribe(row -> described()),
        table.getFocusModel().focusedCellProperty().subscribe(cell -> described()));
  }

  private static void wrapping(Label label, String id) {
    label.setId(id);
    label.getStyleClass().add(id);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
  }

  private Node toolLine() {
    FlowPane line =
        Controls.named(new FlowPane(), "manifest-tools", "button-flow", "manifest-tools");
    if (manifests.isPair()) {
      for (RowEdit edit : EDITS) {
        ObservableValue<Boolean> can =
            Bindings.createObjectBinding(
                () -> edit.isPossible(matrix(), table.selectedProperty().get()),
                manifests.shownProperty(),
                table.selectedProperty());
        EditTool tool = new EditTool(can, () -> request(edit));
        tools.put(edit.action(), tool);
        line.getChildren().add(tool.button(edit.action()));
      }
    } else {
      line.getChildren().add(orders());
      line.getChildren()
          .add(
              SignButton.named(
                  "manifest-with-previous", "Compare With Previous", this::withPrevious));
    }
    line.getChildren()
        .addAll(
            stepButton("First Change", ActionId.FIRST_DIFFERENCE, "manifest-first", this::first),
            stepButton("↑", ActionId.PREVIOUS_DIFFERENCE, "manifest-previous", () -> step(-1)),
            stepButton("↓", ActionId.NEXT_DIFFERENCE, "manifest-next", () -> step(1)),
            SignButton.named("manifest-html", "Save as HTML…", this::html));
    for (Node part : line.getChildren()) {
      if (part instanceof Button button) {
        button.getStyleClass().add("small");
      }
    }
    return line;
  }

  private Node orders() {
    ChoiceBox<Order> orders = Controls.named(new ChoiceBox<>(), "manifest-order");
    orders.setAccessibleText("Order of the manifests");
    orders.getItems().setAll(Order.values());
    orders.setValue(manifests.order());
    orders.setConverter(new ChoiceWords<>(DiffSettings.SIDE_ORDER.kind()::title));
    orders.valueProperty().subscribe((before, now) -> manifests.order(now));
    return orders;
  }

  private @Nullable ManifestMatrix matrix() {
    Shown shown = manifests.shownProperty().get();
    return shown == null ? null : shown.matrix();
  }

  private void show(@Nullable Shown shown) {
    if (shown == null) {
      return;
    }
    ManifestMatrix matrix = shown.matrix();
    summary.setText(shown.summary());
    headers
        .getChildren()
        .setAll(matrix.headers().stream().map(each -> header(matrix, each)).toList());
    String pattern = ManifestModel.filePattern(matrix);
    if (pattern != null && manifests.isPair()) {
      headers.getChildren().add(header("files", new Label(pattern)));
    }
    List<String> sentences =
        shown.disks().size() > 2 ? List.of(disksOfMany(matrix)) : shown.disks();
    disks.getChildren().setAll(sentences.stream().map(ManifestPane::quiet).toList());
    showProblems();
    say(manifests.words(matrix));
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
    return Controls.text(text, "muted");
  }

  private static HBox header(String what, Label value) {
    Label name = Controls.whole(Controls.label(what, "muted"));
    value.setTooltip(new Tooltip(value.getText()));
    return Controls.styled(new HBox(name, value), "manifest-header");
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
          SignButton.of(
              "manifest-take-%s-%d".formatted(header.name(), into),
              sign,
              "%s: %s".formatted(words, header.name()),
              () -> request(matrix, into, "", progress -> Optional.of(edit)));
      button.getStyleClass().add("small");
      box.getChildren().add(button);
    }
  }

  private @Nullable Row selectedRow() {
    RowsTable.Cell<Row> cell = manifests.isPair() ? null : table.focusedCell();
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
    boolean pair = manifests.isPair();
    if (matrix == null || matrix.rows().isEmpty()) {
      detail.setText("");
    } else if (row == null) {
      detail.setText(
          pair
              ? matrix.scale() + " Enter compares the archives of a row."
              : ManifestWords.grid(matrix) + ". Enter compares the archives of both.");
    } else {
      detail.setText(
          pair
              ? pairWords(matrix, row)
              : ManifestWords.cell(matrix, row, selectedManifest()).replace("\n", "  ·  "));
    }
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

  @Override
  void open(LoadedRow<Row> line) {
    ManifestMatrix matrix = matrix();
    Row row = line.content();
    if (matrix == null || row == null) {
      return;
    }
    int manifest = manifests.isPair() ? 0 : selectedManifest();
    if (manifest > 0) {
      Column from = matrix.columns().get(manifest - 1);
      Column to = matrix.columns().get(manifest);
      String title = "%s, %s → %s".formatted(row.key(), from.name(), to.name());
      trail.openBeside(
          title,
          progress -> manifests.comparison().open(row.key(), from.side(), to.side(), progress),
          "Not both archives of %s are beside their manifests.".formatted(title));
    } else if (row.comparisonRow() >= 0) {
      trail.openRow(row.comparisonRow());
    }
  }

  private void request(RowEdit edit) {
    ManifestMatrix matrix = matrix();
    Row row = selectedRow();
    if (matrix != null && row != null && edit.isPossible(matrix, row)) {
      String own = row.cells().get(edit.side()).targetText();
      request(matrix, edit.side(), own.isEmpty() ? row.key() : own, edit.maker(matrix, row));
    }
  }

  /** Has an edit made where the manifest is edited, and leads there. */
  private void request(
      ManifestMatrix matrix,
      int side,
      String target,
      Maker<Progress, Optional<ManifestEdit>> maker) {
    Path file = ManifestModel.file(matrix, side).orElseThrow();
    context.run(
        () -> maker.make(Progress.NONE),
        edit -> {
          if (edit.isEmpty()) {
            say("Nothing would change in " + file.getFileName());
            return;
          }
          context.edits().request(file, edit.get());
          context.navigator().open(EditPlace.of(file, target));
        },
        "The row cannot be changed");
  }

  private void withPrevious() {
    ManifestMatrix matrix = matrix();
    int manifest = Math.max(1, selectedManifest());
    if (matrix != null) {
      List<Column> both = matrix.columns().subList(manifest - 1, manifest + 1);
      new Comparing(context).compare(new CompareCall(both.stream().map(Column::place).toList()));
    }
  }

  /** In which order the manifests are shown. */
  Order order() {
    return manifests.order();
  }

  private void html() {
    List<Side> sides = manifests.comparison().sides();
    new ComparisonExporter(context)
        .html(
            manifests.comparison(),
            sides.stream().map(side -> side.place().label()).toList(),
            manifests.order());
  }

  private void first() {
    if (manifests.isPair()) {
      stepRow(-1, 1);
    } else {
      stepManifest(0, 1);
    }
  }

  @Override
  void step(int by) {
    if (manifests.isPair()) {
      stepRow(table.getSelectionModel().getSelectedIndex(), by);
    } else {
      ManifestMatrix matrix = matrix();
      int from = selectedManifest();
      stepManifest(by < 0 && from == 0 && matrix != null ? matrix.columns().size() : from, by);
    }
  }

  private void stepRow(int from, int by) {
    ManifestMatrix matrix = matrix();
    int row =
        matrix == null
            ? -1
            : table
                .model()
                .next(from, by, at -> matrix.rows().get(at).step(0, 1).change() != Change.SAME);
    if (row < 0 || !table.pick(row)) {
      sayNoFurther(by);
    }
  }

  private void stepManifest(int from, int by) {
    ManifestMatrix matrix = matrix();
    int found = matrix == null ? -1 : matrix.nextChanged(from, by);
    if (matrix == null || found < 0) {
      say(by > 0 ? "Nothing changed in a later manifest" : "Nothing changed before");
      return;
    }
    int row = Math.max(0, ManifestModel.firstChanged(matrix, found));
    boolean unused = row < matrix.rows().size() && table.pickCell(row, found);
    table.scrollToColumnIndex(2 + found);
    say(
        "%s: %s"
            .formatted(matrix.columns().get(found).name(), ManifestWords.changesIn(matrix, found)));
  }

  @Override
  public void install(ActionHandlers page) {
    super.install(page);
    page.on(ActionId.FIRST_DIFFERENCE, this::first);
    tools.forEach((id, tool) -> page.on(id, tool.enabled(), tool.run()));
    menu(
        ActionId.TAKE_FROM_LEFT,
        ActionId.TAKE_FROM_RIGHT,
        ActionId.UPDATE_LEFT_FROM_DISK,
        ActionId.UPDATE_RIGHT_FROM_DISK,
        ActionId.SHOW_LEFT,
        ActionId.SHOW_RIGHT,
        ActionId.COPY,
        ActionId.COPY_CELL,
        ActionId.COPY_COMMAND,
        ActionId.EXPORT_COMPARISON);
  }

  /** Also {@code first change}, which only selects that. */
  @Override
  public boolean openNamed(String name) {
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
      trail.openRow(opens);
    }
    return found;
  }

  /** Of a grid the left side is the manifest before the selected one. */
  @Override
  public @Nullable Cell selected(int side) {
    ManifestMatrix matrix = matrix();
    Row row = selectedRow();
    if (matrix == null || row == null || side > 1) {
      return null;
    }
    int column = manifests.isPair() ? side : Math.max(1, selectedManifest()) - 1 + side;
    ManifestMatrix.Cell cell = row.cells().get(column);
    return new Cell(cell.stated(), Change.SAME, cell.sizeBytes(), cell.place(), cell.problem());
  }

  @Override
  public void dispose() {
    super.dispose();
    manifests.stop();
  }
}
