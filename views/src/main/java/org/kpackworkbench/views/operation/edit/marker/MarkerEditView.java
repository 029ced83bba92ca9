package org.kpackworkbench.views.operation.edit.marker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.MarkerEdit;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.operation.edit.HistoryPane;
import org.kpackworkbench.views.operation.edit.SessionView;
import org.kpackworkbench.views.operation.edit.Tool;
import org.kpackworkbench.views.spi.ViewContext;

/** The marker of a host-only binary as it will be saved, and the history of edits. */
final class MarkerEditView extends SessionView<MarkerEdit, EditedMarker, MarkerShot> {
  private static final double HISTORY_SHARE = 0.22;
  private static final double PATHS_HEIGHT = 92;

  private final Background.Latest looking;
  private final BorderPane root = new BorderPane();
  private final VBox top = new VBox();
  private final VBox form = new VBox();
  private final TextField name = new TextField();
  private final ListView<String> paths = new ListView<>();
  private final TextField added = new TextField();
  private final OutlookPane outlook;
  private final Map<ActionId, Tool> tools = new LinkedHashMap<>();
  private Subscription subscriptions = Subscription.EMPTY;
  private String askedName = "";
  private boolean showing;

  MarkerEditView(EditSession<MarkerEdit, EditedMarker, MarkerShot> session, ViewContext context) {
    super(session, context);
    this.looking = context.background().latest();
    this.outlook = new OutlookPane(context);
  }

  @Override
  public String id() {
    return "edit";
  }

  @Override
  public String title() {
    return "Edit";
  }

  @Override
  protected Node build() {
    ObservableValue<Boolean> some =
        paths.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
    tools.put(ActionId.RENAME, new Tool(some, this::editPath));
    tools.put(ActionId.DELETE, new Tool(some, this::delete));
    tools.put(ActionId.MOVE_UP, new Tool(some, () -> move(-1)));
    tools.put(ActionId.MOVE_DOWN, new Tool(some, () -> move(1)));
    HistoryPane history = new HistoryPane(session());
    buildForm();
    VBox.setVgrow(outlook, Priority.ALWAYS);
    ScrollPane left = new ScrollPane(new VBox(form, outlook));
    left.setFitToWidth(true);
    left.setFitToHeight(true);
    left.getStyleClass().add("edge-to-edge");
    SplitPane split = new SplitPane(left, history);
    split.setDividerPositions(1 - HISTORY_SHARE);
    root.setId("edit");
    root.setTop(top);
    root.setCenter(split);
    ActionHandlers handlers = editHandlers();
    tools.forEach((id, tool) -> handlers.on(id, tool.enabled(), tool.run()));
    handlers.on(ActionId.ADD, added::requestFocus).attachTo(root);
    subscriptions =
        Subscription.combine(
            session().shownProperty().subscribe(this::show),
            session().failureProperty().subscribe(this::failed),
            session().refusalProperty().subscribe(this::refused),
            history::end);
    return root;
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
    paths.setId("marker-paths");
    paths.getStyleClass().add("dense");
    paths.setEditable(true);
    paths.setAccessibleText("Search paths");
    paths.setPlaceholder(Tables.placeholder("There are no search paths."));
    paths.setCellFactory(made -> new PathCell(this::typingPath, this::takePath));
    paths.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.F2 && paths.getEditingIndex() < 0) {
            editPath();
            event.consume();
          }
        });
    paths.setPrefHeight(PATHS_HEIGHT);
    paths.setMinHeight(PATHS_HEIGHT);
    form.getChildren()
        .setAll(
            label("Kernel name: what the binary is called in archives", name),
            name,
            label("Search paths, in order, from the binary's folder; may hold @GFXARCH@", paths),
            paths,
            buttons(),
            addLine());
  }

  private static Label label(String text, Node of) {
    Label label = new Label(text);
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
    Button add = new Button("Add");
    add.setId("marker-add");
    add.getStyleClass().add("small");
    add.disableProperty().bind(Bindings.isEmpty(added.textProperty()));
    add.setOnAction(event -> add());
    add.setMinWidth(Region.USE_PREF_SIZE);
    HBox line = new HBox(added, add);
    line.getStyleClass().add("button-line");
    return line;
  }

  private FlowPane buttons() {
    FlowPane buttons = new FlowPane();
    buttons.getStyleClass().add("button-flow");
    tools.forEach(
        (id, tool) -> {
          Button button = tool.button(id);
          if (id == ActionId.RENAME) {
            button.setText("Edit");
          }
          buttons.getChildren().add(button);
        });
    return buttons;
  }

  private List<String> stated() {
    MarkerShot now = session().shownProperty().get();
    return new ArrayList<>(now == null ? List.of() : now.searchPaths());
  }

  private void apply(List<String> searchPaths) {
    session().apply(new MarkerEdit.SetSearchPaths(searchPaths));
  }

  /** Asked for once: the focus leaves before the answer is there. */
  private void takeName() {
    String typed = name.getText().strip();
    if (!showing && session().shownProperty().get() != null && !typed.equals(askedName)) {
      askedName = typed;
      session().apply(new MarkerEdit.SetKernelName(typed));
    }
  }

  private void takePath(int index, String path) {
    List<String> all = stated();
    if (index >= 0 && index < all.size()) {
      all.set(index, path);
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

  private void editPath() {
    int index = paths.getSelectionModel().getSelectedIndex();
    if (index >= 0) {
      paths.scrollTo(index);
      paths.layout();
      paths.edit(index);
    }
  }

  private void delete() {
    List<String> all = stated();
    all.remove(paths.getSelectionModel().getSelectedIndex());
    apply(all);
  }

  private void move(int by) {
    int from = paths.getSelectionModel().getSelectedIndex();
    int to = from + by;
    List<String> all = stated();
    if (from >= 0 && to >= 0 && to < all.size()) {
      Collections.swap(all, from, to);
      paths.getSelectionModel().clearAndSelect(to);
      apply(all);
    }
  }

  private void typing() {
    typingPath(-1, "");
  }

  /** Says what would come of what is typed. */
  private void typingPath(int index, String path) {
    MarkerShot now = session().shownProperty().get();
    if (now == null || showing) {
      return;
    }
    List<String> all = stated();
    if (index >= 0 && index < all.size()) {
      all.set(index, path.strip());
    }
    if (!added.getText().isBlank()) {
      all.add(added.getText().strip());
    }
    String typed = name.getText().strip();
    looking.run(() -> Outlook.of(now, typed, all), outlook::show, this::failed);
  }

  private void show(@Nullable MarkerShot now) {
    if (now == null) {
      return;
    }
    int selected = paths.getSelectionModel().getSelectedIndex();
    showing = true;
    try {
      askedName = now.kernelName();
      name.setText(now.kernelName());
      paths.getItems().setAll(now.searchPaths());
      if (selected >= 0 && !now.searchPaths().isEmpty()) {
        paths.getSelectionModel().select(Math.min(selected, now.searchPaths().size() - 1));
      }
    } finally {
      showing = false;
    }
    outlook.findings(now.findings());
    status(
        now.searchPaths().size() == 1
            ? "1 search path"
            : now.searchPaths().size() + " search paths");
    typing();
  }

  private void failed(@Nullable Throwable failure) {
    top.getChildren().removeIf(MessageBar.class::isInstance);
    if (failure != null && !(failure instanceof java.util.concurrent.CancellationException)) {
      top.getChildren()
          .addFirst(new MessageBar(MessageBar.Severity.ERROR, ErrorText.of(failure).inOneLine()));
      show(session().shownProperty().get());
    }
  }

  /** It cannot be edited at all. */
  private void refused(@Nullable Throwable why) {
    failed(why);
    form.setDisable(why != null);
  }

  @Override
  protected void ended() {
    looking.forget();
    subscriptions.unsubscribe();
  }
}
