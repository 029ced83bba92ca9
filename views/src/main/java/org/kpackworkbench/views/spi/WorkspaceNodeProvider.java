package org.kpackworkbench.views.spi;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.place.Place;

/** Provides the nodes below a file in the workspace tree, level by level. */
public interface WorkspaceNodeProvider {

  /** Whether this provider has rows for a file. Cheap. */
  boolean handles(OpenedFile file);

  /**
   * The rows below {@code parent}, which is the file's place or that of one of these rows. Called
   * on a background thread when the row is opened.
   */
  List<WorkspaceNode> children(OpenedFile file, Place parent) throws IOException;

  /**
   * The rows that lead to a place, from the file down to it; what is no row is left out of account.
   * Other than {@link Place#path} where the tree is arranged in another way than the file. Cheap.
   */
  default List<Place> way(OpenedFile file, Place place) {
    return place.path();
  }

  /** The rows below documents of some type. */
  interface Of<D> {
    /** The rows below a row, as {@link WorkspaceNodeProvider#children}. */
    List<WorkspaceNode> children(D document, Place parent) throws IOException;

    /** The rows that lead to a place, as {@link WorkspaceNodeProvider#way}. */
    default List<Place> way(D document, Place place) {
      return place.path();
    }
  }

  /** Returns the provider of the rows below a type of documents. */
  static <D> WorkspaceNodeProvider of(Class<D> type, Of<D> rows) {
    return new WorkspaceNodeProvider() {
      @Override
      public boolean handles(OpenedFile file) {
        return file.as(type).isPresent();
      }

      @Override
      public List<WorkspaceNode> children(OpenedFile file, Place parent) throws IOException {
        return rows.children(file.as(type).orElseThrow(), parent);
      }

      @Override
      public List<Place> way(OpenedFile file, Place place) {
        return rows.way(file.as(type).orElseThrow(), place);
      }
    };
  }
}
