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
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.ar.ArClaims;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibrary;

/** Compares static libraries by member. */
final class LibraryComparison {
  private static final String MEMBER = "member";

  private LibraryComparison() {}

  private record Part(Side side, StaticLibrary library, ArMember member) {
    Place place() {
      return ArClaims.place(library, side.place(), member);
    }
  }

  static Comparison open(List<Side> sides, PartOpener opener, Resources resources)
      throws FormatException {
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.LIBRARIES, sides).closing(resources);
    List<List<Part>> members = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      Side each = sides.get(side);
      StaticLibrary library =
          StaticLibrary.read(Objects.requireNonNull(each.bytes(), "a file has bytes"));
      List<FormatException> problems = library.problems();
      builder
          .problems(side, problems)
          .cut(
              side,
              problems.isEmpty() ? null : problems.getFirst(),
              (group, key) -> group.equals(MEMBER));
      members.add(
          library.members().stream().map(member -> new Part(each, library, member)).toList());
    }
    return builder
        .rows(members, part -> part.member().name(), (name, row) -> row(name, row, opener))
        .bytes()
        .build();
  }

  private static Draft row(String name, List<@Nullable Part> row, PartOpener opener)
      throws FormatException {
    Draft draft =
        new Draft(
            MEMBER,
            name,
            Aligned.map(
                row,
                (side, part) ->
                    Values.at(part.place())
                        .with("mode", Integer.toOctalString(part.member().mode()))
                        .size(part.member().sizeBytes())));
    if (row.stream().anyMatch(part -> part != null && part.library().thin())) {
      return draft;
    }
    List<RowContents.@Nullable Part> contents =
        Aligned.map(
            row,
            (side, part) ->
                new RowContents.Part(
                    part.side().label() + ", " + name,
                    part.place(),
                    (resources, progress) -> part.library().content(part.member())));
    return new RowContents(contents, opener, false).of(draft);
  }
}
