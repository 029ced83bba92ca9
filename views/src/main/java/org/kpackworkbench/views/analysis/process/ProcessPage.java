package org.kpackworkbench.views.analysis.process;

import java.io.IOException;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder.ProcessEntry;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess.DeviceBinaries;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess.MappedBinary;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.NamedPage;
import org.kpackworkbench.views.spi.ViewContext;

/** The processes that the user may read, and the selected one. UI thread only. */
final class ProcessPage extends NamedPage {
  static final String ID = "process";

  private final ProcFolder processes;
  private final DeviceBinaries known = new DeviceBinaries();
  private final RowsModel<ProcessRow> model;
  private final RowsPane<ProcessRow> rows;
  private final Background.Latest reading;
  private final CheckBox every =
      Controls.named(Controls.whole(new CheckBox("Without device code, too")), "process-every");
  private final ProcessPane pane;
  private final SplitPane root;
  private final Listing listing = new Listing();
  private List<ProcessRow> listed = List.of();
  private long chosen = -1;

  ProcessPage(ViewContext context, ProcFolder processes) {
    super(ID, "Processes", KpackIcon.EXECUTABLE);
    this.processes = processes;
    this.model = new RowsModel<>(listing, context.background());
    this.reading = context.background().latest();
    this.rows = new RowsPane<>(model, context);
    this.pane = new ProcessPane(context, processes, known);
    rows.table().selectedProperty().subscribe((before, now) -> selected(now));
    rows.onStatus(this::status);
    model.arrangedProperty().subscribe(this::arrived);
    every.selectedProperty().subscribe((before, now) -> model.only(wanted()));
    Button again =
        Controls.whole(Controls.button("process-refresh", "Refresh", () -> refresh(), "small"));
    rows.above(Controls.styled(new HBox(every, again), "process-tools"));
    root = new KeySplitPane(rows, pane);
    root.setDividerPositions(0.36);
    root.getStyleClass().add("process-page");
    root.getStylesheets().add(Controls.sheet(ProcessPage.class, "process.css"));
    new ActionHandlers()
        .on(ActionId.RELOAD, this::refresh)
        .on(ActionId.FIND, rows.filter()::focusField)
        .attachTo(root);
    refresh();
  }

  /** Reads all processes again, and the selected one. */
  private void refresh() {
    reading.run(this::list, this::listed, model::fail);
  }

  private List<ProcessRow> list() throws IOException {
    ProcFolder.Listing found = processes.list(Progress.NONE);
    listing.hidden = found.hidden();
    return found.processes().stream()
        // The files that are open here are mapped by this program, which loads none of them.
        .filter(entry -> entry.pid() != ProcessHandle.current().pid())
        .map(entry -> new ProcessRow(entry, known.in(entry.files())))
        .toList();
  }

  private void listed(List<ProcessRow> found) {
    listed = found;
    model.show(RowSource.of(found, index -> (int) found.get(index).pid()), wanted());
    if (chosen >= 0) {
      // Also where it is gone: the pane says so.
      pane.show(chosen);
    }
  }

  private @Nullable IntPredicate wanted() {
    List<ProcessRow> rows = listed;
    return every.isSelected() ? null : row -> !rows.get(row).binaries().isEmpty();
  }

  private void arrived(RowsModel.@Nullable Arranged<ProcessRow> now) {
    if (now != null && now.source().size() > 0 && model.query().isEmpty()) {
      rows.table()
          .setPlaceholder(
              Tables.placeholder(
                  "No process of yours has a library with device code mapped."
                      + " Start the program, then refresh (F5)."));
    }
  }

  private void selected(@Nullable ProcessRow row) {
    if (!rows.table().settling() && row != null) {
      chosen = row.pid();
      title("Process " + chosen);
      pane.show(chosen);
    }
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public void dispose() {
    model.stop();
    reading.forget();
    rows.dispose();
    pane.dispose();
  }

  /** The processes as rows. */
  private static final class Listing implements RowsSpec<ProcessRow> {
    private volatile int hidden;

    @Override
    public TableWords words() {
      return TableWords.of("processes", "Processes", "There is no process that you can inspect.")
          .prompt("name:python binary:librocblas")
          .help("Fields: name, pid, binary, replaced");
    }

    /** Numbers of processes have no groups of digits; they still sort as numbers. */
    @Override
    public List<RowColumn<ProcessRow>> columns() {
      return List.of(
          RowColumn.<ProcessRow>text("PID", row -> Long.toString(row.pid()))
              .counted(ProcessRow::pid),
          RowColumn.count("Libraries", row -> row.binaries().size()),
          RowColumn.text("Command", ProcessRow::command));
    }

    @Override
    public List<RowColumn<ProcessRow>> fields() {
      return ProcessRow.fields();
    }

    @Override
    public String status(RowSource<ProcessRow> rows) {
      return "%d processes".formatted(rows.size())
          + (hidden == 0 ? "" : ", %d of other users cannot be read".formatted(hidden));
    }
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

    /** Returns the fields by which rows are filtered; the number of a process also as a word. */
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
