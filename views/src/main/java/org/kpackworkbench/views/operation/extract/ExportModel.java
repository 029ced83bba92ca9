package org.kpackworkbench.views.operation.extract;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.extract.Extract;
import org.kpackworkbench.model.operation.extract.ExtractPlan;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.views.kit.copy.CopyFormats;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.WorkSettings;

/** The input of the extract dialog, and the planned result. UI thread only. */
final class ExportModel {
  private final ExportSelection selection;
  private final Background.Latest latest;
  private final BooleanProperty intoFolder = new SimpleBooleanProperty(this, "intoFolder");
  private final StringProperty folder = new SimpleStringProperty(this, "folder", "");
  private final StringProperty file = new SimpleStringProperty(this, "file", "");
  private final StringProperty pattern = new SimpleStringProperty(this, "pattern", "");
  private final WorkSettings work;
  private final BooleanProperty overwrite = new SimpleBooleanProperty(this, "overwrite");
  private final BooleanProperty large = new SimpleBooleanProperty(this, "large");
  private final ReadOnlyBooleanWrapper tooLarge = new ReadOnlyBooleanWrapper(this, "tooLarge");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper(this, "problem", "");
  private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper(this, "summary", "");
  private final ReadOnlyStringWrapper command = new ReadOnlyStringWrapper(this, "command", "");
  private final ReadOnlyBooleanWrapper planning = new ReadOnlyBooleanWrapper(this, "planning");
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper(this, "possible");
  private final ObservableList<PlannedFile> preview = FXCollections.observableArrayList();

  /**
   * A form.
   *
   * @param folder the folder to propose
   * @param work how files are named and how many are written at a time
   */
  ExportModel(ExportSelection selection, Path folder, Background background, WorkSettings work) {
    this.selection = selection;
    this.work = work;
    pattern.set(work.names().text());
    this.latest = background.latest();
    this.folder.set(folder.toString());
    intoFolder.set(!selection.single());
    for (var property : List.of(this.folder, file, pattern)) {
      property.subscribe((before, now) -> update());
    }
    overwrite.subscribe((before, now) -> update());
    large.subscribe((before, now) -> update());
    intoFolder.subscribe((before, now) -> update());
    if (selection.single()) {
      proposeFile(background);
    }
    update();
  }

  /** The standard name of the only code object, beside which the folder stays as it is. */
  private void proposeFile(Background background) {
    ExtractRequest request = request(Path.of(folder.get()), true, work.names());
    background.run(
        () -> new Extract(request).plan(Progress.NONE),
        plan -> {
          if (!plan.files().isEmpty() && file.get().isEmpty()) {
            file.set(plan.files().getFirst().path().toString());
          }
        },
        this::failed);
  }

  ExportSelection selection() {
    return selection;
  }

  /** Whether names are made from the pattern; else the only code object becomes {@link #file}. */
  BooleanProperty intoFolderProperty() {
    return intoFolder;
  }

  StringProperty folderProperty() {
    return folder;
  }

  StringProperty fileProperty() {
    return file;
  }

  StringProperty patternProperty() {
    return pattern;
  }

  BooleanProperty overwriteProperty() {
    return overwrite;
  }

  /** Whether it may be far more than the file's own size, or the last of the disk. */
  BooleanProperty largeProperty() {
    return large;
  }

  /** Whether that is the question; it stays so once it was. */
  ReadOnlyBooleanProperty tooLargeProperty() {
    return tooLarge.getReadOnlyProperty();
  }

  /** What is wrong with what was filled in; empty if nothing is. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** How many files and bytes it would write. */
  ReadOnlyStringProperty summaryProperty() {
    return summary.getReadOnlyProperty();
  }

  /** The same as a command line; empty if there is none. */
  ReadOnlyStringProperty commandProperty() {
    return command.getReadOnlyProperty();
  }

  /** Whether it is being found out what would be written. */
  ReadOnlyBooleanProperty planningProperty() {
    return planning.getReadOnlyProperty();
  }

  /** Whether it can be done as it is filled in. */
  ReadOnlyBooleanProperty possibleProperty() {
    return possible.getReadOnlyProperty();
  }

  /** The files that it would write. */
  ObservableList<PlannedFile> preview() {
    return preview;
  }

  /** What is filled in; null if that is no request. */
  @Nullable ExtractRequest request() {
    try {
      return build();
    } catch (IllegalArgumentException wrong) {
      return null;
    }
  }

  private ExtractRequest build() {
    return intoFolder.get()
        ? request(path(folder.get(), "folder"), true, NamePattern.parse(pattern.get().strip()))
        : request(path(file.get(), "file"), false, NamePattern.STANDARD);
  }

  private ExtractRequest request(Path output, boolean inFolder, NamePattern names) {
    Arguments given =
        new Arguments()
            .with(ExtractSettings.FILES, List.of(selection.file()))
            .with(ExtractSettings.ALL, true)
            .with(ExtractSettings.OUTPUT, output.toString())
            .with(ExtractSettings.NAMES, Optional.of(names))
            .with(ExtractSettings.FORCE, overwrite.get())
            .with(ExtractSettings.LARGE, large.get());
    work.threadsChosen()
        .ifPresent(threads -> given.with(ExtractSettings.JOBS, Optional.of(threads)));
    return new ExtractRequest(
        selection.source(),
        selection.rows(),
        output,
        inFolder,
        selection.group(),
        Set.of(),
        ExtractSettings.OPERATION.request(given));
  }

  private static Path path(String text, String what) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("Choose a " + what + ".");
    }
    try {
      return Path.of(text.strip()).toAbsolutePath().normalize();
    } catch (InvalidPathException wrong) {
      throw new IllegalArgumentException(
          "“%s” is no %s name on this system: %s".formatted(text, what, wrong.getReason()), wrong);
    }
  }

  private record Looked(ExtractPlan plan, String command, @Nullable TooMuchException refusal) {}

  private Looked look(ExtractRequest request) throws IOException {
    Extract extraction = new Extract(request);
    ExtractPlan plan = extraction.plan(Progress.NONE);
    return new Looked(
        plan, selection.shortLived() ? "" : ExportCommand.of(request), extraction.refusal(plan));
  }

  private void update() {
    ExtractRequest request;
    try {
      request = build();
    } catch (IllegalArgumentException wrong) {
      latest.forget();
      problem.set(String.valueOf(wrong.getMessage()));
      planning.set(false);
      possible.set(false);
      return;
    }
    planning.set(true);
    latest.run(() -> look(request), this::show, this::failed);
  }

  private void show(Looked looked) {
    ExtractPlan plan = looked.plan();
    planning.set(false);
    preview.setAll(plan.files());
    command.set(looked.command());
    long existing = plan.existing();
    boolean blocked = existing > 0 && !overwrite.get();
    TooMuchException refusal = looked.refusal();
    tooLarge.set(tooLarge.get() || refusal != null);
    if (refusal != null) {
      problem.set(ErrorText.of(refusal).inOneLine());
    } else {
      problem.set(blocked && existing == plan.files().size() ? allThere(existing) : "");
    }
    possible.set(!plan.files().isEmpty() && problem.get().isEmpty());
    summary.set(summary(plan, existing));
  }

  private static String allThere(long existing) {
    return existing == 1
        ? "The file already exists. " + ErrorText.NAME_TAKEN
        : "All files already exist. Choose another folder, or allow them to be replaced.";
  }

  private String summary(ExtractPlan plan, long existing) {
    int count = plan.files().size();
    StringBuilder text = new StringBuilder(CountText.of(count, "file"));
    if (plan.sizeBytes() >= 0) {
      text.append(", ").append(SizeText.of(plan.sizeBytes()));
    }
    if (existing > 0) {
      text.append(
          overwrite.get()
              ? ", %d of them replaced".formatted(existing)
              : ", %d of them already existed and are unchanged".formatted(existing));
    }
    if (!plan.problems().isEmpty()) {
      text.append("; %d cannot be read".formatted(plan.problems().size()));
    }
    return text.toString();
  }

  private void failed(Throwable failure) {
    planning.set(false);
    problem.set(ErrorText.of(failure).inOneLine());
    possible.set(false);
  }

  /** An extraction as a command line. */
  static final class ExportCommand {
    /** A selection that takes more commands than this is not worth pasting into a shell. */
    private static final int MOST_LINES = 50;

    private ExportCommand() {}

    /** What rows of a selection have in common. */
    private record Filter(
        @Nullable String binary, @Nullable Integer index, @Nullable String target) {

      boolean accepts(CodeObjectRow row) {
        return (binary == null || binary.equals(row.binary()))
            && (index == null || index == row.index())
            && (target == null || target.equals(row.targetText()));
      }
    }

    /**
     * The command, or several on lines of their own where one cannot name the selection; empty if
     * that would be too many. In the background.
     */
    static String of(ExtractRequest request) throws FormatException {
      CodeObjects source = request.source();
      if (request.rows().size() == source.size() && request.intoFolder()) {
        return line(new Filter(null, null, null), request);
      }
      List<CodeObjectRow> rows = new ArrayList<>();
      for (int row : request.rows()) {
        rows.add(source.row(row));
      }
      Filter common =
          new Filter(
              shared(rows, CodeObjectRow::binary),
              shared(rows, CodeObjectRow::index),
              shared(rows, CodeObjectRow::targetText));
      if (count(source, common) == rows.size()) {
        return line(common, request);
      }
      if (rows.size() > MOST_LINES) {
        return "";
      }
      return rows.stream()
          .map(row -> new Filter(row.binary(), row.index(), row.targetText()))
          .distinct()
          .map(filter -> line(filter, request))
          .collect(Collectors.joining("\n"));
    }

    private static int count(CodeObjects source, Filter filter) throws FormatException {
      int count = 0;
      for (int row = 0; row < source.size(); row++) {
        if (filter.accepts(source.row(row))) {
          count++;
        }
      }
      return count;
    }

    private static <T> @Nullable T shared(
        List<CodeObjectRow> rows, Function<CodeObjectRow, T> value) {
      T first = value.apply(rows.getFirst());
      return rows.stream().allMatch(row -> Objects.equals(value.apply(row), first)) ? first : null;
    }

    private static String line(Filter filter, ExtractRequest request) {
      Optional<String> target = Optional.ofNullable(filter.target());
      Optional<String> binary = Optional.ofNullable(filter.binary());
      Optional<Integer> index = Optional.ofNullable(filter.index()).filter(number -> number >= 0);
      String output = request.output().toString();
      boolean slash = request.intoFolder() && !output.endsWith("/");
      ExtractSettings settings =
          ExtractSettings.OPERATION.with(
              request.settings(),
              given -> {
                binary.ifPresent(name -> given.with(ExtractSettings.BINARY, binary));
                index.ifPresent(number -> given.with(ExtractSettings.INDEX, index));
                target.ifPresent(
                    text -> given.with(ExtractSettings.TARGET, ExtractSettings.named(text)));
                return given
                    .with(
                        ExtractSettings.ALL,
                        binary.isEmpty() && index.isEmpty() && target.isEmpty())
                    .with(ExtractSettings.OUTPUT, slash ? output + "/" : output)
                    .with(
                        ExtractSettings.NAMES,
                        request
                            .settings()
                            .names()
                            .filter(names -> !names.equals(NamePattern.STANDARD)))
                    .with(ExtractSettings.JOBS, Optional.empty());
              });
      return CopyFormats.command(ExtractSettings.OPERATION, settings);
    }
  }
}
