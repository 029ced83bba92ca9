package org.kpackworkbench.views.operation.edit.kpm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.DiskUpdate;
import org.kpackworkbench.model.operation.edit.DiskUpdate.Option;
import org.kpackworkbench.model.operation.edit.EditSettings;
import org.kpackworkbench.model.operation.edit.ManifestChanges;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Shows what an update from the disk would change, before it does: rows that differ, archives that
 * no manifest names, and what it cannot fix. UI thread.
 */
final class UpdatePane extends VBox {
  private static final double WIDTH = 820;
  private static final double HEIGHT = 420;

  private final Path path;
  private final Manifest manifest;
  private final Maker<ManifestEdit, Manifest> preview;
  private final ViewContext context;
  private final Map<Option, CheckBox> options = new EnumMap<>(Option.class);
  private final RowsTable<UpdateLine> table;
  private String empty = "Comparing with the disk…";
  private final Label words = Controls.named(Controls.wrapped(new Label()), "update-words");
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private ManifestEdit.@Nullable UpdateFromDisk edit;
  private @Nullable Job running;

  private record Found(DiskUpdate update, List<UpdateLine> lines) {}

  /**
   * @param path the manifest's file
   * @param manifest what it says now
   */
  UpdatePane(
      Path path, Manifest manifest, Maker<ManifestEdit, Manifest> preview, ViewContext context) {
    this.path = path;
    this.manifest = manifest;
    this.preview = preview;
    this.context = context;
    Controls.named(this, "update-pane", "editor-pane");
    setPrefSize(WIDTH, HEIGHT);
    option(Option.ADD_UNNAMED, true);
    option(Option.REMOVE_MISSING, false);
    if (manifest.dialect() == ManifestDialect.BY_ARCHITECTURE) {
      option(Option.ADD_CHECKSUMS, false);
    }
    table = RowsTable.alone(new Spec(), context);
    VBox.setVgrow(table, Priority.ALWAYS);
    getChildren().addAll(table, words);
    sceneProperty()
        .subscribe(
            scene -> {
              if (scene == null) {
                stop();
              }
            });
    look();
  }

  private void option(Option option, boolean first) {
    CheckBox box = new CheckBox(EditSettings.of(option).title());
    box.setId("update-" + option.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
    box.setSelected(first);
    box.selectedProperty().subscribe((before, now) -> look());
    options.put(option, box);
    getChildren().add(box);
  }

  private final class Spec implements RowsSpec<UpdateLine> {
    @Override
    public TableWords words() {
      return TableWords.of("update-lines", "What would change", empty);
    }

    @Override
    public List<RowColumn<UpdateLine>> columns() {
      return List.of(
          RowColumn.face(
              "Change",
              UpdateLine::word,
              line -> RowColumn.Face.of(line.word(), "").with(icon(line))),
          RowColumn.text("Target", UpdateLine::target),
          RowColumn.text("File", UpdateLine::file),
          RowColumn.text("What", UpdateLine::what));
    }
  }

  private static KpackIcon icon(UpdateLine line) {
    if (line.open()) {
      return KpackIcon.WARNING;
    }
    return switch (line.word()) {
      case "added" -> KpackIcon.ADD;
      case "removed" -> KpackIcon.DELETE;
      default -> KpackIcon.RENAME;
    };
  }

  /** Whether there is something to apply. */
  ObservableValue<Boolean> possible() {
    return possible.getReadOnlyProperty();
  }

  /** Returns the edit to apply; null if nothing would change. */
  ManifestEdit.@Nullable UpdateFromDisk edit() {
    return edit;
  }

  private void look() {
    stop();
    Set<Option> wanted = EnumSet.noneOf(Option.class);
    options.forEach(
        (option, box) -> {
          if (box.isSelected()) {
            wanted.add(option);
          }
        });
    edit = null;
    possible.set(false);
    words.setText("Comparing with the disk…");
    Job[] own = new Job[1];
    Job job =
        context
            .jobs()
            .start(
                "Compare %s with the disk".formatted(path.getFileName()),
                progress -> {
                  DiskUpdate update = DiskUpdate.of(path, manifest, wanted, progress);
                  ManifestEdit.UpdateFromDisk made = update.edit();
                  Manifest after = made == null ? manifest : preview.make(made);
                  return new Found(update, UpdateLine.of(update, manifest, after));
                },
                found -> {
                  if (own[0] == null || own[0] == running) {
                    show(found);
                  }
                  return JobOutcome.quiet();
                });
    own[0] = job;
    running = job;
    job.failureProperty()
        .subscribe(
            failure -> {
              if (failure != null && running == job) {
                words.setText(ErrorText.of(failure).inOneLine());
              }
            });
  }

  private void show(Found found) {
    edit = found.update().edit();
    possible.set(edit != null);
    empty = "The manifest agrees with the disk.";
    table.show(found.lines());
    long open = found.lines().stream().filter(UpdateLine::open).count();
    long changes = found.lines().size() - open;
    String stays = open == 1 ? " 1 line stays as it is." : " %d lines stay as they are.";
    words.setText(
        (changes == 0 ? "Nothing would change." : CountText.of(changes, "row") + " would change.")
            + (open == 0 ? "" : stays.formatted(open)));
  }

  private void stop() {
    Job job = running;
    running = null;
    if (job != null && job.state() == Job.State.RUNNING) {
      job.cancel();
    }
  }

  /**
   * A line of what an update from the disk would do, or cannot fix.
   *
   * @param word the change of the row, e.g. {@code changed}
   * @param target its target; empty if there is none
   * @param file the archive's name
   * @param what what differs, or why nothing is done
   * @param open whether the manifest stays wrong there
   */
  record UpdateLine(String word, String target, String file, String what, boolean open) {

    /**
     * All lines: what would change first.
     *
     * @param before the manifest as it is
     * @param after as it would be
     */
    static List<UpdateLine> of(DiskUpdate update, Manifest before, Manifest after) {
      List<UpdateLine> lines = new ArrayList<>();
      for (ManifestChanges.Change change : ManifestChanges.between(before, after)) {
        lines.add(
            new UpdateLine(
                change.kind().word(), change.target(), change.file(), what(change), false));
      }
      for (ManifestRow row : update.missing()) {
        lines.add(
            new UpdateLine(
                "missing", row.targetText(), row.file(), "There is no such archive.", true));
      }
      for (ManifestRow row : update.unreadable()) {
        lines.add(
            new UpdateLine(
                "unreadable",
                row.targetText(),
                row.file(),
                "It cannot be read as an archive; open it to see why.",
                true));
      }
      update
          .notAdded()
          .forEach(
              archive ->
                  lines.add(
                      new UpdateLine(
                          "not named",
                          "",
                          String.valueOf(archive.getFileName()),
                          "No manifest names it, and it gets no row.",
                          true)));
      return lines;
    }

    private static String what(ManifestChanges.Change change) {
      return switch (change.kind()) {
        case ADDED -> "No manifest named it.";
        case REMOVED -> "Its archive is missing.";
        case CHANGED -> String.join(", ", change.fields());
      };
    }
  }
}
