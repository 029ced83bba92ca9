package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.DeviceSuggestions.Suggestion;
import org.kpackworkbench.views.analysis.resolve.SetUpModel.Variable;
import org.kpackworkbench.views.kit.action.ChoiceButtons;
import org.kpackworkbench.views.kit.text.FieldHint;
import org.kpackworkbench.views.kit.text.FieldPopOver;
import org.kpackworkbench.views.kit.text.FieldProblem;

/** Which GPUs, which environment, which loader. UI thread only. */
final class SetUpPane extends VBox {
  private static final int MOST_CHIPS = 24;
  private static final double LEAST_FIELD = 260;

  private final SetUpModel model;
  private final FlowPane chips = new FlowPane();
  private final TargetField field;

  /**
   * A pane.
   *
   * @param side what its controls' ids end with, where there are two
   * @param name what it is called beside another; empty for one alone
   * @param more further buttons at the end of the line
   */
  SetUpPane(SetUpModel model, String side, String name, Node... more) {
    this(model, side, name, true, more);
  }

  /** A pane with GPUs only, without settings of a loader. */
  static SetUpPane ofDevices(SetUpModel model, Node... more) {
    return new SetUpPane(model, "", "", false, more);
  }

  private SetUpPane(SetUpModel model, String side, String name, boolean withLoader, Node... more) {
    this.model = model;
    setId("set-up" + side);
    getStyleClass().add("set-up");
    field = new TargetField(model);
    field.setId("target-field" + side);
    chips.setId("target-chips" + side);
    chips.getStyleClass().add("target-chips");
    HBox.setHgrow(chips, Priority.ALWAYS);
    FieldProblem problem = new FieldProblem("target-problem" + side, model.problemProperty());
    EnvironmentGrid environment = new EnvironmentGrid(model, side);
    ToggleButton variables = new ToggleButton();
    variables.setId("show-environment" + side);
    variables.setMinWidth(Region.USE_PREF_SIZE);
    variables.textProperty().bind(model.setUpProperty().map(SetUpPane::environmentWords));
    environment.visibleProperty().bind(variables.selectedProperty());
    environment.managedProperty().bind(environment.visibleProperty());
    List<Node> controls = new ArrayList<>();
    if (!name.isEmpty()) {
      Label label = new Label(name);
      label.getStyleClass().add("set-up-name");
      label.setMinWidth(Region.USE_PREF_SIZE);
      controls.add(label);
    }
    controls.add(field);
    if (withLoader) {
      controls.addAll(List.of(behaviour(side), exact(side), variables));
    }
    controls.addAll(List.of(more));
    FlowPane line = new FlowPane(controls.toArray(Node[]::new));
    line.getStyleClass().add("set-up-line");
    // Not what the field happens to take now, which would keep it that wide.
    line.setMinWidth(LEAST_FIELD);
    line.widthProperty().subscribe(width -> fit(line, width.doubleValue()));
    line.needsLayoutProperty()
        .subscribe(
            needed -> {
              if (needed) {
                fit(line, line.getWidth());
              }
            });
    getChildren().addAll(line, chips, problem, environment);
    model.devices().addListener((ListChangeListener<Device>) change -> fill());
    fill();
  }

  private void fit(FlowPane line, double width) {
    double others = 0;
    for (Node each : line.getChildren()) {
      others += each.equals(field) ? 0 : Math.ceil(each.prefWidth(-1)) + line.getHgap();
    }
    double inner = width - 1;
    double left = inner - others;
    double wanted = Math.max(LEAST_FIELD, left >= LEAST_FIELD ? left : inner);
    if (Math.abs(field.getPrefWidth() - wanted) > 1) {
      field.setPrefWidth(wanted);
    }
  }

  private static String environmentWords(SetUp now) {
    int set = now.variables().size();
    String title = ResolveSettings.ENV.title();
    return set == 0 ? title : "%s (%d set)".formatted(title, set);
  }

  private Node behaviour(String side) {
    ChoiceButtons<LoaderBehaviour> buttons =
        new ChoiceButtons<>(model.behaviourProperty(), model.behaviourProperty()::set);
    buttons.getStyleClass().add("behaviour");
    for (LoaderBehaviour each : LoaderBehaviour.values()) {
      String text =
          switch (each) {
            case TOLERANT -> "Tolerant";
            case STRICT -> ResolveSettings.STRICT.title();
            case PLANNED -> ResolveSettings.PLANNED.title();
          };
      String tip =
          switch (each) {
            case TOLERANT -> "Continues with the next archive if one lacks the code";
            case STRICT -> ResolveSettings.STRICT.hint();
            case PLANNED -> ResolveSettings.PLANNED.hint();
          };
      buttons.add(each, "behaviour-" + each.words() + side, text, tip);
    }
    return buttons;
  }

  private Node exact(String side) {
    CheckBox box = new CheckBox(ResolveSettings.EXACT.title());
    box.setId("exact" + side);
    box.setMinWidth(Region.USE_PREF_SIZE);
    box.setTooltip(new Tooltip(ResolveSettings.EXACT.hint()));
    box.selectedProperty().bindBidirectional(model.exactProperty());
    return box;
  }

  private void fill() {
    chips.getChildren().clear();
    List<Device> devices = model.devices();
    devices.stream().limit(MOST_CHIPS).map(this::chip).forEach(chips.getChildren()::add);
    if (devices.size() > MOST_CHIPS) {
      Label more = new Label("and %d more".formatted(devices.size() - MOST_CHIPS));
      more.getStyleClass().add("muted");
      chips.getChildren().add(more);
    }
    if (devices.size() > 1) {
      Button none = new Button("Remove All");
      none.getStyleClass().addAll("flat", "small");
      none.setOnAction(event -> model.replace(List.of()));
      chips.getChildren().add(none);
    }
    chips.setVisible(!devices.isEmpty());
    chips.setManaged(!devices.isEmpty());
  }

  private HBox chip(Device device) {
    Label name = new Label(device.written());
    Button remove = new Button("✕");
    remove.getStyleClass().addAll("flat", "close-button");
    remove.setAccessibleText("Remove " + device.written());
    remove.setTooltip(new Tooltip("Remove " + device.written()));
    remove.setOnAction(event -> model.remove(device));
    HBox chip = new HBox(name, remove);
    chip.getStyleClass().add("target-chip");
    return chip;
  }

  /** The variables that a loader reads, each with a check box and a value. UI thread only. */
  private static final class EnvironmentGrid extends VBox {
    EnvironmentGrid(SetUpModel model, String side) {
      setId("environment" + side);
      getStyleClass().add("environment");
      GridPane grid = new GridPane();
      grid.getStyleClass().add("environment-grid");
      ColumnConstraints names = new ColumnConstraints();
      names.setMinWidth(Region.USE_PREF_SIZE);
      ColumnConstraints values = new ColumnConstraints();
      values.setHgrow(Priority.ALWAYS);
      values.setMinWidth(180);
      ColumnConstraints words = new ColumnConstraints();
      words.setHgrow(Priority.SOMETIMES);
      grid.getColumnConstraints().setAll(names, values, words);
      int row = 0;
      for (Variable variable : model.variables()) {
        CheckBox set = new CheckBox(variable.name());
        set.setId("set-" + variable.name() + side);
        set.setMnemonicParsing(false);
        set.getStyleClass().add("monospace");
        set.setMinWidth(Region.USE_PREF_SIZE);
        set.selectedProperty().bindBidirectional(variable.setProperty());
        TextField value = new TextField();
        value.setId("value-" + variable.name() + side);
        value.setPromptText(variable.example());
        value.setAccessibleText("Value of " + variable.name());
        value.textProperty().bindBidirectional(variable.valueProperty());
        Label meaning = new Label(variable.words());
        meaning.getStyleClass().add("muted");
        meaning.setTooltip(new Tooltip(variable.words()));
        grid.addRow(row++, set, value, meaning);
      }
      Button session = new Button("Take from This Session");
      session.setId("take-session" + side);
      session.getStyleClass().add("small");
      session.setTooltip(
          new Tooltip("Use the variables that were set when this program was started"));
      session.setOnAction(event -> model.take(System.getenv()));
      Button none = new Button("Unset All");
      none.setId("unset-all" + side);
      none.getStyleClass().add("small");
      none.setOnAction(event -> model.take(Map.of()));
      Label warning = new Label();
      warning.setId("environment-warning" + side);
      warning.getStyleClass().add("environment-warning");
      warning.setWrapText(true);
      warning.setMinHeight(Region.USE_PREF_SIZE);
      warning
          .textProperty()
          .bind(model.warningProperty().map(text -> text.isEmpty() ? "" : "⚠ " + text));
      warning.visibleProperty().bind(model.warningProperty().isNotEmpty());
      warning.managedProperty().bind(warning.visibleProperty());
      HBox buttons = new HBox(session, none);
      buttons.getStyleClass().add("button-line");
      getChildren().addAll(grid, warning, buttons);
    }
  }

  /** The field in which GPUs are named, with suggestions below it. UI thread only. */
  private static final class TargetField extends TextField {
    private static final int MOST_SUGGESTED = 9;
    private static final double WIDTH_EMS = 34;

    private final SetUpModel model;
    private final ListView<Suggestion> list = new ListView<>();
    private final FieldPopOver popOver = new FieldPopOver(this, list, this::suggest, this::enter);

    TargetField(SetUpModel model) {
      this.model = model;
      setId("target-field");
      FieldHint.show(
          this,
          List.of(
              "add a GPU: gfx942, MI300X, gfx110X, or paste what rocminfo prints",
              "add a GPU: gfx942, MI300X, gfx110X",
              "add a GPU"));
      setAccessibleText(ResolveSettings.TARGET.title());
      setTooltip(
          new Tooltip(
              "A target (gfx942:sramecc+:xnack-), a product (RX 7900 XTX), a family (gfx110X),\n"
                  + "several with commas, or what rocminfo or rocm_agent_enumerator print"));
      list.setId("target-suggestions");
      list.getStyleClass().add("target-list");
      list.setAccessibleText("Matching GPUs");
      list.setCellFactory(view -> new SuggestionCell());
      popOver.setArrowLocation(PopOver.ArrowLocation.TOP_LEFT);
      textProperty().subscribe((before, now) -> suggest());
      setOnMouseClicked(event -> suggest());
      addEventFilter(KeyEvent.KEY_PRESSED, this::removeLast);
    }

    /** Fields have one line; what tools print has many. */
    @Override
    public void paste() {
      String text = Clipboard.getSystemClipboard().getString();
      if (text != null && text.strip().indexOf('\n') >= 0) {
        model.add(text);
      } else {
        super.paste();
      }
    }

    private void suggest() {
      List<Suggestion> found =
          isFocused() ? model.suggestions(getText().strip(), MOST_SUGGESTED) : List.of();
      list.getItems().setAll(found);
      if (found.isEmpty()) {
        popOver.hide();
      } else {
        popOver.show(WIDTH_EMS, 2 * found.size() + 1);
      }
    }

    private void removeLast(KeyEvent event) {
      if (event.getCode() == KeyCode.BACK_SPACE
          && getText().isEmpty()
          && !model.devices().isEmpty()) {
        model.remove(model.devices().getLast());
        event.consume();
      }
    }

    /** Takes what was typed, unless a suggestion was chosen. */
    private void enter() {
      Suggestion chosen = list.getSelectionModel().getSelectedItem();
      if (chosen != null && popOver.isShowing()) {
        model.add(chosen.targets().stream().map(Device::of).toList());
        done();
      } else if (model.add(getText())) {
        done();
      }
    }

    private void done() {
      clear();
      popOver.hide();
    }

    private static final class SuggestionCell extends ListCell<Suggestion> {
      @Override
      protected void updateItem(@Nullable Suggestion each, boolean empty) {
        super.updateItem(each, empty);
        if (empty || each == null) {
          setGraphic(null);
          setAccessibleText(null);
          return;
        }
        Label name = new Label(each.text());
        name.setMinWidth(Region.USE_PREF_SIZE);
        Label detail = new Label(each.detail());
        detail.getStyleClass().add("muted");
        detail.setTextOverrun(OverrunStyle.ELLIPSIS);
        HBox line = new HBox(name, detail);
        line.getStyleClass().add("target-suggestion");
        line.setPrefWidth(1);
        setGraphic(line);
        setAccessibleText(each.text() + ", " + each.detail());
      }
    }
  }
}
