package org.kpackworkbench.views.analysis.compare;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.Remembered;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Asks what to compare: files and folders that are dropped or chosen, or what was compared last.
 */
final class ChooserPage implements Page {
  static final String ID = "compare";

  private final ViewContext context;
  private final Comparing comparing;
  private final ObservableList<Path> sides = FXCollections.observableArrayList();
  private final VBox chosen = new VBox();
  private final VBox recent = new VBox();
  private final ScrollPane root = new ScrollPane();

  ChooserPage(ViewContext context, Comparing comparing) {
    this.context = context;
    this.comparing = comparing;
    build();
    new CompareDrop(this::dropped).install(root);
    sides.addListener((ListChangeListener<Path>) change -> fillChosen());
    fillChosen();
    fillRecent();
  }

  /** Called when the page is opened; earlier choices are kept. */
  void begin(List<Path> paths) {
    fillRecent();
    add(paths);
  }

  private void build() {
    root.setId("compare-chooser");
    root.getStyleClass().addAll("welcome", "edge-to-edge", "compare-chooser");
    root.getStylesheets().add(Comparing.stylesheet());
    root.setFitToWidth(true);
    Label title = new Label("Compare", KpackIcon.DIFF.node(IconSize.LARGE));
    title.getStyleClass().addAll("title-2", "welcome-title");
    Label what =
        new Label(
            "Two or more archives, manifests, binaries, code objects or any other files, folders and"
                + " artifacts, or manifests and the folder of their archives. The others are compared with the first, from their rows down to their bytes.");
    what.setWrapText(true);
    what.setMinHeight(Region.USE_PREF_SIZE);
    chosen.setId("compare-sides");
    chosen.getStyleClass().add("compare-sides");
    Button files = button("Choose Files…", "compare-choose-files", this::chooseFiles);
    Button folder = button("Choose Folder…", "compare-choose-folder", this::chooseFolder);
    Button go = button("Compare", "compare-go", this::compare);
    go.setDefaultButton(true);
    go.disableProperty().bind(Bindings.size(sides).lessThan(2));
    Button clear = button("Clear", "compare-clear", sides::clear);
    clear.disableProperty().bind(Bindings.isEmpty(sides));
    FlowPane buttons = new FlowPane(files, folder, go, clear);
    buttons.getStyleClass().add("button-flow");
    VBox box = new VBox(title, what, chosen, buttons, heading("Compared recently"), recent);
    box.getStyleClass().add("welcome-box");
    box.setMaxWidth(760);
    HBox centred = new HBox(box);
    centred.getStyleClass().add("welcome-centre");
    HBox.setHgrow(box, Priority.ALWAYS);
    root.setContent(centred);
  }

  private static Label heading(String text) {
    Label label = new Label(text);
    label.getStyleClass().add("welcome-heading");
    return label;
  }

  private static Button button(String text, String id, Runnable action) {
    Button button = new Button(text);
    button.setId(id);
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(event -> action.run());
    return button;
  }

  private void chooseFiles() {
    add(context.dialogs().chooseFiles("Choose Files to Compare"));
  }

  private void chooseFolder() {
    context
        .dialogs()
        .chooseFolder("Choose a Folder to Compare")
        .ifPresent(path -> add(List.of(path)));
  }

  private void add(List<Path> paths) {
    sides.addAll(paths.stream().map(path -> path.toAbsolutePath().normalize()).toList());
  }

  /** What is dropped on an empty page, and is enough, is compared at once. */
  private void dropped(List<Path> paths) {
    boolean whole = sides.isEmpty() && paths.size() >= 2;
    add(paths);
    if (whole) {
      compare();
    }
  }

  private void compare() {
    if (sides.size() >= 2) {
      List<Path> paths = new ArrayList<>(sides);
      comparing.compare(paths);
      context.pages().close(this);
    }
  }

  private void fillChosen() {
    chosen.getChildren().clear();
    if (sides.isEmpty()) {
      Label drop = new Label("Drop two or more files or folders here.");
      drop.getStyleClass().addAll("muted", "compare-drop-hint");
      drop.setMaxWidth(Double.MAX_VALUE);
      chosen.getChildren().add(drop);
      return;
    }
    for (int side = 0; side < sides.size(); side++) {
      chosen.getChildren().add(chosenLine(side));
    }
    if (sides.size() == 1) {
      Label more = new Label("Drop or choose what to compare it with.");
      more.getStyleClass().add("muted");
      chosen.getChildren().add(more);
    }
  }

  private HBox chosenLine(int side) {
    Path path = sides.get(side);
    Label number = new Label(side == 0 ? "first" : "with");
    number.getStyleClass().add("muted");
    number.setMinWidth(44);
    Label name = new Label(String.valueOf(path.getFileName()));
    name.setMinWidth(Region.USE_PREF_SIZE);
    name.getStyleClass().add("text-bold");
    Label folder = new Label(String.valueOf(path.getParent()));
    folder.getStyleClass().add("muted");
    folder.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    folder.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(folder, Priority.ALWAYS);
    Button up = small("↑", "Earlier", () -> sides.add(side - 1, sides.remove(side)));
    up.setDisable(side == 0);
    Button away = small("✕", "Take " + path.getFileName() + " off", () -> sides.remove(side));
    HBox line = new HBox(number, name, folder, up, away);
    line.getStyleClass().add("compare-side-line");
    return line;
  }

  private static Button small(String text, String words, Runnable action) {
    Button button = new Button(text);
    button.getStyleClass().addAll("flat", "close-button");
    button.setAccessibleText(words);
    button.setTooltip(new Tooltip(words));
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(event -> action.run());
    return button;
  }

  private void fillRecent() {
    recent.getChildren().clear();
    RecentComparisons calls = new RecentComparisons(context.remembered());
    if (calls.list().isEmpty()) {
      Label none = new Label("Your comparisons will be listed here.");
      none.getStyleClass().add("muted");
      recent.getChildren().add(none);
      return;
    }
    for (CompareCall call : calls.list()) {
      Hyperlink link = new Hyperlink(call.title());
      link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      link.setTooltip(new Tooltip(call.words()));
      link.setOnAction(
          event -> {
            comparing.compare(call);
            context.pages().close(this);
          });
      Label folder = new Label(String.valueOf(call.sides().getFirst().file().getParent()));
      folder.getStyleClass().add("muted");
      folder.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      HBox line = new HBox(link, folder);
      line.getStyleClass().add("recent-line");
      recent.getChildren().add(line);
    }
    Hyperlink clear = new Hyperlink("Clear this list");
    clear.setId("compare-recent-clear");
    clear.setOnAction(
        event -> {
          new RecentComparisons(context.remembered()).clear();
          fillRecent();
        });
    recent.getChildren().add(clear);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public ObservableValue<String> title() {
    return new ReadOnlyStringWrapper("Compare");
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.DIFF;
  }

  @Override
  public Node node() {
    return root;
  }

  /** Takes files that are dropped on a page of comparisons, before the window opens them. */
  static final class CompareDrop {
    private final Consumer<List<Path>> take;

    CompareDrop(Consumer<List<Path>> take) {
      this.take = take;
    }

    void install(Node node) {
      node.addEventHandler(
          DragEvent.DRAG_OVER,
          event -> {
            if (event.getGestureSource() == null && event.getDragboard().hasFiles()) {
              event.acceptTransferModes(TransferMode.COPY);
              event.consume();
            }
          });
      node.addEventHandler(
          DragEvent.DRAG_DROPPED,
          event -> {
            if (event.getDragboard().hasFiles()) {
              event.setDropCompleted(dropped(event.getDragboard().getFiles()));
              event.consume();
            }
          });
    }

    /** Takes what was dropped; false where there was nothing. */
    boolean dropped(List<File> files) {
      if (files.isEmpty()) {
        return false;
      }
      take.accept(files.stream().map(File::toPath).toList());
      return true;
    }
  }

  /** What was compared last, from one start of the program to the next. UI thread only. */
  static final class RecentComparisons {
    static final int MOST = 12;
    private static final String KEY = "compare.recent";

    /** Separates paths; no path contains it. */
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
}
