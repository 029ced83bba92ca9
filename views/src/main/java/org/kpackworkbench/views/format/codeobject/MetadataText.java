package org.kpackworkbench.views.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Metadata;
import org.kpackworkbench.model.format.elf.ElfNote;

/** The metadata of a code object as lines of text, nothing left out and nothing interpreted. */
final class MetadataText {
  /** More lines than this are not shown: lists become slow far beyond. */
  static final int MOST_LINES = 200_000;

  private static final String STEP = "  ";
  private static final String DASH = "-";

  private final List<String> lines = new ArrayList<>();

  private MetadataText() {}

  /** The lines; empty where there is no metadata. In the background. */
  static List<String> of(CodeObject code) throws FormatException {
    ElfNote note = code.metadataNote();
    if (note == null) {
      return List.of();
    }
    Metadata metadata = code.metadata();
    if (metadata.form() == Metadata.Form.YAML) {
      return metadata.text().lines().limit(MOST_LINES).toList();
    }
    ByteView content = note.content();
    return of(new MsgCursor(content, 0, content.size(), "code object metadata").value("metadata"));
  }

  static List<String> of(MsgValue value) {
    MetadataText text = new MetadataText();
    text.block("", "", value);
    if (text.full()) {
      text.lines.add("… and more: only the first %d lines are shown.".formatted(MOST_LINES));
    }
    return List.copyOf(text.lines);
  }

  private boolean full() {
    return lines.size() >= MOST_LINES;
  }

  /**
   * Writes a value.
   *
   * @param indent what stands before further lines
   * @param head what stands before it on its first line
   */
  private void block(String indent, String head, MsgValue value) {
    if (full()) {
      return;
    }
    switch (value) {
      case MsgValue.Mapping mapping when !mapping.pairs().isEmpty() -> {
        boolean item = head.endsWith(DASH);
        if (!item) {
          line(head);
        }
        String start = item ? head + " " : indent;
        for (MsgValue.Pair pair : mapping.pairs()) {
          block(indent + STEP, start + pair.key() + ":", pair.value());
          start = indent;
        }
      }
      case MsgValue.Array array when array.items().stream().anyMatch(MetadataText::nested) -> {
        line(head);
        for (MsgValue item : array.items()) {
          block(indent + STEP, indent + DASH, item);
        }
      }
      default -> line(head.isEmpty() ? value.toString() : head + " " + value);
    }
  }

  private static boolean nested(MsgValue value) {
    return value instanceof MsgValue.Mapping || value instanceof MsgValue.Text;
  }

  private void line(String text) {
    if (!text.isEmpty() && !full()) {
      lines.add(text.replace("\n", "\\n").replace("\r", "\\r"));
    }
  }
}
