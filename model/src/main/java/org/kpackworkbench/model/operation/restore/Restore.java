package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.host.edit.HostBinary;
import org.kpackworkbench.model.format.host.edit.HostBinary.UnsupportedException;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.restore.ArchiveSearch.ArchiveSet;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;
import org.kpackworkbench.model.operation.restore.RestoreReport.MissingCode;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestoreOutcome;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestorePlacement;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestoredBundle;
import org.kpackworkbench.model.operation.restore.RestoreReport.SearchedPath;

/**
 * Puts the device code of a host-only binary back into it, from its archives.
 *
 * <p>The result is written beside its target, read back and verified, and only then given its name;
 * until then, and after a failure or cancellation, whatever was there is as it was. Code objects
 * are streamed from the archives, never held in memory. The result has the input's mode and time
 * stamp. The same input and archives give the same bytes. Immutable: safe for use by many threads.
 */
public record Restore(RestoreRequest request) {
  private static final int MOST_NAMED = 20;

  /**
   * Returns what {@link #run} would do; writes nothing at the output's place.
   *
   * @param progress updated by several threads; can cancel it with a {@link
   *     java.util.concurrent.CancellationException}
   * @throws RestoreRefusedException if the binary cannot be restored
   * @throws FormatException if a file changed meanwhile
   * @throws IOException if something cannot be read
   */
  public RestoreReport plan(Progress progress) throws IOException {
    return run(false, progress);
  }

  /**
   * Restores one file.
   *
   * @param progress updated by several threads; can cancel it with a {@link
   *     java.util.concurrent.CancellationException}
   * @throws RestoreRefusedException if that cannot be done; nothing was written
   * @throws FormatException if a file changed meanwhile
   * @throws IOException if the input cannot be read, or the output cannot be written
   */
  public RestoreReport run(Progress progress) throws IOException {
    return run(true, progress);
  }

  private RestoreReport run(boolean write, Progress progress) throws IOException {
    List<SearchedPath> searched = new ArrayList<>();
    try (HostBinary binary = HostBinary.open(request.input(), progress)) {
      return isFat(binary.device())
          ? copy(binary, write, progress)
          : restore(binary, name(binary.device()), searched, write, progress);
    } catch (UnsupportedException unsupported) {
      throw refused(new Refused(RestoreRefusal.NOT_X86_64_ELF, unsupported.details()), searched);
    } catch (Refused refused) {
      throw refused(refused, searched);
    }
  }

  private RestoreRefusedException refused(Refused refused, List<SearchedPath> searched) {
    return new RestoreRefusedException(request.input(), refused, searched);
  }

  private record Codes(
      List<PlannedBundle> bundles,
      List<MissingCode> missing,
      List<String> targets,
      List<String> notes,
      List<Path> archives) {}

  /** Whether the device code is in it; refuses what is neither fat nor host-only. */
  private static boolean isFat(FatBinary host) throws Refused {
    String why = String.join(" ", host.diagnosis());
    if (host.image().isObject()) {
      throw new Refused(RestoreRefusal.NOT_HOST_ONLY, "it is an object file");
    }
    boolean converted =
        host.wrappers().stream().anyMatch(wrapper -> wrapper.magic() == WrapperMagic.HIPK);
    return switch (host.state()) {
      case FAT -> true;
      case HOST_ONLY -> false;
      case NO_SECTION_HEADERS -> throw new Refused(RestoreRefusal.NO_SECTION_HEADERS, "");
      case HALF_CONVERTED ->
          throw new Refused(
              converted && host.marker() == null
                  ? RestoreRefusal.NO_MARKER
                  : RestoreRefusal.HALF_CONVERTED,
              why);
      case NONE, NO_WRAPPERS, RELOCATABLE ->
          throw new Refused(
              RestoreRefusal.NOT_HOST_ONLY, why.isEmpty() ? host.state().words() : why);
    };
  }

  private static String name(FatBinary host) throws Refused {
    Marker marker = host.marker();
    String name = marker == null ? null : marker.kernelName();
    if (name == null || name.isEmpty()) {
      throw new Refused(
          RestoreRefusal.NO_MARKER,
          marker == null || marker.problems().isEmpty()
              ? "no kernel_name"
              : String.valueOf(marker.problems().getFirst().getMessage()));
    }
    return name;
  }

  private RestoreReport restore(
      HostBinary binary,
      String kernelName,
      List<SearchedPath> searched,
      boolean write,
      Progress progress)
      throws IOException {
    FatBinary host = binary.device();
    checkOutput();
    try (ArchiveSet archives = new ArchiveSet(UnpackBudget.operation(request.large()))) {
      open(binary.real(), host, kernelName, archives, searched, progress);
      BundlePlanner planner = new BundlePlanner(archives, kernelName, progress);
      planner.plan(host.wrappers().size());
      Codes codes =
          new Codes(
              planner.bundles(),
              planner.missing(),
              planner.targets(),
              planner.notes(),
              archives.archives().stream().map(ArchiveSet.Opened::path).toList());
      return restore(binary, codes, searched, write, progress);
    }
  }

  private RestoreReport restore(
      HostBinary binary, Codes codes, List<SearchedPath> searched, boolean write, Progress progress)
      throws IOException {
    FatBinary host = binary.device();
    if (!codes.missing().isEmpty() && !request.partial()) {
      throw new Refused(RestoreRefusal.MISSING_CODE, named(codes.missing()), codes.missing(), null);
    }
    Path folder = folder(write);
    DiskRoom.at(folder).require(bytes(host, codes.bundles()));
    Path beside =
        folder.resolve(Objects.requireNonNull(request.output().toAbsolutePath().getFileName()));
    try (CompressedSpool spool = new CompressedSpool(beside, progress)) {
      List<BundleBytes> bundles = spool.prepare(codes.bundles(), request.threads(), false);
      FatLayout plan;
      try {
        plan = FatLayout.of(host, bundles, null);
      } catch (Refused refused) {
        if (codes.bundles().stream().noneMatch(PlannedBundle::isCompressed)) {
          throw refused;
        }
        // A section of a Windows binary cannot grow, and what it had was compressed otherwise.
        bundles = spool.prepare(codes.bundles(), request.threads(), true);
        plan = FatLayout.of(host, bundles, null);
      }
      plan.checkResult(host, bundles);
      RestoreReport report = report(binary, plan, bundles, codes, searched);
      LostAttributes lost = new LostAttributes();
      return write ? report.written(write(binary, plan, bundles, lost, progress), lost) : report;
    }
  }

  /** Checks the output before the work: it is better known then if it cannot be written. */
  private void checkOutput() throws IOException {
    Path output = request.output().toAbsolutePath();
    Path folder = output.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NoSuchFileException(String.valueOf(folder));
    }
    if (!request.replace() && !isThere() && Files.exists(output, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(request.output().toString());
    }
  }

  /** Whether a file that is not the input has the output's name; it is compared with the result. */
  private boolean isThere() throws IOException {
    return Files.isRegularFile(request.output(), LinkOption.NOFOLLOW_LINKS)
        && !Files.isSameFile(request.input(), request.output());
  }

  private void open(
      Path input,
      FatBinary host,
      String kernelName,
      ArchiveSet archives,
      List<SearchedPath> searched,
      Progress progress)
      throws IOException {
    for (Path path : request.archives()) {
      archives.open(path);
    }
    if (request.archives().isEmpty()) {
      Path folder = Objects.requireNonNull(input.getParent());
      Path named = Objects.requireNonNullElse(request.input().getParent(), Path.of(""));
      ArchiveSearch search =
          new ArchiveSearch(
              folder,
              // Where the input is a link, its archives are where that leads.
              Files.isSameFile(named, folder) ? named : folder,
              kernelName,
              host.wrappers().size(),
              progress);
      try {
        search.search(Objects.requireNonNull(host.marker()), archives);
      } finally {
        searched.addAll(search.searched());
      }
      if (archives.archives().isEmpty()) {
        throw new Refused(
            RestoreRefusal.NO_ARCHIVES,
            String.join("; ", searched.stream().limit(MOST_NAMED).map(Object::toString).toList()));
      }
    }
    archives.locate(progress);
  }

  private static String named(List<MissingCode> missing) {
    return ListText.some(missing.stream().map(Object::toString).toList(), MOST_NAMED);
  }

  /** Returns the size of the result and its bundles, which archives may state as they like. */
  private static long bytes(FatBinary host, List<PlannedBundle> bundles) throws FormatException {
    long sum = host.image().view().size();
    for (PlannedBundle bundle : bundles) {
      for (PlannedBundle.Entry entry : bundle.entries()) {
        long size = entry.sizeBytes();
        sum = sum > Long.MAX_VALUE - size ? Long.MAX_VALUE : sum + size;
      }
    }
    return sum;
  }

  /** Where temporary files go: beside the output; a plan writes nothing there. */
  private Path folder(boolean write) {
    Path output = request.output().toAbsolutePath();
    return write
        ? Objects.requireNonNullElse(output.getParent(), output)
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  private RestoreReport report(
      HostBinary binary,
      FatLayout plan,
      List<BundleBytes> bundles,
      Codes codes,
      List<SearchedPath> searched) {
    List<RestoredBundle> restored = new ArrayList<>();
    for (int i = 0; i < bundles.size(); i++) {
      PlannedBundle bundle = bundles.get(i).bundle();
      restored.add(
          new RestoredBundle(
              plan.address(i),
              bundles.get(i).sizeBytes(),
              bundle.form(),
              bundle.ids(),
              List.copyOf(bundle.wrappers())));
    }
    return new RestoreReport(
        codes.missing().isEmpty() ? RestoreOutcome.RESTORED : RestoreOutcome.RESTORED_PARTLY,
        plan.inPlace() ? RestorePlacement.IN_PLACE : RestorePlacement.NEW_SEGMENT,
        binary.device().wrappers().size(),
        List.copyOf(restored),
        codes.targets(),
        codes.missing(),
        codes.archives(),
        List.copyOf(searched),
        findings(binary, codes.notes()),
        binary.facts(),
        plan.facts(),
        false);
  }

  private List<OperationNote> findings(HostBinary binary, List<String> notes) {
    List<OperationNote> findings = new ArrayList<>();
    if (binary.isSigned()) {
      findings.add(OperationNote.unsigned(request.input()));
    }
    notes.forEach(note -> findings.add(OperationNote.note("restored", request.input(), note)));
    return List.copyOf(findings);
  }

  /** Whether the result was there already. */
  private boolean write(
      HostBinary binary,
      FatLayout plan,
      List<BundleBytes> bundles,
      LostAttributes lost,
      Progress progress)
      throws IOException {
    try (ReplacingFile output = create()) {
      write(binary, plan, bundles, output, true, lost, progress);
      return output.wasThere();
    }
  }

  /**
   * Writes what is planned, reads it back, and gives it its name.
   *
   * @param binary the file that it is made of
   * @param durable whether to wait until it is on the disk, and to compare every byte
   * @param lost gets the extended attributes of the binary that the file does not get
   */
  static void write(
      HostBinary binary,
      FatLayout plan,
      List<BundleBytes> bundles,
      ReplacingFile output,
      boolean durable,
      LostAttributes lost,
      Progress progress)
      throws IOException {
    try (ReadBack back = new ReadBack(output.temporary(), durable, progress)) {
      RestoredCheck check = new RestoredCheck(binary.device(), plan, bundles, back, progress);
      binary.write(
          (channel, writing) -> plan.write(channel, back::written, writing),
          output,
          durable,
          check::check,
          progress);
      commit(output, binary, lost);
    }
  }

  private static void commit(ReplacingFile output, HostBinary binary, LostAttributes lost)
      throws IOException {
    TreeCopy.like(binary.real(), output.temporary(), lost);
    output.commitAs(output.temporary());
  }

  private ReplacingFile create() throws IOException {
    Path place = ReplacingFile.inPlace(request.input(), request.output());
    return isThere()
        ? ReplacingFile.createUnlessSame(place, request.replace())
        : ReplacingFile.create(place, request.replace());
  }

  private RestoreReport copy(HostBinary binary, boolean write, Progress progress)
      throws IOException {
    LayoutFacts facts = binary.facts();
    RestoreReport report =
        new RestoreReport(
            RestoreOutcome.ALREADY_FAT,
            RestorePlacement.NONE,
            binary.device().wrappers().size(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            facts,
            facts,
            false);
    if (binary.isAt(request.output()) || !write) {
      return report;
    }
    try (ReplacingFile output = create()) {
      binary.copy(output, true, progress);
      LostAttributes lost = new LostAttributes();
      commit(output, binary, lost);
      return report.written(output.wasThere(), lost);
    }
  }

  /** Reads a fat file back before it gets its name; what is wrong here is this program's fault. */
  private record RestoredCheck(
      FatBinary source,
      FatLayout plan,
      List<BundleBytes> bundles,
      ReadBack back,
      Progress progress) {
    private static final int WINDOW_BYTES = 64 * 1024;

    void check(HostImage written) throws IOException {
      FatBinary result = FatBinary.read(written, progress);
      FatLayout.checkNotZeros(result);
      if (result.state() != DeviceCode.FAT) {
        throw HostBinary.wrong(
            written, result.state() + " " + String.join(" ", result.diagnosis()));
      }
      if (result.wrappers().size() != source.wrappers().size()) {
        throw HostBinary.wrong(written, result.wrappers().size() + " wrappers");
      }
      progress.begin(
          "Verifying", bundles.stream().mapToLong(BundleBytes::sizeBytes).sum(), Unit.BYTES);
      for (int i = 0; i < bundles.size(); i++) {
        for (int index : bundles.get(i).bundle().wrappers()) {
          Wrapper wrapper = result.wrappers().get(index);
          if (wrapper.pointer().value() != plan.address(i) || wrapper.statedIndex() != 0) {
            throw HostBinary.wrong(written, "wrapper %d: %s".formatted(index, wrapper.target()));
          }
        }
        Wrapper first = result.wrappers().get(bundles.get(i).bundle().wrappers().getFirst());
        bundle(written, bundles.get(i), result.bundleOf(first).orElse(null), i);
      }
    }

    private void bundle(
        HostImage written, BundleBytes planned, @Nullable StoredBundle stored, int number)
        throws IOException {
      if (stored == null
          || !BundleForm.of(stored.content()).equals(Optional.of(planned.bundle().form()))
          || stored.range().length() != planned.sizeBytes()
          || !isSame(written, planned, stored.range().start())) {
        throw HostBinary.wrong(
            written, "bundle %d: other bytes than were written".formatted(number));
      }
      List<String> ids =
          switch (stored.content()) {
            case OffloadBundle plain -> ids(plain.entries());
            case CompressedBundle packed -> unpackedIds(packed, planned.bundle());
            case BareCodeObject bare -> List.of();
            case BrokenBundle broken -> throw broken.problem();
          };
      if (!ids.equals(planned.bundle().ids())) {
        throw HostBinary.wrong(written, "bundle %d of %s".formatted(number, ids));
      }
    }

    private boolean isSame(HostImage written, BundleBytes planned, long start) throws IOException {
      if (planned.source() != null) {
        return back.isSame(planned, start);
      }
      return checksum(written.view().slice(start, planned.sizeBytes()))
          == planned.writtenChecksum();
    }

    private static List<String> ids(List<BundleEntry> entries) throws FormatException {
      for (BundleEntry entry : entries) {
        if (entry.problem() != null) {
          throw entry.problem();
        }
      }
      return entries.stream().map(entry -> entry.id().text()).toList();
    }

    /**
     * The ids in a compressed bundle, all of which is decompressed and held against its hash. It is
     * read as a stream: going through the file's mapping would leave all of it in memory.
     */
    private List<String> unpackedIds(CompressedBundle packed, PlannedBundle planned)
        throws IOException {
      MessageDigest hash = Digests.md5();
      byte[] table = new byte[planned.layout().header().length];
      byte[] window = new byte[WINDOW_BYTES];
      long size = 0;
      // It was just compressed, from what the budget accepted.
      UnpackMeter meter = UnpackBudget.everything().meter(packed.bytes(), "bundle just written");
      InputStream payload = packed.payload().stream();
      try (InputStream in =
          packed.method() == CompressionMethod.ZSTD
              ? UnpackedStream.zstd(payload, meter)
              : UnpackedStream.zlib(payload, meter)) {
        for (int count = in.read(window); count >= 0; count = in.read(window)) {
          if (size < table.length) {
            System.arraycopy(
                window, 0, table, (int) size, (int) Math.min(count, table.length - size));
          }
          hash.update(window, 0, count);
          size += count;
          progress.step(0);
        }
      }
      if (size != packed.uncompressedSizeBytes()
          || ByteView.of("MD5", hash.digest()).u64(0) != packed.hash()) {
        throw FormatException.at(
                packed.bytes(), 0, "compressed offload bundle", "hash", Reason.CHECKSUM_MISMATCH)
            .mismatch(
                "%d bytes, as declared".formatted(packed.uncompressedSizeBytes()), size + " bytes");
      }
      ByteView start = ByteView.of(packed.bytes().name(), table);
      return ids(BundleTable.read(start, size).entries());
    }

    private long checksum(ByteView view) throws FormatException {
      CRC32C checksum = new CRC32C();
      byte[] window = new byte[(int) Math.min(WINDOW_BYTES, view.size())];
      for (long at = 0; at < view.size(); at += window.length) {
        int count = (int) Math.min(window.length, view.size() - at);
        view.copyTo(at, window, 0, count);
        checksum.update(window, 0, count);
        progress.step(count);
      }
      return checksum.getValue();
    }
  }
}
