package org.kpackworkbench.model.operation.convert;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/**
 * A binary that is to become host-only, and where its device code goes.
 *
 * @param input the binary; a link to it will do
 * @param output where the host-only binary goes; the input itself will do, with {@code replace}
 * @param kernelName what the binary is called in archives
 * @param searchPaths where a loader looks for them, relative to the output's folder; at least one
 * @param archives the folder for the archives; null where device code is discarded
 * @param discard whether it may be discarded: not both a folder and this
 * @param group the archives' group name; null to take it from the file's name
 * @param family the archives' family; null for the target that each of them is for
 * @param options how archives are written
 * @param replace whether files that are there already may be replaced
 */
public record ConvertRequest(
    Path input,
    Path output,
    String kernelName,
    List<String> searchPaths,
    @Nullable Path archives,
    boolean discard,
    @Nullable String group,
    @Nullable String family,
    ArchiveOptions options,
    boolean replace) {

  public ConvertRequest {
    searchPaths = List.copyOf(searchPaths);
    if (archives != null && discard) {
      throw new IllegalArgumentException("either a folder for archives, or nothing is kept");
    }
    new HostOnlyRequest(input, output, replace, kernelName, searchPaths);
  }

  /** Keeps the device code in archives. */
  public static ConvertRequest keeping(
      Path input, Path output, String kernelName, List<String> searchPaths, Path archives) {
    return new ConvertRequest(
        input,
        output,
        kernelName,
        searchPaths,
        archives,
        false,
        null,
        null,
        ArchiveOptions.DEFAULT,
        false);
  }

  /** Throws the device code away. */
  public static ConvertRequest discarding(
      Path input, Path output, String kernelName, List<String> searchPaths) {
    return new ConvertRequest(
        input,
        output,
        kernelName,
        searchPaths,
        null,
        true,
        null,
        null,
        ArchiveOptions.DEFAULT,
        false);
  }

  /** The same with other options. */
  public ConvertRequest with(ArchiveOptions other) {
    return new ConvertRequest(
        input, output, kernelName, searchPaths, archives, discard, group, family, other, replace);
  }

  /** The same with names for the archives; null leaves them to what the binary says. */
  public ConvertRequest named(@Nullable String groupName, @Nullable String familyName) {
    return new ConvertRequest(
        input,
        output,
        kernelName,
        searchPaths,
        archives,
        discard,
        groupName,
        familyName,
        options,
        replace);
  }

  /** The same, replacing what is there or not. */
  public ConvertRequest replacing(boolean yes) {
    return new ConvertRequest(
        input, output, kernelName, searchPaths, archives, discard, group, family, options, yes);
  }

  /** For the binary alone. */
  HostOnlyRequest binary() {
    return new HostOnlyRequest(input, output, replace, kernelName, searchPaths);
  }
}
