package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.archives.PackOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.ConversionRefusedException;
import org.kpackworkbench.model.operation.hostonly.ConvertInput;
import org.kpackworkbench.model.operation.hostonly.ConvertPreview;
import org.kpackworkbench.model.operation.hostonly.ConvertRequest;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.output.Finding;
import org.kpackworkbench.model.operation.pack.CopiedFile;
import org.kpackworkbench.model.operation.pack.LeftOut;

/** Looks at binaries of an artifact: whether they have device code that can be taken out. */
final class FatBinaryLook {
  private final ArchiveNames names;
  private final SourceTree tree;
  private final PackOptions options;
  private final List<Finding> findings;
  private final Progress progress;

  /**
   * @param findings gets what is to be said of binaries
   */
  FatBinaryLook(
      ArchiveNames names,
      SourceTree tree,
      PackOptions options,
      List<Finding> findings,
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
    try (ConvertInput input = ConvertInput.open(item.item().source(), progress)) {
      return switch (input.outcome()) {
        case NO_DEVICE_CODE -> null;
        case ALREADY_HOST_ONLY -> {
          findings.add(
              new Finding(
                  Finding.Severity.NOTE,
                  "already-host-only",
                  item.item().source(),
                  "copied unchanged: its device code was taken out before, and its marker leads to"
                      + " the archives of that time",
                  ""));
          yield null;
        }
        case CONVERTED -> fat(item, input);
      };
    } catch (ConversionRefusedException refused) {
      findings.add(CopiedFile.refused(item.item().source(), refused));
      return null;
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      findings.add(CopiedFile.unreadable(item.item().source(), failure));
      return null;
    }
  }

  private FatBinaryItem fat(SourceItem item, ConvertInput input) throws IOException {
    checkKey(item);
    DeviceCodeSource source = DeviceCodeSource.of(input, options.refuseUnreferenced());
    checkTargets(item, source);
    // Which prefixes have archives is not known yet; with all of them the marker is the longest.
    List<String> longest = new ArrayList<>(names.searchPaths(item, tree.prefixes()));
    ConvertPreview preview =
        input.preview(
            new ConvertRequest(
                item.item().source(), item.item().source(), false, item.path(), longest),
            progress);
    LeftOut.unreferenced(source, item.item().source(), findings);
    TargetFilter filter = options.filter();
    FatBinaryItem fat =
        new FatBinaryItem(
            item,
            source.rows(),
            source.sizeBytes(filter::keeps),
            preview.outputSizeBytes(),
            Files.getLastModifiedTime(item.item().source()));
    if (fat.kept(filter).isEmpty() && !fat.rows().isEmpty()) {
      findings.add(
          new Finding(
              Finding.Severity.WARNING,
              "nothing-kept",
              item.item().source(),
              "it has no code for the targets that are kept, and becomes host-only all the same",
              "A program that uses it finds no code for any device."));
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

  private static void checkKey(SourceItem item) throws FormatException {
    String unsafe = BinaryKey.unsafe(item.path());
    if (unsafe != null) {
      throw FormatException.in(item.item().source().toString(), "path", "", Reason.UNSAFE_PATH)
          .expected("a path that an archive can use as a key")
          .found(unsafe)
          .build();
    }
  }
}
