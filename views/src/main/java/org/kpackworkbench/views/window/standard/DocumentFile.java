package org.kpackworkbench.views.window.standard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Documents;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.model.format.registry.FormatDetector;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;

/** A file that is open in the window, by way of its {@link Document}. */
public final class DocumentFile implements OpenedFile, CodeObjectSource {
  private final Document document;
  private final InnerDocuments inner;

  private DocumentFile(Document document) {
    this.document = document;
    this.inner = new InnerDocuments(document.codeObjects());
  }

  /** Opens a file of any kind, or a folder as a whole; not for the UI thread. */
  public static OpenedFile load(Path path, Progress progress) throws IOException {
    if (Files.isDirectory(path)) {
      return FolderFile.load(path);
    }
    Document document = Documents.open(path, progress);
    try {
      return new DocumentFile(document);
    } catch (RuntimeException failure) {
      document.close();
      throw failure;
    }
  }

  /**
   * Whether a file is of a kind that has views, told by its first bytes; for opening whole folders.
   * What cannot be read is not. Not for the UI thread.
   */
  public static boolean worthOpening(Path path) {
    try (MappedFile file = MappedFile.open(path)) {
      return FormatDetector.detect(file.view()).isRead();
    } catch (IOException unreadable) {
      return false;
    }
  }

  @Override
  public Document document() {
    return document;
  }

  @Override
  public Document inner(Place.CodeObject place, Progress progress) throws IOException {
    return inner.get(place, progress);
  }

  @Override
  public Path path() {
    return document.path();
  }

  @Override
  public Place place() {
    return document.place();
  }

  @Override
  public String kindWords() {
    return document.format().words();
  }

  @Override
  public KpackIcon icon() {
    return switch (document.format()) {
      case KPACK -> KpackIcon.ARCHIVE;
      case KPM -> KpackIcon.MANIFEST;
      case ELF, COFF -> KpackIcon.ELF_LIBRARY;
      case CODE_OBJECT -> KpackIcon.CODE_OBJECT;
      case BUNDLE -> KpackIcon.BUNDLE;
      case STATIC_LIBRARY -> KpackIcon.STATIC_LIBRARY;
      case SQLITE -> KpackIcon.DATABASE;
      default -> document.format().isText() ? KpackIcon.TEXT_FILE : KpackIcon.UNKNOWN_FILE;
    };
  }

  @Override
  public ByteView bytes() {
    return document.bytes();
  }

  @Override
  public Ownership ownership() {
    return document.ownership();
  }

  @Override
  public <T> Optional<T> as(Class<T> type) {
    if (type.isInstance(document)) {
      return Optional.of(type.cast(document));
    }
    return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
  }

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }

  @Override
  public OptionalLong virtualAddress(long fileOffset) {
    return document instanceof ElfDocument elf
        ? elf.elf().addresses().addressOf(fileOffset)
        : OptionalLong.empty();
  }

  @Override
  public OptionalLong fileOffset(long virtualAddress) {
    return document instanceof ElfDocument elf
            && elf.elf().addresses().locate(virtualAddress)
                instanceof AddressMap.InFile(long offset, var segment)
        ? OptionalLong.of(offset)
        : OptionalLong.empty();
  }

  @Override
  public InnerBytes inner(Place container) throws IOException {
    if (container instanceof Place.CodeObject place) {
      Document code = inner.get(place, Progress.NONE);
      return new InnerBytes(code.bytes(), code.ownership());
    }
    return OpenedFile.super.inner(container);
  }

  @Override
  public void close() throws IOException {
    try {
      document.close();
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
  }
}
