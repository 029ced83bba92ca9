package org.kpackworkbench.model.analysis.resolve.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.LoggedLoad;
import org.kpackworkbench.model.format.log.Memo;

/**
 * Sorts the steps of a log into loads. A line does not say which thread wrote it, so it goes to the
 * load that it continues best, of several equal ones to the one that wrote last.
 */
final class LogThreads {
  /** More loads at the same time are not kept apart; real programs have a few dozen threads. */
  private static final int MOST_OPEN = 64;

  /** More writers at the same time are not, either. */
  private static final int MOST_WRITERS = 1024;

  private final List<Ended> ended = new ArrayList<>();
  private final Map<String, Writer> writers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Writer> eldest) {
          boolean many = size() > MOST_WRITERS;
          if (many) {
            eldest.getValue().open.forEach(LogThreads.this::end);
          }
          return many;
        }
      };

  private final Memo<Meaning> meanings =
      new Memo<>(text -> new Meaning(LogWording.architecture(text), LogWording.step(text)));

  /** What a message means; both are null for an unknown message. */
  private record Meaning(@Nullable String architecture, @Nullable Step step) {}

  /**
   * A load with the numbers of its messages.
   *
   * @param likeness the same for loads of equal steps, and hardly ever for others
   */
  record Ended(LoggedLoad load, Messages messages, long likeness) {
    boolean isLike(Ended other) {
      return likeness == other.likeness
          && messages.count() == other.messages.count()
          && load.certain() == other.load.certain()
          && load.writer().equals(other.load.writer());
    }
  }

  /** Numbers of messages, which a log has many of. */
  static final class Messages {
    private final int[] numbers;

    Messages(int[] numbers) {
      this.numbers = numbers;
    }

    int count() {
      return numbers.length;
    }

    int get(int index) {
      return numbers[index];
    }
  }

  /** Loads under way of what has the same beginning of lines; the one that wrote last first. */
  private static final class Writer {
    final List<LogLoad> open = new ArrayList<>();
    Step.@Nullable EnvironmentRead environment;
    int environmentMessage;
  }

  /** All loads in the order of their first lines. No more can be taken then. */
  List<Ended> finish() {
    writers.values().forEach(writer -> writer.open.forEach(this::end));
    writers.clear();
    ended.sort(
        Comparator.<Ended>comparingInt(one -> one.load().firstLine())
            .thenComparingInt(one -> one.messages().get(one.messages().count() - 1)));
    return ended;
  }

  /**
   * Takes a message.
   *
   * @param name whose it is
   * @param message its number among all messages
   * @param line the number of its line
   * @return whether it was understood
   */
  boolean take(String name, int message, int line, String text) {
    Writer writer = writers.computeIfAbsent(name, one -> new Writer());
    Meaning meaning = meanings.of(text);
    String architecture = meaning.architecture();
    if (architecture != null) {
      for (LogLoad load : writer.open) {
        if (load.list(message, line, architecture)) {
          return true;
        }
      }
      return false;
    }
    Step step = meaning.step();
    switch (step) {
      case null -> {
        return false;
      }
      case Step.EnvironmentRead read -> {
        writer.environment = read;
        writer.environmentMessage = message;
      }
      case Step.MetadataRead read -> start(writer, name, message, line, step);
      case Step.MetadataUnreadable unreadable -> start(writer, name, message, line, step);
      case Step.Disabled disabled -> start(writer, name, message, line, step);
      default -> put(writer, name, message, line, step);
    }
    return true;
  }

  private void put(Writer writer, String name, int message, int line, Step step) {
    LogLoad best = null;
    int bestFit = LogLoad.NO_FIT;
    boolean several = false;
    for (LogLoad load : writer.open) {
      int fit = load.fit(step);
      if (fit > bestFit) {
        best = load;
        bestFit = fit;
        several = false;
      } else if (fit == bestFit && fit > LogLoad.NO_FIT) {
        several = true;
      }
    }
    if (best == null) {
      // The log begins in the middle of it, or its first lines were lost.
      start(writer, name, message, line, step);
      return;
    }
    if (several) {
      best.doubt();
    }
    best.add(message, line, step);
    writer.open.remove(best);
    if (best.ended()) {
      end(best);
    } else {
      writer.open.addFirst(best);
    }
  }

  private void start(Writer writer, String name, int message, int line, Step step) {
    LogLoad load = LogLoad.of(name);
    if (writer.environment != null) {
      load.environment(writer.environmentMessage, line, writer.environment);
    }
    load.add(message, line, step);
    if (load.ended()) {
      end(load);
      return;
    }
    writer.open.addFirst(load);
    if (writer.open.size() > MOST_OPEN) {
      end(writer.open.removeLast());
    }
  }

  private void end(LogLoad load) {
    int[] numbers = new int[load.messages().size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (int) load.messages().get(i);
    }
    ended.add(new Ended(load.summary(), new Messages(numbers), load.likeness()));
  }
}
