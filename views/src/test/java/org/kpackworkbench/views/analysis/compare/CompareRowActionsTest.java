package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.export.DiffSettings;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.operation.forms.OptionFields;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What can be done with the rows of a comparison. */
@ExtendWith(WindowRobot.class)
class CompareRowActionsTest {
  private static final String ENTRIES = "code object";

  @TempDir Path temp;
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  private static void query(FxRobot robot, String text) {
    robot.interact(
        () ->
            robot
                .from(robot.lookup("#compare"))
                .lookup("#filter")
                .queryAs(TextField.class)
                .setText(text));
    robot.clickOn(robot.from(robot.lookup("#compare")).lookup("#filter").queryAs(TextField.class));
    robot.type(KeyCode.ENTER);
  }

  private static String clipboard(FxRobot robot) {
    String[] text = new String[1];
    robot.interact(() -> text[0] = Clipboard.getSystemClipboard().getString());
    return text[0];
  }

  @Test
  void rowsAreFilteredByChangeKindAndQuery(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    page.run(robot, ActionId.ONLY_DIFFERENCES);
    assertThat(CompareWindow.rows(robot)).noneMatch(row -> row.startsWith("same")).hasSize(4);
    page.run(robot, ActionId.ONLY_DIFFERENCES);
    robot.clickOn("#compare-only-added");
    assertThat(CompareWindow.rows(robot)).containsExactly("added lib/libfresh.so#0 @ gfx906");
    robot.clickOn("#compare-only-added");
    robot.interact(
        () -> robot.lookup("#compare-kind").queryAs(ChoiceBox.class).setValue("archive"));
    assertThat(CompareWindow.rows(robot, ENTRIES)).isEmpty();
    assertThat(CompareWindow.rows(robot)).isNotEmpty();
    robot.interact(
        () -> robot.lookup("#compare-kind").queryAs(ChoiceBox.class).setValue("All kinds"));
    query(robot, "name:libgone");
    assertThat(CompareWindow.rows(robot)).containsExactly("removed lib/libgone.so#0 @ gfx906");
    query(robot, "change:changed delta>1");
    assertThat(CompareWindow.rows(robot)).containsExactly("changed lib/libkernels.so#0 @ gfx942");
    query(robot, "change:changed arch:gfx942 index=0");
    assertThat(CompareWindow.rows(robot)).containsExactly("changed lib/libkernels.so#0 @ gfx942");
    query(robot, "change:changed arch:gfx906");
    assertThat(CompareWindow.rows(robot)).isEmpty();
    query(robot, "size>much");
    assertThat(robot.lookup("#filter-problem").query().isVisible()).isTrue();
  }

  @Test
  void differencesAreSteppedThrough(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    CompareWindow.select(robot, "lib/libsame.so#0 @ gfx900");
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    String first = CompareWindow.selected(robot);
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(CompareWindow.selected(robot)).isNotEqualTo(first);
    robot.push(KeyCode.ALT, KeyCode.UP);
    assertThat(CompareWindow.selected(robot)).isEqualTo(first);
    robot.push(KeyCode.ALT, KeyCode.BACK_SLASH);
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("new/lib.kpack ↔ old/lib.kpack");
  }

  @Test
  void rowsAreSortedByGrowth(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    robot.interact(
        () -> {
          var delta =
              CompareWindow.table(robot).getColumns().stream()
                  .filter(column -> column.getId().equals("compare-delta"))
                  .findFirst()
                  .orElseThrow();
          CompareWindow.table(robot).getSortOrder().setAll(List.of(delta));
        });
    assertThat(CompareWindow.rows(robot).getFirst())
        .isEqualTo("changed lib/libkernels.so#0 @ gfx942");
    assertThat(CompareWindow.rows(robot).getLast()).isEqualTo("added lib/libfresh.so#0 @ gfx906");
  }

  @Test
  void rowsAreSetBesideOneAnotherByHandAndApart(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    CompareWindow.select(robot, "lib/libgone.so#0 @ gfx906");
    page.run(robot, ActionId.MARK_COUNTERPART);
    assertThat(robot.lookup("#status-sums").queryAs(javafx.scene.control.Label.class).getText())
        .startsWith("Marked lib/libgone.so#0 @ gfx906");
    CompareWindow.select(robot, "lib/libsame.so#0 @ gfx900");
    assertThat(page.enabled(ActionId.ALIGN_WITH_MARKED)).isFalse();
    CompareWindow.select(robot, "lib/libfresh.so#0 @ gfx906");
    page.run(robot, ActionId.ALIGN_WITH_MARKED);
    String both = "lib/libgone.so#0 @ gfx906 ↔ lib/libfresh.so#0 @ gfx906";
    assertThat(CompareWindow.rows(robot, ENTRIES))
        .contains("changed " + both)
        .noneMatch(row -> row.startsWith("added") || row.startsWith("removed"));
    CompareWindow.select(robot, both);
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.crumbs(robot)).containsExactly("All", both);
    robot.interact(() -> robot.lookup("#compare-crumbs .crumb").<Button>query().fire());
    page.run(robot, ActionId.UNDO);
    assertThat(CompareWindow.rows(robot, ENTRIES))
        .contains("removed lib/libgone.so#0 @ gfx906", "added lib/libfresh.so#0 @ gfx906");
  }

  @Test
  void aRowLeadsToItsPlaceOnEitherSide(FxRobot robot) throws Exception {
    List<Path> paths = page.archives(robot, temp);
    CompareWindow.select(robot, "lib/libkernels.so#0 @ gfx942");
    page.run(robot, ActionId.SHOW_RIGHT);
    Place here = page.window.workbench.navigator().current();
    assertThat(here.file()).isEqualTo(paths.getLast());
    assertThat(here.label()).isEqualTo("lib/libkernels.so#0 @ gfx942");
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("old/lib.kpack ↔ new/lib.kpack");
    CompareWindow.select(robot, "lib/libfresh.so#0 @ gfx906");
    assertThat(page.enabled(ActionId.SHOW_LEFT)).isFalse();
    robot.interact(() -> page.window.stage.setWidth(1280));
    TreeView<?> tree = robot.lookup("#workspace-tree").query();
    assertThat(tree.getRoot().getChildren()).hasSize(1);
  }

  @Test
  void whatOnlyOneSideHasCannotBeOpened(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    CompareWindow.select(robot, "lib/libfresh.so#0 @ gfx906");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.crumbs(robot)).isEmpty();
    assertThat(robot.lookup(".message-bar").queryAllAs(javafx.scene.Node.class))
        .anyMatch(bar -> bar.getAccessibleText().contains("Only new/lib.kpack has"));
  }

  @Test
  void rowsAndTheCommandAreCopied(FxRobot robot) throws Exception {
    List<Path> paths = page.archives(robot, temp);
    CompareWindow.select(robot, "lib/libgone.so#0 @ gfx906");
    page.run(robot, ActionId.COPY);
    assertThat(clipboard(robot))
        .startsWith("Change\tCode object\tDiffers in\told\tnew\tGrowth\tKind\n")
        .contains("−  removed\tlib/libgone.so#0 @ gfx906\t");
    page.run(robot, ActionId.COPY_COMMAND);
    assertThat(clipboard(robot))
        .isEqualTo("kpack-workbench diff %s %s".formatted(paths.getFirst(), paths.getLast()));
  }

  @Test
  void theComparisonIsExportedInEveryFormat(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    for (ExportFormat format :
        List.of(ExportFormat.HTML, ExportFormat.MARKDOWN, ExportFormat.JSON, ExportFormat.PATCH)) {
      Path file = temp.resolve("report." + format.extension());
      page.window.dialogs.save = Optional.of(file);
      page.run(robot, ActionId.EXPORT_COMPARISON);
      var form =
          page.window.dialogs.shown.get("Export Comparison of old/lib.kpack ↔ new/lib.kpack");
      OptionFields.assertThatAllAreIn(form, DiffSettings.OPERATION);
      robot.interact(
          () ->
              robot
                  .from(form)
                  .lookup("#form-show-equal")
                  .queryAs(CheckBox.class)
                  .setSelected(false));
      robot.interact(() -> robot.from(form).lookup("#dialog-yes").queryButton().fire());
      assertThat(Files.readString(file))
          .as(format.id())
          .contains("lib/libgone.so", "lib/libfresh.so")
          .doesNotContain("lib/libsame.so");
    }
    assertThat(page.window.dialogs.errors).isEmpty();
  }
}
