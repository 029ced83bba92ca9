package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TargetSum;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.registry.ArchiveDocument;
import org.kpackworkbench.model.format.registry.BundleDocument;
import org.kpackworkbench.model.format.registry.CodeObjectDocument;
import org.kpackworkbench.model.format.registry.CoffDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Documents;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.LfsPointer;
import org.kpackworkbench.model.format.registry.ManifestDocument;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.model.format.registry.StaticLibraryDocument;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.overview.TargetShare;

/**
 * What was found out about a file by looking at it.
 *
 * @param kind what it is
 * @param words that with what matters of it, e.g. {@code archive for gfx942, 12 code objects}
 * @param targets the device code in it, where that stands in tables; a target may occur repeatedly
 */
record LookedAt(FileKind kind, String words, List<TargetShare> targets) {
  LookedAt {
    targets = List.copyOf(targets);
  }

  private static LookedAt of(FileKind kind, String words) {
    return new LookedAt(kind, words, List.of());
  }

  /**
   * Looks at a file or a link, which is not followed. Unpacks nothing. In the background.
   *
   * @param path the way to it from the folder that is open, which tells kernel databases
   */
  static LookedAt at(Path file, String path, Databases databases, Progress progress) {
    LookedAt looked = at(file, progress);
    return switch (looked.kind()) {
      case LINK, UNREADABLE -> looked;
      default -> databases.recognise(path).map(looked::in).orElse(looked);
    };
  }

  /** The same as a file of a kernel database. */
  private LookedAt in(DatabaseFile database) {
    String whose = database.architecture() == null ? "" : " for " + database.architecture();
    return new LookedAt(
        FileKind.DATABASE,
        "%s database%s, %s".formatted(database.database(), whose, words),
        targets);
  }

  private static LookedAt at(Path file, Progress progress) {
    try {
      if (Files.isSymbolicLink(file)) {
        return of(FileKind.LINK, "link to " + Files.readSymbolicLink(file));
      }
      if (!Files.isRegularFile(file)) {
        return of(FileKind.OTHER, "neither file nor folder");
      }
      try (Document document = Documents.open(file, progress)) {
        return of(document);
      }
    } catch (IOException unreadable) {
      return of(FileKind.UNREADABLE, ErrorText.of(unreadable).inOneLine());
    }
  }

  private static LookedAt of(Document document) throws FormatException {
    return switch (document) {
      case ElfDocument elf -> of(elf.fat());
      case ArchiveDocument archive -> of(archive.archive());
      case ManifestDocument manifest -> {
        int archives = manifest.file().manifest().rows().size();
        yield of(FileKind.MANIFEST, "manifest of %s".formatted(FileKind.ARCHIVE.counted(archives)));
      }
      case CodeObjectDocument code -> {
        GpuTarget target = code.code().target();
        yield new LookedAt(
            FileKind.CODE_OBJECT,
            "code object for " + target,
            List.of(new TargetShare(target, 1, document.bytes().size())));
      }
      case BundleDocument bundle -> of(FileKind.BUNDLE, FileKind.BUNDLE.words());
      case StaticLibraryDocument library ->
          of(FileKind.STATIC_LIBRARY, FileKind.STATIC_LIBRARY.words());
      case CoffDocument coff -> of(FileKind.WINDOWS, FileKind.WINDOWS.words());
      case OtherDocument other -> of(other);
    };
  }

  private static LookedAt of(FatBinary fat) {
    String wrappers =
        fat.wrappers().size() == 1 ? "1 wrapper" : fat.wrappers().size() + " wrappers";
    return switch (fat.state()) {
      case FAT -> new LookedAt(FileKind.FAT, "fat, " + wrappers, targets(fat));
      case HOST_ONLY -> of(FileKind.HOST_ONLY, "host-only, " + wrappers);
      case HALF_CONVERTED -> of(FileKind.HALF_CONVERTED, "half-converted");
      case NONE -> of(FileKind.PLAIN, "no device code");
      case NO_WRAPPERS, RELOCATABLE, NO_SECTION_HEADERS ->
          new LookedAt(FileKind.UNCLEAR, fat.state().words(), targets(fat));
    };
  }

  /** The entries of bundles that are not compressed: what is in others, unpacking would tell. */
  private static List<TargetShare> targets(FatBinary fat) {
    List<TargetShare> found = new ArrayList<>();
    for (StoredBundle bundle : fat.bundles()) {
      if (bundle.content() instanceof OffloadBundle plain) {
        for (BundleEntry entry : plain.entries()) {
          GpuTarget target = entry.target();
          if (target != null) {
            found.add(new TargetShare(target, 1, Math.max(0, entry.sizeBytes())));
          }
        }
      }
    }
    return found;
  }

  private static LookedAt of(KpackArchive archive) {
    List<TargetShare> targets = new ArrayList<>();
    for (TargetSum sum : archive.targetSums()) {
      targets.add(new TargetShare(sum.target(), sum.entries(), sum.originalSizeBytes()));
    }
    String whose =
        targets.stream()
            .map(share -> share.target().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    String words =
        "%sarchive%s, %s"
            .formatted(
                archive.problems().isEmpty() ? "" : "damaged ",
                whose.isEmpty() ? "" : " for " + whose,
                FileKind.CODE_OBJECT.counted(archive.entryCount()));
    return new LookedAt(FileKind.ARCHIVE, words, targets);
  }

  private static LookedAt of(OtherDocument other) throws FormatException {
    if (!other.problems().isEmpty()) {
      return of(FileKind.UNREADABLE, other.format().words() + " that cannot be read");
    }
    String name = other.place().label();
    if (name.equals(ArtifactManifest.FILE_NAME)) {
      return of(FileKind.TEXT, "artifact manifest");
    }
    if (other.format() == Format.EMPTY && name.endsWith(ArtifactFolder.PREBUILT)) {
      return of(FileKind.OTHER, "mark of an overlay");
    }
    if (other.format() == Format.LFS_POINTER) {
      String pointer = LfsPointer.of(other.bytes()).map(LfsPointer::words).orElse("");
      return of(FileKind.OTHER, pointer);
    }
    FileKind kind =
        other.format() == Format.SQLITE
            ? FileKind.DATABASE
            : other.format().isText()
                ? FileKind.TEXT
                : other.format().isPacked() ? FileKind.PACKED : FileKind.OTHER;
    return of(kind, other.format().words());
  }
}
