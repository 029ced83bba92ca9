package org.kpackworkbench.views.operation.forms;

import java.util.ArrayList;
import java.util.List;
import javafx.animation.PauseTransition;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.TabKey;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * A form: the input, which has the whole width for its paths, above the planned result, and the
 * equivalent command line below. UI thread only.
 */
final class FormPane extends BorderPane {
  /** The least height of the rows of a preview. */
  static final double LEAST_ROWS = 110;

  private static final double LEAST_FIELDS = 120;

  /** Room for the divider and the border of the fields. */
  private static final double DIVIDER = 14;

  /** The largest share of the height that fields have before the user moves the divider. */
  private static final double MOST_FIELDS = 0.56;

  /**
   * A form.
   *
   * @param id its name for tests
   * @param what what it is about, as a heading
   */
  FormPane(String id, String what, FormModel<?> model, Node fields, ViewContext context) {
    Controls.named(this, id, "form-pane");
    getStylesheets().add(Controls.sheet(FormPane.class, "forms.css"));
    Label heading = Controls.tip(Controls.label(what, "form-what"), what);
    heading.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
    heading.setMaxWidth(Double.MAX_VALUE);
    heading.setMinWidth(0);
    ScrollPane scroll = Controls.styled(new ScrollPane(fields), "edge-to-edge");
    scroll.setFitToWidth(true);
    scroll.setMinHeight(LEAST_FIELDS);
    PreviewPane preview = new PreviewPane(model, context);
    KeySplitPane split = new KeySplitPane(scroll, preview);
    split.setOrientation(Orientation.VERTICAL);
    SplitPane.setResizableWithParent(scroll, false);
    split.heightProperty().subscribe((before, now) -> divide(split, fields, before, now));
    setTop(heading);
    setCenter(split);
    setBottom(commandLine(model));
    setPrefSize(1080, 760);
  }

  /** At first, fields have the height that they need, but leave some to the preview. */
  private static void divide(KeySplitPane split, Node fields, Number before, Number now) {
    double height = now.doubleValue();
    if (before.doubleValue() <= 0 && height > 0) {
      double needed = fields.prefHeight(split.getWidth()) + DIVIDER;
      split.place(() -> split.setDividerPositions(Math.min(MOST_FIELDS, needed / height)));
    }
  }

  private static Node commandLine(FormModel<?> model) {
    TextArea text = Controls.named(new TextArea(), "form-command");
    text.setEditable(false);
    text.setPrefRowCount(3);
    text.setMinHeight(Region.USE_PREF_SIZE);
    text.setWrapText(true);
    text.getStyleClass().add("monospace");
    text.setAccessibleText("The same as a command line");
    TabKey.leaves(text);
    text.setPromptText("The same as a command line, once everything is filled in");
    text.textProperty().bind(model.commandProperty());
    HBox.setHgrow(text, Priority.ALWAYS);
    Button copy =
        Controls.whole(
            Controls.button(
                "form-copy-command",
                "Copy Command",
                () -> RowCopy.toClipboard(model.commandProperty().get())));
    copy.disableProperty().bind(model.commandProperty().isEmpty());
    HBox line = FormGrid.line(text, copy);
    line.getStyleClass().add("form-command");
    return line;
  }

  /** The planned result of a form: files, findings, sums. UI thread only. */
  static final class PreviewPane extends VBox {
    private static final int MOST_NOTES = 40;
    private static final int MOST_AS_THEY_ARE = 2;
    private static final int MOST_BARS = 8;

    private final RowsTable<FormRow> table;
    private List<FormRow> shown = List.of();
    private final ViewContext context;
    private final FormModel<?> model;
    private final VBox problem = Controls.named(Controls.collapsing(new VBox()), "form-problem");
    private final VBox bars = Controls.named(Controls.collapsing(new VBox()), "form-bars");
    private final VBox notes =
        Controls.named(Controls.collapsing(new VBox()), "form-notes", "form-notes");
    private final Label summary = Controls.named(Controls.text(""), "form-summary");

    PreviewPane(FormModel<?> model, ViewContext context) {
      this.context = context;
      this.model = model;
      table =
          FormRow.table(
              context,
              "form-preview",
              "What would be written",
              "Nothing would be written.",
              model.columns());
      getStyleClass().add("form-preview");
      setMinWidth(200);
      Label heading = Controls.text("What will be written", "form-heading");
      heading.setStyle("-fx-padding: 0;");
      ProgressIndicator looking = new ProgressIndicator();
      looking.setAccessibleText("Finding out what would be written");
      looking.setPrefSize(16, 16);
      looking.setMaxSize(16, 16);
      looking.visibleProperty().bind(model.lookingProperty());
      HBox line = FormGrid.line(heading, looking, stop(model));
      table.setMinHeight(LEAST_ROWS);
      // Findings have their full height where there is room.
      table.setPrefHeight(LEAST_ROWS);
      setVgrow(table, Priority.ALWAYS);
      getChildren().addAll(line, problem, bars, table, summary, notes);
      model
          .lookingProperty()
          .subscribe(
              now ->
                  table.setPlaceholder(
                      Tables.placeholder(
                          now
                              ? "Working out what would be written…"
                              : "Nothing would be written.")));
      model.previewProperty().subscribe(this::show);
    }

    /** Split panes measure their panes before these have a width. */
    @Override
    protected double computeMinHeight(double width) {
      return computePrefHeight(width < 0 ? getWidth() : width);
    }

    /** A button that stops what takes long. */
    private static Button stop(FormModel<?> model) {
      Button stop =
          Controls.collapsing(
              Controls.whole(
                  Controls.button("form-stop", "Stop", model::stopLooking, "form-stop")));
      Controls.tip(stop, "Stop working out what would be written");
      PauseTransition wait = new PauseTransition(Duration.seconds(1));
      wait.setOnFinished(event -> stop.setVisible(true));
      model
          .lookingProperty()
          .subscribe(
              now -> {
                stop.setVisible(false);
                if (now) {
                  wait.playFromStart();
                } else {
                  wait.stop();
                }
              });
      return stop;
    }

    private void show(FormReport preview) {
      problem.getChildren().clear();
      boolean said = preview.problem().isEmpty() || model.saysBeside(preview.problem());
      problem.setVisible(!said);
      if (!said) {
        problem.getChildren().add(bar(Note.error(preview.problem())));
      }
      bars.getChildren().clear();
      bars.setVisible(!preview.bars().isEmpty());
      if (!preview.bars().isEmpty()) {
        SizeBars all = new SizeBars(preview.bars(), context.ownerColors());
        bars.getChildren().add(preview.bars().size() > MOST_BARS ? scrolled(all, 190) : all);
      }
      if (!preview.rows().equals(shown)) {
        shown = preview.rows();
        table.show(shown);
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
      VBox all = Controls.styled(new VBox(), "form-notes");
      all.getChildren().addAll(bars);
      box.getChildren().add(scrolled(all, 130));
    }

    private static ScrollPane scrolled(Region all, double height) {
      ScrollPane scroll = Controls.styled(new ScrollPane(all), "edge-to-edge");
      scroll.setFitToWidth(true);
      scroll.setMinHeight(60);
      scroll.setPrefHeight(height);
      return scroll;
    }

    static MessageBar bar(Note note) {
      return new MessageBar(note.severity(), note.text());
    }
  }
}
