package org.kpackworkbench.model.format.database.known;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;

/** Finds architectures in names of files and folders. */
final class Architectures {
  /** A processor's name, or that of several. */
  static final String PROCESSOR =
      "gfx(?:\\d+(?:-\\d+)?-generic|\\d[0-9a-f]{2,3}(?:[-_]strict)?|\\d[0-9a-f]*x{1,2})";

  /** A processor with its features. */
  static final String TARGET =
      PROCESSOR + "(?:[-_](?:xnack|sramecc)[-+pm]|:(?:xnack|sramecc)[-+])*";

  private static final Pattern WHOLE = Pattern.compile(TARGET);
  private static final Pattern WITHIN =
      Pattern.compile("(?<![A-Za-z0-9])" + TARGET + "(?![A-Za-z0-9])");

  private Architectures() {}

  /** The architecture that a name is; null if it is none. */
  static @Nullable GpuTarget whole(String name) {
    return WHOLE.matcher(name).matches() ? GpuTarget.parse(name) : null;
  }

  /** The one architecture that a name has in it; null if it has none, or several. */
  static @Nullable GpuTarget within(String name) {
    Matcher matcher = WITHIN.matcher(name);
    List<GpuTarget> found = new ArrayList<>();
    while (matcher.find()) {
      GpuTarget target = GpuTarget.parse(matcher.group());
      if (!found.contains(target)) {
        found.add(target);
      }
    }
    return found.size() == 1 ? found.getFirst() : null;
  }
}
