package org.kpackworkbench.views.analysis.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.geometry.Point2D;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.image.Image;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.contents.KernelFigures;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.codeobject.Occupancy;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What the kernels of files and trees use, in the real window. */
class KernelFiguresWindowTest extends WindowTest {
  @TempDir Path folder;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private static List<String> column(FxRobot robot, String table, String title) {
    TableView<?> rows = robot.lookup("#" + table).queryTableView();
    int column = rows.getColumns().stream().map(each -> each.getText()).toList().indexOf(title);
    List<String> cells = new ArrayList<>();
    for (int row = 0; row < rows.getItems().size(); row++) {
      cells.add(String.valueOf(rows.getColumns().get(column).getCellData(row)));
    }
    return cells;
  }

  private void select(FxRobot robot, int row) {
    TableView<?> rows = robot.lookup("#kernel-figures").queryTableView();
    robot.interact(() -> rows.getSelectionModel().clearAndSelect(row));
  }

  private Path tree() throws IOException {
    Path tree = Files.createDirectories(folder.toRealPath().resolve("tree/lib")).getParent();
    for (String name : List.of("kinds-gfx1100.hsaco", "kinds-gfx942.hsaco")) {
      Files.copy(StandardWindow.fixture(name), tree.resolve("lib").resolve(name));
    }
    return tree;
  }

  @Test
  void aTreeShowsItsKernelsAndTheSameOneForOtherTargets(FxRobot robot) throws IOException {
    show(robot, tree(), "kernel-figures");
    assertThat(column(robot, "kernel-figures", "Target")).hasSize(18).contains("gfx1100", "gfx942");
    robot.clickOn("#filter").write("scratch>0").type(KeyCode.ENTER);
    assertThat(column(robot, "kernel-figures", "Name")).hasSize(2);
    select(robot, 0);
    assertThat(robot.lookup("#kernel-targets-heading").queryAs(Label.class).getText())
        .endsWith("scratch: 2 targets");
    assertThat(column(robot, "kernel-targets", "Target")).containsExactly("gfx942", "gfx1100");
    assertThat(column(robot, "kernel-targets", "Scratch")).doesNotContain("");
    window.picture(robot, "kernel-figures");
  }

  @Test
  void theBinaryOfKernelsIsNamedWhereThereAreSeveral(FxRobot robot) throws IOException {
    show(robot, tree(), "kernel-figures");
    assertThat(table(robot, "kernel-figures").getVisibleLeafColumns())
        .extracting(TableColumnBase::getText)
        .contains("Binary");
  }

  @Test
  void theBinaryOfKernelsInOneIsNotRepeated(FxRobot robot) {
    show(robot, StandardWindow.fixture("libmany.so"), "kernel-figures");
    assertThat(table(robot, "kernel-figures").getVisibleLeafColumns())
        .extracting(TableColumnBase::getText)
        .contains("Name", "Target")
        .doesNotContain("Binary");
  }

  /** What rows are sorted by, as they are to be in the order of a column. */
  private static Comparator<KernelFigures> order(String column) {
    return switch (column) {
      case "Name" -> Comparator.comparing(each -> each.name().demangled(), NaturalOrder.INSTANCE);
      case "Target" -> Comparator.comparing(KernelFigures::targetText, NaturalOrder.INSTANCE);
      case "VGPRs" -> Comparator.comparing(KernelFigures::vgprs);
      case "AGPRs" -> Comparator.comparing(KernelFigures::agprs);
      case "SGPRs" -> Comparator.comparing(KernelFigures::sgprs);
      case "Spills" -> Comparator.comparing(KernelFigures::spills);
      case "LDS" -> Comparator.comparing(KernelFigures::ldsBytes);
      case "Scratch" -> Comparator.comparing(KernelFigures::scratchBytes);
      case "Occupancy" ->
          Comparator.comparing(each -> each.occupancy().map(Occupancy::waves).orElse(-1));
      case "Code" -> Comparator.comparing(KernelFigures::codeBytes);
      case "Kernarg" -> Comparator.comparing(KernelFigures::kernargBytes);
      case "Wave" -> Comparator.comparing(KernelFigures::wavefrontSize);
      case "Work-group" -> Comparator.comparing(KernelFigures::maxFlatWorkgroupSize);
      case "Binary" -> Comparator.comparing(KernelFigures::binary, NaturalOrder.INSTANCE);
      case "#" -> Comparator.comparing(KernelFigures::index);
      case "Symbol" -> Comparator.comparing(each -> each.name().mangled(), NaturalOrder.INSTANCE);
      default -> throw new AssertionError("no order is known of the column " + column);
    };
  }

  @SuppressWarnings("unchecked")
  private static RowsTable<KernelFigures> table(FxRobot robot, String id) {
    return (RowsTable<KernelFigures>) robot.lookup("#" + id).queryAs(RowsTable.class);
  }

  private static List<KernelFigures> rows(RowsTable<KernelFigures> table) {
    return IntStream.range(0, table.model().shown())
        .mapToObj(row -> Objects.requireNonNull(table.model().row(row).content()))
        .toList();
  }

  @Test
  void kernelsAreSortedByEachColumnBothWays(FxRobot robot) throws IOException {
    Path tree = tree();
    Files.copy(StandardWindow.fixture("libmany.so"), tree.resolve("lib/libmany.so"));
    show(robot, tree, "kernel-figures");
    RowsTable<KernelFigures> table = table(robot, "kernel-figures");
    Set<KernelFigures> all = Set.copyOf(rows(table));
    for (TableColumn<?, ?> column : table.getColumns()) {
      for (SortType way : SortType.values()) {
        Comparator<KernelFigures> up = order(column.getText());
        Comparator<KernelFigures> wanted = way == SortType.ASCENDING ? up : up.reversed();
        sort(robot, table, column.getText(), way);
        assertThat(rows(table))
            .as("%s, %s", column.getText(), way)
            .hasSize(all.size())
            .isSortedAccordingTo(wanted);
      }
    }
    assertThat(Set.copyOf(rows(table))).isEqualTo(all);
    robot.clickOn("#filter").write("arch:gfx942").type(KeyCode.ENTER);
    sort(robot, table, "VGPRs", SortType.DESCENDING);
    assertThat(rows(table))
        .as("filtered")
        .hasSize(18)
        .allMatch(each -> each.targetText().equals("gfx942"))
        .isSortedAccordingTo(order("VGPRs").reversed());
  }

  private static void sort(
      FxRobot robot, RowsTable<KernelFigures> table, String title, SortType way) {
    robot.interact(
        () ->
            table.getColumns().stream()
                .filter(column -> column.getText().equals(title))
                .forEach(
                    column -> {
                      column.setSortType(way);
                      table.getSortOrder().setAll(List.of(column));
                    }));
    Await.settled();
  }

  /** Each target's figures are those of its row above. */
  @Test
  void aKernelsTargetsAreComparedWithTheFiguresOfEach(FxRobot robot) {
    show(robot, StandardWindow.fixture("libmany.so"), "kernel-figures");
    RowsTable<KernelFigures> table = table(robot, "kernel-figures");
    for (KernelFigures one : List.of(rows(table).getFirst(), rows(table).getLast())) {
      robot.interact(() -> table.pick(rows(table).indexOf(one)));
      Await.settled();
      assertThat(rows(table(robot, "kernel-targets")))
          .containsExactlyElementsOf(
              rows(table).stream()
                  .filter(each -> each.name().mangled().equals(one.name().mangled()))
                  .sorted(Comparator.comparing(KernelFigures::target))
                  .toList())
          .hasSize(5);
      for (String title : List.of("VGPRs", "SGPRs", "LDS", "Occupancy", "Code")) {
        assertThat(column(robot, "kernel-targets", title))
            .as(title)
            .isEqualTo(column(robot, "kernel-figures", title, one.name().mangled(), rows(table)));
      }
    }
  }

  /** The cells of a column for the kernels of a name, by target. */
  private static List<String> column(
      FxRobot robot, String table, String title, String name, List<KernelFigures> rows) {
    List<String> cells = column(robot, table, title);
    return IntStream.range(0, rows.size())
        .boxed()
        .filter(row -> rows.get(row).name().mangled().equals(name))
        .sorted(Comparator.comparing(row -> rows.get(row).target()))
        .map(cells::get)
        .toList();
  }

  /** With the bytes of the file below, there is little height for it all. */
  @Test
  void kernelsHaveMoreRoomThanWhatIsBelowThem(FxRobot robot) {
    show(robot, StandardWindow.fixture("kernels_gfx1100.kpack"), "kernel-figures");
    Window stage = robot.lookup("#kernels-below").query().getScene().getWindow();
    robot.interact(() -> stage.setHeight(700));
    assertThat(robot.lookup("#kernel-figures").queryTableView().getHeight())
        .isGreaterThan(robot.lookup("#kernels-below").queryAs(Region.class).getHeight());
  }

  @Test
  void aPointOfTheChartSelectsItsKernel(FxRobot robot) throws IOException {
    show(robot, StandardWindow.fixture("kernels_gfx1100.kpack"), "kernel-figures");
    KernelScatter chart = robot.lookup("#kernel-scatter").queryAs(KernelScatter.class);
    assertThat(chart.getAccessibleText())
        .startsWith("1 point of kernels, up to 64 vector registers and 4.0 KiB of local memory; ");
    Point2D point = new Point2D(chart.pointX(4), chart.pointY(0));
    robot.clickOn(chart.localToScreen(point));
    assertThat(column(robot, "kernel-targets", "Binary"))
        .containsExactlyInAnyOrder("axpy_f32", "axpy/fwd_bf16.co");
  }

  /** Lines are where further registers or local memory cost a wave, as occupancy has it. */
  @Test
  void theStepsOfOccupancyAreDrawnForTheSelectedKernel(FxRobot robot) throws IOException {
    Path tree = tree();
    Path code = tree.resolve("lib/kinds-gfx942.hsaco");
    byte[] bytes = Files.readAllBytes(code);
    // One kernel has 1,024 bytes of local memory, all have work-groups of up to 1,024.
    state(bytes, ".group_segment_fixed_size", 61_440);
    state(bytes, ".max_flat_workgroup_size", 256);
    Files.write(code, bytes);
    show(robot, tree, "kernel-figures");
    List<String> targets = column(robot, "kernel-figures", "Target");
    select(robot, targets.indexOf("gfx942"));
    KernelScatter chart = robot.lookup("#kernel-scatter").queryAs(KernelScatter.class);
    List<Occupancy.LdsStep> steps = Occupancy.ldsSteps(GpuTarget.parse("gfx942"), 64, 256, null);
    assertThat(steps).hasSize(8);
    Await.settled();
    Image[] picture = new Image[1];
    robot.interact(() -> picture[0] = Snapshots.of(window.stage.getScene()));
    for (Occupancy.LdsStep step : steps.subList(0, steps.size() - 1)) {
      Point2D at = chart.localToScene(chart.pointX(20), chart.pointY(step.mostBytes()));
      assertThat(colors(picture[0], at)).as("a line at %s", step).hasSize(2);
    }
    assertThat(chart.getAccessibleText())
        .contains("; waves of a SIMD on gfx942 by vector registers: 8 up to 64, 7 up to 72, ")
        .contains("; by local memory, in work-groups of 256: 8 up to 8.0 KiB, 7 up to 9.0 KiB, ");
    window.picture(robot, "kernel-figures-steps");
    select(robot, targets.indexOf("gfx1100"));
    assertThat(chart.getAccessibleText()).contains("waves of a SIMD on gfx1100");
  }

  /** Writes another number wherever the metadata says 1,024. */
  private static void state(byte[] code, String key, int number) {
    String text = new String(code, StandardCharsets.ISO_8859_1);
    String before = key + "\u00cd\u0004\u0000";
    for (int at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
      int value = at + key.length() + 1;
      code[value] = (byte) (number >> 8);
      code[value + 1] = (byte) number;
    }
  }

  /** The colours from one pixel above to one below. */
  private static Set<Integer> colors(Image image, Point2D at) {
    return IntStream.rangeClosed((int) at.getY() - 1, (int) at.getY() + 1)
        .map(row -> image.getPixelReader().getArgb((int) at.getX(), row))
        .boxed()
        .collect(Collectors.toSet());
  }

  /** With the bytes open, as they are at first. */
  @Test
  void aLowWindowShowsTheTableAndWhatIsBelowIt(FxRobot robot) throws IOException {
    low(robot);
    show(robot, StandardWindow.fixture("kernels_gfx1100.kpack"), "kernel-figures");
    Await.settled();
    Label heading = robot.lookup("#kernel-targets-heading").queryAs(Label.class);
    TableView<?> rows = robot.lookup("#kernel-figures").queryTableView();
    double end = rows.localToScene(rows.getLayoutBounds()).getMaxY();
    assertThat(robot.lookup(".hex-view").queryAll()).isNotEmpty();
    assertThat(rows.getHeight()).as("heading and four rows").isGreaterThan(34 + 4 * 27);
    assertThat(heading.localToScene(heading.getLayoutBounds()).getMinY())
        .isGreaterThanOrEqualTo(end);
  }

  @Test
  void aLowWindowShowsTenKernels(FxRobot robot) throws IOException {
    low(robot);
    show(robot, StandardWindow.fixture("libgeneric.so"), "kernel-figures");
    hasRoomForTen(robot);
    assertThat(robot.lookup("#kernels-below").query().isVisible()).isFalse();
    robot.clickOn("#kernels-more");
    assertThat(robot.lookup("#kernels-below").query().isVisible()).isTrue();
    robot.clickOn("#kernels-more");
    assertThat(robot.lookup("#kernels-below").query().isVisible()).isFalse();
  }

  /** What all kernels share takes two lines. */
  @Test
  void aLowWindowShowsTenKernelsOfABinaryWithALongName(FxRobot robot) throws IOException {
    Path archives = folder.toRealPath().resolve(".kpack");
    new Convert(
            ConvertRequest.keeping(
                StandardWindow.fixture("libmany.so"),
                Files.createDirectories(folder.toRealPath().resolve("lib")).resolve("libmany.so"),
                "math-libs/rocRAND/stage/lib/librocrand.so.1.1",
                List.of("../.kpack/many_@GFXARCH@.kpack"),
                archives))
        .run(Progress.NONE);
    low(robot);
    show(robot, archives.resolve("many_gfx942.kpack"), "kernel-figures");
    hasRoomForTen(robot);
    window.picture(robot, "kernel-figures-low");
  }

  private void low(FxRobot robot) {
    robot.interact(
        () -> {
          window.stage.setWidth(1024);
          window.stage.setHeight(700);
        });
  }

  private void hasRoomForTen(FxRobot robot) {
    Await.settled();
    TableView<?> rows = robot.lookup("#kernel-figures").queryTableView();
    double heading = rows.lookup(".column-header-background").getLayoutBounds().getHeight();
    double bar = rows.lookup(".scroll-bar:horizontal").getLayoutBounds().getHeight();
    assertThat(rows.getHeight() - heading - bar).isGreaterThan(10 * rows.getFixedCellSize());
  }

  @Test
  void enterOpensTheKernel(FxRobot robot) throws IOException {
    show(robot, StandardWindow.fixture("kernels_gfx1100.kpack"), "kernel-figures");
    select(robot, 1);
    robot.interact(() -> robot.lookup("#kernel-figures").query().requestFocus());
    robot.type(KeyCode.ENTER);
    Place now = Objects.requireNonNull(window.workbench.context().navigator().current());
    assertThat(now).isInstanceOf(Place.Kernel.class);
    assertThat(((Place.Kernel) now).symbol()).isEqualTo("_ZN8kpackfix4axpyEPfPKffi");
  }

  @Test
  void whatCannotBeReadIsSaid(FxRobot robot) throws IOException {
    Path tree = tree();
    Files.write(tree.resolve("lib/cut.hsaco"), new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 64});
    show(robot, tree, "kernel-figures");
    Label problems = robot.lookup("#kernel-problems").queryAs(Label.class);
    assertThat(problems.isVisible()).isTrue();
    assertThat(problems.getText()).startsWith("1 part could not be read").contains("cut.hsaco");
  }

  @Test
  void aHostOnlyBinaryShowsTheKernelsOfItsArchives(FxRobot robot) throws IOException {
    Path lib = Files.createDirectories(folder.toRealPath().resolve("lib"));
    Path binary = lib.resolve("libmany.so");
    new Convert(
            ConvertRequest.keeping(
                StandardWindow.fixture("libmany.so"),
                binary,
                "lib/libmany.so",
                List.of("../.kpack/many_@GFXARCH@.kpack"),
                folder.toRealPath().resolve(".kpack")))
        .run(Progress.NONE);
    show(robot, binary, "kernel-figures");
    assertThat(column(robot, "kernel-figures", "Target"))
        .contains("gfx942", "gfx1030", "gfx90a:xnack+")
        .hasSizeGreaterThan(5);
    assertThat(robot.lookup("#kernel-problems").queryAs(Label.class).isVisible()).isFalse();
    window.picture(robot, "kernel-figures-host-only");
    select(robot, 0);
    robot.interact(() -> robot.lookup("#kernel-figures").query().requestFocus());
    robot.type(KeyCode.ENTER);
    Await.until("the kernel", () -> isKernelInArchive());
  }

  private boolean isKernelInArchive() {
    Place now = window.workbench.context().navigator().current();
    return now instanceof Place.Kernel && now.file().toString().endsWith(".kpack");
  }

  @Test
  void archivesOfAHostOnlyBinaryThatAreNotThereAreSaid(FxRobot robot) throws IOException {
    show(robot, StandardWindow.fixture("libhostonly.so"), "kernel-figures");
    Label problems = robot.lookup("#kernel-problems").queryAs(Label.class);
    assertThat(problems.isVisible()).isTrue();
    assertThat(problems.getText()).contains("could not be read; the first: ");
    window.picture(robot, "kernel-figures-missing");
  }

  /** As when the tab is closed that shows them. */
  @Test
  void readingEndsWhenItIsCancelled(FxRobot robot) throws IOException {
    for (Path file : List.of(StandardWindow.fixture("libmany.so"), tree())) {
      window.open(robot, file);
      OpenedFile opened =
          Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
      opened.as(FolderFile.class).ifPresent(FolderFile::close);
      assertThatThrownBy(
              () -> KernelFiguresViews.source(opened, window.workbench.context()).make(() -> true))
          .isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void aFileWithoutCodeHasNoSuchTab(FxRobot robot) throws IOException {
    show(robot, StandardWindow.fixture("libplain.so"), "overview");
    robot.interact(() -> assertThat(window.workbench.showView("kernel-figures")).isFalse());
  }
}
