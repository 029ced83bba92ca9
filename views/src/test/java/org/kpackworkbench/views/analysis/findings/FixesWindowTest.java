package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.cause.Fix;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** From a finding to the change that removes it: one click. */
@ExtendWith(WindowRobot.class)
class FixesWindowTest {
  @TempDir Path temp;
  private FaultyShard shard;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
    primary.setWidth(1600);
    primary.setHeight(1000);
  }

  @BeforeEach
  void make() throws Exception {
    shard = FaultyShard.make(temp.toRealPath());
  }

  private FindingsList select(FxRobot robot, String title) {
    window.open(robot, shard.root());
    FindingsList list = new FindingsList(window, robot).verify();
    int line = 0;
    while (!list.titles().get(line).contains(title)) {
      line++;
    }
    list.select(line);
    return list;
  }

  /** The detail of a selected line states the consequence. */
  private String consequence(FxRobot robot) {
    List<String> texts =
        robot
            .from(robot.lookup("#finding-detail"))
            .lookup(".label")
            .queryAllAs(Labeled.class)
            .stream()
            .map(Labeled::getText)
            .toList();
    int at = texts.indexOf("Consequence");
    return at < 0 ? "" : texts.get(at + 1);
  }

  @Test
  void saysWhatAFaultMeansForUsers(FxRobot robot) {
    FindingsList list = select(robot, "a key was renamed");
    assertThat(consequence(robot)).isEqualTo("libmany.so gets no code on gfx942: error 5");
    Map<String, String> others =
        Map.of(
            "was damaged", "libdrift.so.1 gets no code for wrapper 4 on gfx90a: error 6",
            "is missing", "libmany.so gets no code on gfx90a:xnack+: error 5",
            "The marker of", "libcompressed.so gets no code on any GPU: error 13",
            "cannot exist on Windows", "");
    others.forEach(
        (title, words) -> {
          list.select(
              list.titles().stream()
                  .filter(each -> each.contains(title))
                  .findFirst()
                  .map(list.titles()::indexOf)
                  .orElseThrow());
          assertThat(consequence(robot)).as(title).isEqualTo(words);
        });
  }

  private Path active() {
    return Objects.requireNonNull(window.workbench.files().active()).path();
  }

  @Test
  void renamesAKeyBackAsAnEditWithUndo(FxRobot robot) throws Exception {
    select(robot, "a key was renamed");
    byte[] before = Files.readAllBytes(shard.archive("gfx942"));
    robot.clickOn("#finding-fix");
    Await.until("the archive", () -> active().equals(shard.archive("gfx942")));
    Await.until("its editor", () -> window.shownView().equals("edit"));
    Await.until(
        "the edit",
        () ->
            robot.lookup("#edit-history .list-cell").queryAllAs(Labeled.class).stream()
                .anyMatch(cell -> cell.getText() != null && cell.getText().contains("libmane.so")));
    assertThat(Files.readAllBytes(shard.archive("gfx942")))
        .as("nothing is written yet")
        .isEqualTo(before);
    window.picture(robot, "fix-rename");
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.UNDO)).isTrue());
  }

  @Test
  void previewsTheUpdateOfAManifest(FxRobot robot) throws Exception {
    select(robot, "blas_lib_gfx90a:xnack-.kpack: checksum");
    assertThat(robot.lookup("#finding-fix").queryAs(Button.class).getText())
        .isEqualTo("Update blas_lib.kpm from Disk…");
    robot.clickOn("#finding-fix");
    Region pane =
        Await.until(
            "the preview",
            () -> java.util.Optional.ofNullable(window.dialogs.shown.get("Update from Disk")));
    assertThat(pane).isNotNull();
    assertThat(active()).isEqualTo(shard.manifest());
  }

  @Test
  void exchangesNamesAndTakesThatBack(FxRobot robot) throws Exception {
    select(robot, "have exchanged their names");
    byte[] one = Files.readAllBytes(shard.archive("gfx1030"));
    byte[] two = Files.readAllBytes(shard.archive("gfx1100"));
    robot.clickOn("#finding-fix");
    Region preview =
        Objects.requireNonNull(window.dialogs.shown.get("Exchange the Names of Two Archives"));
    assertThat(Files.readAllBytes(shard.archive("gfx1030"))).as("only shown").isEqualTo(one);
    robot.interact(() -> ((Button) preview.lookup("#dialog-yes")).fire());
    Await.ended(window.workbench.jobs(), "Exchange names");
    assertThat(Files.readAllBytes(shard.archive("gfx1030"))).isEqualTo(two);
    assertThat(Files.readAllBytes(shard.archive("gfx1100"))).isEqualTo(one);
    FindingsList list = new FindingsList(window, robot).verify();
    assertThat(list.titles()).noneMatch(title -> title.contains("exchanged"));
  }

  @Test
  void namesOfAnArchiveThatIsGoneAreNotExchanged(FxRobot robot) throws Exception {
    select(robot, "have exchanged their names");
    robot.clickOn("#finding-fix");
    Region preview =
        Objects.requireNonNull(window.dialogs.shown.get("Exchange the Names of Two Archives"));
    byte[] two = Files.readAllBytes(shard.archive("gfx1100"));
    Files.delete(shard.archive("gfx1030"));
    robot.interact(() -> ((Button) preview.lookup("#dialog-yes")).fire());
    Await.ended(window.workbench.jobs(), "Exchange names");
    assertThat(window.workbench.jobs().list().getFirst().failureProperty().get())
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("blas_lib_gfx1030.kpack");
    assertThat(Files.readAllBytes(shard.archive("gfx1100"))).isEqualTo(two);
  }

  @Test
  void anArchiveOrManifestThatIsGoneSaysSo(FxRobot robot) throws Exception {
    FindingsList list = select(robot, "a key was renamed");
    Files.delete(shard.archive("gfx942"));
    robot.clickOn("#finding-fix");
    assertThat(texts(robot)).contains("⚠  blas_lib_gfx942.kpack could not be opened");
    Files.delete(shard.manifest());
    String checksum = "blas_lib_gfx90a:xnack-.kpack: checksum";
    list.select(
        IntStream.range(0, list.titles().size())
            .filter(line -> list.titles().get(line).contains(checksum))
            .findFirst()
            .orElseThrow());
    robot.clickOn("#finding-fix");
    assertThat(texts(robot)).contains("⚠  blas_lib.kpm could not be opened");
  }

  @Test
  void aKeyThatHasItsNameAgainIsNotRenamed(FxRobot robot) throws Exception {
    select(robot, "a key was renamed");
    String bytes = Files.readString(shard.archive("gfx942"), StandardCharsets.ISO_8859_1);
    Files.writeString(
        shard.archive("gfx942"), bytes.replace("libmane", "libmany"), StandardCharsets.ISO_8859_1);
    robot.clickOn("#finding-fix");
    assertThat(texts(robot))
        .anyMatch(text -> text.contains("Expected: rows of math/a/stage/lib/libmane.so"));
  }

  private static List<String> texts(FxRobot robot) {
    Await.settled();
    return robot.lookup(".label").queryAllAs(Labeled.class).stream()
        .filter(label -> label.getText() != null)
        .map(Labeled::getText)
        .toList();
  }

  /** In a folder that the user may not change, a click would end in an error. */
  @Test
  void saysWhyNamesCannotBeExchangedInsteadOfTrying(FxRobot robot) {
    Fix.ExchangeNames fix =
        new Fix.ExchangeNames(shard.archive("gfx1030"), shard.archive("gfx1100"));
    Path locked = Objects.requireNonNull(fix.two().getParent());
    assertThat(Fixes.obstacle(fix, folder -> true)).isEmpty();
    String why = Fixes.obstacle(fix, folder -> !folder.equals(locked));
    assertThat(why)
        .isEqualTo(
            "You may not change names in %s. Copy the folder, and verify the copy."
                .formatted(locked));
    FindingDetail[] detail = new FindingDetail[1];
    List<String> started = new ArrayList<>();
    robot.interact(
        () -> {
          detail[0] = new FindingDetail(Background.sameThread(), () -> {});
          detail[0].offer("Exchange", () -> why, () -> started.add("exchange"));
          StackPane pane = new StackPane(detail[0]);
          window.stage.setScene(new Scene(pane, 600, 400));
          pane.applyCss();
          pane.layout();
        });
    robot.clickOn("#finding-fix");
    assertThat(started).isEmpty();
    assertThat(robot.lookup("#finding-fix").query().isDisabled()).isTrue();
    assertThat(robot.lookup("#finding-fix-obstacle").queryLabeled().getText()).isEqualTo(why);
  }

  /** Contents are changed in an editor, which can save them elsewhere. */
  @Test
  void offersEditsOfFilesInFoldersThatCannotBeChanged() {
    Path archive = shard.archive("gfx942");
    assertThat(Fixes.obstacle(new Fix.RenameBinaries(archive, Map.of("a", "b")), file -> false))
        .isEmpty();
    assertThat(Fixes.obstacle(new Fix.UpdateManifest(archive), file -> false)).isEmpty();
  }
}
