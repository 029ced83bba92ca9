package org.kpackworkbench.model.operation.hostonly;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.bytes.ReplacingFiles;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan;
import org.kpackworkbench.model.format.elf.edit.LayoutRanges;
import org.kpackworkbench.model.format.host.edit.HostBinary;
import org.kpackworkbench.model.format.host.edit.HostBinary.UnsupportedException;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.hostonly.ReducedCode;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.restore.ReducedBinary;
import org.kpackworkbench.model.operation.restore.RestoreForecast;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;

/**
 * An open binary that is to become host-only: what it is, what would be written, and the file
 * itself before it gets its name. Closing it closes the file; views of its bytes end with that.
 */
public final class HostOnlyInput implements Closeable {
  /** For layouts that are only planned. */
  private static final byte[] SMALL_MARKER =
      new HostOnlyRequest(Path.of(""), Path.of(""), false, "binary", List.of("code.kpack"))
          .marker();

  private final HostBinary binary;
  private final FatBinary fat;
  private final HostOnlyOutcome outcome;
  private @Nullable Planned planned;
  private boolean wayBack;
  private @Nullable DeviceCodeSource deviceCode;
  private boolean emptyBundles;

  /**
   * How it becomes host-only.
   *
   * @param result what would be written
   */
  private record Planned(HostOnlyLayout plan, FatBinary result) {}

  private HostOnlyInput(HostBinary binary) throws Refused {
    this.binary = binary;
    this.fat = binary.device();
    this.outcome =
        switch (state(fat)) {
          case HOST_ONLY -> HostOnlyOutcome.ALREADY_HOST_ONLY;
          case NONE -> HostOnlyOutcome.NO_DEVICE_CODE;
          default -> HostOnlyOutcome.CONVERTED;
        };
  }

  /**
   * Opens a file and reads its wrappers and bundles.
   *
   * @param path the file; a link to it will do
   * @throws HostOnlyRefusedException if it cannot be converted
   * @throws IOException if it cannot be read
   */
  public static HostOnlyInput open(Path path, Progress progress) throws IOException {
    HostBinary binary;
    try {
      binary = HostBinary.open(path, progress);
    } catch (UnsupportedException unsupported) {
      throw new HostOnlyRefusedException(
          path, HostOnlyRefusal.NOT_X86_64_ELF, unsupported.details());
    }
    try {
      return new HostOnlyInput(binary);
    } catch (Refused refused) {
      binary.close();
      throw new HostOnlyRefusedException(path, refused.refusal(), refused.details());
    } catch (RuntimeException failure) {
      binary.close();
      throw failure;
    }
  }

  /**
   * Takes bundles without code as they are, where they are else refused: archives keep nothing of
   * them, so that the way back does not know how they were.
   *
   * @return this
   */
  public HostOnlyInput allowingEmptyBundles() {
    emptyBundles = true;
    return this;
  }

  boolean allowsEmptyBundles() {
    return emptyBundles;
  }

  /** The file as it was named. */
  public Path path() {
    return binary.path();
  }

  /** The outcome. */
  public HostOnlyOutcome outcome() {
    return outcome;
  }

  /** Whether it has a signature, which cannot be true for the host-only form. */
  boolean isSigned() {
    return binary.isSigned();
  }

  /** Warns that its signature is left out of what is made of it, where it has one. */
  public Optional<OperationNote> unsigned() {
    return binary.isSigned() ? Optional.of(OperationNote.unsigned(path())) : Optional.empty();
  }

  /** Returns the device code of the file. */
  public FatBinary fat() {
    return fat;
  }

  /**
   * Its device code, bundles that no wrapper points to left out; read once.
   *
   * @throws HostOnlyRefusedException if archives cannot hold all of it
   * @throws FormatException if the file changed meanwhile
   */
  public DeviceCodeSource deviceCode() throws HostOnlyRefusedException, FormatException {
    DeviceCodeSource read = deviceCode;
    if (read == null) {
      read = DeviceCodeSource.of(this, false, false);
      deviceCode = read;
    }
    return read;
  }

  /**
   * Works out what would be written, and writes nothing.
   *
   * @throws HostOnlyRefusedException if the file cannot be converted
   */
  public HostOnlyPreview preview(HostOnlyRequest request, Progress progress) throws IOException {
    long size = fat.image().view().size();
    if (outcome != HostOnlyOutcome.CONVERTED) {
      return new HostOnlyPreview(outcome, fat.wrappers().size(), 0, size, size);
    }
    try {
      HostOnlyLayout plan = plan(request.marker(), progress);
      return new HostOnlyPreview(
          outcome,
          fat.wrappers().size(),
          plan.removed().length() / LayoutPlan.PAGE_BYTES,
          size,
          plan.newSizeBytes());
    } catch (Refused refused) {
      throw new HostOnlyRefusedException(path(), refused.refusal(), refused.details());
    }
  }

  /**
   * Plans the file with some of its code only.
   *
   * @param rows the code that stays
   * @param dropped what a note in it says of the rest
   * @return usable until this is closed
   * @throws IOException as {@link #preview(HostOnlyRequest, Progress)}; also if it cannot be laid
   *     out
   */
  public ReducedCode reduced(List<DeviceCodeRow> rows, DroppedTargets dropped, Progress progress)
      throws IOException {
    try {
      return ReducedBinary.plan(binary, oneWay(SMALL_MARKER, progress).result(), rows, dropped);
    } catch (Refused refused) {
      throw new HostOnlyRefusedException(path(), refused.refusal(), refused.details());
    } catch (RestoreRefusedException refused) {
      throw new HostOnlyRefusedException(
          path(), HostOnlyRefusal.NO_WAY_BACK, RestoreForecast.words(refused));
    }
  }

  /**
   * Writes the output beside its target and verifies it; it has its name when {@link
   * PreparedHostOnly#commit} is called.
   *
   * @param request with this file as its input
   * @param durable whether to wait until the file is on the disk
   * @throws HostOnlyRefusedException if the file cannot be converted; nothing was written
   */
  public PreparedHostOnly prepare(HostOnlyRequest request, boolean durable, Progress progress)
      throws IOException {
    try {
      return outcome == HostOnlyOutcome.CONVERTED
          ? converted(request, durable, progress)
          : copied(request, durable, progress);
    } catch (Refused refused) {
      throw new HostOnlyRefusedException(path(), refused.refusal(), refused.details());
    }
  }

  /**
   * Plans the conversion and the way back: what is wrong with either is found in what would be
   * written, before anything is.
   */
  private HostOnlyLayout plan(byte[] marker, Progress progress) throws IOException, Refused {
    Planned plan = oneWay(marker, progress);
    if (!wayBack) {
      String obstacle = RestoreForecast.obstacle(plan.result(), deviceCode().rows());
      if (obstacle != null) {
        throw new Refused(HostOnlyRefusal.NO_WAY_BACK, obstacle);
      }
      wayBack = true;
    }
    return plan.plan();
  }

  /** Plans the conversion alone. */
  private Planned oneWay(byte[] marker, Progress progress) throws IOException, Refused {
    Planned known = planned;
    if (known != null && Arrays.equals(known.plan().marker(), marker)) {
      return known;
    }
    HostOnlyLayout plan = HostOnlyLayout.of(fat, marker, progress);
    FatBinary result = FatBinary.read(plan.result());
    String fault = new MarkerCheck(fat, plan).fault(result);
    if (fault != null) {
      throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, fault);
    }
    Planned made = new Planned(plan, result);
    planned = made;
    wayBack = false;
    return made;
  }

  private PreparedHostOnly converted(HostOnlyRequest request, boolean durable, Progress progress)
      throws IOException, Refused {
    byte[] marker = request.marker();
    HostOnlyLayout plan = plan(marker, progress);
    return Closing.ifFails(
        create(request),
        output -> {
          Taker<HostImage> check = new MarkerCheck(fat, plan)::check;
          LayoutFacts after = binary.write(plan::write, output, durable, check, progress);
          HostOnlyReport report =
              new HostOnlyReport(
                  HostOnlyOutcome.CONVERTED,
                  fat.wrappers().size(),
                  plan.removed().length() / LayoutPlan.PAGE_BYTES,
                  plan.removed(),
                  plan.markerAddress(),
                  plan.moved(),
                  binary.facts(),
                  after);
          PreparedHostOnly prepared =
              new PreparedHostOnly(report, output, request.output(), binary.real());
          unsigned().ifPresent(prepared.notes::add);
          return prepared;
        });
  }

  private static ReplacingFile create(HostOnlyRequest request) throws IOException {
    return ReplacingFile.create(
        ReplacingFile.inPlace(request.input(), request.output()), request.replace());
  }

  private PreparedHostOnly copied(HostOnlyRequest request, boolean durable, Progress progress)
      throws IOException {
    LayoutFacts facts = binary.facts();
    HostOnlyReport report =
        new HostOnlyReport(
            outcome,
            fat.wrappers().size(),
            0,
            new ByteRange(0, 0),
            fat.marker() == null ? 0 : fat.marker().address(),
            List.of(),
            facts,
            facts);
    if (binary.isAt(request.output())) {
      return new PreparedHostOnly(report, null, request.output(), binary.real());
    }
    return Closing.ifFails(
        create(request),
        output -> {
          binary.copy(output, durable, progress);
          return new PreparedHostOnly(report, output, request.output(), binary.real());
        });
  }

  /**
   * Returns the reason against making a fat binary host-only, as far as it is known without its
   * code; empty if there is none.
   *
   * @throws FormatException if the file changed meanwhile
   */
  public static Optional<String> obstacle(FatBinary fat) throws IOException {
    try {
      state(fat);
      HostOnlyLayout.of(fat, SMALL_MARKER, Progress.NONE);
      return Optional.empty();
    } catch (Refused refused) {
      return Optional.of(refused.reason());
    }
  }

  private static DeviceCode state(FatBinary fat) throws Refused {
    if (fat.image().isObject() && fat.state() != DeviceCode.NONE) {
      throw new Refused(HostOnlyRefusal.NOT_LINKED, "");
    }
    String why = String.join(" ", fat.diagnosis());
    switch (fat.state()) {
      case NO_SECTION_HEADERS ->
          throw new Refused(
              HostOnlyRefusal.NO_SECTION_HEADERS,
              fat.image().sections().isEmpty() ? "" : "its sections have no names");
      case NO_WRAPPERS -> {
        if (fat.image() instanceof ElfFile elf && elf.section(FatSections.WRAPPERS).isPresent()) {
          checkRanges(fat);
        }
        throw new Refused(HostOnlyRefusal.NO_WRAPPERS, "");
      }
      case HALF_CONVERTED -> throw new Refused(HostOnlyRefusal.HALF_CONVERTED, why);
      case RELOCATABLE -> throw new Refused(HostOnlyRefusal.NOT_LINKED, why);
      case FAT -> {
        checkRanges(fat);
        checkWrappers(fat);
      }
      case NONE, HOST_ONLY -> {}
    }
    return fat.state();
  }

  /** Wrappers outside of the file are none, which is not the reason. */
  private static void checkRanges(FatBinary fat) throws Refused {
    String fault = fat.image() instanceof ElfFile elf ? LayoutRanges.fault(elf) : null;
    if (fault != null) {
      throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, fault);
    }
  }

  private static void checkWrappers(FatBinary fat) throws Refused {
    if (fat.fatSections().isEmpty()) {
      throw new Refused(
          HostOnlyRefusal.UNUSUAL_LAYOUT, "it has wrappers, but no section is named .hip_fatbin");
    }
    for (Wrapper wrapper : fat.wrappers()) {
      boolean leads =
          wrapper.magic() == WrapperMagic.HIPF
              && wrapper.target() instanceof WrapperTarget.ToBundle
              && wrapper.pointedSection() != null
              && wrapper.pointedSection().equals(fat.fatSections().getFirst());
      if (!leads) {
        throw new Refused(
            HostOnlyRefusal.UNKNOWN_WRAPPER,
            "wrapper %d has the magic %s and points to 0x%x"
                .formatted(wrapper.index(), wrapper.magicWords(), wrapper.pointer().value()));
      }
    }
  }

  @Override
  public void close() throws IOException {
    binary.close();
  }

  /**
   * Reads a host-only file back before it gets its name; what is wrong here is this program's
   * fault.
   */
  private record MarkerCheck(FatBinary source, HostOnlyLayout plan) {
    /**
     * Checks what was written.
     *
     * @throws FormatException if anything is wrong
     */
    void check(HostImage written) throws FormatException {
      String fault = fault(FatBinary.read(written));
      if (fault != null) {
        throw HostBinary.wrong(written, fault);
      }
    }

    /** Returns what is wrong with a file that is written or only planned; null if nothing is. */
    @Nullable String fault(FatBinary result) throws FormatException {
      if (result.state() != DeviceCode.HOST_ONLY) {
        return "the result would be %s: %s"
            .formatted(result.state().words(), String.join(" ", result.diagnosis()));
      }
      if (result.wrappers().size() != source.wrappers().size()) {
        return result.wrappers().size() + " wrappers";
      }
      Marker found = result.marker();
      boolean same =
          found != null
              && found.address() == plan.markerAddress()
              && found.range().length() == plan.marker().length
              && Arrays.equals(
                  result.image().view().bytes(found.range().start(), plan.marker().length),
                  plan.marker());
      return same ? null : "another marker";
    }
  }

  /**
   * A host-only binary that is written and verified, and has yet to get its name. Closing it
   * without {@link #commit} removes it.
   */
  public static final class PreparedHostOnly implements AutoCloseable {
    private final HostOnlyReport report;
    private final @Nullable ReplacingFile file;
    private final Path target;
    private final Path input;
    private final LostAttributes lost = new LostAttributes();
    private final List<OperationNote> notes = new ArrayList<>();

    /**
     * @param file null if the output is the input itself, which stays as it is
     */
    PreparedHostOnly(HostOnlyReport report, @Nullable ReplacingFile file, Path target, Path input) {
      this.report = report;
      this.file = file;
      this.target = target;
      this.input = input;
    }

    /** Returns the report of what was done. */
    public HostOnlyReport report() {
      return report;
    }

    /** The signature and the extended attributes of the input that the file did not get. */
    public List<OperationNote> lost() {
      return Stream.concat(notes.stream(), lost.each(OperationNote::lost).stream()).toList();
    }

    /**
     * Gives the file its name, with the input's owner, mode, time stamps and extended attributes.
     */
    public void commit() throws IOException {
      commitBehind(List.of());
    }

    /**
     * Gives other files their names first, and then this one. When one of them cannot have its
     * name, none has.
     */
    public void commitBehind(List<ReplacingFile> others) throws IOException {
      int mode = FileModes.NONE;
      if (file != null) {
        TreeCopy.like(input.toRealPath(), file.temporary(), lost);
        mode = FileModes.of(file.temporary());
      }
      ReplacingFiles.commit(others, file);
      // A file that was replaced has lent its own mode.
      if (file != null) {
        FileModes.set(target, mode);
      }
    }

    /** Whether the file that would be replaced is the same, with the same mode. */
    public boolean isThere(Progress progress) throws IOException {
      if (file == null) {
        return true;
      }
      TreeCopy.like(input.toRealPath(), file.temporary(), lost);
      return FileModes.of(target.toRealPath()) == FileModes.of(file.temporary())
          && SameFiles.test(file.temporary(), target, progress);
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }

  /**
   * Expected result of a conversion.
   *
   * @param outcome the expected outcome
   * @param wrappers number of wrappers
   * @param pagesRemoved pages of device code that would leave the file
   * @param inputSizeBytes size of the input
   * @param outputSizeBytes size that the output would have
   */
  public record HostOnlyPreview(
      HostOnlyOutcome outcome,
      int wrappers,
      long pagesRemoved,
      long inputSizeBytes,
      long outputSizeBytes) {

    /** Returns the expected outcome. */
    public void describe(Facts facts) {
      facts
          .id("outcome", outcome)
          .size("inputSize", inputSizeBytes)
          .size("outputSize", outputSizeBytes)
          .number("wrappers", wrappers)
          .number("pagesRemoved", pagesRemoved);
    }
  }
}
