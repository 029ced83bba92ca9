package org.kpackworkbench.views.window.search;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.place.PlaceOwner;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;

/** The places that find and go-to list for the typed text. Without nodes; UI thread only. */
public final class PlaceSearch {
  private static final System.Logger LOG = System.getLogger(PlaceSearch.class.getName());
  static final int MOST_PER_FINDER = 50;

  /** Up to this many are counted where not all are shown. */
  static final int MOST_COUNTED = 20_000;

  /**
   * One result.
   *
   * @param title the finder's title
   * @param file the file it is in, where several are open; else empty
   */
  record Hit(String title, String file, PlaceFinder.Found found) {}

  /**
   * The result of a search.
   *
   * @param more finders that stopped where further places are of no use
   */
  private record Answer(List<Hit> hits, List<Unfinished> more, @Nullable Throwable failure) {}

  private record Unfinished(PlaceFinder finder, OpenedFile file) {}

  private final List<PlaceFinder> finders;
  private final Supplier<List<OpenedFile>> files;
  private final Background.Latest latest;
  private final Background.Latest counting;
  private final ObservableList<Hit> hits = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper searching = new ReadOnlyBooleanWrapper();
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyIntegerWrapper total = new ReadOnlyIntegerWrapper();
  private int position = -1;
  private final AtomicInteger generation = new AtomicInteger();

  /**
   * A search.
   *
   * @param files the open files, the active one first
   */
  PlaceSearch(List<PlaceFinder> finders, Supplier<List<OpenedFile>> files, Background background) {
    this.finders = finders;
    this.files = files;
    this.latest = background.latest();
    this.counting = background.latest();
  }

  /**
   * A search that finds numbers as offsets first, and owners of bytes by name last.
   *
   * @param caret where relative offsets start; asked on the UI thread
   */
  public static PlaceSearch of(
      List<PlaceFinder> finders,
      Supplier<List<OpenedFile>> files,
      LongSupplier caret,
      Background background) {
    AtomicLong from = new AtomicLong();
    List<PlaceFinder> all = new ArrayList<>();
    all.add(new OffsetFinder(from::get));
    all.addAll(finders);
    all.add(new OwnerFinder());
    Supplier<List<OpenedFile>> asked =
        () -> {
          from.set(caret.getAsLong());
          return files.get();
        };
    return new PlaceSearch(all, asked, background);
  }

  ObservableList<Hit> hits() {
    return hits;
  }

  ReadOnlyBooleanProperty searchingProperty() {
    return searching.getReadOnlyProperty();
  }

  /** Why something could not be searched; empty if nothing went wrong. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /**
   * How many places there are, of which {@link #hits} are the first; that many or more where it is
   * over {@link #MOST_COUNTED}. Counted after the hits are shown.
   */
  ReadOnlyIntegerProperty totalProperty() {
    return total.getReadOnlyProperty();
  }

  /** Something was typed: searches in the background, forgetting what it searched for before. */
  void query(String text) {
    String wanted = text.strip();
    int mine = generation.incrementAndGet();
    position = -1;
    counting.forget();
    if (wanted.isEmpty()) {
      latest.forget();
      total.set(0);
      hits.clear();
      problem.set("");
      searching.set(false);
      return;
    }
    List<OpenedFile> open = files.get();
    searching.set(true);
    Progress progress = () -> generation.get() != mine;
    latest.run(
        () -> search(wanted, open, progress),
        answer -> {
          show(answer);
          count(wanted, answer, progress);
        },
        failure -> show(new Answer(List.of(), List.of(), failure)));
  }

  /** The hit that many further on, round and round; null if there are none. */
  @Nullable Place step(int by) {
    if (hits.isEmpty()) {
      return null;
    }
    position = position < 0 && by < 0 ? hits.size() - 1 : Math.floorMod(position + by, hits.size());
    return hits.get(position).found().place();
  }

  /** The user went to this hit: next and previous go on from there. */
  void at(Hit hit) {
    position = hits.indexOf(hit);
  }

  private void show(Answer answer) {
    total.set(answer.hits().size());
    hits.setAll(answer.hits());
    Throwable failure = answer.failure();
    problem.set(failure == null ? "" : ErrorText.of(failure).what());
    searching.set(false);
  }

  private void count(String wanted, Answer answer, Progress progress) {
    if (answer.more().isEmpty()) {
      return;
    }
    counting.run(
        () -> {
          int sum = answer.hits().size();
          for (Unfinished one : answer.more()) {
            int all = one.finder().find(one.file(), wanted, MOST_COUNTED + 1, progress).size();
            sum += Math.max(0, all - MOST_PER_FINDER);
          }
          return sum;
        },
        total::set,
        // Those that are shown were still found.
        failure -> LOG.log(Level.DEBUG, "could not count what " + wanted + " finds", failure));
  }

  private Answer search(String wanted, List<OpenedFile> open, Progress progress) {
    List<Hit> found = new ArrayList<>();
    List<Unfinished> more = new ArrayList<>();
    Throwable failure = null;
    for (PlaceFinder finder : finders) {
      for (OpenedFile file : open) {
        try {
          List<PlaceFinder.Found> here = finder.find(file, wanted, MOST_PER_FINDER, progress);
          for (PlaceFinder.Found hit : here) {
            found.add(new Hit(finder.title(), open.size() > 1 ? file.place().label() : "", hit));
          }
          if (here.size() >= MOST_PER_FINDER) {
            more.add(new Unfinished(finder, file));
          }
        } catch (IOException broken) {
          failure = broken;
        }
      }
    }
    return new Answer(found, more, failure);
  }

  /**
   * Finds places by number, as {@link GoToParser} reads them; plain numbers and ranges also as
   * addresses.
   *
   * @param from where relative offsets start; negative if they are not understood
   */
  record OffsetFinder(LongSupplier from) implements PlaceFinder {
    /** Other text may be a hexadecimal number, but is a name. */
    private static final Pattern NUMBERS = Pattern.compile("(?i)(?:[@+-]|addr(?:ess)?:)?.*[0-9].*");

    private static final Pattern SHOWN = Pattern.compile("(?:,| from)? 0x[0-9a-f]+$");

    @Override
    public String title() {
      return "Offset";
    }

    @Override
    public List<Found> find(OpenedFile file, String query, int limit, Progress progress) {
      String text = query.replace(" ", "");
      boolean relative = text.startsWith("+") || text.startsWith("-");
      if (!NUMBERS.matcher(text).matches() || (relative && from.getAsLong() < 0)) {
        return List.of();
      }
      // A range may end behind the file, and an address be larger than it.
      long size = text.endsWith("%") ? file.bytes().size() : Long.MAX_VALUE;
      GoToParser parser = new GoToParser(size, file::fileOffset, GoToParser.Names.NONE);
      if (!(parser.parse(text, from.getAsLong()) instanceof GoTo.Found read)) {
        return List.of();
      }
      long start = read.range().start();
      long length = read.range().length();
      List<Found> found = new ArrayList<>();
      add(found, file, start, length, SHOWN.matcher(read.words()).replaceFirst(""));
      OptionalLong mapped =
          Character.isDigit(text.charAt(0)) && !text.endsWith("%")
              ? file.fileOffset(start)
              : OptionalLong.empty();
      if (mapped.isPresent()) {
        add(found, file, mapped.getAsLong(), length, "address 0x%x".formatted(start));
      }
      return found;
    }

    private static void add(
        List<Found> found, OpenedFile file, long offset, long length, String what) {
      Ownership owners = file.ownership();
      long size = file.bytes().size();
      if (offset < 0 || offset >= size) {
        return;
      }
      ByteRange range = new ByteRange(offset, Math.clamp(length, 1, size - offset));
      Place place = PlaceOwner.of(new Place.Bytes(file.place(), range), owners);
      List<Claim> claims = offset < owners.sizeBytes() ? owners.at(offset) : List.of();
      String owner = claims.isEmpty() ? "" : "in " + claims.getLast().label();
      found.add(
          new Found(place, "0x%x".formatted(offset), what + (owner.isEmpty() ? "" : ", " + owner)));
    }
  }

  /** Finds owners of bytes by name: sections, wrappers, bundles, code objects, frames. */
  static final class OwnerFinder implements PlaceFinder {
    private static final int CHECK_EVERY = 4096;

    @Override
    public String title() {
      return "In the file";
    }

    @Override
    public List<Found> find(OpenedFile file, String query, int limit, Progress progress) {
      String wanted = query.toLowerCase(Locale.ROOT);
      Set<Place> seen = new LinkedHashSet<>();
      List<Found> found = new ArrayList<>();
      int looked = 0;
      for (Claim claim : file.ownership().claims()) {
        if (++looked % CHECK_EVERY == 0) {
          progress.step(0);
        }
        Place place = claim.place();
        if (place != null && fits(claim, place, wanted) && seen.add(place)) {
          found.add(
              new Found(
                  place,
                  place.label(),
                  claim.kind().words() + ", " + SizeText.of(claim.range().length())));
          if (found.size() >= limit) {
            break;
          }
        }
      }
      return found;
    }

    private static boolean fits(Claim claim, Place place, String wanted) {
      return claim.label().toLowerCase(Locale.ROOT).contains(wanted)
          || place.label().toLowerCase(Locale.ROOT).contains(wanted);
    }
  }
}
