package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * Containers, one behind another. Immutable, safe for use by many threads.
 *
 * @param view all bytes
 * @param containers the containers, as far as they could be read
 * @param problems what could not, but for what spoils one entry
 */
public record ContainerFile(
    ByteView view, List<Container> containers, List<FormatException> problems) {
  /** Start of a container, a byte each character. */
  static final String MAGIC = "\u0010\u00ff\u0010\u00ad";

  public ContainerFile {
    containers = List.copyOf(containers);
    problems = List.copyOf(problems);
  }

  /**
   * Reads headers and entries; of compressed containers it unpacks the beginning, within a budget.
   *
   * @throws FormatException if the first header cannot be read
   */
  public static ContainerFile read(ByteView view, UnpackBudget budget) throws FormatException {
    return new ContainerReader(view, budget).read();
  }

  /** All entries, in their order. */
  public List<ContainerEntry> entries() {
    return containers.stream().flatMap(container -> container.entries().stream()).toList();
  }

  /** The container of an entry. */
  public Container of(ContainerEntry entry) {
    return containers.get(entry.container());
  }

  /**
   * An entry's image.
   *
   * @throws FormatException if it cannot be unpacked, or is more than can be held in memory
   */
  ByteView image(ContainerEntry entry, UnpackBudget budget) throws FormatException {
    Container container = of(entry);
    PackedPart packed = container.packed();
    return packed == null
        ? view.slice(container.range().start() + entry.image().start(), entry.image().length())
        : packed.load(entry.image().start(), entry.image().length(), budget);
  }

  /** Writes an entry's image, of any size. */
  void copy(ContainerEntry entry, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    PackedPart packed = of(entry).packed();
    if (packed == null) {
      image(entry, budget).writeTo(out, progress);
    } else {
      packed.copy(entry.image().start(), entry.image().length(), out, budget, progress);
    }
  }
}
