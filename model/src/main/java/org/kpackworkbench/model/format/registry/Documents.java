package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/** Opens documents, by content. */
public final class Documents {
  /** How far texts are searched for what a loader wrote, and how far what is no text. */
  private static final long LOG_TEXT_BYTES = 256L << 20;

  private static final long LOG_GARBAGE_BYTES = 16L << 20;

  private Documents() {}

  /**
   * Opens a file. A file whose format is known but whose beginning is broken becomes an {@link
   * OtherDocument} of that format, with the problem, so that its bytes can be looked at.
   *
   * @throws IOException where the file cannot be opened or mapped
   */
  public static Document open(Path path, Progress progress) throws IOException {
    MappedFile file = MappedFile.open(path);
    try {
      return read(new OpenSource(new Place.File(path), file.view(), file), progress);
    } catch (IOException | RuntimeException failure) {
      file.close();
      throw failure;
    }
  }

  /**
   * Opens something inside a document: a member, a code object. It ends with that document.
   *
   * @param place what it is
   * @param bytes its bytes
   */
  public static Document read(Place place, ByteView bytes, Progress progress)
      throws FormatException {
    return read(new OpenSource(place, bytes, null), progress);
  }

  private static Document read(OpenSource source, Progress progress) throws FormatException {
    Format format = FormatDetector.detect(source.bytes());
    try {
      return read(source, format, progress);
    } catch (FormatException failure) {
      return switch (failure.reason()) {
        case FILE_CHANGED, CLOSED -> throw failure;
        default -> new OtherDocument(source, format, List.of(failure));
      };
    }
  }

  private static Document read(OpenSource source, Format format, Progress progress)
      throws FormatException {
    return switch (format) {
      case KPACK -> new ArchiveDocument(source);
      case KPM -> new ManifestDocument(source);
      case ELF -> new ElfDocument(source, progress);
      case CODE_OBJECT -> new CodeObjectDocument(source);
      case BUNDLE -> new BundleDocument(source);
      case STATIC_LIBRARY -> new StaticLibraryDocument(source, progress);
      case COFF -> new CoffDocument(source);
      default -> new OtherDocument(source, refined(source, format), List.of());
    };
  }

  /** A log is a text by its first bytes, or garbage; what a loader wrote may stand far below. */
  private static Format refined(OpenSource source, Format format) throws FormatException {
    long looked =
        switch (format) {
          case TEXT -> LOG_TEXT_BYTES;
          case UNKNOWN -> LOG_GARBAGE_BYTES;
          default -> 0;
        };
    return looked > 0 && DebugLog.isIn(source.bytes(), looked) ? Format.DEBUG_LOG : format;
  }
}
