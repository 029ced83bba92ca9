package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.tensile.SelectionNode;
import org.kpackworkbench.model.format.tensile.TensileDocument;

/** Tensile's libraries: their rows, and the nodes of their trees. */
public final class TensileFuzz {
  private static final int MOST_ROWS = 30;
  private static final int MOST_NODES = 100;

  private TensileFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    // The name makes a library of what does not begin as one.
    Place place = new Place.File(Path.of("TensileLibrary_gfx942.dat"));
    try (Document document =
        StandardFormats.all().read(place, ByteView.of("input", input), Progress.NONE)) {
      document.problems().forEach(Check::refusal);
      if (document instanceof TensileDocument library) {
        rows(library.parts());
        nodes(library);
      }
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static void rows(List<DocumentPart> parts) throws IOException {
    for (DocumentPart part : parts.subList(0, Math.min(MOST_ROWS, parts.size()))) {
      FormatException problem = part.problem();
      if (problem != null) {
        Check.refusal(problem);
      } else {
        part.content().load(Progress.NONE);
      }
    }
  }

  private static void nodes(TensileDocument library) throws FormatException {
    Deque<SelectionNode> left = new ArrayDeque<>();
    library.root().ifPresent(left::add);
    for (int i = 0; i < MOST_NODES && !left.isEmpty(); i++) {
      left.addAll(library.below(left.removeFirst(), 0, MOST_ROWS, Progress.NONE));
    }
  }
}
