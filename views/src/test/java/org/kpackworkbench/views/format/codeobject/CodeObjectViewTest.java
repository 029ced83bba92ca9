package org.kpackworkbench.views.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectDocument;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class CodeObjectViewTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private OpenedFile file() {
    return Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
  }

  private CodeObjectSource source() {
    return file().as(CodeObjectSource.class).orElseThrow();
  }

  private CodeObjectRow row(String target) throws IOException {
    var all = source().document().codeObjects();
    for (int i = 0; i < all.size(); i++) {
      if (all.row(i).targetText().equals(target)) {
        return all.row(i);
      }
    }
    throw new AssertionError("no " + target);
  }

  private void go(FxRobot robot, Place place) {
    robot.interact(() -> window.workbench.navigator().go(place));
  }

  private static List<String> bars(FxRobot robot) {
    return robot.lookup(".message-bar").queryAllAs(MessageBar.class).stream()
        .map(Node::getAccessibleText)
        .toList();
  }

  private static List<String> column(FxRobot robot, String table, String title) {
    TableView<?> view = robot.lookup(table).queryAs(TableView.class);
    var column =
        view.getColumns().stream().filter(c -> c.getText().equals(title)).findFirst().orElseThrow();
    return java.util.stream.IntStream.range(0, view.getItems().size())
        .mapToObj(i -> String.valueOf(column.getCellData(i)))
        .toList();
  }

  @Test
  void bareFileListsItsKernels(FxRobot robot) throws IOException {
    window.open(robot, fixture("kinds-gfx90a-xnack-on.hsaco"));
    robot.interact(() -> window.workbench.showView("code-object-overview"));
    Set<String> values =
        robot.lookup(".fact-grid .text-field").queryAllAs(TextField.class).stream()
            .map(TextField::getText)
            .collect(Collectors.toSet());
    assertThat(values).contains("gfx90a:xnack+", "on: runs only where it is on");
    window.picture(robot, "bare-overview");
    robot.interact(() -> window.workbench.showView("kernels"));
    List<Kernel> kernels = ((CodeObjectDocument) source().document()).code().kernels();
    assertThat(column(robot, "#kernels", "Name"))
        .containsExactlyElementsOf(kernels.stream().map(Kernel::demangledName).toList());
    window.picture(robot, "bare-kernels");
  }

  @Test
  void aNarrowViewHasTheKernelBelowTheTableWithTheDescriptorsValuesInSight(FxRobot robot)
      throws IOException {
    window.open(robot, fixture("kinds-gfx1100.hsaco"));
    robot.interact(() -> window.workbench.showView("kernels"));
    robot.interact(() -> robot.lookup("#kernels").queryTableView().getSelectionModel().select(1));
    SplitPane split = robot.lookup("#kernels-page").queryAs(SplitPane.class);
    assertThat(split.getOrientation()).isEqualTo(Orientation.VERTICAL);
    TabPane tabs = robot.lookup("#kernel-tabs").queryAs(TabPane.class);
    robot.interact(() -> tabs.getSelectionModel().select(1));
    assertThat(
            robot.lookup("#kernel-descriptor").queryTableView().getColumns().stream()
                .map(TableColumnBase::getText))
        .startsWith("Field", "Value", "Meaning");
    window.picture(robot, "kernels-narrow");
  }

  /** Until a kernel is selected, nothing below the table has a use for the height. */
  @Test
  void aLowWindowShowsTenKernelsUntilOneIsSelected(FxRobot robot) throws IOException {
    robot.interact(
        () -> {
          window.stage.setWidth(1024);
          window.stage.setHeight(700);
        });
    window.open(robot, fixture("kinds-gfx1100.hsaco"));
    robot.interact(() -> window.workbench.showView("kernels"));
    Await.settled();
    TableView<?> rows = robot.lookup("#kernels").queryTableView();
    double heading = rows.lookup(".column-header-background").getLayoutBounds().getHeight();
    double bar = rows.lookup(".scroll-bar:horizontal").getLayoutBounds().getHeight();
    assertThat(rows.getHeight() - heading - bar).isGreaterThan(10 * rows.getFixedCellSize());
    robot.interact(() -> rows.getSelectionModel().select(8));
    Await.settled();
    TabPane tabs = robot.lookup("#kernel-tabs").queryAs(TabPane.class);
    assertThat(tabs.getHeight()).isGreaterThan(100);
    assertThat(rows.getHeight() - heading).isGreaterThan(3 * rows.getFixedCellSize());
    assertThat(rows.lookup(".table-row-cell:selected").isVisible()).isTrue();
    window.picture(robot, "kernels-low");
  }

  @Test
  void namesOfArgumentsHaveTheRoomThatOtherColumnsLeave(FxRobot robot) throws IOException {
    robot.interact(() -> window.stage.setWidth(1600));
    window.open(robot, fixture("kinds-gfx1100.hsaco"));
    robot.interact(() -> window.workbench.showView("arguments"));
    robot.interact(() -> robot.lookup("#kernels").queryTableView().getSelectionModel().select(1));
    TableView<?> arguments = robot.lookup("#kernel-arguments").queryTableView();
    Map<String, Double> widths =
        arguments.getColumns().stream()
            .collect(Collectors.toMap(TableColumnBase::getText, TableColumnBase::getWidth));
    assertThat(widths.get("Name"))
        .isGreaterThan(widths.get("Access"))
        .isGreaterThan(widths.get("Type"));
  }

  @Test
  void filterTakesTheQueryLanguage(FxRobot robot) throws IOException {
    window.open(robot, fixture("kinds-gfx1100.hsaco"));
    robot.interact(() -> window.workbench.showView("kernels"));
    long most =
        ((CodeObjectDocument) source().document())
            .code().kernels().stream().mapToLong(Kernel::vgprs).max().orElseThrow();
    robot.interact(
        () -> {
          TextField filter = robot.lookup("#kernels-page #filter").queryAs(TextField.class);
          filter.setText("vgprs>=" + most);
          filter.fireEvent(new javafx.event.ActionEvent());
        });
    assertThat(column(robot, "#kernels", "VGPRs")).containsOnly(Long.toString(most));
    window.picture(robot, "kernels-filtered");
  }

  @Test
  void mismatchStandsOut(FxRobot robot) throws IOException {
    window.open(robot, fixture("mismatch.co"));
    go(robot, CodeObjectPlaces.inside(row("gfx942").place()));
    assertThat(bars(robot)).anyMatch(text -> text.contains("filed under gfx942"));
    window.picture(robot, "mismatch");
  }

  @Test
  void kernelOfAPackedCodeObjectLeadsToItsBytes(FxRobot robot) throws IOException {
    window.open(robot, fixture("libcompressed.so"));
    CodeObjectRow row = source().document().codeObjects().row(1);
    CodeObject code = ((CodeObjectDocument) source().inner(row.place(), Progress.NONE)).code();
    Kernel kernel = code.kernels().getFirst();
    go(robot, new Place.Kernel(row.place(), kernel.codeSymbol(), null));
    assertThat(robot.lookup("#kernel-name").queryAs(TextField.class).getText())
        .isEqualTo(kernel.demangledName());
    Place here = Objects.requireNonNull(window.workbench.navigator().current());
    assertThat(here).isEqualTo(code.placeOf(kernel, row.place()));
    assertThat(here.container()).isEqualTo(row.place());
    byte[] machineCode =
        file()
            .inner(Objects.requireNonNull(here.container()))
            .bytes()
            .bytes(here.range().start(), Math.toIntExact(here.range().length()));
    assertThat(machineCode)
        .isEqualTo(
            code.view()
                .bytes(
                    code.locate(kernel).code().start(),
                    Math.toIntExact(code.locate(kernel).code().length())));
    window.picture(robot, "packed-kernel");
  }

  @Test
  void descriptorIsDecodedAndLeadsToItsBytes(FxRobot robot) throws IOException {
    window.open(robot, fixture("kinds-gfx1100.hsaco"));
    CodeObject code = ((CodeObjectDocument) source().document()).code();
    Kernel kernel = code.kernels().getFirst();
    go(robot, code.placeOf(kernel, file().place()));
    robot.interact(
        () -> robot.lookup("#kernel-tabs").queryAs(TabPane.class).getSelectionModel().select(1));
    List<String> fields = column(robot, "#kernel-descriptor", "Field");
    assertThat(fields).contains("GROUP_SEGMENT_FIXED_SIZE", "KERNEL_CODE_ENTRY_BYTE_OFFSET");
    int at = fields.indexOf("KERNARG_SIZE");
    assertThat(column(robot, "#kernel-descriptor", "Value").get(at))
        .contains(Long.toString(kernel.kernargBytes()));
    TableView<?> table = robot.lookup("#kernel-descriptor").queryAs(TableView.class);
    robot.interact(() -> table.getSelectionModel().select(at));
    assertThat(window.workbench.navigator().current().range())
        .isEqualTo(
            new org.kpackworkbench.model.base.bytes.ByteRange(
                code.locate(kernel).descriptor().start() + 8, 4));
    window.picture(robot, "descriptor");
    robot.interact(table::requestFocus);
    robot.push(new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN));
    String[] copied = new String[1];
    Await.until(
        "copied",
        () -> {
          copied[0] = Clipboard.getSystemClipboard().getString();
          return copied[0] != null && copied[0].startsWith("Field\tValue\tMeaning");
        });
    assertThat(copied[0]).contains("\nKERNARG_SIZE\t");
    assertThat(table.getContextMenu().getItems()).extracting(MenuItem::getText).contains("Copy");
    Kernel other = code.kernels().get(1);
    go(robot, code.placeOf(other, file().place()));
    assertThat(table.getSelectionModel().getSelectedIndex())
        .as("the same field of another kernel")
        .isEqualTo(at);
  }

  @Test
  void emptyStateOffersTheFirstOneAndErrorIsShown(FxRobot robot) throws IOException {
    window.open(robot, fixture("libmany.so"));
    robot.interact(() -> window.workbench.showView("code-object"));
    robot.interact(() -> robot.lookup("#code-object-first").queryButton().fire());
    assertThat(robot.lookup(".code-object-target").queryAs(Label.class).getText())
        .isEqualTo(source().document().codeObjects().row(0).targetText());
    robot.interact(() -> robot.lookup("#code-object-next").queryButton().fire());
    assertThat(robot.lookup(".code-object-target").queryAs(Label.class).getText())
        .isEqualTo(source().document().codeObjects().row(1).targetText());
    window.picture(robot, "nested-overview");
    go(
        robot,
        CodeObjectPlaces.inside(
            new Place.CodeObject(file().place(), "no", 9, "gfx906", null, true)));
    assertThat(robot.lookup("#error-what").queryAs(Label.class).getText())
        .contains("does not exist");
    window.picture(robot, "error");
  }
}
