package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver.Device;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;

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
    this.model = model;
    setId("set-up" + side);
    getStyleClass().add("set-up");
    field = new TargetField(model);
    field.setId("target-field" + side);
    chips.setId("target-chips" + side);
    chips.getStyleClass().add("target-chips");
    HBox.setHgrow(chips, Priority.ALWAYS);
    Label problem = new Label();
    problem.setId("target-problem" + side);
    problem.getStyleClass().add("field-problem");
    problem.setWrapText(true);
    problem.setMinHeight(Region.USE_PREF_SIZE);
    problem.textProperty().bind(model.problemProperty());
    problem.visibleProperty().bind(model.problemProperty().isNotEmpty());
    problem.managedProperty().bind(problem.visibleProperty());
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
    controls.addAll(List.of(field, behaviour(side), variables));
    controls.addAll(List.of(more));
    FlowPane line = new FlowPane(controls.toArray(Node[]::new));
    line.getStyleClass().add("set-up-line");
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

  /** The field takes what the buttons leave of the line, or a line of its own. */
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
    return set == 0 ? "Environment" : "Environment (%d set)".formatted(set);
  }

  private HBox behaviour(String side) {
    ToggleGroup group = new ToggleGroup();
    HBox box = new HBox();
    box.getStyleClass().add("behaviour");
    for (LoaderBehaviour each : LoaderBehaviour.values()) {
      ToggleButton button =
          new ToggleButton(
              switch (each) {
                case TOLERANT -> "Tolerant";
                case STRICT -> "Strict";
                case PLANNED -> "Planned";
              });
      button.setId("behaviour-" + each.words() + side);
      button
          .getStyleClass()
          .add(
              switch (each) {
                case TOLERANT -> "left-pill";
                case STRICT -> "center-pill";
                case PLANNED -> "right-pill";
              });
      button.setMinWidth(Region.USE_PREF_SIZE);
      button.setTooltip(
          new Tooltip(
              switch (each) {
                case TOLERANT -> "Goes on with the next archive where one lacks the code";
                case STRICT ->
                    "Gives up at the first archive that lacks the code, as up to mid-2026";
                case PLANNED ->
                    "What was planned and no loader does: a variable for the target, manifests as"
                        + " search paths, code in the binary as a last resort";
              }));
      button.setToggleGroup(group);
      button.setOnAction(event -> model.behaviourProperty().set(each));
      model.behaviourProperty().subscribe(now -> button.setSelected(now == each));
      // One of them is always in force.
      button
          .selectedProperty()
          .subscribe(on -> button.setSelected(on || model.behaviourProperty().get() == each));
      box.getChildren().add(button);
    }
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

  /** Puts the keyboard where GPUs are named. */
  void focusField() {
    field.requestFocus();
  }
}
