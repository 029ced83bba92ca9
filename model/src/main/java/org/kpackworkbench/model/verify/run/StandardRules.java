package org.kpackworkbench.model.verify.run;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.verify.Rule;
import org.kpackworkbench.model.verify.archive.ArchitecturesMatch;
import org.kpackworkbench.model.verify.archive.ArchiveMagic;
import org.kpackworkbench.model.verify.archive.ArchiveVersion;
import org.kpackworkbench.model.verify.archive.BlobAreaFits;
import org.kpackworkbench.model.verify.archive.BlobInFile;
import org.kpackworkbench.model.verify.archive.BlobsApart;
import org.kpackworkbench.model.verify.archive.BlobsReferenced;
import org.kpackworkbench.model.verify.archive.BytesOwned;
import org.kpackworkbench.model.verify.archive.ChecksumsPresent;
import org.kpackworkbench.model.verify.archive.FrameRule;
import org.kpackworkbench.model.verify.archive.HasKernels;
import org.kpackworkbench.model.verify.archive.KeysOnce;
import org.kpackworkbench.model.verify.archive.KeysSafe;
import org.kpackworkbench.model.verify.archive.MetadataTarget;
import org.kpackworkbench.model.verify.archive.OrdinalInRange;
import org.kpackworkbench.model.verify.archive.ReservedZero;
import org.kpackworkbench.model.verify.archive.RowFields;
import org.kpackworkbench.model.verify.archive.SchemeKnown;
import org.kpackworkbench.model.verify.archive.TableBounds;
import org.kpackworkbench.model.verify.archive.TableEnd;
import org.kpackworkbench.model.verify.archive.TableReads;
import org.kpackworkbench.model.verify.archive.TableUnreadable;
import org.kpackworkbench.model.verify.archive.TargetSpelling;
import org.kpackworkbench.model.verify.archive.TypeKnown;
import org.kpackworkbench.model.verify.archive.WithinLoaderLimits;
import org.kpackworkbench.model.verify.code.BundleHash;
import org.kpackworkbench.model.verify.code.BundleReads;
import org.kpackworkbench.model.verify.code.BundleUnpacks;
import org.kpackworkbench.model.verify.code.CodeObjectReads;
import org.kpackworkbench.model.verify.code.DescriptorsAgree;
import org.kpackworkbench.model.verify.code.FlagsMatchMetadata;
import org.kpackworkbench.model.verify.code.IsCodeObject;
import org.kpackworkbench.model.verify.code.KernelsHaveDescriptors;
import org.kpackworkbench.model.verify.code.StatesTarget;
import org.kpackworkbench.model.verify.file.CoffReads;
import org.kpackworkbench.model.verify.file.FileReads;
import org.kpackworkbench.model.verify.file.KindKnown;
import org.kpackworkbench.model.verify.file.LibraryReads;
import org.kpackworkbench.model.verify.file.ManifestComplete;
import org.kpackworkbench.model.verify.file.ManifestReads;
import org.kpackworkbench.model.verify.file.ManifestRule;
import org.kpackworkbench.model.verify.host.AddressesSane;
import org.kpackworkbench.model.verify.host.ArchitectureHost;
import org.kpackworkbench.model.verify.host.ArchivesComplete;
import org.kpackworkbench.model.verify.host.ArchivesFound;
import org.kpackworkbench.model.verify.host.BundlesPointed;
import org.kpackworkbench.model.verify.host.DeviceCodeState;
import org.kpackworkbench.model.verify.host.ElfReads;
import org.kpackworkbench.model.verify.host.FatPointers;
import org.kpackworkbench.model.verify.host.GenericFat;
import org.kpackworkbench.model.verify.host.KeptBytes;
import org.kpackworkbench.model.verify.host.LayoutHolds;
import org.kpackworkbench.model.verify.host.MarkerLoaded;
import org.kpackworkbench.model.verify.host.MarkerPointers;
import org.kpackworkbench.model.verify.host.MarkerReads;
import org.kpackworkbench.model.verify.host.RemovedPages;
import org.kpackworkbench.model.verify.host.RemovedRelocations;
import org.kpackworkbench.model.verify.host.TreeMarkerRule;
import org.kpackworkbench.model.verify.host.WrapperIndices;
import org.kpackworkbench.model.verify.host.WrapperKernels;
import org.kpackworkbench.model.verify.host.WrapperMagicKnown;
import org.kpackworkbench.model.verify.tree.ArchiveNames;
import org.kpackworkbench.model.verify.tree.ArtifactPurity;
import org.kpackworkbench.model.verify.tree.ArtifactRule;
import org.kpackworkbench.model.verify.tree.DatabaseRule;
import org.kpackworkbench.model.verify.tree.ManifestNames;
import org.kpackworkbench.model.verify.tree.MemberRule;
import org.kpackworkbench.model.verify.tree.NameRule;
import org.kpackworkbench.model.verify.tree.TreeFileRule;

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
