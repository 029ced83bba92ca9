package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.analysis.verify.BundleSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Filing;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.MismatchCache;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Origin;
import org.kpackworkbench.model.analysis.verify.FileSubject;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.TreeFileSubject;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport.NotChecked;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.host.CoffFormat;
import org.kpackworkbench.model.format.host.CoffSubject;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpack.StoredBlobs;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.BundleFormat;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.LfsPointer;
import org.kpackworkbench.model.format.registry.NamedFormat;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/** Reads one file, makes subjects of it and its parts, and has them checked. */
final class FileCheck implements Checking {
  private final Checks checks;
  private final VerifyContext context;
  private final Formats formats;
  private final int threads;
  private final Progress progress;
  private final List<NotChecked> notChecked = new ArrayList<>();

  /** Formats whose checks go beyond one file: into archives of others, or the pages of a tree. */
  private final Map<Format, PartCheck> deep =
      Map.of(
          KpackFormat.FORMAT, this::archive,
          ElfFormat.FORMAT, this::host,
          CoffFormat.FORMAT, this::host,
          BundleFormat.FORMAT, this::bundles,
          CodeObjectFormat.FORMAT, this::codeObject);

  @FunctionalInterface
  private interface PartCheck {
    void check(Place place, ByteView bytes) throws IOException;
  }

  FileCheck(Checks checks, VerifyContext context, int threads, Formats formats, Progress progress) {
    this.formats = formats;
    this.checks = checks;
    this.context = context;
    this.threads = threads;
    this.progress = progress;
  }

  /**
   * Checks a whole file.
   *
   * @param named whether the request names it
   * @return what of it was not checked
   */
  List<NotChecked> file(Path path, ByteView bytes, boolean named) throws IOException {
    Place place = new Place.File(path);
    Format format = formats.detect(bytes);
    Format kind = formats.kind(format, path);
    checks.run(new FileSubject(place, bytes, format));
    checkInTree(place, bytes, kind);
    if (kind.isRead() || kind.use() == Format.Use.PACKAGE) {
      check(place, bytes, kind);
    }
    if (checks.checkedSomething()) {
      return notChecked.stream().map(each -> each.as(format, named)).toList();
    }
    if (!notChecked.isEmpty()) {
      return List.of(notChecked.getFirst().as(format, named));
    }
    if (kind.isRead()) {
      String advice = "None of the chosen rules applies to it";
      return List.of(new NotChecked(path, format, format.words(), advice, named));
    }
    String what =
        LfsPointer.of(bytes)
            .filter(pointer -> format == NamedFormat.LFS_POINTER)
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

  @Override
  public void leaveOut(Place place, String what, String advice) {
    notChecked.add(new NotChecked(place.file(), NamedFormat.UNKNOWN, what, advice, false));
  }

  /** Checks a file as one of its tree, if it has one. */
  private void checkInTree(Place place, ByteView bytes, Format kind) throws IOException {
    TreePosition position = context.of(place.file());
    if (position.home().layout() != TreeLayout.LOOSE) {
      checks.run(new TreeFileSubject(place, bytes, position, kind, context));
    }
  }

  private void check(Place place, ByteView bytes, Format kind) throws IOException {
    try {
      PartCheck beyond = deep.get(kind);
      if (beyond == null) {
        kind.check(place, bytes, this);
      } else {
        beyond.check(place, bytes);
      }
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      if (failure.reason() == Reason.UNSUPPORTED && place instanceof Place.File) {
        String what = formats.detect(bytes).words();
        leaveOut(place, "%s (%s)".formatted(what, failure.words()), "Such files are not read");
      } else {
        checks.run(new FileSubject.Broken(place, bytes, kind.wordsWithArticle(), failure));
      }
    }
  }

  private void archive(Place place, ByteView bytes) throws IOException {
    try (KpackArchive archive = KpackArchive.read(bytes, place, context.budget())) {
      StoredBlobs blobs = archive.refusal() == null ? archive.blobs(progress.cancelOnly()) : null;
      checks.run(new ArchiveSubject(place, bytes, archive, null, blobs, position(place)));
      if (blobs != null) {
        new BlobPass(archive, blobs, checks, context, progress).run(threads);
      }
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      checks.run(new ArchiveSubject(place, bytes, null, failure, null, position(place)));
    }
  }

  private void host(Place place, ByteView bytes) throws IOException {
    HostImage image = HostImages.read(bytes);
    FatBinary fat = FatBinary.read(image, progress.cancelOnly());
    if (image instanceof CoffFile) {
      checks.run(new CoffSubject(place, fat));
    }
    checks.run(
        new HostSubject(
            place,
            fat,
            image instanceof ElfFile elf && !elf.isObject()
                ? LayoutVerifier.verify(elf)
                : List.of(),
            context,
            position(place)));
    new BundlePass(bytes, OffloadPlaces.of(fat, place), false, checks, context.budget(), progress)
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
          "The sections of code that is not linked yet are not examined");
    }
  }

  private void bundles(Place place, ByteView bytes) throws IOException {
    BundleFile file = BundleFile.read(bytes);
    new BundlePass(bytes, OffloadPlaces.of(file, place), true, checks, context.budget(), progress)
        .run(place, file.bundles(), threads);
  }

  private void codeObject(Place place, ByteView bytes) throws IOException {
    checks.run(
        CodeObjectSubject.of(
            new Origin(place, -1, List.of(), true, true), bytes, new MismatchCache()));
  }

  @Override
  public Formats formats() {
    return formats;
  }

  @Override
  public Opening opening() {
    return new Opening(formats, progress, context.budget());
  }

  @Override
  public Progress progress() {
    return progress;
  }

  @Override
  public void run(Subject subject) throws IOException {
    checks.run(subject);
  }

  @Override
  public void part(Place place, ByteView bytes) throws IOException {
    check(place, bytes, formats.detect(bytes));
  }

  @Override
  public void codeObject(Place place, ByteView bytes, @Nullable GpuTarget filed)
      throws IOException {
    List<Filing> filings = filed == null ? List.of() : List.of(new Filing(place, filed));
    checks.run(
        CodeObjectSubject.of(
            new Origin(place, -1, filings, true, true), bytes, new MismatchCache()));
  }

  @Override
  public void unread(Place place, ByteView bytes, FormatException failure) throws IOException {
    failure.throwIfFileChanged();
    checks.run(new FileSubject.Unread(place, bytes, failure));
  }

  @Override
  public <T> List<T> together(Class<T> kind) {
    return context.together().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public TreePosition position(Path file) {
    return context.of(file);
  }

  @Override
  public List<Path> foldersOf(Path file) throws IOException {
    return context.foldersOf(file);
  }

  private @Nullable TreePosition position(Place place) {
    return place instanceof Place.File ? context.of(place.file()) : null;
  }

  /** Goes over bundles and the code objects in them; compressed ones are decompressed. */
  private static final class BundlePass {
    private final ByteView view;
    private final OffloadPlaces places;
    private final boolean kernels;
    private final Checks checks;
    private final UnpackBudget budget;
    private final Progress progress;
    private final MismatchCache mismatchCache = new MismatchCache();

    /**
     * @param view the file, or the part of it, that holds the bundles
     * @param kernels whether the kernels of the code objects are checked, too
     */
    BundlePass(
        ByteView view,
        OffloadPlaces places,
        boolean kernels,
        Checks checks,
        UnpackBudget budget,
        Progress progress) {
      this.view = view;
      this.places = places;
      this.kernels = kernels;
      this.checks = checks;
      this.budget = budget;
      this.progress = progress;
    }

    void run(Place place, List<StoredBundle> bundles, int threads) throws IOException {
      if (!checks.concern(BundleSubject.class) && !checks.concern(CodeObjectSubject.class)) {
        return;
      }
      long total = bundles.stream().mapToLong(bundle -> bundle.range().length()).sum();
      progress.begin("Verifying " + place.label(), total, Unit.BYTES);
      Parallel.run(bundles.size(), threads, () -> number -> bundle(bundles.get(number)));
    }

    private void bundle(StoredBundle bundle) throws IOException {
      switch (bundle.content()) {
        case CompressedBundle compressed -> compressed(bundle, compressed);
        case OffloadBundle plain -> {
          check(bundle, plain, null, null);
          entries(bundle, plain, -1);
        }
        case BareCodeObject bare -> {
          check(bundle, null, null, null);
          GpuTarget target = CodeObject.of(bare.elf()).target();
          code(places.codeObject(bundle, target.toString()), bare.elf().view(), -1, null);
        }
        default -> check(bundle, null, null, null);
      }
      progress.step(bundle.range().length());
    }

    private void compressed(StoredBundle bundle, CompressedBundle compressed) throws IOException {
      try (UnpackedBundle unpacked =
          compressed.unpack(UnpackLimits.of(budget), progress.cancelOnly())) {
        try {
          unpacked.verifyHash(progress.cancelOnly());
        } catch (FormatException differs) {
          // One damage is one finding: what is wrong with each code object follows from it.
          check(bundle, null, null, unlessGone(differs));
          return;
        }
        check(bundle, unpacked.bundle(), null, null);
        entries(bundle, unpacked.bundle(), view.fileOffset(bundle.range().start()));
      } catch (FormatException failure) {
        check(bundle, null, unlessGone(failure), null);
      }
    }

    private void check(
        StoredBundle bundle,
        @Nullable OffloadBundle content,
        @Nullable FormatException unpackFailure,
        @Nullable FormatException hashFailure)
        throws IOException {
      checks.run(
          new BundleSubject(
              places.bundle(bundle), view, bundle, content, unpackFailure, hashFailure));
    }

    private void entries(StoredBundle stored, OffloadBundle bundle, long storedOffset)
        throws IOException {
      for (BundleEntry entry : bundle.entries()) {
        progress.step(0);
        if (entry.isDevice() && entry.problem() == null && entry.sizeBytes() > 0) {
          code(
              places.codeObject(stored, entry),
              bundle.content(entry),
              storedOffset,
              entry.target());
        }
      }
    }

    private void code(
        Place.CodeObject place, ByteView bytes, long storedOffset, @Nullable GpuTarget target)
        throws IOException {
      List<Filing> filings = target == null ? List.of() : List.of(new Filing(place, target));
      Origin origin = new Origin(place, storedOffset, filings, true, kernels);
      checks.run(CodeObjectSubject.of(origin, bytes, mismatchCache));
    }

    private static FormatException unlessGone(FormatException failure) throws FormatException {
      failure.throwIfFileChanged();
      return failure;
    }
  }
}
