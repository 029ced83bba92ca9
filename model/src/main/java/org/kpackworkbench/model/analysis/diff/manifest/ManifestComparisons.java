package org.kpackworkbench.model.analysis.diff.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Header;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/**
 * Compares manifests, one row per architecture. A row opens the comparison of the archives that it
 * names, where they lie beside the manifests.
 */
public record ManifestComparisons(List<Side> sides, List<ManifestFile> files, PartOpener opener) {
  static final String MANIFEST = "manifest";
  static final String ARCHIVE = "architecture";

  private static final String VALUE = "value";
  private static final String PREFIX = "prefix";
  private static final List<String> COMPONENT_KEYS = List.of("component_name", "component");

  /**
   * Compares manifests. One of which nothing can be read is compared as what it should be.
   *
   * @throws FormatException if nothing can be read of any
   */
  public static Comparison open(List<Side> sides, PartOpener opener, Resources resources)
      throws FormatException {
    List<ManifestFile> files = new ArrayList<>();
    @Nullable FormatException illegible = null;
    for (Side side : sides) {
      ByteView bytes = Objects.requireNonNull(side.bytes(), "a manifest is a file");
      try {
        files.add(ManifestFile.read(bytes, side.place()));
      } catch (FormatException failure) {
        failure.throwIfFileChanged();
        illegible = failure;
        files.add(ManifestFile.illegible(bytes, side.place(), failure));
      }
    }
    if (illegible != null && files.stream().noneMatch(ManifestFile::legible)) {
      throw illegible;
    }
    return new ManifestComparisons(sides, files, opener).build(resources);
  }

  private Comparison build(Resources resources) throws FormatException {
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.MANIFESTS, sides).closing(resources);
    builder.add(text("dialect", file -> file.manifest().dialect().words(), List.of()));
    builder.add(text("component", file -> file.manifest().component(), COMPONENT_KEYS));
    builder.add(text(PREFIX, file -> file.manifest().prefix(), List.of(PREFIX)));
    List<List<RawPair>> unknown = new ArrayList<>();
    for (int side = 0; side < files.size(); side++) {
      ManifestFile file = files.get(side);
      builder.problems(side, file.problems());
      unknown.add(unknown(file.manifest().fields()));
    }
    for (Map.Entry<String, List<@Nullable RawPair>> pair :
        Aligned.byKey(unknown, RawPair::name).entrySet()) {
      Draft draft =
          new Draft(
              MANIFEST,
              pair.getKey(),
              withUnread(
                  Aligned.map(
                      pair.getValue(),
                      (side, value) -> Values.at(sides.get(side).place()).with(VALUE, hex(value))),
                  file -> unread(file, List.of(pair.getKey()))));
      builder.add(noted(draft));
    }
    for (Map.Entry<String, List<@Nullable Numbered>> row : Numbered.aligned(files).entrySet()) {
      builder.add(row(row.getKey(), row.getValue()));
    }
    ListComparison table = builder.bytes().rowsSayAll().build();
    return sides.size() > ManifestComparison.MOST
        ? table
        : ManifestComparison.of(sides, files, table, this::open);
  }

  /** Why it is not known what a manifest says under one of some keys; null if it is. */
  private static @Nullable FormatException unread(ManifestFile file, List<String> keys) {
    return file.legible() && (keys.isEmpty() || keys.stream().anyMatch(file::states))
        ? null
        : file.cut();
  }

  /** Returns the values, with those marked that are missing because they could not be read. */
  private List<@Nullable Values> withUnread(
      List<@Nullable Values> values, Function<ManifestFile, @Nullable FormatException> unread) {
    List<@Nullable Values> all = new ArrayList<>();
    for (int side = 0; side < values.size(); side++) {
      Values known = values.get(side);
      FormatException why = known == null ? unread.apply(files.get(side)) : null;
      all.add(why == null ? known : Values.unread(files.get(side).place(), why));
    }
    return all;
  }

  private static Draft noted(Draft draft) {
    return draft.hasUnread()
        ? draft.note("not known, since a manifest could not be read whole")
        : draft;
  }

  /** Returns the manifests' statements about themselves. */
  static List<Header> headers(List<ManifestFile> files) {
    List<Header> headers = new ArrayList<>();
    headers.add(
        header(
            ManifestComparison.COMPONENT,
            files,
            file -> file.manifest().component(),
            COMPONENT_KEYS));
    headers.add(header(PREFIX, files, file -> file.manifest().prefix(), List.of(PREFIX)));
    headers.add(header("dialect", files, file -> file.manifest().dialect().words(), List.of()));
    headers.add(header("version", files, file -> Integer.toString(Manifest.VERSION), List.of()));
    Set<String> unknown = new TreeSet<>();
    files.forEach(
        file -> unknown(file.manifest().fields()).forEach(pair -> unknown.add(pair.name())));
    for (String name : unknown) {
      headers.add(
          header(
              name,
              files,
              file ->
                  unknown(file.manifest().fields()).stream()
                      .filter(pair -> pair.name().equals(name))
                      .map(ManifestComparisons::hex)
                      .findFirst()
                      .orElse(null),
              List.of(name)));
    }
    return headers;
  }

  private static Header header(
      String name,
      List<ManifestFile> files,
      Function<ManifestFile, @Nullable String> text,
      List<String> keys) {
    List<@Nullable String> values = new ArrayList<>();
    Set<Integer> unread = new TreeSet<>();
    for (ManifestFile file : files) {
      boolean known = unread(file, keys) == null;
      if (!known) {
        unread.add(values.size());
      }
      values.add(known ? text.apply(file) : null);
    }
    return new Header(name, values, unread);
  }

  /** A row of a manifest with its number. */
  record Numbered(int index, ManifestRow row) {
    /** The rows of all manifests by architecture. */
    static Map<String, List<@Nullable Numbered>> aligned(List<ManifestFile> files) {
      List<List<Numbered>> all = new ArrayList<>();
      for (ManifestFile file : files) {
        List<Numbered> rows = new ArrayList<>();
        file.manifest().rows().forEach(row -> rows.add(new Numbered(rows.size(), row)));
        all.add(rows);
      }
      return Aligned.byKey(all, numbered -> key(numbered.row()));
    }
  }

  /** Spellings of a target are one architecture. */
  static String key(ManifestRow row) {
    return row.targetText().isEmpty() ? "(no architecture)" : row.target().toString();
  }

  private Draft text(
      String name, Function<ManifestFile, @Nullable String> text, List<String> keys) {
    List<@Nullable Values> values = new ArrayList<>();
    for (ManifestFile file : files) {
      FormatException why = unread(file, keys);
      values.add(
          why == null
              ? Values.at(file.place()).with(VALUE, text.apply(file))
              : Values.unread(file.place(), why));
    }
    return noted(new Draft(MANIFEST, name, values));
  }

  private Draft row(String key, List<@Nullable Numbered> row) throws FormatException {
    Draft draft =
        new Draft(
            ARCHIVE,
            key,
            withUnread(
                Aligned.map(
                    row,
                    (side, numbered) -> values(files.get(side), numbered.index(), numbered.row())),
                file -> file.rowsComplete() ? null : file.cut()));
    noted(draft);
    List<@Nullable String> names = new ArrayList<>();
    row.forEach(numbered -> names.add(numbered == null ? null : numbered.row().file()));
    return archives(names).size() > 1 ? draft.opens(progress -> open(names, progress)) : draft;
  }

  private static Values values(ManifestFile file, int index, ManifestRow row) {
    Checksum sha256 = row.sha256();
    Values values =
        Values.at(file.place(index))
            .with("file", row.file())
            .with("size", row.sizeBytes())
            .with("kernels", row.kernelCount())
            .with("sha256", sha256 == null ? null : sha256.toString())
            .broken(file.problem(index));
    unknown(row.fields()).forEach(pair -> values.with(pair.name(), hex(pair)));
    return values.size(row.sizeBytes());
  }

  static List<RawPair> unknown(List<RawPair> fields) {
    return fields.stream().filter(pair -> !ManifestDialect.KEYS.contains(pair.name())).toList();
  }

  static String hex(RawPair pair) {
    return HexText.of(pair.value());
  }

  /** The archives of these names, one for each side, that are beside their manifests. */
  private List<Path> archives(List<@Nullable String> names) {
    List<Path> paths = new ArrayList<>();
    for (int side = 0; side < names.size(); side++) {
      String name = names.get(side);
      Path archive = name == null ? null : beside(side, name);
      if (archive != null && Files.isRegularFile(archive)) {
        paths.add(archive);
      }
    }
    return paths;
  }

  /** A file in the manifest's own folder; null if the name leads anywhere else. */
  private @Nullable Path beside(int side, String name) {
    boolean plain =
        !name.isEmpty() && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == 0 || c == ':');
    return plain && !name.equals("..") && !name.equals(".")
        ? sides.get(side).place().file().resolveSibling(name)
        : null;
  }

  private @Nullable Comparison open(List<@Nullable String> names, Progress progress)
      throws IOException {
    Resources resources = opener.resources();
    try {
      List<Side> parts = new ArrayList<>();
      for (Path path : archives(names)) {
        parts.add(
            new Side(
                path.toString(), new Place.File(path), resources.add(OpenFile.open(path)).view()));
      }
      if (parts.size() < 2) {
        resources.close();
        return null;
      }
      return opener.open(parts, resources, progress);
    } catch (IOException | RuntimeException failure) {
      resources.close();
      throw failure;
    }
  }
}
