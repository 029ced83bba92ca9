package org.kpackworkbench.views.window.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class KernelSearchWindowTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private List<OpenedFile> files() {
    List<OpenedFile> all = new ArrayList<>();
    window.workbench.files().sessions().forEach(s -> all.add(Objects.requireNonNull(s.file())));
    return all;
  }

  @Test
  void kernelsOfTwoOpenFilesAreFoundByTheirDemangledNames(FxRobot robot) throws IOException {
    window.open(robot, fixture("kinds-gfx1100.hsaco"), fixture("mismatch.co"));
    KernelFinder finder = new KernelFinder();
    List<PlaceFinder.Found> found = new ArrayList<>();
    for (OpenedFile file : files()) {
      found.addAll(finder.find(file, "reduce<float", 50, Progress.NONE));
    }
    assertThat(found)
        .extracting(hit -> hit.place().file())
        .containsExactly(fixture("kinds-gfx1100.hsaco"), fixture("mismatch.co"));
    assertThat(found).allMatch(hit -> hit.text().contains("reduce<float, 256"));
    assertThat(found.getLast().detail()).contains("gfx942");
  }

  @Test
  void enterGoesToTheKernel(FxRobot robot) throws IOException {
    window.open(robot, fixture("kinds-gfx1100.hsaco"), fixture("libone.so"));
    PlaceFinder.Found found =
        new KernelFinder().find(files().getFirst(), "by_value", 50, Progress.NONE).getFirst();
    robot.interact(() -> window.workbench.navigator().go(found.place()));
    assertThat(robot.lookup("#kernel-name").queryAs(TextField.class).getText())
        .isEqualTo(found.text());
    Place here = Objects.requireNonNull(window.workbench.navigator().current());
    assertThat(here.range()).isNotNull();
    assertThat(here.file()).isEqualTo(fixture("kinds-gfx1100.hsaco"));
  }

  @Test
  void aCancelledSearchStops(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    Progress stopped = () -> true;
    Assertions.assertThatThrownBy(
            () -> new KernelFinder().find(files().getFirst(), "any", 50, stopped))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void numbersAndShortWordsAreNoKernels() {
    assertThat(KernelFinder.worthSearching("0xc53000")).isFalse();
    assertThat(KernelFinder.worthSearching("@0x100+32")).isFalse();
    assertThat(KernelFinder.worthSearching("ge")).isFalse();
    assertThat(KernelFinder.worthSearching("gemm")).isTrue();
  }
}
