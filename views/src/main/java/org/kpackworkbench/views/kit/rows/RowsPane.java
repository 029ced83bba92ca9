package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.beans.value.ObservableValue;
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
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectSource;
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
          LoadedRow<R> row = table.getSelectionModel().getSelectedItem();
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

  private void selected(@Nullable LoadedRow<R> row) {
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
  private boolean follow(LoadedRow<R> row) {
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

  /** Copies the selected rows as lines of values with tabs between. */
  private static final class RowsCopy {
    private RowsCopy() {}

    static <R> void copy(RowsTable<R> table, RowsModel<R> model, ViewContext context) {
      RowSource<R> source = model.source();
      if (source == null) {
        return;
      }
      List<Integer> positions =
          table.getSelectionModel().getSelectedIndices().stream().sorted().distinct().toList();
      List<Integer> indices = new ArrayList<>(positions.size());
      for (int position : positions) {
        indices.add(model.row(position).index());
      }
      List<RowColumn<R>> columns = new ArrayList<>();
      table
          .getVisibleLeafColumns()
          .forEach(
              column -> {
                RowColumn<R> meaning = table.meaning(column);
                if (meaning != null) {
                  columns.add(meaning);
                }
              });
      context
          .background()
          .run(
              () -> text(source, indices, columns),
              RowCopy::toClipboard,
              failure -> context.dialogs().showError("The rows could not be copied", failure));
    }

    static <R> String text(RowSource<R> source, List<Integer> indices, List<RowColumn<R>> columns)
        throws IOException {
      StringBuilder text = new StringBuilder();
      text.append(columns.stream().map(RowColumn::title).collect(Collectors.joining("\t")));
      for (int index : indices) {
        R row = source.row(index);
        text.append('\n');
        text.append(
            columns.stream()
                .map(column -> column.plain(row).replaceAll("[\\t\\r\\n]", " "))
                .collect(Collectors.joining("\t")));
      }
      return text.append('\n').toString();
    }
  }

  /** Takes the code objects of the selected rows out of their file. UI thread only. */
  private static final class RowsExtract<R> {
    private final RowsSpec<R> spec;
    private final RowsTable<R> table;
    private final RowsModel<R> model;
    private final ViewContext context;

    RowsExtract(RowsSpec<R> spec, RowsTable<R> table, RowsModel<R> model, ViewContext context) {
      this.spec = spec;
      this.table = table;
      this.model = model;
      this.context = context;
    }

    /** Handles Extract, and makes rows draggable. */
    void install(OpenedFile file, ActionHandlers handlers) {
      CodeObjectExport exporter = context.export();
      ObservableValue<Boolean> some =
          table.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
      handlers.on(ActionId.EXTRACT, some, () -> extract(file, exporter));
      file.as(CodeObjectSource.class)
          .ifPresent(source -> exporter.draggable(table, source, this::inSight));
    }

    private void extract(OpenedFile file, CodeObjectExport exporter) {
      RowSource<R> source = model.source();
      if (source == null) {
        return;
      }
      List<Integer> indices = new ArrayList<>();
      for (int position : positions()) {
        indices.add(model.row(position).index());
      }
      context
          .background()
          .run(
              () -> places(source, indices),
              places -> exporter.extract(file, places),
              failure ->
                  context.dialogs().showError("The selected rows could not be read", failure));
    }

    private List<Place.CodeObject> places(RowSource<R> source, List<Integer> indices)
        throws IOException {
      List<Place.CodeObject> places = new ArrayList<>();
      for (int index : indices) {
        Place.CodeObject code = spec.codeObject(source.row(index));
        if (code != null) {
          places.add(code);
        }
      }
      return List.copyOf(places);
    }

    /** The selected rows that have been read, as any that the pointer is on. */
    private List<Place.CodeObject> inSight() {
      List<Integer> positions = positions();
      if (positions.size() > CodeObjectExport.MOST_DRAGGED) {
        return List.of();
      }
      List<Place.CodeObject> places = new ArrayList<>();
      for (int position : positions) {
        R row = model.row(position).content();
        Place.CodeObject code = row == null ? null : spec.codeObject(row);
        if (code != null) {
          places.add(code);
        }
      }
      return List.copyOf(places);
    }

    private List<Integer> positions() {
      return table.getSelectionModel().getSelectedIndices().stream()
          .filter(position -> position >= 0)
          .sorted()
          .distinct()
          .toList();
    }
  }
}
