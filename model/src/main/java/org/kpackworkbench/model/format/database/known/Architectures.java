package org.kpackworkbench.model.format.database.known;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * Finds architectures in names of files and folders. What only looks like one is none: an artifact
 * of that name would be installed on no GPU.
 */
final class Architectures {
  /**
   * Pattern of a processor's name; {@link #known} says whether there is such a processor. hipBLASLt
   * has folders for revisions of one, {@code gfx1250v0}.
   */
  static final String PROCESSOR =
      "gfx(?:\\d+(?:-\\d+)?-generic|\\d[0-9a-f]{2,3}(?:[-_]strict|v\\d{1,2})?)";

  private static final Pattern REVISION = Pattern.compile("^(?<processor>gfx[0-9a-f]+)v\\d{1,2}");

  /** A processor with its features. */
  static final String TARGET =
      PROCESSOR + "(?:[-_](?:xnack|sramecc)[-+pm]|:(?:xnack|sramecc)[-+])*";

  private static final Pattern WHOLE = Pattern.compile(TARGET);
  private static final Pattern WITHIN =
      Pattern.compile("(?<![A-Za-z0-9])" + TARGET + "(?![A-Za-z0-9])");

  private Architectures() {}

  /** The architecture that a name is; null if it is none. */
  static @Nullable GpuTarget whole(String name) {
    return WHOLE.matcher(name).matches() ? known(name) : null;
  }

  /**
   * The target of a name, if LLVM has its processor; else null. A revision is that of its
   * processor, which is what its code objects are compiled for.
   */
  static @Nullable GpuTarget known(String name) {
    GpuTarget target = GpuTarget.lenient(REVISION.matcher(name).replaceFirst("${processor}"));
    return GpuTable.isTarget(target.processor()) ? target : null;
  }

  /** Returns the only architecture in a name; null if it has none, or several. */
  static @Nullable GpuTarget within(String name) {
    Matcher matcher = WITHIN.matcher(name);
    List<GpuTarget> found = new ArrayList<>();
    while (matcher.find()) {
      GpuTarget target = known(matcher.group());
      if (target != null && !found.contains(target)) {
        found.add(target);
      }
    }
    return found.size() == 1 ? found.getFirst() : null;
  }
}
