package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NumberTable;
import org.kpackworkbench.model.base.bytes.TextIndex;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;

/**
 * The rows of a table of contents as loaders read them: of rows with one name the last counts. They
 * stay in the file, and where each key is is held. Safe for use by many threads.
 */
final class LoaderRows {
  private final ByteView view;

  /** Start and hash. */
  private final NumberTable keys = new NumberTable(2);

  private TextIndex index = new TextIndex(new int[0], LoaderRows::hash, this::key);

  /** Key and architecture of a row. */
  record Name(String key, String architecture) {}

  /** A row; a number is null where it has none. */
  record Row(@Nullable Long ordinal, @Nullable Long size) {}

  LoaderRows(ByteView view) {
    this.view = view;
  }

  /**
   * Reads the value of {@code toc}.
   *
   * @throws Refused if a number in any row is none
   */
  void read(MsgCursor cursor) throws FormatException, Refused {
    MapNumbers numbers = numbers();
    long binaries = cursor.mapHeader("toc");
    for (long i = 0; i < binaries; i++) {
      long start = cursor.position();
      boolean named = cursor.kind("binary") == MsgKind.TEXT;
      boolean held = cursor.shortTextSpan("binary");
      int hash =
          held ? TextIndex.hash(cursor.spanArray(), cursor.spanStart(), cursor.spanLength()) : 0;
      if (!named || cursor.kind("architectures") != MsgKind.MAP) {
        cursor.skip("architectures");
        continue;
      }
      rows(cursor, start, null, numbers);
      if (held) {
        int key = keys.add();
        keys.set(key, 0, start);
        keys.set(key, 1, hash);
      }
    }
    int[] hashes = new int[keys.count()];
    Arrays.setAll(hashes, key -> keys.low(key, 1));
    index = new TextIndex(hashes, LoaderRows::hash, this::key);
  }

  /** Returns the row that counts; null if there is none. */
  @Nullable Row find(String key, String architecture) throws FormatException {
    Row found = null;
    byte[] wanted = SystemText.bytes(architecture);
    for (int next = index.find(key); next >= 0; next = index.find(key, next)) {
      long start = keys.get(next, 0);
      MsgCursor cursor = at(start);
      cursor.skip("binary");
      try {
        Row row = rows(cursor, start, wanted, numbers());
        found = row == null ? found : row;
      } catch (Refused since) {
        throw cursor
            .error(start, "toc", FormatException.Reason.FILE_CHANGED)
            .mismatch("the rows that were read when it was opened", since.why());
      }
    }
    return found;
  }

  /** Reads the rows of a key; returns the one of an architecture, null if it has none. */
  private @Nullable Row rows(
      MsgCursor cursor, long keyStart, byte @Nullable [] wanted, MapNumbers numbers)
      throws FormatException, Refused {
    Row found = null;
    long count = cursor.mapHeader("architectures");
    for (long i = 0; i < count; i++) {
      long start = cursor.position();
      boolean named = cursor.kind("architecture") == MsgKind.TEXT;
      boolean held = cursor.shortTextSpan("architecture");
      boolean isWanted = held && wanted != null && cursor.spanEquals(wanted);
      if (!named || cursor.kind("entry") != MsgKind.MAP) {
        cursor.skip("entry");
        continue;
      }
      try {
        numbers.read(cursor);
      } catch (Refused spoiled) {
        String key = LoaderTable.text(at(keyStart), "binary");
        String architecture = LoaderTable.text(at(start), "architecture");
        spoiled.row = key == null || architecture == null ? null : new Name(key, architecture);
        throw spoiled;
      }
      found = isWanted ? new Row(numbers.first(), numbers.second()) : found;
    }
    return found;
  }

  private static MapNumbers numbers() {
    return new MapNumbers(MapNumbers.ORDINAL, "original_size");
  }

  private String key(int number) throws FormatException {
    String text = LoaderTable.text(at(keys.get(number, 0)), "binary");
    return text == null ? "" : text;
  }

  private static int hash(String text) {
    byte[] bytes = SystemText.bytes(text);
    return TextIndex.hash(bytes, 0, bytes.length);
  }

  private MsgCursor at(long position) throws FormatException {
    return new MsgCursor(view, position, view.size(), LoaderTable.NAME);
  }
}
