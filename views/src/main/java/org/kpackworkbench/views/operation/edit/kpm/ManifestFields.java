package org.kpackworkbench.views.operation.edit.kpm;

import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.text.ChoiceWords;

/**
 * Fields of a manifest beside its rows: component, prefix and dialect, in as many lines as they
 * need.
 */
final class ManifestFields extends FlowPane {
  private static final int COMPONENT_COLUMNS = 8;
  private static final int PREFIX_COLUMNS = 14;

  private final TextField component = new TextField();
  private final TextField prefix = new TextField();
  private final ChoiceBox<ManifestDialect> dialect =
      Controls.named(Controls.spoken(new ChoiceBox<>(), "Dialect"), "manifest-dialect");
  private final Consumer<? super ManifestEdit> apply;
  private final Consumer<? super ManifestDialect> change;
  private @Nullable Manifest manifest;
  private String askedComponent = "";
  private String askedPrefix = "";
  private boolean showing;

  /**
   * @param apply makes an edit
   * @param change is called to change the dialect
   */
  ManifestFields(Consumer<? super ManifestEdit> apply, Consumer<? super ManifestDialect> change) {
    this.apply = apply;
    this.change = change;
    getStyleClass().addAll("button-flow", "editor-line");
    component.setPrefColumnCount(COMPONENT_COLUMNS);
    prefix.setPrefColumnCount(PREFIX_COLUMNS);
    field(component, "manifest-component", "Component", "the component's name");
    field(prefix, "manifest-prefix", "Prefix", "none");
    dialect.setMinWidth(javafx.scene.layout.Region.USE_PREF_SIZE);
    dialect.getItems().setAll(ManifestDialect.values());
    dialect.setConverter(new ChoiceWords<>(ManifestDialect::words));
    dialect.valueProperty().subscribe(this::chosen);
    named("Dialect", dialect);
  }

  private void named(String text, Node field) {
    Label label = Controls.whole(new Label(text));
    label.setLabelFor(field);
    getChildren().add(Controls.styled(new HBox(label, field), "button-line"));
  }

  private void field(TextField field, String id, String title, String prompt) {
    field.setId(id);
    field.setPromptText(prompt);
    field.setAccessibleText(title);
    field.setOnAction(event -> take());
    field
        .focusedProperty()
        .subscribe(
            focused -> {
              if (!focused) {
                take();
              }
            });
    field.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            show(manifest);
          }
        });
    named(title, field);
  }

  /** Each is requested once: the focus leaves before the answer is there. */
  private void take() {
    if (manifest == null || showing) {
      return;
    }
    String name = component.getText().strip();
    if (!name.equals(askedComponent)) {
      askedComponent = name;
      apply.accept(new ManifestEdit.SetComponent(name));
    }
    String typed = prefix.getText().strip();
    if (!typed.equals(askedPrefix)) {
      askedPrefix = typed;
      apply.accept(new ManifestEdit.SetPrefix(typed.isEmpty() ? null : typed));
    }
  }

  private void chosen(@Nullable ManifestDialect chosen) {
    Manifest now = manifest;
    if (!showing && now != null && chosen != null && chosen != now.dialect()) {
      // It stays as it is until the change was made.
      show(now);
      change.accept(chosen);
    }
  }

  /** Shows what a manifest says. */
  void show(@Nullable Manifest now) {
    manifest = now;
    if (now == null) {
      return;
    }
    showing = true;
    try {
      askedComponent = now.component();
      askedPrefix = now.prefix() == null ? "" : now.prefix();
      component.setText(askedComponent);
      prefix.setText(askedPrefix);
      dialect.setValue(now.dialect());
    } finally {
      showing = false;
    }
    boolean without = now.dialect() == ManifestDialect.BY_LIST;
    prefix.setDisable(without);
    prefix.setPromptText(without ? "the dialect by list has none" : "none");
    prefix.setTooltip(without ? null : new Tooltip("The stage prefix that the archives belong to"));
  }
}
