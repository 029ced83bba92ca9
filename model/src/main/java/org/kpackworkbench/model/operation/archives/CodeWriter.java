package org.kpackworkbench.model.operation.archives;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.archives.ArchiveOptions.KeyForm;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource.DeviceCodeSink;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;

/** Hands one binary's code objects to the archives that their targets belong in. */
public final class CodeWriter implements DeviceCodeSink {
  private final String kernelName;
  private final @Nullable String sourcePrefix;
  private final KeyForm keys;
  private final Function<GpuTarget, ArchiveWriter> writers;
  private final Set<ArchiveWriter> used = new LinkedHashSet<>();
  private final List<Row> rows = new ArrayList<>();

  private record Row(DeviceCodeRow row, ArchiveWriter writer, NewBlob blob) {}

  /**
   * @param kernelName what the binary is called in archives
   * @param sourcePrefix the stage prefix that it comes from; null where there is none
   * @param writers the archive of each target
   */
  public CodeWriter(
      String kernelName,
      @Nullable String sourcePrefix,
      KeyForm keys,
      Function<GpuTarget, ArchiveWriter> writers) {
    this.kernelName = kernelName;
    this.sourcePrefix = sourcePrefix;
    this.keys = keys;
    this.writers = writers;
  }

  @Override
  public void take(List<DeviceCodeRow> of, ByteView code) throws IOException {
    ArchiveWriter writer = writers.apply(of.getFirst().target());
    used.add(writer);
    NewBlob blob = writer.blob(code);
    of.forEach(row -> rows.add(new Row(row, writer, blob)));
  }

  @Override
  public void drain() throws IOException {
    for (ArchiveWriter writer : used) {
      writer.drain();
    }
  }

  /**
   * Writes the rows, by wrapper and then in the order of the bundle.
   *
   * @return number of rows
   */
  public int finish() throws IOException {
    rows.sort(
        Comparator.comparingInt((Row row) -> row.row().wrapper())
            .thenComparingInt(row -> row.row().origin().index()));
    for (Row row : rows) {
      row.writer()
          .row(
              NewEntry.of(
                  keys.key(kernelName, row.row().wrapper()),
                  row.row().target().toString(),
                  origin(row.row()).encode()),
              row.blob());
    }
    return rows.size();
  }

  private BundleOrigin origin(DeviceCodeRow row) {
    return sourcePrefix == null ? row.origin() : row.origin().from(sourcePrefix);
  }

  /** The targets of some rows, sorted, as archives list them. */
  public static List<String> texts(Collection<GpuTarget> targets) {
    return targets.stream().sorted().distinct().map(GpuTarget::toString).toList();
  }

  /**
   * Checks that an archive can use a binary's path as a key.
   *
   * @param file where the binary is
   * @param path its path in the tree
   */
  public static void checkKey(Path file, String path) throws FormatException {
    String unsafe = BinaryKey.unsafe(path);
    if (unsafe != null) {
      throw FormatException.in(file.toString(), "path", "", FormatException.Reason.UNSAFE_PATH)
          .expected("a path that an archive can use as a key")
          .found(unsafe)
          .build();
    }
  }

  /** Closes archives, all of them whatever happens to one; throws the first failure. */
  public static void closeAll(Collection<ArchiveWriter> writers) throws IOException {
    @Nullable IOException failure = null;
    for (ArchiveWriter writer : writers) {
      try {
        writer.close();
      } catch (IOException one) {
        if (failure == null) {
          failure = one;
        } else {
          failure.addSuppressed(one);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Binaries whose code objects an archive's writer may still read; a few at a time stay open. */
  public static final class OpenInputs implements AutoCloseable {
    private static final int MOST = 32;

    private final List<HostOnlyInput> inputs = new ArrayList<>();

    /** Waits until writers have done with what they were given. */
    public interface Drain {
      /** Waits; fails where a writer did. */
      void drain() throws IOException;
    }

    /** Keeps a binary open until the writers have done with it. */
    public void add(HostOnlyInput input, Drain writers) throws IOException {
      inputs.add(input);
      if (inputs.size() >= MOST) {
        writers.drain();
        close();
      }
    }

    @Override
    public void close() throws IOException {
      @Nullable IOException failure = null;
      for (HostOnlyInput input : inputs) {
        try {
          input.close();
        } catch (IOException one) {
          failure = one;
        }
      }
      inputs.clear();
      if (failure != null) {
        throw failure;
      }
    }
  }
}
