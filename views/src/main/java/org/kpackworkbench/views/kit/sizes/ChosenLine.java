package org.kpackworkbench.views.kit.sizes;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.text.SizeText;

/** What is chosen in the treemap, in words, and what can be done with it. */
final class ChosenLine extends HBox {
  private final Label words = new Label();
  private final Button open = new Button("Open", KpackIcon.CODE_OBJECT.node(IconSize.SMALL));
  private final Button extract = new Button("Extract…", KpackIcon.EXPORT.node(IconSize.SMALL));

  ChosenLine(Runnable onOpen, Runnable onExtract) {
    getStyleClass().add("sizes-bar");
    words.setId("sizes-chosen");
    words.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    words.setMinWidth(0);
    words.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(words, Priority.ALWAYS);
    open.setId("sizes-open");
    open.setOnAction(event -> onOpen.run());
    extract.setId("sizes-extract");
    extract.setOnAction(event -> onExtract.run());
    for (Button button : new Button[] {open, extract}) {
      button.getStyleClass().add("small");
      button.setMinWidth(USE_PREF_SIZE);
    }
    getChildren().addAll(words, open, extract);
    show("", false, false);
  }

  /** Says what is chosen, and what can be done with it. */
  void show(String text, boolean canOpen, boolean canExtract) {
    words.setText(text.isEmpty() ? "Click a tile to see what it is." : text);
    words.getStyleClass().remove("muted");
    if (text.isEmpty()) {
      words.getStyleClass().add("muted");
    }
    open.setDisable(!canOpen);
    extract.setDisable(!canExtract);
  }

  /** A tile in words. */
  static String words(SizedRows rows, SizeTree.Tile tile, String group, long size) {
    if (tile.whole()) {
      return "%s: %d code object%s, %s"
          .formatted(group, tile.rows(), tile.rows() == 1 ? "" : "s", SizeText.of(size));
    }
    int row = tile.largest();
    String one = "%s @ %s: %s".formatted(rows.name(row), rows.targetText(row), sizes(rows, row));
    return tile.rows() == 1
        ? one
        : "%s, the largest of %d, together %s".formatted(one, tile.rows(), SizeText.of(size));
  }

  private static String sizes(SizedRows rows, int row) {
    String original = text(rows.originalSizeBytes(row));
    return rows.packed()
        ? "stored %s, original %s".formatted(text(rows.storedSizeBytes(row)), original)
        : original;
  }

  private static String text(long size) {
    return size < 0 ? "unknown" : SizeText.of(size);
  }
}
