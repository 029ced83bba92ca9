package org.kpackworkbench.model.analysis.diff.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;

/** Files of one format, compared by the parts that any document has: a row a part. */
final class DocumentComparison {
  private DocumentComparison() {}

  static Comparison open(
      List<Side> sides, PartOpener opener, Resources resources, Progress progress)
      throws FormatException {
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.CONTENTS, sides).closing(resources);
    List<List<DocumentPart>> parts = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (Side side : sides) {
      Document document =
          resources.formats().read(side.place(), Objects.requireNonNull(side.bytes()), progress);
      resources.add(document::close);
      List<FormatException> problems = document.problems();
      List<String> named = document.format().partGroups();
      builder
          .problems(parts.size(), problems)
          .cut(
              parts.size(),
              problems.isEmpty() ? null : problems.getFirst(),
              (group, key) -> named.contains(group));
      parts.add(document.parts());
      groups.addAll(named);
    }
    for (Map.Entry<String, List<@Nullable DocumentPart>> row :
        Aligned.byKey(parts, DocumentPart::key).entrySet()) {
      builder.add(draft(row.getKey(), row.getValue(), groups, sides, opener));
    }
    return builder.bytes().build();
  }

  private static Draft draft(
      String key,
      List<@Nullable DocumentPart> row,
      List<String> groups,
      List<Side> sides,
      PartOpener opener)
      throws FormatException {
    String group = row.stream().filter(Objects::nonNull).findFirst().orElseThrow().group();
    Draft draft = new Draft(group, groups, key, Aligned.map(row, (side, part) -> values(part)));
    DocumentPart first = row.getFirst();
    if (first == null || !draft.isShared()) {
      return draft;
    }
    return draft
        .check((side, progress) -> change(first, row.get(side), progress))
        .explains(
            (side, progress) -> {
              DocumentPart other = row.get(side);
              return other == null
                  ? List.of()
                  : opener.differences(
                      first.content().load(progress), other.content().load(progress), progress);
            })
        .opens(progress -> opened(row, sides, opener, progress));
  }

  private static Values values(DocumentPart part) {
    Values values = Values.at(part.place());
    for (Map.Entry<String, String> field : part.fields().entrySet()) {
      values = values.with(field.getKey(), field.getValue());
    }
    return values.with("size", part.sizeBytes()).size(part.sizeBytes()).broken(part.problem());
  }

  private static Change change(DocumentPart one, @Nullable DocumentPart other, Progress progress)
      throws IOException {
    return other != null
            && one.content()
                .load(progress)
                .mismatch(other.content().load(progress), progress)
                .isEmpty()
        ? Change.SAME
        : Change.CHANGED;
  }

  private static Comparison opened(
      List<@Nullable DocumentPart> row, List<Side> sides, PartOpener opener, Progress progress)
      throws IOException {
    Resources resources = opener.resources();
    try {
      List<Side> parts = new ArrayList<>();
      for (int side = 0; side < row.size(); side++) {
        DocumentPart part = row.get(side);
        if (part != null) {
          String label = sides.get(side).label() + ", " + part.key();
          parts.add(new Side(label, part.place(), part.content().load(progress)));
        }
      }
      return opener.open(parts, resources, progress);
    } catch (IOException | RuntimeException failure) {
      resources.close();
      throw failure;
    }
  }
}
