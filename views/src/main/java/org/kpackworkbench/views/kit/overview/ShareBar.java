package org.kpackworkbench.views.kit.overview;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** Shares as pieces of one bar, as wide as they are large; the smallest can still be seen. */
final class ShareBar extends Region {
  private static final double NARROWEST = 2;

  private final List<Share> shares;
  private final List<Region> pieces = new ArrayList<>();
  private final double total;

  ShareBar(List<Share> shares) {
    this.shares = shares;
    this.total = Math.max(1, shares.stream().mapToDouble(Share::sizeBytes).sum());
    getStyleClass().add("share-bar");
    setMinWidth(0);
    for (Share share : shares) {
      Region piece = new Region();
      piece.setAccessibleText(share.words());
      Tooltip.install(piece, new Tooltip(SharesPane.words(share, total)));
      pieces.add(piece);
    }
    getChildren().setAll(pieces);
  }

  void paint(OwnerColors colors) {
    for (int i = 0; i < pieces.size(); i++) {
      Share share = shares.get(i);
      pieces
          .get(i)
          .setBackground(
              new Background(
                  new BackgroundFill(
                      colors.paint(share.kind(), share.target()),
                      CornerRadii.EMPTY,
                      Insets.EMPTY)));
    }
  }

  @Override
  protected void layoutChildren() {
    Insets around = getInsets();
    double width = getWidth() - around.getLeft() - around.getRight();
    double height = getHeight() - around.getTop() - around.getBottom();
    double[] widths = widths(width);
    double x = around.getLeft();
    for (int i = 0; i < pieces.size(); i++) {
      double next = x + widths[i];
      // Whole pixels, so that no light shines through between two pieces.
      double from = Math.round(x);
      pieces.get(i).resizeRelocate(from, around.getTop(), Math.round(next) - from, height);
      x = next;
    }
  }

  private double[] widths(double width) {
    double[] widths = new double[pieces.size()];
    double wanted = 0;
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(NARROWEST, width * shares.get(i).sizeBytes() / total);
      wanted += widths[i];
    }
    double scale = wanted > width && wanted > 0 ? width / wanted : 1;
    for (int i = 0; i < widths.length; i++) {
      widths[i] *= scale;
    }
    return widths;
  }
}
