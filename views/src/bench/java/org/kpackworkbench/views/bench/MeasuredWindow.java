package org.kpackworkbench.views.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javafx.animation.AnimationTimer;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.analysis.compare.Comparing;
import org.kpackworkbench.views.analysis.coverage.LargeCoverage;
import org.kpackworkbench.views.kit.hex.HexView;
import org.kpackworkbench.views.kit.job.CountedBackground;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.kpackworkbench.views.window.standard.StandardViews;

/** The program's window with what is scrolled shown. On the JavaFX thread. */
final class MeasuredWindow {
  /** So many pulses in which nothing is left to do are rest. */
  private static final int QUIET = 30;

  private static final long MOST_NANOS = 30_000_000_000L;

  private final CountedBackground work = new CountedBackground(2);
  private final Stage stage = new Stage();
  private final Workbench workbench;
  private Predicate<Node> wanted = node -> false;
  private String view = "contents";
  private Runnable prepare = () -> {};

  MeasuredWindow() {
    Themes themes = new Themes(new SystemLook(false, false), new Zoom());
    WorkbenchWindow window =
        new WorkbenchWindow(
            stage, StandardViews.parts(), ShellState.inMemory(), work.background(), themes);
    workbench = window.workbench();
    window.show();
  }

  /** Opens what is scrolled. */
  void show(FrameTimes.Subject subject, List<Path> files) {
    switch (subject) {
      case TABLE -> {
        wanted = node -> "archive-table".equals(node.getId());
        workbench.openAll(files);
      }
      case KERNELS -> {
        view = "kernel-figures";
        wanted = node -> "kernel-figures".equals(node.getId());
        workbench.openAll(files);
      }
      case CODE -> {
        view = "kernels";
        wanted = node -> "disassembly".equals(node.getId());
        prepare = this::disassemble;
        // Wide enough for the instructions beside the kernels.
        stage.setWidth(1600);
        workbench.openAll(files);
      }
      case BYTES -> {
        wanted = HexView.class::isInstance;
        workbench.openAll(files);
      }
      case COMPARE -> {
        wanted = node -> "compare-rows".equals(node.getId());
        new Comparing(workbench.context()).compare(files);
      }
      case GRID -> {
        wanted = node -> "coverage".equals(node.getId());
        Node pane = LargeCoverage.pane(workbench.context());
        workbench.context().pages().show("grid", () -> new GridPage(pane));
      }
    }
  }

  /** Answers once, with what is scrolled, when it is drawn and nothing is left to do. */
  void whenAtRest(Consumer<Node> then, Consumer<Throwable> failed) {
    long end = System.nanoTime() + MOST_NANOS;
    new AnimationTimer() {
      private int quiet;

      @Override
      public void handle(long now) {
        Node found = found();
        boolean rest =
            work.pending() == 0 && found != null && found.getBoundsInLocal().getHeight() > 0;
        quiet = rest ? quiet + 1 : 0;
        if (quiet == QUIET && found != null) {
          stop();
          then.accept(found);
        } else if (System.nanoTime() > end) {
          stop();
          failed.accept(
              new IllegalStateException(
                  "%s, and %d tasks are left"
                      .formatted(
                          found == null ? "what is scrolled is not there" : "it is there",
                          work.pending())));
        }
      }
    }.start();
  }

  /** How much work is left, in the background and for the JavaFX thread. */
  int pending() {
    return work.pending();
  }

  /** What is scrolled; null if it is not there. */
  @Nullable Node found() {
    workbench.showView(view);
    prepare.run();
    return find(stage.getScene().getRoot());
  }

  /** Any node by its name or style. */
  Node node(String query) {
    return Objects.requireNonNull(stage.getScene().lookup(query), query);
  }

  /** Shows the disassembly of the first kernel. */
  private void disassemble() {
    if (stage.getScene().lookup("#kernels") instanceof RowsTable<?> kernels
        && kernels.selectedRow() < 0
        && kernels.model().shown() > 0) {
      kernels.pickPosition(0);
    }
    if (stage.getScene().lookup("#kernel-tabs") instanceof TabPane tabs) {
      tabs.getTabs().stream()
          .filter(tab -> "kernel-disassembly-tab".equals(tab.getId()))
          .forEach(tabs.getSelectionModel()::select);
    }
  }

  private @Nullable Node find(Node node) {
    if (!node.isVisible() || wanted.test(node)) {
      return node.isVisible() ? node : null;
    }
    if (node instanceof Parent parent) {
      for (Node child : parent.getChildrenUnmodifiable()) {
        Node found = find(child);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private record GridPage(Node node) implements Page {
    @Override
    public String id() {
      return "grid";
    }

    @Override
    public ObservableValue<String> title() {
      return new ReadOnlyStringWrapper("Grid");
    }

    @Override
    public KpackIcon icon() {
      return KpackIcon.values()[0];
    }
  }
}
