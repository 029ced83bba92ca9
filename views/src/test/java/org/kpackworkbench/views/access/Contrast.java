package org.kpackworkbench.views.access;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.css.PseudoClass;
import javafx.geometry.Bounds;
import javafx.geometry.Insets;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Control;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.TreeView;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.shape.Shape;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import org.kpackworkbench.icons.KpackIcon;

/**
 * Text and signs against what is really behind them: 4.5 for text, 3 for large text and for signs,
 * as in WCAG 2.2 (1.4.3 and 1.4.11). What is disabled is left out, as there.
 */
public final class Contrast {
  private static final double FOR_TEXT = 4.5;
  private static final double FOR_SIGNS = 3;

  private final Map<String, String> problems = new LinkedHashMap<>();
  private int texts;
  private int signs;

  Map<String, String> problems() {
    return problems;
  }

  int texts() {
    return texts;
  }

  int signs() {
    return signs;
  }

  void look(String stop, Scene scene) {
    Color paper = scene.getFill() instanceof Color color ? color : Color.WHITE;
    look(stop, scene.getRoot(), paper, 1);
    focusLists(stop, scene.getRoot(), paper);
    selectButtons(stop, scene.getRoot(), paper);
  }

  /** What is chosen by a click has other colours then. */
  private void selectButtons(String stop, Node node, Color paper) {
    if (!node.isVisible() || node.isDisabled()) {
      return;
    }
    if (node instanceof ToggleButton button && !button.isSelected()) {
      PseudoClass selected = PseudoClass.getPseudoClass("selected");
      node.pseudoClassStateChanged(selected, true);
      node.applyCss();
      look(stop + ", selected", node, paper, 1);
      node.pseudoClassStateChanged(selected, false);
      node.applyCss();
    } else if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> selectButtons(stop, child, paper));
    }
  }

  /** Selected rows have other colours while their list has the focus. */
  private void focusLists(String stop, Node node, Color paper) {
    if (!node.isVisible()) {
      return;
    }
    if (node instanceof TableView || node instanceof TreeView || node instanceof ListView) {
      PseudoClass focused = PseudoClass.getPseudoClass("focused");
      node.pseudoClassStateChanged(focused, true);
      node.applyCss();
      selected(stop + ", focused", (Parent) node, paper);
      node.pseudoClassStateChanged(focused, false);
      node.applyCss();
    } else if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> focusLists(stop, child, paper));
    }
  }

  private void selected(String stop, Parent list, Color paper) {
    for (Node child : list.getChildrenUnmodifiable()) {
      if (child instanceof IndexedCell<?> cell && cell.isSelected() && cell.isVisible()) {
        look(stop, cell, paper, 1);
      } else if (child instanceof Parent parent && child.isVisible()) {
        selected(stop, parent, paper);
      }
    }
  }

  private void look(String stop, Node node, Color paper, double opacity) {
    if (!node.isVisible() || node.isDisabled()) {
      return;
    }
    double seen = opacity * node.getOpacity();
    if (node instanceof Text text && !text.getText().isBlank() && isInSight(node)) {
      if (text.getFill() instanceof Color color && color.getOpacity() > 0 && seen > 0) {
        texts++;
        check(stop, text, over(color, seen, behind(text, paper)), paper, needed(text.getFont()));
      }
    } else if (KpackIcon.class.getPackageName().equals(node.getClass().getPackageName())
        && isInSight(node)) {
      sign(stop, node, paper, seen);
    } else if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> look(stop, child, paper, seen));
    }
  }

  /** Of a sign with several parts one has to be seen. */
  private void sign(String stop, Node sign, Color paper, double opacity) {
    Color behind = behind(sign, paper);
    double best = strongest(sign, behind, opacity);
    if (best > 0) {
      signs++;
      report(stop, sign, best, FOR_SIGNS, behind);
    }
  }

  private static double strongest(Node node, Color behind, double opacity) {
    double best = 0;
    if (node instanceof Shape shape) {
      if (shape.getFill() instanceof Color fill && fill.getOpacity() > 0) {
        best = ratio(over(fill, opacity, behind), behind);
      }
      if (shape.getStroke() instanceof Color stroke && stroke.getOpacity() > 0) {
        best = Math.max(best, ratio(over(stroke, opacity, behind), behind));
      }
    }
    if (node instanceof Parent parent) {
      for (Node child : parent.getChildrenUnmodifiable()) {
        best = Math.max(best, strongest(child, behind, opacity));
      }
    }
    return best;
  }

  private void check(String stop, Text text, Color ink, Color paper, double needed) {
    Color behind = behind(text, paper);
    report(stop, text, ratio(ink, behind), needed, behind);
  }

  private void report(String stop, Node node, double ratio, double needed, Color behind) {
    if (ratio < needed - 0.005) {
      Node named = node instanceof Text && node.getParent() != null ? node.getParent() : node;
      String what = node instanceof Text text ? " [" + text.getText() + "]" : "";
      problems.putIfAbsent(
          Names.path(named) + " " + named.getStyleClass(),
          String.format(
              Locale.ROOT, "%.2f of %.1f on %s: %s%s", ratio, needed, behind, stop, what));
    }
  }

  private static double needed(Font font) {
    boolean bold = font.getStyle().toLowerCase(Locale.ROOT).contains("bold");
    // 18 points, or 14 in bold, are 24 and 18.66 pixels.
    return font.getSize() >= 24 || (bold && font.getSize() >= 18.66) ? FOR_SIGNS : FOR_TEXT;
  }

  /** Whether its middle is inside the window and what scrolls around it. */
  private static boolean isInSight(Node node) {
    Bounds bounds = node.localToScene(node.getBoundsInLocal());
    for (Node at = node.getParent(); at != null; at = at.getParent()) {
      if (at.getClip() != null || at instanceof Control) {
        if (!at.localToScene(at.getLayoutBounds())
            .contains(bounds.getCenterX(), bounds.getCenterY())) {
          return false;
        }
      }
    }
    return bounds.getWidth() > 0;
  }

  /** The colour behind the middle of a node: all that its parents and what they hold draw there. */
  private static Color behind(Node node, Color paper) {
    Bounds bounds = node.localToScene(node.getBoundsInLocal());
    Point2D middle = new Point2D(bounds.getCenterX(), bounds.getCenterY());
    return below(node, middle, paper);
  }

  private static Color below(Node node, Point2D point, Color paper) {
    Parent parent = node.getParent();
    if (parent == null) {
      return paper;
    }
    Color color = painted(parent, point, below(parent, point, paper));
    for (Node sibling : parent.getChildrenUnmodifiable()) {
      if (sibling.equals(node)) {
        break;
      }
      color = painted(sibling, point, color);
    }
    return color;
  }

  /** What a node paints over a colour at a point of the scene. */
  private static Color painted(Node node, Point2D point, Color under) {
    Color color = under;
    if (node.isVisible()
        && node instanceof Region region
        && region.getBackground() != null
        && region.getShape() == null) {
      Point2D here = region.sceneToLocal(point);
      for (BackgroundFill fill : region.getBackground().getFills()) {
        if (covers(region, fill.getInsets(), here) && fill.getFill() instanceof Color paint) {
          color = over(paint, region.getOpacity(), color);
        }
      }
    }
    return color;
  }

  private static boolean covers(Region region, Insets insets, Point2D at) {
    return at.getX() >= insets.getLeft()
        && at.getY() >= insets.getTop()
        && at.getX() <= region.getWidth() - insets.getRight()
        && at.getY() <= region.getHeight() - insets.getBottom();
  }

  /** A colour as it is seen over another one. */
  public static Color over(Color color, double opacity, Color under) {
    double alpha = color.getOpacity() * opacity;
    return Color.color(
        Math.clamp(color.getRed() * alpha + under.getRed() * (1 - alpha), 0, 1),
        Math.clamp(color.getGreen() * alpha + under.getGreen() * (1 - alpha), 0, 1),
        Math.clamp(color.getBlue() * alpha + under.getBlue() * (1 - alpha), 0, 1));
  }

  /** The contrast of two colours, 1–21. */
  public static double ratio(Color one, Color other) {
    double a = luminance(one) + 0.05;
    double b = luminance(other) + 0.05;
    return Math.max(a, b) / Math.min(a, b);
  }

  private static double luminance(Color color) {
    List<Double> parts =
        List.of(linear(color.getRed()), linear(color.getGreen()), linear(color.getBlue()));
    return 0.2126 * parts.get(0) + 0.7152 * parts.get(1) + 0.0722 * parts.get(2);
  }

  private static double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
  }
}
