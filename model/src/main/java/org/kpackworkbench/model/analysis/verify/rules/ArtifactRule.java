package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import org.kpackworkbench.model.analysis.verify.ArtifactSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;

/** A rule about an artifact as a whole. */
public final class ArtifactRule {
  private ArtifactRule() {}

  private static Rule<ArtifactSubject> rule(
      String name, String sentence, Rule.Check<ArtifactSubject> check) {
    return Rule.of(ArtifactSubject.class, name, sentence, check);
  }

  private static boolean isMissing(IOException failure) {
    return failure instanceof FormatException format
        && format.reason() == Reason.NOT_FOUND
        && format.field().equals(ArtifactManifest.FILE_NAME);
  }

  /** An artifact has a manifest. */
  public static final Rule<ArtifactSubject> MANIFEST_PRESENT =
      rule(
          "artifact-manifest-missing",
          "An artifact has a file that lists its stage prefixes.",
          ArtifactRule::manifestPresent);

  private static void manifestPresent(ArtifactSubject subject, Sink sink) {
    IOException failure = subject.failure();
    if (failure != null && isMissing(failure)) {
      sink.error(
          subject.place(),
          "It is named like an artifact, but has no %s.".formatted(ArtifactManifest.FILE_NAME),
          "Write one with one stage prefix per line, e.g. math-libs/BLAS/rocBLAS/stage; without it"
              + " tools for artifacts do not recognise it.");
    }
  }

  /** A manifest lists stage prefixes that lie inside of the artifact. */
  public static final Rule<ArtifactSubject> MANIFEST_READS =
      rule(
          "artifact-manifest",
          "An artifact's manifest lists stage prefixes inside of it.",
          ArtifactRule::manifestReads);

  private static void manifestReads(ArtifactSubject subject, Sink sink) {
    String advice = ArtifactManifest.ADVICE;
    switch (subject.failure()) {
      case null -> {}
      case FormatException format when isMissing(format) -> {}
      case FormatException format -> sink.problem(subject.place(), format, advice);
      case IOException failure ->
          sink.error(
              subject.place(), "It cannot be read: %s.".formatted(failure.getMessage()), advice);
    }
  }

  /** Stage prefixes that came from an overlay are noted. */
  public static final Rule<ArtifactSubject> PREBUILT =
      rule(
          "artifact-prebuilt",
          "Stage prefixes do not come from an overlay.",
          ArtifactRule::prebuilt);

  private static void prebuilt(ArtifactSubject subject, Sink sink) {
    if (!subject.prebuilt().isEmpty()) {
      sink.note(
          subject.place(),
          "%s came from an overlay, as the .prebuilt file beside it says."
              .formatted(String.join(", ", subject.prebuilt())),
          "Such a tree must not be split or packed again; its artifacts can be.");
    }
  }
}
