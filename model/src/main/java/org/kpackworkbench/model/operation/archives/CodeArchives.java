package org.kpackworkbench.model.operation.archives;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.DeviceCodeSink;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpack.WriterPool;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.PreparedHostOnly;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Archives while the code objects of binaries are written into them: what converting, packing and
 * splitting have in common behind their plans. Archives are {@linkplain #start started}, binaries
 * are {@linkplain #convert converted} one after the other, and their code objects {@linkplain
 * #drain written} before the archives are finished. Of a binary they get all code objects that are
 * kept or, where it turns out that these cannot be read, none. Used by one thread.
 *
 * <p>Closing it closes the binaries that it keeps open, and removes the archives that were not
 * finished.
 */
public final class CodeArchives implements AutoCloseable {
  private static final int MOST_OPEN = 32;

  private final ArchiveOptions options;
  private final WriterPool pool;
  private final @Nullable Path temporaryFolder;
  private final UnpackBudget budget;
  private final List<OperationNote> notes = new ArrayList<>();
  private final Set<ArchiveWriter> writers = new LinkedHashSet<>();
  private final Map<String, ArchiveWriter> byTarget = new HashMap<>();
  private final List<HostOnlyInput> open = new ArrayList<>();

  /** Whether what failed is an archive, not the binary that is read. */
  private boolean full;

  /**
   * @param pool what the archives share; it outlives this
   * @param temporaryFolder where large compressed bundles are unpacked; null for the system's
   * @param budget how much may be unpacked
   */
  public CodeArchives(
      ArchiveOptions options,
      WriterPool pool,
      @Nullable Path temporaryFolder,
      UnpackBudget budget) {
    this.options = options;
    this.pool = pool;
    this.temporaryFolder = temporaryFolder;
    this.budget = budget;
  }

  /**
   * Returns notes about code that no runtime loads, what binaries did not get, and what archives
   * store once; of archives that are complete.
   */
  public List<OperationNote> notes() {
    List<OperationNote> all = new ArrayList<>(notes);
    for (ArchiveWriter writer : writers) {
      Path name = writer.file().target().getFileName();
      Optional.ofNullable(writer.written())
          .map(WrittenArchive::notes)
          .orElse(Map.of())
          .forEach((id, words) -> all.add(OperationNote.note(id, name, words)));
    }
    return all;
  }

  /**
   * Starts an archive.
   *
   * @param targets the targets whose code objects go there, as texts
   * @param progress is advanced by the bytes of code objects
   */
  public ArchiveWriter start(
      Path file,
      TableHead head,
      Collection<String> targets,
      WriteOptions writing,
      Progress progress)
      throws IOException {
    ArchiveWriter writer = ArchiveWriter.create(file, head, writing, pool, progress);
    writers.add(writer);
    targets.forEach(target -> byTarget.put(target, writer));
    return writer;
  }

  /**
   * Takes the code objects of a binary that are kept. Where that fails, the archives are as they
   * were before.
   *
   * @param kernelName what the binary is called in archives
   * @param sourcePrefix the stage prefix that it comes from; null if there is none
   * @throws org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException if a compressed
   *     bundle cannot be unpacked
   * @throws IOException if an archive cannot be written, or the file changed meanwhile
   */
  public void take(
      DeviceCodeSource source, String kernelName, @Nullable String sourcePrefix, Progress progress)
      throws IOException {
    Map<ArchiveWriter, Integer> before = new LinkedHashMap<>();
    writers.forEach(writer -> before.put(writer, writer.handedOver()));
    try {
      BinaryRows rows = new BinaryRows(source.path(), kernelName, sourcePrefix);
      source.read(options.filter()::keeps, rows, temporaryFolder, budget, progress);
      rows.finish();
    } catch (IOException failure) {
      for (Map.Entry<ArchiveWriter, Integer> writer : before.entrySet()) {
        writer.getKey().takeBack(writer.getValue());
      }
      throw failure;
    }
  }

  /**
   * Makes one of several binaries host-only, with its code objects that are kept in the archives.
   * Where that fails, there is no output, and the archives are as they were before. The binary
   * stays open until they have done with it.
   *
   * @param request what to make; archives call the binary by its kernel name
   * @param sourcePrefix the stage prefix that it comes from; null if there is none
   * @param refusal receives the reason why the binary cannot be converted
   * @param writing is advanced by the bytes of the host-only file
   * @param progress can cancel the rest
   * @return nothing if the binary is to be copied
   * @throws IOException if an archive cannot hold the code objects, or the refusal ends it
   */
  public Optional<HostOnlyReport> convert(
      HostOnlyRequest request,
      @Nullable String sourcePrefix,
      Taker<IOException> refusal,
      Progress writing,
      Progress progress)
      throws IOException {
    if (open.size() >= MOST_OPEN) {
      drain();
    }
    full = false;
    try {
      return Optional.of(converted(request, sourcePrefix, writing, progress));
    } catch (IOException failure) {
      if (full) {
        throw failure;
      }
      refusal.take(failure);
      return Optional.empty();
    }
  }

  private HostOnlyReport converted(
      HostOnlyRequest request, @Nullable String sourcePrefix, Progress writing, Progress progress)
      throws IOException {
    HostOnlyInput input = HostOnlyInput.open(request.input(), progress);
    open.add(input);
    try (PreparedHostOnly prepared = input.prepare(request, false, writing)) {
      prepared.commit();
      notes.addAll(prepared.lost());
      take(
          DeviceCodeSource.of(input, options.refuseUnreferenced(), options.keepSignature()),
          request.kernelName(),
          sourcePrefix,
          progress);
      return prepared.report();
    } catch (IOException failure) {
      Files.deleteIfExists(request.output());
      open.removeLast().close();
      throw failure;
    }
  }

  /** Waits until all code objects are written, and closes what was kept open for them. */
  public void drain() throws IOException {
    for (ArchiveWriter writer : writers) {
      writer.drain();
    }
    Closing.all(open, input -> input::close);
    open.clear();
  }

  @Override
  public void close() throws IOException {
    List<Closeable> all = new ArrayList<>();
    writers.forEach(writer -> all.add(writer::close));
    open.forEach(input -> all.add(input::close));
    Closing.all(all, each -> each);
  }

  private final class BinaryRows implements DeviceCodeSink {
    private final Path binary;
    private final String kernelName;
    private final @Nullable String sourcePrefix;
    private final Set<ArchiveWriter> used = new LinkedHashSet<>();
    private final List<Row> rows = new ArrayList<>();

    private record Row(DeviceCodeRow row, ArchiveWriter writer, NewBlob blob) {}

    BinaryRows(Path binary, String kernelName, @Nullable String sourcePrefix) {
      this.binary = binary;
      this.kernelName = kernelName;
      this.sourcePrefix = sourcePrefix;
    }

    @Override
    public void take(List<DeviceCodeRow> of, ByteView code) throws IOException {
      ArchiveWriter writer =
          Objects.requireNonNull(byTarget.get(of.getFirst().target().toString()));
      used.add(writer);
      full = true;
      NewBlob blob = writer.blob(code);
      full = false;
      of.forEach(row -> rows.add(new Row(row, writer, blob)));
      GpuTarget target = of.getFirst().target();
      RuntimeCheck.Refusal refusal = RuntimeCheck.ofStored(code).on(target);
      if (refusal != null) {
        notes.add(
            OperationNote.warning(
                "code-object-loads",
                binary,
                "no runtime loads its code for %s (%s). %s"
                    .formatted(
                        target,
                        ListText.some(of.stream().map(row -> "#" + row.wrapper()).toList()),
                        // The advice follows behind a full stop.
                        refusal.why().replaceFirst("\\.$", "")),
                refusal.advice()));
      }
    }

    @Override
    public void drain() throws IOException {
      full = true;
      for (ArchiveWriter writer : used) {
        writer.drain();
      }
      full = false;
    }

    /** Writes the rows, by wrapper and then in the order of the bundle. */
    void finish() throws IOException {
      rows.sort(
          Comparator.comparingInt((Row row) -> row.row().wrapper())
              .thenComparingInt(row -> row.row().origin().index()));
      full = true;
      for (Row row : rows) {
        BundleOrigin origin = row.row().origin();
        GpuTarget target = row.row().target();
        row.writer()
            .row(
                NewEntry.of(
                    options.keys().key(kernelName, row.row().wrapper()),
                    target.toString(),
                    (sourcePrefix == null ? origin : origin.from(sourcePrefix)).encode()),
                row.blob());
      }
      full = false;
    }
  }
}
