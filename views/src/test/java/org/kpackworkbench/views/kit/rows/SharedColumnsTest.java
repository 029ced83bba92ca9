package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableColumn;
import javafx.scene.input.Clipboard;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.Bookmarks;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.EditRequests;
import org.kpackworkbench.views.spi.FoundPlaces;
import org.kpackworkbench.views.spi.Pages;
import org.kpackworkbench.views.spi.ProgramFacts;
import org.kpackworkbench.views.spi.Remembered;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.standard.AnsweredDialogs;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A column that is the same in all rows is a line above the table until rows differ. */
@ExtendWith(WindowRobot.class)
class SharedColumnsTest {
  private static final int ROWS = 6;

  private final Remembered remembered = Remembered.inMemory();
  private Themes themes;
  private Stage stage;
  private RowsPane<Integer> pane;

  private static class Kernels implements RowsSpec<Integer> {
    private final boolean later;

    Kernels(boolean later) {
      this.later = later;
    }

    @Override
    public TableWords words() {
      return TableWords.of("made-kernels", "Kernels", "No kernels.");
    }

    @Override
    public List<RowColumn<Integer>> columns() {
      return List.of(
          RowColumn.text("Name", row -> "void generate_kernel_of_the_generator_number_" + row),
          RowColumn.text("Target", row -> row < 2 ? "gfx90a" : "gfx942"),
          RowColumn.count("AGPRs", row -> -1),
          RowColumn.text("Binary", row -> "lib/librocrand.so.1.1"),
          RowColumn.<Integer>text("Kind", row -> "hip").hidden(),
          RowColumn.count("VGPRs", row -> 20 + row));
    }

    @Override
    public RowSource<Integer> load() {
      RowSource<Integer> rows = RowSource.of(IntStream.range(0, ROWS).boxed().toList());
      return !later
          ? rows
          : new RowSource<>() {
            @Override
            public int size() {
              return rows.size();
            }

            @Override
            public Integer row(int index) throws IOException {
              return rows.row(index);
            }
          };
    }
  }

  private static final class Edited extends Kernels {
    Edited() {
      super(false);
    }

    @Override
    public boolean edited() {
      return true;
    }
  }

  @Start
  void start(Stage primary) {
    stage = primary;
    themes = new Themes(new SystemLook(false, false), new Zoom());
    make(new Kernels(false));
  }

  /** A window with a new table, as after a start of the program. */
  private void make(RowsSpec<Integer> spec) {
    ViewContext context =
        new ViewContext(
            new Navigator(),
            Background.sameThread(),
            new Jobs(Background.sameThread()),
            new Actions(),
            themes.ownerColors(),
            new AnsweredDialogs(),
            Pages.nowhere(),
            remembered,
            StandardFormats.all(),
            new EditRequests(),
            made -> CodeObjectExport.nowhere(),
            ViewContext.UnsavedEdits.none(),
            new FoundPlaces(),
            new Bookmarks(remembered),
            ProgramFacts.NONE);
    pane = new RowsPane<>(new RowsModel<>(spec, context.background()), context);
    pane.load();
    Scene scene = new Scene(pane, 900, 400);
    themes.dress(scene);
    stage.setScene(scene);
    stage.setWidth(900);
    stage.setHeight(400);
    stage.show();
    layOut();
  }

  private void layOut() {
    pane.applyCss();
    pane.layout();
  }

  private List<String> headings() {
    return pane.table().getVisibleLeafColumns().stream().map(TableColumn::getText).toList();
  }

  /** Texts to be read above the table. */
  private String line() {
    Node line = pane.lookup("#made-kernels-shared");
    return !line.isVisible()
        ? ""
        : line.lookupAll(".label").stream()
            .map(node -> ((Label) node).getText())
            .collect(Collectors.joining(" "));
  }

  private double width(String title) {
    return pane.table().getColumns().stream()
        .filter(column -> column.getText().equals(title))
        .mapToDouble(TableColumn::getWidth)
        .sum();
  }

  @Test
  void columnsThatAreTheSameInAllRowsAreALineAboveAndLeaveTheirRoom(FxRobot robot) {
    assertThat(headings()).containsExactly("Name", "Target", "VGPRs");
    assertThat(line()).isEqualTo("All rows: Binary lib/librocrand.so.1.1");
    double wide = width("Name");
    robot.interact(() -> column("Binary").setVisible(true));
    assertThat(width("Name")).isLessThan(wide);
  }

  @Test
  void aFigureThatIsReadBesideOthersStaysUnlessItSaysNothing(FxRobot robot) {
    robot.interact(
        () ->
            make(
                new Kernels(false) {
                  @Override
                  public List<RowColumn<Integer>> columns() {
                    return List.of(
                        RowColumn.count("VGPRs", row -> row),
                        RowColumn.<Integer>count("AGPRs", row -> -1).besideOthers(),
                        RowColumn.<Integer>count("Spills", row -> 0).besideOthers());
                  }
                }));
    assertThat(headings()).containsExactly("VGPRs", "Spills");
    assertThat(line()).isEmpty();
  }

  @Test
  void aColumnIsTheSameInTheRowsThatTheFilterLeavesAndComesBackWithTheOthers(FxRobot robot) {
    robot.interact(() -> pane.filter().query("target:gfx942"));
    assertThat(headings()).containsExactly("Name", "VGPRs");
    assertThat(line()).isEqualTo("All rows: Target gfx942 Binary lib/librocrand.so.1.1");
    robot.interact(() -> pane.filter().query("target:gfx90a"));
    assertThat(headings()).as("figures of two rows").containsExactly("Name", "AGPRs", "VGPRs");
    assertThat(line()).isEqualTo("All rows: Target gfx90a Binary lib/librocrand.so.1.1");
    robot.interact(() -> pane.filter().query("vgprs=21"));
    assertThat(headings()).as("one row").contains("Target", "AGPRs", "Binary");
    assertThat(line()).isEmpty();
    robot.interact(() -> pane.filter().clear());
    assertThat(headings()).containsExactly("Name", "Target", "VGPRs");
  }

  @Test
  void rowsThatAreReadFromAFileAreLookedThroughToo(FxRobot robot) {
    robot.interact(() -> make(new Kernels(true)));
    assertThat(headings()).containsExactly("Name", "Target", "VGPRs");
  }

  @Test
  void anEditedTableKeepsItsColumns(FxRobot robot) {
    robot.interact(() -> make(new Edited()));
    assertThat(headings()).containsExactly("Name", "Target", "AGPRs", "Binary", "VGPRs");
    assertThat(line()).isEmpty();
  }

  @Test
  void copiedRowsHaveTheColumnsOfTheLine(FxRobot robot) {
    robot.interact(
        () -> {
          pane.table().pickPosition(1);
          pane.table().copy();
          assertThat(Clipboard.getSystemClipboard().getString())
              .isEqualTo(
                  "Name\tTarget\tAGPRs\tBinary\tVGPRs\n"
                      + "void generate_kernel_of_the_generator_number_1\tgfx90a\t\t"
                      + "lib/librocrand.so.1.1\t21\n");
        });
  }

  private TableColumn<?, ?> column(String title) {
    return pane.table().getColumns().stream()
        .filter(column -> column.getText().equals(title))
        .findFirst()
        .orElseThrow();
  }

  /** The action of the menu of columns, whose items are bound to the columns. */
  private void choose(FxRobot robot, String title) {
    robot.clickOn(".show-hide-columns-button");
    ContextMenu menu =
        robot.listWindows().stream()
            .filter(window -> window instanceof ContextMenu)
            .map(window -> (ContextMenu) window)
            .findFirst()
            .orElseThrow();
    robot.interact(
        () -> {
          for (MenuItem each : List.copyOf(menu.getItems())) {
            if (each instanceof CheckMenuItem item && item.getText().equals(title)) {
              item.setSelected(!item.isSelected());
            }
          }
          menu.hide();
        });
  }

  @Test
  void theMenuOfColumnsMakesItAColumnForAllTablesOfTheKind(FxRobot robot) {
    choose(robot, "Binary");
    assertThat(headings()).containsExactly("Name", "Target", "Binary", "VGPRs");
    assertThat(line()).as("nothing to say of AGPRs").isEmpty();
    choose(robot, "Kind");
    robot.interact(() -> make(new Kernels(false)));
    assertThat(headings()).containsExactly("Name", "Target", "Binary", "Kind", "VGPRs");
    choose(robot, "Binary");
    assertThat(headings()).containsExactly("Name", "Target", "Kind", "VGPRs");
    assertThat(line()).as("hidden by the user").isEmpty();
    robot.interact(() -> make(new Kernels(false)));
    assertThat(headings()).containsExactly("Name", "Target", "Kind", "VGPRs");
  }

  @Test
  void aClickOnTheLineMakesItAColumn(FxRobot robot) {
    robot.interact(this::layOut);
    Label value =
        pane.lookupAll(".shared-value").stream()
            .map(node -> (Label) node)
            .filter(label -> label.getText().startsWith("lib/"))
            .findFirst()
            .orElseThrow();
    robot.clickOn(value, MouseButton.PRIMARY);
    assertThat(headings()).containsExactly("Name", "Target", "Binary", "VGPRs");
  }

  @Test
  void aColumnOfTheLineIsNotRememberedAsHidden(FxRobot robot) {
    robot.interact(() -> column("Target").setVisible(false));
    robot.interact(
        () ->
            make(
                new Kernels(false) {
                  @Override
                  public List<RowColumn<Integer>> columns() {
                    return super.columns().stream()
                        .map(
                            column ->
                                column.title().equals("Binary")
                                    ? RowColumn.<Integer>text("Binary", row -> "lib/" + row)
                                    : column)
                        .toList();
                  }
                }));
    assertThat(headings()).containsExactly("Name", "Binary", "VGPRs");
  }

  @Test
  void aShortLineIsBesideTheFilterAndALongOneBelowIt(FxRobot robot) {
    robot.interact(() -> pane.resize(1200, 400));
    robot.interact(this::layOut);
    Region line = (Region) pane.lookup("#made-kernels-shared");
    double filter = top(pane.filter());
    assertThat(line.localToScene(0, 0).getX()).isGreaterThan(pane.filter().getWidth());
    assertThat(top(line)).isLessThan(filter + pane.filter().getHeight());
    robot.interact(() -> pane.resize(500, 400));
    robot.interact(this::layOut);
    assertThat(top(line)).isGreaterThanOrEqualTo(filter + pane.filter().getHeight());
    assertThat(line.localToScene(0, 0).getX()).as("at the left").isLessThan(5);
  }

  @Test
  void aLowTableKeepsItsColumnsWhereTheLineNeedsARowOfItsOwn(FxRobot robot) {
    robot.interact(() -> pane.resize(500, 200));
    robot.interact(this::layOut);
    assertThat(line()).isEmpty();
    assertThat(headings()).containsExactly("Name", "Target", "AGPRs", "Binary", "VGPRs");
    choose(robot, "Kind");
    assertThat(headings()).containsExactly("Name", "Target", "AGPRs", "Binary", "Kind", "VGPRs");
    robot.interact(() -> pane.resize(500, 400));
    robot.interact(this::layOut);
    assertThat(headings()).containsExactly("Name", "Target", "Kind", "VGPRs");
  }

  private static double top(Node node) {
    return node.localToScene(0, 0).getY();
  }

  @Test
  void aLongTextIsCutAtTheEdgeOfTheWindow(FxRobot robot) {
    String path = "lib/" + "very/".repeat(80) + "long.so";
    robot.interact(
        () ->
            make(
                new RowsSpec<>() {
                  @Override
                  public TableWords words() {
                    return TableWords.of("made-kernels", "Kernels", "No kernels.");
                  }

                  @Override
                  public List<RowColumn<Integer>> columns() {
                    return List.of(
                        RowColumn.count("Count", row -> row), RowColumn.text("Path", row -> path));
                  }

                  @Override
                  public RowSource<Integer> load() {
                    return RowSource.of(List.of(1, 2, 3));
                  }
                }));
    robot.interact(this::layOut);
    Region value = (Region) pane.lookup(".shared-value");
    assertThat(value.localToScene(value.getBoundsInLocal()).getMaxX()).isLessThanOrEqualTo(900);
    assertThat(((Label) value).getTooltip().getText()).contains(path);
  }
}
