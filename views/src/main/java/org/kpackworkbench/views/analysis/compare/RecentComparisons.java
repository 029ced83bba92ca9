package org.kpackworkbench.views.analysis.compare;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.kpackworkbench.views.spi.Remembered;

/** What was compared last, from one start of the program to the next. UI thread only. */
final class RecentComparisons {
  static final int MOST = 12;
  private static final String KEY = "compare.recent";

  /** Stands between paths, in which it cannot be. */
  private static final String BETWEEN = "\0";

  private final Remembered remembered;
  private final ObservableList<CompareCall> recent = FXCollections.observableArrayList();

  RecentComparisons(Remembered remembered) {
    this.remembered = remembered;
    remembered.list(KEY).stream()
        .limit(MOST)
        .map(RecentComparisons::read)
        .flatMap(Optional::stream)
        .forEach(recent::add);
  }

  /** What was compared, newest first. */
  ObservableList<CompareCall> list() {
    return recent;
  }

  /** Something was compared; things in files are not remembered. */
  void add(CompareCall call) {
    if (call.paths().isPresent()) {
      List<CompareCall> calls = new ArrayList<>(recent);
      calls.remove(call);
      calls.addFirst(call);
      keep(calls.subList(0, Math.min(MOST, calls.size())));
    }
  }

  /** Takes everything off the list. */
  void clear() {
    keep(List.of());
  }

  private void keep(List<CompareCall> calls) {
    recent.setAll(List.copyOf(calls));
    remembered.list(KEY, recent.stream().map(RecentComparisons::text).toList());
  }

  private static String text(CompareCall call) {
    return String.join(
        BETWEEN, call.paths().orElse(List.of()).stream().map(Path::toString).toList());
  }

  private static Optional<CompareCall> read(String text) {
    try {
      List<Path> paths = Stream.of(text.split(BETWEEN)).map(Path::of).toList();
      return paths.size() < 2 ? Optional.empty() : Optional.of(CompareCall.of(paths));
    } catch (InvalidPathException notOfThisSystem) {
      return Optional.empty();
    }
  }
}
