package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.BinaryNotes;
import org.kpackworkbench.model.operation.archives.CodeWriter;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.split.ArchiveLayout.SplitNames;
import org.kpackworkbench.model.operation.split.SourceTree.SourceItem;

/** Looks at binaries of an artifact: whether they have device code that can be taken out. */
final class FatBinaryScan {
  private final SplitNames names;
  private final SourceTree tree;
  private final ArchiveOptions options;
  private final List<OperationNote> findings;
  private final Progress progress;

  /**
   * @param findings gets what is to be said of binaries
   */
  FatBinaryScan(
      SplitNames names,
      SourceTree tree,
      ArchiveOptions options,
      List<OperationNote> findings,
      Progress progress) {
    this.names = names;
    this.tree = tree;
    this.options = options;
    this.findings = findings;
    this.progress = progress;
  }

  /** What a binary is; null for one that is copied as it is. */
  @Nullable FatBinaryItem at(SourceItem item) throws IOException {
    progress.step(0);
    try (HostOnlyInput input = HostOnlyInput.open(item.item().source(), progress)) {
      return switch (input.outcome()) {
        case NO_DEVICE_CODE -> null;
        case ALREADY_HOST_ONLY -> {
          findings.add(
              new OperationNote(
                  Severity.NOTE,
                  "already-host-only",
                  item.item().source(),
                  "copied unchanged: its device code was taken out before, and its marker leads to"
                      + " the archives of that time",
                  ""));
          yield null;
        }
        case CONVERTED -> fat(item, input);
      };
    } catch (HostOnlyRefusedException refused) {
      findings.add(BinaryNotes.refused(item.item().source(), refused));
      return null;
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      findings.add(BinaryNotes.unreadable(item.item().source(), failure));
      return null;
    }
  }

  private FatBinaryItem fat(SourceItem item, HostOnlyInput input) throws IOException {
    CodeWriter.checkKey(item.item().source(), item.path());
    DeviceCodeSource source = DeviceCodeSource.of(input, options.refuseUnreferenced());
    checkTargets(item, source);
    // Which prefixes have archives is not known yet; with all of them the marker is the longest.
    List<String> longest = new ArrayList<>(names.searchPaths(item, tree.prefixes()));
    HostOnlyPreview preview =
        input.preview(
            new HostOnlyRequest(
                item.item().source(), item.item().source(), false, item.path(), longest),
            progress);
    BinaryNotes.unreferenced(source, item.item().source(), findings);
    TargetFilter filter = options.filter();
    FatBinaryItem fat =
        new FatBinaryItem(
            item,
            source.rows(),
            source.sizeBytes(filter::keeps),
            preview.outputSizeBytes(),
            Files.getLastModifiedTime(item.item().source()));
    if (fat.kept(filter).isEmpty() && !fat.rows().isEmpty()) {
      findings.add(BinaryNotes.nothingKept(item.item().source()));
    }
    return fat;
  }

  /** Artifacts are called after targets, which a file may call as it likes. */
  private static void checkTargets(SourceItem item, DeviceCodeSource source)
      throws FormatException {
    for (GpuTarget target : source.targets()) {
      String family = target.toString();
      if (family.equals(ArtifactName.GENERIC) || family.indexOf('_') >= 0) {
        throw FormatException.in(
                item.item().source().toString(), "bundle", "target", Reason.BAD_VALUE)
            .expected("a target that an artifact can be called after")
            .found("\"" + family + "\"")
            .build();
      }
    }
  }

  /**
   * A binary with device code that becomes host-only.
   *
   * @param source where it is
   * @param rows all of its code objects
   * @param codeSizeBytes size of those that are kept, shared ones once
   * @param hostOnlySizeBytes size that it will have, or a little more
   * @param modified its time
   */
  record FatBinaryItem(
      SourceItem source,
      List<DeviceCodeRow> rows,
      long codeSizeBytes,
      long hostOnlySizeBytes,
      FileTime modified) {
    FatBinaryItem {
      rows = List.copyOf(rows);
    }

    /** The code objects that a filter keeps. */
    List<DeviceCodeRow> kept(TargetFilter filter) {
      return rows.stream().filter(row -> filter.keeps(row.target())).toList();
    }
  }
}
