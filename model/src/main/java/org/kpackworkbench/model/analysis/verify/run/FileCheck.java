package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.Agreements;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.analysis.verify.BrokenSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Origin;
import org.kpackworkbench.model.analysis.verify.CoffSubject;
import org.kpackworkbench.model.analysis.verify.FileKind;
import org.kpackworkbench.model.analysis.verify.FileSubject;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.LibrarySubject;
import org.kpackworkbench.model.analysis.verify.ManifestSubject;
import org.kpackworkbench.model.analysis.verify.TreeFileSubject;
import org.kpackworkbench.model.analysis.verify.context.Surroundings;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.ar.ArClaims;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StoredBlobs;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.FormatDetector;
import org.kpackworkbench.model.format.registry.LfsPointer;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/** Reads one file, makes subjects of it and its parts, and has them checked. */
final class FileCheck {
  private final Checks checks;
  private final Surroundings around;
  private final int threads;
  private final Progress progress;
  private final List<NotChecked> notChecked = new ArrayList<>();

  FileCheck(Checks checks, Surroundings around, int threads, Progress progress) {
    this.checks = checks;
    this.around = around;
    this.threads = threads;
    this.progress = progress;
  }

  /**
   * Checks a whole file.
   *
   * @param named whether it was asked for by its name
   * @return what of it was not checked
   */
  List<NotChecked> file(Path path, ByteView bytes, boolean named) throws IOException {
    Place place = new Place.File(path);
    Format format = FormatDetector.detect(bytes);
    FileKind kind = FileKind.of(format, path);
    checks.run(new FileSubject(place, bytes, format));
    checkInTree(place, bytes, kind);
    if (kind != FileKind.OTHER) {
      check(place, bytes, kind);
    }
    if (checks.checkedSomething()) {
      return notChecked.stream().map(each -> each.as(format, named)).toList();
    }
    if (!notChecked.isEmpty()) {
      return List.of(notChecked.getFirst().as(format, named));
    }
    if (kind != FileKind.OTHER) {
      String advice = "No rule that was asked for is about it";
      return List.of(new NotChecked(path, format, format.words(), advice, named));
    }
    String what =
        LfsPointer.of(bytes)
            .filter(pointer -> format == Format.LFS_POINTER)
            .map(LfsPointer::words)
            .orElse(format.words());
    return List.of(new NotChecked(path, format, what, advice(path, format), named));
  }

  /** A packed artifact is unpacked by its name. */
  private static String advice(Path path, Format format) {
    return ArtifactInput.isPackedName(String.valueOf(path.getFileName())) && format.isPacked()
        ? "Packed artifacts are checked when they are named NAME_COMPONENT_TARGET.tar.zst; unpack"
            + " others, and name the folder"
        : format.advice();
  }

  /** Remembers what of a file is not checked. */
  private void leaveOut(Place place, String what, String advice) {
    notChecked.add(new NotChecked(place.file(), Format.UNKNOWN, what, advice, false));
  }

  /** Checks a file as one of its tree, if it has one. */
  private void checkInTree(Place place, ByteView bytes, FileKind kind) throws IOException {
    TreePosition position = around.of(place.file());
    if (position.home().layout() != TreeLayout.LOOSE) {
      checks.run(new TreeFileSubject(place, bytes, position, kind, around));
    }
  }

  /** Checks a file, or a member of one. */
  private void check(Place place, ByteView bytes, FileKind kind) throws IOException {
    try {
      switch (kind) {
        case ARCHIVE -> archive(place, bytes);
        case MANIFEST -> manifest(place, bytes);
        case CODE_OBJECT ->
            checks.run(
                CodeObjectSubject.of(
                    new Origin(place, -1, List.of(), true, true), bytes, new Agreements()));
        case HOST -> host(place, bytes);
        case BUNDLE -> bundles(place, bytes);
        case LIBRARY -> library(place, bytes);
        case WINDOWS -> windows(place, bytes);
        case OTHER -> {}
      }
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      if (failure.reason() == Reason.UNSUPPORTED && place instanceof Place.File) {
        String what = FormatDetector.detect(bytes).words();
        leaveOut(place, "%s (%s)".formatted(what, failure.words()), "Such files are not read");
      } else {
        checks.run(new BrokenSubject(place, bytes, kind.words(), failure));
      }
    }
  }

  private void windows(Place place, ByteView bytes) throws IOException {
    CoffFile coff = CoffFile.read(bytes);
    checks.run(new CoffSubject(place, bytes, coff));
    for (CoffSection section : coff.sections()) {
      if (section.role() != CoffSection.Role.OTHER) {
        leaveOut(
            place,
            "the %s in section %s".formatted(section.role().words(), section.name()),
            "Of Windows binaries the headers are checked");
      }
    }
  }

  private void archive(Place place, ByteView bytes) throws IOException {
    try (KpackArchive archive = KpackArchive.read(bytes, place, around.budget())) {
      StoredBlobs blobs = archive.refusal() == null ? archive.blobs(progress) : null;
      checks.run(new ArchiveSubject(place, bytes, archive, null, blobs, position(place)));
      if (blobs != null) {
        new BlobPass(archive, blobs, checks, progress).run(threads);
      }
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      checks.run(new ArchiveSubject(place, bytes, null, failure, null, position(place)));
    }
  }

  /** Checks a manifest with the archives in its folder. */
  void manifest(Place place, ByteView bytes) throws IOException {
    ManifestFile manifest = ManifestFile.read(bytes, place);
    checks.run(
        new ManifestSubject(
            place,
            bytes,
            manifest,
            ManifestDiskCheck.run(place.file(), manifest.manifest(), true, progress),
            around.of(place.file())));
  }

  private void host(Place place, ByteView bytes) throws IOException {
    ElfFile elf = ElfFile.read(bytes);
    FatBinary fat = FatBinary.read(elf, progress);
    checks.run(
        new HostSubject(
            place,
            fat,
            elf.header().isObject() ? List.of() : LayoutVerifier.verify(elf),
            around,
            position(place)));
    new BundlePass(bytes, OffloadPlaces.of(fat, place), false, checks, around.budget(), progress)
        .run(place, fat.bundles(), threads);
    String sections =
        fat.relocatable().stream()
            .map(code -> code.section().name())
            .distinct()
            .collect(Collectors.joining(", "));
    if (!sections.isEmpty()) {
      String of = place instanceof Place.Member member ? " of member " + member.name() : "";
      leaveOut(
          place,
          "the device code%s in %s".formatted(of, sections),
          "Of code that is not linked yet the sections are not looked into");
    }
  }

  private void bundles(Place place, ByteView bytes) throws IOException {
    BundleFile file = BundleFile.read(bytes);
    new BundlePass(bytes, OffloadPlaces.of(file, place), true, checks, around.budget(), progress)
        .run(place, file.bundles(), threads);
  }

  private void library(Place place, ByteView bytes) throws IOException {
    StaticLibrary library = StaticLibrary.read(bytes);
    checks.run(new LibrarySubject(place, bytes, library));
    if (library.thin() && !library.members().isEmpty()) {
      leaveOut(place, "the members of a thin library", "They are files of their own: name those");
    }
    Map<Format, List<String>> others = new EnumMap<>(Format.class);
    for (ArMember member : library.thin() ? List.<ArMember>of() : library.members()) {
      progress.step(0);
      ByteView content = library.content(member);
      FileKind kind = FileKind.of(content);
      if (kind == FileKind.HOST || kind == FileKind.CODE_OBJECT || kind == FileKind.BUNDLE) {
        check(ArClaims.place(library, place, member), content, kind);
      } else if (content.size() > 0) {
        others
            .computeIfAbsent(FormatDetector.detect(content), each -> new ArrayList<>())
            .add(member.name());
      }
    }
    others.forEach(
        (format, names) ->
            leaveOut(
                place,
                names.size() == 1
                    ? "member %s (%s)".formatted(names.getFirst(), format.words())
                    : "%d members, such as %s (%s)"
                        .formatted(names.size(), names.getFirst(), format.words()),
                "Of static libraries objects, code objects and bundles are checked"));
  }

  private @Nullable TreePosition position(Place place) {
    return place instanceof Place.File ? around.of(place.file()) : null;
  }
}
