package org.kpackworkbench.views.analysis.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.event.ActionEvent;
import javafx.geometry.Point2D;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TextField;
import javafx.scene.image.Image;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.analysis.estimate.Likeness;
import org.kpackworkbench.model.analysis.estimate.Measured;
import org.kpackworkbench.model.analysis.estimate.Sharing;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.BareContext;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The page of a library with code for four GPUs. */
@ExtendWith(WindowRobot.class)
class EstimateWindowTest {
  private static final Path LIBRARY =
      Path.of("../app/sample/lib/libmany.so").toAbsolutePath().normalize();

  private EstimatePage page;

  @Start
  void start(Stage stage) throws IOException {
    page = new EstimatePage(BareContext.sameThread(), LIBRARY);
    Scene scene = new Scene((Parent) page.node(), 1200, 700);
    new Themes(new SystemLook(Boolean.getBoolean("kpack.test.dark"), false), new Zoom())
        .dress(scene);
    stage.setScene(scene);
    stage.show();
  }

  @SuppressWarnings("unchecked")
  private static <R> RowsTable<R> table(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(RowsTable.class);
  }

  private static WayChart chart(FxRobot robot) {
    return robot.lookup("#estimate-chart").queryAs(WayChart.class);
  }

  private static String label(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  @Test
  void showsAPointAndARowForEachWay(FxRobot robot) {
    RowsTable<Measured> ways = table(robot, "#estimate-ways");
    WayChart chart = chart(robot);
    assertThat(chart.ways()).hasSize(5);
    assertThat(ways.model().all()).isEqualTo(5);
    assertThat(chart.getAccessibleText())
        .contains("zstd-solid (experimental), level 3, by name: ")
        .contains("zstd-per-kernel, level 3: ");
    // Uncompressed code has no level.
    assertThat(robot.lookup("#estimate-ways .table-cell").queryAllAs(TableCell.class))
        .extracting(TableCell::getText)
        .contains("3", "–")
        .doesNotContain("0");
    Measured none = chart.ways().get(1);
    Measured today = chart.ways().getFirst();
    assertThat(chart.pointY(none.sizeBytes())).isLessThan(chart.pointY(today.sizeBytes()));
    RowsTable<Sharing.Download> downloads = table(robot, "#estimate-downloads");
    assertThat(downloads.model().all()).isPositive();
    RowsTable<Likeness.Piece> alike = table(robot, "#estimate-alike");
    assertThat(alike.model().all()).isEqualTo(5);
    assertThat(alike.getColumns()).hasSize(4 + 5);
    assertThat(label(robot, "#estimate-sums"))
        .contains("code objects, ", "Packages: by target ", " of it twice")
        .doesNotContain("Not read");
    assertThat(page.statusText().getValue()).isEqualTo("5 ways");
    assertThat(page.title().getValue()).isEqualTo("Storage of libmany.so");
  }

  @Test
  void isDrawn(FxRobot robot) throws IOException {
    TabPane tables = robot.lookup("#estimate-tables").queryAs(TabPane.class);
    String folder = System.getProperty("kpack.test.pictures");
    for (int tab = 0; tab < tables.getTabs().size(); tab++) {
      int shown = tab;
      Image[] image = new Image[1];
      robot.interact(() -> tables.getSelectionModel().select(shown));
      robot.interact(() -> image[0] = Snapshots.of(page.node().getScene()));
      assertThat(image[0].getWidth()).isEqualTo(1200);
      if (folder != null) {
        Snapshots.save(image[0], Path.of(folder, "estimate-%d.png".formatted(tab)));
      }
    }
  }

  @Test
  void aClickOnAPointSelectsItsRow(FxRobot robot) {
    WayChart chart = chart(robot);
    Measured last = chart.ways().get(1);
    // Events of the scene have the scene's coordinates.
    Point2D at =
        chart.localToScene(chart.pointX(last.medianNanos()), chart.pointY(last.sizeBytes()));
    double x = at.getX();
    double y = at.getY();
    robot.interact(
        () ->
            chart.fireEvent(
                new MouseEvent(
                    MouseEvent.MOUSE_PRESSED,
                    x,
                    y,
                    x,
                    y,
                    MouseButton.PRIMARY,
                    1,
                    false,
                    false,
                    false,
                    false,
                    true,
                    false,
                    false,
                    true,
                    false,
                    true,
                    null)));
    RowsTable<Measured> ways = table(robot, "#estimate-ways");
    assertThat(ways.selectedProperty().get()).isEqualTo(last);
  }

  private static void type(FxRobot robot, String id, String text) {
    TextField field = robot.lookup(id).queryAs(TextField.class);
    robot.interact(
        () -> {
          field.setText(text);
          field.fireEvent(new ActionEvent());
        });
  }

  @Test
  void otherLevelsAreMeasuredAndWrongOnesRefused(FxRobot robot) {
    type(robot, "#form-levels", "1, 5");
    assertThat(chart(robot).ways()).extracting(each -> each.way().level()).contains(1, 5);
    List<Measured> before = chart(robot).ways();
    type(robot, "#form-levels", "23");
    assertThat(label(robot, "#form-levels-problem")).contains("from 1 to 22");
    assertThat(chart(robot).ways()).isSameAs(before);
    assertThat(robot.lookup("#estimate-measure").queryAs(Button.class).isDisabled()).isFalse();
    assertThat(robot.lookup("#estimate-cancel").queryAs(Button.class).isDisabled()).isTrue();
  }

  private static void press(FxRobot robot, String id) {
    robot.interact(() -> robot.lookup(id).queryAs(ButtonBase.class).fire());
  }

  @Test
  void offersSchemesGroupsAndDictionariesOfTheCommand(FxRobot robot) {
    press(robot, "#form-compression-none");
    press(robot, "#form-group-target");
    press(robot, "#form-group-all");
    type(robot, "#form-dictionary", "4K,16K");
    press(robot, "#form-long");
    press(robot, "#estimate-measure");
    assertThat(chart(robot).ways())
        .extracting(each -> each.way().words())
        .containsExactly(
            "zstd-per-kernel, level 3",
            "zstd-per-kernel, level 3, long windows",
            "zstd-dictionary (experimental), level 3, 4.0 KiB",
            "zstd-dictionary (experimental), level 3, 16.0 KiB",
            "zstd-solid (experimental), level 3, by name",
            "zstd-solid (experimental), level 3, by all");
    // Without a scheme that has them there is nothing to choose.
    press(robot, "#form-compression-zstd-solid");
    assertThat(robot.lookup("#form-group").query().getParent().isVisible()).isFalse();
    assertThat(robot.lookup("#form-dictionary").query().isVisible()).isTrue();
  }
}
