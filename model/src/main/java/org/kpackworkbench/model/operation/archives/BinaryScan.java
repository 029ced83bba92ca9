package org.kpackworkbench.model.operation.archives;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Finds the binaries of a tree that have device code, before anything is written. */
public final class BinaryScan {
  /** The rule of the note on bundles that no wrapper points to. */
  public static final String UNREFERENCED = "unreferenced-bundle";

  private static final int MZ = 0x5a4d;

  private BinaryScan() {}

  /**
   * A binary with device code that becomes host-only, or one that is host-only.
   *
   * @param preview what would be done
   * @param rows all of its code objects
   * @param kept those that are kept
   * @param rules how its loaders read paths
   */
  public record ScannedBinary(
      HostOnlyPreview preview,
      List<DeviceCodeRow> rows,
      List<DeviceCodeRow> kept,
      PathRules rules) {
    public ScannedBinary {
      rows = List.copyOf(rows);
      kept = List.copyOf(kept);
    }

    /** Size of those that are kept, shared ones once. */
    public long keptSizeBytes() {
      return sizeOnce(kept);
    }
  }

  /** Size of code objects; wrappers that share a bundle share its origins, too. */
  static long sizeOnce(Collection<DeviceCodeRow> rows) {
    Set<BundleOrigin> once = Collections.newSetFromMap(new IdentityHashMap<>());
    return rows.stream()
        .filter(row -> once.add(row.origin()))
        .mapToLong(DeviceCodeRow::sizeBytes)
        .sum();
  }

  /** Requirement of an operation on targets. */
  public interface TargetCheck {
    /**
     * Checks one.
     *
     * @throws FormatException if the binary is to be copied for it
     */
    void check(GpuTarget target) throws FormatException;
  }

  /**
   * Opens a binary and finds out whether it has device code and can be converted.
   *
   * @param request what would be done with it
   * @param notes gets what is to be said of it
   * @return empty if it has no device code
   * @throws HostOnlyRefusedException if it cannot be converted
   * @throws IOException if it cannot be read
   */
  public static Optional<ScannedBinary> scan(
      HostOnlyRequest request,
      ArchiveOptions options,
      TargetCheck check,
      List<OperationNote> notes,
      Progress progress)
      throws IOException {
    try (HostOnlyInput input = HostOnlyInput.open(request.input(), progress)) {
      return input.outcome() == HostOnlyOutcome.NO_DEVICE_CODE
          ? Optional.empty()
          : Optional.of(
              of(
                  input,
                  DeviceCodeSource.of(input, options.refuseUnreferenced(), options.keepSignature()),
                  request,
                  options,
                  check,
                  notes,
                  progress));
    }
  }

  /**
   * Scans an open binary as {@link #scan(HostOnlyRequest, ArchiveOptions, TargetCheck, List,
   * Progress)} does.
   *
   * @param source its device code
   */
  public static ScannedBinary of(
      HostOnlyInput input,
      DeviceCodeSource source,
      HostOnlyRequest request,
      ArchiveOptions options,
      TargetCheck check,
      List<OperationNote> notes,
      Progress progress)
      throws IOException {
    Path file = request.input();
    checkKey(file, request.kernelName());
    for (GpuTarget target : source.targets()) {
      check.check(target);
    }
    HostOnlyPreview preview = input.preview(request, progress);
    unreferenced(source, file).ifPresent(notes::add);
    List<DeviceCodeRow> rows = source.rows();
    List<DeviceCodeRow> kept =
        rows.stream().filter(row -> options.filter().keeps(row.target())).toList();
    if (kept.isEmpty() && !rows.isEmpty()) {
      notes.add(nothingKept(file, "are kept"));
    }
    return new ScannedBinary(preview, rows, kept, input.fat().image().pathRules());
  }

  /** An archive uses a binary's path as a key. */
  private static void checkKey(Path file, String path) throws FormatException {
    String unsafe = BinaryKey.unsafe(path).orElse(null);
    if (unsafe != null) {
      throw FormatException.in(file.toString(), "path", "", Reason.UNSAFE_PATH)
          .mismatch("a path that an archive can use as a key", unsafe);
    }
  }

  /**
   * Whether it is an ELF file for a host, or a Windows program with device code; code objects, of
   * which trees hold thousands, are none.
   *
   * @param findings gets what is to be said of a file that cannot be read
   */
  public static boolean isCandidate(Path file, List<OperationNote> findings) throws IOException {
    return isCandidate(file, ElfFile.start(file), findings);
  }

  /**
   * Whether a file whose first bytes were read is an ELF file for a host; code objects are none.
   *
   * @param start its first {@link ElfFile#START_BYTES} bytes, or fewer where it has no more
   */
  public static boolean isCandidate(Path file, byte[] start, List<OperationNote> findings)
      throws IOException {
    if (start.length < ElfFile.START_BYTES) {
      return false;
    }
    ByteBuffer bytes = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    if ((bytes.getShort(0) & 0xffff) == MZ) {
      return isWindows(file, findings);
    }
    if (start[0] == NotFetched.START.charAt(0) && NotFetched.is(file)) {
      findings.add(
          OperationNote.warning(
              "git-lfs-pointer",
              file,
              "copied unchanged: it is %s, and the file that it refers to was not examined"
                  .formatted(NotFetched.WORDS),
              NotFetched.ADVICE));
    }
    return ElfFile.isHost(start);
  }

  private static boolean isWindows(Path file, List<OperationNote> findings) throws IOException {
    try (OpenFile mapped = OpenFile.open(file)) {
      return CoffFile.isCoff(mapped.view()) && CoffFile.read(mapped.view()).hasDeviceCode();
    } catch (FormatException broken) {
      findings.add(
          OperationNote.note("unreadable", file, "copied unchanged: " + broken.getMessage()));
      return false;
    }
  }

  /**
   * The note on a file of a tree that is copied, because it cannot be converted.
   *
   * @param failure why not
   * @throws IOException that failure, where the file is not the cause
   */
  public static OperationNote copied(Path file, IOException failure) throws IOException {
    return switch (failure) {
      case HostOnlyRefusedException refused -> refused(file, refused);
      case FormatException broken when !broken.isFileChanged() -> unreadable(file, broken);
      default -> throw failure;
    };
  }

  private static OperationNote refused(Path file, HostOnlyRefusedException refused) {
    // A file that is not for this machine is no surprise in a tree.
    boolean foreign = refused.refusal() == HostOnlyRefusal.NOT_X86_64_ELF;
    return new OperationNote(
        foreign ? Severity.NOTE : Severity.ERROR,
        refused.refusal().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        file,
        "copied unchanged: " + refused.reason(),
        foreign ? "" : refused.refusal().advice());
  }

  private static OperationNote unreadable(Path file, FormatException failure) {
    return OperationNote.error(
        failure.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        file,
        "copied unchanged: " + failure.getMessage());
  }

  /**
   * Bundles without a wrapper: nothing can load them, before and after. Still a warning, since it
   * is device code that no request discards.
   */
  public static Optional<OperationNote> unreferenced(DeviceCodeSource source, Path file) {
    List<StoredBundle> bundles = source.unreferenced();
    if (bundles.isEmpty()) {
      return Optional.empty();
    }
    long size = bundles.stream().mapToLong(bundle -> bundle.range().length()).sum();
    return Optional.of(
        OperationNote.warning(
            UNREFERENCED,
            file,
            "%s that no wrapper points to, %d bytes, the first at file offset 0x%x: left out"
                .formatted(
                    CountText.of(bundles.size(), "bundle"),
                    size,
                    bundles.getFirst().range().start()),
            "No loader finds such a bundle; extract it from the original if it is needed."));
  }

  /** Returns the consequence where no code is left of some binaries, in a sentence. */
  public static String nothingKept(int binaries) {
    return binaries == 1
        ? "A program that uses it finds no code for any device."
        : "Programs that use them find no code for any device.";
  }

  /**
   * Returns a warning of a binary that becomes host-only without code for any device.
   *
   * @param targets the end of a sentence about targets
   */
  public static OperationNote nothingKept(Path file, String targets) {
    return OperationNote.warning(
        "nothing-kept",
        file,
        "it has no code for the targets that %s, but becomes host-only anyway".formatted(targets),
        nothingKept(1));
  }
}
