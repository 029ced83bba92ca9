package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.database.FiledBundle;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.ListedCodeObjects;

/** The kernels of a database as code objects. */
final class SqliteKernels extends ListedCodeObjects<KernelRow> {
  private final SqliteFile file;
  private final String name;
  private final UnpackBudget budget;
  private final List<KernelRow> kernels;

  /**
   * @param name the name of the file, for messages
   */
  SqliteKernels(
      SqliteFile file, Place database, String name, UnpackBudget budget, List<KernelRow> kernels) {
    super(kernels, number -> row(database, kernels.get(number), number));
    this.file = file;
    this.name = name;
    this.budget = budget;
    this.kernels = List.copyOf(kernels);
  }

  private static CodeObjectRow row(Place database, KernelRow kernel, int number) {
    return new CodeObjectRow(
        number,
        kernel.name(),
        kernel.index(),
        kernel.target(),
        GpuTarget.lenient(kernel.target()),
        "hsaco",
        -1,
        kernel.storedBytes(),
        kernel.sizeBytes(),
        new Place.CodeObject(database, kernel.name(), kernel.index(), kernel.target(), null, true),
        null);
  }

  @Override
  public Map<String, MsgValue> metadata(int row) {
    Map<String, MsgValue> all = new LinkedHashMap<>();
    kernels.get(row).described().forEach((name, text) -> all.put(name, new MsgValue.Text(text)));
    return all;
  }

  DocumentPart part(int row) {
    KernelRow kernel = kernels.get(row);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("target", kernel.target());
    fields.putAll(kernel.described());
    String key = kernel.name() + (kernel.target().isEmpty() ? "" : " @ " + kernel.target());
    return new DocumentPart(
        "kernel",
        kernel.index() == 0 ? key : "%s (%d)".formatted(key, kernel.index() + 1),
        row(row).place(),
        kernel.sizeBytes(),
        fields,
        progress -> load(row, progress),
        null);
  }

  @Override
  public void declare(BitSet rows, Progress progress) throws FormatException {
    List<KernelRow> declared = rows.stream().mapToObj(kernels::get).toList();
    long stored = declared.stream().mapToLong(kernel -> Math.max(0, kernel.storedBytes())).sum();
    budget
        .meter(name, stored, stored, reason -> FormatException.in(name, "kernels", "", reason))
        .declareSum(
            declared.stream()
                .mapToLong(KernelRow::sizeBytes)
                // A row that claims too much by itself does not spoil the others.
                .filter(size -> size > 0 && !UnpackBudget.implausible(size, stored))
                .reduce(0, (sum, size) -> sum + Math.min(size, Long.MAX_VALUE - sum)));
  }

  @Override
  public ByteView load(int row, Progress progress) throws IOException {
    return load(row, budget, progress);
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    load(row, budget, progress).writeTo(out, progress);
  }

  private ByteView load(int row, UnpackBudget with, Progress progress) throws IOException {
    KernelRow kernel = kernels.get(row);
    byte[][] found = new byte[1][];
    file.query(
        "kernel " + kernel.name(),
        kernel.table().codeOfRow(kernel.id()),
        progress,
        result -> found[0] = result.getBytes(1));
    ByteView code = kernel.code(name, found[0], with);
    return kernel.target().isEmpty() || !BundleFile.isBundle(code)
        ? code
        : bundled(code, GpuTarget.lenient(kernel.target()), with, progress);
  }

  /**
   * Returns the code in a bundle, which the compiler wrote where it ran as a program: MIOpen stores
   * it as it is.
   */
  private static ByteView bundled(
      ByteView bundle, GpuTarget target, UnpackBudget budget, Progress progress)
      throws IOException {
    List<ByteView> found = new ArrayList<>();
    FiledBundle.each(
        bundle,
        target,
        budget,
        progress,
        (each, code) ->
            found.add(ByteView.of(bundle.name(), code.bytes(0, Math.toIntExact(code.size())))));
    return found.getFirst();
  }

  /** The rows, in their order. */
  List<KernelRow> rows() {
    return kernels;
  }
}
