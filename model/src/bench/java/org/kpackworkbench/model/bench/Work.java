package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.kpackworkbench.model.analysis.diff.Compared;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.RowOrder;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.analysis.resolve.tree.ResolvedTree;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveIndex;
import org.kpackworkbench.model.format.kpack.BenchArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.NaiveArchive;

/** What is done over and over in one process, and what is then held. */
enum Work {
  /** What every figure of memory is above. */
  NOTHING {
    @Override
    AutoCloseable start() {
      return () -> {};
    }
  },
  OPEN {
    @Override
    AutoCloseable start() throws IOException {
      return KpackArchive.open(BenchArchive.path(BenchArchive.Shape.KERNELS));
    }
  },
  NAIVE {
    @Override
    AutoCloseable start() throws IOException {
      NaiveArchive archive = new NaiveArchive(BenchArchive.path(BenchArchive.Shape.KERNELS));
      return archive::binaries;
    }
  },
  GET {
    private int next;

    @Override
    AutoCloseable start() throws IOException {
      AutoCloseable archive = OPEN.start();
      again(archive);
      return archive;
    }

    // As a loader does, by name, index and target, always somewhere else.
    @Override
    void again(AutoCloseable held) throws IOException {
      KpackArchive archive = (KpackArchive) held;
      next = (next + 33_331) % archive.entryCount();
      ArchiveEntry entry = archive.entry(next);
      archive.load(archive.find(entry.binary(), entry.index(), entry.targetText()).orElseThrow());
    }
  },
  FIRST {
    @Override
    AutoCloseable start() throws IOException {
      KpackArchive archive = KpackArchive.open(BenchArchive.indexed());
      int key = archive.keyNumber(BenchArchive.key(4711)).orElseThrow();
      archive.load(key);
      return archive;
    }
  },
  FIRST_INDEXED {
    private int next;

    @Override
    AutoCloseable start() throws IOException {
      Path path = BenchArchive.indexed();
      next = (next + 7919) % Scale.current().entries();
      OpenFile file = OpenFile.open(path);
      ArchiveIndex index = Objects.requireNonNull(ArchiveIndex.beside(path, file.view()).index());
      KpackArchive found =
          index
              .archive(BenchArchive.key(next), new Place.File(path), UnpackBudget.one())
              .orElseThrow();
      found.load(0);
      return () -> {
        index.close();
        file.close();
      };
    }
  },
  LIST {
    @Override
    AutoCloseable start() throws IOException {
      AutoCloseable archive = OPEN.start();
      again(archive);
      return archive;
    }

    @Override
    void again(AutoCloseable held) throws IOException {
      KpackArchive archive = (KpackArchive) held;
      archive.blobs(Progress.NONE);
      archive.entries().forEach(entry -> archive.storedSizeBytes(entry.row()));
    }
  },
  TABLES {
    @Override
    AutoCloseable start() throws IOException {
      BenchArchive.Shape shape = BenchArchive.Shape.KERNELS;
      Comparison comparison =
          Compare.open(
              List.of(BenchArchive.path(shape), BenchArchive.changed(shape)),
              UnpackBudget.operation(),
              Progress.NONE);
      TableComparison table = (TableComparison) comparison;
      RowOrder.byDelta(table, Compared.differences(table, null));
      return comparison;
    }
  },
  CONTENTS {
    @Override
    AutoCloseable start() throws IOException {
      Comparison comparison = (Comparison) TABLES.start();
      comparison.compareContents(Progress.NONE, row -> {});
      return comparison;
    }
  },
  RESOLVE {
    @Override
    AutoCloseable start() throws IOException {
      List<Object> kept = List.of(ResolvedTree.resolve(ResolvedTree.path()));
      return () -> kept.forEach(Objects::requireNonNull);
    }
  };

  /** Does it once, from the beginning; its result is kept until it is closed. */
  abstract AutoCloseable start() throws IOException;

  /** Does again what is timed: from the beginning, or on what is held. */
  void again(AutoCloseable held) throws Exception {
    start().close();
  }
}
