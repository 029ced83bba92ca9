package org.kpackworkbench.views.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.geometry.Orientation;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.paint.Color;
import javafx.scene.shape.Line;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObjectDocument;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A kernel with two loops, as LLVM 19 disassembles it. */
@ExtendWith(WindowRobot.class)
class DisassemblyPaneTest {
  private static final String KERNEL = "_ZN8kpackfix7scratchEPiPKii";
  private static final Path LISTING =
      fixture("kinds-gfx942.hsaco").resolve("../../disassembly/scratch-gfx942.txt").normalize();

  @TempDir private Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  /** Puts a program where the settings name one. */
  private void tool(String script) throws IOException {
    Path tool = Files.writeString(temp.resolve("llvm-objdump"), "#!/bin/sh\n" + script + "\n");
    assumeThat(tool.toFile().setExecutable(true)).isTrue();
  }

  private TableView<?> open(FxRobot robot, String script) throws IOException {
    tool(script);
    window.workbench.context().work().chooseDisassembler(temp.resolve("llvm-objdump"));
    select(robot, KERNEL);
    return robot.lookup("#disassembly").queryAs(TableView.class);
  }

  /** Opens the file, selects a kernel and shows its disassembly. */
  private void select(FxRobot robot, String kernel) throws IOException {
    window.open(robot, fixture("kinds-gfx942.hsaco"));
    robot.interact(() -> window.workbench.showView("kernels"));
    List<Kernel> kernels =
        ((CodeObjectDocument)
                window
                    .workbench
                    .files()
                    .active()
                    .file()
                    .as(CodeObjectSource.class)
                    .orElseThrow()
                    .document())
            .code()
            .kernels();
    int at = kernels.stream().map(Kernel::name).toList().indexOf(kernel);
    robot.interact(() -> robot.lookup("#kernels").queryTableView().getSelectionModel().select(at));
    robot.interact(
        () -> robot.lookup("#kernel-tabs").queryAs(TabPane.class).getSelectionModel().select(2));
    robot.interact(
        () -> robot.lookup("#kernels-page").queryAs(SplitPane.class).setDividerPosition(0, 0.1));
  }

  private TableView<?> open(FxRobot robot) throws IOException {
    return open(robot, "cat '" + LISTING + "'");
  }

  private static String cell(TableView<?> table, int row, String title) {
    return table.getColumns().stream()
        .filter(column -> column.getText().equals(title))
        .map(column -> String.valueOf(column.getCellData(row)))
        .findFirst()
        .orElseThrow();
  }

  private static String selected(TableView<?> table) {
    return cell(table, table.getSelectionModel().getSelectedIndex(), "Address");
  }

  /** The row of an address. */
  private static int row(TableView<?> table, String address) {
    for (int i = 0; i < table.getItems().size(); i++) {
      if (cell(table, i, "Instruction").startsWith("  ")
          && cell(table, i, "Address").equals(address)) {
        return i;
      }
    }
    throw new AssertionError(address);
  }

  private static void select(FxRobot robot, TableView<?> table, String address) {
    int row = row(table, address);
    robot.interact(
        () -> {
          table.getSelectionModel().clearSelection();
          table.getSelectionModel().select(row);
          table.scrollTo(Math.max(0, row - 3));
          table.requestFocus();
        });
    robot.interact(table::layout);
  }

  private static Set<Label> labels(FxRobot robot, String style) {
    return robot.lookup("#disassembly ." + style).queryAllAs(Label.class).stream()
        .filter(Label::isVisible)
        .collect(Collectors.toSet());
  }

  @Test
  void branchesAreFollowedAndLeadBack(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    select(robot, table, "0x4484");
    robot.press(KeyCode.ENTER).release(KeyCode.ENTER);
    assertThat(selected(table)).isEqualTo("0x4430");
    robot.press(KeyCode.ALT, KeyCode.LEFT).release(KeyCode.LEFT, KeyCode.ALT);
    assertThat(selected(table)).isEqualTo("0x4484");
    robot.press(KeyCode.ALT, KeyCode.RIGHT).release(KeyCode.RIGHT, KeyCode.ALT);
    assertThat(selected(table)).isEqualTo("0x4430");
    robot.interact(() -> robot.lookup("#disassembly-back").queryAs(Button.class).fire());
    assertThat(selected(table)).isEqualTo("0x4484");
    window.picture(robot, "disassembly-loop");
    Label branch =
        labels(robot, "assembly-branch").stream()
            .filter(label -> label.getText().equals("65514"))
            .findFirst()
            .orElseThrow();
    robot.clickOn(branch);
    assertThat(selected(table)).isEqualTo("0x4430");
  }

  @Test
  void aClickMarksARegisterEverywhere(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    select(robot, table, "0x4484");
    Label register =
        labels(robot, "assembly-register").stream()
            .filter(label -> label.getText().matches("v\\d+"))
            // The first operand, which no narrow column cuts.
            .min(Comparator.comparingDouble(Label::getLayoutX))
            .orElseThrow();
    String name = register.getText();
    robot.clickOn(register);
    assertThat(labels(robot, "assembly-marked"))
        .isNotEmpty()
        .extracting(Label::getText)
        .contains(name)
        .allMatch(text -> text.equals(name) || text.startsWith("v["));
    window.picture(robot, "disassembly-marked");
  }

  @Test
  void textIsFoundWithItsCount(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    select(robot, table, "0x4418");
    robot.press(KeyCode.CONTROL, KeyCode.F).release(KeyCode.F, KeyCode.CONTROL);
    robot.interact(
        () ->
            robot.lookup("#disassembly-find-field").queryAs(TextField.class).setText("S_CBRANCH"));
    robot.press(KeyCode.ENTER).release(KeyCode.ENTER);
    Label outcome = robot.lookup("#disassembly-find-outcome").queryAs(Label.class);
    assertThat(selected(table)).isEqualTo("0x4484");
    assertThat(outcome.getText()).isEqualTo("2 of 3");
    robot.press(KeyCode.F3).release(KeyCode.F3);
    assertThat(selected(table)).isEqualTo("0x4508");
    robot.interact(() -> robot.lookup("#disassembly-find-previous").queryAs(Button.class).fire());
    assertThat(outcome.getText()).isEqualTo("2 of 3");
    robot.interact(
        () -> robot.lookup("#disassembly-find-field").queryAs(TextField.class).setText("nowhere"));
    robot.interact(() -> robot.lookup("#disassembly-find-next").queryAs(Button.class).fire());
    assertThat(outcome.getText()).isEqualTo("not found");
  }

  @Test
  void theWindowsBackLeadsToTheBranchAndThenToThePlaceBefore(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    select(robot, table, "0x4484");
    robot.press(KeyCode.ENTER).release(KeyCode.ENTER);
    assertThat(selected(table)).isEqualTo("0x4430");
    robot.clickOn("#tool-back");
    assertThat(selected(table)).isEqualTo("0x4484");
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.FORWARD)).isTrue());
    assertThat(selected(table)).isEqualTo("0x4430");
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.BACK)).isTrue());
    assertThat(selected(table)).isEqualTo("0x4484");
    boolean before = window.workbench.navigator().canGoBackProperty().get();
    robot.interact(
        () -> assertThat(window.workbench.actions().run(ActionId.BACK)).isEqualTo(before));
  }

  @Test
  void instructionsAreWholeInANarrowPane(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    robot.interact(() -> window.stage.setWidth(890));
    select(robot, table, "0x4484");
    assertThat(table.getWidth()).isBetween(500.0, 560.0);
    window.picture(robot, "disassembly-narrow");
    assertThat(robot.lookup("#disassembly .assembly").queryAllAs(TableCell.class))
        .filteredOn(cell -> cell.isVisible() && cell.getGraphic() != null)
        .isNotEmpty()
        .allSatisfy(
            cell ->
                assertThat(cell.getGraphic().prefWidth(-1)).isLessThanOrEqualTo(cell.getWidth()));
  }

  /** Beside the table of kernels, in a window of the usual size. */
  @Test
  void theTableOfKernelsGivesWayToInstructions(FxRobot robot) throws IOException {
    robot.interact(
        () -> {
          window.stage.setWidth(1280);
          window.stage.setHeight(800);
        });
    tool("cat '" + LISTING + "'");
    window.workbench.context().work().chooseDisassembler(temp.resolve("llvm-objdump"));
    window.open(robot, fixture("kinds-gfx942.hsaco"));
    robot.interact(() -> window.workbench.showView("disassembly"));
    TableView<?> table = robot.lookup("#disassembly").queryAs(TableView.class);
    select(robot, table, "0x4484");
    window.picture(robot, "disassembly-beside");
    assertThat(robot.lookup("#kernels-page").queryAs(SplitPane.class).getOrientation())
        .isEqualTo(Orientation.HORIZONTAL);
    double inView = 0;
    for (TableColumn<?, ?> column : table.getColumns()) {
      inView += column.getWidth();
      if (column.getText().equals("Instruction")) {
        assertThat(column.getWidth()).isGreaterThan(300);
        break;
      }
    }
    assertThat(inView).as("with Live").isLessThanOrEqualTo(table.getWidth());
    assertThat(table.getColumns().stream().map(TableColumn::getText).toList())
        .startsWith("Flow", "Address", "Live", "Instruction");
  }

  @Test
  void aLongListingIsSearchedUpToALimit(FxRobot robot) throws IOException {
    TableView<?> table = open(robot, "cat '" + longListing() + "'");
    assertThat(robot.lookup("#disassembly-words").queryAs(Label.class).getText())
        .startsWith("15")
        .contains("000 lines, by");
    select(robot, table, "0x4418");
    robot.press(KeyCode.CONTROL, KeyCode.F).release(KeyCode.F, KeyCode.CONTROL);
    robot.interact(
        () -> robot.lookup("#disassembly-find-field").queryAs(TextField.class).setText("_"));
    robot.interact(() -> robot.lookup("#disassembly-find-previous").queryAs(Button.class).fire());
    Label outcome = robot.lookup("#disassembly-find-outcome").queryAs(Label.class);
    assertThat(outcome.getText()).endsWith(" of 10,000 or more");
  }

  /** The listing with its instructions again and again, 15,000 lines, all inside of the symbol. */
  private Path longListing() throws IOException {
    List<String> lines = Files.readAllLines(LISTING);
    List<String> longer = new ArrayList<>(lines);
    List<String> plain =
        lines.stream()
            .filter(line -> line.startsWith("\t"))
            .filter(line -> !line.contains("branch") && !line.contains("s_nop"))
            .toList();
    for (int i = 0; longer.size() < 15_004; i++) {
      longer.add(plain.get(i % plain.size()));
    }
    return Files.write(temp.resolve("long.txt"), longer);
  }

  @Test
  void paddingIsOneLine(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    int last = table.getItems().size() - 1;
    assertThat(cell(table, last, "Instruction")).isEqualTo("  44 × s_nop: padding");
    assertThat(cell(table, last - 1, "Instruction")).isEqualTo("  s_endpgm");
    assertThat(cell(table, last, "Bytes")).isEmpty();
    assertThat(cell(table, last, "Live")).isEmpty();
    robot.interact(() -> table.scrollTo(last));
    window.picture(robot, "disassembly-padding");
  }

  @Test
  void loopsBlocksAndThePeakAreMarked(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    assertThat(cell(table, row(table, "0x4430"), "Flow")).startsWith("┌");
    assertThat(cell(table, row(table, "0x4484"), "Flow")).startsWith("└");
    select(robot, table, "0x4484");
    assertThat(robot.lookup("#disassembly .flow-loop").queryAllAs(Line.class)).isNotEmpty();
    assertThat(robot.lookup("#disassembly .flow-block").queryAllAs(Line.class)).isNotEmpty();
    robot.interact(() -> robot.lookup("#disassembly-peak").queryAs(Button.class).fire());
    String peak = cell(table, table.getSelectionModel().getSelectedIndex(), "Live");
    assertThat(peak).startsWith("peak ");
    assertThat(robot.lookup("#disassembly-words").queryAs(Label.class).getText())
        .contains("At most " + peak.substring(5) + " vector registers are live.");
  }

  @Test
  void theMenuCopiesAndGoesToTheTarget(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    select(robot, table, "0x4484");
    assertThat(copied(robot, table, "Copy Instruction")).isEqualTo("s_cbranch_scc0 65514");
    assertThat(copied(robot, table, "Copy Address")).isEqualTo("0x4484");
    assertThat(copied(robot, table, "Copy Lines")).isEqualTo("0x4484  s_cbranch_scc0 65514");
    robot.interact(() -> item(table, "Go to Target").fire());
    assertThat(selected(table)).isEqualTo("0x4430");
  }

  /** What the menu offers for the selected rows. */
  private static List<String> offered(FxRobot robot, TableView<?> table) {
    List<String> offered = new ArrayList<>();
    ContextMenu menu = table.getContextMenu();
    robot.interact(
        () -> {
          menu.show(table, 0, 0);
          menu.getItems().stream()
              .filter(item -> item.getText() != null && !item.isDisable())
              .forEach(item -> offered.add(item.getText()));
          menu.hide();
        });
    return offered;
  }

  @Test
  void theMenuOffersWhatItCanDo(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    select(robot, table, "0x4484");
    assertThat(offered(robot, table))
        .as("a branch")
        .containsExactly(
            "Copy Instruction",
            "Copy Address",
            "Copy Lines",
            "Go to Target",
            "Show Bytes",
            "Find…");
    select(robot, table, "0x4430");
    assertThat(offered(robot, table))
        .as("another instruction")
        .containsExactly("Copy Instruction", "Copy Address", "Copy Lines", "Show Bytes", "Find…");
    int label = 0;
    while (!cell(table, label, "Instruction").equals(KERNEL + ":")) {
      label++;
    }
    int row = label;
    robot.interact(() -> table.getSelectionModel().clearAndSelect(row));
    assertThat(offered(robot, table))
        .as("a label")
        .containsExactly("Copy Address", "Copy Lines", "Find…");
    robot.interact(() -> table.getSelectionModel().clearSelection());
    assertThat(offered(robot, table)).as("no row").containsExactly("Find…");
  }

  @Test
  void theMenuOffersNothingWithoutLines(FxRobot robot) throws IOException {
    assertThat(offered(robot, open(robot, "echo 'x: file format elf64-amdgpu'"))).isEmpty();
  }

  @Test
  void theKeyCopiesTheSelectedInstructions(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    select(robot, table, "0x4484");
    robot.interact(() -> table.getSelectionModel().select(row(table, "0x4430")));
    robot.press(KeyCode.CONTROL).type(KeyCode.C).release(KeyCode.CONTROL);
    List<String> lines = new ArrayList<>();
    robot.interact(() -> Clipboard.getSystemClipboard().getString().lines().forEach(lines::add));
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst()).contains("Address\tLive\tInstruction\t");
    assertThat(lines.get(1)).contains("0x4430\t");
    assertThat(lines.getLast()).contains("0x4484\t", "s_cbranch_scc0 65514\t");
  }

  private ByteRange selectedBytes(FxRobot robot) {
    return Objects.requireNonNull(
        robot.lookup(".hex-pane").queryAs(HexPane.class).model().selectionProperty().get());
  }

  /** Also of an instruction that was selected before, and where the bytes are hidden. */
  @Test
  void theBytesOfAnInstructionAreShown(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    select(robot, table, "0x4430");
    select(robot, table, "0x4484");
    ByteRange branch = selectedBytes(robot);
    HexPane hex = robot.lookup(".hex-pane").queryAs(HexPane.class);
    byte[] bytes = new byte[4];
    Objects.requireNonNull(hex.model().viewProperty().get()).copyTo(branch.start(), bytes, 0, 4);
    assertThat(bytes).containsExactly(0xea, 0xff, 0x84, 0xbf);
    Place kernel = Objects.requireNonNull(navigator().current()).parent();
    robot.interact(() -> navigator().go(Objects.requireNonNull(kernel)));
    assertThat(selectedBytes(robot)).isNotEqualTo(branch);
    robot.interact(() -> window.workbench.actions().run(ActionId.SHOW_BYTES));
    assertThat(shown(robot)).isFalse();
    robot.interact(() -> item(table, "Show Bytes").fire());
    assertThat(shown(robot)).isTrue();
    assertThat(selectedBytes(robot)).isEqualTo(branch);
    robot.interact(() -> item(table, "Show Bytes").fire());
    assertThat(shown(robot)).as("after a second time").isTrue();
  }

  private Navigator navigator() {
    return window.workbench.navigator();
  }

  private boolean shown(FxRobot robot) {
    boolean[] shown = new boolean[1];
    robot.interact(
        () ->
            shown[0] =
                window.workbench.actions().get(ActionId.SHOW_BYTES).selectedProperty().get());
    return shown[0];
  }

  /** As history and bookmarks do. */
  @Test
  void aPlaceOfAnInstructionSelectsItsLine(FxRobot robot) throws IOException {
    TableView<?> table =
        open(robot, "case \"$*\" in *%s*) cat '%s';; esac".formatted(KERNEL, LISTING));
    select(robot, table, "0x4484");
    Place branch = Objects.requireNonNull(navigator().current());
    select(robot, table, "0x4430");
    robot.interact(() -> navigator().go(branch));
    assertThat(selected(table)).isEqualTo("0x4484");
    robot.interact(() -> robot.lookup("#kernels").queryTableView().getSelectionModel().select(0));
    assertThat(table.getItems()).as("of another kernel").isEmpty();
    robot.interact(() -> navigator().go(branch));
    assertThat(selected(table)).as("of a kernel that was not shown").isEqualTo("0x4484");
  }

  @Test
  void withoutTheToolItIsSaidHowToGetIt(FxRobot robot) throws IOException {
    Path tool = temp.resolve("llvm-objdump");
    window.workbench.context().work().chooseDisassembler(tool);
    select(robot, KERNEL);
    assertThat(robot.lookup("#disassembly-pane .message-bar").queryAs(MessageBar.class))
        .extracting(MessageBar::getAccessibleText)
        .asString()
        .contains(tool + ", which was given as llvm-objdump, is not a program")
        .contains("Choose another in the settings, or on the command line with --llvm-objdump");
    assertThat(robot.lookup("#disassembly-pane .empty-state").queryAs(Label.class).getText())
        .contains("Disassembling needs LLVM's tools");
    window.picture(robot, "disassembly-no-tool");
    tool("cat '" + LISTING + "'");
    robot.clickOn("#disassembly-look-again");
    assertThat(robot.lookup("#disassembly").queryTableView().getItems()).isNotEmpty();
  }

  private static MenuItem item(TableView<?> table, String text) {
    return table.getContextMenu().getItems().stream()
        .filter(item -> text.equals(item.getText()))
        .findFirst()
        .orElseThrow();
  }

  private static String copied(FxRobot robot, TableView<?> table, String text) {
    String[] copied = new String[1];
    robot.interact(
        () -> {
          item(table, text).fire();
          copied[0] = Clipboard.getSystemClipboard().getString();
        });
    return copied[0];
  }

  @Test
  void coloursCanBeReadInBothThemes(FxRobot robot) throws IOException {
    TableView<?> table = open(robot);
    for (boolean dark : new boolean[] {false, true}) {
      ActionId theme = dark ? ActionId.THEME_DARK : ActionId.THEME_LIGHT;
      robot.interact(() -> window.workbench.actions().run(theme));
      select(robot, table, "0x4484");
      Color ground = dark ? Color.web("#0d1117") : Color.WHITE;
      for (String kind : List.of("mnemonic", "register", "immediate", "label")) {
        assertThat(labels(robot, "assembly-" + kind))
            .as(kind)
            .isNotEmpty()
            .allSatisfy(
                label ->
                    assertThat(contrast((Color) label.getTextFill(), ground))
                        .isGreaterThanOrEqualTo(4.5));
      }
      window.picture(robot, dark ? "disassembly-dark" : "disassembly-light");
    }
  }

  private static double contrast(Color one, Color other) {
    double a = light(one);
    double b = light(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double light(Color color) {
    return 0.2126 * linear(color.getRed())
        + 0.7152 * linear(color.getGreen())
        + 0.0722 * linear(color.getBlue());
  }

  private static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }

  /** As many loops as generated code has in one another leave room for the instructions. */
  @Test
  void deepLoopsDoNotPushTheInstructionsOut(FxRobot robot) throws IOException {
    int loops = 40;
    StringBuilder listing = new StringBuilder("0000000000001000 <%s>:\n".formatted(KERNEL));
    for (int i = 0; i < loops; i++) {
      listing.append("\ts_nop 0  // %012X: BF800000\n".formatted(0x1000 + 4 * i));
    }
    for (int i = 0; i < loops; i++) {
      int words = -2 * (i + 1);
      listing.append(
          "\ts_cbranch_scc1 %d  // %012X: BF85%04X <%s+0x%x>\n"
              .formatted(
                  words & 0xffff,
                  0x1000 + 4 * (loops + i),
                  words & 0xffff,
                  KERNEL,
                  4 * (loops - 1 - i)));
    }
    listing.append("\ts_endpgm  // %012X: BF810000\n".formatted(0x1000 + 8 * loops));
    Path file = Files.writeString(temp.resolve("deep.txt"), listing);
    TableView<?> table = open(robot, "cat '" + file + "'");
    int inner = row(table, "0x" + Integer.toHexString(0x1000 + 4 * (loops - 1)));
    assertThat(cell(table, inner, "Flow")).hasSizeBetween(3, 7).endsWith("┌");
    assertThat(
            table.getColumns().stream()
                .filter(column -> column.getText().equals("Flow"))
                .mapToDouble(column -> column.getWidth()))
        .allMatch(width -> width < 110);
  }
}
