package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Split, recombine and overlay in the real window. */
class ArtifactFormsTest extends FormWindow {

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private static String problem(Region dialog, String field) {
    Label label = in(dialog, field + "-problem", Label.class);
    return label.isVisible() ? label.getText() : "";
  }

  private static boolean possible(Region dialog) {
    return !in(dialog, "#dialog-yes", Button.class).isDisabled();
  }

  /** A shard with a generic artifact and one for gfx942. */
  private Path shard(String name) throws IOException {
    Path shard = root.resolve(name);
    MadeShard.split(shard.resolve("blas_lib_gfx942"));
    Path generic = shard.resolve("blas_lib_generic");
    MadeShard.manifest(generic, MadeShard.BLAS);
    Path lib = Files.createDirectories(generic.resolve(MadeShard.BLAS).resolve("lib"));
    Files.copy(fixture("libplain.so"), lib.resolve("libhost.so"));
    return shard;
  }

  @Test
  void artifactsAreOverlaidAndTheTreeOpensAsAWorkspace(FxRobot robot) throws IOException {
    Path shard = shard("shard");
    window.open(robot, shard);
    Region form = form(robot, ActionId.OVERLAY, "Overlay");
    assertThat(in(form, "#form-artifact", TextArea.class).getText())
        .isEqualTo(shard.resolve("blas_lib_generic") + "\n" + shard.resolve("blas_lib_gfx942"));
    Path tree = root.resolve("shard-tree");
    assertThat(in(form, "#form-output", TextField.class).getText()).isEqualTo(tree.toString());
    assertThat(rows(form, "#form-preview"))
        .extracting(FormRow::status)
        .contains(OutputStatus.WRITTEN, OutputStatus.READ);
    assertThat(in(form, "#form-command", TextArea.class).getText())
        .startsWith("kpack-workbench overlay " + shard.resolve("blas_lib_generic"))
        .endsWith(" -o " + tree);
    assertThat(tree).as("nothing is written by looking").doesNotExist();
    press(robot, form, "#dialog-yes");
    Region result = result(robot);
    assertThat(rows(result, "#form-files").getFirst().file()).isEqualTo(tree);
    press(robot, result, "#form-open");
    assertThat(active().path()).isEqualTo(tree);
    assertThat(active().kindWords()).isEqualTo("overlaid tree");
    assertThat(tree.resolve(MadeShard.BLAS).resolve("lib/libhost.so")).isRegularFile();
  }

  @Test
  void conflictsAreListedAndNothingIsWritten(FxRobot robot) throws IOException {
    Path shard = shard("shard");
    Path other = shard.resolve("blas_lib_gfx942").resolve(MadeShard.BLAS).resolve("lib");
    Files.createDirectories(other);
    Files.copy(fixture("libone.so"), other.resolve("libhost.so"));
    window.open(robot, shard);
    Region form = form(robot, ActionId.OVERLAY, "Overlay");
    assertThat(possible(form)).isFalse();
    FormRow first = rows(form, "#form-preview").getFirst();
    assertThat(first.status()).isEqualTo(OutputStatus.CONFLICT);
    assertThat(first.name()).endsWith("lib/libhost.so");
    assertThat(in(form, "#form-problem", Region.class).isVisible()).isTrue();
  }

  @Test
  void whatIsWrongStandsAtItsField(FxRobot robot) throws IOException {
    Path shard = shard("shard");
    window.open(robot, shard);
    Region overlay = form(robot, ActionId.OVERLAY, "Overlay");
    fill(robot, overlay, "#form-output", shard.resolve("blas_lib_generic/x").toString());
    assertThat(problem(overlay, "#form-output")).contains("cannot be in");
    assertThat(possible(overlay)).isFalse();

    Path config = Files.writeString(root.resolve("p.yaml"), "primary_shard: [\n");
    Region recombine = form(robot, ActionId.RECOMBINE, "Recombine");
    assertThat(problem(recombine, "#form-config")).contains("Choose the packaging configuration");
    fill(robot, recombine, "#form-config", config.toString());
    assertThat(problem(recombine, "#form-config")).contains("p.yaml");
    assertThat(possible(recombine)).isFalse();
    fill(robot, recombine, "#form-output", shard.toString());
    assertThat(problem(recombine, "#form-output")).contains("folder of its own");
  }

  @Test
  void shardsBecomePackages(FxRobot robot) throws IOException {
    Path shards = root.resolve("shards");
    Files.createDirectories(shards);
    shard("shards/one");
    Path config = packages();
    window.open(robot, shards.resolve("one"));
    Region form = form(robot, ActionId.RECOMBINE, "Recombine");
    fill(robot, form, "#form-input-shards-dir", shards.toString());
    fill(robot, form, "#form-config", config.toString());
    fill(robot, form, "#form-output", root.resolve("packages").toString());
    assertThat(in(form, "#form-problem", Region.class).isVisible()).isFalse();
    assertThat(rows(form, "#form-preview"))
        .extracting(FormRow::name)
        .contains("blas_lib_generic", "blas_lib_cdna3");
    press(robot, form, "#dialog-yes");
    Region result = result(robot);
    assertThat(in(result, "#form-headline", Label.class).getText()).contains("2 artifacts");
    press(robot, result, "#form-open");
    assertThat(active().kindWords()).isEqualTo("shard of 2 artifacts");

    // Existing output is shown at the field, and can be replaced.
    Region again = form(robot, ActionId.RECOMBINE, "Recombine");
    fill(robot, again, "#form-input-shards-dir", shards.toString());
    fill(robot, again, "#form-config", config.toString());
    fill(robot, again, "#form-output", root.resolve("packages").toString());
    assertThat(problem(again, "#form-output")).contains("already exists");
    assertThat(possible(again)).isFalse();
    robot.interact(() -> in(again, "#form-force", CheckBox.class).setSelected(true));
    assertThat(problem(again, "#form-output")).isEmpty();
    assertThat(possible(again)).isTrue();
  }

  @Test
  void formsBeginWithTheArtifactThatIsSelected(FxRobot robot) throws IOException {
    Path shard = shard("shard");
    window.open(robot, shard);
    Place.Entry inside =
        new Place.Entry(new Place.File(shard), "blas_lib_generic/" + MadeShard.BLAS);
    robot.interact(() -> window.workbench.navigator().go(inside));
    Region form = form(robot, ActionId.OVERLAY, "Overlay");
    assertThat(in(form, "#form-artifact", TextArea.class).getText())
        .isEqualTo(shard.resolve("blas_lib_generic").toString());
  }
}
