package org.kpackworkbench.views.operation.forms;

import java.util.List;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.archives.ArchiveOptions.KeyForm;
import org.kpackworkbench.views.operation.forms.PackingFields.TargetChoices;

/** The rows of a form that say how archives are written. UI thread only. */
final class PackingRows {
  private PackingRows() {}

  /**
   * Adds them.
   *
   * @param when while they are there
   */
  static void add(FormGrid grid, PackingFields fields, ObservableValue<Boolean> when) {
    grid.row("Targets", FormGrid.shown(targets(fields), when));
    grid.row(
        "Compression",
        FormGrid.shown(
            FormGrid.choice(
                "form-scheme",
                fields.schemeProperty(),
                List.of(StorageScheme.ZSTD_PER_KERNEL, StorageScheme.NONE),
                words(
                    scheme ->
                        scheme == StorageScheme.NONE ? "none" : "zstd, each code object alone")),
            when));
    VBox level =
        FormGrid.number(
            "form-level", "Level of compression, 1 to 22", fields.level(), "1 fast – 22 small");
    level
        .disableProperty()
        .bind(fields.schemeProperty().map(scheme -> scheme == StorageScheme.NONE));
    grid.row("Level", FormGrid.shown(level, when));
    grid.row(
        "Keys",
        FormGrid.shown(
            FormGrid.choice(
                "form-keys",
                fields.keysProperty(),
                List.of(KeyForm.INDEXED, KeyForm.PLAIN),
                words(
                    form ->
                        form == KeyForm.INDEXED
                            ? "indexed, name#0"
                            : "plain name for the first wrapper")),
            when));
    grid.row(
        "Threads",
        FormGrid.shown(
            FormGrid.number(
                "form-threads",
                "Number of threads",
                fields.threads(),
                "the result does not depend on it"),
            when));
  }

  /** The box that refuses files with bundles that no wrapper points to. */
  static CheckBox refuseUnreferenced(PackingFields fields) {
    return FormGrid.check(
        "form-refuse-unreferenced",
        "Refuse a file that has bundles no wrapper points to",
        fields.refuseUnreferencedProperty());
  }

  private static Node targets(PackingFields fields) {
    TargetChoices choices = fields.targets();
    FlowPane pane = new FlowPane();
    pane.setId("form-targets");
    pane.getStyleClass().add("form-targets");
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
            Label none = FormGrid.hint("Known once the device code has been read.");
            pane.getChildren().add(none);
          }
          if (choices.list().size() > 2) {
            pane.getChildren()
                .addAll(
                    link("form-targets-all", "All", () -> choices.keepAll(true)),
                    link("form-targets-none", "None", () -> choices.keepAll(false)));
          }
        };
    choices.list().addListener((ListChangeListener<TargetChoices.Choice>) change -> refill.run());
    refill.run();
    return new VBox(
        pane, FormGrid.problem("form-targets-problem", fields.targetsField().problemProperty()));
  }

  private static Hyperlink link(String id, String text, Runnable action) {
    Hyperlink link = new Hyperlink(text);
    link.setId(id);
    link.setOnAction(
        event -> {
          link.setVisited(false);
          action.run();
        });
    return link;
  }

  static <T> StringConverter<T> words(Function<T, String> words) {
    return new StringConverter<>() {
      @Override
      public String toString(T value) {
        return words.apply(value);
      }

      @Override
      public T fromString(String text) {
        throw new UnsupportedOperationException("values are chosen, not typed");
      }
    };
  }
}
