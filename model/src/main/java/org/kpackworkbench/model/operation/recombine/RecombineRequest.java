package org.kpackworkbench.model.operation.recombine;

import java.nio.file.Path;
import java.util.List;
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

  public RecombineRequest {
    components = List.copyOf(components);
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
  }

  /** All components, as folders, on all cores, replacing nothing. */
  public static RecombineRequest of(Path shards, Path config, Path output) {
    return new RecombineRequest(
        shards,
        config,
        output,
        List.of(),
        false,
        Runtime.getRuntime().availableProcessors(),
        false,
        false);
  }

  /** The same, for these components only; empty for all. */
  public RecombineRequest withComponents(List<String> other) {
    return new RecombineRequest(shards, config, output, other, packed, threads, replace, large);
  }

  /** The same, with results packed or as folders. */
  public RecombineRequest withPacked(boolean other) {
    return new RecombineRequest(shards, config, output, components, other, threads, replace, large);
  }

  /** The same, with so many threads. */
  public RecombineRequest withThreads(int other) {
    return new RecombineRequest(shards, config, output, components, packed, other, replace, large);
  }

  /** The same, replacing what is there or not. */
  public RecombineRequest replacing(boolean other) {
    return new RecombineRequest(shards, config, output, components, packed, threads, other, large);
  }

  /** The same, allowed to unpack more than is plausible or not. */
  public RecombineRequest allowingLarge(boolean yes) {
    return new RecombineRequest(shards, config, output, components, packed, threads, replace, yes);
  }

  /** What an artifact becomes. */
  Path target(String name) {
    return output.resolve(packed ? name + ".tar.zst" : name);
  }

  TarOptions tarOptions() {
    return new TarOptions(TarOptions.DEFAULT.level(), threads, replace);
  }
}
