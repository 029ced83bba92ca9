package org.kpackworkbench.views.analysis.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.event.ActionEvent;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.image.Image;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder;
import org.kpackworkbench.views.analysis.process.ProcessPage.ProcessRow;
import org.kpackworkbench.views.analysis.resolve.TraceNode;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.standard.BareContext;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Processes of a folder that looks like {@code /proc}. */
@ExtendWith(WindowRobot.class)
@EnabledOnOs(OS.LINUX)
class ProcessWindowTest {
  private static final Path LIBRARY =
      Path.of("../app/sample/lib/libhostonly.so").toAbsolutePath().normalize();

  @TempDir private Path temp;
  private Path proc;
  private ProcessPage page;
  private ViewContext context;
  private Stage stage;

  @Start
  void start(Stage primary) throws IOException {
    stage = primary;
    proc = temp.toRealPath().resolve("proc");
    Files.createDirectories(proc.resolve("self/ns"));
    Files.writeString(proc.resolve("self/maps"), "");
    Files.createSymbolicLink(proc.resolve("self/ns/mnt"), Path.of("mnt:[1]"));
    process(
        4711,
        "python\0train.py\0",
        "1000-2000 r--p 00000000 fe:01 1 %s\n3000-4000 r--p 0 fe:01 2 /lib/libold.so (deleted)\n"
            .formatted(LIBRARY));
    process(
        Math.toIntExact(ProcessHandle.current().pid()),
        "java\0kpack-workbench\0",
        "1000-2000 r--p 00000000 fe:01 1 %s\n".formatted(LIBRARY));
    process(12, "bash\0", "1000-2000 r--p 00000000 fe:01 1 /bin/bash\n");
    context = BareContext.sameThread();
    page = new ProcessPage(context, new ProcFolder(proc));
    Scene scene = new Scene((Parent) page.node(), 1200, 700);
    new Themes(new SystemLook(Boolean.getBoolean("kpack.test.dark"), false), new Zoom())
        .dress(scene);
    stage.setScene(scene);
    stage.show();
  }

  private void process(int pid, String command, String maps) throws IOException {
    Path process = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.createDirectories(process.resolve("ns"));
    Files.createSymbolicLink(process.resolve("ns/mnt"), Path.of("mnt:[1]"));
    Files.createSymbolicLink(process.resolve("root"), Path.of("/"));
    Files.createSymbolicLink(process.resolve("cwd"), Path.of("/"));
    Files.writeString(process.resolve("maps"), maps);
    Files.writeString(process.resolve("cmdline"), command);
    Files.writeString(process.resolve("comm"), "x\n");
    Files.writeString(process.resolve("environ"), "ROCM_KPACK_DEBUG=1\0HOME=/root\0");
  }

  private static TableView<?> table(FxRobot robot) {
    return robot.lookup("#processes").queryTableView();
  }

  private static List<String> bars(FxRobot robot) {
    return robot.lookup(".message-bar").lookup(".label").queryAllAs(Label.class).stream()
        .map(Label::getText)
        .filter(text -> text.length() > 1)
        .toList();
  }

  private static void target(FxRobot robot, String text) {
    TextField field = robot.lookup("#process-targets").queryAs(TextField.class);
    robot.interact(
        () -> {
          field.setText(text);
          field.fireEvent(new ActionEvent());
        });
  }

  private static List<String> binaries(FxRobot robot) {
    RowsTable<?> trace = robot.lookup("#trace").queryAs(RowsTable.class);
    return ShownRows.tops(trace, TraceNode.class).stream().map(item -> item.words()).toList();
  }

  @Test
  void aProcessIsChosenAndSaysWhatItsLibrariesLoad(FxRobot robot) throws IOException {
    assertThat(ShownRows.in(table(robot), ProcessRow.class))
        .extracting(ProcessRow::pid)
        .containsExactly(4711L);
    robot.interact(() -> table(robot).getSelectionModel().select(0));
    assertThat(robot.lookup("#process-title").queryAs(Label.class).getText())
        .isEqualTo("4711  python train.py");
    assertThat(robot.lookup("#process-variables").queryAs(Label.class).getText())
        .isEqualTo("ROCM_KPACK_DEBUG=1");
    assertThat(bars(robot))
        .containsExactly(
            "/lib/libold.so was deleted or replaced since it was mapped: what runs is no longer on"
                + " the disk.");
    target(robot, "MI300X");
    assertThat(binaries(robot))
        .singleElement()
        .satisfies(words -> assertThat(words).contains("libhostonly.so", "not all found"));
    picture(robot);
    target(robot, "GeForce");
    assertThat(bars(robot))
        .anyMatch(text -> text.contains("\"GeForce\" is not the name of a known GPU"));
    target(robot, "gfx90a, gfx1100");
    assertThat(binaries(robot)).hasSize(1);
    assertThat(page.title().getValue()).isEqualTo("Process 4711");
  }

  /** Saves a picture where a folder for pictures was named; else does nothing. */
  private void picture(FxRobot robot) throws IOException {
    String folder = System.getProperty("kpack.test.pictures", "");
    if (!folder.isEmpty()) {
      Image[] image = new Image[1];
      robot.interact(() -> image[0] = Snapshots.of(stage.getScene()));
      Files.createDirectories(Path.of(folder));
      Snapshots.save(image[0], Path.of(folder, "process.png"));
    }
  }

  @Test
  void allProcessesAreListedWhereTheUserAsks(FxRobot robot) {
    robot.interact(() -> robot.lookup("#process-every").queryAs(CheckBox.class).fire());
    assertThat(ShownRows.in(table(robot), ProcessRow.class))
        .extracting(ProcessRow::command)
        .containsExactly("python train.py", "bash");
    robot.interact(() -> table(robot).getSelectionModel().select(1));
    Label empty = (Label) robot.lookup("#trace").queryAs(RowsTable.class).getPlaceholder();
    assertThat(empty.getText()).isEqualTo("The process has no library with device code mapped.");
  }

  @Test
  void theChosenProcessStaysWhereOthersComeAndRowsAreSortedAndFiltered(FxRobot robot)
      throws IOException {
    robot.interact(() -> table(robot).getSelectionModel().select(0));
    process(4800, "late\0", "1000-2000 r--p 00000000 fe:01 1 %s\n".formatted(LIBRARY));
    robot.interact(() -> robot.lookup("#process-refresh").queryButton().fire());
    RowsTable<ProcessRow> rows = (RowsTable<ProcessRow>) table(robot);
    assertThat(pids(robot)).containsExactly(4800L, 4711L);
    assertThat(rows.selected()).extracting(ProcessRow::pid).containsExactly(4711L);
    robot.interact(
        () -> {
          var pid = rows.getColumns().getFirst();
          pid.setSortType(SortType.ASCENDING);
          rows.getSortOrder().setAll(List.of(pid));
        });
    assertThat(pids(robot)).as("by number").containsExactly(4711L, 4800L);
    assertThat(rows.selected()).extracting(ProcessRow::pid).containsExactly(4711L);
    robot.interact(
        () ->
            robot
                .lookup(".filter-box")
                .lookup(".text-field")
                .queryAs(TextField.class)
                .setText("name:late"));
    Await.until("one", () -> pids(robot).equals(List.of(4800L)));
  }

  private static List<Long> pids(FxRobot robot) {
    return ShownRows.in(table(robot), ProcessRow.class).stream().map(ProcessRow::pid).toList();
  }

  @Test
  void aProcessThatHasEndedSaysSo(FxRobot robot) throws IOException {
    robot.interact(() -> table(robot).getSelectionModel().select(0));
    Files.move(proc.resolve("4711"), temp.resolve("ended"));
    robot.interact(() -> robot.lookup("#process-refresh").queryButton().fire());
    assertThat(table(robot).getItems()).isEmpty();
    assertThat(bars(robot))
        .anyMatch(text -> text.equals("There is no process 4711; it may have ended."));
  }

  @Test
  void whereThereIsNoProcTheActionSaysWhy() {
    ActionHandlers window = context.actions().window();
    new ProcessViews(new ProcFolder(proc), "Windows 11")
        .install(window, context, new ReadOnlyObjectWrapper<>());
    context.actions().resolve();
    assertThat(context.actions().get(ActionId.INSPECT_PROCESS).enabledProperty().get()).isFalse();
  }
}
