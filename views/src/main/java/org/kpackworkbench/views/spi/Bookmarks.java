package org.kpackworkbench.views.spi;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;
import org.kpackworkbench.views.kit.place.PlaceOwner;
import org.kpackworkbench.views.kit.place.PlaceWords;

/**
 * Places that the user marked, in any file; kept from one start to the next. Tables and bytes show
 * where they are. Knows no window. UI thread only, except {@link Bookmark#in}.
 */
public final class Bookmarks {
  /** More are not kept; the oldest go. */
  static final int MOST = 200;

  private static final String KEY = "bookmarks";

  /** Between the parts of a line, as no name has it. */
  private static final String BETWEEN = "\u001f";

  /** Before the path of an entry of a folder. */
  private static final String ENTRY = "entry:";

  /** Before the label of a part of a file that has no bytes. */
  private static final String PART = "part:";

  private static final int LONGEST_LABEL = 80;

  private final Remembered remembered;
  private final ObservableList<Bookmark> list = FXCollections.observableArrayList();

  /**
   * A marked place.
   *
   * @param place where it is in the file, as {@link PlaceSyntax} reads it, {@code entry:PATH} in a
   *     folder, or {@code part:LABEL} for what has no bytes; empty for the file itself
   * @param label what it is, for people
   * @param view the id of the view in which it was marked; empty for none
   */
  public record Bookmark(Path file, String place, String label, String view) {
    /** Whether it marks the same place, whatever that is called now. */
    boolean marks(Path otherFile, String otherPlace) {
      return file.equals(otherFile) && place.equals(otherPlace);
    }

    /**
     * The place in the file, as that is now. May read: background threads only.
     *
     * @throws IOException if what is in the file is not known
     * @throws PlaceSyntaxException if the file has no such place any more
     */
    public Place in(OpenedFile opened, Formats formats) throws IOException, PlaceSyntaxException {
      if (place.isEmpty()) {
        return opened.place();
      }
      if (place.startsWith(ENTRY)) {
        return new Place.Entry(opened.place(), place.substring(ENTRY.length()));
      }
      if (place.startsWith(PART)) {
        return new Place.Part(opened.place(), place.substring(PART.length()), new ByteRange(0, 0));
      }
      Document document =
          opened
              .as(Document.class)
              .orElseThrow(() -> new IOException("The content is not known: " + opened.path()));
      return PlaceOwner.of(PlaceSyntax.parse(place, document, formats), opened.ownership());
    }

    private String line() {
      return String.join(BETWEEN, file.toString(), place, label, view);
    }

    private static Optional<Bookmark> of(String line) {
      String[] parts = line.split(BETWEEN, -1);
      try {
        // Those of former versions name no view.
        return switch (parts.length) {
          case 3 -> Optional.of(new Bookmark(Path.of(parts[0]), parts[1], parts[2], ""));
          case 4 -> Optional.of(new Bookmark(Path.of(parts[0]), parts[1], parts[2], parts[3]));
          default -> Optional.empty();
        };
      } catch (InvalidPathException notOfThisSystem) {
        return Optional.empty();
      }
    }
  }

  /** Those that were remembered. */
  public Bookmarks(Remembered remembered) {
    this.remembered = remembered;
    list.setAll(read());
  }

  /** The bookmarks, those of one file together and in the order in which they were made. */
  public ObservableList<Bookmark> list() {
    return list;
  }

  /** The bookmark of a place; null if it has none. */
  public @Nullable Bookmark of(Place place) {
    String spelling = spelling(place);
    return list.stream()
        .filter(each -> each.marks(place.file(), spelling))
        .findFirst()
        .orElse(null);
  }

  /**
   * Whether a row of a table shows a marked place. Bytes of an unpacked code object are written by
   * the name of that, so its sections and symbols cannot be distinguished: they have no mark.
   */
  public boolean isMarked(@Nullable Place place) {
    if (list.isEmpty() || place == null) {
      return false;
    }
    boolean told = place.container() == null || place instanceof Place.Kernel;
    boolean written = place instanceof Place.File || !spelling(place).isEmpty();
    return told && written && of(place) != null;
  }

  /**
   * Marks a place, or takes its mark away; answers with the bookmark that is there now.
   *
   * @param view the id of the view in which it is; null for none
   */
  public @Nullable Bookmark toggle(Place place, @Nullable String view) {
    Bookmark before = of(place);
    if (before != null) {
      remove(before);
      return null;
    }
    Bookmark made =
        new Bookmark(place.file(), spelling(place), label(place), view == null ? "" : view);
    update(
        lines ->
            Stream.concat(
                    lines.stream().filter(line -> !line.equals(made.line())),
                    Stream.of(made.line()))
                .skip(Math.max(0, lines.size() + 1L - MOST))
                .toList());
    return made;
  }

  /** Takes a bookmark away. */
  public void remove(Bookmark bookmark) {
    update(lines -> lines.stream().filter(line -> !line.equals(bookmark.line())).toList());
  }

  /** Takes all away. */
  public void clear() {
    update(lines -> List.of());
  }

  /**
   * The bookmark so many further on than a place, round and round; the first or last one where the
   * place has none. Null where there are no bookmarks.
   */
  public @Nullable Bookmark step(@Nullable Place from, int by) {
    if (list.isEmpty()) {
      return null;
    }
    Bookmark here = from == null ? null : of(from);
    int at = here == null ? (by > 0 ? -1 : 0) : list.indexOf(here);
    return list.get(Math.floorMod(at + by, list.size()));
  }

  /** How a place is written down: by name where its bytes are not those of the file. */
  static String spelling(Place place) {
    ByteRange range = place.container() == null ? place.range() : null;
    String code = "";
    for (Place step : place.path()) {
      if (step instanceof Place.CodeObject object) {
        code = "key:%s#%d@%s".formatted(object.binary(), object.index(), object.target());
      }
    }
    return switch (place) {
      case Place.File file -> "";
      case Place.Entry entry -> ENTRY + entry.way();
      // Without bytes it is the place of a view, as that of loads.
      case Place.Part part when part.range().isEmpty() && part.parent() instanceof Place.File ->
          PART + part.label();
      case Place.ManifestRow row -> "row:" + row.target();
      case Place.Kernel kernel -> (code + " kernel:" + kernel.symbol()).strip();
      case Place.CodeObject object -> code;
      default -> range != null ? "offset:0x%x+%d".formatted(range.start(), range.length()) : code;
    };
  }

  private static String label(Place place) {
    return PlaceWords.cut(
        place.path().stream().map(PlaceWords::label).collect(Collectors.joining(" ▸ ")),
        LONGEST_LABEL);
  }

  private void update(UnaryOperator<List<String>> change) {
    remembered.update(KEY, change);
    list.setAll(read());
  }

  private List<Bookmark> read() {
    List<Bookmark> all = new ArrayList<>();
    for (String line : remembered.list(KEY)) {
      Bookmark.of(line).ifPresent(all::add);
    }
    List<Path> files = all.stream().map(Bookmark::file).distinct().toList();
    all.sort(Comparator.comparingInt(each -> files.indexOf(each.file())));
    return all;
  }
}
