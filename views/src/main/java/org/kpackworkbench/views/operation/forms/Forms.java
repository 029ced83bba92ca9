package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Scene;
import javafx.scene.layout.Region;
import javafx.stage.Window;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.kit.job.Outcome;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Opens the forms, and does as a job what is filled in there. UI thread only. */
public final class Forms {
  private final ViewContext context;

  public Forms(ViewContext context) {
    this.context = context;
  }

  /** A form as it stands in its dialog, by the name that pictures use. */
  public enum Kind {
    MAKE_HOST_ONLY("make-host-only", "Make host-only"),
    PACK("pack", "Pack"),
    RESTORE("restore", "Restore"),
    SPLIT("split", "Split"),
    RECOMBINE("recombine", "Recombine"),
    OVERLAY("overlay", "Overlay");

    private final String id;
    private final String title;

    Kind(String id, String title) {
      this.id = id;
      this.title = title;
    }

    /** The forms that there are for a file. */
    public static List<Kind> of(OpenedFile file) {
      List<Kind> kinds = new ArrayList<>();
      if (file.isFolder()) {
        kinds.addAll(List.of(SPLIT, RECOMBINE, OVERLAY));
        return kinds;
      }
      if (FormActions.notFat(file).isEmpty()) {
        kinds.addAll(List.of(MAKE_HOST_ONLY, PACK));
      }
      if (FormActions.notHostOnly(file).isEmpty()) {
        kinds.add(RESTORE);
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

  /** A form to look at; nothing comes of it. */
  public Region picture(Kind kind, Path file) {
    return switch (kind) {
      case MAKE_HOST_ONLY -> ConvertPane.of(convertModel(file), context.dialogs());
      case PACK -> PackPane.of(packModel(file), context.dialogs());
      case RESTORE -> RestorePane.of(restoreModel(file), context.dialogs());
      case SPLIT, RECOMBINE, OVERLAY -> new ArtifactForms(context).picture(kind, file);
    };
  }

  private ConvertModel convertModel(Path file) {
    ConvertModel model = new ConvertModel(file, context.background());
    onThreads(model.packing().threads());
    return model;
  }

  private PackModel packModel(Path input) {
    PackModel model = new PackModel(input, context.background());
    onThreads(model.packing().threads());
    return model;
  }

  private RestoreModel restoreModel(Path file) {
    RestoreModel model = new RestoreModel(file, context.background());
    onThreads(model.threads());
    return model;
  }

  /** Proposes as many threads as the user decided on. */
  void onThreads(FormField threads) {
    threads.set(Integer.toString(context.work().threads()));
  }

  /** Asks how to make a binary host-only. */
  public void makeHostOnly(Path file) {
    ConvertModel model = convertModel(file);
    ask(
        "Make Host-Only",
        "Make Host-Only",
        ConvertPane.of(model, context.dialogs()),
        model,
        request ->
            new Asked(
                "Make %s host-only".formatted(ConvertPreviews.name(request.input())),
                progress -> FormWork.convert(request, progress)));
  }

  /** Asks how to pack a binary or a folder. */
  public void pack(Path input) {
    PackModel model = packModel(input);
    ask(
        "Pack",
        "Pack",
        PackPane.of(model, context.dialogs()),
        model,
        request ->
            new Asked(
                "Pack " + ConvertPreviews.name(request.input()),
                progress -> FormWork.pack(request, progress)));
  }

  /** Asks how to put device code back into a binary. */
  public void restore(Path file) {
    RestoreModel model = restoreModel(file);
    ask(
        "Restore",
        "Restore",
        RestorePane.of(model, context.dialogs()),
        model,
        request ->
            new Asked(
                "Restore " + ConvertPreviews.name(request.input()),
                progress -> FormWork.restore(request, progress)));
  }

  /**
   * What is to be done.
   *
   * @param watch is given the job once it has been started
   */
  record Asked(String title, Jobs.Work<FormResult> work, Consumer<Job> watch) {
    Asked(String title, Jobs.Work<FormResult> work) {
      this(title, work, job -> {});
    }
  }

  interface Asking<R> {
    Asked of(R request);
  }

  <R> void ask(String title, String yes, Region pane, FormModel<R> model, Asking<R> asking) {
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
                run(asking.of(request));
              }
            });
  }

  private void run(Asked asked) {
    Job job =
        context
            .jobs()
            .start(
                asked.title(),
                asked.work(),
                result ->
                    Outcome.of(
                        words(result),
                        "Show Result",
                        () -> context.dialogs().show("Result", new ResultPane(result, context))));
    asked.watch().accept(job);
  }

  private static String words(FormResult result) {
    List<SizeBars.Bar> bars = result.bars();
    return bars.size() < 2
        ? result.headline() + "."
        : "%s. %s, before: %s."
            .formatted(result.headline(), bars.getLast().text(), bars.getFirst().text());
  }

  /** A dry run that nobody waits for any more is stopped. */
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
}
