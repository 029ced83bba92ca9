package org.kpackworkbench.model.format.database;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/**
 * Bundles where a library of kernels expects the code of one architecture: rocBLAS and hipBLASLt
 * load files of bundles as they load code objects. Stateless: safe for use by many threads.
 */
public final class FiledBundle {
  private FiledBundle() {}

  /** Takes code objects. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes the next one, whose bytes must not be read afterwards.
     *
     * @param target what its entry says
     */
    void take(GpuTarget target, ByteView code) throws IOException;
  }

  /**
   * The targets of all bundles' code objects, each once, in their order. Of compressed ones only
   * the tables are decompressed.
   *
   * @throws FormatException if a bundle cannot be read
   */
  public static List<GpuTarget> targets(BundleFile file) throws FormatException {
    Set<GpuTarget> found = new LinkedHashSet<>();
    for (StoredBundle stored : file.bundles()) {
      switch (stored.content()) {
        case OffloadBundle plain -> code(plain.entries()).forEach(each -> found.add(target(each)));
        case CompressedBundle compressed ->
            code(compressed.readTable().entries()).forEach(each -> found.add(target(each)));
        case BareCodeObject none -> {
          // Behind a bundle it belongs to none.
        }
        case BrokenBundle(FormatException problem) -> throw problem;
      }
    }
    return List.copyOf(found);
  }

  /**
   * Hands over what is filed as a code object: as it is, or where it is a bundle, its code objects
   * for that architecture.
   *
   * @param row the row of {@code filed} that states under which target
   * @param budget how much the operation may unpack
   * @throws FormatException if it is a bundle without such code, or one that cannot be read
   */
  public static void codeIn(
      CodeObjects filed, CodeObjectRow row, UnpackBudget budget, Progress progress, Taker taker)
      throws IOException {
    try (SpooledBytes content = filed.open(row.row(), budget, progress)) {
      if (BundleFile.isBundle(content.bytes())) {
        each(content.bytes(), row.target(), budget, progress, taker);
      } else {
        taker.take(row.target(), content.bytes());
      }
    }
  }

  /**
   * Hands over the code objects that are for an architecture, with whatever features.
   *
   * @throws FormatException if there are none, or a bundle cannot be read
   */
  public static void each(
      ByteView bytes, GpuTarget filed, UnpackBudget budget, Progress progress, Taker taker)
      throws IOException {
    BundleFile file = BundleFile.read(bytes);
    requireCode(bytes, targets(file), filed);
    for (StoredBundle stored : file.bundles()) {
      switch (stored.content()) {
        case OffloadBundle plain -> each(plain, filed, taker);
        case CompressedBundle compressed -> {
          try (UnpackedBundle unpacked = compressed.unpack(UnpackLimits.of(budget), progress)) {
            unpacked.verifyHash(progress);
            each(unpacked.bundle(), filed, taker);
          }
        }
        default -> {
          // Said already, or of no bundle.
        }
      }
    }
  }

  /**
   * Those of some targets that are for an architecture.
   *
   * @throws FormatException if there are none
   */
  public static List<GpuTarget> requireCode(
      ByteView bytes, List<GpuTarget> targets, GpuTarget filed) throws FormatException {
    List<GpuTarget> its = targets.stream().filter(target -> isFor(target, filed)).toList();
    if (its.isEmpty()) {
      throw FormatException.at(bytes, 0, "offload bundle", "entries", Reason.BAD_VALUE)
          .mismatch(
              "code for " + filed,
              targets.isEmpty()
                  ? "no code for a device"
                  : "code for "
                      + targets.stream()
                          .map(GpuTarget::toString)
                          .collect(Collectors.joining(", ")));
    }
    return its;
  }

  private static void each(OffloadBundle bundle, GpuTarget filed, Taker taker) throws IOException {
    for (BundleEntry entry : code(bundle.entries())) {
      if (isFor(target(entry), filed)) {
        taker.take(target(entry), bundle.content(entry));
      }
    }
  }

  private static List<BundleEntry> code(List<BundleEntry> entries) throws FormatException {
    List<BundleEntry> code = new ArrayList<>();
    for (BundleEntry entry : entries) {
      FormatException problem = entry.problem();
      if (problem != null) {
        throw problem;
      }
      if (entry.isDevice() && entry.target() != null && entry.sizeBytes() > 0) {
        code.add(entry);
      }
    }
    return code;
  }

  private static GpuTarget target(BundleEntry entry) {
    return Objects.requireNonNull(entry.target());
  }

  private static boolean isFor(GpuTarget target, GpuTarget filed) {
    return GpuTable.related(target.processor(), filed.processor());
  }
}
