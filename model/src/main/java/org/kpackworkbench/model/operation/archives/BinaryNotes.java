package org.kpackworkbench.model.operation.archives;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Notes about binaries that are copied unchanged, and about device code that no archive gets. */
public final class BinaryNotes {
  private BinaryNotes() {}

  /** A file of a tree that cannot be converted is copied. */
  public static OperationNote refused(Path file, HostOnlyRefusedException refused) {
    // A file that is not for this machine is no surprise in a tree.
    boolean foreign = refused.refusal() == HostOnlyRefusal.NOT_X86_64_ELF;
    return new OperationNote(
        foreign ? Severity.NOTE : Severity.ERROR,
        refused.refusal().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        file,
        "copied unchanged: %s%s"
            .formatted(
                refused.refusal().words(),
                refused.details().isEmpty() ? "" : " (" + refused.details() + ")"),
        foreign ? "" : refused.refusal().advice());
  }

  /** A file of a tree that its reader refuses is copied. */
  public static OperationNote unreadable(Path file, FormatException failure) {
    return new OperationNote(
        Severity.ERROR,
        failure.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        file,
        "copied unchanged: " + failure.getMessage(),
        "");
  }

  /**
   * Bundles without a wrapper: nothing can load them, before and after. A warning all the same,
   * since it is device code that no request discards.
   */
  public static void unreferenced(
      DeviceCodeSource source, Path file, List<OperationNote> findings) {
    List<StoredBundle> bundles = source.unreferenced();
    if (bundles.isEmpty()) {
      return;
    }
    long size = bundles.stream().mapToLong(bundle -> bundle.range().length()).sum();
    findings.add(
        new OperationNote(
            Severity.WARNING,
            "unreferenced-bundle",
            file,
            "%s that no wrapper points to, %d bytes, the first at file offset 0x%x: left out"
                .formatted(
                    bundles.size() == 1 ? "1 bundle" : bundles.size() + " bundles",
                    size,
                    bundles.getFirst().range().start()),
            "No loader finds such a bundle; extract it from the original if it is needed."));
  }

  /** A binary whose targets are all left out. */
  public static OperationNote nothingKept(Path file) {
    return new OperationNote(
        Severity.WARNING,
        "nothing-kept",
        file,
        "it has no code for the targets that are kept, and becomes host-only all the same",
        "A program that uses it finds no code for any device.");
  }
}
