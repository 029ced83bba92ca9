package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import javafx.beans.binding.Bindings;
import javafx.geometry.Orientation;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.kit.map.LayoutMapPane;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.operation.forms.FormPane.PreviewPane;
import org.kpackworkbench.views.operation.forms.FormReport.BeforeAfter;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The result of a form: sizes, files, findings, and the layouts before and after. UI thread only.
 */
final class ResultPane extends VBox {
  private final ViewContext context;

  ResultPane(FormReport result, ViewContext context) {
    this.context = context;
    Controls.named(this, "form-result", "form-result");
    getStylesheets().add(Controls.sheet(FormPane.class, "forms.css"));
    Label headline = Controls.named(Controls.text(result.summary()), "form-headline", "form-what");
    headline.setStyle("-fx-padding: 0;");
    SizeBars bars = new SizeBars(result.bars(), context.ownerColors());
    bars.setMinHeight(Region.USE_PREF_SIZE);
    SplitPane split = new KeySplitPane(files(result));
    split.setOrientation(Orientation.VERTICAL);
    if (!result.binaries().isEmpty()) {
      split.getItems().add(new MapsPane(result.binaries(), context));
      split.setDividerPositions(0.36);
    }
    setVgrow(split, Priority.ALWAYS);
    getChildren().addAll(headline, bars, split);
    setPrefSize(1080, 740);
  }

  private VBox files(FormReport result) {
    RowsTable<FormRow> table =
        FormRow.table(
            context,
            "form-files",
            "What was written",
            "Nothing was written.",
            FormRow.columns("What happened", true));
    table.show(result.rows());
    table.setMinHeight(90);
    table.onOpen(row -> open(table));
    Button open = Controls.named(Controls.whole(new Button("Open")), "form-open");
    open.disableProperty()
        .bind(
            Bindings.createBooleanBinding(
                () -> chosen(table).isEmpty(), table.getSelectionModel().getSelectedIndices()));
    open.setOnAction(
        event -> {
          boolean unused = open(table);
        });
    open.setOnMouseClicked(javafx.event.Event::consume);
    table.getSelectionModel().selectFirst();
    Label hint =
        Controls.label(
            "Opens the selected files; so do Enter and a double click. Ctrl+C copies the rows.",
            "muted");
    HBox line = FormGrid.line(open, hint);
    VBox box = new VBox(table, line);
    box.setSpacing(6);
    setVgrow(table, Priority.ALWAYS);
    if (!result.notes().isEmpty()) {
      VBox notes = Controls.named(new VBox(), "form-notes", "form-notes");
      PreviewPane.fill(notes, result.notes());
      box.getChildren().add(notes);
    }
    return box;
  }

  private static List<Path> chosen(RowsTable<FormRow> table) {
    return table.selected().stream().map(FormRow::file).filter(Objects::nonNull).toList();
  }

  /** Opens files in the window, which becomes active again. */
  private boolean open(RowsTable<FormRow> table) {
    List<Path> files = chosen(table);
    if (files.isEmpty()) {
      return false;
    }
    files.forEach(file -> context.navigator().go(new Place.File(file)));
    Scene scene = getScene();
    if (scene != null
        && scene.getWindow() instanceof javafx.stage.Stage stage
        && stage.getOwner() != null) {
      stage.close();
    }
    return true;
  }

  /** The layouts of a binary before and after, side by side. UI thread only. */
  static final class MapsPane extends BorderPane {
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
      KeySplitPane split = new KeySplitPane(before, after);
      split.stackBelow(widthProperty(), SIDE_BY_SIDE_FROM);
      setCenter(split);
      if (binaries.size() > 1) {
        ComboBox<BeforeAfter> which = Controls.named(new ComboBox<>(), "form-map-which");
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
      before.title("Before", SizeText.of(binary.beforeBytes(), binary.afterBytes()));
      after.title("After", SizeText.of(binary.afterBytes(), binary.beforeBytes()));
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

    /** Map with its heading, for one side. */
    private static final class Side extends VBox {
      private final Label heading = Controls.label("", "form-heading");
      private final LayoutMapPane pane;

      Side(String id, ViewContext context) {
        getStyleClass().add("map-side");
        setMinWidth(160);
        pane = new LayoutMapPane(context.ownerColors());
        pane.map().setId(id);
        setVgrow(pane, Priority.ALWAYS);
        getChildren().addAll(heading, pane);
      }

      void title(String when, String size) {
        heading.setText("%s: %s".formatted(when, size));
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
}
