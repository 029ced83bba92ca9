package org.kpackworkbench.views.operation.edit.kpack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditSettings;
import org.kpackworkbench.model.operation.edit.EditedRows;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.model.operation.edit.FileStamp;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.PlainList;
import org.kpackworkbench.views.spi.ViewContext;

/** All rows of another archive, or some: which names are taken, and which side stays then. */
final class MergeForm extends EditForm {
  private static final int MOST_SHOWN = 1000;
  private static final int LINES_SHOWN = 6;

  private final ArchiveEdits edits;
  private final List<RowRef> only;
  private final Path source;
  private final ToggleGroup choices = new ToggleGroup();
  private final Label found = Controls.named(Controls.text("Reading…"), "merge-found");
  private final VBox clashing = Controls.styled(new VBox(), "edit-form-clashes");

  /** Rows and clashes that a merge would meet. */
  record Look(int rows, int clashes, List<String> first) {}

  /**
   * @param only the rows that are meant; empty for all
   */
  MergeForm(
      Path source, List<RowRef> only, EditedRows rows, ArchiveEdits edits, ViewContext context) {
    super(
        "merge",
        only.isEmpty() ? "Merge " + source.getFileName() : "Paste from " + source.getFileName(),
        only.isEmpty() ? "Merge" : "Paste");
    this.source = source;
    this.only = List.copyOf(only);
    this.edits = edits;
    for (OptionKind.Choice<Clash> choice : EditSettings.CLASH.kind().choices()) {
      RadioButton button = new RadioButton(choice.title());
      button.setId("merge-" + choice.word());
      button.setUserData(choice.value());
      button.setToggleGroup(choices);
      button.setSelected(choice.value() == EditSettings.CLASH.usual());
    }
    first((RadioButton) choices.getSelectedToggle());
    wide(found);
    wide(clashing);
    possible(false);
    context.background().run(() -> look(rows), this::show, why -> problem(words(why)));
  }

  private Look look(EditedRows rows) throws IOException {
    Map<String, Long> here = new HashMap<>();
    for (int i = 0; i < rows.count(); i++) {
      EditedRow row = rows.row(i);
      here.putIfAbsent(row.ref().words(), row.originalSizeBytes());
    }
    int clashes = 0;
    int count = 0;
    List<String> first = new ArrayList<>();
    java.util.Set<RowRef> wanted = new java.util.HashSet<>(only);
    try (KpackArchive archive = KpackArchive.open(source)) {
      for (int i = 0; i < archive.entryCount(); i++) {
        ArchiveEntry entry = archive.entry(i);
        RowRef ref = new RowRef(entry.key().text(), entry.targetText());
        if (!wanted.isEmpty() && !wanted.contains(ref)) {
          continue;
        }
        count++;
        Long size = here.get(ref.words());
        if (size != null) {
          clashes++;
          if (first.size() < MOST_SHOWN) {
            first.add(line(ref, size, entry.originalSizeBytes()));
          }
        }
      }
    }
    return new Look(count, clashes, first);
  }

  private static String line(RowRef ref, long here, long there) {
    return here == there
        ? "%s – both %s".formatted(ref.words(), SizeText.of(here))
        : "%s – here %s, there %s"
            .formatted(ref.words(), SizeText.of(here, there), SizeText.of(there, here));
  }

  private void show(Look look) {
    String rows = CountText.of(look.rows(), "row");
    if (look.clashes() == 0) {
      found.setText(rows + ". None of their names is taken.");
    } else {
      found.setText(
          "%s. %s here already:"
              .formatted(rows, CountText.of(look.clashes(), "name is", "names are")));
      PlainList<String> list = new PlainList<>("merge-clashes", EditSettings.CLASH.title(), "");
      list.getItems().setAll(look.first());
      list.setPrefHeight(30.0 * Math.min(LINES_SHOWN, look.first().size()) + 6);
      clashing.getChildren().setAll(list);
      choices.getToggles().forEach(each -> clashing.getChildren().add((RadioButton) each));
    }
    possible(look.rows() > 0);
  }

  @Override
  void done() {
    Clash clash = (Clash) choices.getSelectedToggle().getUserData();
    edits.make(
        this,
        () -> {
          FileStamp stamp = FileStamp.of(source);
          return List.of(
              only.isEmpty()
                  ? new ArchiveEdit.Merge(stamp, clash)
                  : new ArchiveEdit.AddRows(stamp, only, clash));
        });
  }
}
