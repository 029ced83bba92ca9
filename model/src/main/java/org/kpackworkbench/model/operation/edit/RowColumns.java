package org.kpackworkbench.model.operation.edit;

import java.util.HashMap;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** What an archive's table says of its rows, in arrays; texts that are alike are kept once. */
final class RowColumns {
  private final String[] keys;
  private final String[] targets;
  private final String[] types;
  private final long[] sizes;

  RowColumns(KpackArchive archive) throws FormatException {
    int count = archive.entryCount();
    keys = new String[count];
    targets = new String[count];
    types = new String[count];
    sizes = new long[count];
    Map<String, String> known = new HashMap<>();
    for (int row = 0; row < count; row++) {
      ArchiveEntry entry = archive.entry(row);
      boolean sameKey = row > 0 && archive.keyNumber(row) == archive.keyNumber(row - 1);
      keys[row] = sameKey ? keys[row - 1] : entry.key().text();
      targets[row] = one(known, entry.targetText());
      types[row] = one(known, entry.type());
      sizes[row] = entry.originalSizeBytes();
    }
  }

  private static String one(Map<String, String> known, String text) {
    return known.computeIfAbsent(text, same -> same);
  }

  int count() {
    return keys.length;
  }

  String key(int row) {
    return keys[row];
  }

  String target(int row) {
    return targets[row];
  }

  String type(int row) {
    return types[row];
  }

  long sizeBytes(int row) {
    return sizes[row];
  }
}
