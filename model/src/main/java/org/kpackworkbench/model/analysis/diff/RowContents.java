package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/**
 * The bytes that sides have of a row: how they are compared, explained and opened.
 *
 * @param parts what each side has; null for nothing
 * @param opener opens and explains parts
 * @param bytes whether the row opens the bytes themselves, whatever they are
 */
public record RowContents(List<@Nullable Part> parts, PartOpener opener, boolean bytes) {
  /** Makes bytes. */
  @FunctionalInterface
  public interface Loading {
    /**
     * Makes them.
     *
     * @param resources what has to be closed when they are no longer needed
     */
    ByteView load(Resources resources, Progress progress) throws IOException;
  }

  /**
   * The bytes of one side.
   *
   * @param label what it is called
   * @param code what machine code it is; null if it is something else
   */
  public record Part(String label, Place place, @Nullable MachineCode code, Loading loading) {
    /** Something that is not known to be machine code. */
    public Part(String label, Place place, Loading loading) {
      this(label, place, null, loading);
    }
  }

  /** Compares, explains and opens them by a row, where two sides have some. */
  public Draft of(Draft draft) {
    return parts.stream().filter(Objects::nonNull).count() < 2
        ? draft
        : draft.check(this::change).explains(this::differences).opens(this::open);
  }

  private interface Use<T> {
    T of(ByteView one, ByteView other) throws IOException;
  }

  private <T> T with(int side, T none, Progress progress, Use<T> use) throws IOException {
    Part first = parts.getFirst();
    Part other = parts.get(side);
    if (first == null || other == null) {
      return none;
    }
    try (Resources resources = opener.resources()) {
      return use.of(
          first.loading().load(resources, progress), other.loading().load(resources, progress));
    }
  }

  private Change change(int side, Progress progress) throws IOException {
    return with(
        side,
        Change.CHANGED,
        progress,
        (one, other) -> one.mismatch(other, progress).isEmpty() ? Change.SAME : Change.CHANGED);
  }

  private List<Difference> differences(int side, Progress progress) throws IOException {
    return with(
        side, List.of(), progress, (one, other) -> opener.differences(one, other, progress));
  }

  private Comparison open(Progress progress) throws IOException {
    return Closing.ifFails(
        opener.resources(),
        resources -> {
          List<Side> sides = new ArrayList<>();
          List<MachineCode> code = new ArrayList<>();
          for (Part part : parts) {
            if (part != null) {
              sides.add(
                  new Side(part.label(), part.place(), part.loading().load(resources, progress)));
              if (part.code() != null) {
                code.add(part.code());
              }
            }
          }
          return bytes
              ? new ByteComparison(
                  sides, code.size() == sides.size() ? code : List.of(), List.of(), resources)
              : opener.open(sides, resources, progress);
        });
  }
}
