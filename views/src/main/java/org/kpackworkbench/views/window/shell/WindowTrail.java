package org.kpackworkbench.views.window.shell;

import java.util.List;
import java.util.stream.Collectors;
import javafx.collections.ListChangeListener;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.action.ActionTrail;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.spi.OpenedFile;

/**
 * The subject of the window, for reports from another thread: the last actions, which files are
 * open (names, not folders), what runs. Made on the UI thread; may be read on any.
 */
public final class WindowTrail {
  private final ActionTrail actions;
  private volatile List<String> files = List.of();
  private volatile List<String> jobs = List.of();

  WindowTrail(ActionTrail actions, OpenFiles open, Jobs running) {
    this.actions = actions;
    open.sessions()
        .addListener(
            (ListChangeListener<FileSession>)
                change -> {
                  while (change.next()) {
                    change
                        .getAddedSubList()
                        .forEach(session -> session.stateProperty().subscribe(state -> look(open)));
                  }
                  look(open);
                });
    running.list().addListener((ListChangeListener<Job>) change -> look(running));
    running.onEnd(job -> look(running));
  }

  /** The last actions, newest first. */
  public List<String> actions() {
    return actions.newestFirst();
  }

  /** Returns the open files, a line each. */
  public List<String> files() {
    return files;
  }

  /** Long work that runs, a line each. */
  public List<String> jobs() {
    return jobs;
  }

  private void look(OpenFiles open) {
    files = open.sessions().stream().map(WindowTrail::words).toList();
  }

  private void look(Jobs running) {
    jobs =
        running.list().stream()
            .filter(job -> job.state() == Job.State.RUNNING)
            .map(Job::title)
            .collect(Collectors.toUnmodifiableList());
  }

  private static String words(FileSession session) {
    String name = session.place().label();
    OpenedFile file = session.file();
    if (file == null) {
      return name + ": " + (session.state() == FileSession.State.FAILED ? "failed" : "loading");
    }
    return file.isFolder()
        ? name + ": " + file.kindWords()
        : "%s: %s, %s".formatted(name, file.kindWords(), SizeText.exact(file.bytes().size()));
  }
}
