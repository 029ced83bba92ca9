package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.extract.ExtractSettings.ALL;
import static org.kpackworkbench.model.operation.extract.ExtractSettings.FILES;
import static org.kpackworkbench.model.operation.extract.ExtractSettings.FORCE;
import static org.kpackworkbench.model.operation.extract.ExtractSettings.JOBS;
import static org.kpackworkbench.model.operation.extract.ExtractSettings.LARGE;
import static org.kpackworkbench.model.operation.extract.ExtractSettings.NAMES;
import static org.kpackworkbench.model.operation.extract.ExtractSettings.OUTPUT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.model.operation.extract.Extract;
import org.kpackworkbench.model.operation.extract.ExtractPlan;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.views.kit.copy.CopyFormats;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;
import org.kpackworkbench.views.spi.WorkSettings;

/** The form that extracts code objects. UI thread only. */
final class ExtractModel extends FormModel<ExtractSettings> {
  private static final Note NO_COMMAND =
      Note.info("This selection cannot be expressed as a command line of reasonable length.");

  private final ExportSelection selection;
  private final WorkSettings work;
  private final BooleanProperty intoFolder = new SimpleBooleanProperty();
  private final BooleanProperty tooLarge = new SimpleBooleanProperty();
  private String otherOutput = "";

  /**
   * A form.
   *
   * @param folder the folder to propose
   * @param work how files are named and how many are written at a time
   */
  ExtractModel(
      Operation<ExtractSettings> operation,
      ExportSelection selection,
      Path folder,
      Background background,
      WorkSettings work) {
    super(operation, background);
    this.selection = selection;
    this.work = work;
    field(NAMES).set(work.names().text());
    intoFolder.set(!single());
    if (single()) {
      otherOutput = folder.toString();
      proposeFile(folder, background);
    } else {
      field(OUTPUT).set(folder.toString());
    }
    intoFolder.subscribe(
        (before, now) ->
            quietly(
                () -> {
                  String shown = field(OUTPUT).text();
                  field(OUTPUT).set(otherOutput);
                  otherOutput = shown;
                }));
    watch(intoFolder);
    watch(tooLarge);
    update();
  }

  /** The standard name of the only code object in the folder. */
  private void proposeFile(Path folder, Background background) {
    ExtractRequest request =
        extraction(
            operation()
                .request(
                    decided(new Arguments())
                        .with(OUTPUT, asFolder(folder.toString()))
                        .with(NAMES, Optional.of(work.names()))));
    background.run(
        () -> new Extract(request).plan(Progress.NONE),
        plan -> {
          if (!plan.files().isEmpty() && !intoFolder.get() && field(OUTPUT).text().isEmpty()) {
            field(OUTPUT).set(plan.files().getFirst().path().toString());
          }
        },
        failure -> field(OUTPUT).problem(FormFailure.words(failure)));
  }

  boolean single() {
    return selection.single();
  }

  /** Whether the output is a folder, in which files are named by the pattern. */
  BooleanProperty intoFolderProperty() {
    return intoFolder;
  }

  @Override
  boolean matters(Option<?> option) {
    return option == NAMES
        ? intoFolder.get()
        : option == LARGE ? tooLarge.get() : super.matters(option);
  }

  @Override
  Shape shape(Option<?> option) {
    return option == OUTPUT && intoFolder.get() ? Shape.NEW_FOLDER : super.shape(option);
  }

  @Override
  void chosen(FormField<?> field, Path path) {
    if (field == field(OUTPUT) && !intoFolder.get()) {
      // The chooser has asked already.
      quietly(() -> field(FORCE).turn(true));
    }
    super.chosen(field, path);
  }

  @Override
  Arguments arguments() throws WrongInput {
    Arguments given = super.arguments();
    String output = given.get(OUTPUT);
    if (output.isEmpty()) {
      throw field(OUTPUT).wrong(intoFolder.get() ? "Choose a folder." : "Choose a file.");
    }
    return decided(given).with(OUTPUT, intoFolder.get() ? asFolder(output) : output);
  }

  private Arguments decided(Arguments given) {
    work.threadsChosen().ifPresent(threads -> given.with(JOBS, Optional.of(threads)));
    return given.with(FILES, List.of(selection.file())).with(ALL, true);
  }

  private static String asFolder(String path) {
    return path.endsWith("/") ? path : path + "/";
  }

  /** Returns the extraction of the selection with these settings. */
  ExtractRequest extraction(ExtractSettings settings) {
    return new ExtractRequest(
        selection.source(),
        selection.rows(),
        Path.of(settings.output()),
        settings.output().endsWith("/"),
        selection.group(),
        Set.of(),
        settings);
  }

  @Override
  String command(ExtractSettings settings) {
    return "";
  }

  @Override
  Forecast forecast(ExtractSettings settings, Progress progress) throws IOException {
    ExtractRequest request = extraction(settings);
    Extract extraction = new Extract(request);
    ExtractPlan plan = extraction.plan(progress);
    TooMuchException refusal = extraction.refusal(plan);
    String command = selection.shortLived() ? "" : ExportCommand.of(request);
    List<FormRow> rows = plan.files().stream().map(file -> row(request, file)).toList();
    return new Forecast(
        FormReport.of(
                summary(plan, settings.replace()),
                rows,
                command.isEmpty() ? List.of(NO_COMMAND) : List.of())
            .problem(
                refusal == null
                    ? problem(plan, settings.replace())
                    : ErrorText.of(refusal).inOneLine()),
        () -> {
          showCommand(command);
          tooLarge.set(tooLarge.get() || refusal != null);
        });
  }

  private static FormRow row(ExtractRequest request, PlannedFile file) {
    OutputStatus status =
        !file.exists()
            ? OutputStatus.WRITTEN
            : request.settings().replace() ? OutputStatus.REPLACED : OutputStatus.BLOCKED;
    Path path = file.path();
    String name =
        request.intoFolder() && path.startsWith(request.output())
            ? request.output().relativize(path).toString()
            : ConvertRows.name(path);
    return new FormRow(status, name, path, file.target(), -1, file.sizeBytes());
  }

  private static String problem(ExtractPlan plan, boolean replace) {
    if (plan.files().isEmpty()) {
      return plan.problems().isEmpty()
          ? ""
          : ErrorText.of(plan.problems().getFirst().cause()).inOneLine();
    }
    long existing = plan.existing();
    if (replace || existing < plan.files().size()) {
      return "";
    }
    return existing == 1
        ? "The file already exists. " + ErrorText.NAME_TAKEN
        : "All files already exist. Choose another folder, or allow them to be replaced.";
  }

  private static String summary(ExtractPlan plan, boolean replace) {
    StringBuilder text = new StringBuilder(CountText.of(plan.files().size(), "file"));
    if (plan.sizeBytes() >= 0) {
      text.append(", ").append(SizeText.of(plan.sizeBytes()));
    }
    if (plan.existing() > 0) {
      text.append(
          (replace ? ", %d of them replaced" : ", %d of them already existed and are unchanged")
              .formatted(plan.existing()));
    }
    if (!plan.problems().isEmpty()) {
      text.append("; %d cannot be read".formatted(plan.problems().size()));
    }
    return text.toString();
  }

  /** An extraction as a command line. */
  static final class ExportCommand {
    /** A selection that takes more commands than this is not worth pasting into a shell. */
    private static final int MOST_LINES = 50;

    private ExportCommand() {}

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
