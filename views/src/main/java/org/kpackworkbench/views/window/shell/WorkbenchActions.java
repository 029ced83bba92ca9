package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.NumberBinding;
import javafx.beans.property.BooleanProperty;
import javafx.beans.value.ObservableValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.theme.ThemeChoice;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.spi.Page;

/** The actions that the window itself handles. */
final class WorkbenchActions {
  private static final int LONGEST_NAME = 40;

  private final Workbench workbench;
  private final WorkbenchLayout layout;
  private final FileTabs tabs;
  private final Themes themes;
  private final Dialogs dialogs;
  private final ActionHandlers handlers;

  WorkbenchActions(
      Workbench workbench, WorkbenchLayout layout, FileTabs tabs, Themes themes, Dialogs dialogs) {
    this.workbench = workbench;
    this.layout = layout;
    this.tabs = tabs;
    this.themes = themes;
    this.dialogs = dialogs;
    handlers = workbench.actions().window();
  }

  void install() {
    opening();
    navigation();
    appearance();
    panels();
    jobs();
  }

  private void opening() {
    OpenFiles files = workbench.files();
    ObservableValue<Boolean> some = files.activeProperty().map(session -> true).orElse(false);
    NumberBinding tabCount =
        Bindings.size(files.sessions()).add(Bindings.size(workbench.pages().list()));
    ObservableValue<Boolean> any = tabCount.greaterThan(0);
    ObservableValue<Boolean> several = tabCount.greaterThan(1);
    handlers
        .on(ActionId.OPEN, () -> openIfAny(dialogs.chooseFiles("Open Files")))
        .on(
            ActionId.OPEN_FOLDER,
            () -> dialogs.chooseFolder("Open Folder").map(List::of).ifPresent(workbench::openAll))
        .on(
            ActionId.SAVE,
            files.activeProperty().flatMap(FileSession::unsavedProperty).orElse(false),
            () -> withActive(session -> workbench.edits().save(session, () -> {})))
        .on(
            ActionId.SAVE_AS,
            files.activeProperty().flatMap(FileSession::savesAsProperty).orElse(false),
            () -> withActive(workbench.edits()::saveAs))
        .on(ActionId.RELOAD, some, () -> withActive(workbench.edits()::reload))
        .on(ActionId.CLOSE_TAB, any, this::closeTab)
        .on(ActionId.CLOSE_OTHERS, several, this::closeOthers)
        .on(
            ActionId.CLOSE_ALL,
            any,
            () -> {
              workbench.pages().closeAll();
              workbench.edits().close(files.sessions());
            })
        .on(ActionId.NEXT_FILE, several, () -> tabs.step(1))
        .on(ActionId.PREVIOUS_FILE, several, () -> tabs.step(-1))
        .on(ActionId.WELCOME, tabs::showWelcome);
    if (tabs.hasLast()) {
      handlers.on(ActionId.REOPEN_TABS, () -> tabs.reopen(workbench::openAll));
    }
    Runnable sample = workbench.parts().sample();
    if (sample != null) {
      handlers.on(ActionId.OPEN_SAMPLE, sample);
    }
  }

  private void navigation() {
    Navigator navigator = workbench.navigator();
    handlers
        .on(ActionId.BACK, navigator.canGoBackProperty(), navigator::back)
        .on(ActionId.FORWARD, navigator.canGoForwardProperty(), navigator::forward)
        .named(
            ActionId.OPEN_SELECTED,
            navigator.currentProperty().map(WorkbenchActions::openWords).orElse(""),
            () -> open(navigator))
        .on(ActionId.NEXT_PANE, () -> layout.panes().step(1))
        .on(ActionId.PREVIOUS_PANE, () -> layout.panes().step(-1));
  }

  /** Returns the menu text for opening a place; empty if there is nothing to open. */
  static String openWords(Place place) {
    return CodeObjectPlaces.opened(place) == null
        ? ""
        : "Open “%s”".formatted(PlaceWords.cut(PlaceWords.label(place), LONGEST_NAME));
  }

  private static void open(Navigator navigator) {
    Place here = navigator.current();
    Place target = here == null ? null : CodeObjectPlaces.opened(here);
    if (target != null) {
      navigator.open(target);
    }
  }

  private void appearance() {
    for (ThemeChoice choice : ThemeChoice.values()) {
      handlers.choice(
          actionOf(choice),
          themes.choiceProperty().map(now -> now == choice),
          () -> themes.choiceProperty().set(choice));
    }
    handlers
        .on(ActionId.ZOOM_IN, () -> themes.zoom().in())
        .on(ActionId.ZOOM_OUT, () -> themes.zoom().out())
        .on(ActionId.ZOOM_RESET, () -> themes.zoom().reset());
  }

  private void panels() {
    handlers
        .named(ActionId.MOVE_TO_OTHER_SIDE, tabs.moveWordsProperty(), tabs::moveToOtherSide)
        .toggle(ActionId.SHOW_WORKSPACE, layout.workspaceShown())
        .toggle(ActionId.SHOW_DOCK, layout.dockShown());
    BooleanProperty bytes = layout.bytesShown();
    if (bytes != null) {
      handlers.toggle(ActionId.SHOW_BYTES, bytes);
    }
    BooleanProperty inspector = layout.inspectorShown();
    if (inspector != null) {
      handlers.toggle(ActionId.SHOW_INSPECTOR, inspector);
    }
  }

  private void jobs() {
    handlers
        .on(
            ActionId.CANCEL_JOB,
            workbench.jobs().runningProperty().map(count -> count.intValue() > 0),
            () -> workbench.jobs().cancelNewest())
        .on(
            ActionId.CLEAR_JOBS,
            Bindings.isNotEmpty(workbench.jobs().list()),
            () -> workbench.jobs().clearEnded());
  }

  private static ActionId actionOf(ThemeChoice choice) {
    return switch (choice) {
      case SYSTEM -> ActionId.THEME_SYSTEM;
      case LIGHT -> ActionId.THEME_LIGHT;
      case DARK -> ActionId.THEME_DARK;
      case HIGH_CONTRAST -> ActionId.THEME_HIGH_CONTRAST;
    };
  }

  private void openIfAny(List<Path> paths) {
    if (!paths.isEmpty()) {
      workbench.openAll(paths);
    }
  }

  private void closeTab() {
    if (tabs.welcomeInFront()) {
      tabs.closeWelcome();
      return;
    }
    Page page = workbench.pages().inFront();
    if (page != null) {
      workbench.pages().close(page);
    } else {
      withActive(session -> workbench.edits().close(List.of(session)));
    }
  }

  private void closeOthers() {
    FileSession kept = workbench.files().active();
    OpenPages pages = workbench.pages();
    pages.open().stream().filter(page -> !page.equals(pages.inFront())).forEach(pages::close);
    workbench
        .edits()
        .close(
            workbench.files().sessions().stream()
                .filter(session -> !session.equals(kept))
                .toList());
  }

  private void withActive(Consumer<FileSession> action) {
    FileSession session = workbench.files().active();
    if (session != null) {
      action.accept(session);
    }
  }
}
