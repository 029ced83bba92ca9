package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/** Two files, the halves of the input, beside each other. */
public final class CompareFuzz {
  private CompareFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    int half = input.length / 2;
    List<Side> sides =
        List.of(
            side("left", java.util.Arrays.copyOf(input, half)),
            side("right", java.util.Arrays.copyOfRange(input, half, input.length)));
    try (Resources resources = new Resources();
        Comparison comparison = Compare.open(sides, resources, Progress.NONE)) {
      Check.that(!comparison.toString().isEmpty(), "words");
      comparison.compareContents(Progress.NONE, row -> {});
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static Side side(String name, byte[] bytes) {
    return new Side(name, new Place.File(Path.of(name)), ByteView.of(name, bytes));
  }
}
