package org.kpackworkbench.views.window.search;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;

/** Finds owners of bytes by name: sections, wrappers, bundles, code objects, frames. */
public final class OwnerFinder implements PlaceFinder {
  private static final int CHECK_EVERY = 4096;

  @Override
  public String title() {
    return "In the file";
  }

  @Override
  public List<Found> find(OpenedFile file, String query, int limit, Progress progress) {
    String wanted = query.toLowerCase(Locale.ROOT);
    Set<Place> seen = new LinkedHashSet<>();
    List<Found> found = new ArrayList<>();
    int looked = 0;
    for (Claim claim : file.ownership().claims()) {
      if (++looked % CHECK_EVERY == 0) {
        progress.step(0);
      }
      Place place = claim.place();
      if (place != null && fits(claim, place, wanted) && seen.add(place)) {
        found.add(
            new Found(
                place,
                place.label(),
                claim.kind().words() + ", " + SizeText.of(claim.range().length())));
        if (found.size() >= limit) {
          break;
        }
      }
    }
    return found;
  }

  private static boolean fits(Claim claim, Place place, String wanted) {
    return claim.label().toLowerCase(Locale.ROOT).contains(wanted)
        || place.label().toLowerCase(Locale.ROOT).contains(wanted);
  }
}
