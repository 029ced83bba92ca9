package org.kpackworkbench.model.analysis.verify.rules;

import java.util.EnumSet;
import java.util.Set;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Rules about what an archive must have to be opened at all. */
public final class OpeningRules {
  private OpeningRules() {}

  /** Something without which an archive cannot be opened at all. */
  private abstract static class OpeningRule extends NamedRule<ArchiveSubject> {
    private final String advice;

    OpeningRule(String name, String sentence, String advice) {
      super(ArchiveSubject.class, name, sentence);
      this.advice = advice;
    }

    @Override
    public void check(ArchiveSubject subject, Sink sink) {
      FormatException failure = subject.failure();
      if (failure != null && concerns(failure)) {
        sink.problem(subject.place(), failure, advice);
      }
    }

    abstract boolean concerns(FormatException failure);

    /** The reasons that have rules of their own. */
    static final Set<Reason> OWN_RULES = EnumSet.of(Reason.WRONG_MAGIC, Reason.UNSUPPORTED_VERSION);

    /** Whether it is the offset of the table that is wrong. */
    static boolean isTableOffset(FormatException failure) {
      return failure.field().equals("toc_offset");
    }
  }

  /** The first four bytes are {@code KPAK}. */
  public static final class Magic extends OpeningRule {
    public Magic() {
      super(
          "archive-magic",
          "An archive starts with the bytes KPAK.",
          "This is not a .kpack archive, or its beginning was overwritten.");
    }

    @Override
    boolean concerns(FormatException failure) {
      return failure.reason() == Reason.WRONG_MAGIC;
    }
  }

  /** Header and table state version 1. */
  public static final class Version extends OpeningRule {
    public Version() {
      super(
          "archive-version",
          "Header and table of contents state version 1.",
          "Another version needs a newer program; loaders return error 4.");
    }

    @Override
    boolean concerns(FormatException failure) {
      return failure.reason() == Reason.UNSUPPORTED_VERSION;
    }

    @Override
    public void check(ArchiveSubject subject, Sink sink) {
      super.check(subject, sink);
      KpackArchive archive = subject.archive();
      if (archive != null && archive.versionNote() != null) {
        sink.warning(
            subject.place(),
            archive.tableRange().start(),
            archive.versionNote(),
            "Another version may hold what this program ignores; loaders do not read this field.");
      }
    }
  }

  /** {@code toc_offset} lies behind the header and inside the file. */
  public static final class TableBounds extends OpeningRule {
    public TableBounds() {
      super(
          "archive-table-bounds",
          "The table of contents starts after the header and inside the file.",
          ArchiveFormat.CUT_OFF);
    }

    @Override
    boolean concerns(FormatException failure) {
      return isTableOffset(failure);
    }
  }

  /** Where {@code toc_offset} points there is a MessagePack map, and the header is all there. */
  public static final class TableUnreadable extends OpeningRule {
    public TableUnreadable() {
      super(
          "archive-table-start",
          "The header is complete and points to a MessagePack map.",
          "The file may have been cut off, or something else was written over it.");
    }

    @Override
    boolean concerns(FormatException failure) {
      return !OWN_RULES.contains(failure.reason()) && !isTableOffset(failure);
    }
  }
}
