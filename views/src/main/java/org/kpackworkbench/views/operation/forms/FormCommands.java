package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.archives.PackOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.ConversionRequest;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.split.KpmForm;
import org.kpackworkbench.model.operation.split.OutputForm;
import org.kpackworkbench.model.operation.split.SplitRequest;

/** What forms ask for, as the command line that asks for the same. Pure functions; any thread. */
public final class FormCommands {
  private FormCommands() {}

  /** {@code convert}. */
  public static String of(ConversionRequest request) {
    CommandText command =
        new CommandText("convert", request.input())
            .option("-o", request.output())
            .option("--kernel-name", request.kernelName());
    request.searchPaths().forEach(path -> command.option("--search-path", path));
    Path folder = request.archives();
    if (folder == null) {
      command.flag("--discard-device-code", true);
    } else {
      command.option("--archives", folder);
      option(command, "--group-name", request.group());
      option(command, "--gfx-arch-family", request.family());
      options(command, request.options());
    }
    return command.flag("--force", request.replace()).toString();
  }

  /** {@code pack}. */
  public static String of(PackRequest request) {
    CommandText command =
        new CommandText("pack", request.input())
            .option("-o", request.output())
            .option("--group-name", request.group())
            .option("--gfx-arch-family", request.family());
    return options(command, request.options()).flag("--force", request.replace()).toString();
  }

  /** {@code restore}. */
  public static String of(RestoreRequest request) {
    CommandText command =
        new CommandText("restore", request.input()).option("-o", request.output());
    request.archives().forEach(archive -> command.option("--archive", archive));
    return command
        .flag("--partial", request.partial())
        .option("--jobs", request.threads(), Runtime.getRuntime().availableProcessors())
        .flag("--force", request.replace())
        .toString();
  }

  /**
   * {@code split}.
   *
   * @param topology the file with the rules; null where there is none
   */
  public static String of(SplitRequest request, @Nullable Path topology) {
    CommandText command =
        new CommandText("split")
            .option(
                request.batch() ? "--batch-artifact-parent-dir" : "--artifact-dir",
                request.input());
    option(command, "--artifact-prefix", request.prefix());
    if (topology != null) {
      command.option("--topology", topology);
    }
    command.option("--output-dir", request.output());
    if (!request.databases().isEmpty()) {
      command.option("--split-databases", String.join(",", request.databases()));
    }
    options(command, request.options(), "--gpu-targets");
    if (request.form() == OutputForm.TAR_ZST) {
      command.option("--format", "tar.zst");
    }
    return command
        .flag("--no-kpm", request.kpm() == KpmForm.NONE)
        .flag("--kpm-sha256", request.kpm() == KpmForm.WITH_SHA256)
        .flag("--strict-databases", request.unknownDatabaseIsError())
        .flag("--force", request.replace())
        .toString();
  }

  /** {@code recombine}. */
  public static String of(RecombineRequest request) {
    CommandText command =
        new CommandText("recombine")
            .option("--input-shards-dir", request.shards())
            .option("--config", request.config())
            .option("--output-dir", request.output());
    request.components().forEach(component -> command.option("--component", component));
    if (request.packed()) {
      command.option("--format", "tar.zst");
    }
    return command
        .option("--jobs", request.threads(), Runtime.getRuntime().availableProcessors())
        .flag("--force", request.replace())
        .toString();
  }

  /** {@code overlay}. */
  public static String of(OverlayRequest request) {
    CommandText command = new CommandText("overlay");
    request.artifacts().forEach(command::argument);
    return command
        .option("-o", request.output())
        .flag("--flatten", request.flatten())
        .flag("--clean", request.clean())
        .flag("--force", request.replace())
        .toString();
  }

  private static void option(CommandText command, String name, @Nullable String value) {
    if (value != null) {
      command.option(name, value);
    }
  }

  /** What differs from the usual. */
  private static CommandText options(CommandText command, PackOptions options) {
    return options(command, options, "--keep-targets");
  }

  private static CommandText options(CommandText command, PackOptions options, String targets) {
    PackOptions usual = PackOptions.DEFAULT;
    if (!options.filter().names().isEmpty()) {
      command.option(
          targets,
          options.filter().names().stream()
              .map(TargetFilter.Named::text)
              .collect(Collectors.joining(",")));
    }
    if (options.scheme() != usual.scheme()) {
      command.option("--compression", options.scheme() == StorageScheme.NONE ? "none" : "zstd");
    }
    return command
        .option("--level", options.level(), usual.level())
        .option("--keys", options.keys().name().toLowerCase(Locale.ROOT), "indexed")
        .option("--jobs", options.threads(), usual.threads())
        .flag("--refuse-unreferenced", options.refuseUnreferenced());
  }
}
