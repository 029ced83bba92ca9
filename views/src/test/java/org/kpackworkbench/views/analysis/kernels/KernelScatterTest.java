package org.kpackworkbench.views.analysis.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.analysis.contents.KernelFigures;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelName;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;

/** The chart of a hundred thousand kernels shows where most of them are. */
@ExtendWith(WindowRobot.class)
class KernelScatterTest {
  private static final int KERNELS = 100_000;
  private static final Place FILE = new Place.File(Path.of("many"));

  private final KernelScatter chart =
      new KernelScatter(index -> {}, new SimpleObjectProperty<>(OwnerColors.of(Theme.LIGHT)));

  private static KernelFigures kernel(String target, long vgprs, long ldsBytes) {
    Place.CodeObject code = new Place.CodeObject(FILE, "many", 0, target, null, false);
    return new KernelFigures(
        new Place.Kernel(code, "kernel", null),
        code,
        new KernelName("kernel"),
        "kernel.kd",
        GpuTarget.parse(target),
        target,
        "many",
        0,
        vgprs,
        0,
        16,
        ldsBytes,
        0,
        0,
        8,
        64,
        Optional.empty(),
        256,
        256,
        null);
  }

  private Image shown(FxRobot robot, List<KernelFigures> kernels) {
    KernelScatter.Points points =
        KernelScatter.Points.of(kernels, IntStream.range(0, kernels.size()).toArray());
    Image[] image = new Image[1];
    robot.interact(
        () -> {
          chart.show(points);
          Scene scene =
              chart.getScene() == null
                  ? Snapshots.offScreen(new StackPane(chart), 700, 320, Theme.LIGHT)
                  : chart.getScene();
          image[0] = Snapshots.of(scene);
        });
    return image[0];
  }

  private Color at(Image image, long vgprs, long ldsBytes) {
    return image
        .getPixelReader()
        .getColor((int) chart.pointX(vgprs) + 1, (int) chart.pointY(ldsBytes) + 1);
  }

  @Test
  void whereMostKernelsAreIsSeen(FxRobot robot) throws IOException {
    Random random = new Random(1);
    List<KernelFigures> kernels = new ArrayList<>();
    for (int number = 0; number < KERNELS; number++) {
      boolean crowd = number % 2 == 0;
      kernels.add(
          kernel(
              random.nextInt(3) == 0 ? "gfx90a" : "gfx942",
              crowd
                  ? Math.clamp(Math.round(128 + 20 * random.nextGaussian()), 1, 511)
                  : random.nextInt(512),
              crowd
                  ? Math.clamp(Math.round(32_768 + 4_000 * random.nextGaussian()), 0, 65_535)
                  : random.nextInt(65_536)));
    }
    Image many = shown(robot, kernels);
    save(many);
    // Off the lines of occupancy.
    double crowd = at(many, 134, 30_000).getBrightness();
    double others = at(many, 400, 40_000).getBrightness();
    assertThat(crowd).as("in the crowd").isLessThan(others - 0.2);

    // A few kernels are dots of one strength.
    Image few = shown(robot, kernels.subList(0, 50));
    KernelFigures one = kernels.getFirst();
    assertThat(at(few, one.vgprs(), one.ldsBytes()).getSaturation()).isGreaterThan(0.5);
  }

  @Test
  void noNumberStandsBesideTheChartWhereNoLineOfLocalMemoryIs(FxRobot robot) {
    Image none = shown(robot, List.of(kernel("gfx1030", 100, 6000)));
    assertThat(inkBeside(none, 100)).as("up to 6,000 bytes").isZero();
    Image some = shown(robot, List.of(kernel("gfx1030", 100, 60_000)));
    assertThat(inkBeside(some, 100)).as("up to 60,000 bytes").isPositive();
  }

  private long inkBeside(Image image, long mostVgprs) {
    int from = (int) chart.pointX(mostVgprs) + 8;
    Color blank = image.getPixelReader().getColor((int) image.getWidth() - 1, 0);
    return IntStream.range(from, (int) image.getWidth())
        .mapToLong(
            x ->
                IntStream.range(0, (int) image.getHeight())
                    .filter(y -> !image.getPixelReader().getColor(x, y).equals(blank))
                    .count())
        .sum();
  }

  private static void save(Image image) throws IOException {
    String folder = System.getProperty("kpack.test.pictures", "");
    if (!folder.isEmpty()) {
      Snapshots.save(
          image, Files.createDirectories(Path.of(folder)).resolve("kernel-scatter-many.png"));
    }
  }
}
