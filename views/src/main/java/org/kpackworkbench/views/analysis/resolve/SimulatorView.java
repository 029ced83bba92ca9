package org.kpackworkbench.views.analysis.resolve;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Base of the simulators of a binary and of a tree: a set-up above, its result below, soon after
 * each change. UI thread only.
 */
abstract class SimulatorView extends BuiltView {
  /** Text of results while there is nothing to simulate. */
  static final String NO_GPU = "No GPU is chosen.";

  private static final Duration WAIT = Duration.millis(150);

  /** The limit for unpacking code without confirmation, to check that it can be unpacked. */
  private static final long MOST_UNPACKED_BYTES = 512L << 20;

  static final double LEAST_RESULTS = 380;

  private final OpenedFile file;
  private final ViewContext context;
  private final BorderPane content = new BorderPane();
  private final ScrollPane root =
      Controls.styled(new ScrollPane(content), "simulator", "edge-to-edge");
  private final SetUpModel setUp = new SetUpModel();
  private final PauseTransition pause = new PauseTransition(WAIT);
  private final LatestWork search;
  private @Nullable List<Device> wanted;
  private final Subscription verified;
  private boolean unpacksAll;
  private boolean ready;

  SimulatorView(String id, String title, OpenedFile file, ViewContext context) {
    super(id, title);
    this.file = file;
    this.context = context;
    search = new LatestWork(context.background());
    pause.setOnFinished(event -> changed(setUp.setUpProperty().get()));
    verified = context.found().placesProperty().subscribe(this::verified);
  }

  /** The targets that there is code for; in the background. */
  abstract List<GpuTarget> occurring(Progress progress) throws Exception;

  /** The command line that prints the same. */
  String command(SetUp now) {
    return now.command(file.path(), file.isFolder());
  }

  /** Whether only GPUs are chosen, and nothing of a loader. */
  boolean onlyDevices() {
    return false;
  }

  /** Whether there is an answer for all GPUs where none is chosen. */
  boolean answersForAll() {
    return false;
  }

  /** A simulation that looks code up, or unpacks it as well; in the background. */
  interface Pass<T> {
    T run(boolean loads, Progress progress) throws Exception;
  }

  /**
   * Shows which code is found, then whether it unpacks, too, unless that is very much.
   *
   * @param sizeBytes the size of what would be unpacked
   */
  <T> void simulate(LatestWork work, Pass<T> pass, ToLongFunction<T> sizeBytes, Consumer<T> show) {
    work.run(
        progress -> pass.run(false, progress),
        found -> {
          show.accept(found);
          long bytes = sizeBytes.applyAsLong(found);
          if (bytes > 0 && (unpacksAll || bytes <= MOST_UNPACKED_BYTES)) {
            work.run(progress -> pass.run(true, progress), show, this::failed);
          }
        },
        this::failed);
  }

  /** A verification has unpacked all code and found damage, so unpacking it is not too much. */
  private void verified(Map<Place, String> found) {
    if (!unpacksAll
        && found.keySet().stream()
            .anyMatch(place -> context.found().isVerified(place) && concerns(place.file()))) {
      unpacksAll = true;
      again();
    }
  }

  /** Tells other views which code of binaries was unpacked, and which cannot be. */
  void learn(Map<Place, String> unpacked) {
    context.found().learn(unpacked);
  }

  /** Collects what there is to {@link #learn}. */
  static void unpacked(BinaryResolution binary, Map<Place, String> into) {
    for (WrapperOutcome outcome : binary.outcomes()) {
      Step.KernelMissed damaged = outcome.damaged();
      Place.CodeObject sound = outcome.unpackedPlace();
      if (sound != null) {
        into.put(sound, "");
      } else if (damaged != null) {
        BinaryKey key = BinaryKey.parse(damaged.key());
        Place archive = Objects.requireNonNull(damaged.place());
        into.put(
            new Place.CodeObject(
                archive, key.binary(), key.index(), damaged.architecture(), null, true),
            "It cannot be loaded, error %d: %s."
                .formatted(damaged.error().number(), damaged.why()));
      }
    }
  }

  private boolean concerns(Path found) {
    return !file.isFolder() || found.startsWith(file.path());
  }

  /** Returns the region below the set-up; made once. */
  abstract Region results();

  /** Further controls at the end of the set-up's line. */
  abstract List<Node> tools();

  /** Shows the result of a set-up, which has targets. */
  abstract void simulate(SetUp now);

  /** Shows that no target is chosen. */
  abstract void showNothing(String why);

  /** A label with what was found in a sentence, as the first line of the results. */
  static Node summaryLine(Label summary, String id) {
    summary.setId(id);
    summary.getStyleClass().add("trace-summary");
    summary.setWrapText(true);
    summary.setMinHeight(Region.USE_PREF_SIZE);
    HBox line = new HBox(summary);
    HBox.setHgrow(summary, Priority.ALWAYS);
    line.getStyleClass().add("compare-words");
    return line;
  }

  /** Shows lines, or nothing at all where there are none. */
  static void fill(VBox box, List<Node> lines) {
    box.getChildren().setAll(lines);
    box.setVisible(!lines.isEmpty());
    box.setManaged(!lines.isEmpty());
  }

  /** A line with what is wrong, and how to fix it below. */
  static Node cause(String heading, String text) {
    Label first = new Label(heading);
    Label second = Controls.label(text.strip(), "muted", "cause-whose");
    for (Label each : List.of(first, second)) {
      each.setWrapText(true);
      each.setMinHeight(Region.USE_PREF_SIZE);
    }
    return Controls.styled(new HBox(new VBox(first, second)), "cause");
  }

  OpenedFile file() {
    return file;
  }

  ViewContext context() {
    return context;
  }

  SetUpModel setUp() {
    return setUp;
  }

  /** The user selected something in the file. */
  void selected(@Nullable Place place) {
    if (place != null && place.file().equals(file.path())) {
      select(place);
    }
  }

  @Override
  protected Node build() {
    root.getStylesheets().add(Controls.sheet(SimulatorView.class, "resolve.css"));
    Button command =
        Controls.named(Controls.whole(new Button("Copy Command")), "copy-resolve-command");
    command.setTooltip(new Tooltip("Copy the command line that prints the same"));
    command.setOnAction(event -> copyCommand());
    command
        .disableProperty()
        .bind(setUp.setUpProperty().map(now -> now.devices().isEmpty() && !answersForAll()));
    List<Node> more = new java.util.ArrayList<>(tools());
    more.add(command);
    SetUpPane pane =
        onlyDevices()
            ? SetUpPane.ofDevices(setUp, more.toArray(Node[]::new))
            : new SetUpPane(setUp, "", "", more.toArray(Node[]::new));
    content.setTop(pane);
    content.setCenter(new Results(results()));
    root.setFitToWidth(true);
    root.setFitToHeight(true);
    showNothing("Looking for archives…");
    new ActionHandlers().on(ActionId.COPY_COMMAND, this::copyCommand).attachTo(root);
    search.run(this::occurring, this::found, failure -> found(List.of()));
    return root;
  }

  /**
   * In a low window all of it scrolls: what was found keeps room, and causes all that they need.
   */
  private static final class Results extends BorderPane {
    Results(Region shown) {
      super(shown);
    }

    @Override
    protected double computeMinHeight(double width) {
      return Math.max(LEAST_RESULTS, super.computeMinHeight(width));
    }
  }

  private void copyCommand() {
    RowCopy.toClipboard(command(setUp.setUpProperty().get()));
  }

  private void found(List<GpuTarget> targets) {
    ready = true;
    setUp.occurring(targets);
    setUp.add(
        wanted == null || wanted.isEmpty() ? targets.stream().map(Device::of).toList() : wanted);
    changed(setUp.setUpProperty().get());
    setUp
        .setUpProperty()
        .subscribe(
            (before, now) -> {
              // Typing a variable changes it letter by letter; the rest is one change each.
              if (before.variables().equals(now.variables())) {
                changed(now);
              } else {
                pause.playFromStart();
              }
            });
  }

  private void changed(SetUp now) {
    pause.stop();
    if (now.devices().isEmpty() && !answersForAll()) {
      status().set("");
      showNothing(
          "Choose a GPU above: type its target (gfx942:sramecc+:xnack-), its name (MI300X) or its"
              + " family (gfx110X), or paste what rocminfo prints.");
    } else {
      simulate(now);
    }
  }

  /** The targets that there is code for may be others: they are added, and all is done again. */
  void lookAgain() {
    if (ready) {
      search.run(
          this::occurring,
          targets -> {
            setUp.occurring(targets);
            setUp.add(targets.stream().map(Device::of).toList());
            again();
          },
          failure -> again());
    }
  }

  /** Simulates again, as after files have changed. */
  void again() {
    if (ready) {
      changed(setUp.setUpProperty().get());
    }
  }

  void failed(Throwable failure) {
    failed(content, "The loads could not be simulated", failure);
  }

  @Override
  public boolean shows(Place place) {
    return LoadsPlace.devices(place) != null;
  }

  @Override
  public Closeness closeness(Place place) {
    return Closeness.INSIDE;
  }

  @Override
  public void show(Place place) {
    List<Device> devices = LoadsPlace.devices(place);
    if (devices == null || devices.isEmpty()) {
      return;
    }
    wanted = devices;
    if (ready) {
      setUp.replace(devices);
    }
  }

  @Override
  public void dispose() {
    verified.unsubscribe();
    pause.stop();
    search.stop();
  }
}
