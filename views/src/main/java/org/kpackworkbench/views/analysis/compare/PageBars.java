package org.kpackworkbench.views.analysis.compare;

import java.nio.file.Path;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * What became of the files on disk, what could not be done with a row, and what is being opened.
 */
final class PageBars extends VBox {
  private final ViewContext context;
  private final Runnable reload;
  private final Runnable ignore;

  /**
   * @param reload reads the files again
   * @param ignore goes on with what was read
   */
  PageBars(ViewContext context, Runnable reload, Runnable ignore) {
    this.context = context;
    this.reload = reload;
    this.ignore = ignore;
  }

  void show(CompareTrail trail, Optional<Path> changed) {
    getChildren().clear();
    changed.ifPresent(
        path ->
            getChildren()
                .add(
                    new MessageBar(
                        Severity.WARNING,
                        "%s was changed on disk. What is shown may be out of date."
                            .formatted(path.getFileName()),
                        button("Reload", "compare-reload", reload),
                        button("Ignore", "compare-ignore", ignore))));
    CompareTrail.Notice notice = trail.noticeProperty().get();
    if (notice != null) {
      getChildren().add(bar(notice, trail));
    }
    String busy = trail.busyProperty().get();
    if (!busy.isEmpty()) {
      Label label = new Label(busy);
      label.getStyleClass().add("compare-contents");
      getChildren().add(label);
    }
  }

  private MessageBar bar(CompareTrail.Notice notice, CompareTrail trail) {
    Button dismiss = button("Dismiss", "compare-dismiss", trail::dismissNotice);
    Throwable failure = notice.failure();
    return failure == null
        ? new MessageBar(Severity.INFO, notice.text(), dismiss)
        : new MessageBar(
            Severity.ERROR,
            notice.text() + " " + ErrorText.of(failure).inOneLine(),
            button(
                "Details",
                "compare-notice-details",
                () -> context.dialogs().showError(notice.text(), failure)),
            dismiss);
  }

  static Button button(String text, String id, Runnable action) {
    Button button = new Button(text);
    button.setId(id);
    button.setOnAction(event -> action.run());
    return button;
  }
}
