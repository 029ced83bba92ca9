package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.archives.CandidateFile;
import org.kpackworkbench.model.operation.archives.CodeWriter;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.ConversionRefusedException;
import org.kpackworkbench.model.operation.hostonly.ConvertInput;
import org.kpackworkbench.model.operation.hostonly.ConvertPreview;
import org.kpackworkbench.model.operation.hostonly.ConvertRequest;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.Outcome;
import org.kpackworkbench.model.operation.output.Finding;

/** Looks at a file: whether it has device code, and whether that can be packed. */
final class BinaryLook {
  private final PackRequest request;
  private final boolean tree;
  private final List<Finding> findings;
  private final Progress progress;

  /** A binary with device code, or a host-only one, and all rows that it has. */
  record Seen(PlannedBinary planned, List<DeviceCodeRow> rows) {}

  /**
   * @param tree whether a file that cannot be converted is copied; a single one is refused
   * @param findings gets what is to be said of files
   */
  BinaryLook(PackRequest request, boolean tree, List<Finding> findings, Progress progress) {
    this.request = request;
    this.tree = tree;
    this.findings = findings;
    this.progress = progress;
  }

  /** What a file is; null for one that is copied. */
  @Nullable Seen at(TreeItem item) throws IOException {
    if (tree && !CandidateFile.isCandidate(item.source(), findings)) {
      return null;
    }
    try {
      return look(item);
    } catch (ConversionRefusedException refused) {
      if (!tree) {
        throw refused;
      }
      findings.add(CopiedFile.refused(item.source(), refused));
      return null;
    } catch (FormatException failure) {
      if (!tree || failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      findings.add(CopiedFile.unreadable(item.source(), failure));
      return null;
    }
  }

  private @Nullable Seen look(TreeItem item) throws IOException {
    try (ConvertInput input = ConvertInput.open(item.source(), progress)) {
      if (input.outcome() == Outcome.NO_DEVICE_CODE) {
        return null;
      }
      String searchPath = item.toRoot(request.archive());
      DeviceCodeSource source = DeviceCodeSource.of(input, request.options().refuseUnreferenced());
      checkKey(item);
      ConvertPreview preview =
          input.preview(convertRequest(request, item, item.source()), progress);
      LeftOut.unreferenced(source, item.source(), findings);
      TargetFilter filter = request.options().filter();
      List<DeviceCodeRow> kept =
          source.rows().stream().filter(row -> filter.keeps(row.target())).toList();
      if (kept.isEmpty() && !source.rows().isEmpty()) {
        findings.add(
            new Finding(
                Finding.Severity.WARNING,
                "nothing-kept",
                item.source(),
                "it has no code for the targets that are kept, and becomes host-only all the same",
                "A program that uses it finds no code for any device."));
      }
      return new Seen(
          new PlannedBinary(
              item.path(),
              preview,
              searchPath,
              CodeWriter.texts(kept.stream().map(DeviceCodeRow::target).toList()),
              kept.size(),
              source.sizeBytes(filter::keeps)),
          source.rows());
    }
  }

  /** What makes the file host-only. */
  static ConvertRequest convertRequest(PackRequest request, TreeItem item, Path output) {
    return new ConvertRequest(
        item.source(), output, false, item.path(), List.of(item.toRoot(request.archive())));
  }

  private static void checkKey(TreeItem item) throws FormatException {
    String unsafe = BinaryKey.unsafe(item.path());
    if (unsafe != null) {
      throw FormatException.in(item.source().toString(), "path", "", Reason.UNSAFE_PATH)
          .expected("a path that an archive can use as a key")
          .found(unsafe)
          .build();
    }
  }
}
