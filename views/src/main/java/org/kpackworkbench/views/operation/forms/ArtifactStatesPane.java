package org.kpackworkbench.views.operation.forms;

import java.util.List;
import java.util.Locale;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.rows.CellDrawing;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.spi.ViewContext;

/** How far work on several artifacts is, artifact by artifact. UI thread only. */
final class ArtifactStatesPane extends VBox {
  private static final Duration REFRESH = Duration.millis(200);

  private final ArtifactStates states;
  private final Job job;
  private final RowsTable<ArtifactStates.Row> table;
  private List<ArtifactStates.Row> shown = List.of();
  private final Label headline =
      Controls.named(Controls.text(""), "artifact-states-headline", "form-what");
  private final Timeline ticker;

  ArtifactStatesPane(ArtifactStates states, Job job, ViewContext context) {
    this.states = states;
    this.job = job;
    Controls.named(this, "artifact-states-pane", "form-result");
    getStylesheets().add(Controls.sheet(FormPane.class, "forms.css"));
    headline.setStyle("-fx-padding: 0;");
    String each = states.task().each();
    table =
        RowsTable.alone(
            RowsSpec.of(
                "artifact-states",
                each + "s and how far they are",
                "Looking…",
                List.of(
                    RowColumn.text("State", row -> row.state().words()),
                    RowColumn.face("Progress", ArtifactStatesPane::percent, ArtifactStatesPane::bar)
                        .counted(row -> Math.round(1000 * row.fraction()))
                        .drawn(),
                    RowColumn.text(each, ArtifactStates.Row::name),
                    RowColumn.text("Details", ArtifactStates.Row::words))),
            context);
    setVgrow(table, Priority.ALWAYS);
    Button cancel = Controls.named(new Button("Cancel"), "artifact-states-cancel");
    cancel.setOnAction(event -> job.cancel());
    cancel.disableProperty().bind(job.stateProperty().isNotEqualTo(Job.State.RUNNING));
    Button result = Controls.button("artifact-states-result", "Show Result", () -> showResult());
    result
        .disableProperty()
        .bind(job.outcomeProperty().map(JobOutcome::show).map(show -> false).orElse(true));
    HBox line = FormGrid.line(cancel, result);
    getChildren().addAll(headline, table, line);
    setPrefSize(820, 420);
    ticker = new Timeline(new KeyFrame(REFRESH, event -> refresh()));
    ticker.setCycleCount(Animation.INDEFINITE);
    job.stateProperty()
        .subscribe(
            state -> {
              refresh();
              if (state == Job.State.RUNNING) {
                ticker.play();
              } else {
                ticker.stop();
              }
            });
  }

  private void showResult() {
    JobOutcome outcome = job.outcomeProperty().get();
    Runnable show = outcome == null ? null : outcome.show();
    if (show != null) {
      show.run();
    }
  }

  private void refresh() {
    if (job.state() != Job.State.RUNNING) {
      states.ended();
    }
    List<ArtifactStates.Row> rows = states.rows();
    if (!rows.equals(shown)) {
      shown = rows;
      table.show(rows);
    }
    long done = count(rows, ArtifactStates.State.DONE);
    long failed = count(rows, ArtifactStates.State.FAILED);
    String counts =
        "%d of %d %ss are done%s"
            .formatted(
                done,
                rows.size(),
                states.task().each().toLowerCase(Locale.ROOT),
                failed == 0 ? "" : ", %d failed".formatted(failed));
    headline.setText(
        switch (job.state()) {
          case RUNNING -> counts + "…";
          case DONE -> counts + ".";
          case CANCELLED -> "Cancelled: %s. %s".formatted(counts, stays(done));
          case FAILED -> "Failed: %s.".formatted(counts);
        });
  }

  private static String stays(long done) {
    return done == 0 ? "Nothing was written." : "Finished parts are kept.";
  }

  private static long count(List<ArtifactStates.Row> rows, ArtifactStates.State state) {
    return rows.stream().filter(row -> row.state() == state).count();
  }

  private static String percent(ArtifactStates.Row row) {
    return "%d %%".formatted(Math.round(100 * row.fraction()));
  }

  private static Face bar(ArtifactStates.Row row) {
    return Face.of(percent(row), percent(row))
        .drawn(new CellDrawing.Bar(row.fraction(), new Tint(OwnerKind.DEVICE_CODE, null, true)));
  }
}
