package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.convert.ConvertRequest.DISCARD;
import static org.kpackworkbench.model.operation.pack.PackRequest.INPUT;
import static org.kpackworkbench.model.operation.restore.RestoreRequest.ARCHIVES;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.operation.database.UnpackDatabaseRequest;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.kit.table.PlainList;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Opens the forms, and does as a job what is filled in there. UI thread only. */
public final class Forms {
  private final ViewContext context;

  public Forms(ViewContext context) {
    this.context = context;
  }

  /** A form as its dialog shows it, by the name that pictures use. */
  public enum Kind {
    MAKE_HOST_ONLY("make-host-only", "Make host-only"),
    PACK("pack", "Pack"),
    RESTORE("restore", "Restore"),
    SPLIT("split", "Split"),
    SPLIT_WHEEL("split-wheel", "Split wheel"),
    RECOMBINE("recombine", "Recombine"),
    OVERLAY("overlay", "Overlay"),
    PRUNE("prune", "Keep only my GPUs"),
    PACK_DATABASE("pack-database", "Pack database"),
    UNPACK_DATABASE("unpack-database", "Unpack database");

    private final String id;
    private final String title;

    Kind(String id, String title) {
      this.id = id;
      this.title = title;
    }

    /** The forms that there are for a file. */
    public static List<Kind> of(OpenedFile file) {
      List<Kind> kinds = new ArrayList<>();
      if (file.as(PackageFile.class).isPresent()) {
        if (FormActions.notWheel(file).isEmpty()) {
          kinds.add(SPLIT_WHEEL);
        }
        if (FormActions.notPruned(file).isEmpty()) {
          kinds.add(PRUNE);
        }
        kinds.add(PACK_DATABASE);
        return kinds;
      }
      if (file.isFolder()) {
        kinds.addAll(List.of(SPLIT, RECOMBINE, OVERLAY, PRUNE, PACK_DATABASE));
        return kinds;
      }
      if (FormActions.notFat(file).isEmpty()) {
        kinds.addAll(List.of(MAKE_HOST_ONLY, PACK));
      }
      if (FormActions.notHostOnly(file).isEmpty()) {
        kinds.add(RESTORE);
      }
      if (FormActions.notPruned(file).isEmpty()) {
        kinds.add(PRUNE);
      }
      if (FormActions.notDatabase(file).isEmpty()) {
        kinds.add(PACK_DATABASE);
      }
      if (FormActions.notArchive(file).isEmpty()) {
        kinds.add(UNPACK_DATABASE);
      }
      return List.copyOf(kinds);
    }

    /** The form's name on the command line. */
    public String id() {
      return id;
    }

    /** What people call it. */
    public String title() {
      return title;
    }
  }

  /** A form for pictures; it runs nothing. */
  public Region picture(Kind kind, Path file) {
    return switch (kind) {
      case MAKE_HOST_ONLY -> ConvertPane.of(convertModel(file), context);
      case PACK -> pane(packModel(file));
      case RESTORE -> RestorePane.of(restoreModel(file), context);
      case PRUNE -> {
        PruneModel model = pruneModel(file);
        model.chooseLast();
        yield pane(model);
      }
      case SPLIT_WHEEL -> pane(wheelModel(file));
      case PACK_DATABASE -> pane(new PackDatabaseModel(file, context.background()));
      case UNPACK_DATABASE -> pane(new UnpackDatabaseModel(file, context.background()));
      case SPLIT, RECOMBINE, OVERLAY -> new ArtifactForms(context).picture(kind, file);
    };
  }

  private ConvertModel convertModel(Path file) {
    ConvertModel model = new ConvertModel(file, context.background());
    onThreads(model);
    return model;
  }

  private PackModel packModel(Path input) {
    PackModel model = new PackModel(input, context.background());
    onThreads(model);
    return model;
  }

  private RestoreModel restoreModel(Path file) {
    RestoreModel model = new RestoreModel(file, context.background());
    onThreads(model);
    return model;
  }

  private PruneModel pruneModel(Path input) {
    PruneModel model = new PruneModel(input, context.background());
    onThreads(model);
    return model;
  }

  private WheelModel wheelModel(Path wheel) {
    WheelModel model = new WheelModel(wheel, context.background());
    onThreads(model);
    return model;
  }

  /** Proposes as many threads as the user decided on. */
  void onThreads(FormModel<?> model) {
    model.field(CommonOptions.JOBS.id()).set(Integer.toString(context.work().threads()));
  }

  /** Asks how to make a binary host-only. */
  public void makeHostOnly(Path file) {
    ConvertModel model = convertModel(file);
    ask(
        "Make Host-Only",
        "Make Host-Only",
        ConvertPane.of(model, context),
        model,
        request ->
            new Task(
                "Make %s host-only".formatted(ConvertPreviews.name(request.input())),
                progress -> FormWork.convert(request, progress)));
  }

  /** Asks how to pack a binary or a folder. */
  public void pack(Path input) {
    PackModel model = packModel(input);
    ask(
        "Pack",
        "Pack",
        pane(model),
        model,
        request ->
            new Task(
                "Pack " + ConvertPreviews.name(request.input()),
                progress -> FormWork.pack(request, progress)));
  }

  /** Asks for which GPUs a file or a folder is to keep code. */
  public void prune(Path input) {
    PruneModel model = pruneModel(input);
    ask(
        "Keep Only My GPUs",
        "Keep Only These",
        pane(model),
        model,
        request ->
            new Task(
                "Prune " + ConvertPreviews.name(input),
                progress -> FormWork.prune(request, progress)));
  }

  /** Asks how to split a wheel. */
  public void splitWheel(Path wheel) {
    WheelModel model = wheelModel(wheel);
    ask(
        "Split Wheel",
        "Split",
        pane(model),
        model,
        request ->
            new Task(
                "Split " + ConvertPreviews.name(request.input()),
                progress -> FormWork.splitWheel(request, progress)));
  }

  /** Asks where the code objects of a database or a folder of some are to be packed. */
  public void packDatabase(Path input) {
    PackDatabaseModel model = new PackDatabaseModel(input, context.background());
    ask(
        "Pack Database",
        "Pack",
        pane(model),
        model,
        request ->
            new Task(
                "Pack " + ConvertPreviews.name(request.input()),
                progress -> FormWork.packDatabase(request, progress)));
  }

  /** Asks where the database of an archive, and of others beside it, is to be made again. */
  public void unpackDatabase(Path archive) {
    UnpackDatabaseModel model = new UnpackDatabaseModel(archive, context.background());
    ask(
        "Unpack Database",
        "Unpack",
        pane(model),
        model,
        request ->
            new Task(
                "Unpack to " + ConvertPreviews.name(request.output()),
                progress -> FormWork.unpackDatabase(request, progress)));
  }

  /** Asks how to put device code back into a binary. */
  public void restore(Path file) {
    RestoreModel model = restoreModel(file);
    ask(
        "Restore",
        "Restore",
        RestorePane.of(model, context),
        model,
        request ->
            new Task(
                "Restore " + ConvertPreviews.name(request.input()),
                progress -> FormWork.restore(request, progress)));
  }

  /**
   * What is to be done.
   *
   * @param watch is given the job once it has been started
   */
  record Task(String title, Jobs.Work<FormResult> work, Consumer<Job> watch) {
    Task(String title, Jobs.Work<FormResult> work) {
      this(title, work, job -> {});
    }

    /** The same, whose notes and failures are in a form's words. */
    Task sayingAs(FormModel<?> form) {
      return new Task(
          title,
          progress -> {
            try {
              return work.run(progress).sayingAs(form);
            } catch (IOException failure) {
              throw FormFailure.in(form, failure);
            }
          },
          watch);
    }
  }

  interface TaskMaker<R> {
    Task of(R request);
  }

  <R> void ask(String title, String yes, Region pane, FormModel<R> model, TaskMaker<R> asking) {
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
                run(asking.of(request).sayingAs(model));
              }
            });
  }

  private void run(Task asked) {
    Job job =
        context
            .jobs()
            .start(
                asked.title(),
                asked.work(),
                result ->
                    outcome(result)
                        .showing(
                            "Show Result",
                            () ->
                                context.dialogs().show("Result", new ResultPane(result, context))));
    asked.watch().accept(job);
  }

  private static JobOutcome outcome(FormResult result) {
    JobOutcome outcome = JobOutcome.of(result.severity(), words(result));
    Path written = result.written();
    return written == null ? outcome : outcome.wrote(written);
  }

  private static String words(FormResult result) {
    List<FormResult.Bar> bars = result.bars();
    StringBuilder words = new StringBuilder(result.headline());
    for (FormResult.Bar bar : bars) {
      FormResult.Bar other = bar.equals(bars.getFirst()) ? bars.getLast() : bars.getFirst();
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

  private Region pane(PackModel model) {
    FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of());
    return new FormPane("pack-form", "Pack " + model.field(INPUT).text(), model, grid, context);
  }

  private Region pane(WheelModel model) {
    FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of());
    return new FormPane(
        "split-wheel-form",
        "Split %s into a host wheel and one for each GPU"
            .formatted(ConvertPreviews.name(Path.of(model.field(WheelSplitRequest.INPUT).text()))),
        model,
        grid,
        context);
  }

  private Region pane(PackDatabaseModel model) {
    FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of());
    return new FormPane(
        "pack-database-form",
        "Write the code objects of a kernel database to archives",
        model,
        grid,
        context);
  }

  private Region pane(UnpackDatabaseModel model) {
    FormField<?> archives = model.field(UnpackDatabaseRequest.ARCHIVES);
    FormGrid grid =
        FormGrid.of(
            model,
            context.dialogs(),
            Map.of(archives.option(), FormGrid.files(archives, context.dialogs())));
    return new FormPane(
        "unpack-database-form",
        "Restore a kernel database from its archives",
        model,
        grid,
        context);
  }

  private Region pane(PruneModel model) {
    FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of());
    return new FormPane(
        "prune-form", "Keep only the code of my GPUs in " + model.input(), model, grid, context);
  }

  /** The fields of the form that puts device code back. UI thread only. */
  static final class RestorePane {
    private RestorePane() {}

    static Region of(RestoreModel model, ViewContext context) {
      FormGrid grid =
          FormGrid.of(
              model, context.dialogs(), Map.of(ARCHIVES, archives(model, context.dialogs())));
      return new FormPane("restore-form", model.input().toString(), model, grid, context);
    }

    private static Node archives(RestoreModel model, Dialogs dialogs) {
      PlainList<Path> list =
          new PlainList<>(
              FormGrid.id(model.field(ARCHIVES)),
              "Archives that code objects are taken from",
              "No archive was found.");
      list.setItems(model.archives());
      list.getStyleClass().add("form-list");
      list.setPrefHeight(130);
      list.setMinHeight(90);
      list.setCellFactory(view -> new PathCell());
      Label how = FormGrid.hint("");
      how.setId("form-archives-how");
      how.textProperty()
          .bind(
              model
                  .chosenProperty()
                  .map(
                      chosen ->
                          chosen
                              ? "Only these are read; the marker's paths are not used."
                              : "Found through the binary's marker."));
      Button add = button("form-add-archive", "Add…");
      add.setOnAction(event -> model.add(dialogs.chooseFiles("Add Archives")));
      Button remove = button("form-remove-archive", "Remove");
      remove.disableProperty().bind(Bindings.isEmpty(list.getSelectionModel().getSelectedItems()));
      remove.setOnAction(
          event -> model.remove(List.copyOf(list.getSelectionModel().getSelectedItems())));
      Button find = button("form-find-archives", "Use the Marker");
      find.disableProperty().bind(model.chosenProperty().not());
      find.setOnAction(event -> model.find());
      FlowPane buttons = new FlowPane(add, remove, find);
      buttons.getStyleClass().add("button-flow");
      VBox box = new VBox(list, FormGrid.problem(model.field(ARCHIVES)), how, buttons);
      box.setSpacing(6);
      return box;
    }

    private static Button button(String id, String text) {
      Button button = new Button(text);
      button.setId(id);
      button.setMinWidth(Region.USE_PREF_SIZE);
      return button;
    }

    /** An archive by its name, with its path behind. */
    private static final class PathCell extends ListCell<Path> {
      @Override
      protected void updateItem(@Nullable Path path, boolean empty) {
        super.updateItem(path, empty);
        setText(empty || path == null ? null : ConvertPreviews.name(path));
        setTooltip(empty || path == null ? null : new Tooltip(path.toString()));
      }
    }
  }

  /** The fields of the form that makes a binary host-only. UI thread only. */
  private static final class ConvertPane {
    private ConvertPane() {}

    static Region of(ConvertModel model, ViewContext context) {
      FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of(DISCARD, keepOrDiscard(model)));
      return new FormPane("convert-form", model.input().toString(), model, grid, context);
    }

    /** What is lost permanently is a separate choice. */
    private static Node keepOrDiscard(ConvertModel model) {
      FormField<Boolean> field = model.field(DISCARD);
      RadioButton keep = new RadioButton("Keep it in archives");
      keep.setId("form-keep");
      RadioButton discard = new RadioButton(DISCARD.title());
      discard.setId(FormGrid.id(field));
      discard.getStyleClass().add("form-warning");
      discard.setWrapText(true);
      ToggleGroup group = new ToggleGroup();
      keep.setToggleGroup(group);
      discard.setToggleGroup(group);
      (field.isOn() ? discard : keep).setSelected(true);
      discard.selectedProperty().subscribe((before, now) -> field.turn(now));
      VBox box = new VBox(keep, discard);
      box.setSpacing(6);
      return box;
    }
  }
}
