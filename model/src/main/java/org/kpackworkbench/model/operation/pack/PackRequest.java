package org.kpackworkbench.model.operation.pack;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;

/**
 * A binary or an install tree that is to be packed.
 *
 * @param input a binary with device code, or a folder
 * @param output the new tree: a folder that is not there yet, or empty. For one binary it gets the
 *     binary and its archive
 * @param group the archive's group name, part of its file's name
 * @param family the archive's family of targets, part of its file's name
 * @param labels the targets that the archive's {@code gfx_arches} lists, as it spells them; empty
 *     for those that it has code for. Code for others is kept, but no loader looks it up
 * @param options how the archive is written
 * @param replace whether a folder that is there already may be replaced as a whole
 */
public record PackRequest(
    Path input,
    Path output,
    String group,
    String family,
    List<String> labels,
    ArchiveOptions options,
    boolean replace) {
  /** The binary or folder to pack. */
  public static final Option<Path> INPUT =
      Option.of(OptionKind.folder(), "--input")
          .positional()
          .label("IN")
          .help("The binary or folder to pack.")
          .title("Input")
          .required("Choose the binary or folder to pack.");

  /** The new folder. */
  public static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFolder(), "-o", "--output")
          .label("OUT")
          .help(
              "The folder to create. If IN is a binary, the folder holds the binary and "
                  + "its archive.")
          .title(
              "Output",
              "A new folder, which is written completely or not at all. Binaries with device code become"
                  + " host-only, everything else is copied as it is.")
          .required("Choose the folder for the packed tree.");

  /** The archive's group. */
  public static final Option<String> GROUP =
      Option.of(OptionKind.text(), "--group-name")
          .label("G")
          .help("The archive's group, part of its name.")
          .title("Group")
          .required("Give the group a name.");

  /** The archive's family. */
  public static final Option<String> FAMILY =
      Option.of(OptionKind.text(), "--gfx-arch-family")
          .label("F")
          .help("The archive's family of targets, part of its name.")
          .title("Family", "It is written to .kpack/GROUP-FAMILY.kpack in the new folder.")
          .required("Give the family a name.");

  static final Option<List<String>> LABELS =
      Option.of(
              OptionKind.targets(
                  names ->
                      TargetFilter.of(names).targets().stream().map(GpuTarget::toString).toList(),
                  labels -> labels.isEmpty() ? List.of() : List.of(String.join(",", labels))),
              "--gfx-arches")
          .label("A,B")
          .help(
              "The targets in gfx_arches of the archive. Default: all targets that it has "
                  + "code for. All code is kept, but loaders never look up targets that are not "
                  + "listed. Each is "
                  + TargetFilter.NAMES)
          .noField("Lists that hide code are only for compatibility with rocm_kpack.")
          .orElse(List.of());

  private static final Option<Boolean> FORCE =
      CommonOptions.force("Replace the output folder as a whole if it exists");

  private static final Option<Integer> JOBS =
      CommonOptions.jobs(CommonOptions.THREADS, "--jobs", "--max-workers");

  /** Description of the operation. */
  public static final Operation<PackRequest> OPERATION =
      ArchiveOptions.describe(
              Operation.<PackRequest>of(
                      "pack", "make a binary or a tree host-only, with one archive")
                  .description(
                      """
                      Packs a binary or an install tree into a new folder: binaries are made
                      host-only, their device code is written to OUT/.kpack/G-F.kpack, and
                      everything else is copied unchanged. The folder is written completely or not
                      at all.
                      """)
                  .synopsis("IN -o OUT --group-name G --gfx-arch-family F [OPTIONS]")
                  .examples(
                      """
                        kpack-workbench pack /opt/rocm -o packed --group-name rocm --gfx-arch-family gfx94X
                        kpack-workbench pack lib/librocrand.so.1.1 -o out --group-name rand \\
                            --gfx-arch-family all --target gfx942,gfx1100 --dry-run

                      A binary that cannot be made host-only is copied unchanged and reported, and
                      the exit status is 1. Links remain links and are not followed.

                      Command lines of rocm_kpack's pack_tree work without changes.
                      """)
                  .group("From and to")
                  .option(INPUT, PackRequest::input)
                  .option(OUTPUT, PackRequest::output)
                  .group("The archive")
                  .option(GROUP, PackRequest::group)
                  .option(FAMILY, PackRequest::family)
                  .option(LABELS, PackRequest::labels),
              ArchiveOptions.KEEP_TARGETS,
              JOBS,
              PackRequest::options)
          .group("Otherwise")
          .option(FORCE, PackRequest::replace)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.VERBOSE)
          .option(CommonOptions.BUNDLER)
          .reads(
              given ->
                  new PackRequest(
                      given.get(INPUT),
                      given.get(OUTPUT),
                      given.get(GROUP),
                      given.get(FAMILY),
                      given.get(LABELS),
                      ArchiveOptions.read(given, ArchiveOptions.KEEP_TARGETS, JOBS),
                      given.get(FORCE)));

  public PackRequest {
    labels = List.copyOf(labels);
  }

  /** With the usual options. */
  public static PackRequest of(Path input, Path output, String group, String family) {
    return new PackRequest(input, output, group, family, List.of(), ArchiveOptions.DEFAULT, false);
  }

  /** Returns a copy with other options. */
  public PackRequest with(ArchiveOptions other) {
    return new PackRequest(input, output, group, family, labels, other, replace);
  }

  /** Returns a copy that replaces existing output or not. */
  public PackRequest replacing(boolean yes) {
    return new PackRequest(input, output, group, family, labels, options, yes);
  }

  /** Path of the archive in the tree. */
  String archive() {
    return ".kpack/%s-%s.kpack".formatted(group, family);
  }
}
