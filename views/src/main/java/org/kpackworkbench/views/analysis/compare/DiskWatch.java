package org.kpackworkbench.views.analysis.compare;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.files.DiskState;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;

/** Notices that files were changed since they were compared. UI thread only. */
final class DiskWatch {
  private static final System.Logger LOG = System.getLogger(DiskWatch.class.getName());

  private final Background background;
  private final Runnable changedNow;
  private List<Path> paths = List.of();
  private List<DiskState> before = List.of();
  private Optional<Path> changed = Optional.empty();
  private int begun;
  private boolean looking;

  DiskWatch(Background background, Runnable changedNow) {
    this.background = background;
    this.changedNow = changedNow;
  }

  /** The current files are those that are compared. */
  void begin(CompareCall call) {
    List<Path> files = call.sides().stream().map(Place::file).distinct().toList();
    paths = files;
    before = List.of();
    changed = Optional.empty();
    int mine = ++begun;
    background.run(
        () -> states(files),
        states -> {
          if (mine == begun) {
            before = states;
          }
        },
        failure -> LOG.log(Level.WARNING, "could not check " + files, failure));
  }

  /** A file that was changed; empty if none was. */
  Optional<Path> changed() {
    return changed;
  }

  /** Looks whether something was changed. */
  void look() {
    List<Path> files = paths;
    List<DiskState> known = before;
    int mine = begun;
    if (looking || known.isEmpty() || changed.isPresent()) {
      return;
    }
    looking = true;
    background.run(
        () -> states(files),
        states -> {
          looking = false;
          for (int i = 0; i < states.size() && mine == begun; i++) {
            if (!states.get(i).equals(known.get(i)) && changed.isEmpty()) {
              changed = Optional.of(files.get(i));
              changedNow.run();
            }
          }
        },
        failure -> {
          looking = false;
          LOG.log(Level.WARNING, "could not look for changed files", failure);
        });
  }

  private static List<DiskState> states(List<Path> files) {
    return files.stream().map(DiskState::of).toList();
  }
}
