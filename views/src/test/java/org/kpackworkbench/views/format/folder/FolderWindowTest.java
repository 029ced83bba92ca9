package org.kpackworkbench.views.format.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.window.shell.WorkspaceRows;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Artifacts, shards and trees in the real window. */
class FolderWindowTest extends WindowTest {
  @TempDir Path temp;
  private Path shard;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @BeforeEach
  void make() throws IOException {
    shard = MadeShard.shard(temp.toRealPath().resolve("shard"));
  }

  private static TreeView<?> tree(FxRobot robot) {
    return robot.lookup("#workspace-tree").queryAs(TreeView.class);
  }

  /** Opens the rows of these names, one in the other; returns the last. */
  private TreeItem<?> expand(FxRobot robot, String... names) {
    List<TreeItem<?>> at = new ArrayList<>();
    at.add(tree(robot).getRoot());
    for (String name : names) {
      robot.interact(() -> at.getLast().setExpanded(true));
      at.add(
          at.getLast().getChildren().stream()
              .filter(item -> text(item).equals(name))
              .findFirst()
              .orElseThrow(() -> new AssertionError(name + " in " + texts(at.getLast()))));
    }
    robot.interact(() -> at.getLast().setExpanded(true));
    return at.getLast();
  }

  private static String text(TreeItem<?> item) {
    return row(item).split(" \\| ", -1)[0];
  }

  private static String row(TreeItem<?> item) {
    return WorkspaceRows.text(item);
  }

  private static List<String> texts(TreeItem<?> item) {
    return item.getChildren().stream().map(FolderWindowTest::row).toList();
  }

  private Path inFront() {
    return Objects.requireNonNull(window.workbench.files().active()).path();
  }

  @Test
  void aShardIsATreeOfArtifactsPrefixesAndFiles(FxRobot robot) {
    window.open(robot, shard);
    assertThat(window.workbench.files().sessions()).hasSize(1);
    TreeItem<?> root = expand(robot, "shard");
    assertThat(texts(root))
        .containsExactly("blas_lib_gfx110X-dgpu | gfx110X-dgpu", "blas_lib_gfx942 | gfx942");
    TreeItem<?> artifact = expand(robot, "shard", "blas_lib_gfx110X-dgpu");
    assertThat(texts(artifact))
        .containsExactly(
            MadeShard.BLAS, MadeShard.HOST, "artifact_manifest.txt | artifact manifest");
    TreeItem<?> lib = expand(robot, "shard", "blas_lib_gfx110X-dgpu", MadeShard.BLAS, "lib");
    assertThat(texts(lib))
        .containsExactly(
            "rocblas | 1 entry",
            "libhost.so | no device code",
            "librocblas.so.4 | link to librocblas.so.4.1",
            "librocblas.so.4.1 | fat, 1 wrapper");
    TreeItem<?> split = expand(robot, "shard", "blas_lib_gfx942", MadeShard.BLAS, ".kpack");
    assertThat(texts(split))
        .containsExactly(
            "blas_lib.kpm | manifest of 4 archives",
            "blas_lib_gfx942.kpack | archive for gfx942, 7 code objects");
    TreeItem<?> library =
        expand(
            robot, "shard", "blas_lib_gfx110X-dgpu", MadeShard.BLAS, "lib", "rocblas", "library");
    assertThat(texts(library))
        .contains(
            "Kernels.so-000-gfx942.hsaco | rocblas database for gfx942, code object for gfx942",
            "TensileLibrary_gfx1100.dat | rocblas database for gfx1100, text");
    TreeItem<?> db =
        expand(robot, "shard", "blas_lib_gfx110X-dgpu", MadeShard.HOST, "share", "miopen", "db");
    assertThat(texts(db))
        .containsExactly(
            "gfx942130.kdb | miopen database for gfx942, SQLite database",
            "README with spaces ä.txt | text");
  }

  @Test
  void aDoubleClickOpensTheFileInItsTab(FxRobot robot) throws IOException {
    window.open(robot, shard);
    TreeItem<?> lib = expand(robot, "shard", "blas_lib_gfx110X-dgpu", MadeShard.BLAS, "lib");
    TreeItem<?> library = lib.getChildren().getLast();
    select(robot, library);
    assertThat(inFront()).as("one click shows where it is").isEqualTo(shard);
    assertThat(robot.lookup(".tree-cell").queryAllAs(TreeCell.class))
        .anyMatch(cell -> cell.isSelected());
    window.picture(robot, "workspace-shard");
    TreeCell<?> cell =
        robot.lookup(".tree-cell").queryAllAs(TreeCell.class).stream()
            .filter(each -> each.isSelected())
            .findFirst()
            .orElseThrow();
    robot.doubleClickOn(cell);
    Path file =
        shard
            .resolve("blas_lib_gfx110X-dgpu")
            .resolve(MadeShard.BLAS)
            .resolve("lib/librocblas.so.4.1");
    assertThat(inFront()).isEqualTo(file);
    assertThat(window.workbench.files().sessions()).hasSize(2);
  }

  @SuppressWarnings("unchecked")
  private static void select(FxRobot robot, TreeItem<?> item) {
    TreeView<Object> tree = (TreeView<Object>) tree(robot);
    robot.interact(
        () -> {
          tree.requestFocus();
          tree.getSelectionModel().select((TreeItem<Object>) item);
          tree.scrollTo(tree.getRow((TreeItem<Object>) item));
        });
  }

  @Test
  void enterOpensToo(FxRobot robot) {
    window.open(robot, shard.resolve("blas_lib_gfx942"));
    TreeItem<?> kpack = expand(robot, "blas_lib_gfx942", MadeShard.BLAS, ".kpack");
    select(robot, kpack.getChildren().getFirst());
    robot.type(KeyCode.ENTER);
    assertThat(inFront().getFileName()).hasToString("blas_lib.kpm");
  }

  @Test
  void theOverviewSaysWhatIsInIt(FxRobot robot) {
    window.open(robot, shard);
    assertThat(robot.lookup("#overview-state").queryAs(Label.class).getText())
        .isEqualTo("shard of 2 artifacts, partly split");
    List<String> sentences =
        robot.lookup(".overview-sentence").queryAllAs(Label.class).stream()
            .map(Label::getText)
            .toList();
    assertThat(sentences)
        .contains("A folder of artifacts: 2 artifacts.")
        .anyMatch(text -> text.startsWith("13 files in "))
        .anyMatch(text -> text.startsWith("There is device code in 1 fat binary:"));
    assertThat(
            robot.lookup("#overview-targets .label").queryAllAs(Label.class).stream()
                .map(Label::getText))
        .contains("gfx942", "gfx1100");
    assertThat(robot.lookup("#next-verify").query().isVisible()).isTrue();
  }

  /** Only artifacts are split; an install tree is packed or pruned. */
  @Test
  void overviewOffersWhatCanBeDoneWithAnInstallTree(FxRobot robot) throws IOException {
    Path lib = Files.createDirectories(temp.toRealPath().resolve("rocm/lib"));
    Files.copy(StandardWindow.fixture("libone.so"), lib.resolve("libone.so"));
    window.open(robot, lib.getParent());
    assertThat(robot.lookup("#next-steps .button").queryAllAs(Button.class))
        .extracting(Button::getText)
        .containsExactly("Pack…", "Keep Only My GPUs…", "Verify");
    assertThat(robot.lookup(".overview-sentence").queryAllAs(Label.class))
        .extracting(Label::getText)
        .contains("There is device code in 1 fat binary: packing moves it to an archive.");
  }

  @Test
  void whatItHoldsComesBeforeWhatItMeans(FxRobot robot) {
    window.open(robot, shard);
    List<String> tabs =
        robot.lookup(".view-tabs").queryAs(TabPane.class).getTabs().stream()
            .map(Tab::getText)
            .toList();
    assertThat(tabs)
        .containsExactly("Overview", "Files", "Coverage", "Kernels", "Loading", "What to Install");
  }

  @Test
  void treeAndListOfFilesFollowEachOther(FxRobot robot) {
    window.open(robot, shard);
    robot.interact(() -> assertThat(window.workbench.showView("files")).isTrue());
    TableView<?> table = robot.lookup("#files").queryAs(TableView.class);
    assertThat(table.getItems()).hasSize(13);
    Place.Entry wanted =
        new Place.Entry(
            new Place.File(shard),
            "blas_lib_gfx942/" + MadeShard.BLAS + "/.kpack/blas_lib_gfx942.kpack");
    robot.interact(() -> window.workbench.navigator().go(wanted));
    assertThat(table.getSelectionModel().getSelectedIndices()).hasSize(1);
    assertThat(WorkspaceRows.text((TreeItem<?>) tree(robot).getSelectionModel().getSelectedItem()))
        .isEqualTo("blas_lib_gfx942.kpack | archive for gfx942, 7 code objects");
    assertThat(wanted.target()).isRegularFile();
  }

  @Test
  void aFolderThatIsNoArtifactOpensFileByFile(FxRobot robot) throws IOException {
    Path plain = Files.createDirectories(temp.resolve("plain"));
    Files.copy(StandardWindow.fixture("libone.so"), plain.resolve("libone.so"));
    window.dialogs.folder = Optional.of(plain);
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.OPEN_FOLDER)).isTrue());
    assertThat(inFront().getFileName()).hasToString("libone.so");
    Files.createDirectories(plain.resolve("lib"));
    window.open(robot, plain);
    assertThat(inFront()).as("an install tree").isEqualTo(plain.toAbsolutePath().normalize());
  }

  @Test
  void aBrokenManifestIsSaidAndTheRestIsShown(FxRobot robot) throws IOException {
    Files.writeString(shard.resolve("blas_lib_gfx942/artifact_manifest.txt"), "../../etc\n");
    window.open(robot, shard);
    TreeItem<?> root = expand(robot, "shard");
    assertThat(row(root.getChildren().getLast())).startsWith("blas_lib_gfx942 | ⚠ ");
    assertThat(texts(expand(robot, "shard", "blas_lib_gfx942"))).hasSize(2);
    assertThat(robot.lookup("#overview-state").queryAs(Label.class).getText()).startsWith("⚠ ");
  }

  @Test
  void anEmptyArtifactSaysSo(FxRobot robot) throws IOException {
    Path empty = temp.toRealPath().resolve("fft_lib_generic");
    MadeShard.manifest(empty, "math-libs/rocFFT/stage");
    Files.delete(empty.resolve("math-libs/rocFFT/stage"));
    window.open(robot, empty);
    assertThat(texts(expand(robot, "fft_lib_generic")))
        .containsExactly(
            "math-libs/rocFFT/stage | not found", "artifact_manifest.txt | artifact manifest");
    assertThat(robot.lookup("#overview-state").queryAs(Label.class).getText())
        .isEqualTo("generic artifact");
  }
}
