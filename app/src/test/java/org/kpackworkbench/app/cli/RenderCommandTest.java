package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import javafx.scene.image.Image;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxToolkit;

class RenderCommandTest {
  private static final Path HSACO = CliRun.fixture("kinds-gfx1100.hsaco");
  private static final Path DRIFT = CliRun.fixture("libdrift.so");

  @TempDir private Path folder;

  @BeforeAll
  static void startToolkit() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
  }

  private Image render(Object... args) {
    Path picture = folder.resolve("picture.png");
    Object[] all = Arrays.copyOf(args, args.length + 3);
    System.arraycopy(args, 0, all, 1, args.length);
    all[0] = "render";
    all[args.length + 1] = "-o";
    all[args.length + 2] = picture;
    CliRun run = CliRun.of(all);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out() + run.err()).isEmpty();
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
    return new Image(picture.toUri().toString());
  }

  /** How many colours there are in the middle of a picture: an empty one has one. */
  private static long colors(Image image) {
    long[] seen = new long[200 * 200];
    for (int i = 0; i < seen.length; i++) {
      seen[i] =
          image
              .getPixelReader()
              .getArgb(
                  (int) image.getWidth() * (i % 200) / 200,
                  (int) image.getHeight() * (i / 200) / 200);
    }
    return Arrays.stream(seen).distinct().count();
  }

  private static double brightness(Image image) {
    Color corner = image.getPixelReader().getColor((int) image.getWidth() - 3, 3);
    return corner.getBrightness();
  }

  private static boolean same(Image one, Image other) {
    for (int y = 0; y < one.getHeight(); y++) {
      for (int x = 0; x < one.getWidth(); x++) {
        if (one.getPixelReader().getArgb(x, y) != other.getPixelReader().getArgb(x, y)) {
          return false;
        }
      }
    }
    return true;
  }

  @Test
  void drawsTheWholeWindowInTheSizeAndThemeAskedFor() {
    Image light = render(HSACO, "--view", "window", "--size", "700x500");
    assertThat(light.getWidth()).isEqualTo(700);
    assertThat(light.getHeight()).isEqualTo(500);
    assertThat(colors(light)).isGreaterThan(20);
    assertThat(brightness(light)).isGreaterThan(0.8);
    Image dark = render(HSACO, "--view", "window", "--size", "700x500", "--theme", "dark");
    assertThat(brightness(dark)).isLessThan(0.2);
  }

  /** JavaFX's own headless screen ends at 1000 pixels. */
  @Test
  void drawsWindowsThatAreHigherThanAScreen() {
    Image high = render(HSACO, "--view", "window", "--size", "1100x1300");
    assertThat(high.getWidth()).isEqualTo(1100);
    assertThat(high.getHeight()).isEqualTo(1300);
    // The bytes begin far below, and the status bar is at the end.
    assertThat(colors(new WritableImage(high.getPixelReader(), 400, 1150, 600, 150)))
        .isGreaterThan(5);
  }

  @Test
  void drawsAViewAndGoesToAPlace() {
    Image start = render(DRIFT, "--view", "bytes", "--size", "600x300");
    Image there =
        render(DRIFT, "--view", "bytes", "--size", "600x300", "--select", "section:.hip_fatbin");
    assertThat(colors(start)).isGreaterThan(10);
    assertThat(same(start, there)).isFalse();
  }

  @Test
  void namesTheViewsOfAFile() {
    CliRun run = CliRun.of("render", HSACO, "--view", "list");
    assertThat(run.status()).isZero();
    assertThat(run.out().lines().map(line -> line.split(" ", 2)[0]))
        .startsWith("view", "window")
        .contains("kernels", "sections", "bytes");
  }

  @Test
  void descriptorDisassemblyAndMarkerHaveNames() {
    Image kernels = render(HSACO, "--view", "kernels", "--size", "800x600");
    Image descriptor = render(HSACO, "--view", "descriptor", "--size", "800x600");
    Image other =
        render(
            HSACO,
            "--view",
            "descriptor",
            "--size",
            "800x600",
            "--select",
            "kernel:kpackfix_scalars");
    Image code = render(HSACO, "--view", "disassembly", "--size", "800x600");
    assertThat(same(kernels, descriptor)).isFalse();
    assertThat(same(descriptor, code)).isFalse();
    assertThat(colors(other)).isGreaterThan(10);
    Path host = CliRun.fixture("libhostonly.so");
    assertThat(colors(render(host, "--view", "marker", "--size", "600x400"))).isGreaterThan(5);
    assertThat(colors(render(host, "--view", "bundles", "--size", "600x400"))).isGreaterThan(5);
    Image inside =
        render(CliRun.fixture("mismatch.co"), "--view", "descriptor", "--size", "800x600");
    assertThat(colors(inside)).isGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"windows.dll", "../../../../../app/sample/.kpack/kpackfix.kpm"})
  void viewsThatAreNamedCanBeDrawn(String name) {
    drawEach(name);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "libmixed.so",
        "libhostonly.so",
        "libstatic.a",
        "compressed.co",
        "kinds-gfx1100.hsaco",
        "../../../../../app/sample/.kpack/kpackfix_gfx90a.kpack"
      })
  void everyViewThatIsNamedCanBeDrawn(String name) {
    drawEach(name);
  }

  private void drawEach(String name) {
    Path file = CliRun.fixture(name).normalize();
    CliRun list = CliRun.of("render", file, "--view", "list");
    assertThat(list.status()).as(list.err()).isZero();
    assertThat(list.out().lines().skip(1)).hasSizeGreaterThan(1);
    for (String line : list.out().lines().skip(1).toList()) {
      Image image = render(file, "--view", line.split(" ", 2)[0], "--size", "400x300");
      assertThat(colors(image)).as(line).isGreaterThan(2);
    }
  }

  @Test
  void aDamagedFileIsDrawnAsFarAsItCanBeRead() throws IOException {
    byte[] whole = Files.readAllBytes(DRIFT);
    Path cut = Files.write(folder.resolve("cut.so"), Arrays.copyOf(whole, 5000));
    assertThat(colors(render(cut, "--view", "window", "--size", "600x400"))).isGreaterThan(20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--view nope|no view \"nope\" for this file (GPU code object); there are window,",
        "--view window --select nowhere|\"nowhere\" is not a place; forms: offset:",
        "--view kernels --select section:.text|the view cannot show .text",
        "--view window --size 5x5|--size: expected WIDTHxHEIGHT from 16 to 8192 pixels",
        "--view window --size big|found \"big\"",
        "--view window --theme pink|--theme: expected light, dark,",
      })
  void saysWhatIsWrong(String options, String words) {
    Path picture = folder.resolve("picture.png");
    Object[] args = ("render x -o y " + options).split(" ", -1);
    args = Arrays.copyOf(args, args.length, Object[].class);
    args[1] = HSACO;
    args[3] = picture;
    CliRun run = CliRun.of(args);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("kpack-workbench: ").contains(words);
    assertThat(picture).doesNotExist();
  }

  @Test
  void missingFilesAndFoldersAreNamed() {
    assertThat(CliRun.of("render", folder.resolve("x"), "--view", "list").err())
        .contains("the file does not exist");
    assertThat(CliRun.of("render", HSACO, "--view", "window").err()).contains("'--output=PNG'");
    CliRun run = CliRun.of("render", HSACO, "--view", "window", "-o", folder.resolve("no/x.png"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("no: the folder does not exist");
  }
}
