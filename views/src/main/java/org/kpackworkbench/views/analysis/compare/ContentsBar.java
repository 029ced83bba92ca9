package org.kpackworkbench.views.analysis.compare;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Job;

/** How far contents have been compared behind the table; there while that is not all of them. */
final class ContentsBar extends HBox {
  private final ContentsRun contents;
  private final ProgressBar bar = new ProgressBar();
  private final Label words = Controls.wrapped(new Label());
  private final Button button =
      Controls.named(Controls.whole(new Button()), "compare-contents-button", "small");
  private final Runnable reload;
  private Subscription job = Subscription.EMPTY;

  ContentsBar(ContentsRun contents, Runnable reload) {
    this.contents = contents;
    this.reload = reload;
    Controls.named(this, "compare-contents", "compare-contents");
    bar.setPrefWidth(160);
    bar.setMinWidth(60);
    managedProperty().bind(visibleProperty());
    contents.stateProperty().subscribe(this::show);
  }

  private void show(Job.@Nullable State state) {
    job.unsubscribe();
    job = Subscription.EMPTY;
    setVisible(state != null && state != Job.State.DONE);
    switch (state) {
      case null -> getChildren().clear();
      case DONE -> getChildren().clear();
      case RUNNING -> {
        Job running = contents.job();
        if (running != null) {
          bar.setProgress(running.fractionProperty().get());
          job =
              running
                  .fractionProperty()
                  .subscribe(part -> bar.setProgress(part.doubleValue()))
                  .and(running.speedProperty().subscribe(speed -> running(speed)));
        }
        button("Stop", contents::stop);
        getChildren().setAll(bar, words, button);
      }
      case CANCELLED -> {
        words.setText(
            "Contents were not compared to the end: rows marked “?” agree in their tables only.");
        button("Continue", contents::start);
        getChildren().setAll(words, button);
      }
      case FAILED -> {
        Throwable failure = contents.failure();
        words.setText(
            "⚠ Contents could not be compared to the end. "
                + (failure == null ? "" : ErrorText.of(failure).inOneLine()));
        button("Reload", reload);
        getChildren().setAll(words, button);
      }
    }
  }

  private void running(String speed) {
    words.setText("Comparing contents…" + (speed.isEmpty() ? "" : " " + speed));
  }

  private void button(String text, Runnable action) {
    button.setText(text);
    button.setOnAction(event -> action.run());
  }
}
