package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.control.WrapPane;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.layout.NamesGrid;
import org.kpackworkbench.views.kit.text.FieldProblem;
import org.kpackworkbench.views.kit.text.TabKey;

/**
 * The fields of a form: names on the left, what is filled in on the right, problems below it. Each
 * option that an operation describes gets the control of its kind. UI thread only.
 */
final class FormGrid extends NamesGrid {

  /**
   * The fields of a form, under the headings of the operation.
   *
   * @param own controls that a form makes itself, instead of those of the options' kinds
   */
  static FormGrid of(FormModel<?> model, Dialogs dialogs, Map<Option<?>, Node> own) {
    FormGrid grid = new FormGrid();
    String group = "";
    for (Operation.Part<?, ?> part : model.operation().parts()) {
      Option<?> option = part.option();
      if (option.noField().isEmpty()) {
        if (!group.equals(part.group())) {
          group = part.group();
          grid.heading(group);
        }
        Node control = own.get(option);
        grid.option(model, option, control == null ? control(model, option, dialogs) : control);
      }
    }
    return grid;
  }

  private void option(FormModel<?> model, Option<?> option, Node control) {
    ObservableValue<Boolean> matters = model.mattersProperty(option);
    shown(control, matters);
    boolean says = option.kind().shape() == Shape.SWITCH || control instanceof CheckBox;
    row(says ? "" : option.title(), control).setTooltip(tooltip(option.help()));
    if (!option.hint().isEmpty() && option.kind().shape() != Shape.NUMBER) {
      row("", shown(hint(option.hint()), matters));
    }
  }

  /** The control of an option's kind. */
  static Node control(FormModel<?> model, Option<?> option, Dialogs dialogs) {
    FormField<?> field = model.field(option);
    OptionKind<?> kind = option.kind();
    return switch (kind.shape()) {
      case SWITCH -> check(field);
      case CHOICE -> choice(field);
      case NUMBER -> number(field);
      case TARGETS -> targets(field, model.targets());
      case TEXT ->
          !kind.words().isEmpty()
              ? names(field)
              : kind.isSeveral() && option.isSpread() ? lines(field, 2) : text(field);
      case FILE, FOLDER, NEW_FILE, NEW_FOLDER ->
          kind.isSeveral() ? paths(field, dialogs) : text(field, choose(model, field, dialogs));
    };
  }

  private static Button choose(FormModel<?> model, FormField<?> field, Dialogs dialogs) {
    Button choose = new Button("Choose…");
    choose.setId(id(field).replace("form-", "form-choose-"));
    String title = field.option().title();
    choose.setOnAction(
        event ->
            (switch (model.shape(field.option())) {
                  case FILE -> dialogs.chooseFiles(title).stream().findFirst();
                  case NEW_FILE ->
                      dialogs.chooseSave(title, ConvertRows.name(Path.of(field.text())));
                  default -> dialogs.chooseFolder(title);
                })
                .ifPresent(path -> model.chosen(field, path)));
    return choose;
  }

  private static VBox paths(FormField<?> field, Dialogs dialogs) {
    Button folder = Controls.named(new Button("Add Folder…"), "form-add-folder");
    String title = field.option().title();
    folder.setOnAction(
        event -> add(field, dialogs.chooseFolder(title).map(List::of).orElse(List.of())));
    folder.setMinWidth(Region.USE_PREF_SIZE);
    return paths(field, folder, addFiles(field, dialogs));
  }

  /** Paths where only files make sense. */
  static VBox files(FormField<?> field, Dialogs dialogs) {
    return paths(field, addFiles(field, dialogs));
  }

  private static VBox paths(FormField<?> field, Node... buttons) {
    VBox box = lines(field, 5);
    box.setSpacing(6);
    box.getChildren().add(line(buttons));
    return box;
  }

  private static Button addFiles(FormField<?> field, Dialogs dialogs) {
    Button files =
        Controls.whole(
            Controls.button(
                "form-add-files",
                "Add Files…",
                () -> add(field, dialogs.chooseFiles(field.option().title()))));
    return files;
  }

  private static void add(FormField<?> field, List<Path> more) {
    String lines = more.stream().map(Path::toString).collect(Collectors.joining("\n"));
    field.set((field.text() + "\n" + lines).strip());
  }

  /** The name by which a field's control is found. */
  static String id(FormField<?> field) {
    return "form-" + field.option().id();
  }

  private static Tooltip tooltip(String text) {
    Tooltip tooltip = new Tooltip(text);
    tooltip.setWrapText(true);
    tooltip.setMaxWidth(480);
    return tooltip;
  }

  private FormGrid() {
    super("form");
  }

  /** A row, which is there while its content is visible. */
  Label row(String name, Node content) {
    Label label = row(name, content, content);
    if (content instanceof WrapPane || content.lookup(".form-targets") != null) {
      label.getStyleClass().add("form-choice-name");
    }
    label.visibleProperty().bind(content.visibleProperty());
    label.managedProperty().bind(content.visibleProperty());
    content.managedProperty().bind(content.visibleProperty());
    return label;
  }

  private static VBox text(FormField<?> field, Region... buttons) {
    return text(new TextField(), field, buttons);
  }

  private static VBox lines(FormField<?> field, int count) {
    TextArea text = new TextArea();
    TabKey.leaves(text);
    text.setPrefRowCount(count);
    text.setMinHeight(Region.USE_PREF_SIZE);
    text.setWrapText(true);
    return text(text, field);
  }

  /** A text with buttons behind it. */
  static VBox text(TextInputControl text, FormField<?> field, Region... buttons) {
    text.setId(id(field));
    text.setAccessibleText(field.option().title());
    text.setAccessibleHelp(field.option().help());
    text.setMinWidth(60);
    text.textProperty().bindBidirectional(field.valueProperty());
    // The distinguishing part of a long path is at its end; the tooltip has all of it.
    text.end();
    Tooltip whole = tooltip("");
    whole.textProperty().bind(field.valueProperty());
    whole.setMaxWidth(640);
    text.setTooltip(whole);
    HBox.setHgrow(text, Priority.ALWAYS);
    HBox line = line(text);
    for (Region button : buttons) {
      button.setMinWidth(Region.USE_PREF_SIZE);
      line.getChildren().add(button);
    }
    return new VBox(line, problem(field).marks(text));
  }

  private static VBox number(FormField<?> field) {
    TextField text = new TextField();
    VBox box = text(text, field, hint(field.option().hint()));
    text.setPrefColumnCount(4);
    HBox.setHgrow(text, Priority.NEVER);
    return box;
  }

  /** Creates the message about a field's problem; takes no room while there is none. */
  static FieldProblem problem(FormField<?> field) {
    return new FieldProblem(id(field) + "-problem", field.problemProperty())
        .unless(field.missingProperty());
  }

  private static CheckBox check(FormField<?> field) {
    CheckBox box =
        Controls.named(Controls.wrapped(new CheckBox(field.option().title())), id(field));
    box.setMinHeight(Region.USE_PREF_SIZE);
    box.setTooltip(tooltip(field.option().help()));
    field.valueProperty().subscribe(text -> box.setSelected(field.isOn()));
    box.selectedProperty().subscribe((before, now) -> field.turn(now));
    return box;
  }

  private static WrapPane choice(FormField<?> field) {
    ToggleGroup group = new ToggleGroup();
    WrapPane pane = Controls.named(new WrapPane(), id(field), "form-choice");
    for (Choice<?> choice : field.option().kind().choices()) {
      RadioButton button = new RadioButton(choice.title());
      button.setId(id(field) + "-" + choice.word());
      button.setToggleGroup(group);
      button.setSelected(field.text().equals(choice.word()));
      button
          .selectedProperty()
          .subscribe(
              (before, now) -> {
                if (now) {
                  field.set(choice.word());
                }
              });
      pane.getChildren().add(button);
    }
    return pane;
  }

  private static VBox names(FormField<?> field) {
    List<String> chosen = List.of(field.text().split(",", -1));
    WrapPane pane = Controls.named(new WrapPane(), id(field), "form-targets");
    List<CheckBox> boxes = new ArrayList<>();
    for (String name : field.option().kind().words()) {
      CheckBox box = Controls.named(new CheckBox(name), id(field) + "-" + name);
      box.setMnemonicParsing(false);
      box.setSelected(chosen.contains(name));
      box.selectedProperty()
          .subscribe(
              (before, now) ->
                  field.set(
                      boxes.stream()
                          .filter(CheckBox::isSelected)
                          .map(CheckBox::getText)
                          .collect(Collectors.joining(","))));
      boxes.add(box);
    }
    pane.getChildren().addAll(boxes);
    return new VBox(pane, problem(field));
  }

  /** The targets that occur, each kept or not. */
  private static Node targets(FormField<?> field, TargetChoices choices) {
    WrapPane pane = Controls.named(new WrapPane(), "form-targets", "form-targets");
    Runnable refill =
        () -> {
          pane.getChildren().clear();
          for (TargetChoices.Choice choice : choices.list()) {
            CheckBox box = new CheckBox(choice.text());
            box.setMnemonicParsing(false);
            box.setId("form-target-" + choice.processor());
            box.selectedProperty().bindBidirectional(choice.keptProperty());
            pane.getChildren().add(box);
          }
          if (choices.list().isEmpty()) {
            pane.getChildren().add(hint("Known once the device code has been read."));
          }
          if (choices.list().size() > 2) {
            HBox both =
                Controls.styled(
                    new HBox(
                        link("form-targets-all", "All", () -> choices.keepAll(true)),
                        link("form-targets-none", "None", () -> choices.keepAll(false))),
                    "button-line");
            pane.getChildren().add(both);
          }
        };
    choices.list().addListener((ListChangeListener<TargetChoices.Choice>) change -> refill.run());
    refill.run();
    return Controls.named(new VBox(pane, problem(field)), id(field));
  }

  private static Hyperlink link(String id, String text, Runnable action) {
    Hyperlink link = Controls.named(new Hyperlink(text), id);
    link.setOnAction(
        event -> {
          link.setVisited(false);
          action.run();
        });
    return link;
  }

  static Label hint(String text) {
    return Controls.text(text, "muted", "form-hint");
  }

  static HBox line(Node... nodes) {
    return Controls.styled(new HBox(nodes), "form-line");
  }

  /** Shows something while {@code when} is true. */
  static <N extends Node> N shown(N node, ObservableValue<Boolean> when) {
    node.visibleProperty().bind(when);
    return node;
  }
}
