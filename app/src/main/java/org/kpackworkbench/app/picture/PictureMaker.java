package org.kpackworkbench.app.picture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.image.Image;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;
import org.kpackworkbench.views.kit.job.CountedBackground;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.DocumentFile;

/**
 * Makes pictures of views. Works without a display; call it from any thread but JavaFX's.
 *
 * <p>Starts JavaFX, which stays for the rest of the process.
 */
public final class PictureMaker {
  /** Means the whole window. */
  public static final String WINDOW = "window";

  /** Means the comparison of several files. */
  public static final String COMPARE = "compare";

  /** Means the bytes of the file. */
  public static final String BYTES = "bytes";

  private static final String ENTRY = "entry:";

  /** Separates names of rows, each of which is opened below the one before. */
  private static final String ROW_BELOW = " > ";

  private static final int QUIET_ROUNDS = 3;
  private static final int MOST_ROUNDS = 1_000;
  private static final int MOST_LOOKS = 50;

  private PictureMaker() {}

  /**
   * Something that can be drawn into a picture.
   *
   * @param id its name on the command line
   * @param title what it is
   */
  public record ViewName(String id, String title) {}

  /**
   * The views that there are for a file.
   *
   * @throws IOException if it cannot be opened
   */
  public static List<ViewName> views(Path file) throws Exception {
    Toolkit.start();
    try (CountedBackground work = new CountedBackground(2)) {
      ViewSubject subject = viewSubject(file, Theme.LIGHT, work);
      try {
        return Toolkit.call(subject::names);
      } finally {
        close(subject);
      }
    }
  }

  /**
   * Returns the views of a file as a table.
   *
   * @throws IOException if it cannot be opened
   */
  public static Report list(Path file) throws Exception {
    Facts facts =
        new Facts()
            .list(
                "views",
                views(file),
                (known, row) -> row.text("view", known.id()).text("title", known.title()));
    return new Report(facts).table("views", "view", "title");
  }

  /**
   * A picture that was made.
   *
   * @param image what it looks like
   * @param texts what can be read in it, a line for each control that says something
   */
  public record Picture(Image image, List<String> texts) {
    public Picture {
      texts = List.copyOf(texts);
    }
  }

  /**
   * Makes a picture and writes it.
   *
   * @throws PictureException if there is no such view, or it cannot show the place
   * @throws PlaceSyntaxException if the place is none of the file
   * @throws IOException if a file cannot be read or written
   */
  public static void make(PictureRequest request) throws Exception {
    Snapshots.save(take(request).image(), request.output());
  }

  /**
   * Makes a picture, as {@link #make} does, and writes nothing.
   *
   * @throws PictureException if there is no such view, or it cannot show the place
   * @throws PlaceSyntaxException if the place is none of the file
   * @throws IOException if a file cannot be read
   */
  public static Picture take(PictureRequest request) throws Exception {
    return take(request, work -> subject(request, work));
  }

  /** Makes the subject of a picture. */
  interface Subjects {
    PictureSubject subject(CountedBackground work) throws Exception;
  }

  /**
   * Takes a picture of a subject. Where something failed on JavaFX's thread meanwhile, the failure
   * is thrown: a picture of a part of the view is none.
   */
  static Picture take(PictureRequest request, Subjects subjects) throws Exception {
    Toolkit.start();
    try (CountedBackground work = new CountedBackground(2);
        Toolkit.Watch watch = Toolkit.watch()) {
      PictureSubject subject = subjects.subject(work);
      try {
        settle(work);
        String tab = request.tab();
        if (tab != null && subject instanceof WindowSubject window) {
          Toolkit.call(() -> window.bringInFront(tab));
          settle(work);
        }
        goTo(subject, request.select(), work);
        for (String action : request.actions()) {
          act(subject, action, work);
        }
        return atRest(subject, work);
      } finally {
        close(subject);
        // Before anything that failed because of it.
        watch.check();
      }
    }
  }

  /**
   * The picture of a view that no longer changes: twice in a row, with frames between, the same was
   * shown at the same places. Work that has ended is not enough, since tables get their size in one
   * frame and their rows in later ones.
   *
   * @throws PictureException if it goes on moving
   */
  static Picture atRest(PictureSubject subject, CountedBackground work) throws Exception {
    List<String> before = Toolkit.call(subject::state);
    for (int count = 0; count < MOST_LOOKS; count++) {
      settle(work);
      List<String> last = before;
      Look look = Toolkit.call(() -> look(subject, last));
      if (look.picture().isPresent()) {
        return look.picture().get();
      }
      before = look.state();
    }
    throw new PictureException("the view still changed after %d checks".formatted(MOST_LOOKS));
  }

  /** Waits until no work is left and its results are drawn. */
  private static void settle(CountedBackground work) throws Exception {
    int quiet = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Toolkit.frames(2);
      quiet = work.pending() == 0 ? quiet + 1 : 0;
      if (quiet == QUIET_ROUNDS) {
        return;
      }
    }
    throw new PictureException("the view did not become idle");
  }

  /** The state at one moment, with the picture of it where the state was the same before. */
  private record Look(List<String> state, Optional<Picture> picture) {}

  private static Look look(PictureSubject subject, List<String> before) {
    List<String> state = subject.state();
    return new Look(state, state.equals(before) ? subject.picture(state) : Optional.empty());
  }

  private static void act(PictureSubject subject, String action, CountedBackground work)
      throws Exception {
    if (subject instanceof WindowSubject window) {
      Toolkit.call(() -> window.act(action));
      settle(work);
    }
  }

  private static void goTo(PictureSubject subject, @Nullable String select, CountedBackground work)
      throws Exception {
    if (subject instanceof CompareSubject comparison) {
      for (String row : select == null ? List.<String>of() : List.of(select.split(ROW_BELOW))) {
        Toolkit.call(() -> comparison.open(row));
        settle(work);
      }
      return;
    }
    OpenedFile file = Toolkit.call(subject::file);
    if (select != null) {
      Place place = place(select, file);
      Toolkit.call(
          () -> {
            subject.select(place);
            return place;
          });
      settle(work);
    }
  }

  private static Place place(String select, OpenedFile file) throws Exception {
    if (!file.isFolder()) {
      return PlaceSyntax.parse(
          select, file.as(Document.class).orElseThrow(), StandardFormats.all());
    }
    if (!select.startsWith(ENTRY)) {
      throw new PictureException(
          "in a folder a place is %sPATH, found \"%s\"".formatted(ENTRY, select));
    }
    return new Place.Entry(file.place(), select.substring(ENTRY.length()));
  }

  private static PictureSubject subject(PictureRequest request, CountedBackground work)
      throws Exception {
    if (request.view().equals(COMPARE)) {
      if (request.files().size() < 2) {
        throw new PictureException("a comparison takes two files or more: name others by --with");
      }
      return Toolkit.call(() -> new CompareSubject(request, work.background()));
    }
    if (request.view().equals(WINDOW)) {
      return Toolkit.call(() -> new WindowSubject(request, work.background()));
    }
    ViewSubject subject = viewSubject(request.files().getFirst(), request.theme(), work);
    try {
      return Toolkit.call(
          () -> {
            subject.open(request);
            return subject;
          });
    } catch (Exception failure) {
      close(subject);
      throw failure;
    }
  }

  private static ViewSubject viewSubject(Path path, Theme theme, CountedBackground work)
      throws Exception {
    OpenedFile file = DocumentFile.load(path, Progress.NONE);
    return Toolkit.call(() -> new ViewSubject(file, theme, work.background()));
  }

  private static void close(PictureSubject subject) throws Exception {
    Toolkit.call(
        () -> {
          subject.close();
          return subject;
        });
  }
}
