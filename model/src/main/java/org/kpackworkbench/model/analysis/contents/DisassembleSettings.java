package org.kpackworkbench.model.analysis.contents;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.extract.ExtractSettings;

/**
 * Which kernels are disassembled. Immutable.
 *
 * @param files the files
 * @param kernel its name, mangled, demangled or without parameters
 * @param targets the targets; none for all
 * @param targetRegex a regular expression that targets contain a match of
 * @param tool the {@code llvm-objdump} to use; empty if it is to be found
 * @param csv whether instructions are printed as comma-separated values
 */
public record DisassembleSettings(
    List<Path> files,
    String kernel,
    TargetFilter targets,
    Optional<String> targetRegex,
    Optional<Path> tool,
    boolean csv) {
  private static final String OPEN = "The window disassembles the kernel that is selected.";

  private static final Option<String> KERNEL =
      Option.of(OptionKind.text(), "--kernel")
          .label("NAME")
          .help(
              "The kernel: its mangled name, its name in the source, that without parameters, or the "
                  + "end of that where no other kernel's name ends so.")
          .noField(OPEN)
          .required("Name the kernel.");

  private static final Option<Optional<Path>> TOOL =
      Option.of(OptionKind.file().optional(), "--llvm-objdump")
          .label("FILE")
          .help("The llvm-objdump to use. Default: that of ROCm or of the system.")
          .noField(OPEN)
          .orElse(Optional.empty());

  /** The operation {@code disassemble}. */
  public static final Operation<DisassembleSettings> OPERATION =
      Operation.<DisassembleSettings>of("disassemble", "print the instructions of a kernel")
          .description(
              """
              Prints the instructions of a kernel, from any file that has code objects, for each
              target that has it. Needs llvm-objdump with support for AMD GPUs, as ROCm and LLVM
              have it.
              """)
          .examples(
              """
                kpack-workbench disassemble libfoo.so --kernel 'scale' --target gfx942
                kpack-workbench disassemble rand_lib_gfx90a.kpack --kernel _Z5scalePf --json

              The exit status is 1 if there is no such kernel, 2 if it cannot be disassembled.
              """)
          .option(KernelsSettings.FILES, DisassembleSettings::files)
          .option(KERNEL, DisassembleSettings::kernel)
          .option(ExtractSettings.TARGET, DisassembleSettings::targets)
          .option(ExtractSettings.TARGET_REGEX, DisassembleSettings::targetRegex)
          .option(TOOL, DisassembleSettings::tool)
          .option(KernelsSettings.CSV, DisassembleSettings::csv)
          .option(CommonOptions.RECURSIVE)
          .option(CommonOptions.ALLOW_LARGE)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .reads(DisassembleSettings::read);

  public DisassembleSettings {
    files = List.copyOf(files);
  }

  private static DisassembleSettings read(Arguments given) {
    KernelsSettings.checkOutput(given);
    return new DisassembleSettings(
        given.get(KernelsSettings.FILES),
        given.get(KERNEL),
        given.get(ExtractSettings.TARGET),
        given.get(ExtractSettings.TARGET_REGEX),
        given.get(TOOL),
        given.get(KernelsSettings.CSV));
  }
}
