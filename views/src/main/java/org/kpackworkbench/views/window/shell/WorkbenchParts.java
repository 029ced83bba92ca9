package org.kpackworkbench.views.window.shell;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FileLoader;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;
import org.kpackworkbench.views.window.settings.Location;
import org.kpackworkbench.views.window.shell.AboutView.AboutText;
import org.kpackworkbench.views.window.tour.Tour;

/** Parts from which a window is put together. The program fills it in, see {@code extend}. */
public final class WorkbenchParts {
  private FileLoader loader;
  private final List<DocumentViewFactory> viewFactories = new ArrayList<>();
  private final List<WorkspaceNodeProvider> nodeProviders = new ArrayList<>();
  private final List<PlaceFinder> finders = new ArrayList<>();
  private final List<WindowActions> windowActions = new ArrayList<>();
  private @Nullable Function<ViewContext, FollowingPane> bytesPane;
  private @Nullable Function<ViewContext, FollowingPane> inspectorPane;
  private final List<Function<ViewContext, FollowingPane>> dockPanes = new ArrayList<>();
  private CodeObjectExport.Maker exports = context -> CodeObjectExport.nowhere();
  private Formats formats = new Formats(List.of());
  private @Nullable Runnable sample;
  private @Nullable Callable<Tour> tour;
  private @Nullable Consumer<Path> folderOpener;
  private List<Location> locations = List.of();
  private AboutText about = AboutText.UNKNOWN;
  private Duration newsTime = Duration.seconds(10);
  private Predicate<Path> worthOpening = Files::isRegularFile;
  private @Nullable Predicate<Path> workspaces;

  /** Parts of a window that opens files through {@code loader}. */
  public WorkbenchParts(FileLoader loader) {
    this.loader = loader;
  }

  /** Opens files through a loader around the present one. */
  public WorkbenchParts loading(UnaryOperator<FileLoader> around) {
    loader = around.apply(loader);
    return this;
  }

  /** Adds views for a kind of document; their tabs are in the order of the calls. */
  public WorkbenchParts views(DocumentViewFactory factory) {
    viewFactories.add(factory);
    return this;
  }

  /** Adds rows below files in the workspace tree; the first that handles a file is taken. */
  public WorkbenchParts nodes(WorkspaceNodeProvider provider) {
    nodeProviders.add(provider);
    return this;
  }

  /** Adds all that shows files of one format. */
  public WorkbenchParts room(FormatRoom room) {
    room.views().forEach(this::views);
    room.nodes().forEach(this::nodes);
    room.finders().forEach(this::finder);
    return this;
  }

  /** Sets as what files and their parts are known; without it all are shown as bytes. */
  public WorkbenchParts formats(Formats known) {
    formats = known;
    return this;
  }

  Formats formats() {
    return formats;
  }

  /** Adds something that find/go-to looks through. */
  public WorkbenchParts finder(PlaceFinder finder) {
    finders.add(finder);
    return this;
  }

  /** Adds actions that work wherever the focus is. */
  public WorkbenchParts actions(WindowActions actions) {
    windowActions.add(actions);
    return this;
  }

  /** Sets what takes code objects out of files for views; without it they stay there. */
  public WorkbenchParts export(CodeObjectExport.Maker maker) {
    exports = maker;
    return this;
  }

  /** Sets the pane below the views. */
  public WorkbenchParts bytes(Function<ViewContext, FollowingPane> pane) {
    bytesPane = pane;
    return this;
  }

  /** Sets the pane right of the views. */
  public WorkbenchParts inspector(Function<ViewContext, FollowingPane> pane) {
    inspectorPane = pane;
    return this;
  }

  /** Adds a pane before the jobs at the bottom; they are in the order of the calls. */
  public WorkbenchParts dock(Function<ViewContext, FollowingPane> pane) {
    dockPanes.add(pane);
    return this;
  }

  /** Sets what opens the sample workspace; without it nothing offers one. */
  public WorkbenchParts sample(Runnable open) {
    sample = open;
    return this;
  }

  /** Sets what makes the tour, on a background thread; without it nothing offers one. */
  public WorkbenchParts tour(Callable<Tour> make) {
    tour = make;
    return this;
  }

  /** Sets what shows a folder on the desktop; without it nothing offers that. */
  public WorkbenchParts folderOpener(Consumer<Path> open) {
    folderOpener = open;
    return this;
  }

  /** Sets where the program keeps its files, for the settings to say. */
  public WorkbenchParts locations(List<Location> places) {
    locations = List.copyOf(places);
    return this;
  }

  /** Sets what the About dialog says. */
  public WorkbenchParts about(AboutText text) {
    about = text;
    return this;
  }

  /** Sets how long good news stays in the window's corner; {@link Duration#INDEFINITE} for ever. */
  public WorkbenchParts newsTime(Duration time) {
    newsTime = time;
    return this;
  }

  Duration newsTime() {
    return newsTime;
  }

  /**
   * Sets which files of an opened folder are shown; called on a background thread, may read them.
   */
  public WorkbenchParts worthOpening(Predicate<Path> test) {
    worthOpening = test;
    return this;
  }

  /**
   * Sets which folders open as a whole, in a tab of their own, and not file by file; called on a
   * background thread. The loader has to open folders then: also others are, that have more files
   * than can be opened one by one.
   */
  public WorkbenchParts workspaces(Predicate<Path> test) {
    workspaces = test;
    return this;
  }

  @Nullable Predicate<Path> workspaces() {
    return workspaces;
  }

  Predicate<Path> worthOpening() {
    return worthOpening;
  }

  FileLoader loader() {
    return loader;
  }

  CodeObjectExport.Maker exports() {
    return exports;
  }

  /** Returns the factories of the views of a file, in the order of their tabs. */
  public List<DocumentViewFactory> viewFactories() {
    return viewFactories;
  }

  List<WorkspaceNodeProvider> nodeProviders() {
    return nodeProviders;
  }

  List<PlaceFinder> finders() {
    return finders;
  }

  List<WindowActions> windowActions() {
    return windowActions;
  }

  /** Returns the factory of the pane below the views; null if there is none. */
  public @Nullable Function<ViewContext, FollowingPane> bytesPane() {
    return bytesPane;
  }

  @Nullable Function<ViewContext, FollowingPane> inspectorPane() {
    return inspectorPane;
  }

  List<Function<ViewContext, FollowingPane>> dockPanes() {
    return dockPanes;
  }

  @Nullable Runnable sample() {
    return sample;
  }

  @Nullable Callable<Tour> tour() {
    return tour;
  }

  @Nullable Consumer<Path> folderOpener() {
    return folderOpener;
  }

  List<Location> locations() {
    return locations;
  }

  AboutText about() {
    return about;
  }
}
