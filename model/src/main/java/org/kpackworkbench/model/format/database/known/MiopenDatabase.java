package org.kpackworkbench.model.format.database.known;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.DatabaseRecogniser;

/**
 * MIOpen's tuning data and kernels. The number of compute units follows the architecture, often
 * without a separator: {@code gfx942130} is for gfx942 with 130. So the architecture's length
 * decides: three digits up to gfx9, four from gfx10 on.
 */
public final class MiopenDatabase implements DatabaseRecogniser {
  private static final String NAME = "miopen";
  private static final List<String> ENDINGS = List.of(".kdb", ".db.txt", ".fdb.txt", ".model");
  private static final Pattern FILE =
      Pattern.compile("(?<processor>gfx(?:[6-9][0-9a-f]{2}|1\\d[0-9a-f]{2})).*");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<DatabaseFile> recognise(String path) {
    List<String> parts = List.of(path.split("/", -1));
    int last = parts.size() - 1;
    String file = parts.getLast();
    boolean ours =
        last >= 2
            && parts.get(last - 2).equals(NAME)
            && parts.get(last - 1).equals("db")
            && file.startsWith("gfx")
            && ENDINGS.stream().anyMatch(file::endsWith);
    if (!ours) {
      return Optional.empty();
    }
    Matcher matcher = FILE.matcher(file);
    return Optional.of(
        new DatabaseFile(
            NAME, matcher.matches() ? GpuTarget.of(matcher.group("processor")) : null));
  }
}
