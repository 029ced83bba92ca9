package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;
import org.kpackworkbench.model.format.kpack.StoredBlobs;
import org.kpackworkbench.views.format.kpack.EntryFacts.FieldText;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;

/**
 * Content of the first view of an archive; UI-independent. Immutable.
 *
 * @param sentence what the file is, in words for beginners
 * @param warnings what contradicts itself in it, in sentences
 * @param facts what else there is to know
 * @param targets what there is for each target, in the order of their names
 * @param unknown keys of the table of contents that this program does not know
 * @param problems what is wrong with the archive as a whole
 * @param damagedRows how many rows are spoiled
 * @param firstDamaged the first of them; null if there is none
 */
record ArchiveOverview(
    String sentence,
    List<String> warnings,
    List<Fact> facts,
    List<TargetLine> targets,
    List<Fact> unknown,
    List<FormatException> problems,
    int damagedRows,
    Place.@Nullable CodeObject firstDamaged) {
  private static final int LONGEST_VALUE = 200;

  /**
   * A target.
   *
   * @param listed whether the table of contents lists it
   * @param sums what its rows come to
   */
  record TargetLine(String target, boolean listed, Sums sums) {}

  /** Puts together what is known; in the background. */
  static ArchiveOverview of(ArchiveRows rows) {
    KpackArchive archive = rows.archive();
    Arrangement byTarget = Arrangement.of(rows, rows.all(), Grouping.BY_TARGET);
    List<TargetLine> targets = targets(rows, byTarget);
    return new ArchiveOverview(
        sentence(rows, byTarget.total()),
        warnings(rows, targets),
        facts(rows, byTarget.total()),
        targets,
        unknown(archive),
        problems(archive),
        rows.problemCount(),
        firstDamaged(rows));
  }

  /** Returns the part that is as in other files. */
  Overview page(String name) {
    return new Overview(
        name, "", true, List.of(sentence), warnings, List.of(), List.of(), facts, problems);
  }

  private static List<TargetLine> targets(ArchiveRows rows, Arrangement byTarget) {
    Set<String> listed = new LinkedHashSet<>(rows.archive().architectures());
    List<TargetLine> targets = new ArrayList<>();
    for (Node<GroupId, Line> node : byTarget.tops()) {
      if (node.line() instanceof Line.Group group) {
        String target = rows.targetText(group.row());
        targets.add(new TargetLine(target, listed.remove(target), group.sums()));
      }
    }
    listed.forEach(target -> targets.add(new TargetLine(target, true, Sums.NONE)));
    targets.sort(Comparator.comparing(line -> GpuTarget.lenient(line.target())));
    return List.copyOf(targets);
  }

  private static String sentence(ArchiveRows rows, Sums total) {
    String text =
        "A kpack archive with %s in %s for %s: %s unpacked"
            .formatted(
                words(rows.count(), "code object", "code objects"),
                words(rows.binaryCount(), "binary", "binaries"),
                words(rows.targetCount(), "GPU target", "GPU targets"),
                SizeText.of(total.unpackedBytes(), total.originalBytes(), total.storedBytes()));
    if (!rows.archive().complete()) {
      return text + ". Its table of contents is cut off; these are the rows before the cut.";
    }
    if (rows.archive().refusal() != null) {
      return text + ". Its code objects cannot be read.";
    }
    return !rows.located()
        ? text + ", stored sizes are being looked up…"
        : (Double.isNaN(total.ratio())
                ? "%s, %s stored."
                    .formatted(text, SizeText.of(total.storedBytes(), total.unpackedBytes()))
                : "%s, %s stored (%s)."
                    .formatted(
                        text,
                        SizeText.of(total.storedBytes(), total.unpackedBytes()),
                        StatusWords.percent(total.ratio())))
            + duplicatesSentence(total);
  }

  private static String duplicatesSentence(Sums total) {
    return total.unpackedBytes() == total.originalBytes()
        ? ""
        : " %s stored once: %s with %s."
            .formatted(
                total.shared() == 1
                    ? "1 duplicate is"
                    : StatusWords.count(total.shared()) + " duplicates are",
                SizeText.of(total.originalBytes(), total.unpackedBytes()),
                CountText.word(total.shared(), "it", "them"));
  }

  private static List<String> warnings(ArchiveRows rows, List<TargetLine> targets) {
    List<String> warnings = new ArrayList<>();
    for (TargetLine line : targets) {
      if (line.sums().rows() == 0) {
        warnings.add(line.target() + " is listed among the targets, but has no row.");
      } else if (!line.listed()) {
        warnings.add(
            "%s for %s, which is not listed among the targets."
                .formatted(
                    line.sums().rows() == 1
                        ? "There is 1 row"
                        : "There are " + StatusWords.rows(line.sums().rows()),
                    line.target().isEmpty() ? "an empty target" : line.target()));
      }
    }
    int stored = rows.archive().blobCount().orElse(0);
    if (stored > rows.codeObjectCount()) {
      int orphans = stored - rows.codeObjectCount();
      warnings.add(
          words(orphans, "stored code object is", "stored code objects are") + " named by no row.");
    }
    return List.copyOf(warnings);
  }

  private static List<Fact> facts(ArchiveRows rows, Sums total) {
    KpackArchive archive = rows.archive();
    Place file = archive.place();
    List<Fact> facts = new ArrayList<>();
    facts.add(field(archive, "Group", "group_name", archive.groupName()));
    facts.add(field(archive, "Family", "gfx_arch_family", archive.family()));
    facts.add(
        field(archive, "Targets listed", "gfx_arches", String.join(", ", archive.architectures())));
    facts.add(Fact.of("Format version", Integer.toString(archive.version())));
    Fact stated = field(archive, "Storage", "compression_scheme", scheme(archive));
    facts.add(archive.schemeName().isEmpty() ? Fact.of("Storage", scheme(archive)) : stated);
    facts.add(Fact.of("Rows", StatusWords.count(rows.count()) + keyForms(rows)));
    facts.add(Fact.of("Binaries", StatusWords.count(rows.binaryCount())));
    facts.add(
        Fact.of(
            "Stored code objects",
            archive.blobCount().isEmpty()
                ? "not known"
                : StatusWords.count(archive.blobCount().getAsInt())));
    facts.add(Fact.of("Duplicates", duplicates(total)));
    facts.add(Fact.of("Unpacked size", EntryFacts.exact(total.unpackedBytes())));
    facts.add(
        Fact.of(
            "Stored size",
            rows.located() ? EntryFacts.exact(total.storedBytes()) : "being looked up…"));
    facts.add(part(file, "Header", "header", new ByteRange(0, 64)));
    ByteRange area = archive.blobArea().orElse(null);
    if (area != null) {
      facts.add(part(file, "Blob area", "blob area", area));
    }
    facts.add(part(file, "Table of contents", ArchivePlaces.TABLE, archive.tableRange()));
    return List.copyOf(facts);
  }

  private static String scheme(KpackArchive archive) {
    String note = archive.layoutNote() == null ? archive.schemeNote() : archive.layoutNote();
    return note == null ? schemeWords(archive) : schemeWords(archive) + ". " + note;
  }

  private static String schemeWords(KpackArchive archive) {
    return switch (archive.scheme()) {
      case NONE -> "none: uncompressed code objects, one after another";
      case ZSTD_PER_KERNEL -> "zstd-per-kernel: each code object in a zstd frame of its own";
      case ZSTD_DICTIONARY, ZSTD_SOLID ->
          "%s: %s. No loader reads it."
              .formatted(archive.scheme().words(), archive.scheme().does());
      case UNKNOWN ->
          archive.schemeName().isEmpty()
              ? "not stated"
              : archive.schemeName() + ", which this program cannot read";
    };
  }

  private static String keyForms(ArchiveRows rows) {
    int plain = 0;
    for (int row = 0; row < rows.count(); row++) {
      plain += rows.plainKey(row) ? 1 : 0;
    }
    if (plain == 0 || rows.count() == 0) {
      return "";
    }
    return plain == rows.count()
        ? ", with plain keys (without the wrapper's index)"
        : ", " + StatusWords.count(plain) + " of them with plain keys";
  }

  private static String duplicates(Sums total) {
    if (total.shared() == 0) {
      return "none: each row has a code object of its own";
    }
    long saved = total.originalBytes() - total.unpackedBytes();
    return "%s a code object that another row names, too%s"
        .formatted(
            StatusWords.rows(total.shared()) + CountText.word(total.shared(), " names", " name"),
            total.storedBytes() < 0
                ? ""
                : ", which saves %s of %s unpacked"
                    .formatted(SizeText.of(saved), SizeText.of(total.originalBytes())));
  }

  private static Fact field(KpackArchive archive, String name, String key, String value) {
    for (TableField field : archive.fields()) {
      if (field.name().equals(key)) {
        return Fact.of(
            name,
            value.isEmpty() ? "(empty)" : value,
            new Place.Part(archive.place(), key, field.value()));
      }
    }
    return Fact.of(name, "not stated");
  }

  private static Fact part(Place file, String name, String label, ByteRange range) {
    return Fact.of(name, EntryFacts.range(range), new Place.Part(file, label, range));
  }

  private static List<Fact> unknown(KpackArchive archive) {
    List<Fact> facts = new ArrayList<>();
    for (TableField field : archive.fields()) {
      if (!field.known()) {
        facts.add(
            Fact.of(
                field.name(),
                FieldText.of(archive.view(), field, LONGEST_VALUE),
                new Place.Part(archive.place(), field.name(), field.value())));
      }
    }
    return List.copyOf(facts);
  }

  private static List<FormatException> problems(KpackArchive archive) {
    List<FormatException> problems = new ArrayList<>(archive.problems());
    archive.blobsIfKnown().map(StoredBlobs::damage).ifPresent(problems::add);
    return List.copyOf(problems);
  }

  private static Place.@Nullable CodeObject firstDamaged(ArchiveRows rows) {
    for (int row = 0; row < rows.count() && rows.problemCount() > 0; row++) {
      if (rows.problem(row) != null) {
        return rows.place(row);
      }
    }
    return null;
  }

  private static String words(int count, String one, String many) {
    return StatusWords.count(count) + " " + (count == 1 ? one : many);
  }
}
