package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.views.kit.hex.HexRowText;
import org.kpackworkbench.views.kit.hex.HexSide;

/** Words for a view of aligned bytes. */
final class AlignedBytesWords {
  private AlignedBytesWords() {}

  /** An offset in a side; with the one in its file, where it is a part of one. */
  static String offset(HexSide side, long offset) {
    long inFile = side.fileOffset(offset);
    return inFile == offset
        ? "offset 0x%x".formatted(offset)
        : "offset 0x%x, in the file 0x%x".formatted(offset, inFile);
  }

  /** Returns what is at the caret on each side. */
  static List<String> atCaret(ByteCompareModel model, List<HexSide> sides) {
    List<String> all = new ArrayList<>();
    long caret = model.caretProperty().get();
    for (int side = 0; side < sides.size(); side++) {
      all.add(name(side, sides.size()) + ": " + atCaret(model, sides.get(side), side, caret));
    }
    return all;
  }

  /** Returns the short name of a side. */
  static String name(int side, int sides) {
    if (sides == 2) {
      return side == 0 ? "left" : "right";
    }
    return "side " + (side + 1);
  }

  private static String atCaret(ByteCompareModel model, HexSide bytes, int side, long position) {
    long offset = model.alignment().offset(side, position);
    if (offset < 0) {
      long next = model.alignment().offsetFrom(side, position);
      return bytes.sizeBytes() == 0
          ? "no bytes"
          : next == bytes.sizeBytes()
              ? "after the end"
              : "nothing here, before offset 0x%x".formatted(next);
    }
    StringBuilder text = new StringBuilder(offset(bytes, offset));
    int value = bytes.value(offset);
    if (value >= 0) {
      text.append(", byte %02x".formatted(value));
      if (HexRowText.isPrintable(value) && value != ' ') {
        text.append(" '").append((char) value).append('\'');
      }
    }
    Claim owner = bytes.owner(offset);
    return owner == null ? text.toString() : text + ", in " + owner.label();
  }
}
