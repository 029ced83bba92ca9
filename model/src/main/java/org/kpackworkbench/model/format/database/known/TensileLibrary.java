package org.kpackworkbench.model.format.database.known;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.DatabaseRecogniser;

/** {@code NAME/library/} with kernels and their tables, in one folder or in one for each GPU. */
abstract class TensileLibrary implements DatabaseRecogniser {
  private static final String LIBRARY = "library";
  private static final List<String> ENDINGS = List.of(".co", ".hsaco", ".dat");

  @Override
  public final Optional<DatabaseFile> recognise(String path) {
    List<String> parts = List.of(path.split("/", -1));
    for (int i = 0; i + 2 < parts.size(); i++) {
      if (parts.get(i).equals(name()) && parts.get(i + 1).equals(LIBRARY)) {
        return inLibrary(parts.subList(i + 2, parts.size()));
      }
    }
    return Optional.empty();
  }

  private Optional<DatabaseFile> inLibrary(List<String> parts) {
    String file = parts.getLast();
    @Nullable GpuTarget folder = parts.size() > 1 ? Architectures.whole(parts.getFirst()) : null;
    boolean ours =
        folder != null || (parts.size() == 1 && ENDINGS.stream().anyMatch(file::endsWith));
    if (!ours) {
      return Optional.empty();
    }
    @Nullable GpuTarget named = Architectures.within(file);
    return Optional.of(new DatabaseFile(name(), named == null ? folder : named));
  }
}
