package org.kpackworkbench.model.operation.pack;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.output.Finding;

/** Says what goes into no archive. */
public final class LeftOut {
  private LeftOut() {}

  /**
   * Bundles without a wrapper: nothing can load them, before and after. A warning all the same,
   * since it is device code that nobody has said may go.
   */
  public static void unreferenced(DeviceCodeSource source, Path file, List<Finding> findings) {
    List<StoredBundle> bundles = source.unreferenced();
    if (bundles.isEmpty()) {
      return;
    }
    long size = bundles.stream().mapToLong(bundle -> bundle.range().length()).sum();
    findings.add(
        new Finding(
            Finding.Severity.WARNING,
            "unreferenced-bundle",
            file,
            "%s that no wrapper points to, %d bytes, the first at file offset 0x%x: left out"
                .formatted(
                    bundles.size() == 1 ? "1 bundle" : bundles.size() + " bundles",
                    size,
                    bundles.getFirst().range().start()),
            "No loader finds such a bundle; extract it from the original if it is needed."));
  }
}
