package org.kpackworkbench.views.format.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
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

  private List<Map<String, String>> filtered(FxRobot robot, String view, String filter) {
    rows(robot, view);
    TextField field = robot.lookup("#filter").queryAs(TextField.class);
    robot.clickOn(field).interact(field::clear).write(filter).type(KeyCode.ENTER);
    return rows(robot, view);
  }
}
