package org.kpackworkbench.views.operation.extract;

import java.nio.file.Path;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.PlannedFile;

/** A file that would be written: its name below the folder, whether it is there, its size. */
final class PlannedCell extends ListCell<PlannedFile> {
  private final ExportModel model;

  PlannedCell(ExportModel model) {
    this.model = model;
  }

  @Override
  protected void updateItem(@Nullable PlannedFile file, boolean empty) {
    super.updateItem(file, empty);
    setText(null);
    setGraphic(null);
    if (empty || file == null) {
      return;
    }
    Label name = new Label(name(file));
    name.setMaxWidth(Double.MAX_VALUE);
    name.setMinWidth(0);
    HBox.setHgrow(name, Priority.ALWAYS);
    Label size = new Label(file.sizeBytes() < 0 ? "" : SizeText.of(file.sizeBytes()));
    size.getStyleClass().add("muted");
    size.setMinWidth(Region.USE_PREF_SIZE);
    HBox line = new HBox(name);
    line.getStyleClass().add("export-line");
    if (file.exists()) {
      Label there =
          new Label(model.overwriteProperty().get() ? "will be replaced" : "⚠ there already");
      there.getStyleClass().add("muted");
      there.setMinWidth(Region.USE_PREF_SIZE);
      line.getChildren().add(there);
    }
    line.getChildren().add(size);
    line.setMaxWidth(Double.MAX_VALUE);
    line.setPrefWidth(0);
    setGraphic(line);
    setAccessibleText(name.getText());
  }

  private String name(PlannedFile file) {
    ExtractRequest request = model.request();
    Path path = file.path();
    if (request != null && request.intoFolder() && path.startsWith(request.output())) {
      return request.output().relativize(path).toString();
    }
    Path last = path.getFileName();
    return last == null ? path.toString() : last.toString();
  }
}
