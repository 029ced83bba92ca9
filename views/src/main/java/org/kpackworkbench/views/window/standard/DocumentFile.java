package org.kpackworkbench.views.window.standard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.FormatRooms;
import org.kpackworkbench.views.spi.OpenedFile;

/** A file that is open in the window, by way of its {@link Document}. */
public final class DocumentFile implements OpenedFile, CodeObjectSource {
  private final Document document;
  private final FormatRooms rooms;
  private final InnerDocuments inner;

  private DocumentFile(Document document, FormatRooms rooms) {
    this.document = document;
    this.rooms = rooms;
    this.inner = new InnerDocuments(document.codeObjects(), rooms.formats());
  }

  /** Opens a file or folder with all formats that there are. */
  public static OpenedFile load(Path path, Progress progress) throws IOException {
    return load(path, StandardViews.rooms(), progress);
  }

  /** Opens a file of any kind, or a folder as a whole; not for the UI thread. */
  public static OpenedFile load(Path path, FormatRooms rooms, Progress progress)
      throws IOException {
    if (Files.isDirectory(path)) {
      return FolderFile.load(path, rooms);
    }
    Optional<PackageFile> file = PackageFile.open(path, UnpackBudget.one(), progress);
    if (file.isPresent()) {
      return FolderFile.load(file.get(), rooms);
    }
    Path inside = Packages.inside(path, UnpackBudget.one(), progress).toAbsolutePath();
    if (Files.isDirectory(inside)) {
      return FolderFile.load(inside, rooms);
    }
    Document document = rooms.formats().open(inside, progress);
    try {
      return new DocumentFile(document, rooms);
    } catch (RuntimeException failure) {
      document.close();
      throw failure;
    }
  }

  /**
   * Whether a file is of a kind that has views, detected from its first bytes; for opening whole
   * folders. What cannot be read is not. Not for the UI thread.
   */
  public static boolean worthOpening(Path path, Formats formats) {
    try (OpenFile file = OpenFile.open(path)) {
      return formats.detect(file.view()).isRead();
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
    return rooms.icon(document.format());
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
  public boolean hasVirtualAddresses() {
    return document.virtualAddresses().isPresent();
  }

  @Override
  public OptionalLong virtualAddress(long fileOffset) {
    return document
        .virtualAddresses()
        .map(addresses -> addresses.addressOf(fileOffset))
        .orElse(OptionalLong.empty());
  }

  @Override
  public OptionalLong fileOffset(long virtualAddress) {
    return document
        .virtualAddresses()
        .map(addresses -> addresses.fileOffsetOf(virtualAddress))
        .orElse(OptionalLong.empty());
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

  /**
   * The code objects of a file that were looked into last, as documents, so that several views of
   * one do not unpack it several times. Safe for use by many threads.
   */
  private static final class InnerDocuments {
    private static final int MOST_KEPT = 4;
    private static final long MOST_KEPT_BYTES = 256L << 20;

    private final CodeObjects codeObjects;

    private final Formats formats;
    private final Map<Place.CodeObject, Document> kept = new LinkedHashMap<>(8, 0.75f, true);

    InnerDocuments(CodeObjects codeObjects, Formats formats) {
      this.codeObjects = codeObjects;
      this.formats = formats;
    }

    Document get(Place.CodeObject place, Progress progress) throws IOException {
      synchronized (kept) {
        Document known = kept.get(place);
        if (known != null) {
          return known;
        }
      }
      int row = codeObjects.rowOf(place).orElse(-1);
      if (row < 0) {
        throw FormatException.in(
                place.file().toString(), "code object", "", FormatException.Reason.NOT_FOUND)
            .expected("a code object of this file")
            .found(place.label())
            .build();
      }
      Document document = formats.read(place, codeObjects.load(row, progress), progress);
      keep(place, document);
      return document;
    }

    private void keep(Place.CodeObject place, Document document) {
      synchronized (kept) {
        kept.put(place, document);
        var oldest = kept.values().iterator();
        while (kept.size() > 1 && (kept.size() > MOST_KEPT || keptBytes() > MOST_KEPT_BYTES)) {
          oldest.next();
          oldest.remove();
        }
      }
    }

    private long keptBytes() {
      return kept.values().stream().mapToLong(document -> document.bytes().size()).sum();
    }
  }
}
