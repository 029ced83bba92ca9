package org.kpackworkbench.views.window.shell;

import java.lang.System.Logger.Level;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.IntegerBinding;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.ThemeChoice;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.window.settings.RecentFiles;

/**
 * Remembered settings of the window, typed. Whatever cannot be understood counts as not remembered.
 */
public final class ShellSettings {
  private static final System.Logger LOG = System.getLogger(ShellSettings.class.getName());

  static final int MOST_RECENT_FILES = RecentFiles.USUAL;
  private static final String RECENT = "recentFiles";
  private static final String RECENT_KEPT = "recentFiles.kept";
  private static final String THEME = "theme";
  private static final String ZOOM = "zoom";

  private final ShellState state;
  private final boolean firstStart;
  private final ObservableList<Path> recent = FXCollections.observableArrayList();

  /** The list itself does not keep what counts it. */
  private final IntegerBinding recentCount = Bindings.size(recent);

  // Kept: the list that others see forgets its listeners when it is collected.
  private final ObservableList<Path> seen = FXCollections.unmodifiableObservableList(recent);

  public ShellSettings(ShellState state) {
    this.state = state;
    // Any start leaves at least the theme behind.
    firstStart = state.text(THEME).isEmpty();
    recent.setAll(remembered());
  }

  private List<Path> remembered() {
    List<Path> files = new ArrayList<>();
    for (String text : state.list(RECENT)) {
      try {
        files.add(Path.of(text));
      } catch (InvalidPathException notOfThisSystem) {
        // A settings file may come from another system; its paths are of no use here.
        continue;
      }
    }
    return files;
  }

  /** Takes over which files other instances of the program have opened meanwhile. */
  void readAgain(Background background) {
    background.run(
        () -> {
          state.readAgain();
          return remembered();
        },
        this::show,
        failure -> LOG.log(Level.WARNING, "could not read the settings again", failure));
  }

  private void show(List<Path> files) {
    if (!files.equals(recent)) {
      recent.setAll(files);
    }
  }

  /** Brings theme and zoom to what is remembered, and remembers them from now on. */
  public void keep(Themes themes) {
    state.text(THEME).flatMap(ThemeChoice::byId).ifPresent(themes.choiceProperty()::set);
    number(ZOOM).ifPresent(themes.zoom()::set);
    themes.choiceProperty().subscribe(choice -> remember(THEME, choice.id()));
    themes
        .zoom()
        .factorProperty()
        .subscribe(factor -> remember(ZOOM, Double.toString(factor.doubleValue())));
  }

  /** Whether nothing was remembered when the window was made. */
  boolean firstStart() {
    return firstStart;
  }

  /** The files opened last, newest first. */
  public ObservableList<Path> recentFiles() {
    return seen;
  }

  /** A file was opened. */
  public void opened(Path file) {
    String text = file.toString();
    int kept = recentFilesKept();
    update(
        files ->
            Stream.concat(Stream.of(text), files.stream().filter(each -> !each.equals(text)))
                .limit(kept)
                .toList());
  }

  /** How many files are remembered. */
  int recentFilesKept() {
    OptionalDouble kept = number(RECENT_KEPT);
    return kept.isPresent() && kept.getAsDouble() >= 0 && kept.getAsDouble() <= RecentFiles.MOST
        ? (int) kept.getAsDouble()
        : MOST_RECENT_FILES;
  }

  /** Remembers that many files from now on; further ones are forgotten. */
  void keepRecentFiles(int count) {
    remember(RECENT_KEPT, Integer.toString(count));
    if (recent.size() > count) {
      update(files -> files.stream().limit(count).toList());
    }
  }

  /** The list as the settings show it. */
  RecentFiles recent() {
    return new RecentFiles() {
      @Override
      public int kept() {
        return recentFilesKept();
      }

      @Override
      public void keep(int count) {
        keepRecentFiles(count);
      }

      @Override
      public void clear() {
        forgetRecentFiles();
      }

      @Override
      public ObservableValue<Integer> count() {
        return recentCount.map(Number::intValue);
      }
    };
  }

  /** Empties the list. */
  public void forgetRecentFiles() {
    update(files -> List.of());
  }

  /** How wide or high a panel is, in pixels. */
  public OptionalDouble panelPixels(String panel) {
    return number("panel." + panel + ".pixels");
  }

  /** Keeps how large a panel is, in pixels. */
  public void rememberPanelPixels(String panel, double pixels) {
    remember("panel." + panel + ".pixels", Long.toString(Math.round(pixels)));
  }

  /** Whether a panel is shown. */
  public boolean panelShown(String panel, boolean otherwise) {
    return state
        .text("panel." + panel + ".shown")
        .map(text -> text.equals("true") || (otherwise && !text.equals("false")))
        .orElse(otherwise);
  }

  /** Keeps whether a panel is shown. */
  public void rememberPanelShown(String panel, boolean shown) {
    remember("panel." + panel + ".shown", Boolean.toString(shown));
  }

  /** How large the window is, in pixels; nothing if that is not known or not reasonable. */
  public Optional<WindowSize> windowSize() {
    OptionalDouble width = number("window.width");
    OptionalDouble height = number("window.height");
    return width.isPresent() && height.isPresent()
        ? WindowSize.reasonable(
            width.getAsDouble(),
            height.getAsDouble(),
            state.text("window.maximized").filter("true"::equals).isPresent())
        : Optional.empty();
  }

  /** Keeps the window's size. */
  public void rememberWindowSize(WindowSize size) {
    remember("window.width", Long.toString(Math.round(size.width())));
    remember("window.height", Long.toString(Math.round(size.height())));
    remember("window.maximized", Boolean.toString(size.maximized()));
  }

  private void remember(String key, String value) {
    if (!state.text(key).filter(value::equals).isPresent()) {
      state.text(key, value);
    }
  }

  private void update(UnaryOperator<List<String>> change) {
    state.update(RECENT, change);
    show(remembered());
  }

  private OptionalDouble number(String key) {
    try {
      return state.text(key).stream()
          .mapToDouble(Double::parseDouble)
          .filter(Double::isFinite)
          .findFirst();
    } catch (NumberFormatException broken) {
      return OptionalDouble.empty();
    }
  }

  /**
   * How large a window is when it is not maximised, and whether it is.
   *
   * @param width in pixels
   * @param height in pixels
   */
  record WindowSize(double width, double height, boolean maximized) {
    private static final double SMALLEST = 300;
    private static final double LARGEST = 16_000;

    static final WindowSize DEFAULT = new WindowSize(1280, 860, false);

    /** A size that a window can have. */
    static Optional<WindowSize> reasonable(double width, double height, boolean maximized) {
      boolean fits =
          width >= SMALLEST && width <= LARGEST && height >= SMALLEST && height <= LARGEST;
      return fits ? Optional.of(new WindowSize(width, height, maximized)) : Optional.empty();
    }
  }
}
