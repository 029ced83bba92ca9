package org.kpackworkbench.views.kit.theme;

import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.Region;
import org.controlsfx.control.SegmentedBar;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;

/** A bar to scale whose parts have the colours of their owners. UI thread only. */
public final class OwnerBar extends SegmentedBar<OwnerBar.Piece> {
  /** The smallest part takes so much of the bar, so that it can still be seen. */
  private static final double LEAST_SHARE = 0.004;

  /**
   * A part of a bar.
   *
   * @param target for device code the target it is for; null if that does not matter
   * @param words what the tooltip says
   */
  public record Part(OwnerKind kind, @Nullable String target, long sizeBytes, String words) {}

  /** A part, or the empty rest of the bar, in the form that the control requires. */
  static final class Piece extends SegmentedBar.Segment {
    private final @Nullable Part part;

    private Piece(@Nullable Part part, double sizeBytes) {
      super(sizeBytes);
      this.part = part;
    }

    private Node node(OwnerColors colors) {
      Region node = new Region();
      if (part != null) {
        node.setAccessibleText(part.words());
        Tooltip.install(node, new Tooltip(part.words()));
        node.setBackground(
            new Background(
                new BackgroundFill(
                    colors.paint(part.kind(), part.target()), CornerRadii.EMPTY, Insets.EMPTY)));
      }
      return node;
    }
  }

  /**
   * A bar.
   *
   * @param scaleBytes the size that would fill the bar; parts that are larger together fill it, too
   */
  public OwnerBar(List<Part> parts, double scaleBytes, OwnerColors colors) {
    getStyleClass().add("owner-bar");
    // Nothing in it takes keys.
    setFocusTraversable(false);
    setOrientation(Orientation.HORIZONTAL);
    setInfoNodeFactory(null);
    setMinWidth(0);
    double rest = scaleBytes;
    for (Part part : parts) {
      double size = Math.max((double) part.sizeBytes(), LEAST_SHARE * scaleBytes);
      getSegments().add(new Piece(part, size));
      rest -= size;
    }
    if (rest > 0) {
      getSegments().add(new Piece(null, rest));
    }
    paint(colors);
  }

  /** Gives the parts the colours of another theme. */
  public void paint(OwnerColors colors) {
    setSegmentViewFactory(piece -> piece.node(colors));
  }

  /** None: parts have the colours of their owners, without gaps. */
  @Override
  public @Nullable String getUserAgentStylesheet() {
    return null;
  }
}
