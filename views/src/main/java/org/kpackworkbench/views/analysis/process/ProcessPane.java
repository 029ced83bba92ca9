package org.kpackworkbench.views.analysis.process;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.process.MachineDevices;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess.DeviceBinaries;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess.MappedBinary;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.resolve.LoaderTrace;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;
import org.kpackworkbench.views.analysis.resolve.TracePane;
import org.kpackworkbench.views.analysis.resolve.Traces;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.text.FieldHint;
import org.kpackworkbench.views.spi.ViewContext;

/** One process: for which GPUs, and what its libraries load. UI thread only. */
final class ProcessPane extends BorderPane {
  private static final String CHOOSE = "Choose a process, to see what its libraries would load.";

  /** Hints for what can be typed, with ever fewer words. */
  private static final List<String> GPUS =
      List.of("GPUs, e.g. MI300X, gfx90a:xnack+", "GPUs, e.g. MI300X", "GPUs");

  private final ProcFolder processes;
  private final DeviceBinaries known;
  private final TextField targets =
      Controls.named(
          Controls.spoken(Controls.wide(new TextField()), "For which GPUs"), "process-targets");
  private final CheckBox strict =
      Controls.named(
          Controls.tip(
              Controls.whole(new CheckBox("Strict loader")),
              "Loaders up to mid-2026 gave up at the first archive that lists the GPU."),
          "process-strict");
  private final Label title = Controls.named(new Label(), "process-title", "process-title");
  private final Label variables =
      Controls.named(new Label(), "process-variables", "process-variables");
  private final VBox bars = new VBox();
  private final VBox head;
  private final TracePane traces;
  private final Background.Latest looking;
  private long pid = -1;

  ProcessPane(ViewContext context, ProcFolder processes, DeviceBinaries known) {
    this.processes = processes;
    this.known = known;
    this.traces = new TracePane(context);
    this.looking = context.background().latest();
    FieldHint.show(targets, GPUS);
    targets.setOnAction(event -> look());
    targets
        .focusedProperty()
        .subscribe(
            (before, now) -> {
              if (before && !now) {
                look();
              }
            });
    strict.selectedProperty().subscribe((before, now) -> look());
    Label words = Controls.whole(new Label("For"));
    HBox line = Controls.styled(new HBox(words, targets, strict), "process-targets");
    head = new VBox(title, variables, line);
    head.getStyleClass().add("process-head");
    head.managedProperty().bind(head.visibleProperty());
    head.setVisible(false);
    setTop(new VBox(head, bars));
    setCenter(traces);
    traces.showEmpty(CHOOSE);
  }

  /** Shows a process, or the same one as it is now. */
  void show(long process) {
    pid = process;
    look();
  }

  private void look() {
    long wanted = pid;
    if (wanted < 0) {
      return;
    }
    String text = targets.getText();
    LoaderBehaviour behaviour =
        strict.isSelected() ? LoaderBehaviour.STRICT : LoaderBehaviour.TOLERANT;
    looking.run(
        () -> ProcessResult.of(processes, wanted, text, behaviour, known, Progress.NONE),
        this::looked,
        this::failed);
  }

  private void looked(ProcessResult result) {
    head.setVisible(true);
    title.setText("%d  %s".formatted(result.process().pid(), result.process().command()));
    title.setTooltip(new Tooltip(result.process().command()));
    variables.setText(result.variables());
    variables.setTooltip(new Tooltip(result.variables()));
    String driver =
        result.targets().stream().map(GpuTarget::toString).collect(Collectors.joining(", "));
    FieldHint.show(
        targets,
        driver.isEmpty()
            ? GPUS
            : List.of(driver + ", as the driver says", driver, "as the driver says"));
    bars.getChildren().clear();
    for (String note : result.notes()) {
      bars.getChildren().add(new MessageBar(MessageBar.Severity.WARNING, note));
    }
    if (result.trace().nodes().isEmpty()) {
      traces.showEmpty(result.trace().summary());
    } else {
      traces.show(result.trace());
    }
  }

  private void failed(@Nullable Throwable failure) {
    if (failure == null || failure instanceof CancellationException) {
      return;
    }
    bars.getChildren().clear();
    bars.getChildren().add(new MessageBar(MessageBar.Severity.ERROR, words(failure)));
    traces.showEmpty("There is nothing to show.");
  }

  private static String words(Throwable failure) {
    String words =
        switch (failure) {
          case IllegalArgumentException wrong -> wrong.getMessage();
          // A process that ended or is another's has no file to look for.
          case FileSystemException process -> process.getReason();
          default -> null;
        };
    return words == null
        ? ErrorText.of(failure).inOneLine()
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
  }

  void dispose() {
    looking.forget();
  }

  /**
   * A process with what its libraries would load. Immutable; made in the background.
   *
   * @param process the process as it was
   * @param targets the GPUs; empty if they are unknown
   * @param trace what is loaded, binary by binary
   * @param notes what else is to be known, in sentences
   */
  private record ProcessResult(
      RunningProcess process, List<GpuTarget> targets, LoaderTrace trace, List<String> notes) {

    /**
     * Shows a process.
     *
     * @param targets as the user wrote them; blank for the GPUs of this machine
     * @throws IllegalArgumentException if a target is none
     */
    static ProcessResult of(
        ProcFolder processes,
        long pid,
        String targets,
        LoaderBehaviour behaviour,
        DeviceBinaries known,
        Progress progress)
        throws IOException {
      RunningProcess process = processes.process(pid);
      List<String> notes = notes(process);
      List<Device> named =
          targets.isBlank() ? MachineDevices.devices(process.variables()) : named(targets);
      List<GpuTarget> devices = taken(named, process, notes);
      List<MappedBinary> binaries = known.in(process.mapped());
      if (binaries.isEmpty()) {
        return new ProcessResult(
            process,
            devices,
            nothing("The process has no library with device code mapped."),
            notes);
      }
      if (devices.isEmpty()) {
        String words =
            "The process has %s with device code mapped. The driver names no GPU of this machine:"
                + " enter a GPU above, such as MI300X or gfx942:sramecc+:xnack-.";
        return new ProcessResult(
            process,
            devices,
            nothing(
                words.formatted(
                    binaries.size() == 1 ? "a library" : CountText.of(binaries.size(), "library"))),
            notes);
      }
      LoaderEnvironment environment = LoaderEnvironment.of(process.variables());
      notes.addAll(environment.warnings(PathRules.LINUX));
      try (Loader loader = new Loader(environment, behaviour, process.where())) {
        BinaryResolver resolver = new BinaryResolver(loader, devices, false);
        List<BinaryResolution> resolved = new ArrayList<>();
        Map<Place, String> names = new HashMap<>();
        for (MappedBinary binary : binaries) {
          progress.step(0);
          try {
            BinaryResolution one = resolver.resolve(binary.path(), progress);
            names.put(one.binary(), binary.name());
            resolved.add(one);
          } catch (IOException unreadable) {
            notes.add("%s cannot be read: %s".formatted(binary.name(), unreadable.getMessage()));
          }
        }
        LoaderTrace trace =
            Traces.of(
                resolved,
                new Diagnoser(loader),
                binary -> names.getOrDefault(binary.binary(), binary.binary().label()));
        return new ProcessResult(process, devices, trace, notes);
      }
    }

    private static LoaderTrace nothing(String words) {
      return new LoaderTrace(words, TraceMark.NOTE, List.of(), List.of());
    }

    private static List<Device> named(String text) {
      List<Device> devices = new ArrayList<>();
      for (String one : text.split("[,\\n]", -1)) {
        if (!one.isBlank()) {
          devices.addAll(GpuNames.known(one));
        }
      }
      return devices;
    }

    /** The devices as the process's runtime takes them. */
    private static List<GpuTarget> taken(
        List<Device> devices, RunningProcess process, List<String> notes) {
      List<Device> all = devices;
      try {
        GfxOverride.Taken taken = GfxOverride.taken(devices, process.variables());
        all = taken.devices();
        if (!taken.words().isEmpty()) {
          notes.add(taken.words());
        }
      } catch (IllegalArgumentException noVersion) {
        notes.add("The process's environment: %s.".formatted(noVersion.getMessage()));
      }
      return all.stream().map(Device::target).distinct().toList();
    }

    private static List<String> notes(RunningProcess process) {
      List<String> notes = new ArrayList<>();
      if (process.inContainer()) {
        notes.add(
            "It runs in a container or below another root: its files are read in %s."
                .formatted(process.where().root()));
      }
      for (FolderWalk.Unreadable replaced : process.replaced()) {
        notes.add(
            "%s was deleted or replaced since it was mapped: what runs is no longer on the disk."
                .formatted(replaced.path()));
      }
      return notes;
    }

    /** The variables that a loader reads, as the process has them. */
    String variables() {
      String set =
          Stream.concat(
                  LoaderEnvironment.VARIABLES.stream()
                      .filter(process.variables()::containsKey)
                      .map(name -> name + "=" + process.variables().get(name)),
                  GfxOverride.settings(process.variables()).stream())
              .collect(Collectors.joining("  "));
      return set.isEmpty() ? "no ROCM_KPACK_… variable is set" : set;
    }
  }
}
