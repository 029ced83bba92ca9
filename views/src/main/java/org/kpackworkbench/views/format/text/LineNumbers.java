package org.kpackworkbench.views.format.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.Rectangle;
import javafx.scene.text.Text;

/**
 * The numbers beside an area of text, in step with it, and marks on the lines in which something is
 * wrong. As many labels as there are lines in sight. UI thread only.
 */
final class LineNumbers extends Region {
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
    setId("line-numbers");
    getStyleClass().add("line-numbers");
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
      Label label = new Label();
      label.getStyleClass().add("line-number");
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
      Region band = new Region();
      band.getStyleClass().add("line-band");
      // Else the pane makes it as small as what is in it.
      band.setManaged(false);
      band.pseudoClassStateChanged(ERROR, error);
      band.resizeRelocate(0, y, area.getWidth(), height);
      bands.getChildren().add(band);
    }
  }
}
