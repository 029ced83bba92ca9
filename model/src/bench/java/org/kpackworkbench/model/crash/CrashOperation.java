package org.kpackworkbench.model.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.database.PackDatabase;
import org.kpackworkbench.model.operation.database.PackDatabaseReport;
import org.kpackworkbench.model.operation.database.PackDatabaseRequest;
import org.kpackworkbench.model.operation.database.UnpackDatabase;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport;
import org.kpackworkbench.model.operation.database.UnpackDatabaseRequest;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditJournal;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.extract.Extract;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;

/** What writes, and is killed while it does. */
enum CrashOperation {
  /** A tree with its archives. */
  PACK(Unit.ALL) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      new Pack(
              PackRequest.of(data.tree(), place.out().resolve("packed"), "crash", "gfx9")
                  .replacing(true))
          .run(Progress.NONE);
    }
  },
  /** The artifacts of one. */
  SPLIT(Unit.ENTRY) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      SplitReport report =
          new Split(
                  SplitRequest.artifact(data.artifact(), place.out())
                      .with(SplitRequest.FORCE, true),
                  Databases.NONE)
              .run(Progress.NONE);
      for (SplitReport.Failed failed : report.failed()) {
        throw failed.error();
      }
    }
  },
  /** An archive with edits that its journal knows. */
  SAVE(Unit.ALL) {
    @Override
    void before(CrashData old, CrashData data, CrashPlace place) throws IOException {
      Files.copy(data.archive(), place.archive(), StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      try (EditedArchive archive = EditedArchive.open(place.archive());
          EditJournal journal = EditJournal.of(archive, place.journals())) {
        for (ArchiveEdit edit : edits()) {
          archive.apply(edit);
        }
        if (journal.failure() != null) {
          throw journal.failure();
        }
        archive.save(Progress.NONE);
      }
    }
  },
  /** A binary, and its archives beside it; the binary comes last. */
  CONVERT(Unit.ENTRY) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      new Convert(
              ConvertRequest.keeping(
                      data.library(),
                      place.out().resolve(CrashData.LIBRARY),
                      "crash",
                      CrashData.SEARCH,
                      place.out())
                  .replacing(true))
          .run(Progress.NONE);
    }
  },
  /** A fat binary again. */
  RESTORE(Unit.ALL) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      new Restore(
              RestoreRequest.of(data.hostOnly(), place.out().resolve(CrashData.LIBRARY))
                  .with(RestoreRequest.FORCE, true))
          .run(Progress.NONE);
    }
  },
  /** Packages of a shard. */
  RECOMBINE(Unit.ENTRY) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      RecombineReport report =
          new Recombine(
                  RecombineRequest.of(data.shards(), data.packaging(), place.out())
                      .with(RecombineRequest.FORCE, true))
              .run(Progress.NONE);
      if (!report.failed().isEmpty()) {
        throw new IOException(report.failed().toString());
      }
    }
  },
  /** One tree of several artifacts. */
  OVERLAY(Unit.ALL) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      List<Path> artifacts = new ArrayList<>();
      try (Stream<Path> children = Files.list(data.shard())) {
        children.sorted().forEach(artifacts::add);
      }
      new Overlay(
              OverlayRequest.of(artifacts, place.out().resolve("tree"))
                  .with(OverlayRequest.CLEAN, true)
                  .with(OverlayRequest.FORCE, true))
          .run(Progress.NONE);
    }
  },
  /** Code objects as files; each file counts by itself. */
  EXTRACT(Unit.FILE) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      try (Document document = StandardFormats.all().open(data.library(), Progress.NONE)) {
        ExtractRequest all =
            ExtractRequest.all(document.codeObjects(), place.out())
                .with(ExtractSettings.FORCE, true);
        for (ExtractProblem problem : new Extract(all).run(Progress.NONE).problems()) {
          throw problem.cause();
        }
      }
    }
  },
  /** An artifact as one packed file. */
  TAR(Unit.ALL) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      TarPack.write(
          data.artifact(),
          place.out().resolve("crash_lib_gfx9X.tar.zst"),
          new TarOptions(3, 2, true),
          Progress.NONE);
    }
  },
  /** A shard for one GPU. */
  PRUNE(Unit.ALL) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      Path out = place.out().resolve("pruned");
      PruneReport unused =
          new Prune(
                  PruneRequest.keeping(data.shard(), out, TargetFilter.of(List.of("gfx942")))
                      .with(PruneRequest.FORCE, true),
                  StandardFormats.all())
              .run(Progress.NONE);
    }
  },
  /** The wheels of one. */
  WHEEL(Unit.ENTRY) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      WheelSplitReport unused =
          new WheelSplit(
                  WheelSplitRequest.of(data.wheel(), place.out())
                      .with(WheelSplitRequest.FORCE, true))
              .run(Progress.NONE);
    }
  },
  /** Archives of kernel files. */
  PACK_DATABASE(Unit.ALL) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      PackDatabaseReport unused =
          new PackDatabase(
                  new PackDatabaseRequest(data.kernels(), place.out().resolve("archives"), true))
              .run(Progress.NONE);
    }
  },
  /** Kernel files of archives. */
  UNPACK_DATABASE(Unit.ALL) {
    @Override
    void run(CrashData data, CrashPlace place) throws IOException {
      UnpackDatabaseReport unused =
          new UnpackDatabase(
                  new UnpackDatabaseRequest(
                      List.of(data.packedKernels()), place.out().resolve("kernels"), true))
              .run(Progress.NONE);
    }
  };

  /** What is whole or not at all. */
  enum Unit {
    /** All that is written. */
    ALL,
    /** Each file or folder in the folder of output. */
    ENTRY,
    /** Each file by itself: those that were written before a failure stay. */
    FILE
  }

  private final Unit unit;

  CrashOperation(Unit unit) {
    this.unit = unit;
  }

  Unit unit() {
    return unit;
  }

  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Makes the files that exist before the run that is killed: what it would replace. */
  void before(CrashData old, CrashData data, CrashPlace place) throws IOException {
    run(old, place);
  }

  /** Runs it, replacing existing output. */
  abstract void run(CrashData data, CrashPlace place) throws IOException;

  /** What {@link #SAVE} changes: every row, so that all is compressed again. */
  static List<ArchiveEdit> edits() {
    List<ArchiveEdit> edits = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      edits.add(new ArchiveEdit.SetGroup("group " + i));
    }
    edits.add(
        new ArchiveEdit.SetStorage(
            org.kpackworkbench.model.format.kpack.StorageScheme.ZSTD_PER_KERNEL, 4));
    return edits;
  }
}
