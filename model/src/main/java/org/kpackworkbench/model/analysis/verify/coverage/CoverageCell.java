package org.kpackworkbench.model.analysis.verify.coverage;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/** Code of a wrapper of a binary, or of a kernel database, for an architecture. */
public sealed interface CoverageCell {

  /** How sure it is that code is missing. */
  enum Certainty {
    /** Its bundle had it, as metadata states, or the code object cannot be loaded. */
    SURE,
    /** Other wrappers of the binary have code for it. */
    LIKELY,
    /** The code may never have been compiled for it: nothing that is there says. */
    POSSIBLE,
    /** The code was never compiled for it, and loaders fail, since an archive lists it. */
    NEVER
  }

  /**
   * An archive has its code.
   *
   * @param archive the archive
   * @param sizeBytes declared size after decompression; -1 if that could not be read
   * @param place the code object, in the archive
   */
  record Present(Path archive, long sizeBytes, Place place) implements CoverageCell {}

  /**
   * Code inside the binary, which is fat.
   *
   * @param sizeBytes its size in the bundle
   * @param place the code object, in the bundle
   */
  record Inside(long sizeBytes, Place place) implements CoverageCell {}

  /**
   * Code that names fewer features serves the architecture, too.
   *
   * @param target what that code is filed under
   */
  record Shared(GpuTarget target, Present code) implements CoverageCell {}

  /**
   * A kernel database has files for it.
   *
   * @param count how many
   * @param sizeBytes the sum of their sizes
   * @param place the first of them
   */
  record Files(int count, long sizeBytes, Place place) implements CoverageCell {}

  /**
   * No loader finds the wrapper's own code, which should, or may, be there.
   *
   * @param archive the first archive that claims the architecture
   * @param why the cause, in sentences
   * @param code the code object that cannot be loaded; null if there is none
   */
  record Hole(Path archive, Certainty certainty, String why, @Nullable Place code)
      implements CoverageCell {
    /** Where there is no code object. */
    public Hole(Path archive, Certainty certainty, String why) {
      this(archive, certainty, why, null);
    }
  }

  /**
   * There is no archive for the architecture, or no file of the database.
   *
   * @param built whether the wrapper's bundle had code for it, which should be here then
   */
  record Absent(boolean built) implements CoverageCell {}

  /**
   * Nothing is to be expected here.
   *
   * @param why why not, as a sentence
   * @param place the evidence; null if there is none
   */
  record NotApplicable(String why, @Nullable Place place) implements CoverageCell {}
}
