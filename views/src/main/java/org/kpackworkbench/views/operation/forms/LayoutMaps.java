package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.format.elf.ElfLayout;
import org.kpackworkbench.views.kit.map.LayoutMapModel;

/** Makes the layout maps of files that are not open. Background threads only. */
final class LayoutMaps {
  private LayoutMaps() {}

  /** The map of a file with its zero pages; empty if it is no binary. Reads all of it. */
  static LayoutMapModel read(Path file, Progress progress) throws IOException {
    try (Document document = StandardFormats.all().open(file, progress)) {
      return document instanceof ElfDocument elf
          ? ElfLayout.of(elf.elf(), elf.place(), elf.ownership(), progress)
          : LayoutMapModel.EMPTY;
    }
  }

  /** The map of a file that is about to be replaced by the output; null if it stays. */
  static @Nullable LayoutMapModel keep(Path input, Path output, Progress progress)
      throws IOException {
    return Files.exists(output) && Files.isSameFile(input, output) ? read(input, progress) : null;
  }
}
