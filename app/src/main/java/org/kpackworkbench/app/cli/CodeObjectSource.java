package org.kpackworkbench.app.cli;

import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.document.ArchiveDocument;
import org.kpackworkbench.model.document.BundleDocument;
import org.kpackworkbench.model.document.CodeObjectDocument;
import org.kpackworkbench.model.document.CodeObjects;
import org.kpackworkbench.model.document.CoffDocument;
import org.kpackworkbench.model.document.Document;
import org.kpackworkbench.model.document.ElfDocument;
import org.kpackworkbench.model.document.ManifestDocument;
import org.kpackworkbench.model.document.OtherDocument;
import org.kpackworkbench.model.document.StaticLibraryDocument;
import org.kpackworkbench.model.manifest.ManifestRow;

/** Gets at the code objects of a file, or says why it has none to list or extract. */
final class CodeObjectSource {
  private CodeObjectSource() {}

  static CodeObjects of(Document document) throws FormatException, CliException {
    FormatException refusal = Input.refusal(document);
    if (refusal != null) {
      throw refusal;
    }
    return switch (document) {
      case ArchiveDocument archive -> archive.codeObjects();
      case BundleDocument bundle -> bundle.codeObjects();
      case CodeObjectDocument code -> code.codeObjects();
      case ElfDocument elf -> elf.codeObjects();
      case StaticLibraryDocument library -> library.codeObjects();
      case CoffDocument coff ->
          throw CliException.failed(
              document.path()
                  + ": the device code of a Windows binary cannot be listed or extracted;"
                  + " info names its sections");
      case ManifestDocument manifest ->
          throw CliException.failed(
              "%s: a manifest holds no code objects; they are in the archives that it names: %s"
                  .formatted(document.path(), archives(manifest)));
      case OtherDocument other -> {
        if (!other.problems().isEmpty()) {
          throw other.problems().getFirst();
        }
        throw CliException.failed(
            "%s: expected an archive, fat binary, object file, static library, bundle or code object, found %s"
                .formatted(document.path(), document.format().words()));
      }
    };
  }

  private static String archives(ManifestDocument manifest) {
    return String.join(
        ", ", manifest.file().manifest().rows().stream().map(ManifestRow::file).toList());
  }

  /** Why a file that could hold code objects holds none. */
  static String whyNone(Document document) {
    return switch (document) {
      case ElfDocument elf ->
          "%s: no code objects: %s".formatted(document.path(), elf.fat().state().words());
      case StaticLibraryDocument library when library.library().thin() ->
          "%s: not known: a thin library only names its members, which are files of their own; ask about those"
              .formatted(document.path());
      default -> "%s: no code objects".formatted(document.path());
    };
  }
}
