package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Make Packages in the real window. */
class PackagesFormTest extends FormWindow {
  private static final String CONFIG = "version: 7.15.0\npackages:\n  demo: {summary: a demo}\n";
  private static final String DEVICE = "amdrocm-demo7.15-gfx942";

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private Region form(FxRobot robot, String config) throws IOException {
    Path file = Files.writeString(root.resolve("packages.yaml"), config);
    window.open(robot, MadeShard.converted(root));
    Region form = form(robot, ActionId.PACKAGES, "Make Packages");
    fill(robot, form, "#form-config", file);
    return form;
  }

  private static boolean possible(Region form) {
    return !in(form, "#dialog-yes", Button.class).isDisabled();
  }

  private static String problem(Region form, String field) {
    Label label = in(form, field + "-problem", Label.class);
    return label.isVisible() ? label.getText() : "";
  }

  private static FormRow row(Region form, String name) {
    return rows(form, "#form-preview").stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The names of the bars, each with its sizes behind. */
  private static List<String> bars(Region form) {
    Node shown = in(form, "#form-bars", VBox.class).getChildren().getFirst();
    Node bars = shown instanceof ScrollPane scroll ? scroll.getContent() : shown;
    return bars.lookupAll(".label").stream().map(label -> ((Label) label).getText()).toList();
  }

  @Test
  void thePlanListsPackagesAndPressingMakesThem(FxRobot robot) throws IOException {
    Region form = form(robot, CONFIG);
    Path output = root.resolve("shard-packages");
    assertThat(in(form, "#form-output", TextField.class).getText()).isEqualTo(output.toString());
    assertThat(in(form, "#form-command", TextArea.class).getText())
        .isEqualTo(
            "kpack-workbench packages %s --config %s -o %s"
                .formatted(root.resolve("shard"), root.resolve("packages.yaml"), output));
    assertThat(in(form, "#form-preview", TableView.class).getColumns())
        .extracting(column -> ((TableColumn<?, ?>) column).getText())
        .containsExactly("Package", "Contents", "Download", "Installed", "Depends On");
    FormRow device = row(form, DEVICE);
    assertThat(device.needs()).isEqualTo("amdrocm-demo-host7.15");
    assertThat(device.what()).isEqualTo("1 archive from demo_lib_gfx942");
    assertThat(row(form, "amdrocm-demo").needs()).isEqualTo("amdrocm-demo7.15");
    assertThat(in(form, "#form-summary", Label.class).getText())
        .contains("packages, version 7.15.0")
        .endsWith(" deb.");
    FormRow host = row(form, "amdrocm-demo-host7.15");
    assertThat(bars(form))
        .contains("Download for all GPUs", "Download for gfx942", "Installed for all GPUs");
    assertThat(bars(form).get(bars(form).indexOf("Installed for gfx942") + 1))
        .endsWith(
            " = %s host + %s device"
                .formatted(SizeText.of(host.beforeBytes()), SizeText.of(device.beforeBytes())));
    assertThat(output).as("nothing is written by looking").doesNotExist();

    press(robot, form, "#dialog-yes");
    Region result = result(robot);
    FormRow written =
        rows(result, "#form-files").stream()
            .filter(row -> row.name().equals(DEVICE + "_7.15.0_amd64.deb"))
            .findFirst()
            .orElseThrow();
    assertThat(written.afterBytes())
        .as("the plan is exact")
        .isEqualTo(device.afterBytes())
        .isEqualTo(Files.size(output.resolve(written.name())));
  }

  @Test
  void badConfigurationsAndTakenNamesStandAtTheirFields(FxRobot robot) throws IOException {
    Region form = form(robot, CONFIG.replace("summary: a demo", "depends: [dema]"));
    assertThat(problem(form, "#form-config")).contains("packages.yaml:3:", "no package \"dema\"");
    assertThat(possible(form)).isFalse();

    Path good = Files.writeString(root.resolve("good.yaml"), CONFIG);
    fill(robot, form, "#form-config", good);
    assertThat(problem(form, "#form-config")).isEmpty();
    assertThat(possible(form)).isTrue();

    fill(robot, form, "#form-package-version", "seven");
    assertThat(problem(form, "#form-package-version")).contains("behind a digit, found seven");
    fill(robot, form, "#form-package-version", "8.0");
    assertThat(row(form, "amdrocm-demo8.0-gfx942").needs()).isEqualTo("amdrocm-demo-host8.0");

    fill(robot, form, "#form-output", root.resolve("shard/x"));
    assertThat(problem(form, "#form-output")).contains("outside of the artifacts");
    fill(robot, form, "#form-output", "");
    assertThat(problem(form, "#form-output")).contains("Choose the folder for the packages");

    Path taken = Files.createDirectories(root.resolve("taken"));
    Files.writeString(taken.resolve("amdrocm-demo-host8.0_8.0_amd64.deb"), "another");
    fill(robot, form, "#form-output", taken);
    assertThat(problem(form, "#form-output")).contains("already exists");
    assertThat(possible(form)).isFalse();
    robot.interact(() -> in(form, "#form-force", CheckBox.class).setSelected(true));
    assertThat(possible(form)).isTrue();
  }

  @Test
  void relationsAreCompleteAndAClashHasOneAdvice(FxRobot robot) throws IOException {
    Region form =
        form(
            robot,
            "version: 7.15.0\npreset: rocm\npackages: {demo: {deb_depends: [libc6], deb_recommends: [gcc]}}\n");
    assertThat(row(form, "rocm-demo").needs()).isEqualTo("libc6 (recommends gcc)");
    assertThat(row(form, "rocm-demo-gfx942").needs())
        .isEqualTo("rocm-demo (provides rocm-demo-device)");
    Path twice =
        Files.writeString(
            root.resolve("twice.yaml"),
            "version: 7.15.0\npackages: {demo: {}, more: {artifacts: [demo]}}\n");
    fill(robot, form, "#form-config", twice);
    assertThat(in(form, "#form-problem", VBox.class).lookupAll(".label"))
        .extracting(label -> ((Label) label).getText())
        .anyMatch(
            text ->
                text.endsWith("Let one package take the artifact, or another component of it."));
  }

  @Test
  void newNamesDoNotMeasureAgain(FxRobot robot) throws IOException {
    Region form = form(robot, CONFIG);
    long before = row(form, DEVICE).afterBytes();
    fill(robot, form, "#form-package-version", "8.0.1234567");
    assertThat(row(form, "amdrocm-demo8.0-gfx942").afterBytes()).isEqualTo(before);
  }

  @Test
  void aPlanThatTakesLongIsStopped(FxRobot robot) throws IOException {
    Path config = Files.writeString(root.resolve("packages.yaml"), CONFIG);
    String shard = MadeShard.converted(root).toString();
    List<Runnable> held = new ArrayList<>();
    Background slow = Background.on(held::add, Runnable::run);
    PackagesModel[] model = new PackagesModel[1];
    FormPane[] pane = new FormPane[1];
    robot.interact(
        () -> {
          model[0] = new PackagesModel(shard, config.toString(), slow);
          pane[0] =
              new FormPane("slow", "Packages", model[0], new VBox(), window.workbench.context());
        });
    Button stop = in(pane[0], "#form-stop", Button.class);
    assertThat(stop.isVisible()).as("at first").isFalse();
    Await.until("a button that stops it", stop::isVisible);
    robot.interact(stop::fire);
    assertThat(model[0].lookingProperty().get()).isFalse();
    assertThat(stop.isVisible()).isFalse();
    assertThat(model[0].possibleProperty().get()).isTrue();
    assertThat(in(pane[0], "#form-summary", Label.class).getText()).contains("was stopped");
    robot.interact(() -> List.copyOf(held).forEach(Runnable::run));
    assertThat(rows(pane[0], "#form-preview")).as("what comes late is dropped").isEmpty();
  }

  @Test
  void theBarsOfManyGpusScroll(FxRobot robot) throws IOException {
    for (String target : List.of("gfx900", "gfx906", "gfx908", "gfx1200", "gfx1201")) {
      Path artifact = root.resolve("shard/demo_lib_" + target);
      MadeShard.manifest(artifact, "stage");
      Files.writeString(artifact.resolve("stage/" + target + ".co"), target);
    }
    Region form = form(robot, CONFIG);
    assertThat(in(form, "#form-bars", VBox.class).getChildren())
        .first()
        .isInstanceOf(ScrollPane.class);
    assertThat(bars(form)).contains("Download for gfx906", "Installed for gfx1201");
  }

  @Test
  void formsOfPackagesAreChosen(FxRobot robot) throws IOException {
    Region form = form(robot, CONFIG);
    CheckBox deb = in(form, "#form-format-deb", CheckBox.class);
    assertThat(deb.isSelected()).as("the usual form").isTrue();
    robot.interact(() -> deb.setSelected(false));
    assertThat(problem(form, "#form-format")).isEqualTo("Choose at least one form.");
    robot.interact(() -> in(form, "#form-format-tar", CheckBox.class).setSelected(true));
    assertThat(problem(form, "#form-format")).isEmpty();
    assertThat(in(form, "#form-command", TextArea.class).getText()).endsWith(" --format tar");
    assertThat(in(form, "#form-summary", Label.class).getText()).endsWith(" tar.");
    assertThat(bars(form).get(bars(form).indexOf("Download for gfx942") + 1))
        .as("a tree of host and device code in one file")
        .endsWith(" in all");
  }
}
