package org.kpackworkbench.views.operation.edit.marker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.edit.EditSettings;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.MarkerEdit;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.operation.edit.SessionView;
import org.kpackworkbench.views.spi.ViewContext;

/** The marker of a host-only binary as it will be saved, and the history of edits. */
final class MarkerEditView extends SessionView<MarkerEdit, EditedMarker, MarkerShot> {
  private static final double PATHS_HEIGHT = 118;
  private static final String PATH = "marker-path";

  private final Background.Latest looking;
  private final VBox form = new VBox();
  private final TextField name = new TextField();
  private final PathsSpec spec = new PathsSpec(this::takePath, this::typingPath);
  private final RowsTable<SearchPath> paths;
  private final TextField added = new TextField();
  private final MarkerForecastPane forecast;
  private String askedName = "";
  private boolean showing;

  MarkerEditView(EditSession<MarkerEdit, EditedMarker, MarkerShot> session, ViewContext context) {
    super(session, context);
    this.looking = context.background().latest();
    this.paths = RowsTable.alone(spec, context);
    this.forecast = new MarkerForecastPane(context);
  }

  @Override
  protected Node edited() {
    ObservableValue<Boolean> some =
        paths.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
    tool(ActionId.RENAME, some, () -> paths.edit(PATH));
    tool(ActionId.DELETE, some, this::delete);
    tool(ActionId.MOVE_UP, some, () -> move(-1));
    tool(ActionId.MOVE_DOWN, some, () -> move(1));
    buildForm();
    VBox.setVgrow(forecast, Priority.ALWAYS);
    ScrollPane left = Controls.styled(new ScrollPane(new VBox(form, forecast)), "edge-to-edge");
    left.setFitToWidth(true);
    left.setFitToHeight(true);
    editHandlers().on(ActionId.ADD, added::requestFocus).attachTo(root());
    return left;
  }

  private void buildForm() {
    form.getStyleClass().add("editor-pane");
    name.setId("marker-name");
    name.setPromptText("lib/libfoo.so.1");
    name.setOnAction(event -> takeName());
    name.focusedProperty()
        .subscribe(
            focused -> {
              if (!focused) {
                takeName();
              }
            });
    name.textProperty().subscribe(text -> typing());
    name.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            show(session().shownProperty().get());
          }
        });
    // They are moved and deleted one by one.
    paths.getSelectionModel().setSelectionMode(SelectionMode.SINGLE);
    paths.editedByKey(PATH);
    paths.setPrefHeight(PATHS_HEIGHT);
    paths.setMinHeight(PATHS_HEIGHT);
    form.getChildren()
        .setAll(
            label(EditSettings.KERNEL_NAME, ": ", name),
            name,
            label(EditSettings.SEARCH_PATH, ", ", paths),
            paths,
            editButtons(),
            addLine());
  }

  private static Label label(String change, String between, Node of) {
    Option<?> described = EditSettings.change(change);
    Label label = Controls.wrapped(new Label(described.title() + between + described.hint()));
    label.setLabelFor(of);
    return label;
  }

  private HBox addLine() {
    added.setId("marker-new-path");
    added.setPromptText("../.kpack/name_@GFXARCH@.kpack");
    added.setAccessibleText("Another search path");
    added.textProperty().subscribe(text -> typing());
    added.setOnAction(event -> add());
    HBox.setHgrow(added, Priority.ALWAYS);
    Button add = Controls.named(new Button("Add"), "marker-add", "small");
    add.disableProperty().bind(Bindings.isEmpty(added.textProperty()));
    add.setOnAction(event -> add());
    add.setMinWidth(Region.USE_PREF_SIZE);
    return Controls.styled(new HBox(added, add), "button-line");
  }

  private FlowPane editButtons() {
    FlowPane buttons = buttons();
    ((Button) buttons.getChildren().getFirst()).setText("Edit");
    return buttons;
  }

  private List<String> stated() {
    MarkerShot now = session().shownProperty().get();
    return new ArrayList<>(now == null ? List.of() : now.searchPaths());
  }

  private void apply(List<String> searchPaths) {
    session().apply(new MarkerEdit.SetSearchPaths(searchPaths));
  }

  /** Requested once: the focus leaves before the answer is there. */
  private void takeName() {
    String typed = name.getText().strip();
    if (!showing && session().shownProperty().get() != null && !typed.equals(askedName)) {
      askedName = typed;
      session().apply(new MarkerEdit.SetKernelName(typed));
    }
  }

  private void takePath(SearchPath path, String typed) {
    List<String> all = stated();
    if (path.number() < all.size()) {
      all.set(path.number(), typed.strip());
      apply(all);
    }
  }

  private void add() {
    String path = added.getText().strip();
    if (!path.isEmpty()) {
      List<String> all = stated();
      all.add(path);
      session()
          .change(
              document -> document.apply(new MarkerEdit.SetSearchPaths(all)),
              why -> {
                if (why == null) {
                  added.clear();
                }
              });
    }
  }

  private void delete() {
    List<String> all = stated();
    all.remove(paths.selectedRow());
    apply(all);
  }

  private void move(int by) {
    int from = paths.selectedRow();
    int to = from + by;
    List<String> all = stated();
    if (from >= 0 && to >= 0 && to < all.size()) {
      Collections.swap(all, from, to);
      apply(all);
    }
  }

  private void typing() {
    forecast(stated());
  }

  private void typingPath(SearchPath path, String typed) {
    List<String> all = stated();
    if (path.number() < all.size()) {
      all.set(path.number(), typed.strip());
    }
    forecast(all);
  }

  private void forecast(List<String> all) {
    MarkerShot now = session().shownProperty().get();
    if (now == null || showing) {
      return;
    }
    if (!added.getText().isBlank()) {
      all.add(added.getText().strip());
    }
    String typed = name.getText().strip();
    looking.run(() -> MarkerForecast.of(now, typed, all), forecast::show, this::failed);
  }

  @Override
  protected void show(@Nullable MarkerShot now) {
    if (now == null) {
      return;
    }
    showing = true;
    try {
      askedName = now.kernelName();
      name.setText(now.kernelName());
      paths.model().show(spec.source(now.searchPaths()));
    } finally {
      showing = false;
    }
    forecast.findings(now.findings());
    status().set(CountText.of(now.searchPaths().size(), "search path"));
    typing();
  }

  /** Shows a sentence, and the fields as the marker is. */
  @Override
  protected void say(String what) {
    super.say(what);
    show(session().shownProperty().get());
  }

  @Override
  protected void refused(Throwable why) {
    form.setDisable(true);
  }

  @Override
  protected void ended() {
    looking.forget();
  }

  /**
   * A search path.
   *
   * @param number its place among all
   */
  private record SearchPath(int number, String text) {}

  /** The search paths, which are edited in their cells. */
  private static final class PathsSpec extends TableSpec<SearchPath> {
    private final Map<String, Integer> ids = new HashMap<>();

    PathsSpec(BiConsumer<SearchPath, String> take, BiConsumer<SearchPath, String> typing) {
      super(
          TableWords.of(
              "marker-paths",
              EditSettings.change(EditSettings.SEARCH_PATH).title(),
              "There are no search paths."));
      columns(
          List.of(
              RowColumn.text("Search path", SearchPath::text)
                  .named(PATH)
                  .unsorted()
                  .stretching()
                  .edited(
                      new RowColumn.Edit<>(Function.identity(), take, "", path -> true, typing))));
    }

    @Override
    public boolean edited() {
      return true;
    }

    /** The paths, each with a number that it keeps when it is moved. */
    RowSource<SearchPath> source(List<String> all) {
      Map<String, Integer> alike = new HashMap<>();
      int[] numbers =
          all.stream()
              .map(path -> path + " " + alike.merge(path, 1, Integer::sum))
              .mapToInt(path -> ids.computeIfAbsent(path, made -> ids.size()))
              .toArray();
      return RowSource.of(
          IntStream.range(0, numbers.length)
              .mapToObj(at -> new SearchPath(at, all.get(at)))
              .toList(),
          at -> numbers[at]);
    }
  }

  /** Shows the effects of a marker: whether it fits, and what a loader finds with it. */
  private static final class MarkerForecastPane extends VBox {
    private static final double TABLE_HEIGHT = 140;

    private final Label fit = Controls.named(Controls.text(""), "marker-fit");
    private final Label layout = Controls.named(Controls.text(""), "marker-layout");
    private final Label words = Controls.named(Controls.text(""), "marker-found-words", "muted");
    private final RowsTable<MarkerForecast.Found> table;

    MarkerForecastPane(ViewContext context) {
      getStyleClass().add("editor-pane");
      Label heading = new Label("What a loader finds on this disk, without environment variables");
      heading.getStyleClass().add("editor-heading");
      heading.setWrapText(true);
      table =
          RowsTable.alone(
              RowsSpec.of(
                  "marker-found",
                  "What a loader finds",
                  "Searching the disk…",
                  List.of(
                      RowColumn.text("Search path", MarkerForecast.Found::searchPath),
                      RowColumn.text("Target", MarkerForecast.Found::target),
                      RowColumn.text("Wrappers with code", MarkerForecast.Found::code),
                      RowColumn.size("Size", MarkerForecast.Found::sizeBytes),
                      RowColumn.face(
                          "Remarks", MarkerForecast.Found::remark, MarkerForecastPane::remark),
                      RowColumn.text("Archive", MarkerForecast.Found::archive))),
              context);
      VBox.setVgrow(table, Priority.ALWAYS);
      table.setMinHeight(TABLE_HEIGHT);
      table.setPrefHeight(TABLE_HEIGHT);
      table.onOpen(
          line -> {
            MarkerForecast.Found found = line.content();
            if (found == null || found.path() == null) {
              return false;
            }
            context.navigator().open(new Place.File(found.path()));
            return true;
          });
      getChildren().setAll(fit, layout, heading, table, words);
    }

    private static RowColumn.Face remark(MarkerForecast.Found found) {
      return RowColumn.Face.of(found.remark(), "")
          .with(found.remark().isEmpty() ? null : KpackIcon.WARNING);
    }

    /** Shows what the layout verifier says of the file. */
    void findings(java.util.List<String> findings) {
      boolean none = findings.isEmpty();
      layout.setText(
          none
              ? "The layout verifier finds nothing wrong with the file."
              : "The layout verifier finds in the file: " + String.join("; ", findings));
      layout.setGraphic((none ? KpackIcon.OK : KpackIcon.WARNING).node());
    }

    void show(MarkerForecast forecast) {
      MarkerFit now = forecast.fit();
      if (now == null) {
        fit.setText(forecast.problem());
        fit.setGraphic(KpackIcon.ERROR.node());
      } else {
        fit.setText(sentence(now.words()));
        fit.setGraphic(
            (now.kind() == MarkerFit.Kind.IN_PLACE ? KpackIcon.OK : KpackIcon.INFO).node());
      }
      table.show(forecast.found());
      words.setText(forecast.words());
    }

    private static String sentence(String words) {
      return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }
  }
}
