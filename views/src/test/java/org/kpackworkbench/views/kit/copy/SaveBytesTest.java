package org.kpackworkbench.views.kit.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.Labeled;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Selected bytes become a file. */
@ExtendWith(WindowRobot.class)
class SaveBytesTest {
  @TempDir Path folder;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private Place open(FxRobot robot, Path file) {
    window.open(robot, file);
    return Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file())
        .place();
  }

  @Test
  void aSelectionIsWrittenAsItIs(FxRobot robot) throws IOException {
    Path library = fixture("libmany.so");
    Place file = open(robot, library);
    Place bytes = new Place.Bytes(file, new ByteRange(0x40, 0x100));
    robot.interact(() -> window.workbench.navigator().go(bytes));
    Path target = folder.resolve("bytes.bin");
    Files.writeString(target, "there already: the chooser has asked");
    window.dialogs.save = Optional.of(target);
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.SAVE_BYTES)).isTrue());
    assertThat(target)
        .hasBinaryContent(Arrays.copyOfRange(Files.readAllBytes(library), 0x40, 0x140));
    assertThat(
            robot.from(robot.lookup(".notice")).lookup(".label").queryAs(Labeled.class).getText())
        .isEqualTo("✓ Wrote 256 B to " + target);
  }

  @Test
  void namesSayWhatTheBytesAre() {
    Place file = new Place.File(Path.of("/tmp/a library.so"));
    assertThat(CopyActions.suggested(file)).isEqualTo("a_library.so.bin");
    assertThat(CopyActions.suggested(new Place.Bytes(file, new ByteRange(16, 16))))
        .isEqualTo("a_library.so-0x10-0x20.bin");
  }
}
