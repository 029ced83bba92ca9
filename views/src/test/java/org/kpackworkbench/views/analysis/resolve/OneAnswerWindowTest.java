package org.kpackworkbench.views.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.TableCell;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Coverage and Loading show the loader's answer for each GPU, whatever is wrong with a tree. */
class OneAnswerWindowTest extends WindowTest {
  private static final List<String> GPUS = List.of("gfx90a", "gfx942", "gfx1100");
  private static final int WRAPPERS = 4;

  @TempDir Path folder;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private interface Fault {
    void in(LoadedTree tree) throws IOException;
  }

  private static Map<String, Fault> faults() {
    Map<String, Fault> faults = new LinkedHashMap<>();
    faults.put("none", tree -> {});
    faults.put("missing", tree -> Files.delete(tree.archive("gfx1100")));
    faults.put("bit", tree -> tree.flip("gfx942"));
    faults.put("cut", tree -> cut(tree.archive("gfx90a")));
    faults.put("row", tree -> tree.replace("gfx1100", "lib/liba.so#2", "lib/liba.so#9"));
    faults.put("scheme", tree -> tree.replace("gfx942", "zstd-per-kernel", "ZSTD-per-kernel"));
    faults.put("wrapper", tree -> tree.revert(1));
    return faults;
  }

  private static void cut(Path archive) throws IOException {
    byte[] bytes = Files.readAllBytes(archive);
    Files.write(archive, Arrays.copyOf(bytes, bytes.length - 100));
  }

  /** How many wrappers find their code on each GPU. */
  private static Map<String, Integer> simulated(LoadedTree tree) throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    List<Device> devices = GPUS.stream().map(GpuTarget::of).map(Device::of).toList();
    try (Loader loader =
        new Loader(
            LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, LoaderFiles.around(tree.root()))) {
      BinaryResolution binary =
          BinaryResolver.everySetting(loader, devices, true).resolve(tree.library(), Progress.NONE);
      for (GpuTarget device : binary.devices()) {
        long right = binary.on(device).stream().filter(WrapperOutcome::right).count();
        found.put(device.processor(), (int) right);
      }
    }
    return found;
  }

  /**
   * Adds up cells of a grid by the processor that their columns are for.
   *
   * @param all the number of wrappers that a cell represents
   */
  private static Map<String, Integer> shown(FxRobot robot, String table, int all) {
    Map<String, Integer> found = new TreeMap<>();
    GPUS.forEach(gpu -> found.put(gpu, 0));
    Stream<TableCell<?, ?>> cells =
        robot.lookup(".matrix-cell").queryAllAs(TableCell.class).stream().map(cell -> cell);
    cells
        .filter(cell -> !cell.isEmpty() && isSeen(cell))
        .filter(cell -> table.equals(cell.getTableView().getId()))
        .forEach(
            cell -> {
              String gpu = cell.getTableColumn().getText().replaceFirst(":.*", "");
              found.merge(gpu, count(cell.getText(), all), Integer::sum);
            });
    return found;
  }

  /** Tabs behind the active one keep their contents. */
  private static boolean isSeen(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (!at.isVisible()) {
        return false;
      }
    }
    return true;
  }

  /** Number of wrappers with code that a cell states: all, so many of all, or none. */
  private static int count(String text, int all) {
    return text.matches("[✓■≈]")
        ? all
        : text.matches("✖ \\d+/\\d+") ? Integer.parseInt(text.substring(2, text.indexOf('/'))) : 0;
  }

  @Test
  void coverageAndLoadingAgree(FxRobot robot) throws IOException {
    for (Map.Entry<String, Fault> fault : faults().entrySet()) {
      LoadedTree tree =
          LoadedTree.convert(
              StandardWindow.fixture("libcompressed.so"),
              Files.createDirectory(folder.resolve(fault.getKey())),
              "liba.so");
      fault.getValue().in(tree);
      Map<String, Integer> expected = simulated(tree);
      assertThat(expected.values().stream().allMatch(count -> count == WRAPPERS))
          .as(fault.getKey())
          .isEqualTo(fault.getKey().equals("none"));
      show(robot, tree.root(), "resolve");
      assertThat(shown(robot, "resolve-grid", WRAPPERS))
          .as("Loading, %s", fault.getKey())
          .isEqualTo(expected);
      show(robot, tree.root(), "coverage");
      assertThat(shown(robot, "coverage", 1))
          .as("Coverage, %s", fault.getKey())
          .isEqualTo(expected);
    }
  }
}
