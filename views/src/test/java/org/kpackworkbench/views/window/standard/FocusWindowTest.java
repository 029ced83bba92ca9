package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The focus after a file was opened or a view chosen by keys. */
@ExtendWith(WindowRobot.class)
class FocusWindowTest {
  @TempDir Path temp;
  private StandardWindow window;

  @Start
  void start(Stage stage) {
    window = new StandardWindow(stage);
  }

  private Node owner() {
    return Objects.requireNonNull(window.stage.getScene().getFocusOwner());
  }

  private static boolean within(Node node, Node ancestor) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (at.equals(ancestor)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void viewOfAnOpenedFileHasTheFocus(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libdrift.so"));
    Node view = robot.lookup("#overview").query();
    Await.until("the focus in the view", () -> within(owner(), view));
  }

  /** A press of Space starts nothing. */
  @ParameterizedTest
  @CsvSource({"rocm/lib/libdrift.so", "rocm"})
  void viewOfAnOpenedFileOrFolderHasTheFocusAndNoButton(String name, FxRobot robot)
      throws IOException {
    Path lib = Files.createDirectories(temp.toRealPath().resolve("rocm/lib"));
    Files.copy(StandardWindow.fixture("libdrift.so"), lib.resolve("libdrift.so"));
    window.open(robot, temp.toRealPath().resolve(name));
    Await.settled();
    assertThat(within(owner(), robot.lookup(".view-tabs").queryAs(TabPane.class))).isTrue();
    assertThat(owner()).isNotInstanceOf(ButtonBase.class);
    robot.type(KeyCode.SPACE);
    assertThat(robot.lookup("#file-tabs").queryAs(TabPane.class).getTabs()).hasSize(1);
    assertThat(window.stage.isFocused()).as("no dialog is open").isTrue();
  }

  @Test
  void viewChosenInThePaletteHasTheFocus(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libdrift.so"));
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("view: sections").type(KeyCode.ENTER);
    assertThat(window.shownView()).isEqualTo("sections");
    assertThat(owner().getId()).isEqualTo("sections");
  }

  @Test
  void viewThatComesInFrontOfTheFocusHasIt(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libdrift.so"));
    Node view = robot.lookup("#overview").query();
    Await.until("the focus in the view", () -> within(owner(), view));
    robot.interact(() -> assertThat(window.workbench.showView("sections")).isTrue());
    Await.until("the focus in the table", () -> "sections".equals(owner().getId()));
  }

  /** Also where a view has its contents only later, and where these are what scrolls. */
  @Test
  void everyViewThatIsChosenHasTheFocus(FxRobot robot) throws IOException {
    Path lib = Files.createDirectories(temp.toRealPath().resolve("rocm/lib"));
    Files.copy(StandardWindow.fixture("libone.so"), lib.resolve("libone.so"));
    List<String> without = new ArrayList<>();
    for (Path file :
        List.of(
            StandardWindow.fixture("libdrift.so"),
            StandardWindow.fixture("kernels_gfx1100.kpack"),
            StandardWindow.fixture("gfx1100.kdb"),
            lib.getParent())) {
      window.open(robot, file);
      TabPane tabs = robot.lookup(".view-tabs").queryAs(TabPane.class);
      for (Tab tab : List.copyOf(tabs.getTabs())) {
        robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
        robot.write("view: " + tab.getText()).type(KeyCode.ENTER);
        Await.settled();
        if (!within(
                owner(),
                Objects.requireNonNull(tabs.getSelectionModel().getSelectedItem()).getContent())
            || owner() instanceof SplitPane) {
          without.add(file.getFileName() + " " + tab.getText() + ": " + owner());
        }
      }
      robot.push(KeyCode.SHORTCUT, KeyCode.W);
    }
    assertThat(without).isEmpty();
  }

  /** From the bytes, which a page hides: the focus would fall on a divider. */
  @ParameterizedTest
  @CsvSource({"loader log, log-text", "running process, processes"})
  void pageThatIsOpenedHasTheFocus(String words, String id, FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libdrift.so"));
    robot.interact(() -> robot.lookup(".hex-view").query().requestFocus());
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write(words).type(KeyCode.ENTER);
    Await.settled();
    assertThat(owner().getId()).isEqualTo(id);
  }

  @Test
  void paletteKnowsDisassemblyEditAndLoading(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libdrift.so"));
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("disassembly");
    assertThat(robot.lookup("#palette-list .palette-row .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .anyMatch(text -> text.startsWith("View: ") && text.contains("Machine code"));
    robot.type(KeyCode.ESCAPE);
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("loading").type(KeyCode.ENTER);
    assertThat(window.shownView()).isEqualTo("resolve");
  }

  @Test
  void logIsPastedWhateverHasTheFocusOnItsPage(FxRobot robot) {
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.READ_LOG)).isTrue());
    robot.interact(
        () -> {
          ClipboardContent content = new ClipboardContent();
          content.putString("kpack: trying architecture: gfx942");
          Clipboard.getSystemClipboard().setContent(content);
          robot.lookup("#log-open").query().requestFocus();
        });
    robot.push(KeyCode.CONTROL, KeyCode.V);
    assertThat(robot.lookup("#log-text").queryAs(TextArea.class).getText())
        .isEqualTo("kpack: trying architecture: gfx942");
  }
}
