package org.kpackworkbench.views.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;

/**
 * A file that is open in a tab: its bytes, who owns them, and the model's document. Also a folder
 * that is open as a whole.
 *
 * <p>Immutable; safe for use by many threads. Closing unmaps the file; reads that still run get a
 * {@link FormatException} with reason {@code CLOSED}.
 */
public interface OpenedFile extends AutoCloseable {

  /** Where it lies. */
  Path path();

  /** The file as a place. */
  Place place();

  /** Returns the kind of the file in words, e.g. {@code "kpack archive"}. */
  String kindWords();

  /** Whether it is a folder that is open as a whole; it has no bytes of its own then. */
  default boolean isFolder() {
    return false;
  }

  /** The icon of what it is. */
  default KpackIcon icon() {
    return KpackIcon.UNKNOWN_FILE;
  }

  /** The file's bytes. */
  ByteView bytes();

  /** Who owns the file's bytes. The first call may take time: background threads only. */
  Ownership ownership();

  /** The model's document, where it is of that type: {@code file.as(ElfDocument.class)}. */
  <T> Optional<T> as(Class<T> type);

  /**
   * Returns the problems that stopped the reader, where the file could be read in part; else none.
   */
  List<FormatException> problems();

  /** Whether some of its bytes have a virtual address. */
  default boolean hasVirtualAddresses() {
    return false;
  }

  /** The virtual address at which a byte of the file is mapped, for formats that have one. */
  default OptionalLong virtualAddress(long fileOffset) {
    return OptionalLong.empty();
  }

  /** The file offset behind a virtual address, for formats that have one. */
  default OptionalLong fileOffset(long virtualAddress) {
    return OptionalLong.empty();
  }

  /**
   * The bytes of a code object that has to be unpacked. Takes time: background threads only.
   *
   * @param container a place for which {@link Place#container} of its children is itself
   */
  default InnerBytes inner(Place container) throws IOException {
    throw FormatException.in(path().toString(), "code object", "", FormatException.Reason.NOT_FOUND)
        .mismatch("a code object that can be unpacked", container.label());
  }

  /** Unpacked bytes with their owners. */
  record InnerBytes(ByteView bytes, Ownership ownership) {}

  @Override
  void close() throws IOException;
}
