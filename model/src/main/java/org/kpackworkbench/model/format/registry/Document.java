package org.kpackworkbench.model.format.registry;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;

/**
 * Something that was opened: a file, or a code object or member inside one.
 *
 * <p>Immutable; safe for use by many threads. A document that could be read in part has {@link
 * #problems} and shows the rest. Closing it closes the file it was opened from; a document inside
 * another one ends with that one.
 */
public sealed interface Document extends AutoCloseable
    permits ArchiveDocument,
        BundleDocument,
        CodeObjectDocument,
        CoffDocument,
        ElfDocument,
        ManifestDocument,
        OtherDocument,
        StaticLibraryDocument {

  /** Where it is: a file, a member, a code object. */
  Place place();

  /** The file that holds it. */
  default Path path() {
    return place().file();
  }

  /** What it is. */
  Format format();

  /** Its bytes. */
  ByteView bytes();

  /**
   * Who owns its bytes. Made when first asked for, which may take a pass over tables: not for the
   * UI thread.
   */
  Ownership ownership();

  /** What could not be read; empty where all could. */
  List<FormatException> problems();

  /** The code objects in it. */
  CodeObjects codeObjects();

  @Override
  void close();
}
