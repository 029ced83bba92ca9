package org.kpackworkbench.views.kit.overview;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.ViewContext;

/** Whose a file's bytes are: a bar to scale and what its colours mean, with sizes. */
final class SharesPane extends VBox {
  private final List<Share> shares;
  private final double total;
  private final ShareBar bar;
  private final FlowPane legend = new FlowPane();

  SharesPane(Overview overview, ViewContext context) {
    this.shares = overview.shares();
    this.total = Math.max(1, shares.stream().mapToDouble(Share::sizeBytes).sum());
    this.bar = new ShareBar(shares);
    setId("overview-shares");
    getStyleClass().add("shares");
    legend.getStyleClass().add("shares-legend");
    getChildren().addAll(bar, legend);
    Following.of(this, context.ownerColors(), this::paint);
  }

  private void paint(OwnerColors colors) {
    bar.paint(colors);
    legend.getChildren().clear();
    for (Share share : Share.byKind(shares)) {
      Label label = new Label(words(share, total));
      label.setMinWidth(Region.USE_PREF_SIZE);
      HBox item = new HBox(new Swatch(colors, share.kind(), null), label);
      item.getStyleClass().add("mark-box");
      legend.getChildren().add(item);
    }
  }

  /** A share with its size and part of the whole. */
  static String words(Share share, double total) {
    return "%s  %s  (%s)"
        .formatted(
            share.words(), SizeText.of(share.sizeBytes()), percent(share.sizeBytes() / total));
  }

  static String percent(double fraction) {
    double percent = 100 * fraction;
    return percent > 0 && percent < 0.1
        ? "< 0.1 %"
        : String.format(Locale.ROOT, "%.1f %%", percent);
  }

  /** Shares as pieces of one bar, as wide as they are large; the smallest can still be seen. */
  private static final class ShareBar extends Region {
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
}
