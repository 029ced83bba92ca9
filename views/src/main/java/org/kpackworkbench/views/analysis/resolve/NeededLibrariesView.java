package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.process.NeededLibraries;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveOptions;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings.Subject;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.views.analysis.resolve.SetUpModel.Variable;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * View of what each GPU gets of a program and of the libraries that it needs, found as the system's
 * linker finds them: an inner tab of programs and libraries.
 */
final class NeededLibrariesView extends TreeSimulatorView {
  private static final Duration WAIT = Duration.millis(400);
  private static final int MOST_SHOWN = 6;

  private final Search search;
  private final boolean answersLoads;
  private final TextField sysroot = new TextField();
  private final TextField libraryPath = new TextField();
  private final VBox missing = new VBox();
  private final PauseTransition pause = new PauseTransition(WAIT);

  NeededLibrariesView(OpenedFile file, ViewContext context) {
    this(file, new Search(file.path(), context.formats()), context);
  }

  private NeededLibrariesView(OpenedFile file, Search search, ViewContext context) {
    super("libraries", "Needed Libraries", file, search::occurring, context);
    this.search = search;
    answersLoads =
        file.as(ElfDocument.class).filter(elf -> new BinarySubject(elf).hasWrappers()).isEmpty();
    pause.setOnFinished(event -> apply());
  }

  /** Whether the linker has something to do for a file; in a package it cannot find libraries. */
  static boolean concerns(HostDocument document) {
    boolean onDisk = document.path().getFileSystem().equals(FileSystems.getDefault());
    return onDisk
        && document instanceof ElfDocument elf
        && elf.elf().segments().stream().anyMatch(segment -> segment.type() == SegmentType.DYNAMIC);
  }

  /**
   * Where libraries are looked for. Immutable.
   *
   * @param sysroot the folder that is {@code /} for the program
   */
  private record Where(Optional<Path> sysroot, String libraryPath) {
    static final Where HERE = new Where(Optional.empty(), "");

    Path root() {
      return NeededLibraries.top(sysroot.orElse(Path.of("/")));
    }
  }

  /** Finds the libraries, wherever they are looked for at present. Any thread. */
  private static final class Search {
    private final Path program;
    private final Formats formats;
    private volatile Where where = Where.HERE;
    private volatile List<FolderWalk.Unreadable> missing = List.of();
    private volatile String words = "";

    Search(Path program, Formats formats) {
      this.program = program;
      this.formats = formats;
    }

    /** The targets that they have code for. */
    List<GpuTarget> occurring(Progress progress) throws IOException {
      Where there = where;
      TreeSet<GpuTarget> targets = new TreeSet<>();
      NeededLibraries needed =
          NeededLibraries.of(program, there.root(), there.libraryPath(), progress);
      words = needed.words();
      List<FolderWalk.Unreadable> unreadable = new ArrayList<>(needed.missing());
      for (Path file : needed.files()) {
        try (Document document = formats.open(file, progress)) {
          if (document instanceof ElfDocument elf && new BinarySubject(elf).hasWrappers()) {
            targets.addAll(new BinarySubject(elf).occurring(progress));
          } else if (!document.problems().isEmpty()) {
            unreadable.add(new FolderWalk.Unreadable(file, document.problems().getFirst()));
          }
        } catch (IOException failure) {
          unreadable.add(new FolderWalk.Unreadable(file, failure));
        }
      }
      missing = List.copyOf(unreadable);
      return List.copyOf(targets);
    }
  }

  private record Needed(Path program, Where where) implements Binaries {
    @Override
    public Loader loader(SetUp setUp) throws IOException {
      LoaderFiles files =
          where.sysroot().isPresent()
              ? new LoaderFiles(where.root(), where.root())
              : LoaderFiles.of(program);
      return setUp.loader(files);
    }

    @Override
    public TreeResolution resolve(
        TreeResolver resolver, Taker<BinaryResolution> visitor, Progress progress)
        throws IOException {
      NeededLibraries needed =
          NeededLibraries.of(program, where.root(), where.libraryPath(), progress);
      return resolver.resolve(where.root(), needed.files(), needed.missing(), visitor, progress);
    }

    @Override
    public String whyNone() {
      return "Neither it nor a library that it needs has device code, inside or in archives. What a"
          + " program opens by itself when it runs is not known.";
    }
  }

  @Override
  public boolean isDetail() {
    return true;
  }

  @Override
  Binaries binaries() {
    return new Needed(file().path(), search.where);
  }

  @Override
  @Nullable Place placeOf(TreeResolution.Row row) {
    return null;
  }

  @Override
  String command(SetUp now) {
    return now.command(new Subject.Program(file().path(), search.where.sysroot(), true));
  }

  @Override
  Region results() {
    Button choose = Controls.named(Controls.whole(new Button("Choose…")), "libraries-choose-root");
    choose.setOnAction(
        event ->
            context()
                .dialogs()
                .chooseFolder("Root Folder of the Program")
                .ifPresent(folder -> sysroot.setText(folder.toString())));
    sysroot.setId("libraries-root");
    sysroot.setPromptText("/");
    sysroot.setTooltip(
        new Tooltip("The folder that is / for the program, such as that of an" + " image"));
    libraryPath.setId("libraries-path");
    libraryPath.setPromptText("/a:/b");
    libraryPath.setTooltip(
        new Tooltip("Where the system's linker looks first: folders with colons between them"));
    Variable folders = setUp().variable(ResolveOptions.LIBRARY_PATH);
    libraryPath.textProperty().bindBidirectional(folders.valueProperty());
    folders.setProperty().subscribe((before, now) -> pause.playFromStart());
    for (TextField field : List.of(sysroot, libraryPath)) {
      HBox.setHgrow(field, Priority.ALWAYS);
      field.textProperty().subscribe((before, now) -> pause.playFromStart());
      field.setOnAction(event -> apply());
    }
    HBox line =
        Controls.styled(
            new HBox(
                label("Root folder", sysroot),
                sysroot,
                choose,
                label(ResolveOptions.LIBRARY_PATH, libraryPath),
                libraryPath),
            "search-bar",
            "library-paths");
    line.setMinHeight(Region.USE_PREF_SIZE);
    missing.setMinHeight(Region.USE_PREF_SIZE);
    missing.setId("libraries-missing");
    fill(missing, List.of());
    Region grid = super.results();
    VBox.setVgrow(grid, Priority.ALWAYS);
    return new VBox(line, missing, grid);
  }

  private static Label label(String text, TextField field) {
    Label label = Controls.whole(new Label(text));
    label.setLabelFor(field);
    field.setAccessibleText(text);
    return label;
  }

  private void apply() {
    pause.stop();
    String root = sysroot.getText().strip();
    boolean set = setUp().variable(ResolveOptions.LIBRARY_PATH).setProperty().get();
    Where now;
    try {
      now =
          new Where(
              root.isEmpty() ? Optional.empty() : Optional.of(Path.of(root)),
              set ? libraryPath.getText().strip() : "");
    } catch (InvalidPathException wrong) {
      fill(missing, List.of(cause("✖ The root folder is not a path", wrong.getReason())));
      return;
    }
    if (now.equals(search.where)) {
      return;
    }
    search.where = now;
    lookAgain();
  }

  @Override
  void showNothing(String why) {
    super.showNothing(why);
    showMissing(search.missing);
  }

  @Override
  void also(TreeResolution tree) {
    showMissing(tree.unreadable());
  }

  private static String why(FolderWalk.Unreadable each) {
    return each.failure() instanceof FileSystemException known && known.getReason() != null
        ? known.getReason()
        : each.words();
  }

  private void showMissing(List<FolderWalk.Unreadable> all) {
    List<Node> lines = new ArrayList<>();
    if (!search.words.isEmpty()) {
      lines.add(cause("⚠ Depends on the folder", search.words));
    }
    Map<Boolean, List<FolderWalk.Unreadable>> found =
        all.stream()
            .collect(
                Collectors.partitioningBy(
                    each -> !(each.failure() instanceof NoSuchFileException)));
    found.getOrDefault(true, List.of()).stream()
        .limit(MOST_SHOWN)
        .forEach(each -> lines.add(cause("✖ Cannot be read: " + each.path(), why(each))));
    List<FolderWalk.Unreadable> gone = found.getOrDefault(false, List.of());
    if (!gone.isEmpty()) {
      String names =
          gone.stream()
              .limit(MOST_SHOWN)
              .map(each -> each.path().toString())
              .collect(Collectors.joining(", "));
      int more = gone.size() - MOST_SHOWN;
      lines.add(
          cause(
              "✖ Not examined: %s%s"
                  .formatted(names, more > 0 ? " and %d more".formatted(more) : ""),
              why(gone.getFirst())));
    }
    fill(missing, lines);
  }

  /** Of a file with wrappers of its own, another view shows its loads. */
  @Override
  public boolean shows(Place place) {
    return answersLoads && super.shows(place);
  }

  @Override
  public List<Part> parts() {
    return List.of();
  }

  @Override
  public void dispose() {
    super.dispose();
    pause.stop();
  }
}
