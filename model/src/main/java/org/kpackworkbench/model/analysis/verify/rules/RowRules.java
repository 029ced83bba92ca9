package org.kpackworkbench.model.analysis.verify.rules;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.RowFault;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/** Rules about each row of the table of contents. */
public final class RowRules {
  private RowRules() {}

  /** Each row's {@code ordinal} is below the number of blobs. */
  public static final Rule<ArchiveSubject> ORDINAL_IN_RANGE =
      rule("archive-ordinal", "Each row names an existing blob.", RowFault.ORDINAL);

  /** Each blob that a row names lies inside the file, and a frame is not too small to be one. */
  public static final Rule<ArchiveSubject> BLOB_IN_FILE =
      rule("archive-blob-bounds", "Each blob lies inside the file.", RowFault.BOUNDS);

  /** No key occurs twice. */
  public static final Rule<ArchiveSubject> KEYS_ONCE =
      rule(
          "archive-duplicate-key",
          "Each binary occurs once in the table, and each target once below it.",
          RowFault.DUPLICATE);

  /** No absolute path, {@code ..} or backslash in a key. */
  public static final Rule<ArchiveSubject> KEYS_SAFE =
      rule(
          "archive-unsafe-key",
          "Keys are relative paths with / between their parts, and without '..'.",
          RowFault.UNSAFE);

  /** The fields of each row are there, once, and of the right kind. */
  public static final Rule<ArchiveSubject> FIELDS =
      rule(
          "archive-row",
          "Each row states type, ordinal and original size, and the size is that of its blob.",
          RowFault.FIELD);

  /** A rule about each row of the table by itself. What spoils a row breaks one of these. */
  private static Rule<ArchiveSubject> rule(String name, String sentence, RowFault kind) {
    return ArchiveRule.of(
        name,
        sentence,
        (subject, archive, sink) -> {
          StoredDamage lost = new StoredDamage(subject.blobs());
          for (int row = 0; row < archive.entryCount(); row++) {
            FormatException problem = archive.problem(row).orElse(null);
            // A chain that breaks off is one finding, not one for each row behind.
            if (problem != null && !lost.isIt(problem) && RowFault.of(problem) == kind) {
              sink.problem(archive.place(row), problem, kind.advice());
            }
          }
        });
  }

  /** The damage that ended the chain of frames early, if any. */
  private record StoredDamage(@Nullable StoredBlobs blobs) {

    /** Whether a row's problem is that its frame lies behind the damage. */
    boolean isIt(FormatException problem) {
      FormatException damage = blobs == null ? null : blobs.damage();
      return damage != null
          && damage.structure().equals(problem.structure())
          && damage.field().equals(problem.field())
          && damage.fileOffset() == problem.fileOffset();
    }
  }

  /** The target that a row's metadata states is the one that it is filed under. */
  public static final Rule<ArchiveSubject> METADATA_TARGET =
      ArchiveRule.of(
          "archive-metadata-target",
          "A row's metadata states the target that it is filed under.",
          (subject, archive, sink) -> metadataTarget(archive, sink));

  private static void metadataTarget(KpackArchive archive, Sink sink) throws FormatException {
    for (int row = 0; row < archive.entryCount(); row++) {
      if (archive.problem(row).isPresent()
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
            "One of them is wrong: a restored binary gets an entry of another "
                + "target. Pack it again.");
      }
    }
  }

  /** Rows are of type {@code hsaco} or {@code co}. */
  public static final Rule<ArchiveSubject.Blob> TYPE_KNOWN =
      Rule.of(
          ArchiveSubject.Blob.class,
          "archive-type",
          "Rows are of type hsaco or co.",
          RowRules::typeKnown);

  private static final Set<String> KNOWN = Set.of("hsaco", "co");

  private static void typeKnown(ArchiveSubject.Blob blob, Sink sink) {
    if (!KNOWN.contains(blob.type())) {
      sink.warning(
          blob.place(),
          blob.fileOffset(),
          "The type is \"%s\", not hsaco or co.".formatted(blob.type()),
          "Loaders know no other type.");
    }
  }
}
