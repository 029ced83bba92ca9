package org.kpackworkbench.views.kit.overview;

import java.util.List;
import java.util.Locale;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerBar;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.ViewContext;

/** Whose a file's bytes are: a bar to scale and what its colours mean, with sizes. */
final class SharesPane extends VBox {
  private final List<Share> shares;
  private final double total;
  private final OwnerBar bar;
  private final FlowPane legend = new FlowPane();

  SharesPane(Overview overview, ViewContext context) {
    this.shares = overview.shares();
    this.total = Math.max(1, shares.stream().mapToDouble(Share::sizeBytes).sum());
    this.bar =
        new OwnerBar(
            shares.stream()
                .map(
                    share ->
                        new OwnerBar.Part(
                            share.kind(), share.target(), share.sizeBytes(), words(share, total)))
                .toList(),
            total,
            context.ownerColors().getValue());
    bar.getStyleClass().add("share-bar");
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
}
