package org.kpackworkbench.views.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A page that is closed while it looks for the targets that there is code for. */
class ClosedSimulatorsTest extends WindowTest {
  private static final String SEARCH = "endless";

  @TempDir Path folder;
  private final Background background = Background.onThreads();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<OpenedFile> opened = new ArrayList<>();

  @Start
  void start(Stage primary) {
    window =
        new StandardWindow(primary, StandardViews.parts().views(new EndlessSearch()), background);
  }

  @AfterEach
  void endWork() {
    background.close();
  }

  /** Ends when it is cancelled, and no earlier. */
  private List<GpuTarget> search(Progress progress) {
    begun.countDown();
    while (!progress.cancelled()) {
      Thread.onSpinWait();
    }
    stopped.countDown();
    throw new CancellationException();
  }

  /** A simulator of folders whose search has no end; notes which files are open. */
  private final class EndlessSearch implements DocumentViewFactory {
    @Override
    public List<DocumentView> create(OpenedFile file, ViewContext context) {
      opened.add(file);
      return file.isFolder()
          ? List.of(
              new TreeSimulatorView(
                  SEARCH, "Endless", file, ClosedSimulatorsTest.this::search, context))
          : List.of();
    }
  }

  private void open(FxRobot robot, Path file) {
    int before = opened.size();
    window.open(robot, file);
    Await.until("the views of " + file, () -> opened.size() > before);
  }

  private Path tree() throws IOException {
    Path tree = Files.createDirectories(folder.toRealPath().resolve("rocm"));
    Files.copy(
        StandardWindow.fixture("libmany.so"),
        Files.createDirectories(tree.resolve("lib")).resolve("librocblas.so.4"));
    return tree;
  }

  @Test
  void closingThePageEndsItsSearch(FxRobot robot) throws Exception {
    open(robot, tree());
    Await.until("the page", () -> window.workbench.showView(SEARCH));
    begun.await();
    assertThat(stopped.getCount()).as("while the page is open").isEqualTo(1);
    robot.interact(() -> window.workbench.actions().run(ActionId.CLOSE_TAB));
    Await.until("the end of the search", () -> stopped.getCount() == 0);
  }

  /** Each kind of page: its search ends on request. */
  @Test
  void everySearchCanBeCancelled(FxRobot robot) throws IOException {
    Path tree = tree();
    Path program =
        LoadedTree.convert(StandardWindow.fixture("libcompressed.so"), tree, "lib.so").library();
    Path packages = Files.createDirectory(folder.resolve("packages"));
    String wheel = "many-1.0-py3-none-linux_x86_64.whl";
    Files.copy(StandardWindow.fixture(wheel), packages.resolve(wheel));
    List<String> searched = new ArrayList<>();
    for (Path file : List.of(tree, packages, program, StandardWindow.fixture("libmany.so"))) {
      open(robot, file);
      OpenedFile now = opened.getLast();
      ViewContext context = window.workbench.context();
      for (DocumentView view : new ResolveViews().create(now, context)) {
        now.as(FolderFile.class)
            .filter(each -> view.getClass() == TreeSimulatorView.class)
            .ifPresent(FolderFile::close);
        assertThatThrownBy(() -> search(view))
            .as(view.title())
            .isInstanceOf(CancellationException.class);
        searched.add(view.id());
      }
    }
    assertThat(searched).contains("resolve", "advise", "doctor", "libraries");
  }

  private static List<GpuTarget> search(DocumentView view) throws Exception {
    Progress closed = () -> true;
    return view instanceof AnswerView<?> answers
        ? answers.targets(closed)
        : ((SimulatorView) view).occurring(closed);
  }
}
