package org.kpackworkbench.views.analysis.log;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.analysis.resolve.log.PathMapping;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.log.NowPage.LoadedNow;
import org.kpackworkbench.views.analysis.resolve.LoaderTrace;
import org.kpackworkbench.views.analysis.resolve.TraceNode;
import org.kpackworkbench.views.analysis.resolve.TracePane;
import org.kpackworkbench.views.analysis.resolve.Traces;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.text.FieldHint;
import org.kpackworkbench.views.spi.ViewContext;

/** The loads of a log with all that can be done with them. UI thread only. */
final class LogPane extends BorderPane {
  private static final int FEW = 20;

  private final ViewContext context;
  private final LineListener onLine;
  private final TracePane traces;
  private final MappingBar mapping;
  private final FilterBox filter =
      Controls.named(
          Controls.collapsing(
              new FilterBox(
                  "arch:gfx942 outcome:error name:librocrand",
                  "Fields: name, arch, index, outcome, writer, key, target, line")),
          "log-filter");
  private final VBox bars = new VBox();
  private final Background.Latest making;
  private final Background.Latest asking;
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private final SimpleStringProperty notNow =
      new SimpleStringProperty("no load of a log is selected");
  private @Nullable LogTraces shown;
  private @Nullable DebugLog log;
  private boolean leading;

  /** Adds a listener for the selected line of the log. */
  @FunctionalInterface
  interface LineListener {
    /**
     * @param line the line's number, from 1
     * @param byUser whether the user has chosen its step
     */
    void accept(int line, boolean byUser);
  }

  /**
   * An empty pane.
   *
   * @param onLine receives the line of the log that has the visible step
   */
  LogPane(ViewContext context, LineListener onLine) {
    this.context = context;
    this.onLine = onLine;
    this.traces = new TracePane(context);
    this.mapping = new MappingBar(context.dialogs(), nowButton(), this::make);
    this.making = context.background().latest();
    this.asking = context.background().latest();
    getStylesheets().add(Controls.sheet(LogPane.class, "log.css"));
    getStyleClass().add("log-pane");
    filter.queryProperty().subscribe((before, now) -> make());
    filter.setVisible(false);
    setTop(new VBox(mapping, bars, filter));
    setCenter(traces);
    traces.selectedProperty().subscribe(this::selected);
    new ActionHandlers().unless(ActionId.RESOLVE_NOW, notNow, this::askNow).attachTo(this);
  }

  private Button nowButton() {
    Button now =
        Controls.named(
            Controls.whole(new Button(ActionId.RESOLVE_NOW.text())), "log-now-button", "small");
    now.setTooltip(new Tooltip(ActionId.RESOLVE_NOW.description()));
    now.disableProperty().bind(notNow.isNotEmpty());
    now.setOnAction(event -> askNow());
    return now;
  }

  /** Loads, lines and what was not understood. */
  ReadOnlyStringProperty statusProperty() {
    return status.getReadOnlyProperty();
  }

  /** Shows a log. */
  void show(DebugLog read) {
    log = read;
    make();
  }

  /** Shows what to do where there is no log. */
  void showEmpty(String words) {
    making.forget();
    log = null;
    shown = null;
    status.set("");
    bars.getChildren().clear();
    filter.setVisible(false);
    mapping.setVisible(false);
    notNow.set("no load of a log is selected");
    traces.showEmpty(words);
  }

  /** Selects the step that a line of the log describes. */
  void selectLine(int line) {
    LogTraces now = shown;
    TraceNode step = now == null || leading ? null : now.owners().step(line);
    if (step != null) {
      lead(() -> traces.select(step));
    }
  }

  private void lead(Runnable action) {
    leading = true;
    try {
      action.run();
    } finally {
      leading = false;
    }
  }

  private void make() {
    DebugLog read = log;
    if (read != null) {
      Predicate<LoadSummary> wanted = ColumnFilter.of(filter, LogTraces.FIELDS);
      making.run(() -> LogTraces.of(read, mapping.mapping(), wanted), this::made, this::failed);
    }
  }

  private void made(LogTraces made) {
    shown = made;
    status.set(made.status());
    mapping.suggest(made.common());
    int all = made.log().loads().size();
    mapping.setVisible(all > 0);
    filter.setVisible(all > FEW);
    filter.count(made.fitting(), all);
    bars.getChildren().clear();
    if (made.shown() < made.fitting()) {
      bar(
          MessageBar.Severity.INFO,
          "%s are shown, failed loads first; the filter selects from %s."
              .formatted(
                  CountText.grouped(made.shown(), "load"),
                  CountText.grouped(made.fitting(), "load")));
    }
    made.log().runtimeAnswers().stream()
        .limit(FEW)
        .forEach(
            answer ->
                bar(
                    MessageBar.Severity.WARNING,
                    answer.meaning() + (all == 0 ? "\n" + answer.advice() : "")));
    for (HipError error : made.hipErrors()) {
      bar(
          MessageBar.Severity.WARNING,
          // Where loads are shown, they say better what to do.
          "%s (%d): %s%s"
              .formatted(
                  error.constant(),
                  error.number(),
                  error.meaning(),
                  all == 0 ? "\n" + error.advice() : ""));
    }
    // The first failed step becomes visible, but the user has not selected it.
    lead(() -> traces.show(made.trace()));
    TraceNode first = traces.selectedProperty().getValue();
    chosen(first);
    if (first != null && first.line() > 0) {
      onLine.accept(first.line(), false);
      // What is above has its height only now.
      Platform.runLater(() -> lead(() -> traces.select(first)));
    }
  }

  private void bar(MessageBar.Severity severity, String words) {
    bars.getChildren().add(new MessageBar(severity, words));
  }

  private void failed(Throwable failure) {
    if (!(failure instanceof CancellationException)) {
      shown = null;
      bars.getChildren().clear();
      bar(MessageBar.Severity.ERROR, ErrorText.of(failure).inOneLine());
    }
  }

  private void selected(@Nullable TraceNode node) {
    chosen(node);
    if (node != null && node.line() > 0 && !leading) {
      lead(() -> onLine.accept(node.line(), true));
    }
  }

  private void chosen(@Nullable TraceNode node) {
    LogTraces now = shown;
    notNow.set(now == null || now.owners().load(node) < 0 ? "no load of a log is selected" : "");
  }

  /** Simulates the selected load again, with the files of this machine. */
  private void askNow() {
    LogTraces now = shown;
    int load = now == null ? -1 : now.owners().load(traces.selectedProperty().getValue());
    if (now == null || load < 0) {
      return;
    }
    asking.run(
        () -> {
          LogTrace trace = now.log().trace(load, mapping.mapping()::place);
          return new Both(
              Traces.ofLog(List.of(trace), Step::place), LoadedNow.of(trace, mapping.mapping()));
        },
        both -> NowPage.show(context, both.logged(), both.now()),
        failure -> {
          if (!(failure instanceof CancellationException)) {
            context.dialogs().showError("The load could not be tried again", failure);
          }
        });
  }

  private record Both(LoaderTrace logged, LoadedNow now) {}

  void dispose() {
    making.forget();
    asking.forget();
  }

  /** Where the files of a log from another machine are here. UI thread only. */
  private static final class MappingBar extends FlowPane {
    private final TextField from =
        Controls.named(Controls.spoken(new TextField(), "How paths in the log begin"), "log-from");
    private final TextField to = Controls.named(new TextField(), "log-to");
    private final Runnable onChange;
    private boolean touched;

    /**
     * A bar in which paths are the same here.
     *
     * @param again simulates a load with these files
     * @param onChange hears when they are not any more
     */
    MappingBar(Dialogs dialogs, Button again, Runnable onChange) {
      this.onChange = onChange;
      getStyleClass().addAll("button-flow", "log-mapping");
      managedProperty().bind(visibleProperty());
      setVisible(false);
      from.setPrefColumnCount(18);
      from.setPromptText("/opt/rocm");
      FieldHint.show(to, List.of("the same folder", "the same"));
      to.setAccessibleText("The local folder that has these files");
      to.setPrefColumnCount(18);
      Button choose = Controls.named(Controls.whole(new Button("Choose…")), "log-choose", "small");
      choose.setOnAction(
          event ->
              dialogs
                  .chooseFolder("Folder With the Files of the Log")
                  .ifPresent(folder -> to.setText(folder.toString())));
      Label first = new Label("Paths in the log below");
      Label second = new Label("correspond to");
      first.setMinWidth(Region.USE_PREF_SIZE);
      second.setMinWidth(Region.USE_PREF_SIZE);
      getChildren().setAll(line(first, from), line(second, to), line(choose, again));
      from.setOnKeyTyped(event -> touched = true);
      from.textProperty().subscribe((before, now) -> changed());
      to.textProperty().subscribe((before, now) -> onChange.run());
    }

    private static HBox line(Node... parts) {
      return Controls.styled(new HBox(parts), "button-line");
    }

    private void changed() {
      if (!to.getText().isBlank()) {
        onChange.run();
      }
    }

    /** Enters what the user would most likely say; not where he has said something else. */
    void suggest(String common) {
      if (!touched && to.getText().isBlank() && !from.getText().equals(common)) {
        from.setText(common);
      }
    }

    PathMapping mapping() {
      String folder = to.getText().strip();
      try {
        return folder.isEmpty()
            ? PathMapping.NONE
            : new PathMapping(from.getText(), Path.of(folder).toAbsolutePath());
      } catch (InvalidPathException unfinished) {
        return PathMapping.NONE;
      }
    }
  }
}
