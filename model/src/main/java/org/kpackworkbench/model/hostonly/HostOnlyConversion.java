package org.kpackworkbench.model.hostonly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.bytes.ByteRange;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.bytes.ReplacingFile;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.elf.ElfMachine;
import org.kpackworkbench.model.elf.edit.LayoutWriter;
import org.kpackworkbench.model.elf.edit.OffsetEdits;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.offload.DeviceCode;
import org.kpackworkbench.model.offload.FatBinary;
import org.kpackworkbench.model.offload.Wrapper;
import org.kpackworkbench.model.offload.WrapperMagic;
import org.kpackworkbench.model.offload.WrapperTarget;

/**
 * Makes a fat binary host-only.
 *
 * <p>The result is written beside its target, read back and verified, and only then given its name;
 * until then, and after a failure or cancellation, whatever was there is as it was. It has the
 * input's mode and time stamp. The same input gives the same bytes. Stateless: safe for use by many
 * threads.
 */
public final class HostOnlyConversion {
  private final Progress progress;

  /**
   * @param progress told how far it is; can cancel it with a {@link
   *     java.util.concurrent.CancellationException}
   */
  public HostOnlyConversion(Progress progress) {
    this.progress = progress;
  }

  /**
   * Converts one file.
   *
   * @throws ConversionRefusedException where the file cannot be converted; nothing was written
   * @throws FormatException where the file changed meanwhile
   * @throws IOException where it cannot be read, or the output cannot be written
   */
  public ConvertReport run(ConvertRequest request) throws IOException {
    Path input = request.input().toRealPath();
    try (MappedFile file = MappedFile.open(input)) {
      ElfFile elf = elf(file.view());
      FatBinary fat = FatBinary.read(elf, progress);
      return switch (state(fat)) {
        case HOST_ONLY -> copy(request, input, fat, Outcome.ALREADY_HOST_ONLY);
        case NONE -> copy(request, input, fat, Outcome.NO_DEVICE_CODE);
        default -> convert(request, input, fat);
      };
    } catch (Refused refused) {
      throw new ConversionRefusedException(request.input(), refused.refusal(), refused.details());
    }
  }

  private static ElfFile elf(ByteView view) throws Refused, FormatException {
    if (!ElfFile.isElf(view)) {
      throw new Refused(Refusal.NOT_X86_64_ELF, "it does not start as one");
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
      case NO_SECTION_HEADERS -> throw new Refused(Refusal.NO_SECTION_HEADERS, "");
      case NO_WRAPPERS -> throw new Refused(Refusal.NO_WRAPPERS, "");
      case HALF_CONVERTED -> throw new Refused(Refusal.HALF_CONVERTED, why);
      case RELOCATABLE -> throw new Refused(Refusal.NOT_LINKED, why);
      case FAT -> checkWrappers(fat);
      case NONE, HOST_ONLY -> {}
    }
    return fat.state();
  }

  private static void checkWrappers(FatBinary fat) throws Refused {
    for (Wrapper wrapper : fat.wrappers()) {
      boolean leads =
          wrapper.magic() == WrapperMagic.HIPF
              && wrapper.target() instanceof WrapperTarget.ToBundle
              && wrapper.pointedSection() != null
              && wrapper.pointedSection().equals(fat.fatSections().getFirst());
      if (!leads) {
        throw new Refused(
            Refusal.UNKNOWN_WRAPPER,
            "wrapper %d, %s, points to 0x%x"
                .formatted(wrapper.index(), wrapper.magicWords(), wrapper.pointer().value()));
      }
    }
  }

  private ConvertReport convert(ConvertRequest request, Path input, FatBinary fat)
      throws IOException, Refused {
    byte[] marker = request.marker();
    HostOnlyPlan plan = new HostOnlyPlan(fat, marker, progress);
    KeptPages kept = plan.kept();
    ByteRange removed = ByteRange.between(kept.keptEnd(), kept.cutEnd());
    try (ReplacingFile output = ReplacingFile.create(request.output(), request.replace())) {
      new LayoutWriter(output.channel(), progress)
          .write(fat.elf().view(), plan.edits(), plan.overlays());
      output.channel().force(true);
      LayoutFacts after;
      try (MappedFile written = MappedFile.open(output.temporary())) {
        ElfFile result = ElfFile.read(written.view());
        new WrittenCheck(fat, kept, marker).check(result);
        after = LayoutFacts.of(result);
      }
      output.commitAs(input);
      return new ConvertReport(
          Outcome.CONVERTED,
          fat.wrappers().size(),
          kept.cutBytes() / FatPlace.PAGE_BYTES,
          removed,
          kept.place().start(),
          kept.moved().stream().map(moved -> moved.section().name()).toList(),
          LayoutFacts.of(fat.elf()),
          after);
    }
  }

  private ConvertReport copy(ConvertRequest request, Path input, FatBinary fat, Outcome outcome)
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
    if (Files.exists(request.output()) && Files.isSameFile(input, request.output())) {
      return report;
    }
    try (ReplacingFile output = ReplacingFile.create(request.output(), request.replace())) {
      ByteView view = fat.elf().view();
      new LayoutWriter(output.channel(), progress)
          .write(view, new OffsetEdits(view.size()), List.of());
      output.channel().force(true);
      output.commitAs(input);
    }
    return report;
  }
}
