package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ButtonType;
import javafx.scene.control.DialogPane;
import javafx.scene.control.TextField;
import javafx.scene.image.Image;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.database.PackDatabaseRequest;
import org.kpackworkbench.model.operation.database.UnpackDatabaseRequest;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.packages.PackagesRequest;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;
import org.kpackworkbench.views.access.RoomNeeded;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Forms and results have room for what they show, also in small windows with long paths. */
@ExtendWith(WindowRobot.class)
class FormLooksTest {
  /** What a dialog leaves free at its sides at least. */
  private static final double MARGIN = 10;

  @TempDir Path temp;
  private StandardWindow window;
  private Path root;
  private Path library;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @BeforeEach
  void tree() throws IOException {
    root = temp.toRealPath().resolve("opt/rocm-7.1.0-with-a-rather-long-name-of-a-build");
    library = root.resolve("lib/deeper/than/usual/libmany.so.4.5.60201");
    Files.createDirectories(Objects.requireNonNull(library.getParent()));
    Path input =
        Path.of(System.getProperty("kpack.test.library", fixture("libmany.so").toString()));
    Files.copy(input, library);
  }

  private Region picture(FxRobot robot, Forms.Kind kind, Path file) {
    Region[] made = new Region[1];
    robot.interact(() -> made[0] = new Forms(window.workbench.context()).picture(kind, file));
    return made[0];
  }

  private static void assertFits(Region form, String... ids) {
    for (String id : ids) {
      Node node = Objects.requireNonNull(FormPictures.find(form, id), id);
      Bounds bounds = form.sceneToLocal(node.localToScene(node.getBoundsInLocal()));
      assertThat(bounds.getMinX()).as(id).isGreaterThanOrEqualTo(0);
      assertThat(bounds.getMaxX()).as(id).isLessThanOrEqualTo(form.getWidth() + 1);
      assertThat(bounds.getMaxY()).as(id).isLessThanOrEqualTo(form.getHeight() + 1);
      assertThat(bounds.getHeight()).as(id).isGreaterThan(20);
    }
  }

  @Test
  void formsFitIntoTheirDialog(FxRobot robot) throws IOException {
    for (Theme theme : new Theme[] {Theme.LIGHT, Theme.DARK}) {
      Region convert = picture(robot, Forms.Kind.MAKE_HOST_ONLY, library);
      FormPictures.save(robot, convert, 1000, 680, theme, "convert-" + theme.id());
      assertFits(convert, "#form-preview", "#form-command", "#form-copy-command");
      Region pack = picture(robot, Forms.Kind.PACK, root);
      FormPictures.save(robot, pack, 1000, 680, theme, "pack-" + theme.id());
      assertFits(pack, "#form-preview", "#form-command", "#form-copy-command");
    }
  }

  /** Paths are whole, and the planned result is below them, as wide. */
  @Test
  void fieldsHaveTheWidthOfTheirDialog(FxRobot robot) throws IOException {
    for (Forms.Kind kind : List.of(Forms.Kind.MAKE_HOST_ONLY, Forms.Kind.PACK, Forms.Kind.PRUNE)) {
      Region form = picture(robot, kind, library);
      FormPictures.save(robot, form, 1080, 760, Theme.LIGHT, "wide-" + kind);
      TextField output =
          (TextField) Objects.requireNonNull(FormPictures.find(form, "#form-output"));
      assertThat(output.getWidth()).as("%s", kind).isGreaterThan(0.7 * form.getWidth());
      Bounds preview = onScreen(Objects.requireNonNull(FormPictures.find(form, "#form-preview")));
      assertThat(preview.getWidth()).as("%s", kind).isGreaterThan(0.9 * form.getWidth());
      assertThat(preview.getMinY()).as("%s", kind).isGreaterThan(onScreen(output).getMaxY());
    }
  }

  /** Every option that has no reason to be missing is a field that a user finds by its name. */
  @Test
  void everyOptionOfAnOperationHasItsField(FxRobot robot) throws Exception {
    Map<Forms.Kind, Operation<?>> operations =
        Map.ofEntries(
            Map.entry(Forms.Kind.MAKE_HOST_ONLY, ConvertRequest.OPERATION),
            Map.entry(Forms.Kind.PACK, PackRequest.OPERATION),
            Map.entry(Forms.Kind.RESTORE, RestoreRequest.OPERATION),
            Map.entry(Forms.Kind.SPLIT, SplitRequest.OPERATION),
            Map.entry(Forms.Kind.SPLIT_WHEEL, WheelSplitRequest.OPERATION),
            Map.entry(Forms.Kind.RECOMBINE, RecombineRequest.OPERATION),
            Map.entry(Forms.Kind.PACKAGES, PackagesRequest.OPERATION),
            Map.entry(Forms.Kind.OVERLAY, OverlayRequest.OPERATION),
            Map.entry(Forms.Kind.PRUNE, PruneRequest.OPERATION),
            Map.entry(Forms.Kind.PACK_DATABASE, PackDatabaseRequest.OPERATION),
            Map.entry(Forms.Kind.UNPACK_DATABASE, UnpackDatabaseRequest.OPERATION));
    assertThat(operations.keySet()).containsExactlyInAnyOrder(Forms.Kind.values());
    MadeShard.split(root.resolve("shard/blas_lib_gfx942"));
    for (Map.Entry<Forms.Kind, Operation<?>> each : operations.entrySet()) {
      boolean ofFile =
          List.of(
                  Forms.Kind.MAKE_HOST_ONLY,
                  Forms.Kind.PACK,
                  Forms.Kind.RESTORE,
                  Forms.Kind.PRUNE,
                  Forms.Kind.PACK_DATABASE,
                  Forms.Kind.UNPACK_DATABASE,
                  Forms.Kind.SPLIT_WHEEL)
              .contains(each.getKey());
      Region form = picture(robot, each.getKey(), ofFile ? library : root.resolve("shard"));
      for (Option<?> option : each.getValue().options()) {
        assertThat(FormPictures.find(form, "#form-" + option.id()))
            .as("%s %s: %s", each.getKey(), option, option.noField())
            .matches(node -> (node == null) == !option.noField().isEmpty());
      }
    }
  }

  @Test
  void inADialogNothingTouchesItsEdges(FxRobot robot) {
    for (Forms.Kind kind : List.of(Forms.Kind.MAKE_HOST_ONLY, Forms.Kind.PACK)) {
      Region form = picture(robot, kind, library);
      DialogPane pane = new DialogPane();
      robot.interact(
          () -> {
            pane.setContent(form);
            pane.getButtonTypes().setAll(ButtonType.CLOSE);
            Snapshots.of(Snapshots.offScreen(pane, 1080, 760, Theme.DARK));
          });
      for (String id : List.of("#form-preview", "#form-command", "#form-copy-command")) {
        Node node = Objects.requireNonNull(FormPictures.find(form, id), id);
        Bounds bounds = node.localToScene(node.getLayoutBounds());
        assertThat(bounds.getMinX()).as(id).isGreaterThan(MARGIN);
        assertThat(bounds.getMaxX()).as(id).isLessThan(1080 - MARGIN);
      }
      Node heading = form.lookup(".form-what");
      assertThat(heading.localToScene(heading.getLayoutBounds()).getMinX()).isGreaterThan(MARGIN);
    }
  }

  @Test
  void aSmallWindowStillShowsFieldsPreviewAndCommand(FxRobot robot) throws IOException {
    Region convert = picture(robot, Forms.Kind.MAKE_HOST_ONLY, library);
    FormPictures.save(robot, convert, 620, 560, Theme.LIGHT, "convert-small");
    assertFits(convert, "#form-preview", "#form-command", "#form-output");
  }

  /** The widest is a GPU with several targets, and a bar for what is below takes room, too. */
  @Test
  void fieldsAreNeverCutAtTheSideWhereThePreviewHasRoom(FxRobot robot) throws IOException {
    Files.copy(fixture("libmixed.so"), library.resolveSibling("libmixed.so"));
    Region prune = picture(robot, Forms.Kind.PRUNE, root);
    Await.settled();
    for (int width : new int[] {1280, 1024, 900}) {
      FormPictures.save(robot, prune, width, 700, Theme.DARK, "prune-" + width);
      Bounds form = onScreen(prune.lookup(".form-pane .scroll-pane > .viewport"));
      Bounds choose = onScreen(prune.lookup("#form-choose-output"));
      assertThat(choose.getMaxX()).as("%d", width).isLessThanOrEqualTo(form.getMaxX());
    }
  }

  @ParameterizedTest
  @CsvSource({"1024, 700", "1600, 1000", "2560, 1440"})
  void everyPartHasTheHeightThatItNeedsAndNoMore(int width, int height) throws IOException {
    FxRobot robot = new FxRobot();
    MadeShard.fat(root.resolve("blas_lib_gfx942"));
    for (Forms.Kind kind : List.of(Forms.Kind.SPLIT, Forms.Kind.PRUNE, Forms.Kind.PACK)) {
      Region form = picture(robot, kind, kind == Forms.Kind.PACK ? library : root);
      FormPictures.save(robot, form, width, height, Theme.DARK, "first");
      Await.settled();
      FormPictures.save(robot, form, width, height, Theme.DARK, kind + "-" + width);
      RoomNeeded needed = new RoomNeeded();
      robot.interact(() -> needed.look(kind.toString(), form));
      assertThat(needed.problems().entrySet()).isEmpty();
    }
  }

  private static Bounds onScreen(Node node) {
    return node.localToScene(node.getLayoutBounds());
  }

  @Test
  void resultsShowBothLayouts(FxRobot robot) throws Exception {
    ConvertModel[] model = new ConvertModel[1];
    robot.interact(
        () -> model[0] = new ConvertModel(library, window.workbench.context().background()));
    FormReport result =
        model[0].task(Objects.requireNonNull(model[0].request())).work().run(Progress.NONE);
    Path hostOnly = Objects.requireNonNull(result.rows().getFirst().file());
    for (Theme theme : new Theme[] {Theme.LIGHT, Theme.DARK}) {
      Region[] pane = new Region[1];
      robot.interact(() -> pane[0] = new ResultPane(result, window.workbench.context()));
      Image image = FormPictures.save(robot, pane[0], 1000, 720, theme, "result-" + theme.id());
      assertFits(pane[0], "#form-files", "#form-map-before", "#form-map-after", "#form-open");
      assertThat(colours(image)).isGreaterThan(8);
    }
    Region restore = picture(robot, Forms.Kind.RESTORE, hostOnly);
    FormPictures.save(robot, restore, 1000, 640, Theme.LIGHT, "restore-light");
    assertFits(restore, "#form-preview", "#form-archive", "#form-command");
    Path alone = temp.resolve("alone.so");
    Files.copy(hostOnly, alone);
    Region refused = picture(robot, Forms.Kind.RESTORE, alone);
    FormPictures.save(robot, refused, 1000, 640, Theme.DARK, "restore-refused");
    assertFits(refused, "#form-problem", "#form-preview");
  }

  private static long colours(Image image) {
    java.util.Set<Color> seen = new java.util.HashSet<>();
    for (int y = 0; y < image.getHeight(); y += 3) {
      for (int x = 0; x < image.getWidth(); x += 3) {
        seen.add(image.getPixelReader().getColor(x, y));
      }
    }
    return seen.size();
  }
}
