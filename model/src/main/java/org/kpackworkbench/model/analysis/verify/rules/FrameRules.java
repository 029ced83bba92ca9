package org.kpackworkbench.model.analysis.verify.rules;

import java.util.function.Predicate;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;

/** Rules about the frames of an archive. */
public final class FrameRules {
  private FrameRules() {}

  /** A rule about what comes out of a blob. */
  public static final class Content extends NamedRule<ArchiveSubject.Blob> {
    private final Predicate<Reason> concerns;
    private final String advice;

    private Content(String name, String sentence, Predicate<Reason> concerns, String advice) {
      super(ArchiveSubject.Blob.class, name, sentence);
      this.concerns = concerns;
      this.advice = advice;
    }

    /** Every frame decompresses, to the size that its row states, and nothing follows it. */
    public static Content decompresses() {
      return new Content(
          "frame-decompresses",
          "Every frame decompresses to exactly the size that its row states.",
          reason -> reason != Reason.CHECKSUM_MISMATCH && reason != Reason.TOO_LARGE,
          "The blob is damaged; get or write the archive again.");
    }

    /** The content of every frame has the checksum that the frame carries. */
    public static Content checksum() {
      return new Content(
          "frame-checksum",
          "The content of every frame has the checksum that the frame carries.",
          reason -> reason == Reason.CHECKSUM_MISMATCH,
          "Bits have changed since the archive was written; get it again.");
    }

    /** No blob unpacks to absurdly more than is stored. */
    public static Content bounded() {
      return new Content(
          "frame-size",
          "The size of a code object is plausible for its stored size.",
          reason -> reason == Reason.TOO_LARGE,
          "It was not unpacked: it looks made to fill memory or disks.");
    }

    @Override
    public void check(ArchiveSubject.Blob blob, Sink sink) {
      FormatException failure = blob.failure();
      if (failure != null && concerns.test(failure.reason())) {
        sink.problem(blob.place(), failure, advice);
      }
    }
  }

  /** Frames carry a checksum of their content, so that a flipped bit can be found. */
  public static final class ChecksumsPresent extends NamedRule<ArchiveSubject.Frames> {
    public ChecksumsPresent() {
      super(
          ArchiveSubject.Frames.class,
          "frame-no-checksum",
          "Frames carry a checksum of their content.");
    }

    @Override
    public void check(ArchiveSubject.Frames frames, Sink sink) {
      if (frames.withoutChecksum() > 0) {
        sink.note(
            frames.place(),
            frames.firstWithout(),
            "%d of %d frames have no checksum: a changed bit in them may go unnoticed."
                .formatted(frames.withoutChecksum(), frames.count()),
            "Writing the archive again adds checksums.");
      }
    }
  }
}
