package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.container.Container;
import org.kpackworkbench.model.format.container.ContainerEntry;
import org.kpackworkbench.model.format.container.ContainerFile;

/**
 * Prunes files of LLVM's offload containers, as {@code llvm-offload-binary} writes them: one
 * container an image, one behind another. Containers of other GPUs go, others stay byte by byte.
 */
final class ContainerPrune {
  private ContainerPrune() {}

  /**
   * The containers of a file.
   *
   * @throws FormatException if not all of it can be read
   */
  static List<Container> containers(ByteView view) throws FormatException {
    ContainerFile file = ContainerFile.read(view);
    if (!file.problems().isEmpty()) {
      throw file.problems().getFirst();
    }
    return file.containers();
  }

  /** What an entry's image is for; empty if that is no AMD GPU. */
  static Optional<GpuTarget> target(ContainerEntry entry) {
    return entry.hasImage() && entry.arch().startsWith("gfx")
        ? Optional.of(GpuTarget.lenient(entry.arch()))
        : Optional.empty();
  }

  /** The targets that there are. */
  static Set<GpuTarget> targets(List<Container> containers) {
    Set<GpuTarget> targets = new LinkedHashSet<>();
    containers.forEach(each -> targets.addAll(targets(each)));
    return targets;
  }

  private static List<GpuTarget> targets(Container container) {
    return container.entries().stream().flatMap(entry -> target(entry).stream()).toList();
  }

  /**
   * Whether a container goes.
   *
   * @throws FormatException if only some of its images do
   */
  static boolean goes(ByteView view, Container container, Collection<GpuTarget> kept)
      throws FormatException {
    List<GpuTarget> targets = targets(container);
    boolean all = targets.size() == container.entries().size() && !targets.isEmpty();
    if (kept.containsAll(targets) || (all && targets.stream().noneMatch(kept::contains))) {
      return !targets.isEmpty() && !kept.containsAll(targets);
    }
    throw FormatException.at(
            view, container.range().start(), "offload container", "entries", Reason.UNSUPPORTED)
        .expected("a container whose images are all kept or all removed")
        .found("%d images, of which some are kept".formatted(container.entries().size()))
        .advice(
            "Extract the images with extract, and put those that are needed into a new file with"
                + " llvm-offload-binary.")
        .build();
  }

  /**
   * Writes what stays.
   *
   * @param gone the numbers of the containers that go, each with the padding behind it
   * @param output where nothing is yet
   */
  static void write(ByteView view, Set<Integer> gone, Path output, Progress progress)
      throws IOException {
    List<Container> containers = containers(view);
    List<ByteRange> stays = new ArrayList<>();
    for (int i = 0; i < containers.size(); i++) {
      if (!gone.contains(containers.get(i).index())) {
        long end = i + 1 < containers.size() ? containers.get(i + 1).range().start() : view.size();
        stays.add(ByteRange.between(containers.get(i).range().start(), end));
      }
    }
    try (OutputStream out = Files.newOutputStream(output, StandardOpenOption.CREATE_NEW)) {
      for (ByteRange range : stays) {
        view.slice(range.start(), range.length()).writeTo(out, progress);
      }
    }
  }
}
