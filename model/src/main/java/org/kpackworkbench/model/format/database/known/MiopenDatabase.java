package org.kpackworkbench.model.format.database.known;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.DatabaseRecogniser;

/**
 * MIOpen's tuning data and kernels, and its libraries of kernels for one architecture. In {@code
 * miopen/db} the number of compute units follows the architecture, above 64 in hexadecimal digits
 * and without a separator: {@code gfx942130} is for gfx942 with 304. So the longest known target
 * that the name begins with decides.
 */
public final class MiopenDatabase implements DatabaseRecogniser {
  private static final String NAME = "miopen";
  private static final String FOLDER = "(?:.*/)?miopen/db/";
  private static final Pattern FILE =
      Pattern.compile(FOLDER + "(?<name>gfx[^/]*)\\.(?:kdb|db\\.txt|fdb\\.txt|model)");
  private static final Pattern LIBRARY =
      Pattern.compile(
          "(?:.*/)?(?:lib)?MIOpenCK[^/]*_(?<arch>"
              + Architectures.TARGET
              + ")\\.(?:so|so\\.[^/]*|dll)");
  private static final Pattern COVERED =
      Pattern.compile(FOLDER + "[^/]*|(?:.*/)?(?:lib)?MIOpenCK[^/]*");

  private static final Pattern REST = Pattern.compile("(?<units>[0-9a-f]{2,3})?(?:[-_.].*)?");

  private static final int MOST_DECIMAL_UNITS = 64;
  private static final int MOST_UNITS = 1024;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<DatabaseFile> recognise(String path) {
    Matcher file = FILE.matcher(path);
    if (file.matches()) {
      return Optional.of(new DatabaseFile(NAME, begins(file.group("name"))));
    }
    Matcher library = LIBRARY.matcher(path);
    return library.matches()
        ? Optional.ofNullable(Architectures.known(library.group("arch")))
            .map(target -> new DatabaseFile(NAME, target))
        : Optional.empty();
  }

  /** The longest target that a name begins with; null if there is none. */
  private static @Nullable GpuTarget begins(String name) {
    for (int end = name.length(); end > 0; end--) {
      @Nullable GpuTarget target = Architectures.known(name.substring(0, end));
      if (target != null && isRest(name.substring(end))) {
        return target;
      }
    }
    return null;
  }

  private static boolean isRest(String text) {
    Matcher rest = REST.matcher(text);
    if (!rest.matches()) {
      return false;
    }
    @Nullable String digits = rest.group("units");
    int units = digits == null ? MOST_UNITS : Integer.parseInt(digits, 16);
    return units > MOST_DECIMAL_UNITS && units <= MOST_UNITS;
  }

  @Override
  public boolean covers(String path) {
    return COVERED.matcher(path).matches();
  }
}
