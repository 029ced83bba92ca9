package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.host.ArchivedCode;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.registry.ArchiveDocument;
import org.kpackworkbench.model.format.registry.BundleDocument;
import org.kpackworkbench.model.format.registry.CodeObjectDocument;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.CoffDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.model.format.registry.ManifestDocument;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.model.format.registry.StaticLibraryDocument;

/**
 * Gets at the code objects of a file, or says why it has none to list or extract. Those of a
 * host-only binary are in its archives.
 */
final class CodeObjectSource implements AutoCloseable {
  private final Document document;
  private final CodeObjects codeObjects;
  private final @Nullable ArchivedCode archived;

  private CodeObjectSource(
      Document document, CodeObjects codeObjects, @Nullable ArchivedCode archived) {
    this.document = document;
    this.codeObjects = codeObjects;
    this.archived = archived;
  }

  /**
   * Those of an open file. Archives that are below a folder that is read as a whole are passed
   * over: their turn comes anyway.
   */
  static CodeObjectSource of(Inputs.Item item, Document document, Progress progress)
      throws IOException, CliException {
    FormatException refusal = Input.refusal(document);
    if (refusal != null) {
      throw refusal;
    }
    if (document instanceof ElfDocument elf && ArchivedCode.isMeantBy(elf)) {
      Path root = item.root() == null ? null : item.root().toRealPath();
      ArchivedCode archived =
          ArchivedCode.of(elf, archive -> root == null || !archive.startsWith(root), progress);
      return new CodeObjectSource(document, archived.codeObjects(), archived);
    }
    return new CodeObjectSource(document, own(document), null);
  }

  /** Whether there can be any in a file, as there can be none in a manifest. */
  static boolean canBeIn(Document document) {
    return switch (document) {
      case CoffDocument coff -> false;
      case ManifestDocument manifest -> false;
      case OtherDocument other -> !other.problems().isEmpty();
      case ElfDocument elf -> elf.fat().hasDeviceCode() || !elf.problems().isEmpty();
      default -> true;
    };
  }

  private static CodeObjects own(Document document) throws FormatException, CliException {
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

  /** All of them. */
  CodeObjects codeObjects() {
    return codeObjects;
  }

  /** What is wrong with the file and, where its code is in archives, with those. */
  List<FormatException> problems() {
    List<FormatException> problems = new ArrayList<>(document.problems());
    if (archived != null) {
      problems.addAll(archived.problems());
    }
    return problems;
  }

  /** The archives that hold them; null where they are in the file itself. */
  @Nullable List<Path> archives() {
    return archived == null ? null : archived.archives();
  }

  /** Whether they are in archives, and there are none. */
  boolean missing() {
    return archived != null && archived.isMissing();
  }

  /** Why a file that could hold code objects holds none. */
  String whyNone() {
    return switch (document) {
      case ElfDocument elf when archived != null && archived.archives().isEmpty() ->
          "%s: its device code is in archives, and none is where its marker says: %s"
              .formatted(document.path(), searched(elf));
      case ElfDocument elf when archived != null ->
          "%s: its device code is in archives, and none of these has any of \"%s\": %s"
              .formatted(document.path(), archived.kernelName(), names(archived.archives()));
      case ElfDocument elf ->
          "%s: no code objects: %s".formatted(document.path(), elf.fat().state().words());
      case StaticLibraryDocument library when library.library().thin() ->
          "%s: not known: a thin library only names its members, which are files of their own; ask about those"
              .formatted(document.path());
      default -> "%s: no code objects".formatted(document.path());
    };
  }

  private static String searched(ElfDocument elf) {
    var marker = elf.fat().marker();
    return marker == null ? "" : String.join(" ", marker.searchPaths());
  }

  private static String names(List<Path> archives) {
    return String.join(", ", archives.stream().map(Path::toString).toList());
  }

  @Override
  public void close() {
    if (archived != null) {
      archived.close();
    }
  }
}
