package org.kpackworkbench.model.operation.database;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;

/**
 * Archives that are to become the databases that they were made of.
 *
 * @param archives what {@link PackDatabase} wrote, or folders that have it; at least one
 * @param output the folder of the databases
 * @param replace whether a folder that is there already may be replaced as a whole
 */
public record UnpackDatabaseRequest(List<Path> archives, Path output, boolean replace) {
  /** The archives. */
  public static final Option<List<Path>> ARCHIVES =
      Option.of(OptionKind.file().several())
          .positional()
          .label("ARCHIVE")
          .help("Archives that pack-database wrote, or a folder that has them.")
          .title("Archives")
          .required("Name at least one archive that pack-database wrote.");

  /** The new folder. */
  public static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFolder(), "-o", "--output")
          .label("OUT")
          .help("The folder to create, with the databases.")
          .title("Output")
          .required("Choose the folder for the databases.");

  private static final Option<Boolean> FORCE =
      CommonOptions.force("Replace the output folder as a whole if it exists");

  /** Description of the operation. */
  public static final Operation<UnpackDatabaseRequest> OPERATION =
      Operation.<UnpackDatabaseRequest>of(
              "unpack-database", "restore kernel databases from their archives")
          .description(
              """
              Restores the databases that pack-database wrote to archives: files of code objects
              with the same bytes at the same paths, and databases of rocFFT and MIOpen and files
              of AOTriton with the same kernels. AOTriton's .aks2 files get the same bytes if the
              folder "kept", which pack-database wrote, is beside the archives; otherwise their
              kernels are compressed again. The folder is written completely or not at all.
              """)
          .synopsis("ARCHIVE... -o OUT [OPTIONS]")
          .examples(
              """
                kpack-workbench unpack-database archives -o databases
                kpack-workbench unpack-database archives/*.kpack -o databases --dry-run
              """)
          .group("From and to")
          .option(ARCHIVES, UnpackDatabaseRequest::archives)
          .option(OUTPUT, UnpackDatabaseRequest::output)
          .group("Otherwise")
          .option(FORCE, UnpackDatabaseRequest::replace)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.VERBOSE)
          .reads(
              given ->
                  new UnpackDatabaseRequest(
                      given.get(ARCHIVES), given.get(OUTPUT), given.get(FORCE)));

  public UnpackDatabaseRequest {
    archives = List.copyOf(archives);
    if (archives.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to unpack without archives");
    }
  }
}
