package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.hex.HexCopy;
import org.kpackworkbench.views.kit.job.Background;

/** Copies what is selected on the side of the caret. UI thread. */
final class CompareCopy {
  private final ByteCompareModel model;
  private final ByteCompareView view;
  private final Background background;
  private final Consumer<String> messages;

  /**
   * What copies.
   *
   * @param messages is told what could not be done, in a sentence for people
   */
  CompareCopy(
      ByteCompareModel model,
      ByteCompareView view,
      Background background,
      Consumer<String> messages) {
    this.model = model;
    this.view = view;
    this.background = background;
    this.messages = messages;
  }

  /** As the column in which the selection was made. */
  void copy() {
    copy(view.isInText() ? HexCopy.TEXT : HexCopy.HEX);
  }

  /** The selected bytes, or else the one at the caret; gaps have none. */
  void copy(HexCopy format) {
    int side = model.sideProperty().get();
    ByteRange selected = model.selectionProperty().get();
    ByteRange positions =
        selected.isEmpty() ? new ByteRange(model.caretProperty().get(), 1) : selected;
    ByteRange bytes = model.alignment().bytes(side, positions);
    ByteView from = view.sides().get(side).view();
    if (bytes.isEmpty()) {
      messages.accept("This side has no bytes here that could be copied.");
    } else if (bytes.length() > HexCopy.MOST_BYTES) {
      messages.accept(
          "%s are selected; at most %s can be copied. Select less, or export the part to a file."
              .formatted(SizeText.of(bytes.length()), SizeText.of(HexCopy.MOST_BYTES)));
    } else {
      background.run(
          () -> format.format(bytes.start(), from.bytes(bytes.start(), (int) bytes.length())),
          CompareCopy::put,
          failure ->
              messages.accept(
                  Objects.requireNonNullElse(failure.getMessage(), failure.toString())));
    }
  }

  /** The offset of the caret on its side, in hexadecimal. */
  void copyOffset() {
    put(offset(model.sideProperty().get()));
  }

  String offset(int side) {
    long offset = model.alignment().offsetFrom(side, model.caretProperty().get());
    return "0x%x".formatted(offset);
  }

  private static void put(String text) {
    Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text));
  }
}
