package org.kpackworkbench.model.format.database.known;

import java.util.List;
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
 * and without a separator: {@code gfx942130} is for gfx942 with 304. So the architecture's length
 * decides: three digits up to gfx9, four from gfx10 on.
 */
public final class MiopenDatabase implements DatabaseRecogniser {
  private static final String NAME = "miopen";
  private static final String FOLDER = "(?:.*/)?miopen/db/";
  private static final Pattern FILE =
      Pattern.compile(
          FOLDER
              + "(?=gfx)(?<arch>gfx(?:[6-9][0-9a-f]{2}|1\\d[0-9a-f]{2}))?[^/]*"
              + "\\.(?:kdb|db\\.txt|fdb\\.txt|model)");
  private static final Pattern LIBRARY =
      Pattern.compile(
          "(?:.*/)?(?:lib)?MIOpenCK[^/]*_(?<arch>"
              + Architectures.TARGET
              + ")\\.(?:so|so\\.[^/]*|dll)");
  private static final Pattern COVERED =
      Pattern.compile(FOLDER + "[^/]*|(?:.*/)?(?:lib)?MIOpenCK[^/]*\\.(?:so|so\\.[^/]*|dll)");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<DatabaseFile> recognise(String path) {
    for (Pattern pattern : List.of(FILE, LIBRARY)) {
      Matcher matcher = pattern.matcher(path);
      if (matcher.matches()) {
        @Nullable String arch = matcher.group("arch");
        return Optional.of(new DatabaseFile(NAME, arch == null ? null : GpuTarget.parse(arch)));
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean covers(String path) {
    return COVERED.matcher(path).matches();
  }
}
