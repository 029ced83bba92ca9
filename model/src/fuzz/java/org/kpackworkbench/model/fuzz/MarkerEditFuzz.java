package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.MarkerEdit;

/** Markers that are edited and saved: what is written reads back as requested. */
public final class MarkerEditFuzz {
  private static final String NAME = "lib/another-and-much-longer-name-of-a-library.so.1.2.3";

  private MarkerEditFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try (Scratch scratch = new Scratch()) {
      Path file = scratch.file("input.so", input);
      Path saved = scratch.path("saved.so");
      try (EditedMarker marker = EditedMarker.open(file)) {
        apply(marker, new MarkerEdit.SetKernelName(NAME));
        apply(marker, new MarkerEdit.SetSearchPaths(List.of("a.kpack", "b-@GFXARCH@.kpack")));
        marker.fit();
        marker.saveAs(saved, false, Progress.NONE);
        try (EditedMarker again = EditedMarker.open(saved)) {
          Check.same(
              marker.content().kernelName(), again.content().kernelName(), "name that was written");
          Check.same(
              marker.content().searchPaths(),
              again.content().searchPaths(),
              "paths that were written");
        }
      } catch (FormatException refusal) {
        Check.refusal(refusal);
        Check.that(!Files.exists(saved), "a refused marker left a file that cannot be read");
      }
    }
  }

  private static void apply(EditedMarker marker, MarkerEdit edit) throws IOException {
    try {
      marker.apply(edit);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
