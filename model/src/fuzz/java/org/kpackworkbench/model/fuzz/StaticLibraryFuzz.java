package org.kpackworkbench.model.fuzz;

import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.ar.ArClaims;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibrary;

/** Static libraries: members, indices, thin ones. */
public final class StaticLibraryFuzz {
  private static final Path FILE = Path.of("folder", "input.a");

  private StaticLibraryFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      StaticLibrary library = StaticLibrary.read(ByteView.of("input.a", input));
      library.problems().forEach(Check::refusal);
      for (ArMember member : library.members()) {
        use(library, member);
      }
      library.symbolIndices().forEach(index -> Check.that(!index.toString().isEmpty(), "words"));
      ClaimMap.of(input.length, ArClaims.of(library, new Place.File(FILE)))
          .runs(new ByteRange(0, input.length));
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static void use(StaticLibrary library, ArMember member) {
    try {
      library.content(member).size();
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
    try {
      library.externalPath(FILE, member);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
