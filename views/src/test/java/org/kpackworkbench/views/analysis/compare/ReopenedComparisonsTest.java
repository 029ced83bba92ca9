package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.standard.AnsweredDialogs;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** "Reopen Last Tabs" opens comparisons, too, each where it was. */
@ExtendWith(WindowRobot.class)
class ReopenedComparisonsTest {
  private final ShellState state = ShellState.inMemory();
  @TempDir private Path temp;
  private Path file;
  private List<Path> archives;

  @Start
  void start(Stage stage) {}

  /** A start of the program; it is closed at the end. */
  private void session(FxRobot robot, Consumer<Workbench> user) {
    Workbench[] window = new Workbench[1];
    robot.interact(
        () -> {
          window[0] =
              new Workbench(
                  StandardViews.parts(),
                  state,
                  Background.sameThread(),
                  new Themes(new SystemLook(false, false), new Zoom()),
                  new AnsweredDialogs());
          window[0].attach(new Scene(window[0].root(), 1200, 800));
          user.accept(window[0]);
          layOut(window[0]);
        });
    // What waits for the next frame.
    robot.interact(() -> layOut(window[0]));
    robot.interact(() -> shown(window[0]));
    robot.interact(() -> window[0].close());
  }

  private List<List<String>> sides = List.of();
  private String front = "";

  private void shown(Workbench window) {
    TabPane left = (TabPane) window.root().lookup("#file-tabs");
    TabPane right = (TabPane) window.root().lookup("#file-tabs-beside");
    sides = List.of(titles(left), right == null ? List.of() : titles(right));
    front =
        window.context().pages().inFront() != null
            ? window.context().pages().inFront().title().getValue()
            : window.files().active() == null ? "" : window.files().active().path().toString();
  }

  private static List<String> titles(TabPane side) {
    return side.getTabs().stream().map(Tab::getText).toList();
  }

  private static void layOut(Workbench window) {
    window.root().applyCss();
    window.root().layout();
  }

  private void make() throws Exception {
    file = StandardWindow.fixture("libmany.so");
    archives =
        ComparedFiles.archives(
            temp.toRealPath(),
            StandardWindow.fixture("kinds-gfx942.hsaco"),
            StandardWindow.fixture("axpy-gfx906-v4.hsaco"));
  }

  private void compare(Workbench window, Path... paths) {
    new Comparing(window.context()).compare(List.of(paths));
  }

  @Test
  void comparisonsAreOpenedAgainWhereTheyWere(FxRobot robot) throws Exception {
    make();
    session(
        robot,
        window -> {
          compare(window, archives.get(0), archives.get(1));
          window.openAll(List.of(file));
          compare(window, file, StandardWindow.fixture("libmixed.so"));
          window.actions().run(ActionId.MOVE_TO_OTHER_SIDE);
        });
    List<List<String>> before = sides;
    String active = front;
    assertThat(before.get(0)).hasSize(2);
    assertThat(before.get(1)).hasSize(1);
    assertThat(active).contains("libmixed.so");
    session(robot, window -> assertThat(window.actions().run(ActionId.REOPEN_TABS)).isTrue());
    assertThat(sides).isEqualTo(before);
    assertThat(front).isEqualTo(active);
  }

  @Test
  void theFileThatWasActiveIsActiveAgain(FxRobot robot) throws Exception {
    make();
    session(
        robot,
        window -> {
          compare(window, archives.get(0), archives.get(1));
          window.openAll(List.of(file));
        });
    List<List<String>> before = sides;
    assertThat(front).isEqualTo(file.toString());
    session(robot, window -> assertThat(window.actions().run(ActionId.REOPEN_TABS)).isTrue());
    assertThat(sides).isEqualTo(before);
    assertThat(front).isEqualTo(file.toString());
  }

  private static List<String> inFront(Workbench window) {
    return window.context().pages().inFront() instanceof ComparePage page
        ? page.again().orElseThrow().inside()
        : List.of();
  }

  @Test
  void aComparisonIsOpenedAgainAtTheLevelWhereTheUserWas(FxRobot robot) throws Exception {
    make();
    List<List<String>> ways = new ArrayList<>();
    session(
        robot,
        window -> {
          compare(window, archives.get(0), archives.get(1));
          ComparePage page = (ComparePage) window.context().pages().inFront();
          layOut(window);
          assertThat(page).isNotNull();
          assertThat(page.open("lib/libkernels.so#0 @ gfx942")).isTrue();
          ways.add(inFront(window));
        });
    assertThat(ways.getFirst()).as("a row's group and key").hasSize(2);
    List<List<String>> before = sides;
    session(
        robot,
        window -> {
          assertThat(window.actions().run(ActionId.REOPEN_TABS)).isTrue();
          // Pages are opened with the next frame.
          Platform.runLater(
              () -> {
                ways.add(inFront(window));
              });
        });
    assertThat(sides).isEqualTo(before);
    assertThat(ways.getLast()).isEqualTo(ways.getFirst());
  }

  @Test
  void comparisonsAloneAreATabToReopen(FxRobot robot) throws Exception {
    make();
    session(robot, window -> compare(window, archives.get(0), archives.get(1)));
    List<List<String>> before = sides;
    session(robot, window -> assertThat(window.actions().run(ActionId.REOPEN_TABS)).isTrue());
    assertThat(sides).isEqualTo(before);
    session(robot, window -> {});
    assertThat(sides.get(0)).as("nothing by itself").containsExactly("Welcome");
  }
}
