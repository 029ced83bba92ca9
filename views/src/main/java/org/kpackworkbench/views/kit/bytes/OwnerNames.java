package org.kpackworkbench.views.kit.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.model.base.place.Ownership;

/** Lets go-to find what owns bytes by its label: sections, wrappers, bundles, rows, kernels. */
record OwnerNames(Ownership ownership) implements GoToParser.Names {
  @Override
  public List<GoTo.Found> matching(String text, int most) {
    String typed = text.toLowerCase(Locale.ROOT);
    List<GoTo.Found> exact = new ArrayList<>();
    List<GoTo.Found> beginning = new ArrayList<>();
    List<GoTo.Found> inside = new ArrayList<>();
    for (Claim claim : ownership.claims()) {
      String label = claim.label().toLowerCase(Locale.ROOT);
      List<GoTo.Found> group =
          label.equals(typed)
              ? exact
              : label.startsWith(typed) ? beginning : label.contains(typed) ? inside : null;
      if (group != null && group.size() < most) {
        group.add(new GoTo.Found(claim.range(), claim.place(), claim.label()));
      }
    }
    exact.addAll(beginning);
    exact.addAll(inside);
    return List.copyOf(exact.subList(0, Math.min(most, exact.size())));
  }
}
