package org.kpackworkbench.views.analysis.process;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.collections.transformation.SortedList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder.ProcessEntry;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess.DeviceBinaries;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess.MappedBinary;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.ViewContext;

/** The processes that the user may look at, and one of them. UI thread only. */
final class ProcessPage implements Page {
  static final String ID = "process";

  private final ProcFolder processes;
  private final DeviceBinaries known = new DeviceBinaries();
  private final ObservableList<ProcessRow> all = FXCollections.observableArrayList();
  private final FilteredList<ProcessRow> filtered = new FilteredList<>(all);
  private final TableView<ProcessRow> table = new TableView<>();
  private final FilterBox filter =
      new FilterBox("name:python binary:librocblas", "Fields: name, pid, binary, replaced");
  private final CheckBox every = new CheckBox("Without device code, too");
  private final ProcessPane pane;
  private final BorderPane list = new BorderPane();
  private final SplitPane root;
  private final Background.Latest listing;
  private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper("Processes");
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private boolean filling;

  ProcessPage(ViewContext context, ProcFolder processes) {
    this.processes = processes;
    this.listing = context.background().latest();
    this.pane = new ProcessPane(context, processes, known);
    table.getColumns().add(pid());
    table.getColumns().add(Columns.count("Libraries", row -> row.binaries().size()));
    table.getColumns().add(Columns.text("Command", ProcessRow::command));
    Tables.dress(table, "processes", "Processes", "Looking…", context.remembered());
    SortedList<ProcessRow> sorted = new SortedList<>(filtered);
    sorted.comparatorProperty().bind(table.comparatorProperty());
    table.setItems(sorted);
    table.getSelectionModel().selectedItemProperty().subscribe((before, now) -> selected(now));
    filter.queryProperty().subscribe((before, now) -> refilter());
    every.setId("process-every");
    every.setMinWidth(Region.USE_PREF_SIZE);
    every.selectedProperty().subscribe((before, now) -> refilter());
    Button again = new Button("Refresh");
    again.setId("process-refresh");
    again.getStyleClass().add("small");
    again.setMinWidth(Region.USE_PREF_SIZE);
    again.setOnAction(event -> refresh());
    HBox tools = new HBox(every, again);
    tools.getStyleClass().add("process-tools");
    HBox.setHgrow(filter, Priority.ALWAYS);
    list.setTop(new javafx.scene.layout.VBox(filter, tools));
    list.setCenter(table);
    root = new KeySplitPane(list, pane);
    root.setDividerPositions(0.36);
    root.getStyleClass().add("process-page");
    root.getStylesheets()
        .add(Objects.requireNonNull(ProcessPage.class.getResource("process.css")).toExternalForm());
    new ActionHandlers()
        .on(ActionId.RELOAD, this::refresh)
        .on(ActionId.FIND, filter::focusField)
        .attachTo(root);
    refilter();
    refresh();
  }

  /** Numbers of processes have no groups of digits; they sort as numbers all the same. */
  private static TableColumn<ProcessRow, String> pid() {
    TableColumn<ProcessRow, String> pid = Columns.text("PID", row -> Long.toString(row.pid()));
    pid.setComparator(Comparator.comparingLong(Long::parseLong));
    return pid;
  }

  private record Listed(List<ProcessRow> rows, int hidden) {}

  /** Looks at all processes again, and at the chosen one. */
  private void refresh() {
    listing.run(
        () -> {
          ProcFolder.Listing found = processes.list(Progress.NONE);
          List<ProcessRow> rows =
              found.processes().stream()
                  .map(entry -> new ProcessRow(entry, known.in(entry.files())))
                  .toList();
          return new Listed(rows, found.hidden());
        },
        this::listed,
        failure -> {
          if (!(failure instanceof CancellationException)) {
            list.setCenter(new ErrorView("The processes could not be listed", failure));
          }
        });
  }

  private void listed(Listed found) {
    ProcessRow chosen = table.getSelectionModel().getSelectedItem();
    list.setCenter(table);
    filling = true;
    try {
      all.setAll(found.rows());
      table.getSelectionModel().clearSelection();
      if (chosen != null) {
        table.getItems().stream()
            .filter(row -> row.pid() == chosen.pid())
            .findFirst()
            .ifPresent(table.getSelectionModel()::select);
      }
    } finally {
      filling = false;
    }
    refilter();
    status.set(
        found.hidden() == 0
            ? "%d processes".formatted(found.rows().size())
            : "%d processes, %d of other users cannot be read"
                .formatted(found.rows().size(), found.hidden()));
    if (chosen != null) {
      // Also where it is gone: the pane says so.
      pane.show(chosen.pid());
    }
  }

  private void refilter() {
    Predicate<ProcessRow> wanted = ColumnFilter.of(filter, ProcessRow.fields());
    boolean withoutCode = every.isSelected();
    filtered.setPredicate(row -> (withoutCode || !row.binaries().isEmpty()) && wanted.test(row));
    filter.count(filtered.size(), all.size());
    table.setPlaceholder(
        Tables.placeholder(
            all.isEmpty()
                ? "There is no process that you can inspect."
                : "No process of yours has a library with device code mapped."
                    + " Start the program, then refresh (F5)."));
  }

  private void selected(@Nullable ProcessRow row) {
    if (!filling && row != null) {
      title.set("Process " + row.pid());
      pane.show(row.pid());
    }
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public ObservableValue<String> title() {
    return title.getReadOnlyProperty();
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.EXECUTABLE;
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public ObservableValue<String> statusText() {
    return status.getReadOnlyProperty();
  }

  @Override
  public void dispose() {
    listing.forget();
    pane.dispose();
  }

  /**
   * A process in the table. Immutable.
   *
   * @param entry the process
   * @param binaries what it has mapped that has device code, or a marker for it
   */
  record ProcessRow(ProcessEntry entry, List<MappedBinary> binaries) {
    ProcessRow {
      binaries = List.copyOf(binaries);
    }

    long pid() {
      return entry.pid();
    }

    String command() {
      return entry.command();
    }

    /** Libraries that were replaced while it ran. */
    long replaced() {
      return entry.files().stream().filter(file -> file.deleted() && file.isLibrary()).count();
    }

    /** What rows are filtered by; the number of a process also as a word. */
    static List<RowColumn<ProcessRow>> fields() {
      return List.of(
          RowColumn.<ProcessRow>text("Command", ProcessRow::command).alsoNamed("name"),
          RowColumn.text("PID", row -> Long.toString(row.pid())),
          RowColumn.count("Replaced", ProcessRow::replaced),
          RowColumn.text(
              "Binary",
              row ->
                  row.binaries().stream()
                      .map(MappedBinary::name)
                      .collect(Collectors.joining(" "))));
    }
  }
}
