package org.kpackworkbench.views.archive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import org.kpackworkbench.views.job.Background;

/**
 * The metadata of the rows in sight, on one line each: read in the background when a cell asks, and
 * forgotten when a few hundred others were asked for. UI thread only.
 */
final class Summaries {
  private static final int MOST_KEPT = 1000;

  private final Background background;
  private final List<Integer> wanted = new ArrayList<>();
  private final Map<Integer, ReadOnlyStringWrapper> kept =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, ReadOnlyStringWrapper> eldest) {
          return size() > MOST_KEPT;
        }
      };
  private boolean reading;

  private record Read(int row, String text) {}

  Summaries(Background background) {
    this.background = background;
  }

  /** A row's metadata; empty until it has been read. */
  ObservableValue<String> of(ArchiveRows rows, int row) {
    ReadOnlyStringWrapper text = kept.get(row);
    if (text == null) {
      text = new ReadOnlyStringWrapper("");
      kept.put(row, text);
      wanted.add(row);
      read(rows);
    }
    return text.getReadOnlyProperty();
  }

  /** Reads what was asked for since the last time, in one go. */
  private void read(ArchiveRows rows) {
    if (reading || wanted.isEmpty()) {
      return;
    }
    reading = true;
    List<Integer> now = List.copyOf(wanted);
    wanted.clear();
    background.run(
        () -> now.stream().map(row -> new Read(row, MetadataText.of(rows, row))).toList(),
        read -> {
          for (Read one : read) {
            ReadOnlyStringWrapper text = kept.get(one.row());
            if (text != null) {
              text.set(one.text());
            }
          }
          reading = false;
          read(rows);
        },
        failure -> reading = false);
  }
}
