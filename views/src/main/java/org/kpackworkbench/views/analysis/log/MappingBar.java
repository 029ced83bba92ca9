package org.kpackworkbench.views.analysis.log;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.analysis.resolve.log.PathMapping;
import org.kpackworkbench.views.kit.dialog.Dialogs;

/** Where the files of a log from another machine are here. UI thread only. */
final class MappingBar extends HBox {
  private final TextField from = new TextField();
  private final TextField to = new TextField();
  private final Runnable onChange;
  private boolean touched;

  /**
   * A bar in which paths are the same here.
   *
   * @param again asks for a load with these files
   * @param onChange hears when they are not any more
   */
  MappingBar(Dialogs dialogs, Button again, Runnable onChange) {
    this.onChange = onChange;
    getStyleClass().add("log-mapping");
    setAlignment(Pos.CENTER_LEFT);
    managedProperty().bind(visibleProperty());
    setVisible(false);
    from.setId("log-from");
    from.setPrefColumnCount(18);
    from.setPromptText("/opt/rocm");
    from.setAccessibleText("How paths begin in the log");
    to.setId("log-to");
    to.setPromptText("the same folder");
    to.setAccessibleText("The folder here that has these files");
    HBox.setHgrow(to, Priority.ALWAYS);
    Button choose = new Button("Choose…");
    choose.setId("log-choose");
    choose.getStyleClass().add("small");
    choose.setMinWidth(Region.USE_PREF_SIZE);
    choose.setOnAction(
        event ->
            dialogs
                .chooseFolder("Folder With the Files of the Log")
                .ifPresent(folder -> to.setText(folder.toString())));
    Label first = new Label("Files of the log below");
    Label second = new Label("are here in");
    first.setMinWidth(Region.USE_PREF_SIZE);
    second.setMinWidth(Region.USE_PREF_SIZE);
    getChildren().setAll(first, from, second, to, choose, again);
    from.setOnKeyTyped(event -> touched = true);
    from.textProperty().subscribe((before, now) -> changed());
    to.textProperty().subscribe((before, now) -> onChange.run());
  }

  private void changed() {
    if (!to.getText().isBlank()) {
      onChange.run();
    }
  }

  /** What the user would most likely say; not where he has said something else. */
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
