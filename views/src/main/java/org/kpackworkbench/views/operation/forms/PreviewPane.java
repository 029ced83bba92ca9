package org.kpackworkbench.views.operation.forms;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.views.kit.dialog.MessageBar;

/** What would come of a form: files, findings, sums. UI thread only. */
final class PreviewPane extends VBox {
  private static final int MOST_NOTES = 40;
  private static final int MOST_AS_THEY_ARE = 2;

  private final TableView<FormRow> table =
      FormRows.table(
          "form-preview",
          "What would be written",
          "Nothing would be written.",
          "What happens",
          "Before",
          "After");
  private final VBox problem = new VBox();
  private final VBox notes = new VBox();
  private final Label summary = new Label();

  PreviewPane(FormModel<?> model) {
    getStyleClass().add("form-preview");
    setMinWidth(200);
    Label heading = new Label("What will be written");
    heading.getStyleClass().add("form-heading");
    heading.setStyle("-fx-padding: 0;");
    ProgressIndicator looking = new ProgressIndicator();
    looking.setAccessibleText("Finding out what would be written");
    looking.setPrefSize(16, 16);
    looking.setMaxSize(16, 16);
    looking.visibleProperty().bind(model.lookingProperty());
    HBox line = FormGrid.line(heading, looking);
    summary.setId("form-summary");
    summary.setWrapText(true);
    summary.setMinHeight(Region.USE_PREF_SIZE);
    problem.setId("form-problem");
    problem.managedProperty().bind(problem.visibleProperty());
    notes.setId("form-notes");
    notes.getStyleClass().add("form-notes");
    notes.managedProperty().bind(notes.visibleProperty());
    table.setMinHeight(110);
    // Findings have their full height where there is room.
    table.setPrefHeight(110);
    setVgrow(table, Priority.ALWAYS);
    getChildren().addAll(line, problem, table, summary, notes);
    model.previewProperty().subscribe(this::show);
  }

  private void show(Preview preview) {
    problem.getChildren().clear();
    problem.setVisible(!preview.problem().isEmpty());
    if (!preview.problem().isEmpty()) {
      problem.getChildren().add(bar(Note.error(preview.problem())));
    }
    if (!preview.rows().equals(List.copyOf(table.getItems()))) {
      table.getItems().setAll(preview.rows());
    }
    summary.setText(preview.summary());
    summary.setVisible(!preview.summary().isEmpty());
    summary.setManaged(summary.isVisible());
    fill(notes, preview.notes());
    notes.setVisible(!preview.notes().isEmpty());
  }

  /** The notes as bars: a few as they are, more so that they can be scrolled. */
  static void fill(VBox box, List<Note> notes) {
    box.getChildren().clear();
    List<MessageBar> bars = new ArrayList<>();
    notes.stream().limit(MOST_NOTES).map(PreviewPane::bar).forEach(bars::add);
    if (notes.size() > MOST_NOTES) {
      bars.add(bar(Note.info("And %d more.".formatted(notes.size() - MOST_NOTES))));
    }
    if (bars.size() <= MOST_AS_THEY_ARE) {
      box.getChildren().addAll(bars);
      return;
    }
    VBox all = new VBox();
    all.getStyleClass().add("form-notes");
    all.getChildren().addAll(bars);
    ScrollPane scroll = new ScrollPane(all);
    scroll.setFitToWidth(true);
    scroll.getStyleClass().add("edge-to-edge");
    scroll.setMinHeight(60);
    scroll.setPrefHeight(130);
    box.getChildren().add(scroll);
  }

  static MessageBar bar(Note note) {
    return new MessageBar(note.severity(), note.text());
  }
}
