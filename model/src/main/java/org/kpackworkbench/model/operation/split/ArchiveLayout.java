package org.kpackworkbench.model.operation.split;

import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/**
 * Which archives an artifact gets and where they lie.
 *
 * @param names how they are called
 * @param filter the targets that are kept
 * @param places by architecture
 * @param fatPrefixes the stage prefixes of all binaries with device code
 */
record ArchiveLayout(
    ArchiveNames names,
    TargetFilter filter,
    SortedMap<GpuTarget, ArchivePlace> places,
    SortedSet<String> fatPrefixes) {

  /**
   * Works it out.
   *
   * @param binaries in the order of their paths, so that the first prefix with code for an
   *     architecture is the first by name
   */
  static ArchiveLayout of(ArchiveNames names, TargetFilter filter, List<FatBinaryItem> binaries) {
    SortedMap<GpuTarget, ArchivePlace> places = new TreeMap<>();
    SortedSet<String> fatPrefixes = new TreeSet<>();
    // Wrappers that share a bundle share its origins, too.
    Set<BundleOrigin> once = Collections.newSetFromMap(new IdentityHashMap<>());
    for (FatBinaryItem binary : binaries) {
      if (!binary.rows().isEmpty()) {
        fatPrefixes.add(binary.source().prefix());
      }
      for (DeviceCodeRow row : binary.kept(filter)) {
        long size = once.add(row.origin()) ? row.sizeBytes() : 0;
        places.merge(
            row.target(),
            new ArchivePlace(row.target(), binary.source().prefix(), 1, size, binary.modified()),
            ArchiveLayout::both);
      }
    }
    return new ArchiveLayout(
        names,
        filter,
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

  /** Path of an archive in its artifact. */
  String archive(ArchivePlace place) {
    return names.archive(place.prefix(), place.target());
  }

  /**
   * A binary's search paths, its own prefix first.
   *
   * <p>An archive with its code lies in its own prefix or in an earlier one with device code. All
   * of those are named, not only the ones that hold archives now: another build of the same
   * component has other architectures, and its archives are to be found by this binary as well.
   */
  List<String> searchPaths(FatBinaryItem binary) {
    return names.searchPaths(binary.source(), fatPrefixes.headSet(binary.source().prefix()));
  }
}
