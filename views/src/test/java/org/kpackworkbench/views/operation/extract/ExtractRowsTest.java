package org.kpackworkbench.views.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.format.offload.BundleNode;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.operation.forms.FormPictures;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Rows that are selected in tables become files. */
class ExtractRowsTest extends WindowTest {
  @TempDir static Path folder;
  @TempDir Path output;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private CodeObjects codeObjects() {
    return Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file())
        .as(CodeObjectSource.class)
        .orElseThrow()
        .document()
        .codeObjects();
  }

  /** Ctrl+E; what the form says, and the form. */
  private Region askedFor(FxRobot robot, String words, KeyCode... further) {
    List<KeyCode> keys = new ArrayList<>(List.of(KeyCode.SHORTCUT));
    keys.addAll(List.of(further));
    keys.add(KeyCode.E);
    robot.press(keys.toArray(KeyCode[]::new)).release(keys.reversed().toArray(KeyCode[]::new));
    Region dialog = Objects.requireNonNull(window.dialogs.shown.get("Extract Code Objects"));
    assertThat(((Label) dialog.lookup(".form-what")).getText()).isEqualTo(words);
    return dialog;
  }

  private void run(FxRobot robot, Region dialog, String pattern) {
    robot.interact(
        () -> {
          ((TextField) FormPictures.find(dialog, "#form-output")).setText(output.toString());
          ((TextField) FormPictures.find(dialog, "#form-name")).setText(pattern);
        });
    robot.interact(() -> ((Button) dialog.lookup("#dialog-yes")).fire());
    assertThat(window.workbench.jobs().list().getFirst().state()).isEqualTo(Job.State.DONE);
  }

  private void assertWritten(CodeObjects all, Place.CodeObject place, String name)
      throws IOException {
    ByteView bytes = all.load(all.rowOf(place).orElseThrow(), Progress.NONE);
    assertThat(output.resolve(name)).hasBinaryContent(bytes.bytes(0, (int) bytes.size()));
  }

  @Test
  void threeRowsOfAnArchiveBecomeThreeFiles(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.small(folder), "contents");
    robot.interact(
        () -> robot.lookup("#group-flat").queryAs(javafx.scene.control.ToggleButton.class).fire());
    TableView<?> table = robot.lookup("#archive-table").queryTableView();
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().clearSelection();
          table.getSelectionModel().selectIndices(0, 5, 9);
        });
    Region dialog = askedFor(robot, "3 code objects of rand_lib_gfx9.kpack");
    run(robot, dialog, "{name}-{index}-{target}.bin");
    CodeObjects all = codeObjects();
    int written = Objects.requireNonNull(output.toFile().listFiles()).length;
    assertThat(written).isEqualTo(3);
    for (int row : new int[] {0, 5, 9}) {
      Place.CodeObject place = all.row(row).place();
      String name =
          "%s-%d-%s.bin"
              .formatted(
                  Path.of(place.binary()).getFileName(),
                  place.index(),
                  place.target().replace(':', '-'));
      assertWritten(all, place, name);
    }
  }

  @Test
  void extractAllTakesWhatTheFilterShowsAndSaysSo(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.small(folder), "contents");
    robot.clickOn("#filter").write("index:2 arch:gfx90a").type(KeyCode.ENTER);
    Region dialog =
        askedFor(
            robot,
            "4 of 24 code objects of rand_lib_gfx9.kpack: those that the filter shows",
            KeyCode.SHIFT);
    run(robot, dialog, "{name}-{index}-{target}.bin");
    assertThat(output.toFile().listFiles()).hasSize(4);
    robot.interact(() -> window.dialogs.shown.clear());
    robot.clickOn("#filter-clear");
    askedFor(robot, "24 code objects of rand_lib_gfx9.kpack", KeyCode.SHIFT);
  }

  @Test
  void extractAllOfABinaryTakesTheFilterToo(FxRobot robot) {
    show(robot, fixture("libmany.so"), "code-objects");
    robot.clickOn("#filter").write("filed:gfx942").type(KeyCode.ENTER);
    askedFor(
        robot, "1 of 5 code objects of libmany.so: those that the filter shows", KeyCode.SHIFT);
  }

  @Test
  void aGroupOfAnArchiveIsAllThatIsInIt(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.small(folder), "contents");
    TableView<?> table = robot.lookup("#archive-table").queryTableView();
    robot.interact(
        () ->
            robot
                .lookup("#group-by-target")
                .queryAs(javafx.scene.control.ToggleButton.class)
                .fire());
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(0);
        });
    askedFor(robot, "6 code objects of rand_lib_gfx9.kpack");
    askedFor(robot, "24 code objects of rand_lib_gfx9.kpack", KeyCode.SHIFT);
  }

  @Test
  void rowsOfTheListOfCodeObjects(FxRobot robot) throws IOException {
    show(robot, fixture("libcompressed.so"), "code-objects");
    TableView<?> table = robot.lookup("#code-objects").queryTableView();
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().clearSelection();
          table.getSelectionModel().selectIndices(0, 1, 2);
        });
    Region dialog = askedFor(robot, "3 code objects of libcompressed.so");
    run(robot, dialog, "{index}-{target}");
    CodeObjects all = codeObjects();
    for (int row = 0; row < 3; row++) {
      Place.CodeObject place = all.row(row).place();
      assertWritten(all, place, place.index() + "-" + place.target().replace(':', '-'));
    }
  }

  @Test
  void entriesOfBundlesAndWholeBundles(FxRobot robot) throws IOException {
    show(robot, fixture("libcompressed.so"), "bundles");
    RowsTable<?> tree = robot.lookup("#bundles").queryAs(RowsTable.class);
    int inFirst = ShownRows.tops(tree, BundleNode.class).getFirst().children().size() - 1;
    robot.interact(
        () -> {
          tree.requestFocus();
          tree.getSelectionModel().clearAndSelect(0);
        });
    askedFor(robot, inFirst + " code objects of libcompressed.so");
    robot.interact(() -> tree.getSelectionModel().clearAndSelect(2));
    askedFor(robot, "1 code object of libcompressed.so");
  }

  @Test
  void theMenuOffersIt(FxRobot robot) {
    show(robot, fixture("libmany.so"), "code-objects");
    TableView<?> table = robot.lookup("#code-objects").queryTableView();
    assertThat(item(table)).hasValue(true);
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(0);
        });
    assertThat(item(table)).hasValue(false);
  }

  /** Whether Extract is disabled in a table's menu. */
  private static Optional<Boolean> item(TableView<?> table) {
    return table.getContextMenu().getItems().stream()
        .filter(item -> "item-extract".equals(item.getId()))
        .map(item -> item.isDisable())
        .findFirst();
  }

  @Test
  void severalRowsAreDraggedAsFiles(FxRobot robot) throws IOException {
    window.open(robot, fixture("libmany.so"));
    CodeObjectSource source =
        Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file())
            .as(CodeObjectSource.class)
            .orElseThrow();
    CodeObjects all = codeObjects();
    List<Place.CodeObject> places =
        List.of(all.row(0).place(), all.row(1).place(), all.row(2).place());
    List<ClipboardContent> contents = new ArrayList<>();
    robot.interact(
        () -> {
          DragOut drag =
              new DragOut(
                  window.workbench.context(),
                  () -> new CodeObjectExport.Dragged.Inside(source, places));
          drag.prepare();
          contents.add(drag.content());
        });
    List<File> files = contents.getFirst().getFiles();
    assertThat(files).hasSize(3);
    for (int i = 0; i < 3; i++) {
      ByteView bytes = all.load(i, Progress.NONE);
      assertThat(files.get(i).toPath()).hasBinaryContent(bytes.bytes(0, (int) bytes.size()));
    }
  }
}
