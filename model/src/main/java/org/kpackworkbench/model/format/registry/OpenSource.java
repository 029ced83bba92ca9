package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Place;

/**
 * Source that a document was opened from.
 *
 * @param place where it is
 * @param bytes its bytes
 * @param file the file that ends with the document; null if it belongs to another document
 */
public record OpenSource(Place place, ByteView bytes, @Nullable OpenFile file) {
  /** Closes the file, where it ends with the document. */
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
