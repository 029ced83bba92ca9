package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;

/**
 * Paths as they are shown: from the folder that a binary and its archives have in common, since
 * they differ only after that. Immutable.
 */
final class ShownPaths implements UnaryOperator<String> {
  /** Folders above this say little, and cutting them would hide what is absolute. */
  private static final int FEWEST_NAMES = 2;

  private final @Nullable String prefix;

  private ShownPaths(@Nullable Path base) {
    prefix = base == null || base.getNameCount() < FEWEST_NAMES ? null : base + "/";
  }

  /** From a folder; accesses the disk. */
  static ShownPaths from(@Nullable Path base) {
    if (base == null) {
      return new ShownPaths(null);
    }
    try {
      // Loaders say where files really are.
      return new ShownPaths(base.toRealPath());
    } catch (IOException notHere) {
      return new ShownPaths(base.toAbsolutePath().normalize());
    }
  }

  /** From what a binary and all that is looked for have in common. */
  static ShownPaths of(BinaryResolution binary) {
    Path common = binary.binary().file().toAbsolutePath().normalize().getParent();
    for (WrapperOutcome outcome : binary.outcomes()) {
      if (outcome.code() instanceof WrapperOutcome.InArchive asked) {
        for (Step step : asked.resolution().trace()) {
          common = common(common, folder(step));
        }
      }
    }
    return new ShownPaths(common);
  }

  private static @Nullable Path folder(Step step) {
    String archive =
        switch (step) {
          case Step.ArchiveOpened opened -> opened.archive();
          case Step.ArchiveMissing missing -> missing.archive();
          case Step.ArchiveUnreadable unreadable -> unreadable.archive();
          default -> "";
        };
    try {
      return archive.startsWith("/") ? Path.of(archive).getParent() : null;
    } catch (InvalidPathException noPath) {
      return null;
    }
  }

  /**
   * Returns the path that both begin with; the first alone where they have too little in common.
   */
  private static @Nullable Path common(@Nullable Path one, @Nullable Path other) {
    if (one == null || other == null) {
      return one;
    }
    Path at = one;
    while (at != null && !other.startsWith(at)) {
      at = at.getParent();
    }
    return at == null || at.getNameCount() < FEWEST_NAMES ? one : at;
  }

  @Override
  public String apply(String text) {
    return prefix == null ? text : text.replace(prefix, "");
  }
}
