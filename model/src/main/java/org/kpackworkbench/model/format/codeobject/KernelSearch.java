package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;

/**
 * Finds kernels by name in many code objects.
 *
 * <p>What a search reads is kept: the next one over the same code objects compares texts only. Safe
 * for use by many threads; searches take time, so not on a UI thread.
 */
public final class KernelSearch {
  private final List<IndexedSource> sources;

  /**
   * A code object to search in.
   *
   * @param place where it is
   * @param opener opens it, unpacking it where needed; called at most once, on the thread that
   *     searches
   */
  public record Source(Place place, Opener opener) {}

  /** Opens a code object. */
  @FunctionalInterface
  public interface Opener {
    /** Opens it for as long as it is read. */
    void open(Use use) throws IOException;

    /** Reads a code object. */
    interface Use {
      /** Reads it; its bytes must not be read afterwards. */
      void read(CodeObject code) throws IOException;
    }
  }

  /**
   * A kernel that was found.
   *
   * @param codeObject where its code object is
   * @param index its position in the code object's list of kernels
   * @param name its mangled name
   * @param demangledName its name as the source spells it
   */
  public record Hit(Place codeObject, int index, String name, String demangledName) {}

  /**
   * How a search went.
   *
   * @param hits how many kernels were found
   * @param complete whether that is all; false if the bound was reached
   * @param failures the code objects that could not be read
   */
  public record Outcome(long hits, boolean complete, List<Failure> failures) {}

  /** A code object that could not be read. */
  public record Failure(Place codeObject, IOException reason) {}

  /** An index over these code objects, none of which is opened yet. */
  public KernelSearch(List<Source> sources) {
    this.sources = sources.stream().map(IndexedSource::new).toList();
  }

  /**
   * Finds the kernels whose demangled or mangled name holds every word of a query, in whatever case
   * and order.
   *
   * @param query words between spaces; parts in double quotes are taken as they are, with their
   *     spaces; an empty query finds every kernel
   * @param mostHits after how many to stop
   * @param hits takes each kernel as it is found, on the calling thread
   * @throws CancellationException if {@code progress} was cancelled
   */
  public Outcome search(String query, long mostHits, Consumer<Hit> hits, Progress progress) {
    List<String> words = words(query);
    progress.begin(
        "Searching " + sources.size() + " code objects", sources.size(), Unit.CODE_OBJECTS);
    List<Failure> failures = new ArrayList<>();
    long found = 0;
    for (IndexedSource source : sources) {
      progress.step(1);
      try {
        for (Name name : source.names(progress)) {
          if (name.holds(words)) {
            if (found == mostHits) {
              return new Outcome(found, false, List.copyOf(failures));
            }
            found++;
            hits.accept(name.hit(source.place()));
          }
        }
      } catch (IOException failure) {
        failures.add(new Failure(source.place(), failure));
      }
    }
    return new Outcome(found, true, List.copyOf(failures));
  }

  /** The words of a query, in lower case. */
  static List<String> words(String query) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (char c : query.toLowerCase(Locale.ROOT).toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c <= ' ' && !quoted) {
        addWord(words, word);
      } else {
        word.append(c);
      }
    }
    addWord(words, word);
    return words;
  }

  private static void addWord(List<String> words, StringBuilder word) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  /**
   * A kernel's name, ready to be searched.
   *
   * @param searched demangled, in lower case
   * @param alsoSearched mangled, in lower case; null if that is the same
   */
  private record Name(int index, String name, String searched, @Nullable String alsoSearched) {
    static Name of(int index, String name) {
      String demangled = Demangler.demangle(name);
      String searched = demangled.toLowerCase(Locale.ROOT);
      return new Name(
          index, name, searched, demangled.equals(name) ? null : name.toLowerCase(Locale.ROOT));
    }

    boolean holds(List<String> words) {
      return holds(searched, words) || (alsoSearched != null && holds(alsoSearched, words));
    }

    private static boolean holds(String text, List<String> words) {
      return words.stream().allMatch(word -> text.contains(word));
    }

    Hit hit(Place place) {
      return new Hit(place, index, name, Demangler.demangle(name));
    }
  }

  /** A code object with its kernels' names, read when they are first needed. */
  private static final class IndexedSource {
    private final Source source;
    private @Nullable List<Name> names;
    private @Nullable IOException failure;

    IndexedSource(Source source) {
      this.source = source;
    }

    Place place() {
      return source.place();
    }

    synchronized List<Name> names(Progress progress) throws IOException {
      if (failure != null) {
        throw failure;
      }
      List<Name> known = names;
      if (known == null) {
        try {
          known = read(progress);
        } catch (IOException unreadable) {
          failure = unreadable;
          throw unreadable;
        }
        names = known;
      }
      return known;
    }

    private List<Name> read(Progress progress) throws IOException {
      List<Name> found = new ArrayList<>();
      source
          .opener()
          .open(
              code ->
                  code.forEachKernelName(
                      name -> {
                        if (progress.cancelled()) {
                          throw new CancellationException("cancelled");
                        }
                        found.add(Name.of(found.size(), name));
                      }));
      return List.copyOf(found);
    }
  }
}
