package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.table.CellCut;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Archives in the real window, with everything on one thread. */
class ArchiveWindowTest extends WindowTest {
  @TempDir static Path folder;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private @Nullable Line selected(FxRobot robot) {
    LoadedRow<Line> line = table(robot).getSelectionModel().getSelectedItem();
    return line == null ? null : line.content();
  }

  private TableView<LoadedRow<Line>> table(FxRobot robot) {
    return robot.lookup("#archive-table").queryTableView();
  }

  /** The texts of the lines that can be seen, as the first column shows them. */
  private List<String> seen(FxRobot robot) {
    layout(robot);
    return robot.lookup("#archive-table .line-content").queryAll().stream()
        .filter(Node::isVisible)
        .sorted(java.util.Comparator.comparingDouble(node -> node.localToScene(0, 0).getY()))
        .map(ArchiveWindowTest::texts)
        .toList();
  }

  private static String texts(Node node) {
    return ((Parent) node)
        .getChildrenUnmodifiable().stream()
            .filter(child -> child instanceof Labeled)
            .map(child -> CellCut.whole((Labeled) child))
            .filter(text -> text != null && !text.isEmpty())
            .collect(Collectors.joining(" "));
  }

  private String label(FxRobot robot, String query) {
    return robot.lookup(query).queryAs(Label.class).getText();
  }

  private Place here() {
    return Objects.requireNonNull(window.workbench.navigator().current());
  }

  @Test
  void overviewSaysWhatTheArchiveIs(FxRobot robot) throws IOException {
    window.open(robot, ArchiveFiles.golden(folder));
    assertThat(label(robot, ".overview-sentence"))
        .startsWith("A kpack archive with 3 code objects");
    assertThat(robot.lookup("#overview-targets").tryQuery()).isPresent();
    window.picture(robot, "archive-overview");
  }

  /** In a window of 1024 pixels between the other panes, so that nothing scrolls to the side. */
  @Test
  void overviewFitsInto560Pixels(FxRobot robot) throws IOException {
    window.open(robot, Path.of("../app/sample/.kpack/kpackfix_gfx90a.kpack").toRealPath());
    ScrollPane overview = robot.lookup("#overview").queryAs(ScrollPane.class);
    assertThat(texts(robot.lookup("#overview-targets").query())).contains("Stored of unpacked");
    assertThat(overview.getContent().minWidth(-1)).isLessThanOrEqualTo(560);
  }

  /** Beside another window on the same screen. */
  @Test
  void headingOfBarsThatGaveWayTakesNoHeight(FxRobot robot) throws IOException {
    window.open(robot, Path.of("../app/sample/.kpack/kpackfix_gfx90a.kpack").toRealPath());
    Region targets = robot.lookup("#overview-targets").queryAs(Region.class);
    double wide = targets.getHeight();
    robot.interact(() -> window.stage.setWidth(640));
    Await.settled();
    assertThat(targets.getHeight()).isLessThanOrEqualTo(wide);
  }

  @Test
  void contentsAreATreeInBothOrdersAndAList(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.golden(folder), "contents");
    assertThat(seen(robot))
        .containsExactly(
            "bin/testapp 1 row",
            "#0 1 row",
            "gfx900",
            "lib/libtest.so 2 rows",
            "#0 2 rows",
            "gfx900",
            "gfx906");
    robot.clickOn("#group-by-target");
    assertThat(seen(robot))
        .startsWith("gfx900 2 rows", "bin/testapp 1 row", "#0", "lib/libtest.so 1 row");
    robot.interact(() -> table(robot).requestFocus());
    robot.press(KeyCode.SHORTCUT, KeyCode.DIGIT1).release(KeyCode.DIGIT1, KeyCode.SHORTCUT);
    assertThat(seen(robot)).containsExactly("lib/libtest.so", "lib/libtest.so", "bin/testapp");
    robot.press(KeyCode.SHORTCUT, KeyCode.DIGIT2).release(KeyCode.DIGIT2, KeyCode.SHORTCUT);
    assertThat(seen(robot)).startsWith("gfx900 2 rows");
    assertThat(label(robot, "#status-sums"))
        .isEqualTo("3 rows · stored 506 B · original 506 B · 100.0 %");
    window.picture(robot, "archive-contents");
  }

  @Test
  void detailsTakeNoWidthOfTheTableBeforeARowIsSelected(FxRobot robot) throws IOException {
    robot.interact(() -> window.stage.setWidth(1600));
    show(robot, ArchiveFiles.golden(folder), "contents");
    layout(robot);
    double whole = table(robot).getWidth();
    assertThat(robot.lookup("#entry-details").tryQuery()).isEmpty();
    assertThat(robot.lookup("#show-details").query().isDisabled()).as("shows nothing").isTrue();
    robot.interact(() -> table(robot).getSelectionModel().select(2));
    layout(robot);
    assertThat(robot.lookup("#show-details").query().isDisabled()).isFalse();
    assertThat(robot.lookup("#entry-details").query().getLayoutBounds().getWidth())
        .isBetween(whole / 4, whole / 3);
    robot.interact(() -> table(robot).getSelectionModel().clearSelection());
    robot.interact(() -> window.stage.setWidth(2560));
    layout(robot);
    assertThat(robot.lookup("#entry-details").tryQuery()).as("room enough").isPresent();
  }

  @Test
  void namesWithoutAnyIndexAreATreeOfFolders(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.free(folder), "contents");
    assertThat(seen(robot))
        .startsWith(
            "fmha_v3_bwd/ 2 rows",
            "bwd.co 2 rows",
            "gfx942",
            "gfx950",
            "fmha_v3_fwd/ 6 rows",
            "MI300/ 4 rows",
            "fwd_hd64.co 2 rows");
    robot.interact(() -> table(robot).requestFocus());
    robot.press(KeyCode.SHORTCUT, KeyCode.DIGIT1).release(KeyCode.DIGIT1, KeyCode.SHORTCUT);
    assertThat(seen(robot))
        .startsWith("fmha_v3_fwd/MI300/fwd_hd128_bf16_rtne.co")
        .allMatch(name -> name.contains("/"));
    robot.press(KeyCode.SHORTCUT, KeyCode.DIGIT2).release(KeyCode.DIGIT2, KeyCode.SHORTCUT);
    // A folder is a place: the line and the way to it select each other.
    robot.interact(() -> table(robot).getSelectionModel().clearAndSelect(5));
    assertThat(here().label()).isEqualTo("fmha_v3_fwd/MI300/");
    Place inner = here();
    robot.interact(() -> table(robot).getSelectionModel().clearAndSelect(4));
    assertThat(here().label()).isEqualTo("fmha_v3_fwd/");
    robot.press(KeyCode.LEFT).release(KeyCode.LEFT);
    robot.interact(() -> window.workbench.navigator().go(inner));
    assertThat(table(robot).getSelectionModel().getSelectedIndex()).isEqualTo(5);
    assertThat(seen(robot)).contains("MI300/ 4 rows");
    robot.clickOn("#group-by-target");
    assertThat(seen(robot))
        .containsSubsequence("fmha_v3_fwd/ 3 rows", "MI300/ 2 rows", "fwd_hd64.co 1 row");
    window.picture(robot, "archive-free-names");
  }

  @Test
  void filterLeavesWhatMatchesAndSaysWhatIsWrong(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.small(folder), "contents");
    robot.clickOn("#filter").write("arch:xnack+ index:2").push(KeyCode.ENTER);
    assertThat(seen(robot))
        .containsExactly(
            "lib/librand0.so.1 1 row",
            "#2 1 row",
            "gfx90a:xnack+",
            "lib/librand1.so.1 1 row",
            "#2 1 row",
            "gfx90a:xnack+");
    assertThat(label(robot, "#filter-count")).isEqualTo("2 of 24 rows");
    assertThat(label(robot, "#status-sums")).contains("1 duplicate stored once");
    robot.interact(() -> robot.lookup("#filter").queryAs(TextField.class).setText("colour:red"));
    robot.push(KeyCode.ENTER);
    assertThat(label(robot, "#filter-problem")).contains("There is no field \"colour\"");
    robot.interact(() -> robot.lookup("#filter").queryAs(TextField.class).setText("xyzzy"));
    robot.push(KeyCode.ENTER);
    layout(robot);
    assertThat(robot.lookup("No row matches the filter.").tryQuery()).isPresent();
    robot.clickOn("Clear the filter");
    assertThat(table(robot).getItems()).hasSize(32);
  }

  @Test
  void rowAndItsBytesSelectEachOther(FxRobot robot) throws IOException {
    Path file = ArchiveFiles.small(folder);
    show(robot, file, "contents");
    robot.clickOn(robot.lookup(".line-content .label").nth(5).queryAs(Node.class));
    Place.CodeObject selected = (Place.CodeObject) here();
    HexPane hex = robot.lookup(".hex-pane").queryAs(HexPane.class);
    assertThat(hex.model().selectionProperty().getValue()).isEqualTo(selected.range());

    ArchiveRows rows = rows(file);
    int wanted = 17;
    ByteRange frame = rows.archive().storedRange(wanted).orElseThrow();
    robot.interact(() -> hex.model().select(new ByteRange(frame.start() + 5, 4)));
    assertThat(selectedRow(robot)).isEqualTo(wanted);
    assertThat(label(robot, "#status-offset"))
        .isEqualTo("0x" + Long.toHexString(frame.start() + 5));
    assertThat(here().container()).as("bytes of the file, not unpacked ones").isNull();

    robot.interact(() -> hex.model().select(new ByteRange(rows.tableStart(3) + 2, 1)));
    assertThat(selectedRow(robot)).isEqualTo(3);
  }

  private static ArchiveRows rows(Path file) throws IOException {
    try (KpackArchive archive = KpackArchive.open(file)) {
      archive.blobs(Progress.NONE);
      return ArchiveRows.read(archive, Progress.NONE);
    }
  }

  private int selectedRow(FxRobot robot) {
    return selected(robot) instanceof Line.Row(int row, _) ? row : -1;
  }

  @Test
  void placesFromElsewhereSelectTheirRow(FxRobot robot) throws IOException {
    Path file = ArchiveFiles.small(folder);
    show(robot, file, "contents");
    ArchiveRows rows = rows(file);
    robot.interact(() -> window.workbench.actions().run(ActionId.VIEW_TREE));
    robot.interact(() -> table(robot).getSelectionModel().clearSelection());
    robot.interact(() -> window.workbench.navigator().go(rows.place(20)));
    assertThat(selectedRow(robot)).isEqualTo(20);
    robot.interact(() -> window.workbench.navigator().go(ArchivePlaces.entry(rows, 7)));
    assertThat(selectedRow(robot)).isEqualTo(7);
    assertThat(here().range().start()).isEqualTo(rows.tableStart(7));
    robot.interact(() -> window.workbench.navigator().go(ArchivePlaces.key(rows, 12)));
    assertThat(selected(robot)).isInstanceOf(Line.Group.class);
    // The filter hides it: the view says so, with a way out.
    robot.clickOn("#filter").write("index:0").push(KeyCode.ENTER);
    robot.interact(() -> window.workbench.navigator().go(rows.place(20)));
    layout(robot);
    Labeled note = robot.lookup("#archive-table-hidden").query();
    assertThat(note.getText())
        .isEqualTo(
            "The filter hides %s @ %s. Show all rows"
                .formatted(rows.keyText(20), rows.targetText(20)));
    robot.clickOn(note);
    assertThat(selectedRow(robot)).isEqualTo(20);
  }

  @Test
  void detailsShowMetadataAndWhatIsIdentical(FxRobot robot) throws IOException {
    Path file = ArchiveFiles.small(folder);
    show(robot, file, "contents");
    ArchiveRows rows = rows(file);
    int row = 9;
    assertThat(rows.sameAs(row)).isNotEmpty();
    robot.interact(() -> window.workbench.navigator().go(rows.place(row)));
    layout(robot);
    List<String> texts =
        robot.lookup("#entry-details .label").queryAll().stream()
            .map(node -> ((Labeled) node).getText())
            .toList();
    assertThat(texts).contains("Identical, stored once with", "Metadata", "gfx90a:xnack+");
    assertThat(robot.lookup("#entry-metadata").queryTableView().getItems()).hasSize(6);
    String other = rows.place(rows.sameAs(row)[0]).label();
    robot.interact(
        () ->
            robot.lookup("#entry-details .fact-link").queryAll().stream()
                .map(node -> (Hyperlink) node)
                .filter(link -> link.getText().equals(other))
                .findFirst()
                .orElseThrow()
                .fire());
    assertThat(selectedRow(robot)).isEqualTo(rows.sameAs(row)[0]);
    window.picture(robot, "archive-details");
  }

  @Test
  void enterOpensTheCodeObject(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.golden(folder), "contents");
    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().clearAndSelect(2);
        });
    robot.push(KeyCode.ENTER);
    TabPane views = robot.lookup(".view-tabs").queryAs(TabPane.class);
    assertThat(views.getSelectionModel().getSelectedItem().getId()).isEqualTo("view-code-object");
  }

  @Test
  void keysOpenAndCloseGroups(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.golden(folder), "contents");
    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().clearAndSelect(6);
        });
    robot.push(KeyCode.LEFT).push(KeyCode.LEFT);
    assertThat(table(robot).getItems()).hasSize(5);
    robot.push(KeyCode.BACK_SPACE).push(KeyCode.LEFT);
    assertThat(table(robot).getItems()).hasSize(4);
    assertThat(table(robot).getSelectionModel().getSelectedIndex()).isEqualTo(3);
    robot.push(KeyCode.RIGHT).push(KeyCode.RIGHT).push(KeyCode.RIGHT);
    assertThat(table(robot).getItems()).hasSize(7);
    robot.interact(() -> window.workbench.actions().run(ActionId.EXPAND_ALL));
    assertThat(table(robot).getItems()).hasSize(7);
  }

  @Test
  void rowsAreCopiedAsTableAndJson(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.golden(folder), "contents");
    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().clearAndSelect(3);
        });
    assertThat(copied(robot, ActionId.COPY_ROWS)).startsWith("binary\tindex").hasLineCount(3);
    assertThat(copied(robot, ActionId.COPY_JSON)).contains("\"target\": \"gfx906\"");
    assertThat(copied(robot, ActionId.COPY_KEY))
        .isEqualTo("lib/libtest.so#0@gfx900\nlib/libtest.so#0@gfx906");
    assertThat(copied(robot, ActionId.COPY_TARGET)).isEqualTo("gfx900\ngfx906");
    assertThat(copied(robot, ActionId.COPY_SIZE)).isEqualTo("119\n219");
    assertThat(copied(robot, ActionId.COPY_ORDINAL)).isEqualTo("0\n1");
  }

  private String copied(FxRobot robot, ActionId action) {
    String[] text = new String[1];
    robot.interact(() -> assertThat(window.workbench.actions().run(action)).isTrue());
    robot.interact(() -> text[0] = Clipboard.getSystemClipboard().getString());
    return text[0];
  }

  @Test
  void damagedRowStandsOutWithIconAndWord(FxRobot robot) throws IOException {
    Path file = ArchiveFiles.broken(folder, "dup.kpack", "gfx906\u0083", "gfx900\u0083");
    window.open(robot, file);
    robot.clickOn("#first-damaged");
    robot.interact(() -> window.workbench.showView("contents"));
    layout(robot);
    List<String> states =
        robot.lookup(".problem-cell").queryAll().stream()
            .map(node -> (Labeled) node)
            .filter(cell -> cell.getText() != null)
            .peek(cell -> assertThat(cell.getGraphic()).isNotNull())
            .map(Labeled::getText)
            .toList();
    assertThat(states).containsExactlyInAnyOrder("1 problem", "1 problem", "duplicate");
    robot.interact(() -> table(robot).getSelectionModel().clearAndSelect(6));
    layout(robot);
    assertThat(texts(robot.lookup(".problem-lines").query())).contains("occurs twice");
    window.picture(robot, "archive-damaged");
  }

  @Test
  void archiveWhoseHeaderIsBrokenSaysSoAndLeadsToTheBytes(FxRobot robot) throws IOException {
    window.open(robot, ArchiveFiles.cut(folder, "cut.kpack", 40));
    assertThat(robot.lookup("#error-what").queryAs(Label.class).getText()).contains("too early");
    robot.clickOn("#problem-bytes");
    assertThat(here().range()).isEqualTo(new ByteRange(0x10, 1));
    window.picture(robot, "archive-broken");
  }

  @Test
  void unknownSchemeIsShownWithItsKeys(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.unknownScheme(folder), "contents");
    assertThat(seen(robot)).containsExactly("lib/libnew.so 1 row", "#0 1 row", "gfx1201");
    robot.interact(() -> table(robot).getSelectionModel().clearAndSelect(2));
    layout(robot);
    List<String> texts =
        robot.lookup("#entry-details .label").queryAll().stream()
            .map(node -> ((Labeled) node).getText())
            .toList();
    assertThat(texts).contains("dictionary");
    assertThat(robot.lookup("#open-code-object").tryQuery()).isEmpty();
  }

  @Test
  void hundredThousandRows(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.large(folder, 100_000), "contents");
    assertThat(table(robot).getItems()).hasSize(5_000);
    robot.interact(() -> table(robot).requestFocus());
    robot.interact(() -> window.workbench.actions().run(ActionId.EXPAND_ALL));
    assertThat(table(robot).getItems()).hasSize(130_000);
    robot.push(KeyCode.END);
    assertThat(seen(robot)).contains("gfx1100");
    robot.interact(() -> robot.lookup("#group-flat").queryAs(ToggleButton.class).fire());
    robot.interact(() -> table(robot).scrollTo(99_999));
    assertThat(seen(robot)).isNotEmpty().allMatch(name -> name.contains("_04999.co"));
    robot.interact(() -> table(robot).getSelectionModel().selectAll());
    assertThat(label(robot, "#status-sums")).startsWith("selected 100 000 · stored ");
    robot.interact(() -> table(robot).getSelectionModel().clearAndSelect(7));
    assertThat(label(robot, "#status-sums")).startsWith("100 000 rows");
    robot.clickOn("#filter").write("name:_04321 arch:gfx942").push(KeyCode.ENTER);
    assertThat(label(robot, "#filter-count")).isEqualTo("5 of 100 000 rows");
    window.picture(robot, "archive-large");
  }
}
