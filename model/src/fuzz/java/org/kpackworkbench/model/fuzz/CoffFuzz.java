package org.kpackworkbench.model.fuzz;

import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.coff.CoffClaims;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.ImageTables;

/** Windows binaries and object files. */
public final class CoffFuzz {
  private CoffFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    ByteView view = ByteView.of("input.dll", input);
    try {
      CoffFile.isCoff(view);
      CoffFile file = CoffFile.read(view);
      Check.that(!file.kindName().isEmpty() && !file.machineName().isEmpty(), "words");
      file.problems().forEach(Check::refusal);
      ImageTables tables = ImageTables.read(file);
      tables.problems().forEach(Check::refusal);
      tables.parts().forEach(part -> Check.that(part.range().end() <= input.length, part.label()));
      Place place = new Place.File(Path.of("input.dll"));
      ClaimMap.of(input.length, CoffClaims.of(file, tables.parts(), place))
          .runs(new ByteRange(0, input.length));
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
