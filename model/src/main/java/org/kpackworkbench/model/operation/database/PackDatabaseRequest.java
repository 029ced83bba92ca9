package org.kpackworkbench.model.operation.database;

import java.nio.file.Path;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;

/**
 * A kernel database that is to become archives.
 *
 * @param input a file of kernels of rocFFT, MIOpen or AOTriton, or a folder or a package with such
 *     files or code objects
 * @param output the folder of the archives
 * @param replace whether a folder that is there already may be replaced as a whole
 */
public record PackDatabaseRequest(Path input, Path output, boolean replace) {
  /** The database to pack. */
  public static final Option<Path> INPUT =
      Option.of(OptionKind.folder(), "--input")
          .positional()
          .label("IN")
          .help(
              "rocFFT's kernel cache, MIOpen's .kdb, AOTriton's .aks2 or a ZIP archive of them, or"
                  + " a folder with such files or with .co and .hsaco files, such as an install"
                  + " tree, a wheel or a package.")
          .title("Database")
          .required(
              "Name rocFFT's kernel cache, MIOpen's .kdb, AOTriton's .aks2 or a ZIP archive of"
                  + " them, or a folder with such files or with .co and .hsaco files.");

  /** The new folder. */
  public static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFolder(), "-o", "--output")
          .label("DIR")
          .help("The folder to create, with one archive for each architecture.")
          .title("Output")
          .required("Choose the folder for the archives.");

  private static final Option<Boolean> FORCE =
      CommonOptions.force("Replace the output folder as a whole if it exists");

  /** Description of the operation. */
  public static final Operation<PackDatabaseRequest> OPERATION =
      Operation.<PackDatabaseRequest>of(
              "pack-database", "write the code objects of a kernel database to archives")
          .description(
              """
              Writes the code objects of a kernel database to new archives, one for each
              architecture: rocFFT's kernel cache (SQLite), MIOpen's kernels (.kdb), AOTriton's
              packed kernels (.aks2, and ZIP archives of them), and .co and .hsaco files of
              rocBLAS, hipBLASLt, hipSPARSELt and AOTriton. Of a folder, all databases in it are
              packed: --dry-run lists them. Files that select kernels (.dat, .yaml, .db.txt) stay
              where they are, and AOTriton's .aks2 files are also copied into the folder "kept" in
              DIR, which unpack-database needs to give them the same bytes. No library loads from
              such archives yet. The folder is written completely or not at all.
              """)
          .synopsis("IN -o DIR [OPTIONS]")
          .examples(
              """
                kpack-workbench pack-database rocfft_kernel_cache.db -o archives
                kpack-workbench pack-database /opt/rocm/share/miopen/db/gfx942130.kdb -o archives
                kpack-workbench pack-database /opt/rocm/lib/rocblas/library -o archives
                kpack-workbench pack-database /opt/rocm -o archives --dry-run

              unpack-database restores the database.
              """)
          .group("From and to")
          .option(INPUT, PackDatabaseRequest::input)
          .option(OUTPUT, PackDatabaseRequest::output)
          .group("Otherwise")
          .option(FORCE, PackDatabaseRequest::replace)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.VERBOSE)
          .reads(
              given ->
                  new PackDatabaseRequest(given.get(INPUT), given.get(OUTPUT), given.get(FORCE)));
}
