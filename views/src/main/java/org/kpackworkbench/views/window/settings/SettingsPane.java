package org.kpackworkbench.views.window.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.views.kit.action.ChoiceGroup;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.control.WrapPane;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.layout.NamesGrid;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.text.FieldHint;
import org.kpackworkbench.views.kit.text.FieldProblem;
import org.kpackworkbench.views.kit.theme.ThemeChoice;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.spi.WorkSettings;

/** The settings dialog. What is changed counts at once, as it does in the menus. */
public final class SettingsPane extends ScrollPane {

  /**
   * Subject of the dialog.
   *
   * @param locations where the program keeps its files
   * @param openFolder shows a folder on the desktop; null if that cannot be done
   */
  public record Subject(
      Themes themes,
      WorkSettings work,
      RecentFiles recent,
      List<Location> locations,
      @Nullable Consumer<Path> openFolder) {
    public Subject {
      locations = List.copyOf(locations);
    }
  }

  private final SettingsModel model;
  private final Dialogs dialogs;
  private final SettingsGrid grid = new SettingsGrid();

  /** The dialog's content. */
  public SettingsPane(Subject subject, Background background, Dialogs dialogs) {
    this.model = new SettingsModel(subject.themes(), subject.work(), subject.recent(), background);
    this.dialogs = dialogs;
    Controls.named(this, "settings", "settings", "edge-to-edge");
    getStylesheets().add(Controls.sheet(SettingsPane.class, "settings.css"));
    setFitToWidth(true);
    appearance();
    work();
    recent();
    locations(subject);
    Button defaults = Controls.named(new Button("Back to Defaults"), "settings-defaults");
    defaults.setOnAction(event -> model.defaults());
    setContent(Controls.styled(new VBox(grid, SettingsGrid.line(defaults)), "settings-box"));
    setPrefSize(800, 640);
  }

  private void appearance() {
    grid.heading("Appearance");
    WrapPane themes = SettingsGrid.flow();
    ChoiceGroup<ThemeChoice> choices =
        new ChoiceGroup<>(model.themes().choiceProperty(), model.themes().choiceProperty()::set);
    for (ThemeChoice choice : ThemeChoice.values()) {
      RadioButton button = choices.add(choice, new RadioButton(choice.words()));
      button.setId("settings-theme-" + choice.id());
      themes.getChildren().add(button);
    }
    grid.row("Theme", themes);
    Label percent = Controls.named(Controls.whole(new Label()), "settings-zoom");
    percent
        .textProperty()
        .bind(
            model
                .themes()
                .zoom()
                .factorProperty()
                .map(factor -> Math.round(factor.doubleValue() * 100) + " %"));
    Button smaller = button("settings-smaller", "−", () -> model.themes().zoom().out());
    smaller.setAccessibleText("Smaller");
    Button larger = button("settings-larger", "+", () -> model.themes().zoom().in());
    larger.setAccessibleText("Larger");
    grid.row(
        "Size of text",
        SettingsGrid.line(
            smaller,
            percent,
            larger,
            button("settings-normal-size", "Normal", () -> model.themes().zoom().reset())));
  }

  private void work() {
    grid.heading("Work");
    ToggleGroup group = new ToggleGroup();
    RadioButton all =
        Controls.named(
            new RadioButton(
                "One for each processor (%d)"
                    .formatted(Runtime.getRuntime().availableProcessors())),
            "settings-threads-all");
    RadioButton some = Controls.named(new RadioButton("This many:"), "settings-threads-own");
    all.setToggleGroup(group);
    some.setToggleGroup(group);
    model
        .ownThreadsProperty()
        .subscribe(
            own -> {
              all.setSelected(!own);
              some.setSelected(own);
            });
    some.selectedProperty().subscribe((before, own) -> model.ownThreadsProperty().set(own));
    TextField count = SettingsGrid.number("settings-threads", "Number of threads", model.threads());
    count.disableProperty().bind(some.selectedProperty().not());
    WrapPane threads = SettingsGrid.flow();
    threads.getChildren().addAll(all, SettingsGrid.line(some, count));
    grid.row(
        "Threads",
        threads,
        SettingsGrid.problem(count, model.threads()),
        SettingsGrid.hint(
            "For packing, converting, splitting, restoring, verifying and extracting. Commands take"
                + " the same number, unless %s says another.".formatted(CommonOptions.JOBS)));
    names();
    tool();
  }

  private void names() {
    TextField pattern =
        SettingsGrid.text("settings-names", "Names of extracted files", model.names());
    Label example = SettingsGrid.hint("");
    example.setId("settings-names-example");
    example.textProperty().bind(model.exampleProperty().map(name -> "For example " + name));
    grid.row(
        "Names of extracted files",
        SettingsGrid.line(pattern, SettingsGrid.insert("settings-names-insert", pattern)),
        SettingsGrid.problem(pattern, model.names()),
        example);
  }

  private void tool() {
    TextField path = SettingsGrid.text("settings-tool", "Path of llvm-objdump", model.tool());
    FieldHint.show(
        path,
        List.of(
            "searched for on the PATH, in ROCm and in /usr/lib/llvm-*",
            "searched for on the PATH and in ROCm",
            "searched for"));
    Button choose =
        button(
            "settings-tool-choose",
            "Choose…",
            () ->
                dialogs.chooseFiles("Choose llvm-objdump").stream()
                    .findFirst()
                    .ifPresent(file -> model.tool().textProperty().set(file.toString())));
    Label found = SettingsGrid.hint("");
    found.setId("settings-tool-found");
    found.textProperty().bind(model.foundProperty());
    grid.row(
        "llvm-objdump",
        SettingsGrid.line(path, choose),
        found,
        SettingsGrid.problem(path, model.tool()));
  }

  private void recent() {
    grid.heading("Recent files");
    Button clear = button("settings-recent-clear", "Clear the List", model.recent()::clear);
    model.recent().count().subscribe(count -> clear.setDisable(count == 0));
    TextField kept =
        SettingsGrid.number("settings-recent", "Recent files that are kept", model.kept());
    grid.row(
        "How many are kept",
        SettingsGrid.line(kept, clear),
        SettingsGrid.problem(kept, model.kept()));
  }

  private void locations(Subject subject) {
    if (subject.locations().isEmpty()) {
      return;
    }
    grid.heading("Where the program keeps its files");
    int number = 0;
    for (Location location : subject.locations()) {
      String id = "settings-location-" + number++;
      String text = location.path().toString();
      TextField path = SettingsGrid.plain(id, location.name(), text);
      HBox line = SettingsGrid.line(path);
      Button copy = button(id + "-copy", "Copy", () -> RowCopy.toClipboard(text));
      copy.setAccessibleText("Copy the path of " + location.name());
      line.getChildren().add(copy);
      Consumer<Path> open = subject.openFolder();
      if (open != null) {
        Button show = button(id + "-open", "Open", () -> open.accept(location.path()));
        show.setAccessibleText("Open the folder of " + location.name());
        line.getChildren().add(show);
      }
      grid.row(location.name(), line);
    }
  }

  private static Button button(String id, String text, Runnable action) {
    return Controls.whole(Controls.button(id, text, action));
  }

  /** Names on the left; on the right what can be set, what is wrong with it, and hints. */
  static final class SettingsGrid extends NamesGrid {
    SettingsGrid() {
      super("settings");
    }

    void row(String name, Node... content) {
      row(name, content[0], Controls.styled(new VBox(content), "settings-value"));
    }

    static HBox line(Node... nodes) {
      return Controls.styled(new HBox(nodes), "settings-line");
    }

    static WrapPane flow() {
      return Controls.styled(new WrapPane(), "settings-flow");
    }

    /** A line of text that takes the room there is. */
    static TextField text(String id, String words, Entered entered) {
      TextField text = Controls.named(Controls.spoken(new TextField(), words), id);
      text.setMinWidth(60);
      text.textProperty().bindBidirectional(entered.textProperty());
      HBox.setHgrow(text, Priority.ALWAYS);
      return text;
    }

    /** A short number. */
    static TextField number(String id, String words, Entered entered) {
      TextField text = text(id, words, entered);
      text.setPrefColumnCount(4);
      HBox.setHgrow(text, Priority.NEVER);
      return text;
    }

    /** A text to be read and selected. */
    static TextField plain(String id, String words, String value) {
      TextField text = Controls.named(Controls.spoken(new TextField(value), words), id);
      text.setEditable(false);
      text.getStyleClass().addAll("plain-value", "monospace");
      HBox.setHgrow(text, Priority.ALWAYS);
      return text;
    }

    /** A button that inserts placeholders of a pattern. */
    static MenuButton insert(String id, TextField pattern) {
      MenuButton insert = Controls.named(Controls.whole(new MenuButton("Insert")), id);
      for (String placeholder : NamePattern.placeholders()) {
        MenuItem item = new MenuItem(placeholder);
        item.setMnemonicParsing(false);
        item.setOnAction(event -> pattern.insertText(pattern.getCaretPosition(), placeholder));
        insert.getItems().add(item);
      }
      return insert;
    }

    /** Creates the message about a problem with the input; the field is marked meanwhile. */
    static FieldProblem problem(TextField field, Entered entered) {
      return new FieldProblem(field.getId() + "-problem", entered.problemProperty()).marks(field);
    }

    static Label hint(String text) {
      return Controls.text(text, "muted", "settings-hint");
    }
  }
}
