package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.edit.LayoutRanges;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.PlannedView;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.operation.restore.WayBack;

/**
 * An open binary that is to become host-only: what it is, what would be written, and the file
 * itself before it gets its name. Closing it closes the file; views of its bytes end with that.
 */
public final class ConvertInput implements AutoCloseable {
  private final Path path;
  private final Path real;
  private final MappedFile file;
  private final FatBinary fat;
  private final Outcome outcome;
  private @Nullable HostOnlyPlan plan;

  private ConvertInput(Path path, Path real, MappedFile file, FatBinary fat) throws Refused {
    this.path = path;
    this.real = real;
    this.file = file;
    this.fat = fat;
    this.outcome =
        switch (state(fat)) {
          case HOST_ONLY -> Outcome.ALREADY_HOST_ONLY;
          case NONE -> Outcome.NO_DEVICE_CODE;
          default -> Outcome.CONVERTED;
        };
  }

  /**
   * Opens a file and looks at its wrappers and bundles.
   *
   * @param path the file; a link to it will do
   * @throws ConversionRefusedException where it cannot be converted
   * @throws IOException where it cannot be read
   */
  public static ConvertInput open(Path path, Progress progress) throws IOException {
    Path real = path.toRealPath();
    MappedFile file = MappedFile.open(real);
    try {
      return new ConvertInput(path, real, file, FatBinary.read(elf(file.view()), progress));
    } catch (Refused refused) {
      file.close();
      throw new ConversionRefusedException(path, refused.refusal(), refused.details());
    } catch (IOException | RuntimeException failure) {
      file.close();
      throw failure;
    }
  }

  /** The file as it was named. */
  public Path path() {
    return path;
  }

  /** What comes of it. */
  public Outcome outcome() {
    return outcome;
  }

  /** What it has of device code. */
  public FatBinary fat() {
    return fat;
  }

  /**
   * Works out what would be written, and writes nothing.
   *
   * @throws ConversionRefusedException where the file cannot be converted
   */
  public ConvertPreview preview(ConvertRequest request, Progress progress) throws IOException {
    long size = fat.elf().view().size();
    if (outcome != Outcome.CONVERTED) {
      return new ConvertPreview(outcome, fat.wrappers().size(), 0, size, size);
    }
    try {
      HostOnlyPlan plan = plan(request.marker(), progress);
      return new ConvertPreview(
          outcome,
          fat.wrappers().size(),
          plan.kept().cutBytes() / FatPlace.PAGE_BYTES,
          size,
          plan.edits().newSizeBytes());
    } catch (Refused refused) {
      throw new ConversionRefusedException(path, refused.refusal(), refused.details());
    }
  }

  /**
   * Writes the output beside its target and verifies it; it has its name when {@link
   * PreparedConversion#commit} is called.
   *
   * @param request with this file as its input
   * @param durable whether to wait until the file is on the disk
   * @throws ConversionRefusedException where the file cannot be converted; nothing was written
   */
  public PreparedConversion prepare(ConvertRequest request, boolean durable, Progress progress)
      throws IOException {
    try {
      return outcome == Outcome.CONVERTED
          ? converted(request, durable, progress)
          : copied(request, durable, progress);
    } catch (Refused refused) {
      throw new ConversionRefusedException(path, refused.refusal(), refused.details());
    }
  }

  /**
   * Plans the conversion and the way back: what is wrong with either is found in what would be
   * written, before anything is.
   */
  private HostOnlyPlan plan(byte[] marker, Progress progress) throws IOException, Refused {
    HostOnlyPlan planned = plan;
    if (planned != null && Arrays.equals(planned.marker(), marker)) {
      return planned;
    }
    planned = new HostOnlyPlan(fat, marker, progress);
    ByteView view = fat.elf().view();
    ElfFile result;
    try {
      result = ElfFile.read(PlannedView.of(view.name(), view, planned.edits(), planned.overlays()));
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      throw new Refused(Refusal.UNUSUAL_LAYOUT, String.valueOf(failure.getMessage()));
    }
    String fault = new WrittenCheck(fat, planned.kept(), marker).fault(result);
    if (fault != null) {
      throw new Refused(Refusal.UNUSUAL_LAYOUT, fault);
    }
    String obstacle =
        WayBack.obstacle(FatBinary.read(result), DeviceCodeSource.of(this, false).rows());
    if (obstacle != null) {
      throw new Refused(Refusal.NO_WAY_BACK, obstacle);
    }
    plan = planned;
    return planned;
  }

  private PreparedConversion converted(ConvertRequest request, boolean durable, Progress progress)
      throws IOException, Refused {
    byte[] marker = request.marker();
    HostOnlyPlan plan = plan(marker, progress);
    KeptPages kept = plan.kept();
    ReplacingFile output = create(request);
    try {
      new LayoutWriter(output.channel(), progress)
          .write(fat.elf().view(), plan.edits(), plan.overlays());
      if (durable) {
        output.channel().force(true);
      }
      LayoutFacts after;
      try (MappedFile written = MappedFile.open(output.temporary())) {
        ElfFile result = ElfFile.read(written.view());
        new WrittenCheck(fat, kept, marker).check(result);
        after = LayoutFacts.of(result);
      }
      ConvertReport report =
          new ConvertReport(
              Outcome.CONVERTED,
              fat.wrappers().size(),
              kept.cutBytes() / FatPlace.PAGE_BYTES,
              ByteRange.between(kept.keptEnd(), kept.cutEnd()),
              kept.place().start(),
              kept.moved().stream().map(moved -> moved.section().name()).toList(),
              LayoutFacts.of(fat.elf()),
              after);
      return new PreparedConversion(report, output, request.output(), real);
    } catch (IOException | RuntimeException failure) {
      output.close();
      throw failure;
    }
  }

  private static ReplacingFile create(ConvertRequest request) throws IOException {
    return ReplacingFile.create(
        ReplacingFile.inPlace(request.input(), request.output()), request.replace());
  }

  private PreparedConversion copied(ConvertRequest request, boolean durable, Progress progress)
      throws IOException {
    LayoutFacts facts = LayoutFacts.of(fat.elf());
    ConvertReport report =
        new ConvertReport(
            outcome,
            fat.wrappers().size(),
            0,
            new ByteRange(0, 0),
            fat.marker() == null ? 0 : fat.marker().address(),
            List.of(),
            facts,
            facts);
    if (Files.exists(request.output()) && Files.isSameFile(real, request.output())) {
      return new PreparedConversion(report, null, request.output(), real);
    }
    ReplacingFile output = create(request);
    try {
      ByteView view = fat.elf().view();
      new LayoutWriter(output.channel(), progress)
          .write(view, new OffsetEdits(view.size()), List.of());
      if (durable) {
        output.channel().force(true);
      }
      return new PreparedConversion(report, output, request.output(), real);
    } catch (IOException | RuntimeException failure) {
      output.close();
      throw failure;
    }
  }

  private static ElfFile elf(ByteView view) throws Refused, FormatException {
    if (!ElfFile.isElf(view)) {
      throw new Refused(
          Refusal.NOT_X86_64_ELF,
          NotFetched.is(view)
              ? "it is %s; git lfs pull fetches the file itself".formatted(NotFetched.WORDS)
              : "it does not start as one");
    }
    ElfFile elf;
    try {
      elf = ElfFile.read(view);
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      throw new Refused(Refusal.NOT_X86_64_ELF, String.valueOf(failure.found()));
    }
    if (elf.header().machine() != ElfMachine.X86_64) {
      throw new Refused(Refusal.NOT_X86_64_ELF, "its machine is " + elf.header().machineName());
    }
    return elf;
  }

  private static DeviceCode state(FatBinary fat) throws Refused {
    if (fat.elf().header().isObject() && fat.state() != DeviceCode.NONE) {
      throw new Refused(Refusal.NOT_LINKED, "");
    }
    String why = String.join(" ", fat.diagnosis());
    switch (fat.state()) {
      case NO_SECTION_HEADERS ->
          throw new Refused(
              Refusal.NO_SECTION_HEADERS,
              fat.elf().sections().isEmpty() ? "" : "its sections have no names");
      case NO_WRAPPERS -> {
        if (fat.elf().section(FatSections.WRAPPERS) != null) {
          checkRanges(fat);
        }
        throw new Refused(Refusal.NO_WRAPPERS, "");
      }
      case HALF_CONVERTED -> throw new Refused(Refusal.HALF_CONVERTED, why);
      case RELOCATABLE -> throw new Refused(Refusal.NOT_LINKED, why);
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
    String fault = LayoutRanges.fault(fat.elf());
    if (fault != null) {
      throw new Refused(Refusal.UNUSUAL_LAYOUT, fault);
    }
  }

  private static void checkWrappers(FatBinary fat) throws Refused {
    if (fat.fatSections().isEmpty()) {
      throw new Refused(
          Refusal.UNUSUAL_LAYOUT, "it has wrappers, and no section is named .hip_fatbin");
    }
    for (Wrapper wrapper : fat.wrappers()) {
      boolean leads =
          wrapper.magic() == WrapperMagic.HIPF
              && wrapper.target() instanceof WrapperTarget.ToBundle
              && wrapper.pointedSection() != null
              && wrapper.pointedSection().equals(fat.fatSections().getFirst());
      if (!leads) {
        throw new Refused(
            Refusal.UNKNOWN_WRAPPER,
            "wrapper %d has the magic %s and points to 0x%x"
                .formatted(wrapper.index(), wrapper.magicWords(), wrapper.pointer().value()));
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
