package org.kpackworkbench.model.operation.recombine;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/**
 * Shards that are to become packages.
 *
 * @param shards the folder whose children are shards; a folder of artifacts is one shard
 * @param config the packaging configuration
 * @param output the folder that gets the artifacts; other things may be in it
 * @param components the components to make, {@code blas_lib}, or {@code blas} for all of its own;
 *     empty for all that there are
 * @param packed whether artifacts become {@code .tar.zst} files instead of folders
 * @param threads number of components that are worked on at once, from 1; the output does not
 *     depend on it
 * @param replace whether artifacts that are there already may be replaced as a whole
 * @param large whether more may be unpacked than is plausible
 */
public record RecombineRequest(
    Path shards,
    Path config,
    Path output,
    List<String> components,
    boolean packed,
    int threads,
    boolean replace,
    boolean large) {
  /** The shards. */
  public static final Option<Path> SHARDS =
      Option.of(OptionKind.folder(), "--input-shards-dir")
          .label("D")
          .help("The folder of shards.")
          .title("Shards")
          .required("Choose the folder that contains the shards.");

  /** The packaging configuration. */
  public static final Option<Path> CONFIG =
      Option.of(OptionKind.file(), "--config")
          .label("F")
          .help("The packaging configuration, YAML or JSON.")
          .title(
              "Configuration",
              "Defines which architectures go into one package, and which shard provides the generic part.")
          .required("Choose the packaging configuration, in YAML or JSON.");

  /** Where the artifacts go. */
  public static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFolder(), "-o", "--output")
          .former("--output-dir")
          .label("O")
          .help("The folder for the artifacts. " + CommonOptions.CREATED)
          .title("Output")
          .required("Choose the folder for the packages' artifacts.");

  /** The components to make. */
  public static final Option<List<String>> COMPONENTS =
      Option.of(OptionKind.names("components, such as blas_lib", List.of()), "--component")
          .label("C")
          .help(
              "Make only this component, such as blas_lib, or blas for all components of "
                  + "blas. May be given several times, or with commas.")
          .title(
              "Components", "Such as blas_lib, or blas for all components of blas; empty for all.")
          .orElse(List.of());

  /** Whether artifacts become packed files. */
  public static final Option<Boolean> PACKED = CommonOptions.format(false, true);

  /** Whether existing files may be replaced. */
  public static final Option<Boolean> FORCE =
      CommonOptions.force("Replace existing artifacts, each as a whole");

  /** Description of the operation. */
  public static final Operation<RecombineRequest> OPERATION =
      Operation.<RecombineRequest>of(
              "recombine", "make packages from the artifacts of several builds")
          .description(
              """
              Makes the artifacts of packages from the split artifacts of several builds (shards),
              according to a packaging configuration: COMPONENT_generic from the primary shard, with
              one manifest of all archives, and for each group of architectures COMPONENT_GROUP with
              the archives and database files of all shards.
              """)
          .synopsis("--input-shards-dir D --config F -o O [OPTIONS]")
          .examples(
              """
                kpack-workbench recombine --input-shards-dir shards --config packaging.yaml \\
                    -o packages --dry-run
                kpack-workbench recombine --input-shards-dir shards --config packaging.json \\
                    -o packages --component blas_lib --artifact-format tar.zst

              Each child of D is a shard: a folder of artifacts, which are folders or .tar.zst
              files. If a component fails, it is reported, none of it is written, the others are
              still made, and the exit status is 2. If the configuration, the primary shard or the
              output is wrong, nothing is written.
              """)
          .group("From and to")
          .option(SHARDS, RecombineRequest::shards)
          .option(CONFIG, RecombineRequest::config)
          .option(OUTPUT, RecombineRequest::output)
          .group("What")
          .option(COMPONENTS, RecombineRequest::components)
          .option(PACKED, RecombineRequest::packed)
          .option(CommonOptions.JOBS, RecombineRequest::threads)
          .group("Otherwise")
          .option(FORCE, RecombineRequest::replace)
          .option(CommonOptions.ALLOW_LARGE, RecombineRequest::large)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.TMP_DIR)
          .option(CommonOptions.VERBOSE)
          .reads(
              given ->
                  new RecombineRequest(
                      given.get(SHARDS),
                      given.get(CONFIG),
                      given.get(OUTPUT),
                      given.get(COMPONENTS),
                      given.get(PACKED),
                      given.get(CommonOptions.JOBS),
                      given.get(FORCE),
                      given.get(CommonOptions.ALLOW_LARGE)));

  public RecombineRequest {
    components = List.copyOf(components);
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
  }

  /** All components, as folders, on all cores, replacing nothing. */
  public static RecombineRequest of(Path shards, Path config, Path output) {
    return OPERATION.request(
        new Arguments().with(SHARDS, shards).with(CONFIG, config).with(OUTPUT, output));
  }

  /** Returns this request with another value of an option. */
  public <T> RecombineRequest with(Option<T> option, T value) {
    return OPERATION.with(this, given -> given.with(option, value));
  }

  /** Returns the path that an artifact is written to. */
  Path target(String name) {
    return output.resolve(packed ? name + ".tar.zst" : name);
  }

  TarOptions tarOptions() {
    return new TarOptions(TarOptions.DEFAULT.level(), threads, replace);
  }
}
