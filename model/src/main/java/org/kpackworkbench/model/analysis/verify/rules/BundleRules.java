package org.kpackworkbench.model.analysis.verify.rules;

import java.util.List;
import org.kpackworkbench.model.analysis.verify.BundleSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod;
import org.kpackworkbench.model.format.offload.OffloadBundle;

/** Rules about offload bundles. */
public final class BundleRules {
  private static final String ADVICE = "The bundle is damaged or cut off; link or get it again.";

  private BundleRules() {}

  private static String advice(FormatException problem) {
    return switch (problem.reason()) {
      case UNSUPPORTED_VERSION, UNSUPPORTED ->
          "A compiler newer than this program made it; a runtime of the same age may read it.";
      case TOO_LARGE -> String.valueOf(problem.advice());
      default -> ADVICE;
    };
  }

  /** A bundle's table reads to its end, and its entries lie inside the bundle. */
  public static final Rule<BundleSubject> READS =
      Rule.of(
          BundleSubject.class,
          "bundle-reads",
          "A bundle's table can be read, and its entries lie inside.",
          BundleRules::reads);

  private static void reads(BundleSubject bundle, Sink sink) {
    if (bundle.stored().content() instanceof BrokenBundle(FormatException problem)) {
      sink.problem(bundle.place(), problem, advice(problem));
    }
    OffloadBundle content = bundle.content();
    if (content == null) {
      return;
    }
    for (FormatException problem : content.table().problems()) {
      sink.error(bundle.place(), bundle.fileOffset(), Sink.words(problem), ADVICE);
    }
    for (BundleEntry entry : content.entries()) {
      FormatException problem = entry.problem();
      if (problem != null && !content.table().problems().contains(problem)) {
        sink.error(bundle.place(), bundle.fileOffset(), Sink.words(problem), ADVICE);
      }
    }
  }

  /** A compressed bundle decompresses to the size that it states, and is a bundle inside. */
  public static final Rule<BundleSubject> UNPACKS =
      Rule.of(
          BundleSubject.class,
          "bundle-unpacks",
          "A compressed bundle decompresses to a bundle of the size that it states.",
          BundleRules::unpacks);

  private static void unpacks(BundleSubject bundle, Sink sink) throws FormatException {
    FormatException failure = bundle.unpackFailure();
    if (failure != null) {
      sink.error(
          bundle.place(),
          bundle.fileOffset(),
          Sink.words(failure) + (advice(failure).equals(ADVICE) ? code(bundle, "is lost") : ""),
          advice(failure));
    } else if (bundle.stored().content() instanceof CompressedBundle compressed
        && compressed.method() == CompressionMethod.ZLIB) {
      // Runtimes unpack such data, and ignore what is behind it.
      FormatException size = compressed.sizeProblem();
      if (size != null) {
        sink.add(
            Severity.WARNING,
            bundle.place(),
            bundle.fileOffset(),
            Sink.words(size),
            "Runtimes ignore what is behind the data; other tools find no bundle there.");
      }
    }
  }

  /** The content of a compressed bundle has the hash that its header states. */
  public static final Rule<BundleSubject> HASH_MATCHES =
      Rule.of(
          BundleSubject.class,
          "bundle-hash",
          "The content of a compressed bundle has the hash that its header states.",
          BundleRules::hashMatches);

  private static void hashMatches(BundleSubject bundle, Sink sink) {
    FormatException failure = bundle.hashFailure();
    if (failure != null) {
      sink.add(
          Severity.ERROR,
          bundle.place(),
          failure.fileOffset(),
          Sink.words(failure) + code(bundle, "cannot be trusted"),
          "Bits have changed since it was compiled; link or get it again.",
          Sink.evidence(failure));
    }
  }

  /** Names the code of a damaged bundle in a sentence that follows another. */
  private static String code(BundleSubject bundle, String fate) {
    List<String> targets = List.of();
    try {
      if (bundle.stored().content() instanceof CompressedBundle compressed) {
        targets =
            compressed.readTable().entries().stream()
                .filter(BundleEntry::isDevice)
                .map(each -> String.valueOf(each.target()))
                .distinct()
                .toList();
      }
    } catch (FormatException unreadable) {
      // The code for all of its GPUs is lost.
      targets = List.of();
    }
    List<String> wrappers = bundle.stored().wrappers().stream().map(each -> "#" + each).toList();
    return " The code%s for %s %s."
        .formatted(
            wrappers.isEmpty() ? "" : " of " + ListText.some(wrappers),
            targets.isEmpty() ? "every GPU that it serves" : ListText.some(targets),
            fate);
  }
}
