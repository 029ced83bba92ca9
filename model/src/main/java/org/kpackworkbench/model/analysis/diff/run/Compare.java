package org.kpackworkbench.model.analysis.diff.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Difference;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.analysis.diff.archive.ArchiveComparison;
import org.kpackworkbench.model.analysis.diff.code.CodeObjectComparisons;
import org.kpackworkbench.model.analysis.diff.code.CodeWords;
import org.kpackworkbench.model.analysis.diff.host.DeviceRows;
import org.kpackworkbench.model.analysis.diff.host.HostComparisons;
import org.kpackworkbench.model.analysis.diff.manifest.DiskComparison;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparisons;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.ar.ArFormat;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.host.CoffFormat;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.model.format.offload.BundleFormat;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;

/**
 * Opens comparisons by content, never by name. What cannot be read as what it is, or is something
 * else than its counterpart, is compared as bytes, and the reason is one of the problems.
 */
public final class Compare {
  /** Formats that are compared by tables of their own; the rest by what any document has. */
  private static final Map<Format, FormatComparison> OWN =
      Map.of(
          KpackFormat.FORMAT, ArchiveComparison::open,
          KpmFormat.FORMAT,
              (sides, opener, ends, job) -> ManifestComparisons.open(sides, opener, ends),
          CodeObjectFormat.FORMAT,
              (sides, opener, ends, job) -> CodeObjectComparisons.open(sides, opener, ends),
          ElfFormat.FORMAT, HostComparisons::elf,
          BundleFormat.FORMAT, (sides, opener, ends, job) -> DeviceRows.open(sides, opener, ends),
          ArFormat.FORMAT,
              (sides, opener, ends, job) -> LibraryComparison.open(sides, opener, ends),
          CoffFormat.FORMAT, HostComparisons::windows);

  @FunctionalInterface
  private interface FormatComparison {

    Comparison open(List<Side> sides, PartOpener opener, Resources resources, Progress progress)
        throws IOException;
  }

  private Compare() {}

  /**
   * Opens a comparison within a budget for unpacking.
   *
   * @param budget what may be unpacked, by the comparison and by all that is opened from it
   */
  public static Comparison open(List<Path> paths, UnpackBudget budget, Progress progress)
      throws IOException {
    return open(paths, Map.of(), new Resources(budget, StandardFormats.all()), progress);
  }

  /**
   * Opens a comparison of files whose contents are elsewhere: a file that is being edited is
   * compared as it would be saved.
   *
   * @param given the sides; what is in a package, or installed by a folder of packages, is compared
   *     like what is in a folder
   * @param drafts what is compared in place of some of the paths, all of which are files
   * @param resources what ends with the comparison; it is closed where this fails
   */
  public static Comparison open(
      List<Path> given, Map<Path, Path> drafts, Resources resources, Progress progress)
      throws IOException {
    return Closing.ifFails(
        resources,
        _ -> {
          if (given.size() < 2) {
            throw new IllegalArgumentException("a comparison has at least two sides");
          }
          List<Path> paths = new ArrayList<>();
          for (Path path : given) {
            boolean asItIs = drafts.containsKey(path) || TreeSide.isPacked(path);
            paths.add(asItIs ? path : Packages.whole(path, resources.budget(), progress));
          }
          int folders = 0;
          int trees = 0;
          for (Path path : paths) {
            if (!Files.exists(path)) {
              throw new NoSuchFileException(path.toString());
            }
            folders += Files.isDirectory(path) ? 1 : 0;
            trees += Files.isDirectory(path) || TreeSide.isPacked(path) ? 1 : 0;
          }
          if (trees == paths.size()) {
            return trees(paths, folders > 0, resources, progress);
          }
          return folders > 0
              ? withFolder(paths, drafts, resources, progress)
              : open(files(paths, drafts, resources), resources, progress);
        });
  }

  /** Packed trees that cannot be unpacked are files like any other, beside files. */
  private static Comparison trees(
      List<Path> paths, boolean folders, Resources resources, Progress progress)
      throws IOException {
    Path scratch = Path.of(System.getProperty("java.io.tmpdir", "."));
    try {
      return TreeComparison.open(paths, scratch, new Opener(resources), resources, progress);
    } catch (FormatException failure) {
      if (folders || failure.reason() == Reason.FILE_CHANGED) {
        throw failure;
      }
      return files(files(paths, Map.of(), resources), resources, failure);
    }
  }

  private static List<Side> files(List<Path> paths, Map<Path, Path> drafts, Resources resources)
      throws IOException {
    List<Side> sides = new ArrayList<>();
    for (Path path : paths) {
      sides.add(file(path, drafts, resources));
    }
    return sides;
  }

  private static Side file(Path path, Map<Path, Path> drafts, Resources resources)
      throws IOException {
    Path contents = drafts.getOrDefault(path, path);
    return new Side(
        path.toString(),
        new Place.File(path),
        resources.add(OpenFile.open(contents)).view().named(path.toString()));
  }

  private static Comparison withFolder(
      List<Path> paths, Map<Path, Path> drafts, Resources resources, Progress progress)
      throws IOException {
    List<Side> sides = new ArrayList<>();
    int disk = -1;
    for (Path path : paths) {
      if (!Files.isDirectory(path)) {
        sides.add(file(path, drafts, resources));
        continue;
      }
      if (disk >= 0) {
        throw mixed(path);
      }
      disk = sides.size();
      sides.add(new Side(path.toString(), new Place.File(path), null));
    }
    for (int side = 0; side < sides.size(); side++) {
      if (side != disk && kind(sides.get(side), resources.formats()) != KpmFormat.FORMAT) {
        throw mixed(paths.get(disk));
      }
    }
    return DiskComparison.open(sides, disk, true, resources, progress);
  }

  private static FormatException mixed(Path folder) {
    return FormatException.in(folder.toString(), "comparison", "", Reason.UNSUPPORTED)
        .mismatch(
            "files beside files, trees (folders, .tar.zst) beside trees, or manifests and a folder",
            "a folder beside a file");
  }

  /**
   * Compares parts of files, or files that are open.
   *
   * @param sides what to compare, all with bytes
   * @param resources what ends with the comparison
   */
  public static Comparison open(List<Side> sides, Resources resources, Progress progress)
      throws IOException {
    Set<Format> kinds = new HashSet<>();
    for (Side side : sides) {
      kinds.add(kind(side, resources.formats()));
    }
    if (kinds.size() > 1) {
      return files(sides, resources, null);
    }
    try {
      return open(kinds.iterator().next(), sides, resources, progress);
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      return files(sides, resources, failure);
    }
  }

  private static Comparison open(
      Format kind, List<Side> sides, Resources resources, Progress progress) throws IOException {
    PartOpener opener = new Opener(resources);
    FormatComparison own = OWN.get(kind);
    return own != null
        ? own.open(sides, opener, resources, progress)
        : kind.isRead()
            ? DocumentComparison.open(sides, opener, resources, progress)
            : files(sides, resources, null);
  }

  private record Opener(Resources outer) implements PartOpener {
    @Override
    public Comparison open(List<Side> parts, Resources resources, Progress progress)
        throws IOException {
      return Compare.open(parts, resources, progress);
    }

    @Override
    public List<Difference> differences(ByteView one, ByteView other, Progress progress)
        throws FormatException {
      return CodeWords.of(one, other, progress);
    }

    @Override
    public Resources resources() {
      return outer.ofPart();
    }
  }

  private static Format kind(Side side, Formats formats) throws FormatException {
    ByteView bytes = bytes(side);
    return side.place() instanceof Place.File(Path path)
        ? formats.kind(path, bytes)
        : formats.detect(bytes);
  }

  private static ByteView bytes(Side side) {
    return Objects.requireNonNull(side.bytes(), "a file has bytes");
  }

  private static Comparison files(
      List<Side> sides, Resources resources, @Nullable FormatException failure)
      throws FormatException {
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.FILES, sides).closing(resources);
    @Nullable Values[] values = new Values[sides.size()];
    for (int side = 0; side < sides.size(); side++) {
      values[side] =
          Values.at(sides.get(side).place())
              .with(
                  "kind", words(kind(sides.get(side), resources.formats()), bytes(sides.get(side))))
              .size(sides.get(side).sizeBytes());
      if (failure != null && failure.file().startsWith(bytes(sides.get(side)).name())) {
        builder.problem(side, failure);
        failure = null;
      }
    }
    if (failure != null) {
      builder.problem(0, failure);
    }
    return builder.add(new Draft("file", "file", Arrays.asList(values))).bytes().build();
  }

  private static String words(Format kind, ByteView bytes) throws FormatException {
    if (kind.isRead() && bytes.size() > 0) {
      return kind == CoffFormat.FORMAT ? "Windows binary" : kind.words();
    }
    return bytes.size() == 0
        ? "empty file"
        : NotFetched.is(bytes) ? NotFetched.WORDS : "another kind of file";
  }
}
