package org.kpackworkbench.app.sample;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.views.analysis.resolve.LoadsPlace;
import org.kpackworkbench.views.window.tour.Tour;

/** Three steps through the sample workspace: what is open, an archive, why a GPU gets its code. */
public final class SampleTour {
  private static final String HOST_ONLY = "lib/libhostonly.so";
  private static final String ARCHIVE = ".kpack/kpackfix_gfx90a.kpack";

  private SampleTour() {}

  /**
   * The tour through the user's own sample, which is unpacked where it is not there yet. Reads
   * files: for a background thread.
   *
   * @throws IOException if the sample cannot be written or read
   */
  public static Tour ofUser() throws IOException {
    return in(SampleWorkspace.ofUser());
  }

  /** The tour through a sample. */
  static Tour in(SampleWorkspace sample) throws IOException {
    Path library = sample.folder().resolve(HOST_ONLY);
    return new Tour(
        sample.files(),
        List.of(
            new Tour.Stop(
                "What is open, and what is in it",
                "libmany.so is fat: it contains bundles of GPU code. libhostonly.so, in the active tab, is host-only: its code was moved to archives, and a marker names them. Expand its row to see them.",
                new Place.File(library),
                Tour.Part.WORKSPACE),
            new Tour.Stop(
                "An archive, and a code object in it",
                "This archive contains the code of several binaries for gfx90a; Contents lists it. The view shows one code object: its target, its kernels, its metadata. The bytes below, the inspector and the path at the top follow the selection.",
                firstOf(sample.folder().resolve(ARCHIVE)),
                Tour.Part.VIEWS),
            new Tour.Stop(
                "Why does this GPU get its code?",
                "The simulator loads code as a runtime does, step by step, for any GPU. Here gfx942 gets no code for one wrapper: the line at the top shows the cause and the fix. The Help menu repeats this tour.",
                LoadsPlace.of(library, List.of(GpuTarget.parse("gfx942"))),
                Tour.Part.VIEWS)));
  }

  private static Place firstOf(Path archive) throws IOException {
    try (KpackArchive opened = KpackArchive.open(archive)) {
      return opened.place(0);
    }
  }
}
