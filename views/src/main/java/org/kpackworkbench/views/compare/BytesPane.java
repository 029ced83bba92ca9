package org.kpackworkbench.views.compare;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.TextArea;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.diff.ByteComparison;
import org.kpackworkbench.model.diff.Cell;
import org.kpackworkbench.model.diff.export.ComparisonExport;
import org.kpackworkbench.model.diff.export.ExportFormat;
import org.kpackworkbench.model.diff.export.ExportRequest;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.action.ActionHandlers;
import org.kpackworkbench.views.dialog.ErrorText;
import org.kpackworkbench.views.extend.ViewContext;

/** Bytes beside bytes: every run that differs. */
final class BytesPane implements LevelPane {
  private final TextArea text = new TextArea("Reading…");
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<@Nullable Place> place = new ReadOnlyObjectWrapper<>();
  private final Stoppable progress = new Stoppable();

  BytesPane(ByteComparison comparison, List<String> names, ViewContext context) {
    text.setId("compare-bytes");
    text.setEditable(false);
    text.getStyleClass().addAll("monospace", "edge-to-edge");
    text.setAccessibleText("Bytes that differ in " + String.join(", ", names));
    context
        .background()
        .run(
            () -> {
              comparison.compareContents(progress, row -> {});
              ByteArrayOutputStream out = new ByteArrayOutputStream();
              ComparisonExport.write(
                  comparison, ExportRequest.differences(ExportFormat.TEXT), out, progress);
              return out.toString(StandardCharsets.UTF_8);
            },
            text::setText,
            failure -> text.setText(ErrorText.of(failure).what()));
  }

  @Override
  public Node node() {
    return text;
  }

  @Override
  public ObservableValue<String> statusText() {
    return status.getReadOnlyProperty();
  }

  @Override
  public ObservableValue<@Nullable Place> place() {
    return place.getReadOnlyProperty();
  }

  @Override
  public @Nullable Cell selected(int side) {
    return null;
  }

  @Override
  public void install(ActionHandlers page) {}

  @Override
  public void focus() {
    text.requestFocus();
  }

  @Override
  public void dispose() {
    progress.stop();
  }
}
