package org.kpackworkbench.model.analysis.resolve.log;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.log.LoadGrouping.Meaning;
import org.kpackworkbench.model.analysis.resolve.log.LoadGrouping.Part;

/**
 * The loads that came a short time ago, found again by their messages: most loads of a log go like
 * one before. Not safe for use by several threads.
 */
final class LoadMemo {
  /** How many loads are kept, a power of two. */
  private static final int PLACES = 65_536;

  private static final int HASH_FACTOR = 0x9e3779b9;

  private final List<@Nullable Known> known = new ArrayList<>(Collections.nCopies(PLACES, null));

  /**
   * A message in a log.
   *
   * @param number its number among all messages
   */
  record Message(int number, LoadTable.Start at, Meaning meaning) {}

  /**
   * A load.
   *
   * @param failure the index of the message that states its failure; -1 if it has not failed
   */
  private record Known(List<Meaning> meanings, LoadTable.Kind kind, int failure) {
    boolean isOf(Run run, boolean environment) {
      if (meanings.size() != run.messages.size()
          || kind.environment() != environment
          || !kind.writer().equals(run.writer)) {
        return false;
      }
      for (int i = 0; i < meanings.size(); i++) {
        if (!meanings.get(i).equals(run.messages.get(i).meaning())) {
          return false;
        }
      }
      return true;
    }
  }

  /** The messages of a writer from the first one of a load on, while no other load is open. */
  static final class Run {
    private static final int MOST_MESSAGES = 64;

    private final String writer;
    private final List<Message> messages = new ArrayList<>();
    private int hash;

    Run(String writer) {
      this.writer = writer;
      clear();
    }

    List<Message> messages() {
      return messages;
    }

    void clear() {
      messages.clear();
      hash = writer.hashCode();
    }

    /** Adds a message if it can only belong to the same load; whether it does. */
    boolean takes(Message message) {
      Meaning meaning = message.meaning();
      boolean next =
          messages.isEmpty()
              ? meaning.part() == Part.FIRST
              : messages.size() < MOST_MESSAGES && goesOn(meaning.part());
      if (next) {
        messages.add(message);
        hash = (hash + System.identityHashCode(meaning)) * HASH_FACTOR;
      }
      return next;
    }

    private boolean goesOn(Part part) {
      Part last = messages.getLast().meaning().part();
      return switch (part) {
        case LISTED -> last == Part.LISTED || last == Part.ARCHIVE;
        case ARCHIVE, NEXT, LAST -> true;
        case FIRST, APART -> false;
      };
    }

    boolean ended() {
      return messages.getLast().meaning().part() == Part.LAST;
    }

    private int place() {
      return (hash ^ (hash >>> 15)) & (PLACES - 1);
    }
  }

  /** Returns the load that a run is; null if none that went so is known. */
  LoadTable.@Nullable Load load(Run run, LoadTable.@Nullable Start environment) {
    Known found = known.get(run.place());
    if (found == null || !found.isOf(run, environment != null)) {
      return null;
    }
    List<Message> messages = run.messages;
    Message first = messages.getFirst();
    Message last = messages.getLast();
    boolean together = last.number() - first.number() == messages.size() - 1;
    return new LoadTable.Load(
        found.kind,
        first.at().line(),
        first.at().offset(),
        first.at().inLine(),
        last.at().line(),
        found.failure < 0 ? 0 : messages.get(found.failure).at().line(),
        environment,
        0,
        together
            ? null
            : messages.stream().mapToInt(one -> one.number() - first.number()).toArray());
  }

  /** Keeps the load that a run has become. */
  void keep(Run run, LoadTable.Load load) {
    int failure = -1;
    for (int i = 0; i < run.messages.size(); i++) {
      int line = run.messages.get(i).at().line();
      if (i > 0 && line == run.messages.get(i - 1).at().line()) {
        // Which of its messages states a failure is not known.
        return;
      }
      failure = line == load.failureLine() ? i : failure;
    }
    List<Meaning> meanings = run.messages.stream().map(Message::meaning).toList();
    known.set(run.place(), new Known(meanings, load.kind(), failure));
  }
}
