package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.BinaryKey;

/**
 * Answers of loaders for host-only binaries. The simulated loader, which is an analysis and knows
 * operations, provides it as a service.
 */
public interface Loads {
  /** A row of an archive, whose path is without links. */
  record Row(Path archive, String key, String architecture) {}

  /**
   * The code of a wrapper on a device.
   *
   * @param device the device with one setting of its features
   * @param key the key that a loader looks up; empty if it looks up none
   * @param row where the code is; null if there is none
   * @param never whether there is none as it was never compiled
   * @param why why there is none, in sentences
   */
  record Load(
      Path binary,
      int wrapper,
      GpuTarget device,
      String key,
      @Nullable Row row,
      boolean never,
      String why) {}

  /** An archive as it will be. */
  interface Left {
    /** Nothing: the archive is removed. */
    Left NOTHING =
        new Left() {
          @Override
          public boolean has(String key, String architecture) {
            return false;
          }

          @Override
          public boolean lists(String architecture) {
            return false;
          }
        };

    /** Whether a row stays. */
    boolean has(String key, String architecture);

    /** Whether an architecture is still listed. */
    boolean lists(String architecture);
  }

  /**
   * Asks for each wrapper of some binaries and each device.
   *
   * @param root the tree; paths are followed as around it
   * @param binaries files below it; those whose code is not in archives have no answers
   * @param unpacks whether the code of a key and a device is unpacked, as there is other code that
   *     a loader takes if this one is damaged
   * @param planned the archives that will be otherwise, by their paths without links
   * @throws IOException if a file cannot be read, or changes meanwhile
   */
  List<Load> of(
      Path root,
      Collection<Path> binaries,
      Collection<GpuTarget> devices,
      BiPredicate<String, GpuTarget> unpacks,
      Map<Path, Left> planned,
      Progress progress)
      throws IOException;

  /**
   * Asks for keys of archives, whichever library looks them up. Code is unpacked.
   *
   * @param archives the archives that serve it together, paths without links
   * @param asked the devices by key; a key without an index is also looked up as it is
   * @return where there is code
   * @throws IOException if a file changes meanwhile
   */
  List<Load> of(List<Path> archives, Map<BinaryKey, Set<GpuTarget>> asked, Progress progress)
      throws IOException;

  /** Returns the one that the program has. */
  static Loads installed() {
    ModuleLayer layer = Loads.class.getModule().getLayer();
    return (layer == null
            ? ServiceLoader.load(Loads.class, Loads.class.getClassLoader())
            : ServiceLoader.load(layer, Loads.class))
        .findFirst()
        .orElseThrow();
  }
}
