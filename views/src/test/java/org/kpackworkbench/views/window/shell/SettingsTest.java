package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.kit.theme.ThemeChoice;
import org.kpackworkbench.views.spi.WorkSettings;
import org.kpackworkbench.views.window.settings.Location;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Each setting counts at once, is shown as it is at the next start, and says what is wrong. */
class SettingsTest extends ShellTest {
  private final List<Path> opened = new ArrayList<>();

  @Start
  void start(Stage primary) {
    show(primary);
  }

  @Override
  WorkbenchParts parts() {
    return super.parts()
        .folderOpener(opened::add)
        .locations(List.of(new Location("Crash reports", Path.of("/home/me/crashes"))));
  }

  /** Opens the dialog by its key. */
  private Region open(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.COMMA);
    Region pane = dialogs.shown.remove("Settings");
    robot.interact(
        () -> {
          Parent root = new Scene(pane, 720, 900).getRoot();
          root.applyCss();
          root.layout();
        });
    return pane;
  }

  private static TextField field(Region pane, String id) {
    return (TextField) pane.lookup("#settings-" + id);
  }

  private static void type(FxRobot robot, Region pane, String id, String text) {
    robot.interact(() -> field(pane, id).setText(text));
  }

  private static void press(FxRobot robot, Region pane, String id) {
    robot.interact(
        () -> {
          switch (pane.lookup("#settings-" + id)) {
            case RadioButton choice -> choice.fire();
            case Button button -> button.fire();
            default -> throw new IllegalArgumentException(id);
          }
        });
  }

  private static String label(Region pane, String id) {
    return ((Label) pane.lookup("#settings-" + id)).getText();
  }

  private WorkSettings work() {
    return workbench.context().work();
  }

  @Test
  void themeAndSizeCountAtOnceAndAreKept(FxRobot robot) {
    Region pane = open(robot);
    press(robot, pane, "theme-dark");
    assertThat(themes.themeProperty().get()).isEqualTo(Theme.DARK);
    press(robot, pane, "larger");
    press(robot, pane, "larger");
    assertThat(themes.zoom().factor()).isEqualTo(1.25);
    assertThat(label(pane, "zoom")).isEqualTo("125 %");
    assertThat(state.text("theme")).contains("dark");
    assertThat(state.text("zoom")).contains("1.25");
    press(robot, pane, "smaller");
    press(robot, pane, "normal-size");
    assertThat(label(open(robot), "zoom")).isEqualTo("100 %");
    assertThat(((RadioButton) open(robot).lookup("#settings-theme-dark")).isSelected()).isTrue();
  }

  /** Arrow keys select a theme without pressing its button. */
  @Test
  void aSelectedThemeCounts(FxRobot robot) {
    Region pane = open(robot);
    robot.interact(() -> ((RadioButton) pane.lookup("#settings-theme-dark")).setSelected(true));
    assertThat(themes.themeProperty().get()).isEqualTo(Theme.DARK);
  }

  @Test
  void threadsAreOneForEachProcessorOrAsManyAsIsSaid(FxRobot robot) {
    Region pane = open(robot);
    assertThat(work().threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(field(pane, "threads").isDisabled()).isTrue();
    press(robot, pane, "threads-own");
    type(robot, pane, "threads", "7");
    assertThat(work().threads()).isEqualTo(7);
    for (String wrong : List.of("0", "", "two", "99999999999", "1025", "-1")) {
      type(robot, pane, "threads", wrong);
      assertThat(label(pane, "threads-problem")).as(wrong).contains("1 to 1024");
      assertThat(work().threads()).as(wrong).isEqualTo(7);
    }
    assertThat(field(open(robot), "threads").getText()).as("at the next start").isEqualTo("7");
    press(robot, pane, "threads-all");
    assertThat(label(pane, "threads-problem")).isEmpty();
    assertThat(work().threadsChosen()).isEmpty();
  }

  @Test
  void namesShowAnExampleAndWhatIsWrong(FxRobot robot) {
    Region pane = open(robot);
    assertThat(label(pane, "names-example")).contains("lib_librocrand.so.1-0-gfx90a-xnack");
    type(robot, pane, "names", "{target}/{name}.co");
    assertThat(label(pane, "names-example")).endsWith("/librocrand.so.1.co");
    assertThat(work().names()).isEqualTo(NamePattern.parse("{target}/{name}.co"));
    type(robot, pane, "names", "{nonsense}");
    assertThat(label(pane, "names-problem"))
        .contains("{nonsense} is not a" + " placeholder", "{target}/");
    assertThat(work().names().text()).isEqualTo("{target}/{name}.co");
    assertThat(field(open(robot), "names").getText()).isEqualTo("{target}/{name}.co");
  }

  @Test
  void aToolIsLookedForAndTakenWhereItIsOne(FxRobot robot) throws IOException {
    Path tool = temp.resolve("my-objdump");
    Files.writeString(tool, "#!/bin/sh\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    Region pane = open(robot);
    dialogs.files = List.of(tool);
    press(robot, pane, "tool-choose");
    assertThat(label(pane, "tool-found")).isEqualTo("Found at " + tool);
    assertThat(label(pane, "tool-problem")).isEmpty();
    assertThat(work().disassembler()).isEqualTo(tool);
    type(robot, pane, "tool", temp.resolve("missing").toString());
    assertThat(label(pane, "tool-found")).isEqualTo("Not found");
    assertThat(label(pane, "tool-problem"))
        .contains("missing", "not a program that can be run", tool + " is used");
    assertThat(work().disassembler()).as("what was right stays").isEqualTo(tool);
    type(robot, pane, "tool", "");
    assertThat(work().disassembler()).isNull();
  }

  @Test
  void recentFilesAreKeptAsManyAsIsSaid(FxRobot robot) throws IOException {
    List<Path> files = List.of(file("r1.so"), file("r2.so"), file("r3.so"));
    robot.interact(() -> workbench.openAll(files));
    Region pane = open(robot);
    type(robot, pane, "recent", "2");
    assertThat(workbench.settings().recentFiles()).hasSize(2);
    type(robot, pane, "recent", "many");
    assertThat(label(pane, "recent-problem")).contains("0 to 100");
    // What is kept by nothing but a listener would be gone now.
    System.gc();
    press(robot, pane, "recent-clear");
    assertThat(workbench.settings().recentFiles()).isEmpty();
    assertThat(pane.lookup("#settings-recent-clear").isDisabled()).isTrue();
    type(robot, pane, "recent", "0");
    Path again = file("r4.so");
    robot.interact(() -> workbench.openAll(List.of(again)));
    assertThat(workbench.settings().recentFiles()).isEmpty();
    assertThat(new ShellSettings(state).recentFilesKept()).as("at the next start").isZero();
  }

  @Test
  void placesOfFilesCanBeCopiedAndOpened(FxRobot robot) {
    Region pane = open(robot);
    assertThat(field(pane, "location-0").getText()).isEqualTo("/home/me/crashes");
    press(robot, pane, "location-0-copy");
    robot.interact(
        () -> assertThat(Clipboard.getSystemClipboard().getString()).isEqualTo("/home/me/crashes"));
    press(robot, pane, "location-0-open");
    assertThat(opened).containsExactly(Path.of("/home/me/crashes"));
  }

  @Test
  void everythingGoesBackToItsDefault(FxRobot robot) {
    Region pane = open(robot);
    press(robot, pane, "theme-high-contrast");
    press(robot, pane, "larger");
    press(robot, pane, "threads-own");
    type(robot, pane, "threads", "3");
    type(robot, pane, "names", "{name}");
    type(robot, pane, "recent", "1");
    press(robot, pane, "defaults");
    assertThat(themes.choiceProperty().get()).isEqualTo(ThemeChoice.SYSTEM);
    assertThat(themes.zoom().factor()).isEqualTo(1);
    assertThat(work().threadsChosen()).isEmpty();
    assertThat(work().names()).isEqualTo(NamePattern.STANDARD);
    assertThat(workbench.settings().recentFilesKept()).isEqualTo(ShellSettings.MOST_RECENT_FILES);
  }

  @Test
  void whatCannotBeUnderstoodCountsAsNotDecided() {
    state.text("threads", "-3");
    state.text("extract.names", "{broken");
    state.text("tools.llvm-objdump", "\0");
    state.text("recentFiles.kept", "1e9");
    assertThat(work().threadsChosen()).isEmpty();
    assertThat(work().names()).isEqualTo(NamePattern.STANDARD);
    assertThat(work().disassembler()).isNull();
    assertThat(workbench.settings().recentFilesKept()).isEqualTo(ShellSettings.MOST_RECENT_FILES);
  }
}
