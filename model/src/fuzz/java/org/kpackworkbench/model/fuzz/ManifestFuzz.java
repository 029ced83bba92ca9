package org.kpackworkbench.model.fuzz;

import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.ManifestFile;

/** Manifests: rows, problems, owners of bytes, and written again. */
public final class ManifestFuzz {
  private ManifestFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      ManifestFile file = read(input);
      file.problems().forEach(Check::refusal);
      for (int row = 0; row < file.manifest().rows().size(); row++) {
        file.problem(row);
        file.place(row);
      }
      file.ownership().runs(new ByteRange(0, input.length));
      if (file.editable()) {
        again(file);
      }
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static void again(ManifestFile file) {
    byte[] written = file.write(file.manifest());
    try {
      Check.same(
          file.manifest().rows(), read(written).manifest().rows(), "rows of what was written");
    } catch (FormatException unreadable) {
      throw new AssertionError("what was written cannot be read", unreadable);
    }
  }

  private static ManifestFile read(byte[] bytes) throws FormatException {
    return ManifestFile.read(ByteView.of("input.kpm", bytes), new Place.File(Path.of("input.kpm")));
  }
}
