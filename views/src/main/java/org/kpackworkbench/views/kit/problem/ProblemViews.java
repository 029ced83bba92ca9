package org.kpackworkbench.views.kit.problem;

import java.util.List;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The view of a file that could not be read as what it is. */
public final class ProblemViews implements DocumentViewFactory {
  @Override
  public boolean handles(OpenedFile file) {
    return file.as(OtherDocument.class).isPresent() && !file.problems().isEmpty();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    return List.of(new ProblemView(file, context));
  }
}
