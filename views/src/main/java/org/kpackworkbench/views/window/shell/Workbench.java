package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.copy.CopyActions;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.kit.place.Breadcrumb;
import org.kpackworkbench.views.kit.place.Move;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.table.CellCopy;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.spi.Bookmarks;
import org.kpackworkbench.views.spi.EditRequests;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.FoundPlaces;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.ProgramFacts;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.crash.CrashNews;
import org.kpackworkbench.views.window.crash.CrashView;
import org.kpackworkbench.views.window.search.FindField;
import org.kpackworkbench.views.window.search.PlaceSearch;
import org.kpackworkbench.views.window.shell.StatusBar.StatusModel;

/**
 * The window's content: puts the parts together and keeps them in step. UI thread only.
 *
 * <p>Knows no stage, so it can be in a window, a test or a picture.
 */
public final class Workbench {
  private final WorkbenchParts parts;
  private final Background background;
  private final Themes themes;
  private final EventTurn turn = new EventTurn();
  private final Navigator navigator = new Navigator(turn::afterwards);
  private final Actions actions = new Actions();
  private final Jobs jobs;
  private final OpenFiles files;
  private final PathOpener opener;
  private final OpenPages pages = new OpenPages(page -> Platform.runLater(() -> enter(page)));
  private final Edits edits;
  private final ViewContext context;
  private final ShellSettings settings;
  private final @Nullable FollowingPane bytes;
  private final @Nullable FollowingPane inspector;
  private final List<FollowingPane> panes;
  private final OwnerResolver owners;
  private final WorkspaceTree tree;
  private final FileTabs tabs;
  private final Breadcrumb breadcrumb =
      new Breadcrumb("breadcrumb", "The path to the current place");
  private final StatusBar statusBar = new StatusBar();
  private final CellCopy cells = new CellCopy();
  private final Notices notices;
  private final WindowTrail trail;
  private final WorkbenchLayout layout;
  private final ReadOnlyObjectWrapper<@Nullable OpenedFile> followed =
      new ReadOnlyObjectWrapper<>();
  private @Nullable CrashNews lastCrash;

  /** Puts a window's content together. */
  public Workbench(
      WorkbenchParts parts,
      ShellState state,
      Background background,
      Themes themes,
      Dialogs dialogs) {
    this.parts = parts;
    this.background = background;
    this.themes = themes;
    settings = new ShellSettings(state);
    settings.keep(themes);
    jobs = new Jobs(background);
    files = new OpenFiles(parts.loader(), background);
    edits = new Edits(files, jobs, dialogs);
    context =
        new ViewContext(
            navigator,
            background,
            jobs,
            actions,
            themes.ownerColors(),
            dialogs,
            pages,
            state,
            parts.formats(),
            new EditRequests(),
            parts.exports(),
            files::unsaved,
            new FoundPlaces(),
            new Bookmarks(state),
            new ProgramFacts(parts.about().version(), parts.folderOpener()));
    opener = new PathOpener(files, parts, context, this::say);
    bytes = pane(parts.bytesPane());
    inspector = pane(parts.inspectorPane());
    List<FollowingPane> docked =
        parts.dockPanes().stream().map(made -> made.apply(context)).toList();
    docked.forEach(pane -> pane.among(files::read));
    panes =
        Stream.of(Stream.ofNullable(bytes), Stream.ofNullable(inspector), docked.stream())
            .flatMap(some -> some)
            .toList();
    owners = new OwnerResolver(background);
    tree = new WorkspaceTree(files, parts.nodeProviders(), context);
    WelcomePage welcome = new WelcomePage(actions, settings, this::openAll);
    tabs = new FileTabs(files, pages, edits, parts.viewFactories(), context, welcome);
    notices = new Notices(dialogs, parts.newsTime(), parts.folderOpener());
    jobs.onEnd(notices::ended);
    trail = new WindowTrail(actions.trail(), files, jobs);
    PlaceSearch search =
        PlaceSearch.of(parts.finders(), files::readActiveFirst, this::offset, background);
    FindField findField = new FindField(search, navigator::go, this::findInBytes);
    BookmarkActions bookmarks = new BookmarkActions(this, context.bookmarks());
    bookmarks.install(actions.window());
    layout =
        new WorkbenchLayout(
            new WorkbenchLayout.Parts(
                new TopBars(
                    actions,
                    settings,
                    () -> settings.readAgain(background),
                    bookmarks,
                    this::openAll,
                    breadcrumb,
                    findField),
                tree,
                tabs,
                inspector,
                bytes,
                new Dock(jobs, docked, dialogs, parts.folderOpener()),
                statusBar),
            settings,
            themes.zoom().factorProperty());
    layout.getChildren().add(notices);
    layout.keepOffDock(notices);
    new FileDrop(this::openAll).install(layout);
    new WorkbenchActions(this, layout, tabs, themes, dialogs).install();
    findField.install(actions.window());
    new HelpActions(this, layout, tabs, bookmarks, dialogs).install();
    TourActions tour = new TourActions(this, layout);
    tour.install();
    welcome.offerTour(tour.offeredProperty());
    new CopyActions(
            context,
            followed::get,
            place -> PlaceCommand.of(place, followed.get()),
            RowCopy::toClipboard)
        .install(actions.window());
    actions.window().on(ActionId.COPY_CELL, cells.possible(), cells::copy);
    parts
        .windowActions()
        .forEach(
            some -> {
              some.among(files::read);
              some.install(actions.window(), context, followed.getReadOnlyProperty());
            });
    connect();
  }

  /** The content's root, for a scene. */
  public Parent root() {
    return layout;
  }

  /** Follows the focus in a scene, which also gets the theme. */
  public void attach(Scene scene) {
    themes.dress(scene);
    turn.watch(scene);
    actions.follow(scene, tabs.nodeInFront());
    new ActionControls(actions).installFurtherKeys(scene);
    cells.follow(scene);
    // Trees and tables keep these keys for themselves: for edits, which they have none of, and to
    // select nothing.
    scene.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          ActionId wanted =
              event.getCode() == KeyCode.ESCAPE
                  ? ActionId.CANCEL_JOB
                  : ActionId.MOVE_TO_OTHER_SIDE
                          .accelerator()
                          .filter(key -> key.match(event))
                          .isPresent()
                      ? ActionId.MOVE_TO_OTHER_SIDE
                      : null;
          if (wanted != null
              && WorkbenchLayout.isList(scene.getFocusOwner())
              && actions.run(wanted)) {
            event.consume();
          }
        });
  }

  /** All actions of the user. */
  public Actions actions() {
    return actions;
  }

  /** Where the user is, and the way back. */
  public Navigator navigator() {
    return navigator;
  }

  /** The files that are open. */
  public OpenFiles files() {
    return files;
  }

  /** Long work that runs or has ended. */
  public Jobs jobs() {
    return jobs;
  }

  /** Tabs that are not one file. */
  OpenPages pages() {
    return pages;
  }

  /** Returns the name of the active file or page, for the window's title; empty for none. */
  ObservableValue<String> titleProperty() {
    ObservableValue<String> ofFile =
        files.activeProperty().map(session -> session.place().label()).orElse("");
    ObservableValue<ObservableValue<String>> ofPage = pages.activeProperty().map(Page::title);
    return ofPage.orElse(ofFile).flatMap(text -> text);
  }

  /** Checks the disk for changes of open files. */
  void checkDisk() {
    files.checkDisk();
    pages.lookAgain();
  }

  /** Returns the context for views. */
  public ViewContext context() {
    return context;
  }

  /** Returns the remembered settings of the window. */
  public ShellSettings settings() {
    return settings;
  }

  /** Returns the themes of the window. */
  public Themes themes() {
    return themes;
  }

  WorkbenchParts parts() {
    return parts;
  }

  /** Activates the view with that id of the active file. */
  public boolean showView(String viewId) {
    FileSession session = files.active();
    FileTab tab = session == null ? null : tabs.tabOf(session);
    return tab != null && tab.select(viewId);
  }

  /** Gives the focus to the active view. */
  void enterView() {
    ViewTabs.ViewTab front = tabs.inFrontProperty().get();
    if (front != null) {
      front.enter();
    }
  }

  private void enter(Page page) {
    if (page.equals(pages.inFront()) && !WorkbenchLayout.Panes.haveFocusIn(page.node())) {
      WorkbenchLayout.Panes.enter(page.node());
    }
  }

  /** Shows a message in the window's corner. */
  public void say(String text) {
    notices.say(text);
  }

  /** The subject of the window, for reports from another thread. */
  public WindowTrail trail() {
    return trail;
  }

  /** Shows an error in the program; the window goes on. */
  public void crashed(CrashNews news) {
    if (news.hasReport()) {
      lastCrash = news;
    }
    CrashNews told = lastCrash == null ? news : lastCrash;
    notices.crashed(
        news.inShort(),
        () ->
            context
                .dialogs()
                .show(
                    CrashNews.TITLE,
                    new CrashView(told, edits.unsavedNames(), parts.folderOpener())));
  }

  /** Opens files, each in its tab, and what can be shown of folders; returns at once. */
  public void openAll(List<Path> paths) {
    opener.openAll(paths);
  }

  /** Saving, and the question before changes would be lost. */
  Edits edits() {
    return edits;
  }

  /** Releases everything; the window is closed. */
  public void close() {
    tabs.keep();
    jobs.cancelAll();
    pages.closeAll();
    files.closeAll();
    background.close();
  }

  private void connect() {
    navigator.listen(this::moved);
    navigator.viewedIn(this::viewOfPlace);
    files
        .sessions()
        .addListener(
            (ListChangeListener<FileSession>)
                change -> {
                  while (change.next()) {
                    change.getAddedSubList().forEach(this::watch);
                  }
                });
    navigator.currentProperty().subscribe(this::describe);
    files.activeProperty().subscribe(this::fileInFront);
    pages.activeProperty().subscribe(this::pageInFront);
    pages.activeProperty().subscribe(layout::page);
    pages
        .activeProperty()
        .flatMap(Page::place)
        .subscribe(
            place -> {
              if (pages.inFront() != null) {
                showWay(place);
              }
            });
    tabs.fileInFrontProperty()
        // A folder has nothing that bytes and inspector could show.
        .flatMap(session -> session.stateProperty().map(state -> session.file()))
        .map(file -> !file.isFolder())
        .orElse(false)
        .subscribe(layout::fileInFront);
    tabs.statusInFront().subscribe(statusBar::sums);
    for (FollowingPane pane : panes) {
      pane.selection().subscribe(place -> selectedIn(pane, place));
    }
  }

  private long offset() {
    Place here = navigator.current();
    ByteRange range = here == null ? null : here.range();
    return range == null ? 0 : range.start();
  }

  /** Keeps up with one file from now on: it opens, fails, is read again, its owners are found. */
  private void watch(FileSession session) {
    session
        .stateProperty()
        .subscribe(
            state -> {
              refresh(session);
              if (state == FileSession.State.OPEN) {
                if (opener.entering(session.path())) {
                  Platform.runLater(this::enterView);
                }
                settings.opened(session.path());
                revealAgain(session);
              }
            });
    session.ownershipProperty().subscribe(owners -> refresh(session));
  }

  /** The rows below a file are new: the one of the current place is selected again. */
  private void revealAgain(FileSession session) {
    Place here = navigator.current();
    if (here != null && here.file().equals(session.path())) {
      tree.reveal(here);
    }
  }

  private void refresh(FileSession session) {
    if (Objects.equals(files.active(), session)) {
      follow(session);
      describe(navigator.current());
    }
  }

  private void selectedIn(FollowingPane pane, @Nullable Place place) {
    FileSession session = files.active();
    if (place != null && session != null) {
      owners.resolve(session, place, found -> navigator.select(found, pane));
    }
  }

  /** The current place changed: all followers are notified, except the one that reported it. */
  private void moved(Move move) {
    Place place = move.place();
    if (!move.bringsViewInFront() && files.find(place.file()).isEmpty()) {
      // The file was closed since something was selected in it.
      return;
    }
    FileSession session = files.open(place.file());
    FileTab tab = tabs.tabOf(session);
    if (tab != null) {
      tab.show(move);
    }
    for (FollowingPane pane : panes) {
      if (!Objects.equals(pane, move.source())) {
        pane.show(place);
      }
    }
    if (!Objects.equals(move.source(), tree)) {
      tree.reveal(place);
    }
  }

  /** The view in which the current place is shown; null if another file is active. */
  private @Nullable String viewOfPlace() {
    Place here = navigator.current();
    FileSession session = tabs.fileInFrontProperty().get();
    ViewTabs.ViewTab shown = tabs.inFrontProperty().get();
    return here == null || session == null || shown == null || !here.file().equals(session.path())
        ? null
        : shown.view().id();
  }

  /** Another file became active: the panes show it, and the current place is in it. */
  private void fileInFront(@Nullable FileSession session) {
    follow(session);
    if (session == null) {
      if (pages.inFront() == null) {
        navigator.leave();
      }
      return;
    }
    Place here = navigator.current();
    if (here == null || !here.file().equals(session.path())) {
      navigator.select(session.place(), tabs);
    } else {
      // The move that activated the file was described while the one before was there.
      describe(here);
    }
  }

  /** A page became active: back and forward lead to it as long as it is open. */
  private void pageInFront(@Nullable Page page) {
    if (page != null) {
      navigator.visit(new OpenPages.AtPage(page, pages));
      describe(null);
      showWay(page.place().getValue());
    } else if (files.active() == null) {
      navigator.leave();
    }
  }

  /** Finds a text in the bytes, where what has no name may be. */
  private void findInBytes(String text) {
    BooleanProperty shown = layout.bytesShown();
    if (bytes != null && shown != null && bytes.find(text)) {
      shown.set(true);
    }
  }

  private void follow(@Nullable FileSession session) {
    OpenedFile file = session == null ? null : session.file();
    if (Objects.equals(file, followed.get())) {
      return;
    }
    followed.set(file);
    owners.forget();
    for (FollowingPane pane : panes) {
      pane.open(file);
    }
    Place here = navigator.current();
    if (file != null && here != null && here.file().equals(file.path())) {
      panes.forEach(pane -> pane.show(here));
    }
  }

  private void describe(@Nullable Place place) {
    showWay(place);
    layout.show(place);
    FileSession session = files.active();
    statusBar.show(session == null ? StatusModel.EMPTY : StatusModel.of(session, place));
  }

  private void showWay(@Nullable Place place) {
    List<Place> way = place == null ? List.of() : place.path();
    breadcrumb.show(
        way.stream()
            .map(
                step -> {
                  String text = PlaceWords.label(step);
                  String tip = step instanceof Place.File file ? file.file().toString() : text;
                  return new Breadcrumb.Step(text, tip, () -> navigator.go(step));
                })
            .toList());
  }

  private @Nullable FollowingPane pane(@Nullable Function<ViewContext, FollowingPane> make) {
    return make == null ? null : make.apply(context);
  }
}
