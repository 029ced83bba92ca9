package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.TabPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.ActionModel;
import org.kpackworkbench.views.kit.palette.CommandPalette;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.kit.theme.ThemeChoice;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Menus, palette, find, theme and zoom: everything that is made from the catalogue of actions. */
class CommandsTest extends ShellTest {
  @Start
  void start(Stage primary) {
    show(primary);
  }

  private static List<MenuItem> items(FxRobot robot) {
    List<MenuItem> all = new ArrayList<>();
    robot.lookup(".menu-bar").queryAs(MenuBar.class).getMenus().forEach(menu -> collect(menu, all));
    return all;
  }

  private static void collect(Menu menu, List<MenuItem> into) {
    for (MenuItem item : menu.getItems()) {
      if (item instanceof Menu inner) {
        collect(inner, into);
      } else if (item.getId() != null) {
        into.add(item);
      }
    }
  }

  private static MenuItem item(FxRobot robot, String id) {
    return items(robot).stream().filter(item -> item.getId().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void everyActionStandsInAMenuAndOnlyThoseThatDoSomethingAreShown(FxRobot robot) {
    List<MenuItem> items = items(robot);
    assertThat(items).hasSize(ActionId.values().length);
    for (ActionId id : ActionId.values()) {
      MenuItem item =
          item(robot, "item-" + id.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
      ActionModel model = workbench.actions().get(id);
      assertThat(item.isVisible()).as(id.name()).isEqualTo(model.offeredProperty().get());
      assertThat(item.isDisable()).as(id.name()).isNotEqualTo(model.enabledProperty().get());
    }
    assertThat(item(robot, "item-extract").isVisible()).as("no handler yet").isFalse();
    assertThat(item(robot, "item-close-tab").isDisable()).as("nothing is open").isTrue();
  }

  @Test
  void noTwoActionsShareAKey() {
    Map<String, ActionId> keys = new HashMap<>();
    for (ActionId id : ActionId.values()) {
      for (KeyCombination key : id.accelerators()) {
        assertThat(keys.put(key.getName(), id)).as(key.getName()).isNull();
      }
    }
    assertThat(keys).hasSizeGreaterThan(20);
  }

  @Test
  void everyKeyIsOneThatKeyboardsHave() {
    for (ActionId id : ActionId.values()) {
      // A name that is no key's becomes a "character" that cannot be typed.
      assertThat(id.accelerators().stream().map(KeyCombination::getClass).map(Class::getSimpleName))
          .as(id.name())
          .isSubsetOf("KeyCodeCombination", "CharacterKey");
    }
  }

  @Test
  void aViewsHandlerIsInForceWhileItIsInFront(FxRobot robot) throws IOException {
    Path path = file("a.so");
    List<String> ran = new ArrayList<>();
    robot.interact(
        () -> {
          workbench.openAll(List.of(path));
          FakeView objects = views.get("a.so/objects");
          new ActionHandlers()
              .on(ActionId.EXTRACT, () -> ran.add("extract"))
              .on(ActionId.FIND, () -> ran.add("find in view"))
              .attachTo(objects.list);
          workbench.showView("objects");
        });
    assertThat(item(robot, "item-extract").isVisible()).isTrue();
    assertThat(item(robot, "item-extract").isDisable()).isFalse();
    robot.push(KeyCode.CONTROL, KeyCode.E);
    robot.push(KeyCode.CONTROL, KeyCode.F);
    robot.interact(() -> workbench.showView("sections"));
    assertThat(item(robot, "item-extract").isVisible()).as("known by now").isTrue();
    assertThat(item(robot, "item-extract").isDisable()).isTrue();
    robot.push(KeyCode.CONTROL, KeyCode.E);
    assertThat(ran).containsExactly("extract", "find in view");
  }

  @Test
  void thePaletteRunsWhatIsFoundByAFewLetters(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("zin");
    ListView<CommandPalette.Entry> list = robot.lookup("#palette-list").query();
    assertThat(list.getItems()).first().extracting(CommandPalette.Entry::text).isEqualTo("Zoom In");
    robot.type(KeyCode.ENTER);
    assertThat(themes.zoom().factor()).isEqualTo(1.1);
    assertThat(robot.lookup("#palette-list").tryQuery()).as("closed").isEmpty();
  }

  @Test
  void thePaletteSaysWhenNothingFitsAndEscapeClosesIt(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("qqqq");
    assertThat(robot.lookup("No action, view or tab has that name.").tryQuery()).isPresent();
    robot.type(KeyCode.ESCAPE);
    assertThat(robot.lookup("#palette-list").tryQuery()).isEmpty();
  }

  @Test
  void thePaletteGoesToViewsAndTabs(FxRobot robot) throws IOException {
    Path first = file("a.so");
    Path second = file("b.so");
    robot.interact(() -> workbench.openAll(List.of(first, second)));
    assertThat(workbench.files().active().path()).isEqualTo(second);
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("a.so").type(KeyCode.ENTER);
    assertThat(workbench.files().active().path()).isEqualTo(first);
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("objects").type(KeyCode.ENTER);
    TabPane shown =
        robot.lookup(".view-tabs").queryAllAs(TabPane.class).stream()
            .filter(each -> each.getParent().getParent().isVisible())
            .findFirst()
            .orElseThrow();
    assertThat(shown.getSelectionModel().getSelectedItem().getId()).isEqualTo("view-objects");
    assertThat(robot.lookup("#palette-list").tryQuery()).as("closed").isEmpty();
  }

  @Test
  void thePaletteRunsTheActionsOfTheViewThatHadTheFocus(FxRobot robot) throws IOException {
    Path path = file("a.so");
    List<String> ran = new ArrayList<>();
    robot.interact(
        () -> {
          workbench.openAll(List.of(path));
          FakeView objects = views.get("a.so/objects");
          new ActionHandlers()
              .on(ActionId.EXTRACT_ALL, () -> ran.add("all"))
              .attachTo(objects.list);
          workbench.showView("objects");
          objects.list.requestFocus();
        });
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("extract all").type(KeyCode.ENTER);
    assertThat(ran).containsExactly("all");
  }

  @Test
  void theThemeFollowsTheSystemUntilOneIsChosen(FxRobot robot) {
    assertThat(themes.themeProperty().get()).isEqualTo(Theme.LIGHT);
    robot.interact(() -> look.set(true, false));
    assertThat(themes.themeProperty().get()).isEqualTo(Theme.DARK);
    robot.interact(() -> look.set(true, true));
    assertThat(themes.themeProperty().get()).isEqualTo(Theme.CONTRAST_DARK);
    robot.interact(() -> item(robot, "item-theme-light").fire());
    assertThat(themes.themeProperty().get()).isEqualTo(Theme.LIGHT);
    assertThat(((RadioMenuItem) item(robot, "item-theme-light")).isSelected()).isTrue();
    assertThat(((RadioMenuItem) item(robot, "item-theme-system")).isSelected()).isFalse();
    assertThat(state.text("theme")).contains(ThemeChoice.LIGHT.id());
  }

  @Test
  void zoomingScalesTheTextAndIsRemembered(FxRobot robot) {
    double before = robot.lookup("#dock-jobs").query().getBoundsInLocal().getHeight();
    robot.push(KeyCode.CONTROL, KeyCode.PLUS);
    robot.push(KeyCode.CONTROL, KeyCode.EQUALS);
    robot.interact(() -> themes.zoom().set(2));
    robot.interact(() -> stage.getScene().getRoot().layout());
    assertThat(robot.lookup("#dock-jobs").query().getBoundsInLocal().getHeight())
        .isGreaterThan(before * 1.5);
    assertThat(state.text("zoom")).contains("2.0");
    robot.push(KeyCode.CONTROL, KeyCode.DIGIT0);
    assertThat(themes.zoom().factor()).isEqualTo(1);
  }

  @Test
  void panelsCanBeHiddenByTheMenu(FxRobot robot) throws IOException {
    Path path = file("a.so");
    robot.interact(() -> workbench.openAll(List.of(path)));
    CheckMenuItem item = (CheckMenuItem) item(robot, "item-show-workspace");
    assertThat(item.isSelected()).isTrue();
    robot.interact(item::fire);
    assertThat(robot.lookup("#workspace-tree").tryQuery()).isEmpty();
    assertThat(item.isSelected()).isFalse();
    robot.interact(item::fire);
    assertThat(robot.lookup("#workspace-tree").tryQuery()).isPresent();
  }

  @Test
  void goToFindsOffsetsAddressesAndNames(FxRobot robot) throws IOException {
    Path path = file("a.so");
    robot.interact(() -> workbench.openAll(List.of(path)));
    FakeFile file = loaded.get(path);
    robot.push(KeyCode.CONTROL, KeyCode.G);
    robot.write("0x2900+16").type(KeyCode.ENTER);
    assertThat(workbench.navigator().current().range().length()).isEqualTo(16);
    assertThat(workbench.navigator().current().parent()).isEqualTo(file.objects.get(1));
    robot.push(KeyCode.CONTROL, KeyCode.F);
    robot.write("gfx").type(KeyCode.ENTER);
    assertThat(workbench.navigator().current()).isEqualTo(file.objects.get(0));
    robot.type(KeyCode.F3);
    assertThat(workbench.navigator().current()).isEqualTo(file.objects.get(1));
    robot.type(KeyCode.F3);
    assertThat(workbench.navigator().current()).as("round").isEqualTo(file.objects.get(0));
    robot.push(KeyCode.SHIFT, KeyCode.F3);
    assertThat(workbench.navigator().current()).isEqualTo(file.objects.get(1));
  }

  @Test
  void theCopyMenuCopiesWhatIsSelected(FxRobot robot) throws IOException {
    Path path = file("a.so");
    robot.interact(() -> workbench.openAll(List.of(path)));
    FakeFile file = loaded.get(path);
    robot.interact(
        () -> {
          workbench.navigator().go(new Place.Bytes(file.text, new ByteRange(0x1000, 4)));
          workbench.actions().run(ActionId.COPY_HEX);
          assertThat(Clipboard.getSystemClipboard().getString()).isEqualTo("00 00 00 00");
          workbench.actions().run(ActionId.COPY_OFFSET);
          assertThat(Clipboard.getSystemClipboard().getString()).isEqualTo("0x1000");
          workbench.actions().run(ActionId.COPY_KEY);
          assertThat(Clipboard.getSystemClipboard().getString()).isEqualTo(".text");
          workbench.actions().run(ActionId.COPY_HASH);
          assertThat(Clipboard.getSystemClipboard().getString())
              .isEqualTo("df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b81119");
        });
  }

  @Test
  void muchIsCopiedOnlyWhenTheUserSaysSo(FxRobot robot) throws IOException {
    Path path = file("a.so");
    robot.interact(() -> workbench.openAll(List.of(path)));
    FakeFile file = loaded.get(path);
    dialogs.confirmed = false;
    Path sparse = temp.resolve("sparse");
    try (RandomAccessFile make = new RandomAccessFile(sparse.toFile(), "rw")) {
      make.setLength(320 << 20);
    }
    try (OpenFile open = OpenFile.open(sparse)) {
      file.large = open.view();
      copyMuch(robot, file);
    }
    assertThat(dialogs.confirms).singleElement().asString().startsWith("Copy 17.0 MiB?|");
    assertThat(dialogs.errors).singleElement().asString().startsWith("Too much to copy");
  }

  private void copyMuch(FxRobot robot, FakeFile file) {
    robot.interact(
        () -> {
          workbench.navigator().go(new Place.Bytes(file.place, new ByteRange(0x100, 17 << 20)));
          workbench.actions().run(ActionId.COPY_HEX);
          workbench.navigator().go(new Place.Bytes(file.place, new ByteRange(0x100, 300 << 20)));
          workbench.actions().run(ActionId.COPY_HEX);
        });
  }

  @Test
  void aPictureOfTheViewIsSaved(FxRobot robot) throws IOException {
    Path path = file("a.so");
    Path target = temp.resolve("picture.png");
    dialogs.save = Optional.of(target);
    robot.interact(
        () -> {
          workbench.openAll(List.of(path));
          workbench.actions().run(ActionId.SAVE_PICTURE);
        });
    assertThat(Files.readAllBytes(target)).startsWith(0x89, 'P', 'N', 'G');
    assertThat(robot.lookup("#notices .label").queryLabeled().getText())
        .contains("Saved the picture");
  }

  @Test
  void helpShowsKeysLegendAndVersion(FxRobot robot) throws IOException {
    Path path = file("a.so");
    robot.interact(
        () -> {
          workbench.openAll(List.of(path));
          workbench.actions().run(ActionId.SHORTCUTS);
          workbench.actions().run(ActionId.LEGEND);
          workbench.actions().run(ActionId.PROPERTIES);
          workbench.actions().run(ActionId.ABOUT);
        });
    assertThat(dialogs.shown.keySet())
        .containsExactly(
            "Keyboard Shortcuts", "Legend", "Properties of a.so", "About Kpack Workbench");
  }
}
