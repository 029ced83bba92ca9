package org.kpackworkbench.views.operation.edit.kpack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.archives.OlderLoaders;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveSplit;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.table.PlainList;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.spi.ViewContext;

/** One archive for each target: shows the names first, and replaces nothing unasked. */
final class SplitForm extends EditForm {
  private static final int LINES_SHOWN = 6;

  private final EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session;
  private final ViewContext context;
  private final Path folder;
  private final TextField pattern = Controls.named(new TextField(), "split-pattern");
  private final PlainList<String> files =
      new PlainList<>("split-files", "Files that will be written", "");
  private final CheckBox replace = new CheckBox("Replace existing files");
  private int asked;
  private int shown = -1;
  private boolean some;
  private @Nullable ArchiveSplit split;

  SplitForm(
      Path folder,
      ArchiveShot shot,
      EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session,
      ViewContext context) {
    super("split", "Split by architecture into " + folder, "Write");
    this.folder = folder;
    this.session = session;
    this.context = context;
    pattern.setText(proposed(String.valueOf(session.path().getFileName()), shot));
    pattern.setOnAction(event -> enter());
    replace.setId("split-replace");
    replace.managedProperty().bind(replace.visibleProperty());
    replace.setVisible(false);
    replace.selectedProperty().subscribe(on -> decide());
    Label hint =
        Controls.wrapped(
            Controls.label(
                GpuTarget.PLACEHOLDER
                    + " means the target. The new files include edits that are not saved.",
                "muted"));
    first(pattern);
    line("Names", pattern);
    wide(hint);
    wide(files);
    wide(replace);
    pattern.textProperty().subscribe(text -> look());
  }

  /** A marker's search path has the placeholder where the archive's name has its family. */
  private static String proposed(String name, ArchiveShot shot) {
    String base = name.endsWith(".kpack") ? name.substring(0, name.length() - 6) : name;
    String own =
        Stream.concat(Stream.of(shot.family()), shot.architectures().stream())
            .map(each -> "_" + each)
            .filter(each -> each.length() > 1 && base.endsWith(each))
            .findFirst()
            .orElse("");
    return "%s_%s.kpack"
        .formatted(base.substring(0, base.length() - own.length()), GpuTarget.PLACEHOLDER);
  }

  private void look() {
    int mine = ++asked;
    String typed = pattern.getText().strip();
    List<Path> found = new ArrayList<>();
    List<Path> there = new ArrayList<>();
    List<ArchiveSplit> made = new ArrayList<>();
    possible(false);
    session.change(
        archive -> {
          ArchiveSplit wanted = archive.splitting(folder, typed);
          found.addAll(wanted.files());
          found.stream().filter(Files::exists).forEach(there::add);
          made.add(wanted);
        },
        why -> {
          if (mine == asked) {
            shown = mine;
            session.forgetFailure();
            problem(why == null ? "" : words(why));
            split = why == null ? made.getFirst() : null;
            show(found, there);
          }
        });
  }

  private void show(List<Path> found, List<Path> there) {
    files
        .getItems()
        .setAll(
            found.stream()
                .map(
                    file -> file.getFileName() + (there.contains(file) ? "  – already exists" : ""))
                .toList());
    files.setPrefHeight(30.0 * Math.clamp(found.size(), 1, LINES_SHOWN) + 6);
    some = !there.isEmpty();
    replace.setVisible(some);
    decide();
  }

  private void decide() {
    possible(shown == asked && split != null && (!some || replace.isSelected()));
  }

  @Override
  void done() {
    ArchiveSplit wanted = split;
    if (wanted == null) {
      return;
    }
    boolean over = some && replace.isSelected();
    context
        .jobs()
        .start(
            "Split " + session.path().getFileName(),
            progress -> {
              List<Path> written = wanted.run(over, progress);
              return outcome(written, OlderLoaders.around(written));
            },
            outcome -> outcome);
    close();
  }

  private JobOutcome outcome(List<Path> written, List<OperationNote> warnings) {
    String text = "Wrote %s to %s.".formatted(CountText.of(written.size(), "archive"), folder);
    return JobOutcome.of(
            warnings.isEmpty() ? JobOutcome.Severity.DONE : JobOutcome.Severity.WARNING,
            warnings.stream()
                .map(each -> " But %s. %s".formatted(each.message(), each.advice()))
                .collect(Collectors.joining("", text, "")))
        .wrote(folder);
  }
}
