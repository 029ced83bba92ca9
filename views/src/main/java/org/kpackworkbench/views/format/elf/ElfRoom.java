package org.kpackworkbench.views.format.elf;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** Host binaries in the window. */
public final class ElfRoom implements FormatRoom {

  @Override
  public Format format() {
    return ElfFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.ELF_LIBRARY;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(new ElfViews());
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(new ElfNodes());
  }
}
