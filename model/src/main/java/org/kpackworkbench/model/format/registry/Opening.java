package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * Context for a format to open a file: the formats of what is in it, progress, and how much may be
 * unpacked of it.
 *
 * @param formats all formats that are known
 * @param progress of the whole job
 * @param step whether opening the file is a step of the job by itself, and no part of another one
 * @param budget how much the document, and those that it opens, may unpack as long as it is open
 * @param key the key of the only code objects that are wanted; null for all
 */
public record Opening(
    Formats formats, Progress progress, boolean step, UnpackBudget budget, @Nullable String key) {
  /** Opens a file for all that it has. */
  public Opening(Formats formats, Progress progress, boolean step, UnpackBudget budget) {
    this(formats, progress, step, budget, null);
  }

  /** Opens a file in the course of another step, to show one item of it at a time. */
  public Opening(Formats formats, Progress progress) {
    this(formats, progress, UnpackBudget.one());
  }

  /** Opens a file in the course of another step. */
  public Opening(Formats formats, Progress progress, UnpackBudget budget) {
    this(formats, progress, false, budget);
  }

  /** For going through the whole file: shows where that is a step by itself. */
  public Progress reading() {
    return step ? progress : progress.cancelOnly();
  }

  /**
   * Opens another file in the same step.
   *
   * @throws IOException if the file cannot be opened or mapped
   */
  public Document file(Path path) throws IOException {
    return formats.open(path, beside());
  }

  private Opening beside() {
    return new Opening(formats, progress, budget);
  }

  /** Opens something inside the file; it ends with the file's document. */
  public Document part(Place place, ByteView bytes) throws FormatException {
    return formats.read(new OpenSource(place, bytes, null), beside());
  }
}
