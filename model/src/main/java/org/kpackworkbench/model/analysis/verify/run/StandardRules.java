package org.kpackworkbench.model.analysis.verify.run;

import java.util.ArrayList;
import java.util.List;
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
import org.kpackworkbench.model.analysis.verify.rules.LoadRules;
import org.kpackworkbench.model.analysis.verify.rules.MarkerRules;
import org.kpackworkbench.model.analysis.verify.rules.NameRule;
import org.kpackworkbench.model.analysis.verify.rules.OpeningRules;
import org.kpackworkbench.model.analysis.verify.rules.RowRules;
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
            new FileRules.FileReads(),
            new FileRules.KindMatchesName(),
            new FileRules.KindMatchesName.Fetched(),
            new OpeningRules.Magic(),
            new OpeningRules.Version(),
            new TableRules.ReservedZero(),
            new OpeningRules.TableBounds(),
            new OpeningRules.TableUnreadable(),
            new TableRules.Reads(),
            new TableRules.EndsWithFile(),
            new TableRules.SchemeKnown(),
            new BlobRules.AreaFits(),
            new BlobRules.WithinLoaderLimits(),
            new RowRules.OrdinalInRange(),
            new RowRules.BlobInFile(),
            new BlobRules.NoOverlap(),
            new BlobRules.NoGaps(),
            new BlobRules.AllReferenced(),
            new RowRules.KeysOnce(),
            new RowRules.MetadataTarget(),
            new RowRules.KeysSafe(),
            new RowRules.Fields(),
            new RowRules.TypeKnown(),
            new TableRules.ArchitecturesMatch(),
            new TableRules.TargetSpelling(),
            new TableRules.NotEmpty(),
            FrameRules.Content.decompresses(),
            FrameRules.Content.checksum(),
            FrameRules.Content.bounded(),
            new FrameRules.ChecksumsPresent(),
            new BundleRules.Reads(),
            new BundleRules.Unpacks(),
            new BundleRules.HashMatches(),
            new CodeObjectRules.IsCodeObject(),
            new CodeObjectRules.Reads(),
            new CodeObjectRules.Loads(),
            new CodeObjectRules.StatesTarget(),
            new CodeObjectRules.FlagsMatchMetadata(),
            new CodeObjectRules.KernelsHaveDescriptors(),
            new CodeObjectRules.DescriptorsAgree(),
            new ElfRules.Reads(),
            new DeviceCodeRules.State(),
            new WrapperRules.MagicKnown(),
            new WrapperRules.PointsToBundle(),
            new WrapperRules.PointsToMarker(),
            new WrapperRules.IndexMatches(),
            new WrapperRules.BundlesPointed(),
            new MarkerRules.Reads(),
            new MarkerRules.Loaded(),
            new DeviceCodeRules.RemovedPages(),
            new DeviceCodeRules.RemovedRelocations(),
            new DeviceCodeRules.KeptPages(),
            new MarkerRules.ArchivesFound(),
            new LoadRules.ArchivesComplete(),
            new LoadRules.StrictLoaders(),
            new LoadRules.NotFat(),
            new FiledCodeRules.WrapperKernels(),
            new ElfRules.AddressesSane(),
            new ElfRules.OldKernels()));
    rules.addAll(ElfRules.Layout.all());
    formats.all().forEach(format -> rules.addAll(format.rules()));
    rules.add(new FileRules.DocumentReads());
    rules.addAll(
        List.of(
            new ArtifactRule.ManifestPresent(),
            new ArtifactRule.ManifestReads(),
            new ArtifactRule.Prebuilt(),
            new TreeFileRule.InsidePrefix(),
            new ArtifactContentRules.NoFatBinaries(),
            new TreeFileRule.GenericArchive(),
            new TreeFileRule.GenericManifest(),
            new TreeFileRule.GenericCode(),
            new DatabaseRule.Generic(),
            new DatabaseRule.Recognised(),
            new DatabaseRule.Link(),
            new ArtifactContentRules.OneArchitecture(),
            new DatabaseRule.OwnArchitecture(),
            new ArtifactContentRules.NoHostCode(),
            new ArtifactContentRules.ArchiveNames(),
            new ArtifactContentRules.ManifestNames(),
            new TreeMarkerRule.NameIsPath(),
            new TreeMarkerRule.Staged(),
            new TreeMarkerRule.Flattened(),
            new TreeMarkerRule.Leads(),
            new TreeMarkerRule.Absent(),
            new NameRule.Windows(),
            new NameRule.Case(),
            new NameRule.PathList(),
            new NameRule.Length(),
            new NameRule.Leftover(),
            ArtifactContentRules.OddMembers.setId(),
            ArtifactContentRules.OddMembers.link()));
    return List.copyOf(rules);
  }
}
