package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/**
 * Split, verify, recombine, overlay, verify: from the window, on an artifact of the real library.
 */
@Tag("real")
class ArtifactCycleTest extends FormWindow {
  private static final String STAGE = "math-libs/rocRAND/stage";

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  /** An artifact with the real library, links to it, and databases of two architectures. */
  private void artifact(Path folder) throws IOException {
    MadeShard.manifest(folder, STAGE);
    Path lib = Files.createDirectories(folder.resolve(STAGE).resolve("lib"));
    Files.copy(StandardWindow.realLibrary(), lib.resolve("librocrand.so.1.1"));
    Files.createSymbolicLink(lib.resolve("librocrand.so.1"), Path.of("librocrand.so.1.1"));
    Path database = Files.createDirectories(lib.resolve("rocblas/library"));
    for (String arch : new String[] {"gfx942", "gfx1100"}) {
      Files.copy(
          fixture("kinds-%s.hsaco".formatted(arch)),
          database.resolve("Kernels.so-000-%s.hsaco".formatted(arch)));
    }
    Path db = Files.createDirectories(folder.resolve(STAGE).resolve("share/miopen/db"));
    Files.write(db.resolve("gfx942130.kdb"), MadeShard.emptyDatabase());
  }

  private Region done(FxRobot robot, Region form) {
    assertThat(in(form, "#dialog-yes", Button.class).isDisabled()).isFalse();
    robot.interact(() -> in(form, "#dialog-yes", Button.class).fire());
    Job job = window.workbench.jobs().list().getFirst();
    assertThat(job.failureProperty().get()).isNull();
    assertThat(job.state()).isEqualTo(Job.State.DONE);
    robot.interact(
        () -> Objects.requireNonNull(job.outcomeProperty().get().show(), "a result").run());
    return shown("Result");
  }

  /** Verifies what is active: nothing but notes may be found. */
  private void verifiesClean(FxRobot robot) throws Exception {
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.VERIFY)).isTrue());
    Job job = window.workbench.jobs().list().getFirst();
    Await.ended(job);
    assertThat(job.failureProperty().get()).isNull();
    assertThat(job.outcomeProperty().get().text())
        // Files of other kinds lie in artifacts, too; that they were not checked is said.
        .matches(
            "Verified .*: (nothing is wrong|0 errors, 0 warnings, [0-9]+ notes?)\\."
                + "( (One thing was|[0-9]+ things were) not checked: see the list\\.)?");
    assertThat(robot.lookup("#dock-findings").queryAs(Labeled.class).getText())
        .startsWith("Findings");
  }

  @Test
  void theWholeCycleRunsCleanFromTheWindow(FxRobot robot) throws Exception {
    root = temp.toRealPath();
    Path build = root.resolve("build");
    artifact(build.resolve("rand_lib_gfx94X-dcgpu"));
    window.open(robot, build);

    Region split = form(robot, ActionId.SPLIT, "Split");
    assertThat(in(split, "#form-batch-artifact-parent-dir", CheckBox.class).isSelected()).isTrue();
    Path shard = root.resolve("shards/gfx94X");
    fill(robot, split, "#form-output", shard);
    robot.interact(
        () -> {
          in(split, "#form-split-databases-rocblas", CheckBox.class).setSelected(true);
          in(split, "#form-split-databases-miopen", CheckBox.class).setSelected(true);
        });
    assertThat(shard).doesNotExist();
    Region result = done(robot, split);
    Region progress = shown("Splitting build");
    TableView<?> states = in(progress, "#artifact-states", TableView.class);
    assertThat(states.getItems()).hasSize(1);
    assertThat(in(progress, "#artifact-states-headline", Label.class).getText())
        .isEqualTo("1 of 1 artifacts are done.");
    robot.interact(() -> in(result, "#form-open", Button.class).fire());
    assertThat(Objects.requireNonNull(window.workbench.files().active()).path()).isEqualTo(shard);
    assertThat(shard.resolve("rand_lib_gfx942").resolve(STAGE).resolve("share/miopen/db"))
        .isDirectoryContaining(file -> file.endsWith("gfx942130.kdb"));
    window.picture(robot, "cycle-shard");
    verifiesClean(robot);

    Path config =
        Files.writeString(
            root.resolve("packaging.yaml"),
            """
            primary_shard: gfx94X
            architecture_groups:
              cdna:
                display_name: CDNA
                architectures: [gfx942, gfx90a]
            """);
    Region recombine = form(robot, ActionId.RECOMBINE, "Recombine");
    Path packages = root.resolve("packages");
    fill(robot, recombine, "#form-input-shards-dir", shard.getParent());
    fill(robot, recombine, "#form-config", config);
    fill(robot, recombine, "#form-output", packages);
    Region recombined = done(robot, recombine);
    robot.interact(() -> in(recombined, "#form-open", Button.class).fire());
    assertThat(packages.resolve("rand_lib_cdna")).isDirectory();

    Region overlay = form(robot, ActionId.OVERLAY, "Overlay");
    Path tree = root.resolve("tree");
    fill(robot, overlay, "#form-output", tree);
    Region overlaid = done(robot, overlay);
    robot.interact(() -> in(overlaid, "#form-open", Button.class).fire());
    assertThat(Objects.requireNonNull(window.workbench.files().active()).path()).isEqualTo(tree);
    assertThat(tree.resolve(STAGE + ".prebuilt")).isRegularFile();
    verifiesClean(robot);
  }
}
