package org.kpackworkbench.views.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.action.ActionHandlers;
import org.kpackworkbench.views.action.ActionId;
import org.kpackworkbench.views.dialog.ErrorView;
import org.kpackworkbench.views.extend.DocumentView;
import org.kpackworkbench.views.extend.ViewContext;
import org.kpackworkbench.views.job.Background;
import org.kpackworkbench.views.table.FilterBox;
import org.kpackworkbench.views.table.Tables;

/** A view that is one table. */
public final class RowsView<R> implements DocumentView {
  private final RowsSpec<R> spec;
  private final ViewContext context;
  private final RowsModel<R> model;
  private final Background.Latest search;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private final BorderPane root = new BorderPane();
  private final VBox top = new VBox();
  private final FilterBox filter;
  private final Hyperlink hidden = new Hyperlink();
  private @Nullable RowsTable<R> table;
  private @Nullable Place awaited;
  private Subscription selected = Subscription.EMPTY;
  private boolean showing;
  private int chosen = -1;

  /** A view of what the spec says. */
  public RowsView(RowsSpec<R> spec, ViewContext context) {
    this.spec = spec;
    this.context = context;
    this.model = new RowsModel<>(spec, context.background());
    this.search = context.background().latest();
    this.filter = new FilterBox(spec.prompt());
  }

  /** Puts something above the table: facts about all rows. */
  public RowsView<R> above(Node node) {
    top.getChildren().addFirst(node);
    return this;
  }

  @Override
  public String id() {
    return spec.id();
  }

  @Override
  public String title() {
    return spec.title();
  }

  @Override
  public Node node() {
    if (table == null) {
      build();
    }
    return root;
  }

  @Override
  public boolean shows(Place place) {
    return spec.shows(place);
  }

  @Override
  public void show(Place place) {
    awaited = place;
    if (model.rowsProperty().get() != null) {
      lookFor(place);
    }
  }

  @Override
  public ObservableValue<@Nullable Place> selection() {
    return selection.getReadOnlyProperty();
  }

  @Override
  public ObservableValue<String> statusText() {
    return status.getReadOnlyProperty();
  }

  @Override
  public void dispose() {
    search.forget();
    selected.unsubscribe();
  }

  private void build() {
    RowsTable<R> made = new RowsTable<>(spec, model, context);
    table = made;
    hidden.setId(spec.id() + "-hidden");
    hidden.managedProperty().bind(hidden.visibleProperty());
    hidden.setVisible(false);
    hidden.setOnAction(event -> filter.clear());
    top.getStyleClass().add("rows-top");
    top.getChildren().addAll(filter, hidden);
    root.setTop(top);
    root.setCenter(made);
    filter.queryProperty().subscribe(model::filter);
    model.problemProperty().subscribe(filter::problem);
    model.rowsProperty().subscribe(rows -> arrived(made, rows));
    model.failureProperty().subscribe(this::failed);
    made.getSelectionModel().selectedItemProperty().subscribe(this::selected);
    made.addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
    made.addEventHandler(MouseEvent.MOUSE_CLICKED, this::clicked);
    made.setContextMenu(new RowsMenu(context).menu());
    handlers(made).attachTo(root);
    model.load();
  }

  private ActionHandlers handlers(RowsTable<R> made) {
    return new ActionHandlers()
        .on(ActionId.COPY, () -> RowsCopy.copy(made, model, context))
        .on(ActionId.FIND, filter::focusField);
  }

  private void arrived(RowsTable<R> made, @Nullable RowList<R> rows) {
    if (rows == null) {
      return;
    }
    boolean first = made.getItems().isEmpty() && status.get().isEmpty();
    showing = true;
    try {
      made.setItems(rows);
      made.setPlaceholder(
          Tables.placeholder(model.all() == 0 ? spec.empty() : "No row matches the filter."));
      root.setCenter(made);
      filter.count(model.shown(), model.all());
      int position = chosen < 0 ? -1 : rows.positionOf(chosen);
      if (position >= 0) {
        made.getSelectionModel().clearAndSelect(position);
        Reveal.row(made, position);
      }
    } finally {
      showing = false;
    }
    if (first) {
      fit(made);
    }
    Place place = awaited;
    hidden.setVisible(false);
    if (place != null) {
      lookFor(place);
    }
  }

  /** Reads the sums and how wide the columns have to be, once. */
  private void fit(RowsTable<R> made) {
    RowSource<R> rows = model.source();
    if (rows == null || rows.size() == 0) {
      return;
    }
    context
        .background()
        .run(
            () -> new Looked(spec.status(rows), RowsFit.longest(rows, spec.columns())),
            looked -> {
              status.set(looked.status());
              RowsWidths.apply(made, spec.columns(), looked.longest());
            },
            this::failed);
  }

  private record Looked(String status, List<List<String>> longest) {}

  private void lookFor(Place place) {
    RowSource<R> rows = model.source();
    if (rows == null) {
      return;
    }
    search.run(() -> spec.indexOf(rows, place), this::found, this::failed);
  }

  private void found(int index) {
    awaited = null;
    RowList<R> rows = model.rowsProperty().get();
    RowsTable<R> made = table;
    if (index < 0 || rows == null || made == null) {
      return;
    }
    chosen = index;
    int position = rows.positionOf(index);
    hidden.setText("The filter hides the selected row. Show all rows");
    hidden.setVisible(position < 0);
    showing = true;
    try {
      if (position < 0) {
        made.getSelectionModel().clearSelection();
      } else {
        made.getSelectionModel().clearAndSelect(position);
        Reveal.row(made, position);
      }
    } finally {
      showing = false;
    }
  }

  private void selected(@Nullable Row<R> row) {
    selected.unsubscribe();
    selected = Subscription.EMPTY;
    if (showing || row == null) {
      return;
    }
    chosen = row.index();
    hidden.setVisible(false);
    // The row may still be on its way from the file.
    selected =
        row.contentProperty()
            .subscribe(
                content -> {
                  Place place = content == null ? null : spec.place(content);
                  if (place != null) {
                    selection.set(place);
                  }
                });
  }

  private void failed(@Nullable Throwable failure) {
    if (failure != null && !(failure instanceof CancellationException)) {
      root.setCenter(new ErrorView(spec.title() + " could not be read", failure));
    }
  }

  private void pressed(KeyEvent event) {
    if (event.getCode() == KeyCode.ENTER && follow()) {
      event.consume();
    }
  }

  private void clicked(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
      follow();
    }
  }

  /** Goes where the selected row leads. */
  private boolean follow() {
    Row<R> row = table == null ? null : table.getSelectionModel().getSelectedItem();
    R content = row == null ? null : row.content();
    Place target = content == null ? null : spec.target(content);
    if (target == null) {
      return false;
    }
    context.navigator().go(target);
    return true;
  }

  /** The rows that are shown, for tests: what each column says. */
  List<List<String>> texts() {
    List<List<String>> all = new ArrayList<>();
    for (Row<R> row :
        table == null ? FXCollections.<Row<R>>emptyObservableList() : table.getItems()) {
      R content = row.content();
      all.add(
          content == null
              ? List.of()
              : spec.columns().stream().map(column -> column.plain(content)).toList());
    }
    return all;
  }
}
