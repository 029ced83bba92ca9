package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import javafx.geometry.Orientation;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.kit.map.LayoutMapPane;
import org.kpackworkbench.views.spi.ViewContext;

/** The layouts of a binary before and after, side by side. UI thread only. */
final class MapsPane extends BorderPane {
  private static final double SIDE_BY_SIDE_FROM = 700;

  private final Side before;
  private final Side after;
  private final Background.Latest latest;

  /**
   * Maps.
   *
   * @param binaries which there are to choose from, at least one
   */
  MapsPane(List<BeforeAfter> binaries, ViewContext context) {
    setId("form-maps");
    before = new Side("form-map-before", context);
    after = new Side("form-map-after", context);
    latest = context.background().latest();
    SplitPane split = new SplitPane(before, after);
    split
        .orientationProperty()
        .bind(
            widthProperty()
                .map(
                    width ->
                        width.doubleValue() < SIDE_BY_SIDE_FROM && width.doubleValue() > 0
                            ? Orientation.VERTICAL
                            : Orientation.HORIZONTAL));
    setCenter(split);
    if (binaries.size() > 1) {
      ComboBox<BeforeAfter> which = new ComboBox<>();
      which.setId("form-map-which");
      which.getItems().setAll(binaries);
      which.setAccessibleText("The binary whose layouts are shown");
      which.setMaxWidth(Double.MAX_VALUE);
      which.valueProperty().subscribe(this::show);
      HBox.setHgrow(which, Priority.ALWAYS);
      setTop(FormGrid.line(new Label("Layout of"), which));
      which.getSelectionModel().selectFirst();
    } else {
      show(binaries.getFirst());
    }
  }

  private record Maps(LayoutMapModel before, LayoutMapModel after) {}

  private void show(BeforeAfter binary) {
    if (binary == null) {
      return;
    }
    before.title("Before", binary.beforeBytes());
    after.title("After", binary.afterBytes());
    latest.run(
        () -> maps(binary),
        maps -> {
          before.show(maps.before());
          after.show(maps.after());
        },
        failure -> {
          if (!(failure instanceof CancellationException)) {
            before.failed(failure);
            after.failed(failure);
          }
        });
  }

  private static Maps maps(BeforeAfter binary) throws IOException {
    LayoutMapModel kept = binary.kept();
    return new Maps(
        kept == null ? LayoutMaps.read(binary.before(), Progress.NONE) : kept,
        LayoutMaps.read(binary.after(), Progress.NONE));
  }

  /** One of the two maps with its heading. */
  private static final class Side extends VBox {
    private final Label heading = new Label();
    private final LayoutMapPane pane;

    Side(String id, ViewContext context) {
      getStyleClass().add("map-side");
      setMinWidth(160);
      heading.getStyleClass().add("form-heading");
      pane = new LayoutMapPane(context.ownerColors());
      pane.map().setId(id);
      setVgrow(pane, Priority.ALWAYS);
      getChildren().addAll(heading, pane);
    }

    void title(String when, long sizeBytes) {
      heading.setText("%s: %s".formatted(when, SizeText.of(sizeBytes)));
    }

    void show(LayoutMapModel model) {
      pane.map().modelProperty().set(model);
    }

    void failed(Throwable failure) {
      pane.map().modelProperty().set(LayoutMapModel.EMPTY);
      heading.setText("The layout cannot be read: " + ErrorText.of(failure).inOneLine());
    }
  }
}
