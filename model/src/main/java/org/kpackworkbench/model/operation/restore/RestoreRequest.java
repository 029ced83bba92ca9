package org.kpackworkbench.model.operation.restore;

import java.nio.file.Path;
import java.util.List;

/**
 * A host-only binary that is to get its device code back.
 *
 * @param input the host-only binary; a link to it will do
 * @param output where the result goes; the input itself will do, and where it is a link, the file
 *     that it leads to is replaced
 * @param archives where the code objects are; empty: those that the binary's marker leads to
 * @param partial whether code objects that no archive has may be left out
 * @param replace whether a file that is there already may be replaced
 * @param dryRun whether only to say what would be written
 * @param threads how many bundles are compressed at one time, from 1; the bytes do not depend on it
 * @param large whether more may be unpacked than is plausible
 */
public record RestoreRequest(
    Path input,
    Path output,
    List<Path> archives,
    boolean partial,
    boolean replace,
    boolean dryRun,
    int threads,
    boolean large) {

  public RestoreRequest {
    archives = List.copyOf(archives);
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
  }

  /** With archives found by the marker, nothing missing, nothing replaced, on all cores. */
  public static RestoreRequest of(Path input, Path output) {
    return new RestoreRequest(
        input,
        output,
        List.of(),
        false,
        false,
        false,
        Runtime.getRuntime().availableProcessors(),
        false);
  }

  /** The same with these archives. */
  public RestoreRequest withArchives(List<Path> others) {
    return new RestoreRequest(input, output, others, partial, replace, dryRun, threads, large);
  }

  /** The same, with or without all code objects. */
  public RestoreRequest withPartial(boolean other) {
    return new RestoreRequest(input, output, archives, other, replace, dryRun, threads, large);
  }

  /** The same, replacing or not. */
  public RestoreRequest withReplace(boolean other) {
    return new RestoreRequest(input, output, archives, partial, other, dryRun, threads, large);
  }

  /** The same, writing or not. */
  public RestoreRequest withDryRun(boolean other) {
    return new RestoreRequest(input, output, archives, partial, replace, other, threads, large);
  }

  /** The same on so many threads. */
  public RestoreRequest withThreads(int other) {
    return new RestoreRequest(input, output, archives, partial, replace, dryRun, other, large);
  }

  /** The same, allowed to unpack more than is plausible or not. */
  public RestoreRequest allowingLarge(boolean yes) {
    return new RestoreRequest(input, output, archives, partial, replace, dryRun, threads, yes);
  }
}
