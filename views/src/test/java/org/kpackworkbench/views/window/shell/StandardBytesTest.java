package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.views.kit.hex.HexModel;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.AnsweredDialogs;
import org.kpackworkbench.views.window.standard.DocumentFile;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Bytes and inspector of the real window, on compiled files. */
@ExtendWith(WindowRobot.class)
class StandardBytesTest {
  private static final Path FIXTURES =
      Path.of("../model/src/test/fixtures/bin").toAbsolutePath().normalize();

  private Workbench workbench;
  private Stage stage;

  @Start
  void start(Stage primary) {
    stage = primary;
    WorkbenchWindow window =
        new WorkbenchWindow(
            stage,
            StandardViews.parts(),
            ShellState.inMemory(),
            Background.sameThread(),
            new Themes(new SystemLook(false, false), new Zoom()),
            new AnsweredDialogs());
    workbench = window.workbench();
    stage.setWidth(1000);
    stage.setHeight(900);
    window.show();
  }

  private HexModel open(FxRobot robot, String fixture) {
    robot.interact(() -> workbench.openAll(List.of(FIXTURES.resolve(fixture))));
    Node pane = stage.getScene().lookup(".hex-pane");
    return ((HexPane) pane).model();
  }

  private static CodeObjectRow row(String fixture, int row) throws Exception {
    try (var file = DocumentFile.load(FIXTURES.resolve(fixture), Progress.NONE)) {
      return file.as(DocumentFile.class).orElseThrow().document().codeObjects().row(row);
    }
  }

  @Test
  void placeIsSelectedInTheBytes(FxRobot robot) throws Exception {
    HexModel model = open(robot, "libmany.so");
    Place.CodeObject place = row("libmany.so", 2).place();
    robot.interact(() -> workbench.navigator().go(place));
    assertThat(model.selectionProperty().get()).isEqualTo(place.range());
    assertThat(text(model, 1, 3)).isEqualTo("ELF");
  }

  @Test
  void kernelInAPackedCodeObjectIsShownInItsUnpackedBytes(FxRobot robot) throws Exception {
    HexModel model = open(robot, "libcompressed.so");
    long fileSize = model.viewProperty().get().size();
    CodeObjectRow row = row("libcompressed.so", 1);
    Place inner = new Place.Kernel(row.place(), "k", new ByteRange(0x40, 16));
    robot.interact(() -> workbench.navigator().go(inner));
    assertThat(model.viewProperty().get().size()).isEqualTo(row.originalSizeBytes());
    assertThat(model.selectionProperty().get()).isEqualTo(new ByteRange(0x40, 16));

    robot.interact(() -> workbench.navigator().go(inner.path().getFirst()));
    assertThat(model.viewProperty().get().size()).isEqualTo(fileSize);
  }

  @Test
  void bytesThatAreSelectedLeadToTheirOwner(FxRobot robot) throws Exception {
    HexModel model = open(robot, "libmany.so");
    Place.CodeObject place = row("libmany.so", 1).place();
    robot.interact(() -> model.select(new ByteRange(place.range().start() + 16, 4)));
    assertThat(workbench.navigator().current().path()).contains(place);
  }

  @Test
  void caretOnAMagicIsNamedByTheInspector(FxRobot robot) throws Exception {
    HexModel model = open(robot, "libmany.so");
    robot.interact(() -> model.select(new ByteRange(0, 4)));
    assertThat(robot.lookup("#inspector-table").tryQuery()).isPresent();
    assertThat(robot.lookup("ELF header").tryQuery()).isPresent();
  }

  private static String text(HexModel model, int skip, int length) throws FormatException {
    ByteRange range = model.selectionProperty().get();
    return model.viewProperty().get().text(range.start() + skip, length);
  }
}
