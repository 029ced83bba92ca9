package org.kpackworkbench.model.analysis.verify.rules;

import java.util.function.Predicate;
import org.kpackworkbench.model.analysis.verify.BlobSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Sink;

/** A rule about what comes out of a blob. */
public final class FrameRule extends NamedRule<BlobSubject> {
  private final Predicate<Reason> concerns;
  private final String advice;

  private FrameRule(String name, String sentence, Predicate<Reason> concerns, String advice) {
    super(BlobSubject.class, name, sentence);
    this.concerns = concerns;
    this.advice = advice;
  }

  /** Every frame decompresses, to the size that its row states, and nothing follows it. */
  public static FrameRule decompresses() {
    return new FrameRule(
        "frame-decompresses",
        "Every frame decompresses to exactly the size that its row states.",
        reason -> reason != Reason.CHECKSUM_MISMATCH && reason != Reason.TOO_LARGE,
        "The blob is damaged; get or write the archive anew.");
  }

  /** The content of every frame has the checksum that the frame carries. */
  public static FrameRule checksum() {
    return new FrameRule(
        "frame-checksum",
        "The content of every frame has the checksum that the frame carries.",
        reason -> reason == Reason.CHECKSUM_MISMATCH,
        "Bits have changed since the archive was written; get it anew.");
  }

  /** No blob unpacks to absurdly more than is stored. */
  public static FrameRule bounded() {
    return new FrameRule(
        "frame-size",
        "No code object is absurdly larger than what is stored of it.",
        reason -> reason == Reason.TOO_LARGE,
        "It was not unpacked: this looks as if made to fill memory or disks.");
  }

  @Override
  public void check(BlobSubject blob, Sink sink) {
    FormatException failure = blob.failure();
    if (failure != null && concerns.test(failure.reason())) {
      sink.problem(blob.place(), failure, advice);
    }
  }
}
