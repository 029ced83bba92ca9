package org.kpackworkbench.model.operation.overlay;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;

/**
 * Artifacts that are to become one tree.
 *
 * @param artifacts their folders, {@code .tar.zst} or {@code .tar.xz} files; at least one
 * @param output the tree's root; may be there already
 * @param flatten whether the prefixes' content lies on one root instead of in the prefixes
 * @param clean whether on a tree that is there already the prefixes that are met are emptied first;
 *     flattened, that is the whole tree
 * @param replace whether on a tree that is there already files may be replaced by others
 * @param large whether more may be unpacked than is plausible
 */
public record OverlayRequest(
    List<Path> artifacts,
    Path output,
    boolean flatten,
    boolean clean,
    boolean replace,
    boolean large) {
  /** The artifacts. */
  public static final Option<List<Path>> ARTIFACTS =
      Option.of(OptionKind.folder().several())
          .positional()
          .label("ARTIFACT")
          .help("Artifacts: their folders, .tar.zst or .tar.xz.")
          .title(
              "Artifacts",
              "One per line: folders, .tar.zst or .tar.xz files. The generic one first, then those of"
                  + " the architectures that the machine has.")
          .required("Name at least one artifact: a folder, a .tar.zst or a .tar.xz file.");

  /** The tree. */
  public static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFolder(), "-o", "--output")
          .former("--output-dir")
          .label("DIR")
          .help("The root of the tree.")
          .title("Output")
          .required("Choose the folder for the tree.");

  /** Whether the contents of all prefixes lie on one root. */
  public static final Option<Boolean> FLATTEN =
      Option.flag("--flatten", "Put the contents of all prefixes under one root.")
          .title("Flatten: put the content of all prefixes under one root, as installed")
          .orElse(false);

  /** Whether prefixes that are met are emptied first. */
  public static final Option<Boolean> CLEAN =
      Option.flag(
              "--clean",
              "If the tree exists, empty each prefix before the first artifact is written "
                  + "to it; with --flatten, empty the whole tree.")
          .title("Empty each prefix before it is written")
          .orElse(false);

  /** Whether existing files may be replaced. */
  public static final Option<Boolean> FORCE =
      CommonOptions.force("Allow files to be replaced by others");

  private static final Option<Integer> JOBS =
      Option.of(OptionKind.number(1, Integer.MAX_VALUE), "--jobs")
          .label("N")
          .help("Accepted as in other commands. overlay uses one thread.")
          .noField("It changes nothing.")
          .orElse(1);

  /** Description of the operation. */
  public static final Operation<OverlayRequest> OPERATION =
      Operation.<OverlayRequest>of("overlay", "combine artifacts in one tree")
          .description(
              """
              Combines artifacts (folders or .tar.zst) in one tree: stage prefixes are shared,
              manifests are merged, and each prefix gets its .prebuilt file. The tree is written
              completely or not at all.
              """)
          .synopsis("ARTIFACT... -o DIR [--flatten] [OPTIONS]")
          .examples(
              """
                kpack-workbench overlay blas_lib_generic blas_lib_gfx1100 -o build
                kpack-workbench overlay *.tar.zst -o /opt/rocm --flatten

              If artifacts have different files at the same path, nothing is written, every such
              path is listed, and the exit status is 1. An existing tree is extended; if it already
              has everything, it is not changed.
              """)
          .group("From and to")
          .option(ARTIFACTS, OverlayRequest::artifacts)
          .option(OUTPUT, OverlayRequest::output)
          .group("How")
          .option(FLATTEN, OverlayRequest::flatten)
          .group("If the tree exists")
          .option(CLEAN, OverlayRequest::clean)
          .option(FORCE, OverlayRequest::replace)
          .option(CommonOptions.ALLOW_LARGE, OverlayRequest::large)
          .option(JOBS)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.TMP_DIR)
          .option(CommonOptions.VERBOSE)
          .reads(
              given ->
                  new OverlayRequest(
                      given.get(ARTIFACTS),
                      given.get(OUTPUT),
                      given.get(FLATTEN),
                      given.get(CLEAN),
                      given.get(FORCE),
                      given.get(CommonOptions.ALLOW_LARGE)));

  public OverlayRequest {
    artifacts = List.copyOf(artifacts);
    if (artifacts.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to overlay without artifacts");
    }
  }

  /** Side by side, cleaning and replacing nothing. */
  public static OverlayRequest of(List<Path> artifacts, Path output) {
    return new OverlayRequest(artifacts, output, false, false, false, false);
  }

  /** Returns this request with another value of an option. */
  public <T> OverlayRequest with(Option<T> option, T value) {
    return OPERATION.with(this, given -> given.with(option, value));
  }
}
