package org.kpackworkbench.views.analysis.compare;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.analysis.compare.ChooserModel.PathField;
import org.kpackworkbench.views.kit.action.FileDropTarget;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.text.FieldHint;
import org.kpackworkbench.views.spi.NamedPage;
import org.kpackworkbench.views.spi.Remembered;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Asks what to compare: files and folders that are dropped or chosen, or what was compared last.
 */
final class ChooserPage extends NamedPage {
  static final String ID = "compare";

  private final ViewContext context;
  private final Comparing comparing;
  private final ChooserModel model;
  private final VBox lines = Controls.named(new VBox(), "compare-sides", "compare-sides");
  private final VBox recent = new VBox();
  private final ScrollPane root = Controls.named(new ScrollPane(), "compare-chooser");

  ChooserPage(ViewContext context, Comparing comparing) {
    super(ID, "Compare", KpackIcon.DIFF);
    this.context = context;
    this.comparing = comparing;
    this.model = new ChooserModel(context.background());
    build();
    new FileDropTarget(this::dropped).install(root);
    model.fields().addListener((ListChangeListener<PathField>) change -> fillLines());
    fillLines();
    fillRecent();
  }

  /** Called when the page is opened; earlier choices are kept. */
  void begin(List<Path> given, List<Path> likely) {
    fillRecent();
    List<Path> paths = given.isEmpty() && model.blankProperty().get() ? likely : given;
    model.add(paths.stream().map(path -> path.toAbsolutePath().normalize()).toList());
  }

  private void build() {
    root.getStyleClass().addAll("welcome", "edge-to-edge", "compare-chooser");
    root.getStylesheets().add(Controls.sheet(Comparing.class, "compare.css"));
    root.setFitToWidth(true);
    Label title = new Label("Compare", KpackIcon.DIFF.node(IconSize.LARGE));
    title.getStyleClass().addAll("title-2", "welcome-title");
    Label what =
        Controls.text(
            "Two or more archives, manifests, binaries, code objects or any other files, folders"
                + " and artifacts, or manifests and the folder of their archives. The others are"
                + " compared with the first, from their rows down to their instructions and bytes."
                + " Two files that are dropped here are compared at once.");
    Button go = SignButton.named("compare-go", "Compare", this::compare);
    go.setDefaultButton(true);
    go.disableProperty().bind(model.readyProperty().not());
    Button swap = SignButton.named("compare-swap-fields", "⇄ Swap", model::swap);
    swap.disableProperty().bind(model.blankProperty());
    Button more = SignButton.named("compare-add", "Add Another", this::addField);
    Button clear = SignButton.named("compare-clear", "Clear", model::clear);
    clear.disableProperty().bind(model.blankProperty());
    FlowPane buttons = Controls.styled(new FlowPane(go, swap, more, clear), "button-flow");
    VBox box = new VBox(title, what, lines, buttons, heading("Compared recently"), recent);
    box.getStyleClass().add("welcome-box");
    box.setMaxWidth(860);
    HBox centred = Controls.styled(new HBox(box), "welcome-centre");
    HBox.setHgrow(box, Priority.ALWAYS);
    root.setContent(centred);
  }

  private static Label heading(String text) {
    return Controls.label(text, "welcome-heading");
  }

  private void addField() {
    model.more();
    root.lookup("#compare-path-" + (model.fields().size() - 1)).requestFocus();
  }

  /** Adds dropped paths; if they are enough, and the page is empty, they are compared at once. */
  private void dropped(List<Path> paths) {
    boolean whole = model.blankProperty().get() && paths.size() >= 2;
    model.add(paths);
    if (whole) {
      compare();
    }
  }

  private void compare() {
    if (model.readyProperty().get()) {
      comparing.compare(model.paths());
      context.pages().close(this);
    }
  }

  private void fillLines() {
    lines.getChildren().clear();
    for (int side = 0; side < model.fields().size(); side++) {
      lines.getChildren().add(line(side, model.fields().get(side)));
    }
  }

  private HBox line(int side, PathField field) {
    Label name = Controls.whole(new Label(side == 0 ? "First" : side == 1 ? "Second" : "Also"));
    name.getStyleClass().add("compare-side-label");
    TextField text = Controls.named(new TextField(), "compare-path-" + side);
    FieldHint.show(
        text,
        List.of("A path; or drop a file or folder here", "A path, or drop one here", "A path"));
    text.setAccessibleText(name.getText() + " file or folder");
    text.textProperty().bindBidirectional(field.textProperty());
    text.setMinWidth(120);
    Tooltip full = new Tooltip();
    full.textProperty().bind(field.textProperty());
    text.setTooltip(full);
    // Paths differ at their ends.
    text.textProperty()
        .subscribe(
            () -> {
              if (!text.isFocused()) {
                text.end();
              }
            });
    HBox.setHgrow(text, Priority.ALWAYS);
    name.setLabelFor(text);
    Label words =
        Controls.named(
            Controls.whole(new Label()),
            "compare-path-words-" + side,
            "muted",
            "compare-side-words");
    words.textProperty().bind(field.wordsProperty());
    Button file =
        SignButton.named(
            "compare-browse-file-" + side,
            "File…",
            () -> model.put(field, context.dialogs().chooseFiles("Choose Files to Compare")));
    Button folder =
        SignButton.named(
            "compare-browse-folder-" + side,
            "Folder…",
            () ->
                context
                    .dialogs()
                    .chooseFolder("Choose a Folder to Compare")
                    .ifPresent(path -> model.put(field, List.of(path))));
    Button away = SignButton.named("compare-path-remove-" + side, "✕", () -> model.remove(field));
    away.getStyleClass().addAll("flat", "close-button");
    away.setAccessibleText("Remove " + name.getText());
    away.setTooltip(new Tooltip("Remove this one"));
    away.disableProperty().bind(field.textProperty().isEmpty());
    HBox line = new HBox(name, text, words, file, folder, away);
    line.setId("compare-side-line-" + side);
    line.getStyleClass().add("compare-side-line");
    new FileDropTarget(paths -> droppedOn(field, paths)).install(line);
    return line;
  }

  private void droppedOn(PathField field, List<Path> paths) {
    if (model.blankProperty().get() && paths.size() >= 2) {
      dropped(paths);
    } else {
      model.put(field, paths);
    }
  }

  private void fillRecent() {
    recent.getChildren().clear();
    RecentComparisons calls = new RecentComparisons(context.remembered());
    if (calls.list().isEmpty()) {
      recent.getChildren().add(Controls.label("Your comparisons will be listed here.", "muted"));
      return;
    }
    for (CompareCall call : calls.list()) {
      Hyperlink link = Controls.tip(new Hyperlink(call.title()), call.words());
      link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      link.setOnAction(
          event -> {
            comparing.compare(call);
            context.pages().close(this);
          });
      Label folder = new Label(String.valueOf(call.sides().getFirst().file().getParent()));
      folder.setTooltip(new Tooltip(folder.getText()));
      folder.getStyleClass().add("muted");
      folder.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      recent.getChildren().add(Controls.styled(new HBox(link, folder), "recent-line"));
    }
    Hyperlink clear = Controls.named(new Hyperlink("Clear this list"), "compare-recent-clear");
    clear.setOnAction(
        event -> {
          new RecentComparisons(context.remembered()).clear();
          fillRecent();
        });
    recent.getChildren().add(clear);
  }

  @Override
  public Node node() {
    return root;
  }

  /** Recent comparisons, from one start of the program to the next. UI thread only. */
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

    /** Returns what was compared, newest first. */
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
