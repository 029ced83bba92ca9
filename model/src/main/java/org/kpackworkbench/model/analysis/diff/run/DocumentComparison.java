package org.kpackworkbench.model.analysis.diff.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.RowContents;
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
    return builder
        .rows(parts, DocumentPart::key, (key, row) -> draft(key, row, groups, sides, opener))
        .bytes()
        .build();
  }

  private static Draft draft(
      String key,
      List<@Nullable DocumentPart> row,
      List<String> groups,
      List<Side> sides,
      PartOpener opener)
      throws FormatException {
    String group = row.stream().filter(Objects::nonNull).findFirst().orElseThrow().group();
    List<RowContents.@Nullable Part> contents =
        Aligned.map(
            row,
            (side, part) ->
                new RowContents.Part(
                    sides.get(side).label() + ", " + part.key(),
                    part.place(),
                    (resources, progress) -> part.content().load(progress)));
    return new RowContents(contents, opener, false)
        .of(new Draft(group, groups, key, Aligned.map(row, (side, part) -> values(part))));
  }

  private static Values values(DocumentPart part) {
    Values values = Values.at(part.place());
    part.fields().forEach(values::with);
    return values.with("size", part.sizeBytes()).size(part.sizeBytes()).broken(part.problem());
  }
}
