package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.paint.LinearGradient;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.analysis.resolve.LoadsPlace;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.hex.HexDecoration;
import org.kpackworkbench.views.kit.hex.HexModel;
import org.kpackworkbench.views.kit.hex.HexView;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.Bookmarks;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.NodeQueryUtils;

/** Bookmarks in the real window. */
@ExtendWith(WindowRobot.class)
class BookmarksWindowTest {
  @TempDir static Path folder;
  private StandardWindow window;

  @Start
  void start(Stage stage) {
    window = new StandardWindow(stage);
  }

  private Place here() {
    return Objects.requireNonNull(window.workbench.navigator().current());
  }

  private Menu menu(FxRobot robot) {
    return robot.lookup(".menu-bar").queryAs(MenuBar.class).getMenus().stream()
        .flatMap(menu -> menu.getItems().stream())
        .filter(item -> "menu-bookmarks".equals(item.getId()))
        .map(Menu.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void loadsAreMarkedAndFoundAgain(FxRobot robot) {
    Place loads = LoadsPlace.of(fixture("libmany.so"), List.of(GpuTarget.of("gfx942")));
    robot.interact(() -> window.workbench.navigator().open(loads));
    assertThat(window.shownView()).isEqualTo("resolve");
    robot.push(KeyCode.CONTROL, KeyCode.K);
    robot.interact(() -> window.workbench.actions().run(ActionId.CLOSE_ALL));
    robot.push(KeyCode.ALT, KeyCode.K);
    assertThat(here()).isEqualTo(loads);
    assertThat(window.shownView()).isEqualTo("resolve");
  }

  /** Each view in turn, on the file itself and, where it is a table, on a row. */
  @ParameterizedTest
  @ValueSource(strings = {"libmany.so", "kinds-gfx942.hsaco", "archive"})
  void aBookmarkLeadsToTheViewItWasMadeOn(String name, FxRobot robot) throws IOException {
    Path file = name.equals("archive") ? ArchiveFiles.golden(folder) : fixture(name);
    window.open(robot, file);
    List<String> views =
        robot.lookup(".view-tabs").queryAs(TabPane.class).getTabs().stream()
            .map(tab -> tab.getId().substring("view-".length()))
            .toList();
    assertThat(views).hasSizeGreaterThan(3);
    Bookmarks bookmarks = window.workbench.context().bookmarks();
    for (String view : views) {
      window.open(robot, file);
      robot.interact(() -> window.workbench.showView(view));
      for (Node table : robot.lookup(".view-tabs .table-view").queryAll()) {
        if (NodeQueryUtils.isVisible().test(table)) {
          robot.interact(() -> ((TableView<?>) table).getSelectionModel().clearAndSelect(0));
        }
      }
      Place marked = here();
      robot.interact(() -> window.workbench.actions().run(ActionId.BOOKMARK));
      robot.interact(() -> window.workbench.actions().run(ActionId.CLOSE_ALL));
      robot.interact(() -> window.workbench.actions().run(ActionId.NEXT_BOOKMARK));
      assertThat(window.shownView()).as("%s, %s", view, marked).isEqualTo(view);
      robot.interact(bookmarks::clear);
    }
  }

  /** After a tab was moved to the other side, whichever is closed first. */
  @Test
  void noTabIsLeftBehindByClosingAll(FxRobot robot) {
    window.open(robot, fixture("libmany.so"), fixture("libone.so"), fixture("libplain.so"));
    robot.push(KeyCode.CONTROL, KeyCode.BACK_SLASH);
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.W);
    assertThat(window.workbench.files().sessions()).isEmpty();
  }

  @Test
  void backLeadsToTheViewThatWasLeft(FxRobot robot) throws IOException {
    window.open(robot, ArchiveFiles.golden(folder));
    robot.interact(() -> window.workbench.showView("contents"));
    robot.interact(
        () -> robot.lookup("#archive-table").queryTableView().getSelectionModel().select(2));
    assertThat(here()).isInstanceOf(Place.CodeObject.class);
    robot.interact(() -> window.workbench.actions().run(ActionId.OPEN_SELECTED));
    assertThat(window.shownView()).isNotEqualTo("contents");
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    assertThat(window.shownView()).isEqualTo("contents");
  }

  @Test
  void aSectionAndACodeObjectAreMarkedAndFoundAgain(FxRobot robot) throws IOException {
    Path library = fixture("libmany.so");
    Path archive = ArchiveFiles.golden(folder);
    window.open(robot, library, archive);
    Place code =
        new Place.CodeObject(new Place.File(archive), "lib/libtest.so", 0, "gfx906", null, false);
    robot.interact(() -> window.workbench.navigator().go(code));
    robot.push(KeyCode.CONTROL, KeyCode.K);
    assertThat(window.workbench.actions().get(ActionId.BOOKMARK).textProperty().get())
        .startsWith("Remove Bookmark of “lib/libtest.so#0");
    robot.interact(() -> window.workbench.files().open(library));
    robot.interact(() -> window.workbench.showView("sections"));
    robot.interact(
        () -> robot.lookup("#sections").queryTableView().getSelectionModel().clearAndSelect(3));
    Place section = here();
    robot.push(KeyCode.CONTROL, KeyCode.K);
    assertThat(menu(robot).getItems().stream().map(MenuItem::getText))
        .anyMatch(text -> text.startsWith("libmany.so ▸ "))
        .anyMatch(text -> text.contains("gfx906"));
    robot.interact(() -> window.workbench.actions().run(ActionId.CLOSE_ALL));
    assertThat(window.workbench.files().sessions()).isEmpty();
    robot.push(KeyCode.ALT, KeyCode.K);
    assertThat(here()).as("its file is open again").isEqualTo(code);
    robot.push(KeyCode.ALT, KeyCode.K);
    assertThat(here().file()).isEqualTo(library);
    assertThat(here().range()).isEqualTo(section.range());
    robot.push(KeyCode.ALT, KeyCode.SHIFT, KeyCode.K);
    assertThat(here()).isEqualTo(code);
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("bookmark: libmany").type(KeyCode.ENTER);
    assertThat(here().file()).isEqualTo(library);
  }

  @Test
  void aBookmarkOfWhatIsNotThereAnyMoreSaysSo(FxRobot robot) throws IOException {
    Path archive = ArchiveFiles.golden(folder);
    window.open(robot, archive);
    robot.interact(
        () ->
            window
                .workbench
                .navigator()
                .go(
                    new Place.CodeObject(
                        new Place.File(archive), "no/such", 0, "gfx906", null, false)));
    robot.push(KeyCode.CONTROL, KeyCode.K);
    robot.push(KeyCode.ALT, KeyCode.K);
    assertThat(window.dialogs.errors)
        .singleElement()
        .asString()
        .startsWith("The bookmark's place no longer exists");
  }

  private static long corners(FxRobot robot, String table) {
    return robot.from(robot.lookup(table)).lookup(".table-row-cell").queryAll().stream()
        .filter(BookmarksWindowTest::marked)
        .map(Parent.class::cast)
        .peek(
            row -> {
              assertThat(row.getAccessibleHelp()).isEqualTo("bookmarked");
              Region cell = (Region) row.getChildrenUnmodifiable().getFirst();
              assertThat(cell.getBackground().getFills().getLast().getFill())
                  .as("the corner of the first cell")
                  .isInstanceOf(LinearGradient.class);
            })
        .count();
  }

  private static boolean marked(Node node) {
    return node.getPseudoClassStates().contains(PseudoClass.getPseudoClass("bookmarked"));
  }

  @Test
  void theRowTheBytesAndTheMinimapShowWhereABookmarkIs(FxRobot robot) {
    Path library = fixture("libmany.so");
    window.open(robot, library);
    robot.interact(() -> window.workbench.showView("sections"));
    robot.interact(
        () -> robot.lookup("#sections").queryTableView().getSelectionModel().clearAndSelect(5));
    assertThat(corners(robot, "#sections")).isZero();
    robot.push(KeyCode.CONTROL, KeyCode.K);
    assertThat(corners(robot, "#sections")).isEqualTo(1);
    HexModel model = robot.lookup(".hex-view").queryAs(HexView.class).model();
    ByteRange section = Objects.requireNonNull(here().range());
    assertThat(model.decorationsProperty().get().in(new ByteRange(0, Long.MAX_VALUE / 2)))
        .singleElement()
        .satisfies(
            mark -> {
              assertThat(mark.mark()).isEqualTo(HexDecoration.Mark.BOOKMARK);
              assertThat(mark.range()).isEqualTo(section);
              assertThat(mark.words()).startsWith("Bookmark: libmany.so ▸ ");
            });
    assertThat(robot.lookup(".minimap-bookmark").queryAll()).hasSize(1);
    robot.push(KeyCode.CONTROL, KeyCode.K);
    assertThat(corners(robot, "#sections")).as("taken away").isZero();
    assertThat(robot.lookup(".minimap-bookmark").queryAll()).isEmpty();
  }

  @Test
  void aBookmarkOfACodeObjectIsAtItsStoredBytesAndRow(FxRobot robot) throws IOException {
    Path archive = ArchiveFiles.golden(folder);
    window.open(robot, archive);
    Place code =
        new Place.CodeObject(new Place.File(archive), "lib/libtest.so", 0, "gfx906", null, false);
    robot.interact(() -> window.workbench.navigator().go(code));
    robot.push(KeyCode.CONTROL, KeyCode.K);
    HexModel model = robot.lookup(".hex-view").queryAs(HexView.class).model();
    assertThat(model.decorationsProperty().get().in(new ByteRange(0, Long.MAX_VALUE / 2)))
        .singleElement()
        .satisfies(mark -> assertThat(mark.range().length()).isPositive());
    assertThat(corners(robot, ".archive-table")).isEqualTo(1);
  }
}
