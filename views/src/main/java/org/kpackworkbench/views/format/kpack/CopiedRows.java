package org.kpackworkbench.views.format.kpack;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.DataFormat;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an archive on the clipboard: pasted as text they are a table, in an editor the code
 * objects themselves, out of the file.
 *
 * @param archive the file
 * @param rows what names them in it
 */
public record CopiedRows(Path archive, List<Row> rows) {
  private static final DataFormat FORMAT = format();
  private static final String BETWEEN = "\u001f";

  /**
   * Name of a row.
   *
   * @param key the binary key as it is written, with the index where it has one
   * @param target the target as it is written
   * @param nth 0, or in a broken table, which of several rows of one name, from 0
   */
  public record Row(String key, String target, int nth) {}

  public CopiedRows {
    rows = List.copyOf(rows);
  }

  private static DataFormat format() {
    String name = "application/x-kpack-rows";
    DataFormat known = DataFormat.lookupMimeType(name);
    return known == null ? new DataFormat(name) : known;
  }

  /** Puts them on the clipboard, beside a text for other programs. */
  public void toClipboard(String text) {
    StringBuilder lines = new StringBuilder(archive.toString());
    for (Row row : rows) {
      lines.append('\n').append(String.join(BETWEEN, row.key(), row.target(), "" + row.nth()));
    }
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    // Bytes come through every system's clipboard as they are; objects do not.
    content.put(FORMAT, ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8)));
    Clipboard.getSystemClipboard().setContent(content);
  }

  /** Returns the rows on the clipboard; null if it holds something else. */
  public static @Nullable CopiedRows ofClipboard() {
    if (!(Clipboard.getSystemClipboard().getContent(FORMAT) instanceof ByteBuffer bytes)) {
      return null;
    }
    String[] lines =
        StandardCharsets.UTF_8.decode(bytes.duplicate().rewind()).toString().split("\n", -1);
    List<Row> rows = new ArrayList<>();
    for (String line : List.of(lines).subList(1, lines.length)) {
      String[] parts = line.split(BETWEEN, -1);
      if (parts.length == 3 && parts[2].matches("[0-9]{1,9}")) {
        rows.add(new Row(parts[0], parts[1], Integer.parseInt(parts[2])));
      }
    }
    return rows.isEmpty() ? null : new CopiedRows(Path.of(lines[0]), rows);
  }
}
