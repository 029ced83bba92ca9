package org.kpackworkbench.views.operation.edit.kpack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.WriteOptions.Tuning;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditSettings;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.text.ChoiceWords;

/** Form for the properties of an archive, and how it stores its code objects. */
final class PropertiesForm extends EditForm {
  private static final String KEPT = "as they are";
  private static final int MOST_LEVEL = 22;

  private final ArchiveShot shot;
  private final ArchiveEdits edits;
  private final TextField group = new TextField();
  private final TextField family = new TextField();
  private final TextField architectures = new TextField();
  private final ComboBox<StorageScheme> scheme = Controls.named(new ComboBox<>(), "edit-scheme");
  private final ComboBox<String> level = Controls.named(new ComboBox<>(), "edit-level");
  private final ComboBox<Grouping> together = Controls.named(new ComboBox<>(), "edit-together");
  private final CheckBox index =
      Controls.named(new CheckBox(ArchiveOptions.BINARY_INDEX.title()), "edit-index");
  private final Label cost = Controls.named(Controls.text(""), "edit-cost", "muted");
  private final long bytes;

  PropertiesForm(ArchiveShot shot, ArchiveEdits edits) {
    super("properties", "Properties of the archive", "Apply");
    this.shot = shot;
    this.edits = edits;
    long sum = 0;
    for (int row = 0; row < shot.rows().count(); row++) {
      sum += Math.max(0, shot.rows().row(row).originalSizeBytes());
    }
    bytes = sum;
    field(group, "edit-group", shot.group());
    field(family, "edit-family", shot.family());
    field(architectures, "edit-architectures", String.join(", ", shot.architectures()));
    scheme.getItems().setAll(StorageScheme.writable());
    scheme.setConverter(new ChoiceWords<>(StorageScheme::words));
    scheme.setValue(shot.scheme());
    level.getItems().add(KEPT);
    for (int i = 1; i <= MOST_LEVEL; i++) {
      level.getItems().add(Integer.toString(i));
    }
    Integer now = shot.level();
    level.setValue(now == null ? KEPT : now.toString());
    level.disableProperty().bind(scheme.valueProperty().isEqualTo(StorageScheme.NONE));
    together.getItems().setAll(Grouping.values());
    together.setConverter(new ChoiceWords<>(Grouping::words));
    together.setValue(shot.grouping() == null ? Tuning.DEFAULT.grouping() : shot.grouping());
    together.disableProperty().bind(scheme.valueProperty().isNotEqualTo(StorageScheme.ZSTD_SOLID));
    first(group);
    line("Group", group);
    line("Family", family);
    line("Architectures", architectures);
    HBox storage =
        new HBox(scheme, new Label(EditSettings.change(EditSettings.LEVEL).title()), level);
    storage.getStyleClass().add("edit-form-choices");
    line(EditSettings.change(EditSettings.SCHEME).title(), storage);
    line(EditSettings.change(EditSettings.TOGETHER).title(), together);
    wide(index);
    wide(cost);
    index.setSelected(shot.binaryIndex());
    index.selectedProperty().subscribe(value -> check());
    scheme.valueProperty().subscribe(value -> check());
    level.valueProperty().subscribe(value -> check());
    together.valueProperty().subscribe(value -> check());
  }

  private void field(TextField field, String id, String text) {
    field.setId(id);
    field.setText(text);
    field.setOnAction(event -> enter());
    field.textProperty().subscribe(now -> check());
  }

  private List<String> targets() {
    return Arrays.stream(architectures.getText().split("[,\\s]+"))
        .filter(target -> !target.isEmpty())
        .toList();
  }

  private @Nullable Integer typedLevel() {
    String value = level.getValue();
    boolean none = value == null || value.equals(KEPT) || scheme.getValue() == StorageScheme.NONE;
    return none ? null : Integer.valueOf(value);
  }

  private @Nullable Grouping chosenGroups() {
    return scheme.getValue() == StorageScheme.ZSTD_SOLID ? together.getValue() : null;
  }

  private List<ArchiveEdit> edits() {
    List<ArchiveEdit> made = new ArrayList<>();
    if (!group.getText().strip().equals(shot.group())) {
      made.add(new ArchiveEdit.SetGroup(group.getText().strip()));
    }
    if (!family.getText().strip().equals(shot.family())) {
      made.add(new ArchiveEdit.SetFamily(family.getText().strip()));
    }
    if (!targets().equals(shot.architectures())) {
      made.add(new ArchiveEdit.SetArchitectures(targets()));
    }
    StorageScheme wanted = scheme.getValue();
    boolean same = wanted == shot.scheme() && chosenGroups() == shot.grouping();
    if (wanted != null && !(same && Objects.equals(typedLevel(), shot.level()))) {
      made.add(new ArchiveEdit.SetStorage(wanted, typedLevel(), chosenGroups()));
    }
    if (index.isSelected() != shot.binaryIndex()) {
      made.add(new ArchiveEdit.SetBinaryIndex(index.isSelected()));
    }
    return made;
  }

  private void check() {
    String wrong =
        targets().stream()
            .filter(target -> !TargetText.problem(target).isEmpty())
            .map(target -> "“" + target + "”: " + TargetText.problem(target))
            .findFirst()
            .orElse("");
    problem(wrong);
    possible(wrong.isEmpty() && !edits().isEmpty());
    cost.setText(costs());
  }

  private String costs() {
    StorageScheme wanted = scheme.getValue();
    Integer to = typedLevel();
    boolean sameGroups = chosenGroups() == shot.grouping();
    if (wanted == shot.scheme() && to == null && sameGroups && wanted.isCopied()) {
      return "Saving copies what is stored as it is; only new code objects are compressed.";
    }
    String all = "all code objects, %s unpacked".formatted(SizeText.of(bytes));
    if (wanted == StorageScheme.NONE) {
      return "Saving unpacks %s: the file will be about that large.".formatted(all);
    }
    return "Saving compresses %s, again. That takes far longer than a copy%s."
        .formatted(
            all,
            to != null && to > 12 ? "; levels above 12 take many times as long as level 3" : "");
  }

  @Override
  void done() {
    List<ArchiveEdit> made = edits();
    edits.make(this, () -> made);
  }
}
