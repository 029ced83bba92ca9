package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.FramesSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;

/** Frames carry a checksum of their content, so that a flipped bit can be found. */
public final class ChecksumsPresent extends NamedRule<FramesSubject> {
  public ChecksumsPresent() {
    super(FramesSubject.class, "frame-no-checksum", "Frames carry a checksum of their content.");
  }

  @Override
  public void check(FramesSubject frames, Sink sink) {
    if (frames.withoutChecksum() > 0) {
      sink.note(
          frames.place(),
          frames.firstWithout(),
          "%d of %d frames have no checksum: a changed bit in them may go unnoticed."
              .formatted(frames.withoutChecksum(), frames.count()),
          "Writing the archive anew adds checksums.");
    }
  }
}
