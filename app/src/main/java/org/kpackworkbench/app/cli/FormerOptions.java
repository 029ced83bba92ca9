package org.kpackworkbench.app.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options of rocm_kpack's tools that have nothing to do here. They are taken so that command lines
 * written for those tools go on working.
 */
final class FormerOptions {
  /** The tool that unbundles code objects. */
  static final String BUNDLER = "--clang-offload-bundler";

  /** Where work files lie. */
  static final String TMP_DIR = "--tmp-dir";

  /** Saying more; of these options, the one that does something. */
  static final String VERBOSE = "--verbose";

  private static final Map<String, String> WORDS =
      Map.of(
          BUNDLER,
          "Taken from command lines of rocm_kpack, and not needed: bundles are read without it.",
          TMP_DIR,
          "Taken from command lines of rocm_kpack, and not needed: what is being written lies beside"
              + " its place until it is whole.",
          VERBOSE,
          "List every note; otherwise many of one kind are one line that counts them.");

  private FormerOptions() {}

  /** Adds some of them to a command. */
  static void add(CommandSpec spec, String... names) {
    for (String name : List.of(names)) {
      OptionSpec.Builder option = OptionSpec.builder(name).description(WORDS.get(name));
      spec.addOption(
          switch (name) {
            case BUNDLER -> option.paramLabel("FILE").type(String.class).build();
            case TMP_DIR -> option.paramLabel("DIR").type(String.class).build();
            default -> option.type(boolean.class).build();
          });
    }
  }
}
