package org.kpackworkbench.views.format.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.findings.FindingsList;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Verifying a folder that is open as a whole. */
class VerifyFolderTest extends WindowTest {
  private static final String ARCHIVE =
      "blas_lib_gfx942/" + MadeShard.BLAS + "/.kpack/blas_lib_gfx942.kpack";

  @TempDir Path temp;
  private Path shard;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @BeforeEach
  void make() throws IOException {
    shard = MadeShard.shard(temp.toRealPath().resolve("shard"));
    byte[] bytes = Files.readAllBytes(shard.resolve(ARCHIVE));
    // In the middle of a stored code object.
    bytes[bytes.length / 2] ^= 0x55;
    Files.write(shard.resolve(ARCHIVE), bytes);
  }

  private FindingsList verify(FxRobot robot) throws Exception {
    FindingsList list = new FindingsList(window, robot).verify();
    list.openAll();
    return list;
  }

  private List<String> files(FindingsList list, Path root) {
    return list.findings().stream()
        .map(finding -> root.relativize(finding.file().toAbsolutePath()).toString())
        .toList();
  }

  private Path inFront() {
    return Objects.requireNonNull(window.workbench.files().active()).path();
  }

  @Test
  void aFindingLeadsIntoAFileThatIsNotOpenAndTheListStays(FxRobot robot) throws Exception {
    window.open(robot, shard);
    FindingsList list = verify(robot);
    List<String> files = files(list, shard);
    assertThat(files).contains(ARCHIVE);
    int all = files.size();
    assertThat(list.heading()).isEqualTo("Findings of %s (%d)".formatted(shard.getFileName(), all));
    window.picture(robot, "verify-shard");
    list.selectIn(shard.resolve(ARCHIVE));
    assertThat(inFront()).as("selecting opens nothing").isEqualTo(shard);
    robot.interact(robot.lookup("#findings").query()::requestFocus);
    robot.type(KeyCode.ENTER);
    assertThat(inFront()).isEqualTo(shard.resolve(ARCHIVE));
    assertThat(files(list, shard)).as("the list of the folder").hasSize(all);
    assertThat(Objects.requireNonNull(window.workbench.navigator().current()).file())
        .isEqualTo(shard.resolve(ARCHIVE));
    window.open(robot, StandardWindow.fixture("libplain.so"));
    assertThat(files(list, shard)).as("it is not that of the active tab").hasSize(all);
    robot.interact(() -> window.workbench.actions().run(ActionId.CLOSE_ALL));
    assertThat(files(list, shard)).as("also when nothing is open").hasSize(all);
  }

  @Test
  void whatIsSelectedInTheTreeIsVerifiedAlone(FxRobot robot) throws Exception {
    window.open(robot, shard);
    Place.Entry artifact =
        new Place.Entry(new Place.File(shard), "blas_lib_gfx110X-dgpu/" + MadeShard.BLAS);
    robot.interact(() -> window.workbench.navigator().go(artifact));
    FindingsList list = verify(robot);
    assertThat(window.workbench.jobs().list().getFirst().title())
        .isEqualTo("Verify " + artifact.label());
    assertThat(files(list, shard)).allMatch(file -> file.startsWith("blas_lib_gfx110X-dgpu"));
  }
}
