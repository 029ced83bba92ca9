package org.kpackworkbench.model.analysis.verify.rules;

import java.util.function.Predicate;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.ListText;

/** Rules about the frames of an archive. */
public final class FrameRules {
  private FrameRules() {}

  /** A rule about what comes out of a blob. */
  public static final class Content extends NamedRule<ArchiveSubject.Blob> {
    /** The expectation where bytes are no frame at all. */
    public static final String ONE_FRAME = "one zstd frame";

    private static final int MOST_NAMED = 4;
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
        String own = failure.advice();
        sink.add(
            Severity.ERROR,
            blob.place(),
            failure.fileOffset(),
            failure.reason() == Reason.TOO_LARGE ? Sink.words(failure) : lost(blob, failure),
            own == null ? advice : own,
            Sink.evidence(failure)
                .alsoAt(blob.rows())
                .causing(
                    blob.rows().stream()
                        .filter(row -> blob.loaded() && !blob.instead().containsKey(row))
                        .map(Content::lost)
                        .toList()));
      }
    }

    private static String lost(Place.CodeObject code) {
      return "%s gets no code%s on %s: error %d"
          .formatted(
              code.binary().substring(code.binary().lastIndexOf('/') + 1),
              code.index() < 0 ? "" : " for wrapper " + code.index(),
              code.target(),
              LoaderError.DECOMPRESSION_FAILED.number());
    }

    private static String lost(ArchiveSubject.Blob blob, FormatException failure) {
      String lost =
          "The code of %s does not unpack: %s."
              .formatted(
                  ListText.some(blob.rows().stream().map(Content::name).toList(), MOST_NAMED),
                  failure.reason() == Reason.CHECKSUM_MISMATCH
                      ? "its bytes have changed, and no longer have the checksum of their frame"
                      : String.valueOf(failure.expected()).equals(ONE_FRAME)
                          ? "its frame is damaged (%s)".formatted(failure.found())
                          : "expected %s, found %s".formatted(failure.expected(), failure.found()));
      return blob.loaded() ? lost + " Loaders " + loaders(blob) + "." : lost;
    }

    private static String loaders(ArchiveSubject.Blob blob) {
      boolean one = blob.rows().size() < 2;
      ArchiveSubject.Instead instead = blob.instead().get(blob.place());
      if (one && instead != null) {
        return instead.always()
            ? "take %s instead".formatted(instead.words())
            : "up to mid-2026 return error 6 for it; newer ones take %s instead"
                .formatted(instead.words());
      }
      return one
          ? "return error 6 for it, and %s gets nothing".formatted(blob.place().target())
          : blob.instead().size() < blob.rows().size()
              ? "return error 6 for each of them"
              : "up to mid-2026 return error 6 for each of them; newer ones take other code instead";
    }

    private static String name(Place.CodeObject code) {
      return "%s%s for %s"
          .formatted(code.binary(), code.index() < 0 ? "" : "#" + code.index(), code.target());
    }
  }

  /** Frames carry a checksum of their content, so that a flipped bit can be found. */
  public static final Rule<ArchiveSubject.Frames> CHECKSUMS_PRESENT =
      Rule.of(
          ArchiveSubject.Frames.class,
          "frame-no-checksum",
          "Frames carry a checksum of their content.",
          FrameRules::checksumsPresent);

  private static void checksumsPresent(ArchiveSubject.Frames frames, Sink sink) {
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
