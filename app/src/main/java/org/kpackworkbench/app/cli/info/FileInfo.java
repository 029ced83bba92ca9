package org.kpackworkbench.app.cli.info;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.ArchiveDocument;
import org.kpackworkbench.model.format.registry.BundleDocument;
import org.kpackworkbench.model.format.registry.CodeObjectDocument;
import org.kpackworkbench.model.format.registry.CoffDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.model.format.registry.ManifestDocument;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.model.format.registry.StaticLibraryDocument;

/** What there is to say of a document, behind its name, format and size. */
public interface FileInfo {

  /** Fields of the JSON document. */
  void json(JsonOut out) throws IOException;

  /** Lines of text. */
  void text(TextOut out) throws IOException;

  /** What of it is damaged; asked for after the rest. */
  List<FormatException> problems();

  /** Words that say more than the format's, e.g. {@code "shared object for x86-64"}. */
  default String words() {
    return "";
  }

  /**
   * Finds out what there is to say.
   *
   * @param checksums whether to read whole files to compare their checksums
   */
  static FileInfo of(Document document, boolean checksums, Progress progress) throws IOException {
    return switch (document) {
      case ArchiveDocument archive -> ArchiveInfo.of(archive, progress);
      case BundleDocument bundle -> new BundleInfo(bundle);
      case CodeObjectDocument code -> new CodeObjectInfo(code);
      case CoffDocument coff -> new CoffInfo(coff);
      case ElfDocument elf -> new ElfInfo(elf);
      case ManifestDocument manifest -> ManifestInfo.of(manifest, checksums, progress);
      case StaticLibraryDocument library -> new StaticLibraryInfo(library);
      case OtherDocument other -> new OtherInfo(other);
    };
  }
}
