package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.merge.ArtifactContent;
import org.kpackworkbench.model.operation.output.CombineException;

/** Compares the generic artifacts of two shards; manifests of archives do not count. */
final class GenericsMatch {
  private static final int MOST_NAMED = 3;

  private GenericsMatch() {}

  /**
   * @throws CombineException where they differ
   */
  static void check(
      ComponentParts.Source one,
      ArtifactContent first,
      ComponentParts.Source other,
      ArtifactContent second,
      Progress progress)
      throws IOException {
    SortedMap<String, TreeItem> left = items(first);
    SortedMap<String, TreeItem> right = items(second);
    SortedMap<String, TreeItem> all = new TreeMap<>(right);
    all.putAll(left);
    List<String> differences = new ArrayList<>();
    for (String path : all.keySet()) {
      String difference = difference(left.get(path), right.get(path), progress);
      if (!difference.isEmpty()) {
        differences.add(path + " " + difference);
      }
    }
    if (!differences.isEmpty()) {
      int named = Math.min(MOST_NAMED, differences.size());
      throw new CombineException(
          CombineException.Reason.GENERIC_DIFFERS,
          "the generic artifacts of %s and %s differ: %s%s"
              .formatted(
                  one.words(),
                  other.words(),
                  String.join("; ", differences.subList(0, named)),
                  named < differences.size()
                      ? "; and %d more".formatted(differences.size() - named)
                      : ""));
    }
  }

  private static SortedMap<String, TreeItem> items(ArtifactContent content) {
    SortedMap<String, TreeItem> items = new TreeMap<>();
    GenericArtifact.kept(content.items()).forEach(item -> items.put(item.path(), item));
    return items;
  }

  private static String difference(
      @Nullable TreeItem left, @Nullable TreeItem right, Progress progress) throws IOException {
    if (left == null) {
      return "is only in the second";
    }
    if (right == null) {
      return "is only in the first";
    }
    if (left.kind() != right.kind()) {
      return "is a %s and a %s"
          .formatted(
              left.kind().name().toLowerCase(java.util.Locale.ROOT),
              right.kind().name().toLowerCase(java.util.Locale.ROOT));
    }
    boolean same =
        switch (left.kind()) {
          case FILE -> SameFiles.test(left.source(), right.source(), progress);
          case LINK ->
              Files.readSymbolicLink(left.source()).equals(Files.readSymbolicLink(right.source()));
          case FOLDER, SPECIAL -> true;
        };
    return same ? "" : "has another content";
  }
}
