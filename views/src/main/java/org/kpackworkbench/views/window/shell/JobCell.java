package org.kpackworkbench.views.window.shell;

import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.Outcome;

/** A job in the list: while it runs its progress and a way to stop it, then what came of it. */
final class JobCell extends ListCell<Job> {
  private final Dialogs dialogs;
  private Subscription subscription = Subscription.EMPTY;

  JobCell(Dialogs dialogs) {
    this.dialogs = dialogs;
  }

  @Override
  protected void updateItem(@Nullable Job job, boolean empty) {
    super.updateItem(job, empty);
    subscription.unsubscribe();
    subscription = Subscription.EMPTY;
    setGraphic(null);
    setText(null);
    setAccessibleText(null);
    if (!empty && job != null) {
      subscription = job.stateProperty().subscribe(state -> show(job));
    }
  }

  private void show(Job job) {
    HBox line = new HBox();
    line.getStyleClass().add("job-row");
    Label title = new Label(job.title());
    title.setMinWidth(80);
    line.getChildren().add(title);
    setAccessibleText(job.title() + ", " + job.state().words());
    switch (job.state()) {
      case RUNNING -> line.getChildren().addAll(bar(job), details(job), cancel(job));
      case DONE -> addOutcome(line, job.outcomeProperty().get());
      case FAILED -> addFailure(line, job);
      case CANCELLED -> line.getChildren().add(muted("cancelled"));
    }
    setGraphic(line);
  }

  static ProgressBar bar(Job job) {
    ProgressBar bar = new ProgressBar();
    bar.setMinWidth(80);
    bar.progressProperty().bind(job.fractionProperty());
    bar.setAccessibleText("Progress of " + job.title());
    return bar;
  }

  static Label details(Job job) {
    Label label = new Label();
    label
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () -> {
                  String step = job.stepProperty().get();
                  String speed = job.speedProperty().get();
                  return step.isEmpty() || speed.isEmpty() ? step + speed : step + ", " + speed;
                },
                job.stepProperty(),
                job.speedProperty()));
    label.getStyleClass().add("muted");
    return label;
  }

  static Button cancel(Job job) {
    Button button = new Button("✕");
    button.getStyleClass().addAll("flat", "close-button", "cancel-job");
    button.setAccessibleText("Cancel " + job.title());
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(event -> job.cancel());
    return button;
  }

  private static void addOutcome(HBox line, @Nullable Outcome outcome) {
    if (outcome == null) {
      return;
    }
    Label text = new Label(outcome.text().isEmpty() ? "✓ done" : "✓ " + outcome.text());
    HBox.setHgrow(text, Priority.SOMETIMES);
    line.getChildren().add(text);
    Runnable show = outcome.show();
    if (show != null) {
      Button button = new Button(outcome.showText());
      button.getStyleClass().add("small");
      button.setOnAction(event -> show.run());
      line.getChildren().add(button);
    }
  }

  private void addFailure(HBox line, Job job) {
    Throwable failure = job.failureProperty().get();
    if (failure == null) {
      return;
    }
    Button button = new Button("Details");
    button.getStyleClass().add("small");
    button.setOnAction(event -> dialogs.showError(job.title() + " failed", failure));
    line.getChildren().addAll(new Label("⚠ " + ErrorText.of(failure).what()), button);
  }

  private static Label muted(String text) {
    Label label = new Label(text);
    label.getStyleClass().add("muted");
    return label;
  }
}
