package org.kpackworkbench.views.kit.hex;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;

/** The visible rows as text, the way they are drawn. */
final class HexTranscript {
  private final HexModel model;
  private final HexPages pages;
  private final HexColumns columns;

  HexTranscript(HexView hex) {
    this.model = hex.model();
    this.pages = hex.pages();
    this.columns = hex.columns();
  }

  List<String> rows() {
    List<String> rows = new ArrayList<>();
    ByteView view = model.viewProperty().get();
    for (long row = 0; view != null && row < model.visibleRows(); row++) {
      ByteRange bytes = model.bytesOf(model.topRowProperty().get() + row, 1);
      if (!bytes.isEmpty()) {
        rows.add(
            HexRowText.offset(view.fileOffset(bytes.start()), columns.offsetDigits())
                + "  "
                + row(bytes));
      }
    }
    return rows;
  }

  private String row(ByteRange bytes) {
    HexPage page = pages.pageOf(bytes.start());
    if (page == null) {
      return "…";
    }
    String failure = page.failure();
    int there = page.countOf(bytes);
    if (failure != null && there == 0) {
      return failure;
    }
    char[] hex = " ".repeat(columns.lineLength()).toCharArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < there; i++) {
      int value = page.byteAt(bytes.start() + i);
      HexRowText.putHex(hex, columns.characterOf(i), value);
      text.append(HexRowText.character(value));
    }
    return new String(hex) + "  " + text;
  }
}
