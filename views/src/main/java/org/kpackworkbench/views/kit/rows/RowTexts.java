package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.job.Background;

/**
 * A text for each of the visible rows, such as their metadata: read in the background when a cell
 * needs them, and dropped after a few hundred others were read. UI thread only.
 *
 * @param <S> where rows are read from
 */
public final class RowTexts<S> {
  private static final int MOST_KEPT = 1000;

  /** Reads the text of a row, in the background. */
  @FunctionalInterface
  public interface Reader<S> {
    /** Reads it; empty if there is none. */
    String read(S rows, int row) throws Exception;
  }

  private final Background background;
  private final Reader<S> reader;
  private final List<Integer> wanted = new ArrayList<>();
  private final Map<Integer, ReadOnlyStringWrapper> kept =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, ReadOnlyStringWrapper> eldest) {
          return size() > MOST_KEPT;
        }
      };
  private @Nullable S known;
  private boolean reading;

  private record Read(int row, String text) {}

  /** Texts that a reader reads. */
  public RowTexts(Background background, Reader<S> reader) {
    this.background = background;
    this.reader = reader;
  }

  /** A row's text; empty until it has been read. */
  public ObservableValue<String> of(S rows, int row) {
    if (!rows.equals(known)) {
      // What could not be said before the stored sizes were known can be said now.
      known = rows;
      kept.clear();
    }
    ReadOnlyStringWrapper text = kept.get(row);
    if (text == null) {
      text = new ReadOnlyStringWrapper("");
      kept.put(row, text);
      wanted.add(row);
      read(rows);
    }
    return text.getReadOnlyProperty();
  }

  /** Reads the texts requested since the last call, together. */
  private void read(S rows) {
    if (reading || wanted.isEmpty()) {
      return;
    }
    reading = true;
    List<Integer> now = List.copyOf(wanted);
    wanted.clear();
    background.run(
        () -> {
          List<Read> found = new ArrayList<>();
          for (int row : now) {
            found.add(new Read(row, reader.read(rows, row)));
          }
          return found;
        },
        read -> {
          S newest = Objects.requireNonNull(known);
          for (Read one : read) {
            ReadOnlyStringWrapper text = kept.get(one.row());
            if (text != null && newest.equals(rows)) {
              text.set(one.text());
            }
          }
          reading = false;
          // Newer rows may have come; texts that are wanted now are theirs.
          read(newest);
        },
        failure -> reading = false);
  }
}
