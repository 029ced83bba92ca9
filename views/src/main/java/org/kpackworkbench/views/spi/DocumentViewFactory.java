package org.kpackworkbench.views.spi;

import java.util.List;

/** Makes the views for one kind of document. */
@FunctionalInterface
public interface DocumentViewFactory {

  /**
   * The views of a file in the order of their tabs; none of a file of another kind. Several
   * factories may have some. UI thread: creates objects, reads nothing; nodes are created on first
   * use.
   */
  List<DocumentView> create(OpenedFile file, ViewContext context);

  /** Makes the views of a document of some type. */
  @FunctionalInterface
  interface Of<D> {
    /** The views of a document, as {@link DocumentViewFactory#create}. */
    List<DocumentView> create(D document, OpenedFile file, ViewContext context);
  }

  /** Returns the factory of the views of a type of documents. */
  static <D> DocumentViewFactory of(Class<D> type, Of<D> views) {
    return (file, context) ->
        file.as(type).map(document -> views.create(document, file, context)).orElse(List.of());
  }
}
