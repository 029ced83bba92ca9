package org.kpackworkbench.views.kit.rows;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The table with its filter, in step with the place where the user is. */
final class RowsPane<R> extends BorderPane {
  private final RowsSpec<R> spec;
  private final ViewContext context;
  private final Consumer<Place> onSelection;
  private final Consumer<String> onStatus;
  private final Runnable onLoaded;
  private final RowsModel<R> model;
  private final Background.Latest search;
  private final RowsTable<R> table;
  private final VBox top = new VBox();
  private final FilterBox filter;
  private final ActionHandlers handlers = new ActionHandlers();
  private final Hyperlink hidden =
      new Hyperlink("The filter hides the selected row. Show all rows");
  private Subscription content = Subscription.EMPTY;
  private @Nullable RowSource<R> looked;
  private @Nullable Place awaited;
  private boolean showing;
  private int chosen = -1;

  RowsPane(
      RowsSpec<R> spec,
      ViewContext context,
      Consumer<Place> onSelection,
      Consumer<String> onStatus,
      Runnable onLoaded) {
    this.spec = spec;
    this.context = context;
    this.onSelection = onSelection;
    this.onStatus = onStatus;
    this.onLoaded = onLoaded;
    this.model = new RowsModel<>(spec, context.background());
    this.search = context.background().latest();
    this.filter = new FilterBox(spec.prompt());
    this.table = new RowsTable<>(spec, model, context);
    RowsStyle.addTo(this);
    hidden.setId(spec.id() + "-hidden");
    hidden.getStyleClass().add("hidden-row-note");
    hidden.managedProperty().bind(hidden.visibleProperty());
    hidden.setVisible(false);
    hidden.setOnAction(event -> filter.clear());
    top.getStyleClass().add("rows-top");
    top.getChildren().addAll(filter, hidden);
    setTop(top);
    setCenter(table);
    listen();
  }

  private void listen() {
    filter.queryProperty().subscribe(model::filter);
    model.problemProperty().subscribe(filter::problem);
    model.rowsProperty().subscribe(this::arrived);
    model.failureProperty().subscribe(this::failed);
    table.getSelectionModel().selectedItemProperty().subscribe(this::selected);
    table.onFollow(this::follow);
    table.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          Row<R> row = table.getSelectionModel().getSelectedItem();
          if (event.getCode() == KeyCode.ENTER && row != null && follow(row)) {
            event.consume();
          }
        });
    table.setContextMenu(new RowsMenu(context).menu());
    handlers
        .on(ActionId.COPY, () -> RowsCopy.copy(table, model, context))
        .on(ActionId.FIND, filter::focusField)
        .attachTo(this);
  }

  /** Lets the code objects of the rows be taken out of a file. */
  void extractFrom(OpenedFile file) {
    new RowsExtract<>(spec, table, model, context).install(file, handlers);
  }

  /** Puts something above the filter. */
  void above(Node node) {
    top.getChildren().addFirst(node);
  }

  void load() {
    model.load();
  }

  void show(Place place) {
    awaited = place;
    RowSource<R> rows = model.source();
    if (rows != null) {
      search.run(() -> spec.indexOf(rows, place), this::found, this::failed);
    }
  }

  void dispose() {
    model.stop();
    search.forget();
    content.unsubscribe();
  }

  private void arrived(@Nullable RowList<R> rows) {
    if (rows == null) {
      return;
    }
    showing = true;
    try {
      table.setItems(rows);
      table.setPlaceholder(
          Tables.placeholder(model.all() == 0 ? spec.empty() : "No row matches the filter."));
      setCenter(table);
      filter.count(model.shown(), model.all());
      hidden.setVisible(false);
      select(chosen < 0 ? -1 : rows.positionOf(chosen));
    } finally {
      showing = false;
    }
    if (!Objects.equals(looked, model.source())) {
      looked = model.source();
      look();
      onLoaded.run();
    }
    if (awaited != null) {
      show(awaited);
    }
  }

  /** Reads the sums and how wide the columns have to be. */
  private void look() {
    RowSource<R> rows = model.source();
    if (rows == null) {
      return;
    }
    if (rows.size() == 0) {
      // The headings have to be readable all the same.
      RowsWidths.apply(table, table.columns().stream().map(column -> List.<String>of()).toList());
      return;
    }
    context
        .background()
        .run(
            () -> new Looked(spec.status(rows), RowsFit.longest(rows, table.columns())),
            found -> {
              onStatus.accept(found.status());
              RowsWidths.apply(table, found.longest());
            },
            this::failed);
  }

  private record Looked(String status, List<List<String>> longest) {}

  private void found(int index) {
    awaited = null;
    RowList<R> rows = model.rowsProperty().get();
    if (index < 0 || rows == null) {
      deselect();
      return;
    }
    chosen = index;
    int position = rows.positionOf(index);
    hidden.setVisible(position < 0);
    showing = true;
    try {
      if (position < 0) {
        table.getSelectionModel().clearSelection();
      } else {
        select(position);
      }
    } finally {
      showing = false;
    }
  }

  /** What is shown elsewhere is in none of the rows. */
  void deselect() {
    awaited = null;
    chosen = -1;
    hidden.setVisible(false);
    showing = true;
    try {
      table.getSelectionModel().clearSelection();
    } finally {
      showing = false;
    }
  }

  private void select(int position) {
    if (position >= 0) {
      table.getSelectionModel().clearAndSelect(position);
      Reveal.row(table, position);
    }
  }

  private void selected(@Nullable Row<R> row) {
    content.unsubscribe();
    content = Subscription.EMPTY;
    if (showing || row == null) {
      return;
    }
    chosen = row.index();
    hidden.setVisible(false);
    // The row may still be on its way from the file.
    content =
        row.contentProperty()
            .subscribe(
                now -> {
                  Place place = now == null ? null : spec.place(now);
                  if (place != null) {
                    onSelection.accept(place);
                  }
                });
  }

  /** Goes where a row leads. */
  private boolean follow(Row<R> row) {
    R now = row.content();
    Place target = now == null ? null : spec.target(now);
    if (target == null) {
      return false;
    }
    context.navigator().open(target);
    return true;
  }

  private void failed(@Nullable Throwable failure) {
    if (failure != null && !(failure instanceof CancellationException)) {
      setCenter(new ErrorView(spec.title() + " could not be read", failure));
    }
  }
}
