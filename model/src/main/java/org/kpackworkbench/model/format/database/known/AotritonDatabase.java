package org.kpackworkbench.model.format.database.known;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.DatabaseRecogniser;

/**
 * AOTriton's kernels, in a folder for each GPU or family of GPUs. Some families have other names
 * there than elsewhere.
 */
public final class AotritonDatabase implements DatabaseRecogniser {
  private static final String NAME = "aotriton";
  private static final String IMAGES = "aotriton.images";
  private static final String VENDOR = "amd-";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<DatabaseFile> recognise(String path) {
    List<String> parts = List.of(path.split("/", -1));
    for (int i = 0; i + 2 < parts.size(); i++) {
      String next = parts.get(i + 1);
      if (parts.get(i).equals(IMAGES) && next.startsWith(VENDOR)) {
        return file(next.substring(VENDOR.length()));
      }
      boolean kernels = parts.get(i).equals(NAME) && next.equals("kernels");
      if (kernels && i + 3 < parts.size() && path.endsWith(".hsaco")) {
        return file(parts.get(i + 2));
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean covers(String path) {
    return ("/" + path).contains("/" + IMAGES + "/")
        || ("/" + path).contains("/" + NAME + "/kernels/");
  }

  private static Optional<DatabaseFile> file(String folder) {
    @Nullable GpuTarget architecture =
        folder.endsWith("x")
            ? GpuTable.key(folder).map(GpuTarget::of).orElse(null)
            : Architectures.whole(folder);
    return Optional.of(new DatabaseFile(NAME, architecture));
  }
}
