package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.kit.table.PlainList;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.window.shell.Notices.FolderButton;

/**
 * Findings, what was searched and jobs: a strip that is always there, with the progress of the
 * newest job, and a panel above it that its buttons open.
 */
final class Dock {
  private static final Duration REFRESH = Duration.millis(200);

  private final Jobs jobs;
  private final List<FollowingPane> panes;
  private final HBox strip = Controls.styled(new HBox(), "dock-strip");
  private final HBox newest = Controls.styled(new HBox(), "job-row");
  private final BorderPane panel = Controls.named(new BorderPane(), "dock");
  private final PlainList<Job> list;
  private final ToggleButton jobsButton = Controls.named(new ToggleButton(), "dock-jobs");
  private final Timeline ticker;
  private final ObservableValue<Double> needed;

  Dock(
      Jobs jobs,
      List<FollowingPane> panes,
      Dialogs dialogs,
      @Nullable Consumer<Path> folderOpener) {
    this.jobs = jobs;
    this.panes = List.copyOf(panes);
    list =
        new PlainList<Job>(
                "jobs",
                "Jobs",
                "No jobs. Long work, such as an export, shows its progress here.",
                JobCell::line)
            .edgeToEdge();
    list.setItems(jobs.list());
    list.setCellFactory(view -> new JobCell(dialogs, folderOpener));
    for (FollowingPane pane : panes) {
      ToggleButton button = new ToggleButton();
      button.textProperty().bind(pane.heading());
      button.setId("dock-" + pane.title().toLowerCase(Locale.ROOT));
      add(button, pane.node());
    }
    jobsButton
        .textProperty()
        .bind(
            Bindings.when(jobs.runningProperty().isEqualTo(0))
                .then("Jobs")
                .otherwise(Bindings.format("Jobs (%d)", jobs.runningProperty())));
    add(jobsButton, list);
    strip.getChildren().addAll(newest, Controls.wide(new Region()));
    needed =
        panel
            .centerProperty()
            .flatMap(
                shown ->
                    panes.stream()
                        .filter(pane -> shown.equals(pane.node()))
                        .findFirst()
                        .map(FollowingPane::mostHeight)
                        .orElseGet(() -> new SimpleObjectProperty<>(Double.MAX_VALUE)));
    ticker = new Timeline(new KeyFrame(REFRESH, event -> jobs.refresh()));
    ticker.setCycleCount(Animation.INDEFINITE);
    jobs.runningProperty().subscribe(count -> follow());
  }

  /** How high what the panel shows is at most; pixels at the present text size. */
  ObservableValue<Double> needed() {
    return needed;
  }

  /** The strip with the buttons. */
  HBox strip() {
    return strip;
  }

  /** Returns the panel that the buttons show. */
  BorderPane panel() {
    return panel;
  }

  /** A click on a button opens the panel there, or closes it when it is the one shown. */
  void openWith(BooleanProperty shown) {
    for (var child : strip.getChildren()) {
      if (child instanceof ToggleButton button) {
        button.setOnAction(
            event -> {
              boolean wasThis = Objects.equals(panel.getCenter(), button.getUserData());
              if (!shown.get()) {
                shown.set(true);
              } else if (wasThis) {
                shown.set(false);
              }
              panel.setCenter((javafx.scene.Node) button.getUserData());
              mark(shown.get());
            });
      }
    }
    for (FollowingPane pane : panes) {
      pane.broughtBy(
          () -> {
            panel.setCenter(pane.node());
            // Also where it was open with another one.
            shown.set(false);
            shown.set(true);
          });
    }
    shown.subscribe(this::mark);
  }

  /** Turns on the button of what the panel shows: in a group arrow keys would, too. */
  private void mark(boolean shown) {
    for (var child : strip.getChildren()) {
      if (child instanceof ToggleButton button) {
        button.setSelected(shown && Objects.equals(panel.getCenter(), button.getUserData()));
      }
    }
  }

  private void add(ToggleButton button, javafx.scene.Node content) {
    button.getStyleClass().addAll("flat", "small");
    button.setUserData(content);
    strip.getChildren().add(button);
    if (panel.getCenter() == null) {
      panel.setCenter(content);
    }
  }

  private void follow() {
    newest.getChildren().clear();
    for (Job job : jobs.list()) {
      if (job.state() == Job.State.RUNNING) {
        newest
            .getChildren()
            .addAll(
                new Label(job.title()),
                JobCell.bar(job),
                JobCell.details(job),
                JobCell.cancel(job));
        ticker.play();
        return;
      }
    }
    ticker.stop();
  }

  /** A job in the list: while it runs its progress and a way to stop it, then its result. */
  static final class JobCell extends ListCell<Job> {
    private final Dialogs dialogs;
    private final @Nullable Consumer<Path> folderOpener;
    private Subscription subscription = Subscription.EMPTY;

    JobCell(Dialogs dialogs, @Nullable Consumer<Path> folderOpener) {
      this.dialogs = dialogs;
      this.folderOpener = folderOpener;
    }

    /** Returns the copied text of a job: its title, and its result. */
    static String line(Job job) {
      JobOutcome outcome = job.outcomeProperty().get();
      Throwable failure = job.failureProperty().get();
      return job.title()
          + ": "
          + (outcome != null
              ? outcome.line()
              : failure != null ? ErrorText.of(failure).inOneLine() : job.state().words());
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
      HBox line = Controls.styled(new HBox(), "job-row");
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
      ProgressBar bar = Controls.spoken(new ProgressBar(), "Progress of " + job.title());
      bar.setMinWidth(80);
      bar.progressProperty().bind(job.fractionProperty());
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
      Button button = Controls.styled(new Button("✕"), "flat", "close-button", "cancel-job");
      button.setAccessibleText("Cancel " + job.title());
      button.setMinWidth(Region.USE_PREF_SIZE);
      button.setOnAction(event -> job.cancel());
      return button;
    }

    private void addOutcome(HBox line, @Nullable JobOutcome outcome) {
      if (outcome == null) {
        return;
      }
      Label text = new Label(outcome.line());
      HBox.setHgrow(text, Priority.SOMETIMES);
      line.getChildren().add(text);
      Runnable show = outcome.show();
      if (show != null) {
        Button button = Controls.styled(new Button(outcome.showText()), "small");
        button.setOnAction(event -> show.run());
        line.getChildren().add(button);
      }
      Button folder = FolderButton.of(outcome, folderOpener);
      if (folder != null) {
        folder.getStyleClass().add("small");
        line.getChildren().add(folder);
      }
    }

    private void addFailure(HBox line, Job job) {
      Throwable failure = job.failureProperty().get();
      if (failure == null) {
        return;
      }
      Button button = Controls.styled(new Button("Details"), "small");
      button.setOnAction(event -> dialogs.showError(job.title() + " failed", failure));
      line.getChildren()
          .addAll(
              new Label(JobOutcome.Severity.ERROR.sign() + " " + ErrorText.of(failure).what()),
              button);
    }

    private static Label muted(String text) {
      return Controls.label(text, "muted");
    }
  }
}
