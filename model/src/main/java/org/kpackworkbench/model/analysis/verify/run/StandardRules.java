package org.kpackworkbench.model.analysis.verify.run;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.rules.ArchivesComplete;
import org.kpackworkbench.model.analysis.verify.rules.ArtifactContentRules;
import org.kpackworkbench.model.analysis.verify.rules.ArtifactRule;
import org.kpackworkbench.model.analysis.verify.rules.BlobRules;
import org.kpackworkbench.model.analysis.verify.rules.BundleRules;
import org.kpackworkbench.model.analysis.verify.rules.CodeObjectRules;
import org.kpackworkbench.model.analysis.verify.rules.DatabaseRule;
import org.kpackworkbench.model.analysis.verify.rules.DeviceCodeRules;
import org.kpackworkbench.model.analysis.verify.rules.ElfRules;
import org.kpackworkbench.model.analysis.verify.rules.FileRules;
import org.kpackworkbench.model.analysis.verify.rules.FiledCodeRules;
import org.kpackworkbench.model.analysis.verify.rules.FrameRules;
import org.kpackworkbench.model.analysis.verify.rules.MarkerRules;
import org.kpackworkbench.model.analysis.verify.rules.NameRule;
import org.kpackworkbench.model.analysis.verify.rules.NotFat;
import org.kpackworkbench.model.analysis.verify.rules.OpeningRules;
import org.kpackworkbench.model.analysis.verify.rules.RowRules;
import org.kpackworkbench.model.analysis.verify.rules.StrictLoaders;
import org.kpackworkbench.model.analysis.verify.rules.TableRules;
import org.kpackworkbench.model.analysis.verify.rules.TreeFileRule;
import org.kpackworkbench.model.analysis.verify.rules.TreeMarkerRule;
import org.kpackworkbench.model.analysis.verify.rules.WrapperRules;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Formats;

/**
 * All rules there are, in the order in which people read about them. A rule about the files of one
 * format is added to that format; one that needs more is added here.
 */
public final class StandardRules {
  private static final List<Rule<?>> ALL = of(StandardFormats.all());

  private StandardRules() {}

  /** All of them. */
  public static List<Rule<?>> all() {
    return ALL;
  }

  /** All of them with what they check, as a table. */
  public static Report describe() {
    Facts facts =
        new Facts()
            .list(
                "rules",
                ALL,
                (rule, row) -> row.text("rule", rule.name()).text("checks", rule.sentence()));
    return new Report(facts).table("rules", "rule", "checks");
  }

  /** All of them, with those that these formats bring. */
  public static List<Rule<?>> of(Formats formats) {
    List<Rule<?>> rules = new ArrayList<>();
    rules.addAll(
        List.of(
            FileRules.FILE_READS,
            FileRules.KIND_MATCHES_NAME,
            new FileRules.Fetched(),
            new OpeningRules.Magic(),
            new OpeningRules.Version(),
            TableRules.RESERVED_ZERO,
            new OpeningRules.TableBounds(),
            new OpeningRules.TableUnreadable(),
            TableRules.READS,
            TableRules.ENDS_WITH_FILE,
            TableRules.SCHEME_KNOWN,
            BlobRules.AREA_FITS,
            BlobRules.WITHIN_LOADER_LIMITS,
            RowRules.ORDINAL_IN_RANGE,
            RowRules.BLOB_IN_FILE,
            BlobRules.NO_OVERLAP,
            BlobRules.NO_GAPS,
            BlobRules.ALL_REFERENCED,
            RowRules.KEYS_ONCE,
            RowRules.METADATA_TARGET,
            RowRules.KEYS_SAFE,
            RowRules.FIELDS,
            RowRules.TYPE_KNOWN,
            TableRules.ARCHITECTURES_MATCH,
            TableRules.TARGET_SPELLING,
            TableRules.NOT_EMPTY,
            FrameRules.Content.decompresses(),
            FrameRules.Content.checksum(),
            FrameRules.Content.bounded(),
            FrameRules.CHECKSUMS_PRESENT,
            BundleRules.READS,
            BundleRules.UNPACKS,
            BundleRules.HASH_MATCHES,
            CodeObjectRules.IS_CODE_OBJECT,
            CodeObjectRules.READS,
            CodeObjectRules.LOADS,
            CodeObjectRules.STATES_TARGET,
            CodeObjectRules.FLAGS_MATCH_METADATA,
            CodeObjectRules.KERNELS_HAVE_DESCRIPTORS,
            CodeObjectRules.DESCRIPTORS_AGREE,
            new ElfRules.Reads(),
            new DeviceCodeRules.State(),
            WrapperRules.MAGIC_KNOWN,
            WrapperRules.POINTS_TO_BUNDLE,
            WrapperRules.POINTS_TO_MARKER,
            WrapperRules.INDEX_MATCHES,
            WrapperRules.BUNDLES_POINTED,
            new MarkerRules.Reads(),
            new MarkerRules.Loaded(),
            new DeviceCodeRules.RemovedPages(),
            new DeviceCodeRules.RemovedRelocations(),
            new DeviceCodeRules.KeptPages(),
            new MarkerRules.ArchivesFound(),
            new ArchivesComplete(),
            new StrictLoaders(),
            new NotFat(),
            new FiledCodeRules.WrapperKernels(),
            new ElfRules.AddressesSane(),
            new ElfRules.OldKernels()));
    rules.addAll(ElfRules.Layout.all());
    formats.all().forEach(format -> rules.addAll(format.rules()));
    rules.add(FileRules.DOCUMENT_READS);
    rules.addAll(
        List.of(
            ArtifactRule.MANIFEST_PRESENT,
            ArtifactRule.MANIFEST_READS,
            ArtifactRule.PREBUILT,
            TreeFileRule.INSIDE_PREFIX,
            ArtifactContentRules.NO_FAT_BINARIES,
            TreeFileRule.GENERIC_ARCHIVE,
            TreeFileRule.GENERIC_MANIFEST,
            TreeFileRule.GENERIC_CODE,
            DatabaseRule.GENERIC,
            DatabaseRule.RECOGNISED,
            DatabaseRule.LINK,
            ArtifactContentRules.ONE_ARCHITECTURE,
            DatabaseRule.OWN_ARCHITECTURE,
            ArtifactContentRules.NO_HOST_CODE,
            ArtifactContentRules.ARCHIVE_NAMES,
            ArtifactContentRules.MANIFEST_NAMES,
            new TreeMarkerRule.NameIsPath(),
            new TreeMarkerRule.Staged(),
            new TreeMarkerRule.Flattened(),
            new TreeMarkerRule.Leads(),
            new TreeMarkerRule.Absent(),
            NameRule.WINDOWS,
            NameRule.CASE,
            NameRule.PATH_LIST,
            NameRule.LENGTH,
            NameRule.LEFTOVER,
            ArtifactContentRules.OddMembers.setId(),
            ArtifactContentRules.OddMembers.link()));
    return List.copyOf(rules);
  }
}
