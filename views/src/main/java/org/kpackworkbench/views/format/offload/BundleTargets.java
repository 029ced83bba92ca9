package org.kpackworkbench.views.format.offload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;

/**
 * Targets that a bundle has code for. Of a compressed bundle only the beginning is decompressed.
 *
 * @param entries the entries, the host's included; none for a bare code object
 * @param targets the targets as they are written there, in order
 * @param problem what kept the entries from being read; null if they could be
 */
public record BundleTargets(
    List<BundleEntry> entries, List<String> targets, @Nullable FormatException problem) {

  /** Looks into a bundle. Takes time: background threads only. */
  public static BundleTargets of(StoredBundle bundle) throws FormatException {
    try {
      return switch (bundle.content()) {
        case OffloadBundle plain -> of(plain.entries());
        case CompressedBundle compressed -> of(compressed.readTable().entries());
        case BareCodeObject bare ->
            new BundleTargets(
                List.of(), List.of(CodeObject.of(bare.elf()).target().toString()), null);
        case BrokenBundle(FormatException problem) -> broken(problem);
      };
    } catch (FormatException failure) {
      return switch (failure.reason()) {
        case FILE_CHANGED, CLOSED -> throw failure;
        default -> broken(failure);
      };
    }
  }

  /** The targets in one line. */
  public String words() {
    return targets.isEmpty() ? "no device code" : String.join(", ", targets);
  }

  private static BundleTargets of(List<BundleEntry> entries) {
    List<String> targets = new ArrayList<>();
    for (BundleEntry entry : entries) {
      if (entry.isDevice()) {
        targets.add(entry.target() == null ? entry.id().text() : entry.target().toString());
      }
    }
    return new BundleTargets(List.copyOf(entries), List.copyOf(targets), null);
  }

  private static BundleTargets broken(FormatException problem) {
    return new BundleTargets(List.of(), List.of(), problem);
  }
}
