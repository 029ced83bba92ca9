package org.kpackworkbench.views.analysis.resolve;

import java.util.List;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The simulator of a binary with device code, or with a marker instead. */
public final class ResolveViews implements DocumentViewFactory {
  @Override
  public boolean handles(OpenedFile file) {
    return file.as(ElfDocument.class)
        .filter(elf -> new BinarySubject(elf).hasWrappers())
        .isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    ElfDocument elf = file.as(ElfDocument.class).orElseThrow();
    return List.of(new BinarySimulatorView(file, new BinarySubject(elf), context));
  }
}
