package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;
import org.kpackworkbench.views.kit.copy.CopyFormats;

/** What forms ask for, as the command line that asks for the same. Pure functions; any thread. */
public final class FormCommands {
  private FormCommands() {}

  /** {@code convert}. */
  public static String of(ConvertRequest request) {
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
  private static CommandText options(CommandText command, ArchiveOptions options) {
    return options(command, options, "--keep-targets");
  }

  private static CommandText options(CommandText command, ArchiveOptions options, String targets) {
    ArchiveOptions usual = ArchiveOptions.DEFAULT;
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

  /** A command line as POSIX shells read it. */
  private static final class CommandText {
    private final StringBuilder text = new StringBuilder("kpack-workbench");

    CommandText(String command) {
      text.append(' ').append(command);
    }

    CommandText(String command, Path input) {
      this(command);
      argument(input);
    }

    /** A file or folder that is named without an option. */
    CommandText argument(Path input) {
      String path = input.toString();
      // Otherwise a name that begins with a dash would be taken for an option.
      add(path.startsWith("-") ? "./" + path : path);
      return this;
    }

    CommandText option(String name, Object value) {
      String word = value.toString();
      if (word.startsWith("-") && name.startsWith("--")) {
        text.append(' ').append(CopyFormats.argument(name + "=" + word));
        return this;
      }
      text.append(' ').append(name);
      add(word);
      return this;
    }

    /** An option that is given where it differs from what it is otherwise. */
    CommandText option(String name, Object value, Object otherwise) {
      return value.equals(otherwise) ? this : option(name, value);
    }

    CommandText flag(String name, boolean given) {
      if (given) {
        text.append(' ').append(name);
      }
      return this;
    }

    private void add(String word) {
      text.append(' ').append(CopyFormats.argument(word));
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
