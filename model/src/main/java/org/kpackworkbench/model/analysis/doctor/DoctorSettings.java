package org.kpackworkbench.model.analysis.doctor;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuNames.NamedDevices;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;

/**
 * The libraries to simulate. Immutable.
 *
 * @param tree an install tree
 * @param gpus the GPUs; without names every GPU that the tree has files for
 * @param variables the variables that are set or unset, each as {@code K=V}
 */
public record DoctorSettings(Path tree, TargetFilter gpus, List<String> variables) {
  /** Where the system's linker looks for libraries. */
  static final String LIBRARY_PATH = "LD_LIBRARY_PATH";

  /** The variables that libraries and loaders read. */
  public static final List<String> VARIABLES =
      Stream.concat(Library.allVariables(), LoaderEnvironment.VARIABLES.stream()).toList();

  /** The variables that can be set. */
  private static final List<String> SETTABLE =
      Stream.concat(VARIABLES.stream(), Stream.of(LIBRARY_PATH)).toList();

  private static final Option<Path> TREE =
      Option.of(OptionKind.folder())
          .positional()
          .label("TREE")
          .help("An install tree, such as /opt/rocm, a folder with libraries, or packages.")
          .noField("It is the open folder.")
          .required("Name the install tree.");

  private static final Option<TargetFilter> GPU =
      TargetFilter.option(
              DoctorSettings::named,
              "The GPUs that the libraries run on; without this option, every GPU that the tree has files"
                  + " for, as a grid:",
              "--target")
          .label("T")
          .noField(CommonOptions.COMMAND_ONLY)
          .orElse(TargetFilter.ALL);

  private static final Option<List<String>> ENV =
      Option.of(
              OptionKind.of(Shape.TEXT, "K=V", DoctorSettings::setting, text -> text)
                  .completing(() -> SETTABLE.stream().map(name -> name + "=").toList())
                  .several(),
              "--env")
          .label("K=V")
          .help(
              "Set an environment variable of the libraries, of loaders or of the system's linker"
                  + " (LD_LIBRARY_PATH); K= unsets one.")
          .noField(CommonOptions.COMMAND_ONLY)
          .orElse(List.of());

  /** The operation {@code doctor}. */
  public static final Operation<DoctorSettings> OPERATION =
      Operation.<DoctorSettings>of("doctor", "show why a library finds no kernels for a GPU")
          .description(
              """
              Shows for each library in an install tree which files of its kernel database it tries
              on a GPU, in which order, which of them exist, and how to get the missing ones:
              rocBLAS, hipBLASLt, hipSPARSELt, rocFFT, MIOpen, AOTriton and hip-kernel-provider.
              Without a GPU it shows which libraries find their kernels on which GPUs.
              """)
          .examples(
              """
                kpack-workbench doctor /opt/rocm
                kpack-workbench doctor /opt/rocm --target gfx1100
                kpack-workbench doctor build/dist --target MI300X,gfx90a --json
                kpack-workbench doctor tree --target gfx942 --env ROCBLAS_TENSILE_LIBPATH=/tmp/library

              The variables of this environment are used, except LD_LIBRARY_PATH. The exit status
              is 1 if a library finds nothing that it needs, or only some of its kernels. Without
              --target, it is 1 if a library finds nothing on any GPU, or only some of its kernels on
              one.
              """)
          .option(TREE, DoctorSettings::tree)
          .option(GPU, DoctorSettings::gpus)
          .option(ENV, DoctorSettings::variables)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .reads(given -> new DoctorSettings(given.get(TREE), given.get(GPU), given.get(ENV)));

  public DoctorSettings {
    variables = List.copyOf(variables);
  }

  /**
   * The variables that are set.
   *
   * @param inherited those of the process
   */
  Map<String, String> environment(Map<String, String> inherited) {
    Map<String, String> set = new LinkedHashMap<>();
    for (String name : VARIABLES) {
      String value = inherited.get(name);
      if (value != null) {
        set.put(name, value);
      }
    }
    for (String setting : variables) {
      int equals = setting.indexOf('=');
      set.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    set.values().removeIf(String::isEmpty);
    return set;
  }

  /** Whether no GPU was named. */
  public boolean isGrid() {
    return gpus.names().isEmpty();
  }

  /** The variables of the loader that are set. */
  Map<String, String> loaderEnvironment(Map<String, String> inherited) {
    Map<String, String> set = environment(inherited);
    set.keySet().retainAll(LoaderEnvironment.VARIABLES);
    return set;
  }

  /** No GPU is called by a name that no target has. */
  static TargetFilter named(List<String> texts) {
    for (String text : texts) {
      NamedDevices read = GpuNames.read(Revision.without(text));
      if (!read.unknown().isEmpty() && !read.unknown().equals(List.of(CommonOptions.NATIVE))) {
        throw new IllegalArgumentException(read.problem());
      }
    }
    return TargetFilter.of(texts);
  }

  private static String setting(String text) {
    int equals = text.indexOf('=');
    if (equals < 0 || !SETTABLE.contains(text.substring(0, equals))) {
      throw new IllegalArgumentException(
          "expected K=V with one of %s, found \"%s\"".formatted(String.join(", ", SETTABLE), text));
    }
    return text;
  }
}
