package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.context.OpenArchives;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.registration.CodeOwnership;
import org.kpackworkbench.model.format.registration.FiledCode;
import org.kpackworkbench.model.format.registration.KernelOwners;
import org.kpackworkbench.model.format.registration.Original;

/** Rules about the code objects that archives hold for a host-only binary. */
public final class FiledCodeRules {
  private FiledCodeRules() {}

  /**
   * Rule that code filed under a wrapper's index is that wrapper's code. Tools that number code
   * objects for each architecture file another unit's there where a unit lacks an architecture; a
   * loader finds it, and a program gets kernels that are not its own.
   */
  public static final class WrapperKernels extends MarkerRule {
    private static final String ADVICE =
        "Loaders find it and programs get the wrong code. " + CodeOwnership.PACK_AGAIN;

    public WrapperKernels() {
      super("wrapper-kernels", "The code under a wrapper's index is the code of that wrapper.");
    }

    @Override
    void check(HostSubject subject, Marker marker, Sink sink) throws IOException {
      String name = marker.kernelName();
      if (name == null || !isToBeLookedFor(subject, marker)) {
        return;
      }
      Original original = subject.context().originals().of(subject.fat(), subject.place().file());
      FiledCode filed =
          new FiledCode(
              name, KernelOwners.of(subject.fat(), sink.progress()), original, sink.progress());
      for (Path path : subject.context().archivesOf(subject.place().file(), marker).archives()) {
        try (OpenArchives.Lease lease = open(subject, path)) {
          if (lease != null) {
            add(filed, name, subject, path, lease.archive(), sink);
          }
        }
      }
      List<FiledCode.Judged> all = filed.judge();
      if (original != null && all.isEmpty()) {
        subject
            .context()
            .originals()
            .notCompared(
                original,
                "expected archives with code of %s to compare with it, found none"
                    .formatted(subject.place().file()));
      }
      for (FiledCode.Judged judged : all) {
        if (judged.ownership().wrong()) {
          report(judged, subject, sink);
        }
      }
    }

    /** Null where it cannot be opened: that is another rule's finding. */
    private static OpenArchives.@Nullable Lease open(HostSubject subject, Path path)
        throws IOException {
      try {
        return subject.context().open(path);
      } catch (IOException unusable) {
        if (unusable instanceof FormatException broken) {
          broken.throwIfFileChanged();
        }
        return null;
      }
    }

    private static void add(
        FiledCode filed,
        String name,
        HostSubject subject,
        Path path,
        KpackArchive archive,
        Sink sink)
        throws IOException {
      Set<String> targets = new LinkedHashSet<>(archive.architectures());
      archive.targetSums().stream().map(TargetSum::targetText).forEach(targets::add);
      for (String target : targets) {
        for (Wrapper wrapper : subject.fat().wrappers()) {
          sink.progress().step(0);
          long index = wrapper.statedIndex();
          int row =
              index > Integer.MAX_VALUE ? -1 : archive.find(name, (int) index, target).orElse(-1);
          if (row >= 0) {
            filed.add(path, archive, row, index, target);
          }
        }
      }
    }

    private static void report(FiledCode.Judged judged, HostSubject subject, Sink sink)
        throws IOException {
      try (OpenArchives.Lease lease = subject.context().open(judged.archive())) {
        sink.error(
            lease.archive().place(judged.row()),
            lease.archive().rowRange(judged.row()).start(),
            "The code of wrapper %d for %s is %s. %s"
                .formatted(
                    judged.index(),
                    judged.target(),
                    judged.ownership().words(),
                    judged.ownership().evidence()),
            ADVICE);
      }
    }
  }
}
