package org.kpackworkbench.views.format.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Verifying a folder that is open as a whole. */
@ExtendWith(WindowRobot.class)
class VerifyFolderTest {
  private static final String ARCHIVE =
      "blas_lib_gfx942/" + MadeShard.BLAS + "/.kpack/blas_lib_gfx942.kpack";

  @TempDir Path temp;
  private Path shard;
  private StandardWindow window;

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

  private TableView<?> verify(FxRobot robot) throws Exception {
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.VERIFY)).isTrue());
    Job job = window.workbench.jobs().list().getFirst();
    Await.ended(job);
    assertThat(job.failureProperty().get()).isNull();
    return robot.lookup("#findings").queryTableView();
  }

  private static List<String> column(TableView<?> table, String title) {
    TableColumn<?, ?> column =
        table.getColumns().stream()
            .filter(each -> each.getText().equals(title))
            .findFirst()
            .orElseThrow();
    assertThat(column.isVisible()).isTrue();
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < table.getItems().size(); row++) {
      texts.add(String.valueOf(column.getCellData(row)));
    }
    return texts;
  }

  private Path inFront() {
    return Objects.requireNonNull(window.workbench.files().active()).path();
  }

  @Test
  void aFindingLeadsIntoAFileThatIsNotOpenAndTheListStays(FxRobot robot) throws Exception {
    window.open(robot, shard);
    TableView<?> table = verify(robot);
    List<String> files = column(table, "File");
    assertThat(files).contains(ARCHIVE);
    int all = files.size();
    assertThat(robot.lookup("#dock-findings").queryAs(Labeled.class).getText())
        .isEqualTo("Findings (" + all + ")");
    window.picture(robot, "verify-shard");
    robot.interact(() -> table.getSelectionModel().clearAndSelect(files.indexOf(ARCHIVE)));
    assertThat(inFront()).as("selecting opens nothing").isEqualTo(shard);
    robot.interact(table::requestFocus);
    robot.type(KeyCode.ENTER);
    assertThat(inFront()).isEqualTo(shard.resolve(ARCHIVE));
    assertThat(column(table, "File")).as("the list of the folder").hasSize(all);
    assertThat(Objects.requireNonNull(window.workbench.navigator().current()).file())
        .isEqualTo(shard.resolve(ARCHIVE));
    window.open(robot, StandardWindow.fixture("libplain.so"));
    assertThat(table.getItems()).as("another file has its own").isEmpty();
    window.open(robot, shard);
    assertThat(column(table, "File")).hasSize(all);
  }

  @Test
  void whatIsSelectedInTheTreeIsVerifiedAlone(FxRobot robot) throws Exception {
    window.open(robot, shard);
    Place.Entry artifact =
        new Place.Entry(new Place.File(shard), "blas_lib_gfx110X-dgpu/" + MadeShard.BLAS);
    robot.interact(() -> window.workbench.navigator().go(artifact));
    TableView<?> table = verify(robot);
    assertThat(window.workbench.jobs().list().getFirst().title())
        .isEqualTo("Verify " + artifact.label());
    assertThat(column(table, "File")).allMatch(file -> file.startsWith("blas_lib_gfx110X-dgpu/"));
  }
}
