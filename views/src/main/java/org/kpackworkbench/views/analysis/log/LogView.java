package org.kpackworkbench.views.analysis.log;

import java.util.concurrent.CancellationException;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.log.LogLinesSpec.LogLine;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** A file that is a debug log: its loads above its lines, each leading to the other. */
final class LogView extends BuiltView {
  private final OpenedFile file;
  private final ViewContext context;
  private final BorderPane root = new BorderPane();
  private @Nullable Opened opened;
  private @Nullable Job reading;
  private @Nullable Place awaited;

  /** The log once it has been read. */
  private record Opened(DebugLog log, LogPane pane, RowsView<LogLine> lines) {}

  LogView(OpenedFile file, ViewContext context) {
    super("trace", "Trace");
    this.file = file;
    this.context = context;
  }

  @Override
  protected Node build() {
    root.setCenter(Tables.placeholder("Reading…"));
    Job job =
        context
            .jobs()
            .start(
                "Read " + file.place().label(),
                progress -> DebugLog.read(file.bytes(), progress),
                log -> {
                  read(log);
                  return JobOutcome.quiet();
                });
    reading = job;
    job.failureProperty().subscribe(this::failed);
    return root;
  }

  private void failed(@Nullable Throwable failure) {
    if (failure instanceof CancellationException) {
      root.setCenter(Tables.placeholder("Reading was cancelled. Reload reads the file again."));
    } else if (failure != null) {
      root.setCenter(new ErrorView("The log could not be read", failure));
    }
  }

  private void read(DebugLog log) {
    LogPane pane = new LogPane(context, (line, byUser) -> lineChosen(log, line, byUser));
    RowsView<LogLine> lines = new RowsView<>(new LogLinesSpec(log, file.place()), context);
    Opened made = new Opened(log, pane, lines);
    opened = made;
    SplitPane split = new KeySplitPane(pane, lines.node());
    split.setOrientation(Orientation.VERTICAL);
    split.setDividerPositions(0.66);
    root.setCenter(split);
    status().bind(pane.statusProperty());
    lines.selection().subscribe(place -> rowChosen(made, place));
    pane.show(log);
    if (awaited != null) {
      show(awaited);
    }
    // The view may be active already: its handlers have just come.
    context.actions().resolve();
  }

  /** A step is visible: its line is shown; if the user chose it, it is the current place. */
  private void lineChosen(DebugLog log, int line, boolean byUser) {
    context
        .background()
        .run(
            () -> (Place) new Place.Bytes(file.place(), log.range(line)),
            place -> {
              Opened now = opened;
              if (now != null) {
                now.lines().show(place);
                if (byUser) {
                  select(place);
                }
              }
            },
            failure -> failed(root, "The log could not be read", failure));
  }

  /** The user chose a line: the step that it describes is shown. */
  private void rowChosen(Opened now, @Nullable Place place) {
    if (place instanceof Place.Bytes bytes) {
      select(place);
      step(now, bytes);
    }
  }

  private void step(Opened now, Place.Bytes bytes) {
    context
        .background()
        .run(
            () -> now.log().lineAt(bytes.range().start()),
            line -> now.pane().selectLine(line),
            failure -> failed(root, "The log could not be read", failure));
  }

  @Override
  public boolean shows(Place place) {
    return place.equals(file.place())
        || (place instanceof Place.Bytes bytes && bytes.parent().equals(file.place()));
  }

  @Override
  public Closeness closeness(Place place) {
    return Closeness.AS_ROW;
  }

  @Override
  public void show(Place place) {
    Opened now = opened;
    if (now == null) {
      awaited = place;
      return;
    }
    awaited = null;
    if (place instanceof Place.Bytes bytes) {
      now.lines().show(place);
      step(now, bytes);
    }
  }

  @Override
  public void dispose() {
    if (reading != null) {
      reading.cancel();
    }
    Opened now = opened;
    if (now != null) {
      now.pane().dispose();
      now.lines().dispose();
    }
  }
}
