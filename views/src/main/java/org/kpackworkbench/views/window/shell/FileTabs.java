package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.palette.CommandPalette;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * One tab per open file, and one per page; the welcome page if there is none, or on request. Tabs
 * are on one side, or on two beside one another: what is done in one of them makes its tab the
 * active one.
 */
final class FileTabs extends StackPane {
  private static final double LEAST_WIDTH = 160;
  private static final PseudoClass RESTING = PseudoClass.getPseudoClass("resting");

  private final OpenFiles files;
  private final OpenPages pages;
  private final Edits edits;
  private final List<DocumentViewFactory> factories;
  private final ViewContext context;
  private final ActionControls controls;
  private final Tab welcome;
  private final TabPane main = new TabPane();
  private final TabPane beside = new TabPane();
  private final SplitPane split = new KeySplitPane(main);
  private final ReadOnlyObjectWrapper<TabPane> active = new ReadOnlyObjectWrapper<>(main);
  private final ReadOnlyStringWrapper moveWords = new ReadOnlyStringWrapper("");
  private final LastTabs last;
  private final Set<Path> awaited = new HashSet<>();
  private final List<Page.Again> awaitedPages = new ArrayList<>();
  private boolean moving;
  private final ReadOnlyObjectWrapper<@Nullable FileSession> fileInFront =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<ViewTabs.@Nullable ViewTab> inFront =
      new ReadOnlyObjectWrapper<>();

  FileTabs(
      OpenFiles files,
      OpenPages pages,
      Edits edits,
      List<DocumentViewFactory> factories,
      ViewContext context,
      WelcomePage welcomePage) {
    this.files = files;
    this.pages = pages;
    this.edits = edits;
    this.factories = factories;
    this.context = context;
    this.controls = new ActionControls(context.actions());
    this.last = LastTabs.of(context.remembered());
    getChildren().add(split);
    dress(main, "file-tabs", "Open files and pages");
    dress(beside, "file-tabs-beside", "Open files and pages, right side");
    welcome = new Tab("Welcome", welcomePage);
    welcome.setId("tab-welcome");
    files.sessions().addListener((ListChangeListener<FileSession>) change -> follow());
    pages.list().addListener((ListChangeListener<Page>) change -> follow());
    files.activeProperty().subscribe(session -> bringInFront(tabOf(session)));
    pages.activeProperty().subscribe(page -> bringInFront(tabOf(page)));
    sceneProperty()
        .flatMap(Scene::focusOwnerProperty)
        .subscribe(
            owner -> {
              TabPane side = owner == null ? null : sideAround(owner);
              if (side != null) {
                activate(side);
              }
            });
    follow();
  }

  private void dress(TabPane side, String id, String words) {
    side.setId(id);
    side.setAccessibleText(words);
    side.getStyleClass().addAll("file-tabs", "dense");
    side.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
    side.setMinWidth(LEAST_WIDTH);
    side.getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            tab -> {
              // A tab that closes on the other side leads to none there.
              if (!moving && side.equals(active.get())) {
                selected(tab);
              }
            });
    side.addEventFilter(MouseEvent.MOUSE_PRESSED, event -> activate(side));
  }

  /** The sides, left and right; one that has no tabs is in no scene. */
  List<Node> sides() {
    return List.of(main, beside);
  }

  /**
   * Returns the text for moving the active tab to the other side; empty if that changes nothing.
   */
  ReadOnlyStringProperty moveWordsProperty() {
    return moveWords.getReadOnlyProperty();
  }

  /** Moves the active tab to the other side, which is there as long as it has tabs. */
  void moveToOtherSide() {
    TabPane from = active.get();
    TabPane to = from.equals(main) ? beside : main;
    Tab tab = from.getSelectionModel().getSelectedItem();
    if (tab == null || moveWords.get().isEmpty()) {
      return;
    }
    moving = true;
    try {
      from.getTabs().remove(tab);
      to.getTabs().add(tab);
      to.getSelectionModel().select(tab);
      active.set(to);
      arrange();
    } finally {
      moving = false;
    }
    selected(tab);
    sideOf(tab).requestFocus();
  }

  /** Whether anything was open when the window was last closed. */
  boolean hasLast() {
    return !last.files().isEmpty() || !last.pages().isEmpty();
  }

  /**
   * Opens the files that were open when the window was last closed, each on its side, and then the
   * pages: a side exists only as long as it has tabs.
   *
   * @param opener opens files
   */
  void reopen(Consumer<List<Path>> opener) {
    awaited.addAll(last.files());
    awaitedPages.addAll(last.pages());
    opener.accept(last.files());
    reopenPages();
  }

  private void reopenPages() {
    if (!awaited.isEmpty() || awaitedPages.isEmpty()) {
      return;
    }
    List<Page.Again> waiting = List.copyOf(awaitedPages);
    // The file that was opened last becomes the active one first.
    Platform.runLater(
        () -> {
          Tab before = active.get().getSelectionModel().getSelectedItem();
          waiting.forEach(pages::reopen);
          awaitedPages.clear();
          if (before instanceof FileTab && !waiting.containsAll(last.active())) {
            bringInFront(before);
          }
        });
  }

  /** Adds a tab on the side and in the order in which it was when the window was closed. */
  private void addAsBefore(Tab tab, Page.Again what) {
    // The left side is never empty.
    boolean right = last.isRight(what) && !main.getTabs().isEmpty();
    TabPane side = right ? beside : main;
    int index = 0;
    for (int i = 0; i < side.getTabs().size(); i++) {
      Page.Again other = LastTabs.again(side.getTabs().get(i)).orElse(null);
      int at = other == null || last.isRight(other) != last.isRight(what) ? -1 : last.order(other);
      if (at >= 0 && at < last.order(what)) {
        index = i + 1;
      }
    }
    // What was not open then stays behind.
    side.getTabs().add(index, tab);
  }

  /** Keeps which files and pages are open, and where, for the next start. */
  void keep() {
    Tab front = active.get().getSelectionModel().getSelectedItem();
    new LastTabs(
            again(main),
            again(beside),
            front == null ? List.of() : LastTabs.again(front).stream().toList())
        .keep(context.remembered());
  }

  private static List<Page.Again> again(TabPane side) {
    return side.getTabs().stream().flatMap(tab -> LastTabs.again(tab).stream()).toList();
  }

  private void activate(TabPane side) {
    if (moving || side.equals(active.get()) || side.getTabs().isEmpty()) {
      return;
    }
    active.set(side);
    arrange();
    selected(side.getSelectionModel().getSelectedItem());
  }

  /** Shows the sides that have tabs; the left one is always there. */
  private void arrange() {
    TabPane before = active.get();
    boolean emptied = main.getTabs().isEmpty() && !beside.getTabs().isEmpty();
    if (emptied) {
      moveAllToLeft();
    }
    boolean two = !beside.getTabs().isEmpty();
    if (!two) {
      active.set(main);
    }
    if (two != split.getItems().contains(beside)) {
      split.getItems().setAll(two ? List.of(main, beside) : List.of(main));
      split.setDividerPositions(0.5);
    }
    main.pseudoClassStateChanged(RESTING, two && !main.equals(active.get()));
    beside.pseudoClassStateChanged(RESTING, two && !beside.equals(active.get()));
    String other = main.equals(active.get()) ? "Right" : "Left";
    boolean useful = two || main.getTabs().size() > 1;
    moveWords.set(useful ? "Move Tab to %s Side".formatted(other) : "");
    if (!moving && (emptied || !before.equals(active.get()))) {
      selected(main.getSelectionModel().getSelectedItem());
    }
  }

  private void moveAllToLeft() {
    boolean before = moving;
    moving = true;
    Tab shown = beside.getSelectionModel().getSelectedItem();
    List<Tab> tabs = List.copyOf(beside.getTabs());
    beside.getTabs().clear();
    main.getTabs().setAll(tabs);
    main.getSelectionModel().select(shown);
    moving = before;
  }

  private TabPane sideOf(Tab tab) {
    return beside.getTabs().contains(tab) ? beside : main;
  }

  private @Nullable TabPane sideAround(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (at.equals(main) || at.equals(beside)) {
        return (TabPane) at;
      }
    }
    return null;
  }

  /** All tabs, those of the left side first. */
  private List<Tab> tabs() {
    return Stream.concat(main.getTabs().stream(), beside.getTabs().stream()).toList();
  }

  /** The file whose tab is active; null while that is the welcome page. */
  ReadOnlyObjectProperty<@Nullable FileSession> fileInFrontProperty() {
    return fileInFront.getReadOnlyProperty();
  }

  /** The active view in the active file. */
  ReadOnlyObjectProperty<ViewTabs.@Nullable ViewTab> inFrontProperty() {
    return inFront.getReadOnlyProperty();
  }

  /** Returns the node in the active tab: the page, or the view of the file; null for neither. */
  ObservableValue<@Nullable Node> nodeInFront() {
    return Bindings.createObjectBinding(
        () -> {
          Page page = pages.inFront();
          ViewTabs.ViewTab view = inFront.get();
          return page != null ? page.node() : view != null ? view.view().node() : null;
        },
        pages.activeProperty(),
        inFront);
  }

  /** Returns the text of the active tab in the status bar. */
  ObservableValue<String> statusInFront() {
    ObservableValue<String> ofView = inFront.flatMap(tab -> tab.view().statusText()).orElse("");
    ObservableValue<ObservableValue<String>> ofPage = pages.activeProperty().map(Page::statusText);
    return ofPage.orElse(ofView).flatMap(text -> text);
  }

  /** Activates the tab that is so many further, round and round. */
  void step(int by) {
    List<Tab> all = tabs();
    if (!all.isEmpty()) {
      int at = all.indexOf(active.get().getSelectionModel().getSelectedItem());
      bringInFront(all.get(Math.floorMod(at + by, all.size())));
    }
  }

  /** The views of the active file, and what in them has a name of its own, for the palette. */
  Stream<CommandPalette.Entry> viewEntries() {
    FileSession session = fileInFront.get();
    FileTab tab = tabOf(session);
    if (session == null || tab == null) {
      return Stream.empty();
    }
    String of = "View of " + session.place().label();
    return tab.views()
        .flatMap(
            view ->
                Stream.concat(
                    Stream.of(
                        new CommandPalette.Entry(
                            "View: " + view.title(), of, "", () -> tab.select(view.id()))),
                    view.parts().stream()
                        .map(
                            part ->
                                new CommandPalette.Entry(
                                    "View: %s, %s".formatted(view.title(), part.title()),
                                    of + ", " + part.id(),
                                    "",
                                    () -> tab.select(part.id())))));
  }

  /** The open tabs, for the palette. */
  Stream<CommandPalette.Entry> tabEntries() {
    return tabs().stream()
        .map(
            tab -> {
              String about =
                  switch (tab) {
                    case FileTab file -> file.session().path().toString();
                    case PageTab page -> page.page().tooltip().getValue();
                    default -> "";
                  };
              return new CommandPalette.Entry(
                  "Tab: " + tab.getText(), about, "", () -> bringInFront(tab));
            });
  }

  /** The tab of a file. */
  @Nullable FileTab tabOf(@Nullable FileSession session) {
    for (Tab tab : tabs()) {
      if (tab instanceof FileTab file && file.session() == session) {
        return file;
      }
    }
    return null;
  }

  /** Activates the welcome page. */
  void showWelcome() {
    if (!tabs().contains(welcome)) {
      main.getTabs().addFirst(welcome);
    }
    bringInFront(welcome);
  }

  /** Whether the welcome page is the active tab. */
  boolean welcomeInFront() {
    return welcome.equals(active.get().getSelectionModel().getSelectedItem());
  }

  /** Takes the welcome page away, while files are open. */
  void closeWelcome() {
    if (welcome.isClosable()) {
      sideOf(welcome).getTabs().remove(welcome);
      arrange();
    }
  }

  private @Nullable PageTab tabOf(@Nullable Page page) {
    for (Tab tab : tabs()) {
      if (tab instanceof PageTab there && there.page().equals(page)) {
        return there;
      }
    }
    return null;
  }

  /** A file that was saved under another name stays where its tab was. */
  private void takePlace(FileSession session) {
    FileTab before = tabOf(session.takeReplaced());
    if (before == null || tabOf(session) != null) {
      return;
    }
    TabPane side = sideOf(before);
    FileTab tab = fileTab(session);
    boolean shown = before.equals(side.getSelectionModel().getSelectedItem());
    side.getTabs().add(side.getTabs().indexOf(before), tab);
    if (shown) {
      side.getSelectionModel().select(tab);
    }
  }

  private FileTab fileTab(FileSession session) {
    return withMenu(new FileTab(session, files, edits, factories, context));
  }

  private <T extends Tab> T withMenu(T tab) {
    // What the menu does, it does to the active file.
    tab.getContextMenu().setOnShowing(event -> bringInFront(tab));
    return tab;
  }

  private void follow() {
    List<FileSession> sessions = files.sessions();
    Predicate<Tab> closed =
        tab ->
            (tab instanceof FileTab file && !sessions.contains(file.session()))
                || (tab instanceof PageTab page && !pages.list().contains(page.page()));
    sessions.forEach(this::takePlace);
    main.getTabs().removeIf(closed);
    beside.getTabs().removeIf(closed);
    for (FileSession session : sessions) {
      if (tabOf(session) == null) {
        FileTab tab = fileTab(session);
        if (awaited.remove(session.path())) {
          addAsBefore(tab, LastTabs.file(session.path()));
          reopenPages();
        } else {
          active.get().getTabs().add(tab);
        }
      }
    }
    for (Page page : pages.list()) {
      if (tabOf(page) == null) {
        PageTab tab = withMenu(new PageTab(page, pages, controls));
        Page.Again what = page.again().orElse(null);
        if (what != null && awaitedPages.removeIf(each -> each.page().equals(what.page()))) {
          addAsBefore(tab, what);
        } else {
          active.get().getTabs().add(tab);
        }
      }
    }
    int open = sessions.size() + pages.list().size();
    if (open == 0) {
      welcome.setClosable(false);
      showWelcome();
    } else {
      welcome.setClosable(true);
      // The first page makes room for what is opened first.
      if (tabs().contains(welcome) && open == 1) {
        sideOf(welcome).getTabs().remove(welcome);
      }
    }
    arrange();
  }

  private void bringInFront(@Nullable Tab tab) {
    if (tab == null || moving) {
      return;
    }
    TabPane side = sideOf(tab);
    if (side.equals(active.get())) {
      side.getSelectionModel().select(tab);
      return;
    }
    // The tab that was shown there does not become the active one first.
    moving = true;
    side.getSelectionModel().select(tab);
    moving = false;
    activate(side);
  }

  private void selected(@Nullable Tab tab) {
    inFront.unbind();
    switch (tab) {
      case FileTab file -> {
        inFront.bind(file.inFrontProperty());
        pages.activeProperty().set(null);
        files.activeProperty().set(file.session());
        fileInFront.set(file.session());
      }
      case PageTab page -> {
        fileInFront.set(null);
        inFront.set(null);
        // What can be done with a file is not offered for one that is not shown.
        pages.activeProperty().set(page.page());
        files.activeProperty().set(null);
      }
      case null, default -> {
        fileInFront.set(null);
        inFront.set(null);
        pages.activeProperty().set(null);
      }
    }
  }
}
