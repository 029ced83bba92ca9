package org.kpackworkbench.views.format.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.css.PseudoClass;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.IndexRange;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.Rectangle;
import javafx.scene.text.Text;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.text.TabKey;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.ViewContext;

/** A text with the numbers of its lines, and what is wrong with it below. UI thread only. */
final class TextPane extends BorderPane {
  private final TextArea area =
      Controls.named(
          Controls.spoken(new TextArea(), "Text of the file"), "text", "text-pane", "edge-to-edge");
  private final LineNumbers numbers = new LineNumbers(area);
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private final TextModel model;
  private LineIndex lines;

  TextPane(TextModel model, ViewContext context) {
    this.model = model;
    String text = model.content().text();
    lines = LineIndex.of(text);
    getStylesheets().add(Controls.sheet(TextPane.class, "text.css"));
    area.setText(text);
    area.setEditable(model.content().locked().isEmpty());
    area.positionCaret(0);
    if (area.isEditable()) {
      area.setAccessibleHelp("Ctrl+Tab leaves the text");
    } else {
      TabKey.leaves(area);
    }
    numbers.lines(lines);
    area.textProperty().subscribe((before, now) -> changed(now));
    area.caretPositionProperty().subscribe(at -> describe());
    BorderPane editor = new BorderPane(numbers.over());
    editor.setLeft(numbers);
    if (!model.content().locked().isEmpty()) {
      editor.setTop(new MessageBar(MessageBar.Severity.INFO, model.content().locked()));
    }
    setCenter(editor);
    if (model.kind().checked()) {
      ProblemTable table = new ProblemTable(model.kind(), context, this::goTo);
      SplitPane split = new KeySplitPane(editor, table);
      split.setOrientation(Orientation.VERTICAL);
      split.setDividerPositions(0.75);
      setCenter(split);
      model.problemsProperty().subscribe(table::show);
      model.problemsProperty().subscribe(numbers::problems);
      model.problemsProperty().subscribe(found -> describe());
    }
    new ActionHandlers()
        .on(ActionId.UNDO, area.undoableProperty(), area::undo)
        .on(ActionId.REDO, area.redoableProperty(), area::redo)
        .on(
            ActionId.COPY,
            Bindings.createBooleanBinding(
                () -> area.getSelection().getLength() > 0, area.selectionProperty()),
            area::copy)
        .attachTo(this);
  }

  /** Where the caret is, and how much is wrong. */
  ReadOnlyStringProperty statusProperty() {
    return status.getReadOnlyProperty();
  }

  private void changed(String text) {
    lines = LineIndex.of(text);
    numbers.lines(lines);
    model.changed(text);
    describe();
  }

  private void describe() {
    int at = area.getCaretPosition();
    int line = lines.lineOf(at);
    String where = "line %d, column %d".formatted(line + 1, at - lines.start(line) + 1);
    List<TextProblem> problems = model.problemsProperty().get();
    status.set(problems.isEmpty() ? where : where + ", " + ProblemTable.counted(problems));
  }

  /** Puts the caret where a problem is, and selects the rest of that line. */
  private void goTo(TextProblem problem) {
    IndexRange range = lines.from(problem.line() - 1, problem.column() - 1);
    area.requestFocus();
    area.selectRange(range.getEnd(), range.getStart());
    numbers.reveal(problem.line() - 1);
  }

  /**
   * The numbers beside an area of text, in step with it, and marks on the lines in which something
   * is wrong. As many labels as there are visible lines. UI thread only.
   */
  private static final class LineNumbers extends Region {
    private static final PseudoClass ERROR = PseudoClass.getPseudoClass("error");
    private static final PseudoClass WARNING = PseudoClass.getPseudoClass("warning");

    private final TextArea area;
    private final List<Label> labels = new ArrayList<>();
    private final Pane bands = new Pane();
    private final Map<Integer, TextProblem> problems = new HashMap<>();
    private final Rectangle clip = new Rectangle();
    private LineIndex lines = LineIndex.of("");

    LineNumbers(TextArea area) {
      this.area = area;
      Controls.named(this, "line-numbers", "line-numbers");
      clip.widthProperty().bind(widthProperty());
      clip.heightProperty().bind(heightProperty());
      setClip(clip);
      bands.setMouseTransparent(true);
      area.scrollTopProperty().subscribe(top -> requestLayout());
      area.heightProperty().subscribe(height -> requestLayout());
      area.fontProperty().subscribe(font -> requestLayout());
      area.layoutBoundsProperty().subscribe(bounds -> requestLayout());
    }

    /** The area with the bands over its lines. */
    Node over() {
      Rectangle visible = new Rectangle();
      StackPane stack = new StackPane(area, bands);
      stack.setMinHeight(80);
      visible.widthProperty().bind(stack.widthProperty());
      visible.heightProperty().bind(stack.heightProperty());
      bands.setClip(visible);
      return stack;
    }

    void lines(LineIndex now) {
      boolean wider = digits(now) != digits(lines);
      lines = now;
      if (wider) {
        setPrefWidth(USE_COMPUTED_SIZE);
      }
      requestLayout();
    }

    /** Marks lines; the worst problem of each is what its mark says first. */
    void problems(List<TextProblem> found) {
      problems.clear();
      for (TextProblem problem : found) {
        problems.merge(
            problem.line() - 1,
            problem,
            (one, other) -> one.severity().compareTo(other.severity()) >= 0 ? one : other);
      }
      requestLayout();
    }

    /** Scrolls so that a line has some others around it. */
    void reveal(int line) {
      double height = lineHeight();
      double top = line * height - area.getHeight() / 3;
      if (height > 0
          && (line * height < area.getScrollTop()
              || (line + 2) * height > area.getScrollTop() + area.getHeight())) {
        area.setScrollTop(Math.max(0, top));
      }
    }

    private static int digits(LineIndex lines) {
      return Math.max(3, Integer.toString(lines.count()).length());
    }

    @Override
    protected double computePrefWidth(double height) {
      Text digit = new Text("0");
      digit.setFont(area.getFont());
      return Math.ceil((digits(lines) + 3.5) * digit.getLayoutBounds().getWidth());
    }

    /** How high a line of the area is; 0 while it has not been laid out. */
    private double lineHeight() {
      return area.lookup(".content .text") instanceof Text text
          ? text.getLayoutBounds().getHeight() / lines.count()
          : 0;
    }

    private double contentTop() {
      Node content = area.lookup(".content");
      Node text = area.lookup(".content .text");
      return content == null || text == null
          ? 0
          : area.snappedTopInset()
              + text.getBoundsInParent().getMinY()
              + text.getParent().getLayoutY();
    }

    @Override
    protected void layoutChildren() {
      double height = lineHeight();
      bands.getChildren().clear();
      int used = 0;
      if (height > 1) {
        double top = contentTop();
        double scrolled = area.getScrollTop();
        int first = Math.max(0, (int) ((scrolled - top) / height));
        int last = Math.min(lines.count() - 1, (int) ((scrolled + getHeight()) / height));
        for (int line = first; line <= last; line++) {
          double y = top + line * height - scrolled;
          place(label(used++), line, y, height);
        }
      }
      for (int i = used; i < labels.size(); i++) {
        labels.get(i).setVisible(false);
      }
    }

    private Label label(int index) {
      if (index == labels.size()) {
        Label label = Controls.label("", "line-number");
        label.setAlignment(Pos.CENTER_RIGHT);
        labels.add(label);
        getChildren().add(label);
      }
      return labels.get(index);
    }

    private void place(Label label, int line, double y, double height) {
      TextProblem problem = problems.get(line);
      label.setVisible(true);
      String sign =
          problem == null
              ? ""
              : switch (problem.severity()) {
                case ERROR -> "✖ ";
                case WARNING -> "⚠ ";
                case INFO -> "ℹ ";
              };
      label.setText(sign + (line + 1));
      label.setFont(area.getFont());
      boolean error = problem != null && problem.word().equals("error");
      label.pseudoClassStateChanged(ERROR, error);
      label.pseudoClassStateChanged(WARNING, problem != null && !error);
      label.setTooltip(problem == null ? null : new Tooltip(problem.sentence()));
      label.resizeRelocate(0, y, getWidth(), height);
      if (problem != null) {
        Region band = Controls.styled(new Region(), "line-band");
        // Else the pane makes it as small as what is in it.
        band.setManaged(false);
        band.pseudoClassStateChanged(ERROR, error);
        band.resizeRelocate(0, y, area.getWidth(), height);
        bands.getChildren().add(band);
      }
    }
  }

  /** Table of the problems of a text, line by line; a click goes to the line. UI thread only. */
  private static final class ProblemTable extends BorderPane {
    private final RowsTable<TextProblem> table;
    private List<TextProblem> shown = List.of();

    ProblemTable(TextKind kind, ViewContext context, Consumer<TextProblem> goTo) {
      table =
          RowsTable.alone(
              RowsSpec.of(
                  "text-problems",
                  "Problems",
                  "Nothing is wrong with this %s.".formatted(kind.words()),
                  List.of(
                      RowColumn.face(
                          "Severity",
                          TextProblem::word,
                          problem -> Face.of(problem.word(), "").with(problem.icon())),
                      RowColumn.count("Line", TextProblem::line),
                      RowColumn.count("Column", TextProblem::column),
                      RowColumn.text("What is wrong", TextProblem::message),
                      RowColumn.text("What to do", TextProblem::advice),
                      RowColumn.text("Where", TextProblem::where))),
              context);
      table.setMinHeight(60);
      table.onOpen(row -> follow(goTo));
      table.setOnMouseClicked(
          event -> {
            if (event.getButton() == MouseButton.PRIMARY) {
              boolean unused = follow(goTo);
            }
          });
      setCenter(table);
    }

    private boolean follow(Consumer<TextProblem> goTo) {
      TextProblem problem = table.selectedProperty().get();
      if (problem != null) {
        goTo.accept(problem);
      }
      return problem != null;
    }

    void show(List<TextProblem> problems) {
      if (!problems.equals(shown)) {
        shown = problems;
        table.show(problems);
      }
    }

    /** How many there are of each severity. */
    static String counted(List<TextProblem> problems) {
      long errors = count(problems, Severity.ERROR);
      long warnings = count(problems, Severity.WARNING);
      long notes = count(problems, Severity.INFO);
      return "%s, %s, %s"
          .formatted(
              CountText.of(errors, "error"),
              CountText.of(warnings, "warning"),
              CountText.of(notes, "note"));
    }

    private static long count(List<TextProblem> problems, Severity severity) {
      return problems.stream().filter(problem -> problem.severity() == severity).count();
    }
  }
}
