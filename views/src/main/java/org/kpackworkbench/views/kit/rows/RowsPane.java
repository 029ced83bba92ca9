package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * A table with its filter, in step with the place where the user is. UI thread only.
 *
 * <p>A view that is more than a table holds one, and puts what it needs {@link #beside} the filter
 * or {@link #above} it.
 */
public final class RowsPane<R> extends BorderPane {
  /** The line of shared columns is beside the filter where it takes no more of the width. */
  private static final double SHARED_SHARE = 0.4;

  /** In less width tools are below the filter, which would get too narrow to read. */
  private static final double LEAST_FOR_TOOLS = 640;

  /** In less height a row more is worth more than a line of shared columns. */
  private static final double LEAST_ROWS = 10;

  private final RowsSpec<R> spec;
  private final ViewContext context;
  private final RowsModel<R> model;
  private final Background.Latest search;
  private final RowsTable<R> table;
  private final VBox top = Controls.styled(new VBox(), "rows-top");
  private final HBox line = Controls.styled(new HBox(), "rows-line");
  private final FilterBox filter;
  private final SharedColumns<R> shared;
  private final ActionHandlers handlers = new ActionHandlers();
  private final Hyperlink hidden =
      Controls.styled(Controls.collapsing(new Hyperlink()), "hidden-row-note");
  private @Nullable HBox tools;
  private Node shown;
  private final List<Consumer<Place>> onSelection = new ArrayList<>();
  private Consumer<String> onStatus = status -> {};
  private Runnable onLoaded = () -> {};
  private Subscription content = Subscription.EMPTY;
  private @Nullable RowSource<R> looked;
  private @Nullable Place awaited;
  private Subscription subscriptions = Subscription.EMPTY;

  /** A pane of what a model shows; its query and order are taken over. */
  public RowsPane(RowsModel<R> model, ViewContext context) {
    this.model = model;
    this.spec = model.spec();
    this.context = context;
    this.search = context.background().latest();
    this.filter = new FilterBox(spec.words().prompt(), spec.words().help());
    filter.query(model.query());
    this.table = new RowsTable<>(model, context);
    hidden.setId(spec.words().id() + "-hidden");
    hidden.setVisible(false);
    // Of a long name the middle is left out: the way out stays visible.
    hidden.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    hidden.setOnAction(event -> filter.clear());
    HBox.setHgrow(filter, Priority.ALWAYS);
    line.getChildren().add(filter);
    shared = table.sharedColumns();
    top.getChildren().addAll(line, hidden, shared);
    setTop(top);
    shown = table;
    setCenter(shown);
    listen();
  }

  /** Puts the line of shared columns beside the filter where it is short, else below it. */
  @Override
  protected void layoutChildren() {
    boolean beside = shared.prefWidth(-1) <= SHARED_SHARE * getWidth();
    shared.fits(beside || getHeight() >= LEAST_ROWS * table.getFixedCellSize());
    if (beside != line.getChildren().contains(shared)) {
      top.getChildren().remove(shared);
      line.getChildren().remove(shared);
      if (beside) {
        line.getChildren().add(line.getChildren().indexOf(filter) + 1, shared);
      } else {
        top.getChildren().add(shared);
      }
      // The filter gives way to what else is on its line, not short texts.
      filter.setPrefWidth(beside ? 0 : USE_COMPUTED_SIZE);
    }
    layTools();
    super.layoutChildren();
  }

  private void layTools() {
    boolean narrow = getWidth() < LEAST_FOR_TOOLS;
    if (tools != null && narrow == line.getChildren().contains(tools)) {
      (narrow ? line : top).getChildren().remove(tools);
      if (narrow) {
        top.getChildren().add(top.getChildren().indexOf(line) + 1, tools);
      } else {
        line.getChildren().add(tools);
      }
    }
  }

  private void listen() {
    filter.queryProperty().subscribe((before, now) -> model.filter(now));
    subscriptions =
        Subscription.combine(
            model.problemProperty().subscribe(filter::problem),
            model.arrangedProperty().subscribe(this::arrived),
            model.failureProperty().subscribe(this::failed));
    table.onPick(this::picked);
    table.onOpen(this::follow);
    table.setContextMenu(new RowsMenu(context).menu());
    handlers
        .on(ActionId.COPY, () -> table.copy())
        .on(ActionId.FIND, filter::focusField)
        .on(
            ActionId.OPEN_SELECTED,
            table.selectedProperty().map(row -> target(row) != null).orElse(false),
            () -> {
              R row = table.selectedProperty().get();
              Place target = row == null ? null : target(row);
              if (target != null) {
                context.navigator().open(target);
              }
            })
        .attachTo(this);
  }

  /** Where a row leads, or the code object that it is. */
  private @Nullable Place target(R row) {
    Place target = spec.target(row);
    Place.CodeObject code = target == null ? spec.codeObject(row) : null;
    return code == null ? target : CodeObjectPlaces.inside(code);
  }

  /** The table. */
  public RowsTable<R> table() {
    return table;
  }

  /** The field above it. */
  public FilterBox filter() {
    return filter;
  }

  /** Returns the handlers of actions on the rows; a view adds its own. */
  public ActionHandlers handlers() {
    return handlers;
  }

  /** Receives the place of the selected row. */
  public void onSelection(Consumer<Place> action) {
    onSelection.add(action);
  }

  /** Receives the totals of all rows. */
  public void onStatus(Consumer<String> action) {
    onStatus = action;
  }

  /** Run each time that the rows were read. */
  public void onLoaded(Runnable action) {
    onLoaded = action;
  }

  /** Lets the code objects of the rows be taken out of a file. */
  void extractFrom(OpenedFile file) {
    new RowsExtract<>(table, context).install(file, handlers);
  }

  /** Puts something above the filter. */
  public void above(Node node) {
    top.getChildren().addFirst(node);
  }

  /** Puts something behind the filter, on the same line. */
  public void beside(Node... nodes) {
    line.getChildren().addAll(nodes);
  }

  /** Puts buttons behind the filter, or below it where there is no room for both. */
  public void tools(String style, Node... nodes) {
    HBox made = Controls.styled(new HBox(nodes), style);
    tools = made;
    line.getChildren().add(made);
  }

  /** Puts something that contains the table where the table is. */
  public void content(Node around) {
    shown = around;
    setCenter(shown);
  }

  void load() {
    model.load();
  }

  /** Selects the row of a place, now or when the rows have been read. */
  public void show(Place place) {
    awaited = place;
    RowSource<R> rows = model.source();
    if (rows != null) {
      search.run(() -> spec.indexOf(rows, place), index -> found(index, place), this::failed);
    }
  }

  /** Called when the table is not shown any more; the model goes on. */
  public void dispose() {
    search.forget();
    content.unsubscribe();
    subscriptions.unsubscribe();
  }

  private void arrived(RowsModel.@Nullable Arranged<R> now) {
    if (now == null) {
      return;
    }
    setCenter(shown);
    filter.count(model.matched(), model.all());
    if (model.matched() == 0 && model.all() > 0 && !model.query().isEmpty()) {
      table.setPlaceholder(nothingMatches());
    }
    hidden.setVisible(false);
    if (!Objects.equals(looked, now.source())) {
      looked = now.source();
      context
          .background()
          .run(() -> spec.status(now.source()), status -> onStatus.accept(status), this::failed);
      onLoaded.run();
    }
    if (awaited != null) {
      show(awaited);
    }
  }

  private Node nothingMatches() {
    Button clear = new Button("Clear the filter");
    clear.setOnAction(event -> filter.clear());
    return Controls.styled(
        new VBox(Tables.placeholder("No row matches the filter."), clear), "empty-state");
  }

  private void found(int index, Place place) {
    awaited = null;
    if (index < 0) {
      deselect();
      return;
    }
    int position = model.reveal(index);
    table.settle(position);
    table.keep(index);
    hidden.setText("The filter hides %s. Show all rows".formatted(place.label()));
    hidden.setVisible(position < 0);
  }

  /** Deselects all rows, because what is shown elsewhere is in none of them. */
  public void deselect() {
    awaited = null;
    hidden.setVisible(false);
    table.forget();
  }

  private void picked(LoadedRow<R> row) {
    hidden.setVisible(false);
    content.unsubscribe();
    // The row may still be on its way from the file.
    content =
        row.contentProperty()
            .subscribe(
                now -> {
                  Place place = now == null ? null : spec.place(now);
                  if (place != null) {
                    onSelection.forEach(each -> each.accept(place));
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
      setCenter(new ErrorView(spec.words().title() + " could not be read", failure));
    }
  }

  /** Takes the code objects of the selected rows out of their file. UI thread only. */
  private static final class RowsExtract<R> {
    private final RowsSpec<R> spec;
    private final RowsTable<R> table;
    private final RowsModel<R> model;
    private final ViewContext context;

    RowsExtract(RowsTable<R> table, ViewContext context) {
      this.table = table;
      this.model = table.model();
      this.spec = model.spec();
      this.context = context;
    }

    /** Handles Extract, and makes rows draggable. */
    void install(OpenedFile file, ActionHandlers handlers) {
      CodeObjectExport exporter = context.export();
      ObservableValue<Boolean> some =
          table.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
      handlers
          .on(ActionId.EXTRACT, some, () -> extract(table.selectedRows(), file, exporter::extract))
          .on(ActionId.EXTRACT_ALL, () -> extractAll(file, exporter));
      file.as(CodeObjectSource.class)
          .ifPresent(source -> exporter.draggable(table, source, this::inSight));
    }

    /** All that the table shows: without a filter the whole file. */
    private void extractAll(OpenedFile file, CodeObjectExport exporter) {
      if (model.shown() == model.all()) {
        exporter.extractAll(file);
      } else {
        List<Integer> shown = new ArrayList<>();
        for (int position = 0; position < model.shown(); position++) {
          shown.add(model.row(position).index());
        }
        extract(shown, file, exporter::extractShown);
      }
    }

    private void extract(
        List<Integer> indices,
        OpenedFile file,
        BiConsumer<OpenedFile, List<Place.CodeObject>> exporter) {
      RowSource<R> source = model.source();
      if (source == null) {
        return;
      }
      context.run(
          () -> places(source, indices),
          places -> exporter.accept(file, places),
          "The selected rows could not be read");
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
      if (table.getSelectionModel().getSelectedIndices().size() > CodeObjectExport.MOST_DRAGGED) {
        return List.of();
      }
      List<Place.CodeObject> places = new ArrayList<>();
      for (R row : table.selected()) {
        Place.CodeObject code = spec.codeObject(row);
        if (code != null) {
          places.add(code);
        }
      }
      return List.copyOf(places);
    }
  }
}
