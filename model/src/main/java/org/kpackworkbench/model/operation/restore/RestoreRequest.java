package org.kpackworkbench.model.operation.restore;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;

/**
 * A host-only binary that is to get its device code back.
 *
 * @param input the host-only binary; a link to it will do
 * @param output where the result goes; the input itself will do, and where it is a link, the file
 *     that it leads to is replaced
 * @param archives where the code objects are; empty: those that the binary's marker leads to
 * @param partial whether code objects that no archive has may be left out
 * @param replace whether a file that is there already may be replaced
 * @param threads how many bundles are compressed at one time, from 1; the bytes do not depend on it
 * @param large whether more may be unpacked than is plausible
 */
public record RestoreRequest(
    Path input,
    Path output,
    List<Path> archives,
    boolean partial,
    boolean replace,
    int threads,
    boolean large) {
  /** The host-only binary. */
  public static final Option<Path> INPUT =
      Option.of(OptionKind.file())
          .positional()
          .label("IN")
          .help("The host-only binary.")
          .noField(CommonOptions.OPEN_FILE)
          .required("Name the host-only binary.");

  /** The fat binary. */
  public static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFile(), "-o", "--output")
          .label("OUT")
          .help("The fat binary to write. May be IN with --force.")
          .title("Output")
          .required("Choose the file for the restored binary.");

  /** Where the code objects are. */
  public static final Option<List<Path>> ARCHIVES =
      Option.of(OptionKind.file().several(), "--archive")
          .label("A")
          .help(
              "An archive to read code objects from. May be given several times. Default: "
                  + "the archives that the binary's marker names.")
          .spread()
          .title("Archives")
          .orElse(List.of());

  /** Whether some of the code may be missing. */
  public static final Option<Boolean> PARTIAL =
      Option.flag("--partial", "Leave out code objects that no archive has, instead of failing.")
          .title("Continue without code objects that no archive has")
          .orElse(false);

  /** Whether an existing file is replaced. */
  public static final Option<Boolean> FORCE = CommonOptions.force("Replace an existing file");

  /** How many bundles are compressed at one time. */
  public static final Option<Integer> JOBS =
      CommonOptions.jobs(
          "The number of bundles to compress at the same time. Default: the number of "
              + "processors.",
          "--jobs");

  /** Description of the operation. */
  public static final Operation<RestoreRequest> OPERATION =
      Operation.<RestoreRequest>of("restore", "put a host-only binary's device code back")
          .description(
              """
              Puts the device code of a host-only binary back into it from its archives. The result
              is verified before it gets its final name. If the command fails, nothing is changed.
              """)
          .synopsis("IN -o OUT [--archive A…] [OPTIONS]")
          .examples(
              """
                kpack-workbench restore lib/librocrand.so.1.1 -o fat/librocrand.so.1.1
                kpack-workbench restore lib/librocrand.so.1.1 -o fat/librocrand.so.1.1 \\
                    --archive rand_lib_gfx90a.kpack --archive rand_lib_gfx942.kpack --partial
                kpack-workbench restore a.so -o b.so --dry-run --json

              Bundles get their original entries in the original order if the archives record them;
              otherwise one entry for the host and one for each target. A file that is already fat
              is copied unchanged. The exit status is 1 if something was left out.
              """)
          .group("The fat binary")
          .option(INPUT, RestoreRequest::input)
          .option(OUTPUT, RestoreRequest::output)
          .group("Its archives")
          .option(ARCHIVES, RestoreRequest::archives)
          .option(PARTIAL, RestoreRequest::partial)
          .group("Otherwise")
          .option(JOBS, RestoreRequest::threads)
          .option(FORCE, RestoreRequest::replace)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.ALLOW_LARGE, RestoreRequest::large)
          .option(CommonOptions.JSON)
          .reads(
              given ->
                  new RestoreRequest(
                      given.get(INPUT),
                      given.get(OUTPUT),
                      given.get(ARCHIVES),
                      given.get(PARTIAL),
                      given.get(FORCE),
                      given.get(JOBS),
                      given.get(CommonOptions.ALLOW_LARGE)));

  public RestoreRequest {
    archives = List.copyOf(archives);
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
  }

  /** With archives found by the marker, nothing missing, nothing replaced, on all cores. */
  public static RestoreRequest of(Path input, Path output) {
    return OPERATION.request(new Arguments().with(INPUT, input).with(OUTPUT, output));
  }

  /** Returns a copy with another value of an option. */
  public <T> RestoreRequest with(Option<T> option, T value) {
    return OPERATION.with(this, given -> given.with(option, value));
  }
}
