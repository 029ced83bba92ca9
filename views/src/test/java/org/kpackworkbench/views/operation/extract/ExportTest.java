package org.kpackworkbench.views.operation.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.operation.forms.FormPictures;
import org.kpackworkbench.views.operation.forms.OptionFields;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class ExportTest {
  @TempDir Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private CodeObjectSource source() {
    return Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file())
        .as(CodeObjectSource.class)
        .orElseThrow();
  }

  private Region dialog(FxRobot robot, ActionId action) {
    robot.interact(() -> window.workbench.actions().run(action));
    return Objects.requireNonNull(window.dialogs.shown.get("Extract Code Objects"));
  }

  private static <T> T in(Region dialog, String id, Class<T> type) {
    return type.cast(Objects.requireNonNull(FormPictures.find(dialog, id), id));
  }

  private static String problem(Region dialog) {
    return in(dialog, "#form-problem", Region.class).lookupAll(".message-bar").stream()
        .map(bar -> bar.getAccessibleText())
        .collect(java.util.stream.Collectors.joining());
  }

  private static void type(FxRobot robot, Region dialog, String id, String text) {
    robot.interact(() -> in(dialog, id, TextField.class).setText(text));
  }

  private static void press(FxRobot robot, Region dialog) {
    robot.interact(() -> in(dialog, "#dialog-yes", Button.class).fire());
  }

  private Job lastJob() {
    return window.workbench.jobs().list().getFirst();
  }

  @Test
  void everyOptionOfExtractionHasItsField(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    OptionFields.assertThatAllAreIn(dialog(robot, ActionId.EXTRACT_ALL), ExtractSettings.OPERATION);
  }

  @Test
  void allCodeObjectsAreWrittenAsTheyAre(FxRobot robot) throws IOException {
    window.open(robot, fixture("libmany.so"));
    Region dialog = dialog(robot, ActionId.EXTRACT_ALL);
    type(robot, dialog, "#form-output", temp.resolve("out").toString());
    type(robot, dialog, "#form-name", "{target}/{index}.hsaco");
    CodeObjects all = source().document().codeObjects();
    assertThat(in(dialog, "#form-summary", Label.class).getText())
        .startsWith(all.size() + " files, ");
    assertThat(in(dialog, "#form-command", TextArea.class).getText())
        .isEqualTo(
            "kpack-workbench extract %s --all -o %s/ --name '{target}/{index}.hsaco'"
                .formatted(fixture("libmany.so"), temp.resolve("out")));
    press(robot, dialog);
    assertThat(lastJob().state()).isEqualTo(Job.State.DONE);
    for (int i = 0; i < all.size(); i++) {
      CodeObjectRow row = all.row(i);
      Path file =
          temp.resolve("out")
              .resolve(row.targetText().replace(':', '-'))
              .resolve(row.index() + ".hsaco");
      ByteView bytes = all.load(i, Progress.NONE);
      assertThat(file).hasBinaryContent(bytes.bytes(0, Math.toIntExact(bytes.size())));
    }
    robot.interact(() -> robot.lookup("#notice-show").queryButton().fire());
    assertThat(window.dialogs.shown).containsKey("What Was Extracted");
  }

  @Test
  void filesThatAreThereAreLeftUnlessTheUserSaysSo(FxRobot robot) throws IOException {
    window.open(robot, fixture("libone.so"));
    robot.interact(() -> goToFirst());
    Region dialog = dialog(robot, ActionId.EXTRACT);
    Path file = Files.writeString(temp.resolve("mine.hsaco"), "mine");
    type(robot, dialog, "#form-output", file.toString());
    assertThat(problem(dialog)).startsWith("The file already exists.");
    assertThat(in(dialog, "#dialog-yes", Button.class).isDisabled()).isTrue();
    robot.interact(() -> in(dialog, "#form-force", CheckBox.class).setSelected(true));
    press(robot, dialog);
    ByteView bytes = source().document().codeObjects().load(0, Progress.NONE);
    assertThat(file).hasBinaryContent(bytes.bytes(0, Math.toIntExact(bytes.size())));
  }

  @Test
  void farMoreThanTheFileIsAskedAbout(FxRobot robot) throws IOException {
    Path bomb = bomb(temp.resolve("bomb.kpack"));
    window.open(robot, bomb);
    Region dialog = dialog(robot, ActionId.EXTRACT_ALL);
    type(robot, dialog, "#form-output", temp.resolve("out").toString());
    CheckBox large = in(dialog, "#form-allow-large", CheckBox.class);
    assertThat(large.isVisible()).isTrue();
    assertThat(problem(dialog))
        .isEqualTo(
            "1.5 GiB would be written from a file of %d B, more than 200 times as much."
                .formatted(Files.size(bomb)));
    assertThat(in(dialog, "#dialog-yes", Button.class).isDisabled()).isTrue();
    robot.interact(() -> large.setSelected(true));
    assertThat(problem(dialog)).isEmpty();
    assertThat(in(dialog, "#dialog-yes", Button.class).isDisabled()).isFalse();
    assertThat(in(dialog, "#form-command", TextArea.class).getText()).endsWith(" --allow-large");
    assertThat(temp.resolve("out")).doesNotExist();
  }

  /** A small archive that says that its three code objects are large. */
  private static Path bomb(Path file) throws IOException {
    // {"type":"hsaco","ordinal":0,"original_size":1<<29}
    String row = "83a474797065a5687361636fa76f7264696e616c00ad6f726967696e616c5f73697a65ce20000000";
    String rows = "";
    for (String key : List.of("a", "b", "c")) {
      rows += "a1" + HexFormat.of().formatHex(key.getBytes(UTF_8)) + "81a6676678393432" + row;
    }
    // group_name, gfx_arch_family, gfx_arches, toc, compression_scheme, zstd_offset, zstd_size
    String table =
        "88ae666f726d61745f76657273696f6e01aa67726f75705f6e616d65a167"
            + "af6766785f617263685f66616d696c79a6676678393432aa6766785f61726368657391a6676678393432"
            + "a3746f6383"
            + rows
            + "b2636f6d7072657373696f6e5f736368656d65af7a7374642d7065722d6b65726e656c"
            + "ab7a7374645f6f666673657440a97a7374645f73697a6518";
    byte[] toc = HexFormat.of().parseHex(table);
    ByteBuffer bytes = ByteBuffer.allocate(88 + toc.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put("KPAK".getBytes(UTF_8)).putInt(1).putLong(88).position(64);
    bytes.putInt(1).putInt(16).position(88).put(toc);
    return Files.write(file, bytes.array());
  }

  @Test
  void aPatternThatIsNoneIsExplained(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    Region dialog = dialog(robot, ActionId.EXTRACT_ALL);
    type(robot, dialog, "#form-name", "{nonsense}.hsaco");
    assertThat(in(dialog, "#form-name-problem", Label.class).getText())
        .contains("{nonsense} is not a placeholder");
    assertThat(in(dialog, "#dialog-yes", Button.class).isDisabled()).isTrue();
  }

  @Test
  void aDraggedCodeObjectIsAFile(FxRobot robot) throws IOException {
    window.open(robot, fixture("libcompressed.so"));
    CodeObjectSource source = source();
    CodeObjectRow row = source.document().codeObjects().row(1);
    List<ClipboardContent> contents = new ArrayList<>();
    robot.interact(
        () -> {
          DragOut drag =
              new DragOut(
                  window.workbench.context(),
                  () -> new CodeObjectExport.Dragged.Inside(source, List.of(row.place())));
          contents.add(drag.content());
          drag.prepare();
          contents.add(drag.content());
        });
    assertThat(contents.getFirst()).isNull();
    Path file = contents.getLast().getFiles().getFirst().toPath();
    ByteView bytes = source.document().codeObjects().load(1, Progress.NONE);
    assertThat(file).hasBinaryContent(bytes.bytes(0, Math.toIntExact(bytes.size())));
    assertThat(file.getFileName().toString()).endsWith(".hsaco");
  }

  @Test
  void dialogLooksRight(FxRobot robot) throws IOException {
    String folder = System.getProperty("kpack.test.pictures", "");
    window.open(robot, fixture("libmany.so"));
    Region dialog = dialog(robot, ActionId.EXTRACT_ALL);
    type(robot, dialog, "#form-output", temp.toString());
    assertThat(in(dialog, "#form-preview", Region.class).isVisible()).isTrue();
    if (!folder.isEmpty()) {
      List<javafx.scene.image.Image> images = new ArrayList<>();
      robot.interact(
          () ->
              images.add(
                  Snapshots.of(
                      Snapshots.offScreen(
                          new javafx.scene.layout.StackPane(dialog), 680, 560, Theme.LIGHT))));
      Snapshots.save(images.getFirst(), Path.of(folder, "export.png"));
    }
  }

  private void goToFirst() {
    try {
      window.workbench.navigator().go(source().document().codeObjects().row(0).place());
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }
}
