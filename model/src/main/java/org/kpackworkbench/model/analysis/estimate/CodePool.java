package org.kpackworkbench.model.analysis.estimate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.kpackworkbench.model.analysis.contents.CodeObjectWalk;
import org.kpackworkbench.model.analysis.contents.CodeSearch;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Formats;

/**
 * All code objects of some inputs in one uncompressed archive on disk, equal ones stored once, so
 * that memory does not depend on how many there are.
 */
final class CodePool implements AutoCloseable {
  private final ScratchFolder scratch;
  private final Map<String, Path> origins;
  private final List<String> problems;
  private final KpackArchive archive;

  private CodePool(
      ScratchFolder scratch,
      Map<String, Path> origins,
      List<String> problems,
      KpackArchive archive) {
    this.scratch = scratch;
    this.origins = origins;
    this.problems = problems;
    this.archive = archive;
  }

  private static String name(BinaryKey key, String target) {
    return key.text() + "\0" + target;
  }

  /** Collects code objects. */
  private static final class Collector {
    private final ArchiveWriter writer;
    private final Map<String, Path> origins = new HashMap<>();

    Collector(ArchiveWriter writer) {
      this.writer = writer;
    }

    /**
     * @param origin the input
     */
    void add(Path origin, CodeObjectRow row, ByteView code) throws IOException {
      String binary = row.binary().isEmpty() ? "code" : row.binary();
      String safe = BinaryKey.unsafe(binary).isPresent() ? "code-" + origins.size() : binary;
      BinaryKey key = new BinaryKey(safe, Math.max(0, row.index()), true);
      // Another input may have code of the same name.
      for (int copy = 2; origins.containsKey(name(key, row.targetText())); copy++) {
        key = new BinaryKey("%s (%d)".formatted(safe, copy), Math.max(0, row.index()), true);
      }
      writer.add(NewEntry.of(key, row.targetText()), code);
      origins.put(name(key, row.targetText()), origin);
      // The file that it comes from is closed afterwards.
      writer.drain();
    }
  }

  /**
   * Reads all code objects.
   *
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException if the scratch file cannot be written
   */
  static CodePool of(List<Path> inputs, Formats formats, Progress progress) throws IOException {
    return Closing.ifFails(
        ScratchFolder.in(Path.of(System.getProperty("java.io.tmpdir", ".")), "estimate"),
        scratch -> {
          Path file = scratch.folder().resolve("pool.kpack");
          WriteOptions options = WriteOptions.DEFAULT.withScheme(StorageScheme.NONE);
          TableHead head = new TableHead("estimate", "", List.of());
          List<String> problems = new ArrayList<>();
          Collector collected;
          try (ArchiveWriter writer =
              ArchiveWriter.create(file, head, options, progress.cancelOnly())) {
            collected = new Collector(writer);
            for (Path input : inputs) {
              CodeObjectWalk walk =
                  new CodeObjectWalk(
                      (inside, row, code) -> {
                        collected.add(input, row, code.view());
                        return true;
                      },
                      progress);
              CodeSearch.Subject subject =
                  Files.isDirectory(input)
                      ? new CodeSearch.Subject.Tree(input)
                      : new CodeSearch.Subject.OnDisk(input);
              walk.any(subject, formats, "Reading code");
              problems.addAll(walk.problems());
            }
            writer.finish();
          }
          CodePool pool =
              new CodePool(
                  scratch,
                  collected.origins,
                  problems,
                  KpackArchive.open(file, UnpackBudget.everything()));
          return pool;
        });
  }

  /** The code objects, a row each. */
  KpackArchive archive() {
    return archive;
  }

  /** Returns the input that a row's code object was read from. */
  Path origin(int row) throws FormatException {
    ArchiveEntry entry = archive.entry(row);
    return Objects.requireNonNull(origins.get(name(entry.key(), entry.targetText())));
  }

  /** Returns a sentence for each thing that could not be read. */
  List<String> problems() {
    return problems;
  }

  /** A file for an archive. */
  Path file(String name) {
    return scratch.folder().resolve(name);
  }

  @Override
  public void close() throws IOException {
    try {
      archive.close();
    } finally {
      scratch.close();
    }
  }
}
