package org.kpackworkbench.model.analysis.diff.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Difference;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.SameBytes;
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

    Side asSide() throws FormatException {
      return Side.of(place(), library.content(member));
    }
  }

  static Comparison open(List<Side> sides, Resources resources) throws FormatException {
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
    for (Map.Entry<String, List<@Nullable Part>> row :
        Aligned.byKey(members, part -> part.member().name()).entrySet()) {
      builder.add(row(row.getKey(), row.getValue(), resources));
    }
    return builder.bytes().build();
  }

  private static Draft row(String name, List<@Nullable Part> row, Resources resources)
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
    Part first = row.getFirst();
    boolean thin = row.stream().anyMatch(part -> part != null && part.library().thin());
    if (first == null || thin || !draft.isShared()) {
      return draft;
    }
    return draft
        .check(
            (side, progress) -> {
              Part other = row.get(side);
              return other != null && SameBytes.sameSides(first.asSide(), other.asSide(), progress)
                  ? Change.SAME
                  : Change.CHANGED;
            })
        .explains(
            (side, progress) -> {
              Part other = row.get(side);
              return other == null
                  ? List.of()
                  : Difference.bytes(
                      Objects.requireNonNull(first.asSide().bytes()),
                      Objects.requireNonNull(other.asSide().bytes()),
                      "",
                      progress);
            })
        .opens(
            progress -> {
              List<Side> parts = new ArrayList<>();
              for (Part part : row) {
                if (part != null) {
                  parts.add(part.asSide());
                }
              }
              return Compare.open(parts, resources.ofPart(), progress);
            });
  }
}
