package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** The target that a row's metadata states is the one that it is filed under. */
public final class MetadataTarget extends ArchiveRule {
  public MetadataTarget() {
    super("archive-metadata-target", "A row's metadata states the target that it is filed under.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) throws FormatException {
    for (int row = 0; row < archive.entryCount(); row++) {
      if (archive.problem(row) != null
          || !(archive.metadata(row).get(BundleOrigin.TARGET_KEY)
              instanceof MsgValue.Text(String stated))
          || stated.isEmpty()) {
        continue;
      }
      ArchiveEntry entry = archive.entry(row);
      if (!GpuTarget.lenient(stated).equals(entry.target())) {
        sink.error(
            archive.place(entry),
            entry.tableRange().start(),
            "Its metadata states \"%s\", and it is filed under %s."
                .formatted(stated, entry.targetText()),
            "One of them is wrong: who restores the binary gets an entry of another target. Pack"
                + " it anew.");
      }
    }
  }
}
