package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import javafx.scene.Scene;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.analysis.diff.export.DiffSettings;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Operation.Part;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.Remembered;
import org.kpackworkbench.views.spi.WorkSettings;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The extract form while its plan is computed, and forms of operations with a new option. */
@ExtendWith(WindowRobot.class)
class ExtractFormTest {
  private static final Option<Boolean> TOY =
      Option.flag("--lower-case", "Write names in lower case.").title("Lower case").orElse(false);

  private final Deque<Runnable> work = new ArrayDeque<>();
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private ExtractModel model(Operation<ExtractSettings> operation) {
    var file =
        Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
    var document = file.as(CodeObjectSource.class).orElseThrow().document();
    return new ExtractModel(
        operation,
        ExportSelection.all(document),
        Path.of("out"),
        Background.on(work::add, Runnable::run),
        new WorkSettings(Remembered.inMemory()));
  }

  private FormGrid grid(FormModel<?> model) {
    return FormGrid.of(model, window.dialogs, FormControls.of(model, window.dialogs));
  }

  private static <R> Operation<R> withToy(Operation<R> operation) {
    Operation.Builder<R> builder = Operation.of(operation.name(), operation.summary());
    operation.parts().forEach(part -> add(builder, part));
    return builder.option(TOY).reads(operation::request);
  }

  private static <R, T> void add(Operation.Builder<R> builder, Part<R, T> part) {
    if (part.value() == null) {
      builder.option(part.option());
    } else {
      builder.option(part.option(), part.value());
    }
  }

  @Test
  void showsThatThePlanIsBeingComputed(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    FormPane[] pane = new FormPane[1];
    robot.interact(
        () -> {
          ExtractModel model = model(ExtractSettings.OPERATION);
          pane[0] = new FormPane("form", "Extract", model, grid(model), window.workbench.context());
          Scene scene = new Scene(pane[0], 1000, 600);
          pane[0].applyCss();
          pane[0].layout();
          assertThat(scene.getRoot()).isSameAs(pane[0]);
        });
    assertThat(nothing(pane[0])).startsWith("Working out");
    assertThat(command(pane[0])).isEmpty();
    robot.interact(
        () -> {
          while (!work.isEmpty()) {
            work.poll().run();
          }
        });
    assertThat(((TableView<?>) pane[0].lookup("#form-preview")).getItems()).hasSize(5);
    assertThat(command(pane[0])).startsWith("kpack-workbench extract");
  }

  private static String nothing(FormPane pane) {
    TableView<?> table = (TableView<?>) pane.lookup("#form-preview");
    return ((Label) table.getPlaceholder()).getText();
  }

  private static String command(FormPane pane) {
    return ((TextArea) pane.lookup("#form-command")).getText();
  }

  @Test
  void newOptionIsFieldOfExtractForm(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    Operation<ExtractSettings> operation = withToy(ExtractSettings.OPERATION);
    robot.interact(
        () -> {
          FormGrid grid = grid(model(operation));
          OptionFields.assertThatAllAreIn(grid, operation);
          assertThat(((CheckBox) grid.lookup("#form-lower-case")).getText())
              .isEqualTo("Lower case");
        });
  }

  @Test
  void newOptionIsFieldOfOptionsDialog(FxRobot robot) {
    Operation<DiffSettings> operation = withToy(DiffSettings.OPERATION);
    Arguments sides = new Arguments().with(DiffSettings.PATHS, List.of("a", "b"));
    DiffSettings[] read = new DiffSettings[1];
    robot.interact(
        () ->
            new Forms(window.workbench.context())
                .options(
                    "Toy",
                    "Go",
                    operation,
                    sides.with(DiffSettings.SIDE_ORDER, Order.NAME),
                    List.of("A remark."),
                    settings -> read[0] = settings));
    var dialog = Objects.requireNonNull(window.dialogs.shown.get("Toy"));
    OptionFields.assertThatAllAreIn(dialog, operation);
    robot.interact(() -> ((javafx.scene.control.Button) dialog.lookup("#dialog-yes")).fire());
    assertThat(read[0].sideOrder()).isEqualTo(Order.NAME);
    assertThat(read[0].paths()).containsExactly("a", "b");
  }
}
