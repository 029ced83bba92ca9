package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** The 48 reserved bytes of the header are zero. */
public final class ReservedZero extends ArchiveRule {
  private static final ByteRange RESERVED = ByteRange.between(0x10, ArchiveFormat.HEADER_BYTES);

  public ReservedZero() {
    super("archive-reserved", "The reserved bytes of the header are zero.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) throws FormatException {
    long other = ZeroScan.firstNonZero(archive.view(), RESERVED);
    if (other < RESERVED.end()) {
      sink.warning(
          subject.place(),
          other,
          "The reserved bytes 0x10 to 0x3f should be zero; found 0x%02x."
              .formatted(archive.view().u8(other)),
          "Write the archive anew; a later version of the format may give these bytes a meaning.");
    }
  }
}
