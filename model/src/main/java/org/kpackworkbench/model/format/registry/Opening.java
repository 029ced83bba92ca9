package org.kpackworkbench.model.format.registry;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/**
 * What a format is given to open a file: the formats of what is in it, and progress.
 *
 * @param formats all formats that are known
 * @param progress of the whole job
 * @param step whether opening the file is a step of the job by itself, and no part of another one
 */
public record Opening(Formats formats, Progress progress, boolean step) {
  /** Of a file that is opened in the course of another step. */
  public Opening(Formats formats, Progress progress) {
    this(formats, progress, false);
  }

  /** For going through the whole file: shows where that is a step by itself. */
  public Progress reading() {
    return step ? progress : progress.cancelOnly();
  }

  /** Opens something inside the file; it ends with the file's document. */
  public Document part(Place place, ByteView bytes) throws FormatException {
    return formats.read(place, bytes, progress);
  }
}
