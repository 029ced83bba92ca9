package org.kpackworkbench.model.operation.split;

import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.archives.BinaryScan.ScannedBinary;
import org.kpackworkbench.model.operation.split.SourceTree.SourceItem;

/**
 * Which archives an artifact gets and where they lie.
 *
 * @param names how they are called
 * @param places by architecture
 * @param fatPrefixes the stage prefixes of all binaries with device code
 */
record ArchiveLayout(
    SplitNames names, SortedMap<GpuTarget, ArchivePlace> places, SortedSet<String> fatPrefixes) {

  /**
   * Works it out.
   *
   * @param binaries in the order of their paths, so that the first prefix with code for an
   *     architecture is the first by name
   */
  static ArchiveLayout of(SplitNames names, List<FatBinaryItem> binaries) {
    SortedMap<GpuTarget, ArchivePlace> places = new TreeMap<>();
    SortedSet<String> fatPrefixes = new TreeSet<>();
    // Wrappers that share a bundle share its origins, too.
    Set<BundleOrigin> once = Collections.newSetFromMap(new IdentityHashMap<>());
    for (FatBinaryItem binary : binaries) {
      if (!binary.scan().rows().isEmpty()) {
        fatPrefixes.add(binary.source().prefix());
      }
      for (DeviceCodeRow row : binary.scan().kept()) {
        long size = once.add(row.origin()) ? row.sizeBytes() : 0;
        places.merge(
            row.target(),
            new ArchivePlace(row.target(), binary.source().prefix(), 1, size, binary.modified()),
            ArchiveLayout::both);
      }
    }
    return new ArchiveLayout(
        names,
        Collections.unmodifiableSortedMap(places),
        Collections.unmodifiableSortedSet(fatPrefixes));
  }

  private static ArchivePlace both(ArchivePlace one, ArchivePlace other) {
    FileTime newest =
        one.modified().compareTo(other.modified()) < 0 ? other.modified() : one.modified();
    return new ArchivePlace(
        one.target(),
        one.prefix().compareTo(other.prefix()) <= 0 ? one.prefix() : other.prefix(),
        one.kernels() + other.kernels(),
        one.codeSizeBytes() + other.codeSizeBytes(),
        newest);
  }

  /** Where the manifest of all archives goes; empty where there are none. */
  Optional<ManifestPlace> manifest() {
    return places.values().stream()
        .map(place -> new ManifestPlace(place.prefix(), place.modified()))
        .reduce(
            (one, other) ->
                new ManifestPlace(
                    one.prefix().compareTo(other.prefix()) <= 0 ? one.prefix() : other.prefix(),
                    one.modified().compareTo(other.modified()) < 0
                        ? other.modified()
                        : one.modified()));
  }

  /** Path of an archive in its artifact. */
  String archive(ArchivePlace place) {
    return names.archive(place.prefix(), place.target());
  }

  /**
   * A binary's search paths, its own prefix first.
   *
   * <p>An archive with its code lies in its own prefix or in an earlier one with device code. All
   * of those are named, not only the ones that hold archives now: another build of the same
   * component has other architectures, and its archives are to be found by this binary as well. A
   * binary with several names is found by each of them.
   */
  List<String> searchPaths(FatBinaryItem binary) {
    return Stream.concat(Stream.of(binary.source()), binary.others().stream())
        .flatMap(name -> names.searchPaths(name, fatPrefixes.headSet(name.prefix())).stream())
        .distinct()
        .toList();
  }

  /**
   * A binary with device code that becomes host-only.
   *
   * @param source where it is
   * @param others its further names
   * @param scan what it has
   * @param modified its time
   */
  record FatBinaryItem(
      SourceItem source, List<SourceItem> others, ScannedBinary scan, FileTime modified) {}

  /**
   * The archive of an architecture.
   *
   * @param target the architecture
   * @param prefix the stage prefix that it lies in
   * @param kernels number of rows
   * @param codeSizeBytes size of the code objects, shared ones once
   * @param modified the time of the newest binary that it is made from
   */
  record ArchivePlace(
      GpuTarget target, String prefix, int kernels, long codeSizeBytes, FileTime modified) {}

  /**
   * The manifest of all archives, in the generic artifact.
   *
   * @param prefix the first stage prefix that has device code
   * @param modified the time of the newest binary with device code
   */
  record ManifestPlace(String prefix, FileTime modified) {}

  /**
   * How archives of an artifact are called, and how binaries lead to them.
   *
   * @param prefix the artifact prefix, {@code blas_lib}
   */
  record SplitNames(String prefix) {
    static final String FOLDER = ".kpack";

    /** File name of an architecture's archive. */
    String archive(GpuTarget target) {
      return prefix + "_" + target + ".kpack";
    }

    /** Path of an architecture's archive in an artifact. */
    String archive(String stagePrefix, GpuTarget target) {
      return stagePrefix + "/" + FOLDER + "/" + archive(target);
    }

    /** File name of the manifest of all archives. */
    String manifest() {
      return prefix + ".kpm";
    }

    /** Path of the manifest in the generic artifact. */
    String manifest(String stagePrefix) {
      return stagePrefix + "/" + FOLDER + "/" + manifest();
    }

    /**
     * A binary's search paths: in its own prefix first, then in each other one, as it lies while
     * prefixes are side by side.
     *
     * @param archivePrefixes the stage prefixes where archives with its code may lie
     */
    List<String> searchPaths(SourceItem binary, Collection<String> archivePrefixes) {
      String pattern = FOLDER + "/" + prefix + "_" + GpuTarget.PLACEHOLDER + ".kpack";
      List<String> paths = new ArrayList<>();
      paths.add(binary.toPrefix(pattern));
      archivePrefixes.stream()
          .filter(other -> !other.equals(binary.prefix()))
          .sorted()
          .distinct()
          .forEach(other -> paths.add(binary.item().toRoot(other + "/" + pattern)));
      return paths;
    }
  }
}
