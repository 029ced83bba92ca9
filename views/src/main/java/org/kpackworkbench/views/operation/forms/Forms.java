package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.stage.Window;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.operation.forms.ArtifactActions.ArtifactChoice;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Opens the forms, and does as a job what is filled in there. UI thread only. */
public record Forms(ViewContext context) {
  /** A form as its dialog shows it, by the name that pictures use. */
  public enum Kind {
    MAKE_HOST_ONLY(
        ActionId.MAKE_HOST_ONLY, "Make Host-Only", FormActions::notFat, ConvertModel::new),
    PACK(ActionId.PACK, "Pack", FormActions::notPacked, PackModel::new),
    RESTORE(ActionId.RESTORE, "Restore", FormActions::notHostOnly, RestoreModel::new),
    SPLIT(ActionId.SPLIT, "Split", FormActions::notFolder, Kind::split),
    SPLIT_WHEEL(ActionId.SPLIT_WHEEL, "Split", FormActions::notWheel, WheelModel::new),
    RECOMBINE(ActionId.RECOMBINE, "Recombine", FormActions::notFolder, Kind::recombine),
    PACKAGES(ActionId.PACKAGES, "Make Packages", FormActions::notFolder, Kind::packages),
    OVERLAY(ActionId.OVERLAY, "Overlay", FormActions::notFolder, Kind::overlay),
    PRUNE(ActionId.PRUNE, "Keep Only These", FormActions::notPruned, PruneModel::new),
    PACK_DATABASE(ActionId.PACK_DATABASE, "Pack", FormActions::notDatabase, PackDatabaseModel::new),
    UNPACK_DATABASE(
        ActionId.UNPACK_DATABASE, "Unpack", FormActions::notArchive, UnpackDatabaseModel::new);

    private static final Pattern CAPITAL = Pattern.compile("(?<=[ -])[A-Z](?=[a-z])");

    private final ActionId action;
    private final String yes;
    private final Function<OpenedFile, String> reason;
    private final Maker maker;

    Kind(ActionId action, String yes, Function<OpenedFile, String> reason, Maker maker) {
      this.action = action;
      this.yes = yes;
      this.reason = reason;
      this.maker = maker;
    }

    private interface Maker {
      JobModel<?> of(Path input, Background background);
    }

    private static JobModel<?> split(Path folder, Background background) {
      return new SplitModel(folder.toString(), !ArtifactFolder.isArtifact(folder), background);
    }

    private static JobModel<?> recombine(Path folder, Background background) {
      String configuration = folder.resolveSibling("packaging.yaml").toString();
      return new RecombineModel(folder.toString(), configuration, background);
    }

    private static JobModel<?> packages(Path folder, Background background) {
      String configuration = folder.resolveSibling("packages.yaml").toString();
      return new PackagesModel(folder.toString(), configuration, background);
    }

    private static JobModel<?> overlay(Path folder, Background background) {
      try {
        List<Path> artifacts = ArtifactChoice.of(folder, folder).artifacts();
        return new OverlayModel(artifacts, folder + "-tree", background);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    /** The forms that there are for a file. */
    public static List<Kind> of(OpenedFile file) {
      return Arrays.stream(values()).filter(kind -> kind.reason(file).isEmpty()).toList();
    }

    /** Why there is no such form for a file; empty if there is one. */
    String reason(OpenedFile file) {
      return reason.apply(file);
    }

    /** Returns the action that opens the form. */
    ActionId action() {
      return action;
    }

    /** The form's name on the command line. */
    public String id() {
      return action.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private String dialog() {
      return action.text().replace("…", "");
    }

    /** Returns the title for people. */
    public String title() {
      return CAPITAL.matcher(dialog()).replaceAll(word -> word.group().toLowerCase(Locale.ROOT));
    }
  }

  /** A form for pictures; it runs nothing. */
  public Region picture(Kind kind, Path file) {
    JobModel<?> model = kind.maker.of(file, context.background());
    if (model instanceof PruneModel prune) {
      prune.chooseLast();
    }
    return pane(kind, model);
  }

  /** Opens a form for a file or folder. */
  void open(Kind kind, Path input) {
    open(kind, kind.maker.of(input, context.background()));
  }

  /** Opens a form as it is filled in, and runs what is requested. */
  <R> void open(Kind kind, JobModel<R> model) {
    Region pane = pane(kind, model);
    ask(kind.dialog(), kind.yes, pane, model, request -> run(model, model.task(request)));
  }

  private Region pane(Kind kind, JobModel<?> model) {
    model.threads(context.work().threads());
    return pane(kind.id() + "-form", model.heading(), model);
  }

  private Region pane(String id, String heading, FormModel<?> model) {
    FormGrid grid =
        FormGrid.of(model, context.dialogs(), FormControls.of(model, context.dialogs()));
    return new FormPane(id, heading, model, grid, context);
  }

  /**
   * Asks how code objects are to be extracted.
   *
   * @param folder the folder to propose
   * @param then receives the request
   * @param closed run after the dialog was closed, with or without a request
   */
  public void extract(
      ExportSelection selection, Path folder, Consumer<ExtractRequest> then, Runnable closed) {
    ExtractModel model =
        new ExtractModel(
            ExtractSettings.OPERATION, selection, folder, context.background(), context.work());
    Region pane = pane("extract-form", selection.words(), model);
    pane.setPrefSize(900, 560);
    pane.sceneProperty()
        .subscribe(
            (before, now) -> {
              if (now == null) {
                // The dialog may close before the requested work starts.
                Platform.runLater(closed);
              }
            });
    ask(
        "Extract Code Objects",
        "Extract",
        pane,
        model,
        settings -> then.accept(model.extraction(settings)));
  }

  /**
   * Asks for the options of an operation that has no dry run.
   *
   * @param given values that are decided, and values that fields begin with
   * @param remarks sentences below the fields
   */
  public <R> void options(
      String title,
      String yes,
      Operation<R> operation,
      Arguments given,
      List<String> remarks,
      Consumer<R> then) {
    OptionsModel<R> model = new OptionsModel<>(operation, given, context.background());
    FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of());
    grid.getStylesheets().add(Controls.sheet(FormPane.class, "forms.css"));
    remarks.forEach(remark -> grid.row("", new Label(remark)));
    ask(title, yes, grid, model, then);
  }

  private <R> void ask(
      String title, String yes, Region pane, FormModel<R> model, Consumer<R> then) {
    stopWhenClosed(pane, model);
    context
        .dialogs()
        .ask(
            title,
            pane,
            yes,
            model.possibleProperty(),
            () -> {
              R request = model.request();
              if (request != null) {
                then.accept(request);
              }
            });
  }

  private void run(JobModel<?> form, JobModel.Task task) {
    Job job =
        context
            .jobs()
            .start(
                task.title(),
                progress -> result(form, task, progress),
                result ->
                    outcome(result)
                        .showing(
                            "Show Result",
                            () ->
                                context.dialogs().show("Result", new ResultPane(result, context))));
    JobModel.Watched watched = task.watched();
    if (watched != null) {
      context
          .dialogs()
          .show(watched.title(), new ArtifactStatesPane(watched.states(), job, context));
    }
  }

  private static FormReport result(JobModel<?> form, JobModel.Task task, Progress progress)
      throws Exception {
    try {
      return task.work().run(progress).sayingAs(form);
    } catch (IOException failure) {
      throw FormFailure.in(form, FormFailure.of(failure));
    }
  }

  private static JobOutcome outcome(FormReport result) {
    JobOutcome outcome = JobOutcome.of(result.severity(), words(result));
    Path written = result.written();
    return written == null ? outcome : outcome.wrote(written);
  }

  private static String words(FormReport result) {
    List<FormReport.Bar> bars = result.bars();
    StringBuilder words = new StringBuilder(result.summary());
    for (FormReport.Bar bar : bars) {
      FormReport.Bar other = bar.equals(bars.getFirst()) ? bars.getLast() : bars.getFirst();
      String sizes = "%s: %s".formatted(bar.name(), bar.textBeside(other));
      words.append(words.charAt(words.length() - 1) == '.' ? " " : ". ").append(sizes);
    }
    return words.append(words.charAt(words.length() - 1) == '.' ? "" : ".").toString();
  }

  /** A dry run is stopped when its dialog is closed. */
  private static void stopWhenClosed(Region pane, FormModel<?> model) {
    pane.sceneProperty()
        .flatMap(Scene::windowProperty)
        .flatMap(Window::showingProperty)
        .subscribe(
            (before, now) -> {
              if (Boolean.TRUE.equals(before) && !Boolean.TRUE.equals(now)) {
                model.dispose();
              }
            });
  }

  /** Fields for the options of an operation, with nothing to plan. */
  static final class OptionsModel<R> extends FormModel<R> {
    private final Arguments given;

    OptionsModel(Operation<R> operation, Arguments given, Background background) {
      super(operation, background);
      this.given = given;
      begin(given);
      update();
    }

    @Override
    Arguments arguments() throws WrongInput {
      return new Arguments().withAll(given).withAll(super.arguments());
    }

    @Override
    Forecast forecast(R request, Progress progress) {
      return new Forecast(FormReport.NONE);
    }
  }
}
