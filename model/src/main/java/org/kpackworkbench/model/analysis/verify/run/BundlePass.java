package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.Agreements;
import org.kpackworkbench.model.analysis.verify.BundleSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Filing;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Origin;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackLimits;
import org.kpackworkbench.model.format.offload.UnpackedBundle;

/** Goes over bundles and the code objects in them; compressed ones are decompressed. */
final class BundlePass {
  private final ByteView view;
  private final OffloadPlaces places;
  private final boolean kernels;
  private final Checks checks;
  private final UnpackBudget budget;
  private final Progress progress;
  private final Agreements agreements = new Agreements();

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
    progress.begin("Verifying " + place.label(), total);
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
        compressed.unpack(UnpackLimits.of(budget), new Quiet(progress))) {
      FormatException hash = null;
      try {
        unpacked.verifyHash(new Quiet(progress));
      } catch (FormatException differs) {
        hash = unlessGone(differs);
      }
      check(bundle, unpacked.bundle(), null, hash);
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
        code(places.codeObject(stored, entry), bundle.content(entry), storedOffset, entry.target());
      }
    }
  }

  private void code(
      Place.CodeObject place, ByteView bytes, long storedOffset, @Nullable GpuTarget target)
      throws IOException {
    List<Filing> filings = target == null ? List.of() : List.of(new Filing(place, target));
    Origin origin = new Origin(place, storedOffset, filings, true, kernels);
    checks.run(CodeObjectSubject.of(origin, bytes, agreements));
  }

  private static FormatException unlessGone(FormatException failure) throws FormatException {
    if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
      throw failure;
    }
    return failure;
  }
}
