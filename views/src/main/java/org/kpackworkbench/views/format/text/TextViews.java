package org.kpackworkbench.views.format.text;

import java.util.List;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The view of files of text. */
public final class TextViews implements DocumentViewFactory {
  /** An area of text becomes slow above this. */
  static final long MOST_BYTES = 4L << 20;

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(OtherDocument.class).filter(TextViews::isText).isPresent();
  }

  private static boolean isText(OtherDocument document) {
    return document.format().isText() && document.bytes().size() <= MOST_BYTES;
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    return List.of(new TextView(file, context));
  }
}
