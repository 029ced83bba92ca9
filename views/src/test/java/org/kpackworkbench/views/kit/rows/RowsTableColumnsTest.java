package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
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

/** How wide columns are, what is remembered of them, and which rows are in view. */
@ExtendWith(WindowRobot.class)
class RowsTableColumnsTest {
  private static final List<String> KINDS = List.of("poisson", "uniform", "normal", "log_normal");

  private final Remembered remembered = Remembered.inMemory();
  private Themes themes;
  private Stage stage;
  private RowsTable<Integer> table;

  private static final class Kernels implements RowsSpec<Integer> {
    @Override
    public TableWords words() {
      return TableWords.of("made-kernels", "Kernels", "No kernels.");
    }

    @Override
    public List<RowColumn<Integer>> columns() {
      return List.of(
          RowColumn.function("Name", Kernels::name),
          RowColumn.count("VGPRs", row -> 20 + row),
          RowColumn.size("Size", row -> row * 1000L),
          RowColumn.text("Remarks", row -> row == 2 ? "uses dynamic stack" : ""));
    }

    static String name(int row) {
      return "void detail::generate_kernel<unsigned int, rocrand_device::some_engine, rocrand_"
          + KINDS.get(row)
          + "_distribution<(rocrand_discrete_method)1, false>>(unsigned int*)";
    }
  }

  /** Bold groups with signs and pictures, beside a column that knows late how wide it is. */
  private static final class Pairs implements RowsSpec<Integer>, RowsSpec.Folding<Integer> {
    private final SimpleObjectProperty<RowColumn.Face> late =
        new SimpleObjectProperty<>(RowColumn.Face.of("", ""));

    @Override
    public TableWords words() {
      return TableWords.of("made-pairs", "Pairs", "No pairs.");
    }

    @Override
    public Folding<Integer> folding() {
      return this;
    }

    @Override
    public int index(Integer row) {
      return row;
    }

    @Override
    public boolean quiet(int index) {
      return false;
    }

    @Override
    public int parent(int index) {
      return index - 1;
    }

    @Override
    public Integer run(int first, int rows) {
      return -1 - first;
    }

    static String name(int row) {
      return "lib/libmany.so#0 @ gfx90a:sramecc"
          + "+-".charAt(row / 2)
          + ":xnack"
          + "+-".charAt(row % 2);
    }

    @Override
    public List<RowColumn<Integer>> columns() {
      RowColumn.Tint tint = new RowColumn.Tint(OwnerKind.DEVICE_CODE, "gfx90a", false);
      return List.of(
          RowColumn.tree("Name", Pairs::name, row -> RowColumn.Face.of(name(row), "").tinted(tint)),
          RowColumn.<Integer>face(
                  "Change",
                  row -> "",
                  row ->
                      RowColumn.Face.of("changed in every way", "")
                          .with(KpackIcon.WARNING)
                          .styled("bold-cell"))
              .wishing(40),
          RowColumn.<Integer>face(
                  "Growth",
                  row -> "",
                  row -> RowColumn.Face.of("+1,234.5 MiB", "").drawn(new CellDrawing.Growth(0.5)))
              .drawn(),
          RowColumn.<Integer>later("Differs in", row -> late).wishing(30));
    }
  }

  /** Columns that are made from data, and keep what they were made from. */
  private static final class Made implements RowsSpec<Integer> {
    private String data = "old";

    @Override
    public TableWords words() {
      return TableWords.of("made-matrix", "Matrix", "No rows.");
    }

    @Override
    public List<RowColumn<Integer>> columns() {
      String captured = data;
      return List.of(
          RowColumn.text("Text", row -> captured + row),
          RowColumn.count("Count", row -> captured.length() + row),
          RowColumn.matrix(
              0,
              "gfx942",
              row -> captured,
              row -> RowColumn.Face.of(captured, captured + " words")),
          RowColumn.later(
              "Late", row -> new SimpleObjectProperty<>(RowColumn.Face.of(captured, ""))),
          RowColumn.<Integer>text("Edited", row -> captured)
              .edited(new RowColumn.Edit<>(text -> captured + "!", (row, text) -> {}, "")));
    }
  }

  @Start
  void start(Stage primary) {
    stage = primary;
    themes = new Themes(new SystemLook(false, false), new Zoom());
    make(1300);
  }

  /** A window with a new table, as after a start of the program. */
  private void make(double width) {
    make(new Kernels(), width);
  }

  private void make(RowsSpec<Integer> spec, double width) {
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
    RowsModel<Integer> model = new RowsModel<>(spec, context.background());
    table = new RowsTable<>(model, context);
    model.show(RowSource.of(IntStream.range(0, KINDS.size()).boxed().toList()));
    Scene scene = new Scene(new StackPane(table), width, 400);
    themes.dress(scene);
    stage.setScene(scene);
    // A stage keeps the size that an earlier test has given it.
    stage.setWidth(width);
    stage.setHeight(400);
    stage.show();
    scene.getRoot().applyCss();
    scene.getRoot().layout();
  }

  private static TableColumn<?, ?> column(TableView<?> table, String title) {
    return table.getColumns().stream()
        .filter(column -> column.getText().equals(title))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void oneColumnHasNoMenuOfColumns(FxRobot robot) {
    assertThat(table.isTableMenuButtonVisible()).isTrue();
    robot.interact(
        () ->
            make(
                new RowsSpec<>() {
                  @Override
                  public TableWords words() {
                    return TableWords.of("made-single", "Single", "No rows.");
                  }

                  @Override
                  public List<RowColumn<Integer>> columns() {
                    return List.of(RowColumn.count("Count", row -> row));
                  }
                },
                1300));
    assertThat(table.isTableMenuButtonVisible()).isFalse();
  }

  @Test
  void headingsShowTheFocusUntilARowDoes(FxRobot robot) {
    robot.interact(table::requestFocus);
    double line = headingLine();
    assertThat(table.getBackground().getFills()).as("no frame behind the rows").hasSize(1);
    robot.interact(() -> assertThat(table.pick(1)).isTrue());
    assertThat(headingLine()).as("the row's bar is enough").isLessThan(line);
    robot.interact(() -> table.getSelectionModel().clearSelection());
    assertThat(headingLine()).isEqualTo(line);
  }

  private double headingLine() {
    Region heading = (Region) table.lookup(".column-header");
    return heading.getBackground().getFills().getLast().getInsets().getBottom();
  }

  @Test
  void aRowThatWasSelectedBeforeTheTableHadASizeIsInView(FxRobot robot) {
    robot.interact(
        () -> {
          table.setManaged(false);
          table.resize(1300, 0);
        });
    robot.interact(
        () -> {
          assertThat(table.pick(2)).isTrue();
          // The headings and a row.
          table.resize(1300, 70);
        });
    VirtualFlow<?> rows = (VirtualFlow<?>) table.lookup(".virtual-flow");
    assertThat(rows.getFirstVisibleCell().getIndex()).isLessThanOrEqualTo(2);
    assertThat(rows.getLastVisibleCell().getIndex()).isGreaterThanOrEqualTo(2);
  }

  private double width(String title) {
    return column(table, title).getWidth();
  }

  private double all() {
    return table.getVisibleLeafColumns().stream().mapToDouble(TableColumn::getWidth).sum();
  }

  /** What is to be read in the cells of a column, from top to bottom. */
  private List<String> drawn(String title) {
    return table.lookupAll(".table-cell").stream()
        .filter(node -> node instanceof TableCell<?, ?> cell && !cell.isEmpty())
        .map(node -> (TableCell<?, ?>) node)
        .filter(cell -> cell.getTableColumn().getText().equals(title))
        .sorted(java.util.Comparator.comparingInt(TableCell::getIndex))
        .map(RowsTableColumnsTest::drawn)
        .toList();
  }

  private static String drawn(TableCell<?, ?> cell) {
    for (Node child : cell.getChildrenUnmodifiable()) {
      if (child instanceof Text text) {
        Bounds bounds = text.getBoundsInParent();
        assertThat(bounds.getMaxX()).isLessThanOrEqualTo(cell.getWidth());
        return text.getText();
      }
    }
    return "";
  }

  @Test
  void whileThereIsRoomNothingIsCutAndNothingIsLeftFree(FxRobot robot) {
    assertThat(drawn("Name"))
        .allMatch(name -> name.startsWith("generate_kernel<unsigned int, rocrand_device::"))
        .allMatch(name -> name.endsWith("(unsigned int*)"));
    assertThat(drawn("Remarks")).contains("uses dynamic stack");
    assertThat(all()).isBetween(1290.0, 1300.0);
  }

  @Test
  void withoutRoomNamesKeepWhatTellsThemApart(FxRobot robot) {
    robot.interact(() -> make(700));
    List<String> names = drawn("Name");
    assertThat(names).hasSize(4).doesNotHaveDuplicates();
    for (int row = 0; row < KINDS.size(); row++) {
      assertThat(names.get(row)).startsWith("generate_kernel<").contains(KINDS.get(row), "…");
    }
    assertThat(drawn("VGPRs")).containsExactly("20", "21", "22", "23");
    robot.interact(() -> stage.setWidth(1500));
    assertThat(drawn("Name").getFirst()).as("again").doesNotContain("…");
  }

  @Test
  void nothingIsCutBesideAColumnThatHasNoUseForItsWidth(FxRobot robot) {
    Pairs pairs = new Pairs();
    robot.interact(() -> make(pairs, 1600));
    double needed =
        table.getVisibleLeafColumns().stream()
            .filter(column -> !column.getText().equals("Differs in"))
            .mapToDouble(column -> column.getText().equals("Change") ? 240 : column.getWidth())
            .sum();
    assertThat(width("Change")).as("while there is room").isGreaterThan(480);
    robot.interact(() -> make(pairs, needed + 110));
    assertThat(names()).isEqualTo(IntStream.range(0, KINDS.size()).mapToObj(Pairs::name).toList());
    assertThat(drawn("Change")).containsOnly("changed in every way");
    assertThat(drawn("Growth")).containsOnly("+1,234.5 MiB");
    double before = width("Differs in");
    robot.interact(() -> pairs.late.set(RowColumn.Face.of("bytes, size and much more", "")));
    robot.interact(() -> table.getScene().getRoot().layout());
    assertThat(width("Differs in")).isGreaterThan(before + 40);
    robot.interact(() -> make(pairs, needed - 260));
    assertThat(names()).doesNotHaveDuplicates().anyMatch(name -> name.contains("…"));
  }

  /** What is to be read of the rows of a tree, from top to bottom. */
  private List<String> names() {
    return table.lookupAll(".line-name-cell").stream()
        .map(node -> (TableCell<?, ?>) node)
        .filter(cell -> !cell.isEmpty())
        .sorted(java.util.Comparator.comparingInt(TableCell::getIndex))
        .map(cell -> (Label) cell.lookup(".label"))
        .map(
            label ->
                label.getChildrenUnmodifiable().stream()
                    .filter(Text.class::isInstance)
                    .map(text -> ((Text) text).getText())
                    .findFirst()
                    .orElse(""))
        .toList();
  }

  /** A column of the same name is not made again; what it says is what the spec says now. */
  @Test
  void columnsOfTheSameNamesShowOtherData(FxRobot robot) {
    Made spec = new Made();
    robot.interact(() -> make(spec, 900));
    assertThat(drawn("gfx942")).containsOnly("old");
    List<TableColumn<LoadedRow<Integer>, ?>> before = List.copyOf(table.getColumns());
    robot.interact(
        () -> {
          spec.data = "newer";
          table.show(List.of(0, 1));
        });
    robot.interact(() -> table.getScene().getRoot().layout());
    assertThat(table.getColumns()).containsExactlyElementsOf(before);
    assertThat(drawn("Text")).containsExactly("newer0", "newer1");
    assertThat(drawn("Count")).containsExactly("5", "6");
    assertThat(drawn("gfx942")).containsExactly("newer", "newer");
    assertThat(drawn("Late")).containsExactly("newer", "newer");
    assertThat(drawn("Edited")).containsExactly("newer!", "newer!");
  }

  @Test
  void columnsGrowWithTheText(FxRobot robot) {
    double before = width("VGPRs");
    robot.interact(() -> themes.zoom().set(2));
    robot.interact(() -> table.getScene().getRoot().layout());
    assertThat(width("VGPRs")).isBetween(1.8 * before, 2.2 * before);
    assertThat(drawn("VGPRs")).containsExactly("20", "21", "22", "23");
  }

  @Test
  void whatTheUserMakesOfColumnsIsThereAfterAStart(FxRobot robot) {
    robot.interact(
        () -> {
          boolean unused = table.resizeColumn(typed(table, "VGPRs"), 60);
          column(table, "Remarks").setVisible(false);
          List<TableColumn<LoadedRow<Integer>, ?>> order =
              new java.util.ArrayList<>(table.getColumns());
          order.add(0, order.remove(2));
          table.getColumns().setAll(order);
          TableColumn<LoadedRow<Integer>, ?> size = typed(table, "Size");
          size.setSortType(TableColumn.SortType.DESCENDING);
          table.getSortOrder().setAll(List.of(size));
        });
    double dragged = width("VGPRs");
    List<String> titles = titles();
    assertThat(titles).containsExactly("Size", "Name", "VGPRs");
    robot.interact(() -> make(1300));
    assertThat(titles()).isEqualTo(titles);
    assertThat(width("VGPRs")).isBetween(dragged - 1, dragged + 1);
    assertThat(drawn("VGPRs")).containsExactly("23", "22", "21", "20");
    assertThat(all()).as("the one that stretches does").isBetween(1290.0, 1300.0);
    robot.interact(() -> column(table, "Remarks").setVisible(true));
    robot.interact(() -> make(1300));
    assertThat(titles()).contains("Remarks");
    robot.interact(() -> themes.zoom().set(1.5));
    robot.interact(() -> make(1300));
    assertThat(width("VGPRs")).as("in ems").isBetween(1.4 * dragged, 1.6 * dragged);
  }

  private List<String> titles() {
    return table.getVisibleLeafColumns().stream().map(TableColumn::getText).toList();
  }

  private static TableColumn<LoadedRow<Integer>, ?> typed(RowsTable<Integer> table, String title) {
    return table.getColumns().stream()
        .filter(column -> column.getText().equals(title))
        .findFirst()
        .orElseThrow();
  }
}
