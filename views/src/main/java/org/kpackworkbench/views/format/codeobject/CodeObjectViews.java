package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import java.util.Objects;
import org.kpackworkbench.model.format.registry.ArchiveDocument;
import org.kpackworkbench.model.format.registry.BundleDocument;
import org.kpackworkbench.model.format.registry.CodeObjectDocument;
import org.kpackworkbench.model.format.registry.CoffDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.model.format.registry.StaticLibraryDocument;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of code objects, in files of their own and in files that hold them. */
public final class CodeObjectViews implements DocumentViewFactory {

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(CodeObjectSource.class)
        .map(source -> source.document())
        .filter(CodeObjectViews::mayHold)
        .isPresent();
  }

  private static boolean mayHold(Document document) {
    return document instanceof CodeObjectDocument
        || document instanceof ArchiveDocument
        || document instanceof ElfDocument
        || document instanceof BundleDocument
        || document instanceof StaticLibraryDocument
        || document instanceof CoffDocument;
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    CodeObjectSource source = file.as(CodeObjectSource.class).orElseThrow();
    if (source.document() instanceof CodeObjectDocument document) {
      return CodeObjectPages.of(CodeObjectSubject.of(document), context);
    }
    return List.of(new CodeObjectView(file, source, context));
  }

  static String stylesheet() {
    return Objects.requireNonNull(CodeObjectViews.class.getResource("code-object.css"))
        .toExternalForm();
  }
}
