package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.container.ContainerEntry;
import org.kpackworkbench.model.format.container.ContainerFile;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;

/** LLVM's offload containers: headers, entries, texts, compressed ones, ones in others. */
public final class ContainerFuzz {
  private ContainerFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    ByteView view = ByteView.of("input.bin", input);
    try {
      ContainerFile file = ContainerFile.read(view, UnpackBudget.operation());
      file.problems().forEach(Check::refusal);
      for (ContainerEntry entry : file.entries()) {
        Check.that(!entry.imageWords().isEmpty() && !entry.offloadWords().isEmpty(), "words");
        Check.that(file.of(entry).entries().contains(entry), "an entry of its container");
      }
      use(view);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static void use(ByteView view) throws IOException {
    Place place = new Place.File(Path.of("input.bin"));
    try (Document document = StandardFormats.all().read(place, view, Progress.NONE)) {
      document.problems().forEach(Check::refusal);
      document.ownership().runs(new ByteRange(0, view.size()));
      CodeObjects codeObjects = document.codeObjects();
      for (int row = 0; row < Math.min(codeObjects.size(), 20); row++) {
        try {
          codeObjects.load(row, Progress.NONE).size();
        } catch (FormatException refusal) {
          Check.refusal(refusal);
        }
      }
      Check.listed(document.parts());
    }
  }
}
