package org.kpackworkbench.views.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What GPUs get of a program and of the libraries that it needs, in the real window. */
class NeededLibrariesWindowTest extends WindowTest {
  @TempDir Path folder;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  /** An image with a program that needs a library with code, which needs one that is missing. */
  private Path image(String library) throws IOException {
    Path image = folder.toRealPath().resolve("image");
    Files.createDirectories(image.resolve("usr/bin"));
    Files.createDirectories(image.resolve(library).getParent());
    Files.copy(StandardWindow.fixture("needed-plain.so"), image.resolve("usr/bin/train"));
    Files.copy(StandardWindow.fixture("libmany.so"), image.resolve(library));
    return image;
  }

  private static List<String> names(FxRobot robot) {
    TableView<?> rows = robot.lookup("#resolve-grid").queryTableView();
    List<String> names = new ArrayList<>();
    for (int row = 0; row < rows.getItems().size(); row++) {
      names.add(String.valueOf(rows.getColumns().getFirst().getCellData(row)));
    }
    return names;
  }

  private static String missing(FxRobot robot) {
    return robot.lookup("#libraries-missing .label").queryAll().stream()
        .map(node -> ((Labeled) node).getText())
        .collect(Collectors.joining("\n"));
  }

  private static String summary(FxRobot robot) {
    return robot.lookup("#resolve-summary").queryAs(Label.class).getText();
  }

  private static void type(FxRobot robot, String field, String text) {
    robot.clickOn(field).write(text).type(KeyCode.ENTER);
    Await.settled();
  }

  @Test
  void theLibrariesOfAnImageAreAnsweredForEachGpu(FxRobot robot) throws IOException {
    Path image = image("usr/lib/libneeded-b.so.1");
    show(robot, image.resolve("usr/bin/train"), "libraries");
    assertThat(missing(robot)).contains("Not examined: libneeded-b.so.1").contains("needs it");
    assertThat(summary(robot)).isEmpty();
    window.picture(robot, "needed-missing");
    type(robot, "#libraries-root", image.toString());
    assertThat(names(robot)).containsExactly("usr/lib/libneeded-b.so.1");
    assertThat(summary(robot)).startsWith("1 binary has its code on ");
    robot.interact(() -> window.stage.setHeight(700));
    Region libraries = robot.lookup("#libraries-missing").queryAs(Region.class);
    assertThat(libraries.getHeight()).isGreaterThanOrEqualTo(libraries.prefHeight(-1));
    Region trace = robot.lookup("#resolve-tabs").queryAs(Region.class);
    assertThat(trace.getHeight()).as("more than a heading").isGreaterThanOrEqualTo(110);
    assertThat(missing(robot)).as("it is found").contains("Not examined: libamdhip64.so.5, ");
    window.picture(robot, "needed-libraries");
    type(robot, "#target-field", "gfx906");
    assertThat(summary(robot)).contains("some code was never built for gfx906");
    robot.clickOn("#copy-resolve-command");
    String[] command = new String[1];
    robot.interact(() -> command[0] = Clipboard.getSystemClipboard().getString());
    assertThat(command[0]).contains("resolve", "--needed", "--sysroot", "/usr/bin/train", "gfx906");
    TableView<?> rows = robot.lookup("#resolve-grid").queryTableView();
    robot.interact(
        () -> {
          rows.requestFocus();
          rows.getFocusModel().focus(0);
        });
    robot.type(KeyCode.ENTER);
    Await.until(
        "the library",
        () -> {
          Place here = window.workbench.context().navigator().current();
          return here != null && here.file().endsWith("libneeded-b.so.1");
        });
  }

  @Test
  void foldersOfLibrariesCanBeNamed(FxRobot robot) throws IOException {
    Path image = image("opt/extra/libneeded-b.so.1");
    show(robot, image.resolve("usr/bin/train"), "libraries");
    type(robot, "#libraries-root", image.toString());
    assertThat(missing(robot)).contains("Not examined: libneeded-b.so.1");
    type(robot, "#libraries-path", "/opt/extra");
    assertThat(names(robot)).containsExactly("opt/extra/libneeded-b.so.1");
    robot.clickOn("#copy-resolve-command");
    String[] command = new String[1];
    robot.interact(() -> command[0] = Clipboard.getSystemClipboard().getString());
    assertThat(command[0]).contains("LD_LIBRARY_PATH=/opt/extra");
    assertThat(missing(robot)).doesNotContain("Relative");
    robot.clickOn("#libraries-path").type(KeyCode.HOME).type(KeyCode.DELETE);
    robot.type(KeyCode.ENTER);
    Await.settled();
    assertThat(names(robot)).containsExactly("opt/extra/libneeded-b.so.1");
    assertThat(missing(robot)).contains("Relative search paths are followed from " + image);
  }

  @Test
  void theRootFolderMayBeALink(FxRobot robot) throws IOException {
    Path image = image("usr/lib/libneeded-b.so.1");
    Path link = Files.createSymbolicLink(image.resolveSibling("link"), image.toAbsolutePath());
    show(robot, image.resolve("usr/bin/train"), "libraries");
    type(robot, "#libraries-root", link.toString());
    assertThat(names(robot)).containsExactly("usr/lib/libneeded-b.so.1");
  }

  /**
   * The linker takes a library whose code cannot be read: that is said, and no answer is made up.
   */
  @Test
  void aLibraryThatCannotBeReadIsNamed(FxRobot robot) throws IOException {
    Path image = image("usr/lib/libneeded-b.so.1");
    Path library = image.resolve("usr/lib/libneeded-b.so.1");
    byte[] bytes = Files.readAllBytes(StandardWindow.fixture("libmany.so"));
    // Its section headers are gone, by which wrappers are found; the linker needs none.
    Files.write(library, Arrays.copyOf(bytes, bytes.length - 64));
    show(robot, image.resolve("usr/bin/train"), "libraries");
    type(robot, "#libraries-root", image.toString());
    assertThat(missing(robot))
        .contains("Cannot be read: " + library)
        .contains("section header table, number of entries: expected at most 32");
    assertThat(names(robot)).isEmpty();
    type(robot, "#target-field", "gfx942");
    assertThat(missing(robot)).contains("Cannot be read: " + library);
    assertThat(summary(robot)).doesNotContain("its code on", "their code on");
  }

  /**
   * The question that is asked of binaries with code is answered for a program by its libraries.
   */
  @Test
  void whyAProgramGetsNoCodeLeadsToItsLibraries(FxRobot robot) throws IOException {
    Path image = image("usr/lib/libneeded-b.so.1");
    show(robot, image.resolve("usr/bin/train"), "overview");
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.WHY_NO_CODE)).isTrue());
    Await.settled();
    type(robot, "#libraries-root", image.toString());
    assertThat(names(robot)).containsExactly("usr/lib/libneeded-b.so.1");
    show(robot, image.resolve("usr/lib/libneeded-b.so.1"), "overview");
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.WHY_NO_CODE)).isTrue());
    Await.settled();
    assertThat(robot.lookup("#by-wrapper").queryAll()).as("its own code").isNotEmpty();
  }
}
