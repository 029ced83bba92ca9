package org.kpackworkbench.views.format.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.search.KernelFinder;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** MIOpen's and rocFFT's databases in the real window. */
@ExtendWith(WindowRobot.class)
class SqliteWindowTest {
  private static final String NAME = "rocfft_kernel_cache.db";

  @TempDir Path folder;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private OpenedFile open(FxRobot robot, String fixture) {
    window.open(robot, StandardWindow.fixture(fixture));
    return Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
  }

  /** What a table shows, row by row, by the titles of its columns. */
  private List<Map<String, String>> rows(FxRobot robot, String view) {
    robot.interact(() -> assertThat(window.workbench.showView(view)).isTrue());
    TableView<?> table = robot.lookup("#" + view).queryAs(TableView.class);
    List<Map<String, String>> rows = new ArrayList<>();
    for (int row = 0; row < table.getItems().size(); row++) {
      Map<String, String> cells = new LinkedHashMap<>();
      for (TableColumn<?, ?> column : table.getColumns()) {
        cells.put(column.getText(), String.valueOf(column.getCellData(row)));
      }
      rows.add(cells);
    }
    return rows;
  }

  @Test
  void kernelsOfMiopenAreRowsThatOpen(FxRobot robot) throws IOException {
    OpenedFile file = open(robot, "gfx1100.kdb");
    assertThat(file.icon()).isEqualTo(KpackIcon.DATABASE);
    assertThat(robot.lookup(".overview-sentence").queryAllAs(Label.class))
        .extracting(Label::getText)
        .containsExactly("gfx1100.kdb is an SQLite database.", "It has 2 kernels, 1 table.");

    List<Map<String, String>> parts = rows(robot, "parts");
    assertThat(parts).hasSize(3);
    assertThat(parts.getFirst())
        .containsEntry("Kind", "kernel")
        .containsEntry("Target", "gfx1100")
        .containsEntry("Arguments", "-DMIOPEN_USE_FP16=1 -mcpu=gfx1100")
        .containsKey("MD5");
    assertThat(parts.getFirst()).as("a column of rocFFT's").doesNotContainKey("HIP version");

    Place kernel = new KernelFinder().find(file, "axpy", 9, Progress.NONE).getFirst().place();
    robot.interact(() -> window.workbench.navigator().go(kernel));
    assertThat(robot.lookup("#kernel-name").queryAs(TextField.class).getText()).contains("axpy");
  }

  @Test
  void rowsOfTablesAreShownAsSqliteHasThem(FxRobot robot) {
    open(robot, "rocfft_kernel_cache.db");
    List<Map<String, String>> rows = rows(robot, "rows");
    assertThat(rows).hasSize(3);
    assertThat(rows.get(1))
        .containsEntry("Table", "cache_v1")
        .containsEntry("kernel_name", "fft_rtc_fwd_len64_sp_ip")
        .containsEntry("arch", "gfx1030")
        .containsEntry("generator_sum", "32 bytes");
    assertThat(filtered(robot, "rows", "hipversion>60000000 arch:gfx1030"))
        .extracting(row -> row.get("kernel_name"))
        .containsExactly("fft_rtc_fwd_len64_sp_ip");
    assertThat(filtered(robot, "rows", "hipversion>90000000")).isEmpty();
    // Digits are text as well.
    assertThat(filtered(robot, "rows", "hipversion:60342131")).hasSize(3);
  }

  @Test
  void kernelsOfRocfftAreFilteredByWhatTheyAreFor(FxRobot robot) {
    open(robot, "rocfft_kernel_cache.db");
    assertThat(rows(robot, "parts").get(1))
        .containsEntry("Length", "64")
        .containsEntry("Precision", "single");
    assertThat(filtered(robot, "parts", "length>10 precision:single arch:gfx1030"))
        .extracting(row -> row.get("Name"))
        .containsExactly("fft_rtc_fwd_len64_sp_ip @ gfx1030");
    assertThat(filtered(robot, "parts", "length>64")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-wal", "-journal"})
  void changesBesideTheFileAreSaidAndLeftAlone(String ending, FxRobot robot) throws IOException {
    Path beside = Files.writeString(copy().resolveSibling(NAME + ending), "not empty");
    isSaid(robot, ending + " beside it, 9 bytes", "Close the program that has");
    assertThat(beside).hasContent("not empty");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theLockOfAnotherProgramIsSaid(FxRobot robot) throws Exception {
    Process writer = Writer.start(copy());
    try {
      assertThat(writer.inputReader().readLine()).isEqualTo("locked");
      isSaid(robot, "a lock of another program", "Close the program that writes it.");
    } finally {
      writer.destroyForcibly().waitFor();
    }
  }

  private Path copy() throws IOException {
    return Files.copy(StandardWindow.fixture(NAME), folder.resolve(NAME));
  }

  /** The overview says it and what to do; the kernels are shown, and nothing is changed. */
  private void isSaid(FxRobot robot, String found, String advice) throws IOException {
    Path file = folder.resolve(NAME);
    window.open(robot, file);
    assertThat(robot.lookup(".problem-card .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .anyMatch(text -> text.contains(found))
        .anyMatch(text -> text.contains(advice));
    assertThat(rows(robot, "parts")).hasSize(4);
    assertThat(file).hasSameBinaryContentAs(StandardWindow.fixture(NAME));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).allMatch(path -> path.toString().matches(".*\\.db(-wal|-journal)?"));
    }
  }

  private List<Map<String, String>> filtered(FxRobot robot, String view, String filter) {
    rows(robot, view);
    TextField field = robot.lookup("#filter").queryAs(TextField.class);
    robot.clickOn(field).interact(field::clear).write(filter).type(KeyCode.ENTER);
    return rows(robot, view);
  }

  /** Holds the lock of a program that writes. */
  static final class Writer {
    private Writer() {}

    static Process start(Path file) throws IOException, URISyntaxException {
      return new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-cp",
              Path.of(Writer.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                  .toString(),
              Writer.class.getName(),
              file.toString())
          .redirectErrorStream(true)
          .start();
    }

    public static void main(String[] arguments) throws IOException {
      try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
          var lock = channel.lock(0x40000000L, 512, false)) {
        System.out.println(lock.isValid() ? "locked" : "not locked");
        // Until it is killed, at the latest with what started it.
        System.in.read();
      }
    }
  }
}
