package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
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
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;

/** Short news in the window's corner: the result of a job, and a button that opens it. */
final class Notices extends VBox {
  private static final int MOST = 4;
  private static final String CRASH = "crash-notice";

  private final Dialogs dialogs;
  private final Duration newsTime;
  private final @Nullable Consumer<Path> folderOpener;

  /**
   * @param folderOpener shows a folder on the desktop; null if nothing does
   * @param newsTime how long good news stays; bad news stays until it is closed, unless it is in
   *     view elsewhere
   */
  Notices(Dialogs dialogs, Duration newsTime, @Nullable Consumer<Path> folderOpener) {
    this.dialogs = dialogs;
    this.folderOpener = folderOpener;
    this.newsTime = newsTime;
    Controls.named(this, "notices", "notices");
    setPickOnBounds(false);
    setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
    StackPane.setAlignment(this, Pos.BOTTOM_RIGHT);
  }

  /** The result of a job; being cancelled is no news to the one who did it. */
  void ended(Job job) {
    Throwable failure = job.failureProperty().get();
    JobOutcome outcome = job.outcomeProperty().get();
    if (failure != null) {
      add(
          JobOutcome.Severity.ERROR.sign()
              + " "
              + job.title()
              + " failed: "
              + ErrorText.of(failure).what(),
          "Details",
          () -> dialogs.showError(job.title() + " failed", failure),
          null,
          false);
    } else if (outcome != null && !outcome.text().isEmpty()) {
      HBox notice =
          add(
              outcome.line(),
              outcome.showText(),
              outcome.show(),
              FolderButton.of(outcome, folderOpener),
              !outcome.stays());
      notice.getStyleClass().add("notice-" + outcome.severity().name().toLowerCase(Locale.ROOT));
      notice.setAccessibleText(outcome.spoken());
    }
  }

  /**
   * An error in the program. Further ones take the place of the first in the corner.
   *
   * @param details what the button does
   */
  void crashed(String text, Runnable details) {
    getChildren().removeIf(notice -> CRASH.equals(notice.getId()));
    add(JobOutcome.Severity.ERROR.sign() + " " + text, "Details…", details, null, false)
        .setId(CRASH);
  }

  /** Shows a message. */
  void say(String text) {
    add(text, "", null, null, true);
  }

  private HBox add(
      String text,
      String buttonText,
      @Nullable Runnable action,
      @Nullable Button folder,
      boolean goesAway) {
    Label label = Controls.wrapped(new Label(text));
    label.setMaxWidth(380);
    HBox.setHgrow(label, Priority.ALWAYS);
    HBox notice = Controls.styled(new HBox(label), "notice");
    if (action != null) {
      Button button = Controls.named(Controls.whole(new Button(buttonText)), "notice-show");
      button.setOnAction(
          event -> {
            getChildren().remove(notice);
            action.run();
          });
      notice.getChildren().add(button);
    }
    if (folder != null) {
      notice.getChildren().add(folder);
    }
    Button close = Controls.spoken(new Button("✕"), "Close this notice");
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

  /** The button that shows on the desktop where something was written. */
  static final class FolderButton {
    private FolderButton() {}

    /** A button for an outcome; null if nothing was written, or nothing shows folders. */
    static @Nullable Button of(JobOutcome outcome, @Nullable Consumer<Path> opener) {
      Path written = outcome.written();
      if (written == null || opener == null) {
        return null;
      }
      Button button =
          Controls.tip(
              Controls.whole(
                  Controls.button("notice-folder", "Show in Folder", () -> opener.accept(written))),
              written.toString());
      return button;
    }
  }
}
