package org.kpackworkbench.model.analysis.verify.rules;

import java.util.LinkedHashSet;
import java.util.Set;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.kpack.RowFault;

/** Rules about the header and the table of contents as a whole. */
public final class TableRules {
  private TableRules() {}

  /** The 48 reserved bytes of the header are zero. */
  public static final Rule<ArchiveSubject> RESERVED_ZERO =
      ArchiveRule.of(
          "archive-reserved",
          "The reserved bytes of the header are zero.",
          TableRules::reservedZero);

  private static final ByteRange RESERVED = ByteRange.between(0x10, ArchiveFormat.HEADER_BYTES);

  private static void reservedZero(ArchiveSubject subject, KpackArchive archive, Sink sink)
      throws FormatException {
    long other = ZeroScan.firstNonZero(archive.view(), RESERVED);
    if (other < RESERVED.end()) {
      sink.warning(
          subject.place(),
          other,
          "The reserved bytes 0x10 to 0x3f should be zero; found 0x%02x."
              .formatted(archive.view().u8(other)),
          "Write the archive again; a later version of the format may give these bytes "
              + "a meaning.");
    }
  }

  /** The table of contents reads to its end, and has all that it needs, each once. */
  public static final Rule<ArchiveSubject> READS =
      ArchiveRule.of(
          "archive-table",
          "The table of contents can be read to its end and has each key that it needs once.",
          TableRules::reads);

  private static void reads(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    for (FormatException problem : archive.problems()) {
      if (!concerns(problem) && !BlobRules.concerns(problem)) {
        sink.problem(subject.place(), problem, RowFault.DAMAGED);
      }
    }
    if (archive.indexNote() != null) {
      sink.warning(
          subject.place(),
          archive.tableRange().start(),
          archive.indexNote(),
          "Loaders do not read it; another tool may have written other rows and kept it.");
    }
  }

  /** The table of contents ends where the file does. */
  public static final Rule<ArchiveSubject> ENDS_WITH_FILE =
      ArchiveRule.of(
          "archive-table-end",
          "The table of contents ends with the file.",
          TableRules::endsWithFile);

  private static void endsWithFile(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    long end = archive.tableRange().end();
    long size = archive.view().size();
    if (archive.complete() && end < size) {
      sink.warning(
          new Place.Bytes(subject.place(), ByteRange.between(end, size)),
          end,
          "The table ends at 0x%x, and %d bytes follow it.".formatted(end, size - end),
          "Something was appended to the archive; cut it off or write the archive again.");
    }
  }

  /** The storage scheme is one that loaders know. */
  public static final Rule<ArchiveSubject> SCHEME_KNOWN =
      ArchiveRule.of(
          "archive-scheme",
          "The storage scheme is none or zstd-per-kernel.",
          TableRules::schemeKnown);

  private static void schemeKnown(ArchiveSubject subject, KpackArchive archive, Sink sink)
      throws FormatException {
    String layout = archive.layoutNote();
    String scheme = archive.schemeNote();
    if (archive.scheme().isExperimental()) {
      sink.warning(
          subject.place(),
          archive.tableRange().start(),
          "The scheme %s is this program's own: no loader in the field reads it, and every load fails with error 5."
              .formatted(archive.scheme().words()),
          KpackArchive.loadersAdvice(subject.place().file()));
      return;
    }
    if (archive.loadersNote() != null) {
      sink.add(
          servesLoaders(archive) ? Severity.ERROR : Severity.NOTE,
          subject.place(),
          archive.tableRange().start(),
          layout != null
              ? layout
              : scheme + " Loaders read it as none and find no code in it (error 5).",
          KpackArchive.loadersAdvice(subject.place().file()),
          Evidence.NONE.because(Diagnosis.FormUnread.FAULT));
    } else if (scheme != null) {
      sink.add(
          Severity.NOTE,
          subject.place(),
          archive.tableRange().start(),
          scheme,
          "Loaders read it the same way.");
    }
    for (FormatException problem : archive.problems()) {
      if (concerns(problem)) {
        sink.error(
            subject.place(),
            problem.fileOffset(),
            Sink.words(problem),
            "Nothing can be extracted, and the blobs were not checked.");
      }
    }
  }

  static boolean concerns(FormatException problem) {
    return problem.field().equals("compression_scheme") && problem.reason() == Reason.UNSUPPORTED;
  }

  /** Whether a row has a key as loaders look it up; a library reads other archives itself. */
  private static boolean servesLoaders(KpackArchive archive) throws FormatException {
    for (int row = 0; row < archive.entryCount(); row++) {
      if (archive.entry(row).key().indexed()) {
        return true;
      }
    }
    return false;
  }

  /** {@code gfx_arches} lists the targets that occur in rows, and no others, each once. */
  public static final Rule<ArchiveSubject> ARCHITECTURES_MATCH =
      ArchiveRule.of(
          "archive-architectures",
          "gfx_arches lists exactly the targets that occur in the table.",
          TableRules::architecturesMatch);

  private static void architecturesMatch(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    if (!archive.complete()) {
      return;
    }
    long offset = archive.tableRange().start();
    Set<String> listed = new LinkedHashSet<>();
    for (String target : archive.architectures()) {
      if (!listed.add(target)) {
        sink.warning(
            subject.place(), offset, "gfx_arches lists \"%s\" twice.".formatted(target), "");
      }
    }
    Set<String> occurring = new LinkedHashSet<>();
    archive.targetSums().forEach(sum -> occurring.add(sum.targetText()));
    // Rows without a target have findings of their own.
    occurring.remove("");
    // A target without a row stays out of the list: strict loaders stop there.
    Set<String> all = new LinkedHashSet<>(listed);
    all.retainAll(occurring);
    all.addAll(occurring);
    for (TargetSum sum : archive.targetSums()) {
      if (occurring.contains(sum.targetText()) && !listed.contains(sum.targetText())) {
        sink.add(
            Severity.ERROR,
            subject.place(),
            offset,
            "%s for \"%s\", which gfx_arches does not list."
                .formatted(CountText.of(sum.entries(), "row is", "rows are"), sum.targetText()),
            "Loaders check that list first and never look these up. "
                + Diagnosis.ArchitectureUnlisted.advice(subject.place().file(), all),
            Evidence.NONE.because(Diagnosis.ArchitectureUnlisted.FAULT));
      }
    }
    for (String target : listed) {
      if (!occurring.contains(target)) {
        sink.warning(
            subject.place(),
            offset,
            "gfx_arches lists \"%s\", for which there is no row.".formatted(target),
            "A strict loader stops at this archive and finds nothing; remove the target from the list.");
      }
    }
  }

  /** Targets are spelled as loaders look them up: {@code gfx90a:sramecc+:xnack-}. */
  public static final Rule<ArchiveSubject> TARGET_SPELLING =
      ArchiveRule.of(
          "archive-target-spelling",
          "Targets are spelled with colons, features in their order.",
          TableRules::targetSpelling);

  private static void targetSpelling(ArchiveSubject subject, KpackArchive archive, Sink sink)
      throws FormatException {
    Set<String> texts = new LinkedHashSet<>(archive.architectures());
    for (TargetSum sum : archive.targetSums()) {
      texts.add(sum.targetText());
    }
    for (String text : texts) {
      String why = TextReduction.unasked(text).orElse(null);
      // Libraries choose free keys, and the targets beside them, as they like.
      if (why != null && !(archive.hasFreeKeys() && GpuTable.isGroup(text))) {
        sink.error(
            subject.place(),
            archive.tableRange().start(),
            why,
            "Loaders compare text and will not find these code objects.");
      }
    }
  }

  /** An archive holds at least one code object. */
  public static final Rule<ArchiveSubject> NOT_EMPTY =
      ArchiveRule.of(
          "archive-empty", "An archive holds at least one code object.", TableRules::notEmpty);

  private static void notEmpty(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    if (archive.complete() && archive.entryCount() == 0) {
      sink.warning(
          subject.place(),
          archive.tableRange().start(),
          "The table of contents has no rows: there are no code objects in this archive.",
          "Check what was packed: a filter of targets may have matched nothing.");
    }
  }
}
