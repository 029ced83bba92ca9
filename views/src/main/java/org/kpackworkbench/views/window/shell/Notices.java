package org.kpackworkbench.views.window.shell;

import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.AccessibleAttribute;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;

/** Short news in the window's corner: what came of a job, and the button that leads to it. */
final class Notices extends VBox {
  private static final int MOST = 4;
  private static final String CRASH = "crash-notice";

  private final Dialogs dialogs;
  private final Duration newsTime;

  /**
   * @param newsTime how long good news stays; bad news stays until it is closed
   */
  Notices(Dialogs dialogs, Duration newsTime) {
    this.dialogs = dialogs;
    this.newsTime = newsTime;
    setId("notices");
    getStyleClass().add("notices");
    setPickOnBounds(false);
    setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
    StackPane.setAlignment(this, Pos.BOTTOM_RIGHT);
  }

  /** What came of a job; being cancelled is no news to the one who did it. */
  void ended(Job job) {
    Throwable failure = job.failureProperty().get();
    JobOutcome outcome = job.outcomeProperty().get();
    if (failure != null) {
      add(
          "⚠ " + job.title() + " failed: " + ErrorText.of(failure).what(),
          "Details",
          () -> dialogs.showError(job.title() + " failed", failure),
          false);
    } else if (outcome != null && !outcome.text().isEmpty()) {
      add("✓ " + outcome.text(), outcome.showText(), outcome.show(), true);
    }
  }

  /**
   * An error in the program. Further ones take the place of the first in the corner.
   *
   * @param details what the button does
   */
  void crashed(String text, Runnable details) {
    getChildren().removeIf(notice -> CRASH.equals(notice.getId()));
    add("⚠ " + text, "Details…", details, false).setId(CRASH);
  }

  /** Says something. */
  void say(String text) {
    add(text, "", null, true);
  }

  private HBox add(String text, String buttonText, @Nullable Runnable action, boolean goesAway) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.setMaxWidth(380);
    HBox.setHgrow(label, Priority.ALWAYS);
    HBox notice = new HBox(label);
    notice.getStyleClass().add("notice");
    if (action != null) {
      Button button = new Button(buttonText);
      button.setId("notice-show");
      button.setMinWidth(Region.USE_PREF_SIZE);
      button.setOnAction(
          event -> {
            getChildren().remove(notice);
            action.run();
          });
      notice.getChildren().add(button);
    }
    Button close = new Button("✕");
    close.setAccessibleText("Close this notice");
    close.getStyleClass().addAll("flat", "close-button");
    close.setMinWidth(Region.USE_PREF_SIZE);
    close.setOnAction(event -> getChildren().remove(notice));
    notice.getChildren().add(close);
    notice.setAccessibleText(text);
    getChildren().add(notice);
    notice.notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
    while (getChildren().size() > MOST) {
      getChildren().removeFirst();
    }
    if (goesAway && !newsTime.isIndefinite()) {
      PauseTransition pause = new PauseTransition(newsTime);
      pause.setOnFinished(event -> getChildren().remove(notice));
      // Who points at it is reading it.
      notice.setOnMouseEntered(event -> pause.stop());
      notice.setOnMouseExited(event -> pause.playFromStart());
      pause.play();
    }
    return notice;
  }
}
