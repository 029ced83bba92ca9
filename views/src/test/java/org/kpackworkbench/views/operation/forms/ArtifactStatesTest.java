package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactEvents;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What is seen of each artifact while several are split, recombined or overlaid, and after. */
class ArtifactStatesTest extends FormWindow {

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private void press(FxRobot robot, Region form) {
    assertThat(in(form, "#dialog-yes", Button.class).isDisabled()).isFalse();
    robot.interact(() -> in(form, "#dialog-yes", Button.class).fire());
    assertThat(window.workbench.jobs().list().getFirst().state()).isEqualTo(Job.State.DONE);
  }

  private static String headline(Region pane) {
    return in(pane, "#artifact-states-headline", Label.class).getText();
  }

  private static List<String> columns(Region pane) {
    TableView<?> table = in(pane, "#artifact-states", TableView.class);
    List<String> titles = new ArrayList<>();
    table.getColumns().forEach(column -> titles.add(column.getText()));
    return titles;
  }

  /** The table's rows as text; how far each is in percent. */
  private static List<String> rows(Region pane) {
    TableView<?> table = in(pane, "#artifact-states", TableView.class);
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < table.getItems().size(); row++) {
      List<String> cells = new ArrayList<>();
      for (TableColumn<?, ?> column : table.getColumns()) {
        Object cell = column.getCellData(row);
        cells.add(cell instanceof RowColumn.Face face ? face.text() : "" + cell);
      }
      rows.add(String.join(" | ", cells));
    }
    return rows;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  /** A generic artifact with two files. */
  private static void generic(Path folder) throws IOException {
    MadeShard.manifest(folder, MadeShard.HOST);
    Path lib = Files.createDirectories(folder.resolve(MadeShard.HOST).resolve("lib"));
    Files.writeString(lib.resolve("one.txt"), "one");
    Files.writeString(lib.resolve("two.txt"), "two");
  }

  @Test
  void overlayingShowsEachArtifact(FxRobot robot) throws IOException {
    Path shard = root.resolve("shard");
    MadeShard.split(shard.resolve("blas_lib_gfx942"));
    generic(shard.resolve("blas_lib_generic"));
    window.open(robot, shard);
    press(robot, form(robot, ActionId.OVERLAY, "Overlay"));
    Region pane = shown("Overlaying onto shard-tree");
    assertThat(columns(pane)).containsExactly("State", "Progress", "Artifact", "Details");
    assertThat(rows(pane))
        .containsExactly(
            "✓ done | 100 % | blas_lib_generic | 2 files",
            "✓ done | 100 % | blas_lib_gfx942 | 2 files");
    assertThat(headline(pane)).isEqualTo("2 of 2 artifacts are done.");
    robot.interact(() -> in(pane, "#artifact-states-result", Button.class).fire());
    assertThat(window.dialogs.shown).containsKey("Result");
  }

  @Test
  void recombiningShowsEachComponentAndWhyOneFailed(FxRobot robot) throws IOException {
    Path shards = root.resolve("shards");
    MadeShard.split(shards.resolve("one/blas_lib_gfx942"));
    generic(shards.resolve("one/blas_lib_generic"));
    MadeShard.manifest(shards.resolve("one/bad_lib_generic"), "stage");
    Files.writeString(shards.resolve("one/bad_lib_generic/artifact_manifest.txt"), "../etc\n");
    Path config = packages();
    window.open(robot, shards.resolve("one"));
    Region form = form(robot, ActionId.RECOMBINE, "Recombine");
    fill(robot, form, "#form-input-shards-dir", shards);
    fill(robot, form, "#form-config", config);
    fill(robot, form, "#form-output", root.resolve("packages"));
    press(robot, form);
    Region pane = shown("Recombining shards");
    assertThat(columns(pane)).containsExactly("State", "Progress", "Component", "Details");
    assertThat(rows(pane)).hasSize(2);
    assertThat(rows(pane).getFirst())
        .startsWith("✖ failed | 100 % | bad_lib | ")
        .contains("../etc");
    assertThat(rows(pane).getLast()).isEqualTo("✓ done | 100 % | blas_lib | 2 artifacts");
    assertThat(headline(pane)).isEqualTo("1 of 2 components are done, 1 failed.");
    assertThat(names(root.resolve("packages")))
        .containsExactly("blas_lib_cdna3", "blas_lib_generic");
  }

  @Test
  void splittingShowsWhichArtifactFailedAndTheOthersAreDone(FxRobot robot) throws IOException {
    Path shard = root.resolve("shard");
    MadeShard.fat(shard.resolve("blas_lib_gfx110X-dgpu"));
    MadeShard.fat(shard.resolve("rand_lib_gfx110X-dgpu"));
    Path bad = MadeShard.fat(shard.resolve("bad_lib_gfx110X-dgpu"));
    Files.writeString(bad.resolve(MadeShard.BLAS + ".prebuilt"), "");
    window.open(robot, shard);
    press(robot, form(robot, ActionId.SPLIT, "Split"));
    Region pane = shown("Splitting shard");
    assertThat(rows(pane))
        .filteredOn(row -> row.contains("bad_lib"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .startsWith("✖ failed | 100 % | bad_lib_gfx110X-dgpu | ")
                    .contains("came from an overlay"));
    assertThat(rows(pane))
        .filteredOn(row -> !row.contains("bad_lib"))
        .hasSize(2)
        .allMatch(row -> row.matches("✓ done \\| 100 % \\| (blas|rand)_lib.* \\| \\d+ artifacts"));
    assertThat(headline(pane)).isEqualTo("2 of 3 artifacts are done, 1 failed.");
    assertThat(names(root.resolve("shard-split"))).noneMatch(name -> name.contains("bad_lib"));
  }

  @Test
  void cancellingWhileTheSecondOneIsSplitLeavesNothingOfItAndSaysSo(FxRobot robot)
      throws IOException {
    Path first = MadeShard.fat(root.resolve("shard/blas_lib_gfx110X-dgpu"));
    Path second = MadeShard.fat(root.resolve("shard/rand_lib_gfx110X-dgpu"));
    Path output = root.resolve("out");
    // What is left of the first one alone.
    new Split(SplitRequest.artifact(first, root.resolve("alone"))).run(Progress.NONE);

    Queue<Runnable> started = new ArrayDeque<>();
    Jobs jobs = new Jobs(Background.on(started::add, action -> robot.interact(action)));
    ArtifactStates states = new ArtifactStates(ArtifactStates.Task.SPLIT, List.of(first, second));
    List<ArtifactStatesPane> panes = new ArrayList<>();
    List<String> during = new ArrayList<>();
    ArtifactEvents pressing =
        new PressingCancel(
            states,
            second,
            () -> {
              Region pane = panes.getFirst();
              robot.interact(
                  () -> {
                    during.add(headline(pane));
                    in(pane, "#artifact-states-cancel", Button.class).fire();
                  });
            });
    SplitRequest request =
        SplitRequest.batch(root.resolve("shard"), output)
            .with(ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 1));
    robot.interact(
        () -> {
          Job job =
              jobs.start(
                  "Split",
                  progress -> new Split(request).run(progress, pressing),
                  report -> fail("It was cancelled."));
          panes.add(new ArtifactStatesPane(states, job, window.workbench.context()));
          Stage stage = new Stage();
          stage.setScene(new Scene(panes.getFirst()));
          stage.show();
        });
    started.remove().run();

    Region pane = panes.getFirst();
    assertThat(jobs.list().getFirst().state()).isEqualTo(Job.State.CANCELLED);
    assertThat(during).hasSize(1);
    assertThat(during.getFirst()).endsWith("…");
    assertThat(headline(pane))
        .isEqualTo("Cancelled: 1 of 2 artifacts are done. Finished parts are kept.");
    assertThat(rows(pane).getFirst()).startsWith("✓ done | 100 % | blas_lib_gfx110X-dgpu | ");
    assertThat(rows(pane).getLast())
        .isEqualTo("■ given up | 0 % | rand_lib_gfx110X-dgpu | No part of it was written.");
    assertThat(in(pane, "#artifact-states-cancel", Button.class).isDisabled()).isTrue();
    assertThat(names(output)).isEqualTo(names(root.resolve("alone")));
    assertThat(names(root)).containsExactly("alone", "out", "shard");
    robot.interact(() -> pane.getScene().getWindow().hide());
  }

  /** Presses once, as soon as some of an artifact is done. */
  private static final class PressingCancel implements ArtifactEvents {
    private final ArtifactEvents to;
    private final Path when;
    private final Runnable press;
    private boolean pressed;

    PressingCancel(ArtifactEvents to, Path when, Runnable press) {
      this.to = to;
      this.when = when;
      this.press = press;
    }

    @Override
    public void started(Path source, long sizeBytes) {
      to.started(source, sizeBytes);
    }

    @Override
    public synchronized void advanced(Path source, long bytes) {
      to.advanced(source, bytes);
      if (source.equals(when) && !pressed) {
        pressed = true;
        press.run();
      }
    }

    @Override
    public void done(Path source, int made) {
      to.done(source, made);
    }

    @Override
    public void failed(Path source, IOException why) {
      to.failed(source, why);
    }
  }
}
