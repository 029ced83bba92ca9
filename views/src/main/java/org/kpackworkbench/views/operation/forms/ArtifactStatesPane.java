package org.kpackworkbench.views.operation.forms;

import java.util.List;
import java.util.Locale;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;

/** How far work on several artifacts is, artifact by artifact. UI thread only. */
final class ArtifactStatesPane extends VBox {
  private static final Duration REFRESH = Duration.millis(200);

  private final ArtifactStates states;
  private final Job job;
  private final TableView<ArtifactStates.Row> table = new TableView<>();
  private final Label headline = new Label();
  private final Timeline ticker;

  ArtifactStatesPane(ArtifactStates states, Job job) {
    this.states = states;
    this.job = job;
    setId("artifact-states-pane");
    getStyleClass().add("form-result");
    getStylesheets().add(FormPane.styleSheet());
    headline.setId("artifact-states-headline");
    headline.getStyleClass().add("form-what");
    headline.setStyle("-fx-padding: 0;");
    headline.setWrapText(true);
    headline.setMinHeight(Region.USE_PREF_SIZE);
    table.getColumns().add(Columns.text("State", row -> row.state().words()));
    table.getColumns().add(bars());
    table.getColumns().add(Columns.text(states.task().each(), ArtifactStates.Row::name));
    table.getColumns().add(Columns.text("Details", ArtifactStates.Row::words));
    String each = states.task().each();
    Tables.dress(table, "artifact-states", each + "s and how far they are", "Looking…");
    setVgrow(table, Priority.ALWAYS);
    Button cancel = new Button("Cancel");
    cancel.setId("artifact-states-cancel");
    cancel.setOnAction(event -> job.cancel());
    cancel.disableProperty().bind(job.stateProperty().isNotEqualTo(Job.State.RUNNING));
    Button result = new Button("Show Result");
    result.setId("artifact-states-result");
    result
        .disableProperty()
        .bind(job.outcomeProperty().map(JobOutcome::show).map(show -> false).orElse(true));
    result.setOnAction(event -> showResult());
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
    if (!rows.equals(table.getItems())) {
      int selected = table.getSelectionModel().getSelectedIndex();
      table.getItems().setAll(rows);
      if (selected >= 0) {
        table.getSelectionModel().clearAndSelect(selected);
      }
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

  private static TableColumn<ArtifactStates.Row, Double> bars() {
    TableColumn<ArtifactStates.Row, Double> column = new TableColumn<>("Progress");
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue().fraction()));
    column.setCellFactory(
        made ->
            new TableCell<>() {
              private final ProgressBar bar = new ProgressBar();

              @Override
              protected void updateItem(@Nullable Double fraction, boolean empty) {
                super.updateItem(fraction, empty);
                setText(null);
                bar.setMaxWidth(Double.MAX_VALUE);
                bar.setProgress(fraction == null ? 0 : fraction);
                bar.setAccessibleText(
                    "%d %%".formatted(Math.round(100 * (fraction == null ? 0 : fraction))));
                setGraphic(empty ? null : bar);
              }
            });
    column.setPrefWidth(140);
    return column;
  }
}
