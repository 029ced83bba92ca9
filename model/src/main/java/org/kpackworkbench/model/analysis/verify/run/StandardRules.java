package org.kpackworkbench.model.analysis.verify.run;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.Rule;
import org.kpackworkbench.model.analysis.verify.rules.AddressesSane;
import org.kpackworkbench.model.analysis.verify.rules.ArchitectureHost;
import org.kpackworkbench.model.analysis.verify.rules.ArchitecturesMatch;
import org.kpackworkbench.model.analysis.verify.rules.ArchiveMagic;
import org.kpackworkbench.model.analysis.verify.rules.ArchiveNames;
import org.kpackworkbench.model.analysis.verify.rules.ArchiveVersion;
import org.kpackworkbench.model.analysis.verify.rules.ArchivesComplete;
import org.kpackworkbench.model.analysis.verify.rules.ArchivesFound;
import org.kpackworkbench.model.analysis.verify.rules.ArtifactPurity;
import org.kpackworkbench.model.analysis.verify.rules.ArtifactRule;
import org.kpackworkbench.model.analysis.verify.rules.BlobAreaFits;
import org.kpackworkbench.model.analysis.verify.rules.BlobInFile;
import org.kpackworkbench.model.analysis.verify.rules.BlobsApart;
import org.kpackworkbench.model.analysis.verify.rules.BlobsReferenced;
import org.kpackworkbench.model.analysis.verify.rules.BundleHash;
import org.kpackworkbench.model.analysis.verify.rules.BundleReads;
import org.kpackworkbench.model.analysis.verify.rules.BundleUnpacks;
import org.kpackworkbench.model.analysis.verify.rules.BundlesPointed;
import org.kpackworkbench.model.analysis.verify.rules.BytesOwned;
import org.kpackworkbench.model.analysis.verify.rules.ChecksumsPresent;
import org.kpackworkbench.model.analysis.verify.rules.CodeObjectReads;
import org.kpackworkbench.model.analysis.verify.rules.CoffReads;
import org.kpackworkbench.model.analysis.verify.rules.DatabaseRule;
import org.kpackworkbench.model.analysis.verify.rules.DescriptorsAgree;
import org.kpackworkbench.model.analysis.verify.rules.DeviceCodeState;
import org.kpackworkbench.model.analysis.verify.rules.ElfReads;
import org.kpackworkbench.model.analysis.verify.rules.FatPointers;
import org.kpackworkbench.model.analysis.verify.rules.FileReads;
import org.kpackworkbench.model.analysis.verify.rules.FlagsMatchMetadata;
import org.kpackworkbench.model.analysis.verify.rules.FrameRule;
import org.kpackworkbench.model.analysis.verify.rules.GenericFat;
import org.kpackworkbench.model.analysis.verify.rules.HasKernels;
import org.kpackworkbench.model.analysis.verify.rules.IsCodeObject;
import org.kpackworkbench.model.analysis.verify.rules.KeptBytes;
import org.kpackworkbench.model.analysis.verify.rules.KernelsHaveDescriptors;
import org.kpackworkbench.model.analysis.verify.rules.KeysOnce;
import org.kpackworkbench.model.analysis.verify.rules.KeysSafe;
import org.kpackworkbench.model.analysis.verify.rules.KindKnown;
import org.kpackworkbench.model.analysis.verify.rules.LayoutHolds;
import org.kpackworkbench.model.analysis.verify.rules.LibraryReads;
import org.kpackworkbench.model.analysis.verify.rules.ManifestComplete;
import org.kpackworkbench.model.analysis.verify.rules.ManifestNames;
import org.kpackworkbench.model.analysis.verify.rules.ManifestReads;
import org.kpackworkbench.model.analysis.verify.rules.ManifestRule;
import org.kpackworkbench.model.analysis.verify.rules.MarkerLoaded;
import org.kpackworkbench.model.analysis.verify.rules.MarkerPointers;
import org.kpackworkbench.model.analysis.verify.rules.MarkerReads;
import org.kpackworkbench.model.analysis.verify.rules.MemberRule;
import org.kpackworkbench.model.analysis.verify.rules.MetadataTarget;
import org.kpackworkbench.model.analysis.verify.rules.NameRule;
import org.kpackworkbench.model.analysis.verify.rules.OrdinalInRange;
import org.kpackworkbench.model.analysis.verify.rules.RemovedPages;
import org.kpackworkbench.model.analysis.verify.rules.RemovedRelocations;
import org.kpackworkbench.model.analysis.verify.rules.ReservedZero;
import org.kpackworkbench.model.analysis.verify.rules.RowFields;
import org.kpackworkbench.model.analysis.verify.rules.SchemeKnown;
import org.kpackworkbench.model.analysis.verify.rules.StatesTarget;
import org.kpackworkbench.model.analysis.verify.rules.TableBounds;
import org.kpackworkbench.model.analysis.verify.rules.TableEnd;
import org.kpackworkbench.model.analysis.verify.rules.TableReads;
import org.kpackworkbench.model.analysis.verify.rules.TableUnreadable;
import org.kpackworkbench.model.analysis.verify.rules.TargetSpelling;
import org.kpackworkbench.model.analysis.verify.rules.TreeFileRule;
import org.kpackworkbench.model.analysis.verify.rules.TreeMarkerRule;
import org.kpackworkbench.model.analysis.verify.rules.TypeKnown;
import org.kpackworkbench.model.analysis.verify.rules.WithinLoaderLimits;
import org.kpackworkbench.model.analysis.verify.rules.WrapperIndices;
import org.kpackworkbench.model.analysis.verify.rules.WrapperKernels;
import org.kpackworkbench.model.analysis.verify.rules.WrapperMagicKnown;

/** All rules there are, in the order in which people read about them. A new one is added here. */
public final class StandardRules {
  private static final List<Rule<?>> ALL = list();

  private StandardRules() {}

  /** All of them. */
  public static List<Rule<?>> all() {
    return ALL;
  }

  private static List<Rule<?>> list() {
    List<Rule<?>> rules = new ArrayList<>();
    rules.addAll(
        List.of(
            new FileReads(),
            new KindKnown(),
            new KindKnown.Fetched(),
            new ArchiveMagic(),
            new ArchiveVersion(),
            new ReservedZero(),
            new TableBounds(),
            new TableUnreadable(),
            new TableReads(),
            new TableEnd(),
            new SchemeKnown(),
            new BlobAreaFits(),
            new WithinLoaderLimits(),
            new OrdinalInRange(),
            new BlobInFile(),
            new BlobsApart(),
            new BytesOwned(),
            new BlobsReferenced(),
            new KeysOnce(),
            new MetadataTarget(),
            new KeysSafe(),
            new RowFields(),
            new TypeKnown(),
            new ArchitecturesMatch(),
            new TargetSpelling(),
            new HasKernels(),
            FrameRule.decompresses(),
            FrameRule.checksum(),
            FrameRule.bounded(),
            new ChecksumsPresent(),
            new BundleReads(),
            new BundleUnpacks(),
            new BundleHash(),
            new IsCodeObject(),
            new CodeObjectReads(),
            new StatesTarget(),
            new FlagsMatchMetadata(),
            new KernelsHaveDescriptors(),
            new DescriptorsAgree(),
            new ElfReads(),
            new DeviceCodeState(),
            new WrapperMagicKnown(),
            new FatPointers(),
            new MarkerPointers(),
            new WrapperIndices(),
            new BundlesPointed(),
            new MarkerReads(),
            new MarkerLoaded(),
            new RemovedPages(),
            new RemovedRelocations(),
            new KeptBytes(),
            new ArchivesFound(),
            new ArchivesComplete(),
            new WrapperKernels(),
            new AddressesSane()));
    rules.addAll(LayoutHolds.all());
    rules.addAll(List.of(new ManifestReads(), new ManifestComplete()));
    rules.addAll(ManifestRule.all());
    rules.addAll(List.of(new LibraryReads(), new CoffReads()));
    rules.addAll(
        List.of(
            new ArtifactRule.ManifestPresent(),
            new ArtifactRule.ManifestReads(),
            new ArtifactRule.Prebuilt(),
            new TreeFileRule.InsidePrefix(),
            new GenericFat(),
            new TreeFileRule.GenericArchive(),
            new TreeFileRule.GenericManifest(),
            new TreeFileRule.GenericCode(),
            new DatabaseRule.Generic(),
            new ArtifactPurity(),
            new DatabaseRule.OwnArchitecture(),
            new ArchitectureHost(),
            new ArchiveNames(),
            new ManifestNames(),
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
            MemberRule.setId(),
            MemberRule.link()));
    return List.copyOf(rules);
  }
}
