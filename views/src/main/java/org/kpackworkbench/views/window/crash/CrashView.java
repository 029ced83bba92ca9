package org.kpackworkbench.views.window.crash;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.text.TabKey;

/**
 * All there is to say about an error in the program: what happened, the state of the user's work,
 * where the report is, what to do with it.
 */
public final class CrashView extends VBox {
  private static final int REPORT_ROWS = 12;

  /**
   * A pane for a dialog.
   *
   * @param unsaved names of open files with changes that are not saved
   * @param openFolder shows a folder on the desktop; null if that cannot be done
   */
  public CrashView(CrashNews news, List<String> unsaved, @Nullable Consumer<Path> openFolder) {
    Controls.named(this, "crash-view", "crash-view");
    Label heading =
        Controls.wrapped(Controls.label("⚠  " + CrashNews.TITLE, "title-4", "error-title"));
    getChildren()
        .addAll(
            heading,
            text("crash-what", news.what()),
            text("crash-saved", saved(unsaved)),
            text("crash-attach", news.attach()));
    Path file = news.file();
    if (file != null) {
      TextField path =
          Controls.named(
              Controls.spoken(new TextField(file.toString()), "Where the report is"),
              "crash-path",
              "monospace");
      path.setEditable(false);
      getChildren().add(path);
    } else {
      getChildren().add(text("crash-unwritten", unwritten(news)));
    }
    getChildren().addAll(buttons(news, openFolder), report(news.report()));
    setPrefSize(680, 520);
  }

  private static String saved(List<String> unsaved) {
    return unsaved.isEmpty()
        ? "The window stays open, and there are no unsaved changes: files on the disk did not change."
        : "The window stays open. Changes to %s are not saved yet: save them now. Until then they are"
                .formatted(String.join(", ", unsaved))
            + " recorded, and offered for recovery if the program ends.";
  }

  private static String unwritten(CrashNews news) {
    return "The report could not be written: %s. Copy it instead.".formatted(news.unwritten());
  }

  private static Node buttons(CrashNews news, @Nullable Consumer<Path> openFolder) {
    FlowPane line = Controls.styled(new FlowPane(), "button-flow");
    Path file = news.file();
    if (file != null) {
      line.getChildren()
          .add(button("crash-copy-path", "Copy Path", () -> RowCopy.toClipboard(file.toString())));
      Path folder = file.getParent();
      if (openFolder != null && folder != null) {
        line.getChildren()
            .add(button("crash-open-folder", "Open Folder", () -> openFolder.accept(folder)));
      }
    }
    line.getChildren()
        .add(button("crash-copy-report", "Copy Report", () -> RowCopy.toClipboard(news.report())));
    return line;
  }

  private static Button button(String id, String text, Runnable action) {
    return Controls.whole(Controls.button(id, text, action));
  }

  private static TextArea report(String text) {
    TextArea area = Controls.named(new TextArea(text), "crash-report");
    area.setEditable(false);
    area.setPrefRowCount(REPORT_ROWS);
    area.getStyleClass().add("monospace");
    area.setAccessibleText("The report");
    TabKey.leaves(area);
    VBox.setVgrow(area, Priority.ALWAYS);
    return area;
  }

  private static Label text(String id, String words) {
    return Controls.named(Controls.text(words), id);
  }
}
