package org.kpackworkbench.model.analysis.contents;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;

/**
 * Which files are described, and how much is read for it. Immutable.
 *
 * @param files the files
 * @param checksums whether whole archives are read to compare the checksums of manifests
 */
public record InfoSettings(List<Path> files, boolean checksums) {
  private static final String OPEN = "The window describes the open file.";

  private static final Option<List<Path>> FILES = KernelsSettings.files("inspect", OPEN);

  private static final Option<Boolean> CHECKSUMS =
      Option.flag(
              "--checksums", "For manifests: also compare checksums. This reads whole archives.")
          .noField(OPEN)
          .orElse(false);

  /** The operation {@code info}. */
  public static final Operation<InfoSettings> OPERATION =
      Operation.<InfoSettings>of("info", "show what a file is and what it contains")
          .description(
              "Shows what a file is and what it contains. The content decides, not the name.")
          .examples(
              """
                kpack-workbench info librocrand.so.1.1
                kpack-workbench info --json rand_lib_gfx90a.kpack
                kpack-workbench info --checksums rand_lib.kpm
                kpack-workbench info --json-lines --recursive /opt/rocm/lib

              For a damaged file, info prints what it could read, reports what it could not read on
              standard error, and exits with status 2. Other files are still read.
              """)
          .option(FILES, InfoSettings::files)
          .option(CHECKSUMS, InfoSettings::checksums)
          .option(CommonOptions.RECURSIVE)
          .option(CommonOptions.ALLOW_LARGE)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .reads(InfoSettings::read);

  public InfoSettings {
    files = List.copyOf(files);
  }

  private static InfoSettings read(Arguments given) {
    return new InfoSettings(given.get(FILES), given.get(CHECKSUMS));
  }
}
