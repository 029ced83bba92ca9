package org.kpackworkbench.views.window.shell;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.ActionMenu;
import org.kpackworkbench.views.kit.palette.CommandPalette;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.spi.Bookmarks;
import org.kpackworkbench.views.spi.Bookmarks.Bookmark;
import org.kpackworkbench.views.spi.OpenedFile;

/** Marking places and going to them: by keys, by a menu, by the palette. */
record BookmarkActions(Workbench workbench, Bookmarks bookmarks) {
  private static final int LONGEST_NAME = 40;

  void install(ActionHandlers handlers) {
    ObservableValue<@Nullable Place> here = workbench.navigator().currentProperty();
    ObservableValue<Boolean> some = Bindings.isNotEmpty(bookmarks.list());
    handlers
        .named(
            ActionId.BOOKMARK,
            Bindings.createStringBinding(() -> words(here.getValue()), here, bookmarks.list()),
            () -> toggle(here.getValue()))
        .on(ActionId.NEXT_BOOKMARK, some, () -> go(bookmarks.step(here.getValue(), 1)))
        .on(ActionId.PREVIOUS_BOOKMARK, some, () -> go(bookmarks.step(here.getValue(), -1)));
  }

  private String words(@Nullable Place place) {
    if (place == null) {
      return "";
    }
    String name = PlaceWords.cut(PlaceWords.label(place), LONGEST_NAME);
    return (bookmarks.of(place) == null ? "Bookmark “%s”" : "Remove Bookmark of “%s”")
        .formatted(name);
  }

  private void toggle(@Nullable Place place) {
    if (place != null) {
      Bookmark made = bookmarks.toggle(place, workbench.navigator().currentView());
      workbench.say(made == null ? "Bookmark removed." : "Bookmarked " + made.label());
    }
  }

  /** The bookmarks, for the palette. */
  Stream<CommandPalette.Entry> entries() {
    return bookmarks.list().stream()
        .map(
            each ->
                new CommandPalette.Entry(
                    "Bookmark: " + each.label(), each.file().toString(), "", () -> go(each)));
  }

  /** Goes to a bookmark, opening its file. */
  void go(@Nullable Bookmark bookmark) {
    if (bookmark == null) {
      return;
    }
    FileSession session = workbench.files().open(bookmark.file());
    Subscription[] waiting = {Subscription.EMPTY};
    waiting[0] =
        session
            .stateProperty()
            .subscribe(
                state -> {
                  OpenedFile file = session.file();
                  if (state == FileSession.State.OPEN && file != null) {
                    goIn(file, bookmark);
                  }
                  if (state != FileSession.State.LOADING) {
                    waiting[0].unsubscribe();
                  }
                });
    if (session.state() != FileSession.State.LOADING) {
      waiting[0].unsubscribe();
    }
  }

  private void goIn(OpenedFile file, Bookmark bookmark) {
    Callable<Place> find = () -> bookmark.in(file, workbench.context().formats());
    workbench
        .context()
        .background()
        .run(
            find,
            place -> workbench.navigator().go(place, bookmark.view()),
            failure ->
                workbench
                    .context()
                    .dialogs()
                    .showError("The bookmark's place no longer exists", failure));
  }

  /** Adds the bookmarks to a menu bar, as a submenu of the menu that goes places. */
  void addTo(MenuBar bar) {
    Menu menu = new Menu("Bookmarks");
    menu.setId("menu-bookmarks");
    menu.disableProperty().bind(Bindings.isEmpty(bookmarks.list()));
    bookmarks.list().addListener((ListChangeListener<Bookmark>) change -> fill(menu));
    fill(menu);
    bar.getMenus().stream()
        .filter(each -> each.getText().equals(ActionMenu.GO.text()))
        .findFirst()
        .ifPresent(go -> go.getItems().add(menu));
  }

  private void fill(Menu menu) {
    menu.getItems().clear();
    for (Bookmark each : List.copyOf(bookmarks.list())) {
      MenuItem item = new MenuItem(each.label());
      item.setMnemonicParsing(false);
      item.setOnAction(event -> go(each));
      menu.getItems().add(item);
    }
    if (!bookmarks.list().isEmpty()) {
      MenuItem clear = new MenuItem("Remove All Bookmarks");
      clear.setOnAction(event -> bookmarks.clear());
      menu.getItems().addAll(new SeparatorMenuItem(), clear);
    }
  }
}
