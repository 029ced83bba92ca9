package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.process.MachineDevices;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * An answer for some GPUs, of files alone: a sentence, lines with what is wrong, and a table whose
 * rows lead to files. UI thread only.
 *
 * @param <R> the rows of the table
 */
abstract class AnswerView<R> extends SimulatorView {
  private final LatestWork work;
  private final Label summary = new Label();
  private final List<VBox> boxes = new ArrayList<>();
  private final RowsTable<R> table;

  /**
   * A view.
   *
   * @param spec of its table; its name is also part of those of the sentence and the lines
   * @param file the file that a row leads to; null for none
   */
  AnswerView(
      String id,
      String title,
      RowsSpec<R> spec,
      Function<R, Place.@Nullable File> file,
      OpenedFile opened,
      ViewContext context) {
    super(id, title, opened, context);
    work = new LatestWork(context.background());
    table = RowsTable.alone(spec, context);
    table.onOpen(
        row -> {
          R content = row.content();
          Place.File place = content == null ? null : file.apply(content);
          if (place != null) {
            context.navigator().go(place);
          }
          return place != null;
        });
  }

  /** Adds a box of lines between the sentence and the table; without lines it takes no room. */
  final VBox box(String name) {
    VBox made = Controls.named(new VBox(), table.getId() + "-" + name, "causes");
    made.setMinHeight(Region.USE_PREF_SIZE);
    boxes.add(made);
    return made;
  }

  /** The targets that the files have something for; in the background. */
  abstract List<GpuTarget> targets(Progress progress) throws IOException;

  /** The GPUs of this machine; where there are none, one that the files have something for. */
  @Override
  final List<GpuTarget> occurring(Progress progress) throws IOException {
    List<GpuTarget> here;
    try {
      here = MachineDevices.of(System.getenv());
    } catch (IOException notKnown) {
      here = List.of();
    }
    return (here.isEmpty() ? targets(progress) : here).stream().limit(1).toList();
  }

  @Override
  final boolean onlyDevices() {
    return true;
  }

  @Override
  final List<Node> tools() {
    return List.of();
  }

  @Override
  final Region results() {
    VBox.setVgrow(table, Priority.ALWAYS);
    VBox all = new VBox(summaryLine(summary, table.getId() + "-summary"));
    all.getChildren().addAll(boxes);
    all.getChildren().add(table);
    return all;
  }

  @Override
  final void showNothing(String why) {
    work.stop();
    summary.setText(why);
    boxes.forEach(each -> fill(each, List.of()));
    table.show(List.of());
  }

  /** Works something out in the background, then shows it. */
  final <T> void answer(LatestWork.Work<T> work, Consumer<T> show) {
    this.work.run(work, show, this::failed);
  }

  /** Shows the sentence and the rows. */
  final void show(String words, List<R> rows) {
    summary.setText(words);
    table.show(rows);
  }

  @Override
  public final boolean shows(Place place) {
    return false;
  }

  @Override
  public final void dispose() {
    super.dispose();
    work.stop();
  }
}
