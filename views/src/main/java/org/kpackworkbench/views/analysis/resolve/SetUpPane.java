package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveOptions;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.DeviceSuggestions.Suggestion;
import org.kpackworkbench.views.analysis.resolve.SetUpModel.Variable;
import org.kpackworkbench.views.kit.action.ChoiceButtons;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.text.FieldHint;
import org.kpackworkbench.views.kit.text.FieldPopOver;
import org.kpackworkbench.views.kit.text.FieldProblem;

/** Which GPUs, which environment, which loader. UI thread only. */
final class SetUpPane extends VBox {
  private static final int MOST_CHIPS = 24;
  private static final double LEAST_FIELD = 260;

  private final SetUpModel model;
  private final FlowPane chips = Controls.styled(Controls.wide(new FlowPane()), "target-chips");
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
    Controls.named(this, "set-up" + side, "set-up");
    field = new TargetField(model);
    field.setId("target-field" + side);
    chips.setId("target-chips" + side);
    FieldProblem problem = new FieldProblem("target-problem" + side, model.problemProperty());
    EnvironmentGrid environment = new EnvironmentGrid(model, side);
    ToggleButton variables =
        Controls.named(Controls.whole(new ToggleButton()), "show-environment" + side);
    variables.textProperty().bind(model.setUpProperty().map(SetUpPane::environmentWords));
    environment.visibleProperty().bind(variables.selectedProperty());
    environment.managedProperty().bind(environment.visibleProperty());
    List<Node> controls = new ArrayList<>();
    if (!name.isEmpty()) {
      controls.add(Controls.whole(Controls.label(name, "set-up-name")));
    }
    controls.add(field);
    if (withLoader) {
      controls.addAll(List.of(behaviour(side), exact(side), variables));
    }
    controls.addAll(List.of(more));
    FlowPane line = Controls.styled(new FlowPane(controls.toArray(Node[]::new)), "set-up-line");
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
    String title = ResolveOptions.ENV.title();
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
            case STRICT -> ResolveOptions.STRICT.title();
            case PLANNED -> ResolveOptions.PLANNED.title();
          };
      String tip =
          switch (each) {
            case TOLERANT -> "Continues with the next archive if one lacks the code";
            case STRICT -> ResolveOptions.STRICT.hint();
            case PLANNED -> ResolveOptions.PLANNED.hint();
          };
      buttons.add(each, "behaviour-" + each.words() + side, text, tip);
    }
    return buttons;
  }

  private Node exact(String side) {
    CheckBox box =
        Controls.named(
            Controls.tip(
                Controls.whole(new CheckBox(ResolveOptions.EXACT.title())),
                ResolveOptions.EXACT.hint()),
            "exact" + side);
    box.selectedProperty().bindBidirectional(model.exactProperty());
    return box;
  }

  private void fill() {
    chips.getChildren().clear();
    List<Device> devices = model.devices();
    devices.stream().limit(MOST_CHIPS).map(this::chip).forEach(chips.getChildren()::add);
    if (devices.size() > MOST_CHIPS) {
      Label more = Controls.label("and %d more".formatted(devices.size() - MOST_CHIPS), "muted");
      chips.getChildren().add(more);
    }
    if (devices.size() > 1) {
      Button none = Controls.styled(new Button("Remove All"), "flat", "small");
      none.setOnAction(event -> model.replace(List.of()));
      chips.getChildren().add(none);
    }
    chips.setVisible(!devices.isEmpty());
    chips.setManaged(!devices.isEmpty());
  }

  private HBox chip(Device device) {
    Label name = new Label(device.written());
    Button remove =
        Controls.styled(
            Controls.spoken(
                Controls.tip(new Button("✕"), "Remove " + device.written()),
                "Remove " + device.written()),
            "flat",
            "close-button");
    remove.setOnAction(event -> model.remove(device));
    return Controls.styled(new HBox(name, remove), "target-chip");
  }

  /** The variables that a loader reads, each with a check box and a value. UI thread only. */
  private static final class EnvironmentGrid extends VBox {
    EnvironmentGrid(SetUpModel model, String side) {
      Controls.named(this, "environment" + side, "environment");
      GridPane grid = Controls.styled(new GridPane(), "environment-grid");
      ColumnConstraints names = new ColumnConstraints();
      names.setMinWidth(Region.USE_PREF_SIZE);
      ColumnConstraints values = new ColumnConstraints();
      values.setHgrow(Priority.ALWAYS);
      values.setMinWidth(120);
      ColumnConstraints words = new ColumnConstraints();
      words.setHgrow(Priority.SOMETIMES);
      grid.getColumnConstraints().setAll(names, values, words);
      int row = 0;
      for (Variable variable : model.variables()) {
        CheckBox set =
            Controls.named(
                Controls.whole(new CheckBox(variable.name())),
                "set-" + variable.name() + side,
                "monospace");
        set.setMnemonicParsing(false);
        set.selectedProperty().bindBidirectional(variable.setProperty());
        TextField value = Controls.named(new TextField(), "value-" + variable.name() + side);
        value.setPromptText(variable.example());
        value.setAccessibleText("Value of " + variable.name());
        value.textProperty().bindBidirectional(variable.valueProperty());
        Label meaning = Controls.text(variable.words(), "muted");
        grid.addRow(row++, set, value, meaning);
      }
      grid.addRow(
          row, Controls.whole(new Label(ResolveOptions.SYSTEM.title())), system(model, side));
      Button session =
          Controls.named(new Button("Take from This Session"), "take-session" + side, "small");
      session.setTooltip(
          new Tooltip("Use the variables that were set when this program was started"));
      session.setOnAction(event -> model.take(System.getenv()));
      Button none =
          Controls.button("unset-all" + side, "Unset All", () -> model.take(Map.of()), "small");
      Label warning =
          Controls.named(Controls.text(""), "environment-warning" + side, "environment-warning");
      warning
          .textProperty()
          .bind(model.warningProperty().map(text -> text.isEmpty() ? "" : "⚠ " + text));
      warning.visibleProperty().bind(model.warningProperty().isNotEmpty());
      warning.managedProperty().bind(warning.visibleProperty());
      getChildren().addAll(grid, warning, Controls.styled(new HBox(session, none), "button-line"));
    }
  }

  private static Node system(SetUpModel model, String side) {
    ChoiceButtons<Optional<PathRules>> buttons =
        new ChoiceButtons<>(model.systemProperty(), model.systemProperty()::set);
    buttons.add(
        Optional.empty(),
        "system-own" + side,
        "As the Binary's System",
        "Windows for DLLs and programs of Windows, Linux for others");
    for (PathRules each : PathRules.values()) {
      String id = "system-" + each.words().toLowerCase(Locale.ROOT) + side;
      buttons.add(Optional.of(each), id, each.words(), "Reads paths as on " + each.words());
    }
    return buttons;
  }

  /** The field in which GPUs are named, with suggestions below it. UI thread only. */
  private static final class TargetField extends TextField {
    private static final int MOST_SUGGESTED = 9;
    private static final double WIDTH_EMS = 34;

    private final SetUpModel model;
    private final ListView<Suggestion> list =
        Controls.named(
            Controls.spoken(new ListView<>(), "Matching GPUs"),
            "target-suggestions",
            "target-list");
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
      setAccessibleText(ResolveOptions.TARGET.title());
      setTooltip(
          new Tooltip(
              "A target (gfx942:sramecc+:xnack-), a product (RX 7900 XTX), a family (gfx110X),\n"
                  + "several with commas, or what rocminfo or rocm_agent_enumerator print"));
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
        Label name = Controls.whole(new Label(each.text()));
        Label detail = Controls.label(each.detail(), "muted");
        detail.setTextOverrun(OverrunStyle.ELLIPSIS);
        HBox line = Controls.styled(new HBox(name, detail), "target-suggestion");
        line.setPrefWidth(1);
        setGraphic(line);
        setAccessibleText(each.text() + ", " + each.detail());
      }
    }
  }
}
