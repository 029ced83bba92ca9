package org.kpackworkbench.model.diff.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.artifact.ArtifactFolder;
import org.kpackworkbench.model.artifact.ArtifactManifest;
import org.kpackworkbench.model.bytes.FileModes;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.diff.Aligned;
import org.kpackworkbench.model.diff.Change;
import org.kpackworkbench.model.diff.Comparison;
import org.kpackworkbench.model.diff.ComparisonKind;
import org.kpackworkbench.model.diff.Draft;
import org.kpackworkbench.model.diff.ListComparison;
import org.kpackworkbench.model.diff.SameBytes;
import org.kpackworkbench.model.diff.Side;
import org.kpackworkbench.model.diff.Values;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.model.tree.TreeItem;

/**
 * Folders beside one another, by path; links are compared as links, never followed. Folders that
 * are artifacts are also compared by their stage prefixes.
 */
final class Trees {
  private Trees() {}

  static Comparison open(List<Path> folders, Progress progress) throws IOException {
    List<Side> sides = new ArrayList<>();
    List<List<TreeItem>> items = new ArrayList<>();
    boolean artifacts = true;
    for (Path folder : folders) {
      sides.add(new Side(folder.toString(), new Place.File(folder), null));
      items.add(TreeItem.below(folder, progress));
      artifacts &= ArtifactFolder.isArtifact(folder);
    }
    ListComparison.Builder builder =
        new ListComparison.Builder(
            artifacts ? ComparisonKind.ARTIFACTS : ComparisonKind.TREES, sides);
    if (artifacts) {
      addPrefixes(builder, folders);
    }
    for (Map.Entry<String, List<@Nullable TreeItem>> row :
        Aligned.byKey(items, TreeItem::path).entrySet()) {
      builder.add(row(row.getKey(), row.getValue()));
    }
    return builder.build();
  }

  private static void addPrefixes(ListComparison.Builder builder, List<Path> folders)
      throws IOException {
    List<List<String>> prefixes = new ArrayList<>();
    for (int side = 0; side < folders.size(); side++) {
      try {
        prefixes.add(ArtifactManifest.in(folders.get(side)).prefixes());
      } catch (FormatException broken) {
        builder.problem(side, broken);
        prefixes.add(List.of());
      }
    }
    for (Map.Entry<String, List<@Nullable String>> row :
        Aligned.byKey(prefixes, prefix -> prefix).entrySet()) {
      builder.add(
          new Draft(
              "stage prefix",
              row.getKey(),
              Aligned.map(
                  row.getValue(),
                  (side, prefix) -> Values.at(new Place.File(folders.get(side).resolve(prefix))))));
    }
  }

  private static Draft row(String path, List<@Nullable TreeItem> row) throws IOException {
    List<@Nullable Values> values = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    String group = "";
    for (TreeItem item : row) {
      values.add(item == null ? null : values(item));
      if (item != null) {
        group = group.isEmpty() ? word(item.kind()) : group;
        if (item.kind() == TreeItem.Kind.FILE) {
          files.add(item.source());
        }
      }
    }
    Draft draft = new Draft(group, path, values);
    if (files.size() < 2 || row.getFirst() == null) {
      return draft;
    }
    TreeItem first = row.getFirst();
    return draft
        .check(
            (side, progress) -> {
              TreeItem other = row.get(side);
              return other != null && same(first, other, progress) ? Change.SAME : Change.CHANGED;
            })
        .opens(progress -> Comparer.open(files, progress));
  }

  private static String word(TreeItem.Kind kind) {
    return switch (kind) {
      case FOLDER -> "folder";
      case LINK -> "link";
      case FILE -> "file";
      case SPECIAL -> "special file";
    };
  }

  private static Values values(TreeItem item) throws IOException {
    int mode = item.kind() == TreeItem.Kind.LINK ? FileModes.NONE : FileModes.of(item.source());
    Values values =
        Values.at(new Place.File(item.source()))
            .with("kind", word(item.kind()))
            .with("mode", mode == FileModes.NONE ? null : "%04o".formatted(mode));
    return switch (item.kind()) {
      case LINK -> values.with("leads to", Files.readSymbolicLink(item.source()).toString());
      case FILE -> values.with("size", item.sizeBytes()).size(item.sizeBytes());
      case FOLDER, SPECIAL -> values;
    };
  }

  /** Whether two things of one kind are the same; only files have bytes. */
  private static boolean same(TreeItem one, TreeItem other, Progress progress) throws IOException {
    if (one.kind() != TreeItem.Kind.FILE || other.kind() != TreeItem.Kind.FILE) {
      return one.kind() == other.kind();
    }
    try (MappedFile first = open(one.source());
        MappedFile second = open(other.source())) {
      return SameBytes.mismatch(first.view(), second.view(), progress) < 0;
    }
  }

  /** One file that cannot be read does not keep the others from being compared. */
  private static MappedFile open(Path file) throws IOException {
    try {
      return MappedFile.open(file);
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException failure) {
      throw FormatException.in(file.toString(), "file", "", Reason.NOT_FOUND)
          .expected("a file that can be read")
          .found(failure.getClass().getSimpleName() + " " + failure.getMessage())
          .cause(failure)
          .build();
    }
  }
}
