package org.kpackworkbench.model.analysis.verify;

import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.FormatDetector;

/** What a file is worked on as: told by its content, and only for want of that by its name. */
public enum FileKind {
  /** A {@code .kpack} archive. */
  ARCHIVE("an archive"),
  /** A {@code .kpm} manifest. */
  MANIFEST("a manifest"),
  /** A GPU code object. */
  CODE_OBJECT("a code object"),
  /** Any other ELF file. */
  HOST("an ELF file"),
  /** A file of bundles. */
  BUNDLE("a bundle"),
  /** A static library. */
  LIBRARY("a static library"),
  /** A Windows binary. */
  WINDOWS("a Windows binary"),
  /** Something else. */
  OTHER("anything that is known");

  private final String words;

  FileKind(String words) {
    this.words = words;
  }

  /** What it is, with an article. */
  public String words() {
    return words;
  }

  /** The kind of a file. */
  public static FileKind of(Path path, ByteView bytes) throws FormatException {
    return of(FormatDetector.detect(bytes), path);
  }

  /** Of a file whose format is known. */
  public static FileKind of(Format format, Path path) {
    FileKind known = of(format);
    if (known != OTHER || format == Format.LFS_POINTER) {
      return known;
    }
    // A damaged or foreign beginning does not turn an archive into something that needs no
    // checking.
    String name = String.valueOf(path.getFileName());
    return name.endsWith(".kpack") ? ARCHIVE : name.endsWith(".kpm") ? MANIFEST : OTHER;
  }

  /** Of a part of a file, which has no name of its own. */
  public static FileKind of(ByteView bytes) throws FormatException {
    return of(FormatDetector.detect(bytes));
  }

  private static FileKind of(Format format) {
    return switch (format) {
      case KPACK -> ARCHIVE;
      case KPM -> MANIFEST;
      case CODE_OBJECT -> CODE_OBJECT;
      case ELF -> HOST;
      case BUNDLE -> BUNDLE;
      case STATIC_LIBRARY -> LIBRARY;
      case COFF -> WINDOWS;
      default -> OTHER;
    };
  }
}
