package org.kpackworkbench.model.operation.extract;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractedFile;
import org.kpackworkbench.model.operation.extract.WholeFile.WriteFailure;
import org.kpackworkbench.model.operation.extract.WholeFile.Written;

/** Several threads that write planned files, each taking the next one. Good for one run. */
final class ExtractWorkers {
  private final ExtractRequest request;
  private final boolean hashed;
  private final List<PlannedFile> files;
  private final OutputFolder folder;
  private final Progress progress;
  private final Progress quiet;
  private final UnpackBudget budget;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReferenceArray<@Nullable Written> written;
  private final AtomicReferenceArray<@Nullable IOException> failures;
  private final AtomicReference<@Nullable Throwable> stopped = new AtomicReference<>();
  private volatile boolean writingFails;

  ExtractWorkers(Extract extract, List<PlannedFile> files, OutputFolder folder, Progress progress) {
    this.request = extract.request();
    this.hashed = extract.hashed();
    this.files = files;
    this.folder = folder;
    this.progress = progress;
    this.quiet = progress.cancelOnly();
    this.budget = UnpackBudget.operation(request.settings().large());
    this.written = new AtomicReferenceArray<>(files.size());
    this.failures = new AtomicReferenceArray<>(files.size());
  }

  /** Writes all files; returns when every thread has ended. */
  void run() {
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i < Math.min(request.threads(), files.size()); i++) {
      threads.add(Thread.ofPlatform().daemon().name("extract-" + i).start(this::work));
    }
    work();
    threads.forEach(Threads::await);
    switch (stopped.get()) {
      case null -> {}
      case CancellationException cancelled -> {
        CancellationException counted =
            new CancellationException(
                "cancelled; %d of %d files are written".formatted(written().size(), files.size()));
        counted.initCause(cancelled);
        throw counted;
      }
      case RuntimeException failure -> throw failure;
      case Error failure -> throw failure;
      case Throwable failure -> throw new IllegalStateException(failure);
    }
  }

  private void work() {
    try {
      while (!writingFails && stopped.get() == null) {
        int number = next.getAndIncrement();
        if (number >= files.size()) {
          return;
        }
        progress.step(0);
        write(number);
      }
    } catch (RuntimeException | Error failure) {
      stopped.compareAndSet(null, failure);
    }
  }

  private void write(int number) {
    PlannedFile file = files.get(number);
    try {
      if (request.intoFolder()) {
        folder.makeParentsOf(file.path());
      }
      written.set(
          number,
          new WholeFile(file.path(), request.settings().replace(), hashed)
              .write(out -> request.source().extract(file.row(), out, budget, quiet), progress));
    } catch (FormatException | FileAlreadyExistsException ofThisOne) {
      failures.set(number, ofThisOne);
    } catch (WriteFailure failure) {
      writingFails = true;
      failures.set(number, failure.failure());
    } catch (IOException failure) {
      writingFails = true;
      failures.set(number, failure);
    }
  }

  List<ExtractedFile> written() {
    List<ExtractedFile> list = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      Written done = written.get(i);
      if (done != null) {
        PlannedFile file = files.get(i);
        list.add(
            new ExtractedFile(
                file.row(),
                file.binary(),
                file.index(),
                file.target(),
                file.path(),
                done.sizeBytes(),
                done.sha256(),
                done.upToDate()));
      }
    }
    return list;
  }

  List<ExtractProblem> problems() {
    List<ExtractProblem> list = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      IOException failure = failures.get(i);
      if (failure != null) {
        list.add(new ExtractProblem(files.get(i).row(), failure));
      }
    }
    return list;
  }

  int notTried() {
    return Math.max(0, files.size() - Math.min(next.get(), files.size()));
  }

  /** The folder that everything is written below, and nothing outside of. Thread-safe. */
  static final class OutputFolder {
    private final Path folder;
    private final Path real;
    private final Set<Path> tidied = ConcurrentHashMap.newKeySet();

    private OutputFolder(Path folder, Path real) {
      this.folder = folder;
      this.real = real;
    }

    /**
     * Makes the folder where it is missing; may itself be a link, since that was chosen, where
     * nothing is to be replaced.
     */
    static OutputFolder make(Path folder) throws IOException {
      if (Files.exists(folder) && !Files.isDirectory(folder)) {
        throw new NotDirectoryException(folder.toString());
      }
      Files.createDirectories(folder);
      ReplacingFile.removeLeft(folder);
      return new OutputFolder(folder, folder.toRealPath());
    }

    /** Makes the folders of a file below this one; none of them may lead outside. */
    void makeParentsOf(Path file) throws IOException {
      Path at = folder;
      Path below = folder.relativize(file);
      for (int depth = 0; depth < below.getNameCount() - 1; depth++) {
        at = at.resolve(below.getName(depth));
        make1(at);
      }
    }

    private void make1(Path inside) throws IOException {
      try {
        Files.createDirectory(inside);
      } catch (FileAlreadyExistsException there) {
        if (!Files.isDirectory(inside)) {
          throw new NotDirectoryException(inside.toString());
        }
        if (Files.isSymbolicLink(inside) && !inside.toRealPath().startsWith(real)) {
          throw new FileSystemException(
              inside.toString(), null, "it is a link that leads out of " + folder);
        }
        if (tidied.add(inside)) {
          ReplacingFile.removeLeft(inside);
        }
      }
    }
  }
}
