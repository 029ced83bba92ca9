package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.image.Image;
import javafx.scene.layout.Region;
import javafx.scene.paint.ImagePattern;
import javafx.scene.paint.Paint;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.offload.BundleDocument;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.map.LayoutMap;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Make host-only, pack and restore in the real window. */
class FormsTest extends FormWindow {

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @BeforeEach
  void tree() throws IOException {
    root = root.resolve("rocm");
    Files.createDirectories(root.resolve("lib"));
    Files.copy(fixture("libmany.so"), root.resolve("lib/libmany.so"));
  }

  private Job lastJob() {
    return window.workbench.jobs().list().getFirst();
  }

  private String menuText(FxRobot robot, ActionId id) {
    List<String> texts = new ArrayList<>();
    robot.interact(
        () -> {
          MenuItem item = new ActionControls(window.workbench.actions()).item(id, false);
          texts.add(item.getText() + (item.isDisable() ? " (off)" : ""));
        });
    return texts.getFirst();
  }

  @Test
  void aFatLibraryIsMadeHostOnlyAndTheResultOpens(FxRobot robot) {
    window.open(robot, root.resolve("lib/libmany.so"));
    Region form = form(robot, ActionId.MAKE_HOST_ONLY, "Make Host-Only");
    assertThat(rows(form, "#form-preview").getFirst().status()).isEqualTo(OutputStatus.CONVERTED);
    int archives = rows(form, "#form-preview").size() - 1;
    robot.interact(
        () -> {
          in(form, "#form-level", TextField.class).setText("nineteen");
          assertThat(in(form, "#dialog-yes", Button.class).isDisabled()).isTrue();
        });
    assertThat(in(form, "#form-level-problem", Label.class).isVisible()).isTrue();
    robot.interact(() -> in(form, "#form-level", TextField.class).setText("19"));
    assertThat(in(form, "#form-command", TextArea.class).getText()).contains(" --level 19");
    press(robot, form, "#dialog-yes");

    Region result = result(robot);
    List<FormRow> rows = rows(result, "#form-files");
    assertThat(rows).hasSize(1 + archives);
    assertThat(rows).allMatch(row -> row.afterBytes() > 0 && Files.exists(row.file()));
    assertThat(rows.getFirst().afterBytes()).isLessThan(rows.getFirst().beforeBytes());
    long before = lane(in(result, "#form-map-before", LayoutMap.class));
    long after = lane(in(result, "#form-map-after", LayoutMap.class));
    assertThat(before).isEqualTo(rows.getFirst().beforeBytes());
    assertThat(after).isEqualTo(rows.getFirst().afterBytes());

    press(robot, result, "#form-open");
    assertThat(active().path()).isEqualTo(root.resolve("lib/libmany.so.host-only"));
    assertThat(active().as(ElfDocument.class).orElseThrow().fat().state())
        .isEqualTo(DeviceCode.HOST_ONLY);
    assertThat(menuText(robot, ActionId.MAKE_HOST_ONLY))
        .isEqualTo("Make Host-Only…  – host-only already (off)");
    assertThat(menuText(robot, ActionId.RESTORE)).isEqualTo("Restore…");
  }

  private static long lane(LayoutMap map) {
    return map.modelProperty().get().lanes().getFirst().range().length();
  }

  @Test
  void theFolderThatIsOpenIsPacked(FxRobot robot) {
    window.open(robot, root);
    Region form = form(robot, ActionId.PACK, "Pack");
    assertThat(in(form, "#form-input", TextField.class).getText()).isEqualTo(root.toString());
    assertThat(rows(form, "#form-preview"))
        .extracting(FormRow::name)
        .contains(".kpack/rocm-mixed.kpack", "lib/libmany.so");
  }

  @Test
  void aFolderIsPackedAndOneOfItsLibrariesRestored(FxRobot robot) throws IOException {
    Files.copy(fixture("libone.so"), root.resolve("lib/libone.so"));
    Files.createSymbolicLink(root.resolve("lib/libone.so.1"), Path.of("libone.so"));
    window.dialogs.folder = Optional.of(root);
    Region form = form(robot, ActionId.PACK_FOLDER, "Pack");
    press(robot, form, "#dialog-yes");
    Region result = result(robot);
    Path packed = temp.toRealPath().resolve("rocm-packed");
    Path archive = Objects.requireNonNull(rows(result, "#form-files").getFirst().file());
    assertThat(archive).exists().hasParent(packed.resolve(".kpack"));
    assertThat(packed.resolve("lib/libone.so.1")).isSymbolicLink();
    press(robot, result, "#form-open");
    assertThat(active().kindWords()).containsIgnoringCase("archive");
    assertThat(menuText(robot, ActionId.PACK)).endsWith("no library or program (off)");

    window.open(robot, packed.resolve("lib/libone.so"));
    Region restore = form(robot, ActionId.RESTORE, "Restore");
    assertThat(rows(restore, "#form-preview"))
        .extracting(FormRow::status)
        .containsExactly(OutputStatus.RESTORED, OutputStatus.READ);
    press(robot, restore, "#dialog-yes");
    Region restored = result(robot);
    assertThat(in(restored, "#form-headline", Label.class).getText())
        .isEqualTo("libone.so.fat: device code put back");
    press(robot, restored, "#form-open");
    assertThat(active().as(ElfDocument.class).orElseThrow().fat().state())
        .isEqualTo(DeviceCode.FAT);
  }

  /** The parts of the bars of a form or result, bar by bar, laid out as in a window. */
  private static List<List<Region>> barParts(FxRobot robot, Region form) {
    List<List<Region>> bars = new ArrayList<>();
    robot.interact(
        () -> {
          if (form.getScene() == null) {
            Scene scene = new Scene(form, 1024, 700);
            assertThat(scene.getRoot()).isSameAs(form);
          }
          form.applyCss();
          form.layout();
          for (Node name : form.lookupAll(".size-bar")) {
            List<Region> parts = new ArrayList<>();
            for (Node part : name.lookupAll("*")) {
              if (part instanceof Region region
                  && !part.equals(name)
                  && part.getAccessibleText() != null) {
                parts.add(region);
              }
            }
            bars.add(parts);
          }
        });
    return bars;
  }

  private static List<String> targets(List<Region> parts) {
    return parts.stream()
        .map(Region::getAccessibleText)
        .filter(text -> text.startsWith("gfx"))
        .map(text -> text.substring(0, text.indexOf(": ")))
        .toList();
  }

  /** Its colour, or the pixels of its pattern. */
  private static Object color(Region part) {
    Paint fill = part.getBackground().getFills().getFirst().getFill();
    if (!(fill instanceof ImagePattern pattern)) {
      return fill;
    }
    Image tile = pattern.getImage();
    List<Integer> pixels = new ArrayList<>();
    for (int y = 0; y < tile.getHeight(); y++) {
      for (int x = 0; x < tile.getWidth(); x++) {
        pixels.add(tile.getPixelReader().getArgb(x, y));
      }
    }
    return pixels;
  }

  private static Region part(List<Region> parts, String target) {
    return parts.stream()
        .filter(part -> part.getAccessibleText().startsWith(target + ": "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void onlyTheCodeOfMyGpusIsKept(FxRobot robot) throws IOException {
    Path library = root.resolve("lib/libmany.so");
    window.open(robot, library);
    Region form = form(robot, ActionId.PRUNE, "Keep Only My GPUs");
    assertThat(in(form, "#dialog-yes", Button.class).isDisabled()).isTrue();
    robot.interact(() -> in(form, "#form-target-gfx942", CheckBox.class).fire());
    Await.until("what would be written is shown", () -> !rows(form, "#form-preview").isEmpty());
    assertThat(rows(form, "#form-preview"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.status()).isEqualTo(OutputStatus.SMALLER);
              assertThat(row.what()).contains("gfx1030").doesNotContain("gfx942");
            });
    assertThat(in(form, "#form-bars", Region.class).isVisible()).isTrue();
    // Each bar's parts by target, as their tooltips and screen readers say them; one scale for
    // both.
    List<List<Region>> bars = barParts(robot, form);
    assertThat(targets(bars.getFirst())).contains("gfx942", "gfx1030", "gfx90a:xnack+");
    assertThat(targets(bars.getLast())).containsExactly("gfx942");
    Region before942 = part(bars.getFirst(), "gfx942");
    Region after942 = part(bars.getLast(), "gfx942");
    assertThat(after942.getAccessibleText()).isEqualTo(before942.getAccessibleText());
    assertThat(after942.getWidth()).isPositive().isEqualTo(before942.getWidth());
    assertThat(color(after942)).isEqualTo(color(before942));
    assertThat(in(form, "#form-command", TextArea.class).getText())
        .startsWith("kpack-workbench prune ")
        .endsWith("--keep gfx942");
    long before = Files.size(library);
    press(robot, form, "#dialog-yes");
    Region result = result(robot);
    assertThat(targets(barParts(robot, result).getLast())).containsExactly("gfx942");
    Path pruned = root.resolve("lib/libmany.so.pruned");
    assertThat(rows(result, "#form-files").getFirst().afterBytes())
        .isEqualTo(Files.size(pruned))
        .isLessThan(before);
    assertThat(library).hasSize(before);
    press(robot, result, "#form-open");
    assertThat(active().path()).isEqualTo(pruned);
  }

  @Test
  void kernelDatabasesArePrunedOrKept(FxRobot robot) throws IOException {
    Path tree = Files.createDirectories(root.resolve("databases/lib"));
    Files.copy(fixture("libmany.so"), tree.resolve("libmany.so"));
    Files.copy(fixture("rocfft_kernel_cache.db"), tree.resolve("rocfft_kernel_cache.db"));
    window.open(robot, root.resolve("databases"));
    Region form = form(robot, ActionId.PRUNE, "Keep Only My GPUs");
    robot.interact(() -> in(form, "#form-target-gfx1100", CheckBox.class).fire());
    Await.until("all is shown", () -> rows(form, "#form-preview").size() == 2);
    robot.interact(() -> in(form, "#form-databases-keep", RadioButton.class).fire());
    Await.until("the database is kept", () -> rows(form, "#form-preview").size() == 1);
    assertThat(rows(form, "#form-preview").getFirst().name()).isEqualTo("lib/libmany.so");
    assertThat(in(form, "#form-command", TextArea.class).getText())
        .contains("--keep gfx1100 --databases keep");
    press(robot, form, "#dialog-yes");
    Region result = result(robot);
    assertThat(rows(result, "#form-files")).hasSize(1);
    assertThat(root.resolve("databases-pruned/lib/rocfft_kernel_cache.db"))
        .hasSameBinaryContentAs(fixture("rocfft_kernel_cache.db"));
  }

  /** Paths and targets of files that are pruned are shown whole. */
  @Test
  void whatPruneChangesIsNotCut(FxRobot robot) throws IOException {
    Path tree = Files.createDirectories(root.resolve("whole/.kpack/kernels/of/one")).getParent();
    Files.copy(fixture("libmany.so"), tree.resolve("libmany.so.4.5"));
    Files.copy(fixture("kinds-gfx942.hsaco"), tree.resolve("one/kinds-gfx942.hsaco"));
    window.open(robot, root.resolve("whole"));
    Region form = form(robot, ActionId.PRUNE, "Keep Only My GPUs");
    Label missing = in(form, "#form-keep-problem", Label.class);
    assertThat(missing.getText()).isEqualTo("Choose at least one target.");
    assertThat(missing.getStyleClass())
        .as("no error before anything was done")
        .contains("field-missing");
    robot.interact(() -> in(form, "#form-target-gfx1100", CheckBox.class).fire());
    Await.until("both are shown", () -> rows(form, "#form-preview").size() == 2);
    Node table = in(form, "#form-preview", TableView.class);
    for (int[] size : new int[][] {{1080, 720}, {1600, 1000}}) {
      FormPictures.save(robot, form, size[0], size[1], Theme.LIGHT, "prune-" + size[0]);
      assertThat(table.lookupAll(".text"))
          .extracting(text -> ((Text) text).getText())
          .contains(".kpack/kernels/of/libmany.so.4.5", ".kpack/kernels/of/one/kinds-gfx942.hsaco")
          .contains("without gfx90a:xnack+, gfx90a:xnack-, gfx942, gfx1030")
          .noneMatch(text -> text.contains("...") || text.contains("…"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bundle.co", "compressed.co"})
  void aBundleIsPruned(String name, FxRobot robot) throws IOException {
    Path bundle = Files.copy(fixture(name), root.resolve(name));
    window.open(robot, bundle);
    Region form = form(robot, ActionId.PRUNE, "Keep Only My GPUs");
    robot.interact(() -> in(form, "#form-target-gfx942", CheckBox.class).fire());
    Await.until("what would be written is shown", () -> !rows(form, "#form-preview").isEmpty());
    press(robot, form, "#dialog-yes");
    Region result = result(robot);
    assertThat(rows(result, "#form-files"))
        .extracting(FormRow::status)
        .containsExactly(OutputStatus.SMALLER);
    press(robot, result, "#form-open");
    assertThat(active().path()).isEqualTo(root.resolve(name + ".pruned"));
    CodeObjects left = active().as(BundleDocument.class).orElseThrow().codeObjects();
    assertThat(IntStream.range(0, left.size()).mapToObj(number -> targetOf(left, number)))
        .containsOnly("gfx942");
  }

  private static String targetOf(CodeObjects code, int number) {
    try {
      return code.row(number).targetText();
    } catch (FormatException broken) {
      throw new AssertionError(broken);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"object.o", "libstatic.a", "rocfft_kernel_cache.db"})
  void anObjectAStaticLibraryAndADatabaseArePruned(String name, FxRobot robot) throws IOException {
    Path file = Files.copy(fixture(name), root.resolve(name));
    window.open(robot, file);
    Region form = form(robot, ActionId.PRUNE, "Keep Only My GPUs");
    robot.interact(() -> in(form, "#form-target-gfx1100", CheckBox.class).fire());
    Await.until("what would be written is shown", () -> !rows(form, "#form-preview").isEmpty());
    press(robot, form, "#dialog-yes");
    Path pruned = root.resolve(name + ".pruned");
    Region result = result(robot);
    assertThat(rows(result, "#form-files").getFirst().afterBytes())
        .isEqualTo(Files.size(pruned))
        .isLessThan(Files.size(file));
    press(robot, result, "#form-open");
    assertThat(active().path()).isEqualTo(pruned);
  }

  @ParameterizedTest
  @ValueSource(strings = {"object-rdc.o", "libthin.a", "libplain.so"})
  void whatCannotBePrunedIsNotOffered(String name, FxRobot robot) {
    window.open(robot, fixture(name));
    assertThat(menuText(robot, ActionId.PRUNE)).endsWith(" (off)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"container-llvm19.bin", "bundle.co", "kinds-gfx942.hsaco"})
  void whatTheCommandPrunesIsOffered(String name, FxRobot robot) {
    window.open(robot, fixture(name));
    assertThat(menuText(robot, ActionId.PRUNE)).endsWith("My GPUs…");
  }

  @Test
  void aWheelIsPruned(FxRobot robot) throws IOException {
    String name = "many-1.0-py3-none-linux_x86_64.whl";
    window.open(robot, Files.copy(fixture(name), root.resolve(name)));
    Region form = form(robot, ActionId.PRUNE, "Keep Only My GPUs");
    robot.interact(() -> in(form, "#form-target-gfx942", CheckBox.class).fire());
    Await.until("what would be written is shown", () -> !rows(form, "#form-preview").isEmpty());
    assertThat(rows(form, "#form-preview"))
        .extracting(FormRow::name)
        .containsExactly("many/lib/libmany.so");
    press(robot, form, "#dialog-yes");
    assertThat(lastJob().outcomeProperty().get().text())
        .startsWith(name + ": 1 of 5 files changed. Dropped code: ")
        .doesNotContain("..", ").).");
    Region result = result(robot);
    Path pruned = root.resolve("pruned").resolve(name);
    assertThat(Files.size(pruned)).isLessThan(Files.size(root.resolve(name)));
    assertThat(rows(result, "#form-files"))
        .extracting(FormRow::status)
        .containsExactly(OutputStatus.SMALLER);
  }

  @Test
  void aWheelIsSplitAndTheResultOpens(FxRobot robot) throws IOException {
    String name = "tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl";
    Path wheel = Files.copy(fixture(name), root.resolve(name));
    window.open(robot, root.resolve("lib/libmany.so"));
    assertThat(menuText(robot, ActionId.SPLIT_WHEEL)).isEqualTo("Split Wheel…  – no wheel (off)");
    window.open(robot, wheel);
    assertThat(menuText(robot, ActionId.PRUNE)).endsWith("My GPUs…");
    Region form = form(robot, ActionId.SPLIT_WHEEL, "Split Wheel");
    assertThat(rows(form, "#form-preview"))
        .extracting(FormRow::name)
        .contains("tiny", "libtiny.so", "amd-tiny-device-gfx1030", "tiny_gfx1030.kpack");
    assertThat(in(form, "#form-command", TextArea.class).getText())
        .startsWith("kpack-workbench split-wheel %s -o ".formatted(wheel));
    assertThat(root.resolve("split-wheels")).doesNotExist();
    robot.interact(() -> in(form, "#form-output", TextField.class).setText(root.toString()));
    assertThat(in(form, "#form-output-problem", Label.class).getText()).contains("another folder");
    robot.interact(
        () -> in(form, "#form-output", TextField.class).setText(root.resolve("new").toString()));
    robot.interact(() -> in(form, "#form-variant-label", TextField.class).setText("ROCm"));
    assertThat(in(form, "#form-variant-label-problem", Label.class).getText())
        .contains("lower case letters");
    robot.interact(() -> in(form, "#form-variant-label", TextField.class).setText("rocm7"));
    press(robot, form, "#dialog-yes");
    assertThat(lastJob().outcomeProperty().get().text())
        .contains("All GPUs: ", "One GPU: ")
        .doesNotContain("before");
    Region result = result(robot);
    assertThat(rows(result, "#form-files").getFirst().file())
        .isEqualTo(root.resolve("new").resolve(name))
        .exists();
    assertThat(rows(result, "#form-files"))
        .filteredOn(row -> row.what().startsWith("host wheel as variant rocm7"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row.file())
                    .isEqualTo(root.resolve("new").resolve(name.replace(".whl", "-rocm7.whl")))
                    .exists());
    press(robot, result, "#form-open");
    assertThat(active().path().toString()).isEqualTo(root.resolve("new").resolve(name).toString());
    Region again = form(robot, ActionId.SPLIT_WHEEL, "Split Wheel");
    assertThat(in(again, "#dialog-yes", Button.class).isDisabled()).isTrue();
    assertThat(in(again, "#form-problem", Region.class).isVisible()).isTrue();
  }

  @Test
  void aZipArchiveOfAotritonIsADatabase(FxRobot robot) throws IOException {
    Path zip = Files.copy(fixture("aotriton.zip"), root.resolve("aotriton.zip"));
    window.open(robot, zip);
    assertThat(menuText(robot, ActionId.PACK_DATABASE)).isEqualTo("Pack Database…");
    Region form = form(robot, ActionId.PACK_DATABASE, "Pack Database");
    assertThat(rows(form, "#form-preview")).hasSizeGreaterThan(1);
  }

  /** As pack-database takes them. */
  @ParameterizedTest
  @ValueSource(strings = {"rocm.zip", "rocm-1.0-py3-none-any.whl", "rocm.deb"})
  void databasesInAPackageArePacked(String name, FxRobot robot) throws IOException {
    Path packed = root.resolve(name);
    Path tree = root.resolve("tree");
    Path cache = tree.resolve("rocm/lib/rocfft_kernel_cache.db");
    Files.createDirectories(cache.getParent());
    Files.copy(fixture("rocfft_kernel_cache.db"), cache);
    if (name.endsWith(".deb")) {
      deb(packed, tree);
    } else {
      zip(packed, cache);
    }
    window.open(robot, packed);
    assertThat(menuText(robot, ActionId.PACK_DATABASE)).isEqualTo("Pack Database…");
    Region form = form(robot, ActionId.PACK_DATABASE, "Pack Database");
    assertThat(in(form, "#form-command", TextArea.class).getText())
        .startsWith("kpack-workbench pack-database " + packed);
    assertThat(rows(form, "#form-preview"))
        .extracting(FormRow::name)
        .contains("rocm/lib/rocfft_kernel_cache.db");
    press(robot, form, "#dialog-yes");
    assertThat(rows(result(robot), "#form-files"))
        .allMatch(row -> row.name().startsWith("rocfft-gfx") && Files.exists(row.file()));
  }

  /** A ZIP archive, with what makes it a wheel. */
  private static void zip(Path packed, Path cache) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(packed))) {
      zip.putNextEntry(new ZipEntry("rocm/lib/rocfft_kernel_cache.db"));
      Files.copy(cache, zip);
      if (packed.toString().endsWith(".whl")) {
        for (String file : List.of("METADATA", "WHEEL", "RECORD")) {
          zip.putNextEntry(new ZipEntry("rocm-1.0.dist-info/" + file));
        }
      }
    }
  }

  private void deb(Path packed, Path tree) throws IOException {
    Path data = root.resolve("data.tar.zst");
    TarPack.write(tree, data, TarPack.TarOptions.DEFAULT, Progress.NONE);
    Path control = root.resolve("control");
    Files.createDirectory(control);
    Files.writeString(
        control.resolve("control"), "Package: rocm\nVersion: 1.0\nArchitecture: amd64\n");
    Path controls = root.resolve("control.tar.zst");
    TarPack.write(control, controls, TarPack.TarOptions.DEFAULT, Progress.NONE);
    Path version = Files.writeString(root.resolve("debian-binary"), "2.0\n");
    try (OutputStream out = Files.newOutputStream(packed)) {
      out.write("!<arch>\n".getBytes(StandardCharsets.US_ASCII));
      for (Path member : List.of(version, controls, data)) {
        long size = Files.size(member);
        String head = "%-16s%-12d%-6d%-6d%-8s%-10d`\n";
        out.write(
            head.formatted(member.getFileName(), 0, 0, 0, "100644", size)
                .getBytes(StandardCharsets.US_ASCII));
        Files.copy(member, out);
        if (size % 2 == 1) {
          out.write('\n');
        }
      }
    }
  }

  @Test
  void aDatabaseIsPackedAndMadeAgain(FxRobot robot) throws IOException {
    Path database = Files.copy(fixture("rocfft_kernel_cache.db"), root.resolve("cache.db"));
    window.open(robot, database);
    assertThat(menuText(robot, ActionId.UNPACK_DATABASE))
        .isEqualTo("Unpack Database…  – no archive (off)");
    Region form = form(robot, ActionId.PACK_DATABASE, "Pack Database");
    List<FormRow> preview = rows(form, "#form-preview");
    assertThat(preview.getFirst())
        .isEqualTo(
            FormRow.of(
                OutputStatus.READ,
                "cache.db",
                database,
                "rocfft, 3 code objects for gfx1030, gfx1100, 11.5 KiB before compression"));
    List<FormRow> planned = preview.subList(1, preview.size());
    assertThat(planned).isNotEmpty().allMatch(row -> row.name().startsWith("rocfft-gfx"));
    Path archives = root.resolve("cache.db-archives");
    assertThat(in(form, "#form-command", TextArea.class).getText())
        .isEqualTo("kpack-workbench pack-database %s -o %s".formatted(database, archives));
    assertThat(archives).doesNotExist();
    press(robot, form, "#dialog-yes");
    Region result = result(robot);
    List<FormRow> written = rows(result, "#form-files");
    assertThat(written).extracting(FormRow::name).isEqualTo(names(planned));
    assertThat(written).allMatch(row -> Files.exists(row.file()) && row.afterBytes() > 0);
    press(robot, result, "#form-open");
    assertThat(active().path()).isEqualTo(written.getFirst().file());
    assertThat(menuText(robot, ActionId.PACK_DATABASE)).endsWith("no kernel database (off)");

    Region unpack = form(robot, ActionId.UNPACK_DATABASE, "Unpack Database");
    window.dialogs.files =
        written.stream().skip(1).map(FormRow::file).map(Objects::requireNonNull).toList();
    robot.interact(() -> in(unpack, "#form-add-files", Button.class).fire());
    Await.until(
        "the database is planned with all archives",
        () ->
            rows(unpack, "#form-preview").stream()
                .anyMatch(row -> row.what().equals(all(planned)) && row.afterBytes() < 0));
    press(robot, unpack, "#dialog-yes");
    Region made = result(robot);
    assertThat(rows(made, "#form-files"))
        .singleElement()
        .satisfies(
            row -> assertThat(row.file()).isEqualTo(root.resolve("databases/cache.db")).exists());
    press(robot, made, "#form-open");
    assertThat(active().as(SqliteDocument.class).orElseThrow().codeObjects().size())
        .isEqualTo(kernels(planned));
  }

  private static List<String> names(List<FormRow> rows) {
    return rows.stream().map(FormRow::name).toList();
  }

  private static int kernels(List<FormRow> archives) {
    return archives.stream()
        .mapToInt(
            row -> Integer.parseInt(row.what().replaceAll(".*, (\\d+) code objects?,.*", "$1")))
        .sum();
  }

  private static String all(List<FormRow> archives) {
    return kernels(archives) + " code objects, 11.5 KiB of code";
  }

  @Test
  void aFolderWithoutDatabasesIsRefusedInTheForm(FxRobot robot) {
    window.open(robot, root);
    Region form = form(robot, ActionId.PACK_DATABASE, "Pack Database");
    assertThat(in(form, "#dialog-yes", Button.class).isDisabled()).isTrue();
    assertThat(in(form, "#form-input-problem", Label.class).getText())
        .contains("with .co or .hsaco files of rocBLAS");
  }

  @Test
  void aRefusalStandsInTheForm(FxRobot robot) throws IOException {
    Path file = root.resolve("lib/libmagic.so");
    Files.copy(fixture("libnosections.so"), file);
    window.open(robot, file);
    Region form = form(robot, ActionId.MAKE_HOST_ONLY, "Make Host-Only");
    assertThat(in(form, "#dialog-yes", Button.class).isDisabled()).isTrue();
    assertThat(in(form, "#form-problem", Region.class).isVisible()).isTrue();
  }

  @Test
  void whatGoesWrongSaysWhereAndWhatToDoAndLosesNothing(FxRobot robot) throws IOException {
    window.open(robot, root.resolve("lib/libmany.so"));
    Region form = form(robot, ActionId.MAKE_HOST_ONLY, "Make Host-Only");
    // Another program is faster than the user.
    Path output = root.resolve("lib/libmany.so.host-only");
    Files.writeString(output, "mine");
    press(robot, form, "#dialog-yes");
    assertThat(lastJob().state()).isEqualTo(Job.State.FAILED);
    robot.interact(() -> robot.lookup("#notice-show").queryButton().fire());
    assertThat(window.dialogs.errors.getFirst())
        .contains(output + " already exists.")
        .contains("Choose another name, or allow it to be replaced.");
    assertThat(output).hasContent("mine");
    assertThat(root.resolve(".kpack")).doesNotExist();
    try (Stream<Path> files = Files.list(root.resolve("lib"))) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void whatDoesNotApplySaysWhy(FxRobot robot) {
    assertThat(menuText(robot, ActionId.RESTORE)).isEqualTo("Restore…  – no file is open (off)");
    window.open(robot, fixture("libplain.so"));
    assertThat(menuText(robot, ActionId.MAKE_HOST_ONLY)).endsWith("it has no device code (off)");
    window.open(robot, fixture("object.o"));
    assertThat(menuText(robot, ActionId.MAKE_HOST_ONLY)).endsWith("not linked yet (off)");
    window.open(robot, fixture("libmany.so"));
    assertThat(menuText(robot, ActionId.MAKE_HOST_ONLY)).isEqualTo("Make Host-Only…");
    assertThat(menuText(robot, ActionId.PACK)).isEqualTo("Pack…");
    assertThat(menuText(robot, ActionId.RESTORE)).endsWith("not host-only (off)");
  }

  @Test
  void throwingAwayTakesTheArchivesOutOfTheForm(FxRobot robot) {
    window.open(robot, root.resolve("lib/libmany.so"));
    Region form = form(robot, ActionId.MAKE_HOST_ONLY, "Make Host-Only");
    robot.interact(
        () ->
            in(form, "#form-discard-device-code", javafx.scene.control.RadioButton.class)
                .setSelected(true));
    assertThat(in(form, "#form-archives", TextField.class).getParent().getParent().isVisible())
        .isFalse();
    assertThat(rows(form, "#form-preview"))
        .extracting(FormRow::status)
        .contains(OutputStatus.DISCARDED);
    robot.interact(() -> in(form, "#form-force", CheckBox.class).setSelected(true));
    assertThat(in(form, "#form-command", TextArea.class).getText())
        .endsWith("--discard-device-code --force");
  }
}
