package org.kpackworkbench.model.operation.convert;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.archives.CodeWriter;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PackedArchive;
import org.kpackworkbench.model.operation.hostonly.ConvertPreview;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.output.Finding;
import org.kpackworkbench.model.operation.pack.FilterCheck;
import org.kpackworkbench.model.operation.pack.LeftOut;

/** Works out which archives one binary gets. */
final class PlannedArchives {
  private static final String KPACK = ".kpack";

  private final ConversionRequest request;
  private final List<DeviceCodeRow> rows;
  private final SortedSet<GpuTarget> all;
  private final SortedSet<GpuTarget> kept = new TreeSet<>();
  private final List<Finding> findings = new ArrayList<>();
  private final DeviceCodeSource source;

  PlannedArchives(ConversionRequest request, DeviceCodeSource source) {
    this.request = request;
    this.source = source;
    this.rows = source.rows();
    this.all = source.targets();
    for (GpuTarget target : all) {
      if (request.options().filter().keeps(target)) {
        kept.add(target);
      }
    }
  }

  ConversionPlan plan(ConvertPreview preview) throws IOException {
    Path folder = request.archives();
    if (all.isEmpty() || folder == null) {
      return new ConversionPlan(preview, List.of(), List.of(), List.of());
    }
    LeftOut.unreferenced(source, request.input(), findings);
    FilterCheck.check(request.options().filter(), all, request.input(), findings);
    return new ConversionPlan(
        preview, archives(folder), DroppedTarget.of(rows, request.options().filter()), findings);
  }

  private List<PackedArchive> archives(Path folder) throws IOException {
    Path output = request.output().toAbsolutePath().getParent();
    ArchiveNaming naming =
        ArchiveNaming.of(request.searchPaths(), folder, output == null ? Path.of("/") : output);
    if (naming.leads() == null) {
      findings.add(
          new Finding(
              Finding.Severity.NOTE,
              "search-path-leads-elsewhere",
              request.output(),
              "no search path of the marker leads from the output to %s".formatted(folder),
              "Move the archives to where the search path leads before the binary is used."));
    }
    if (!naming.perTarget()) {
      Path file = naming.file(folder, "");
      noteColon(folder, file);
      return List.of(archive(file, kept, mixedFamily()));
    }
    List<PackedArchive> archives = new ArrayList<>();
    for (GpuTarget target : kept) {
      Path file = naming.file(folder, target.toString());
      archives.add(archive(file, Set.of(target), target.toString()));
      noteColon(folder, file);
    }
    return archives;
  }

  /** The folder is as it was asked for; what is below it may go to other systems. */
  private void noteColon(Path folder, Path file) {
    if (folder.relativize(file).toString().indexOf(':') >= 0) {
      findings.add(
          new Finding(
              Finding.Severity.NOTE,
              "colon-in-file-name",
              file,
              "the name has a colon, which Windows does not allow and ROCM_KPACK_PATH takes for a"
                  + " separator",
              ""));
    }
  }

  /** A family for targets of several kinds: what they have in common. */
  private String mixedFamily() {
    Set<String> families = new HashSet<>();
    kept.forEach(target -> families.add(target.family()));
    return kept.size() == 1
        ? kept.first().toString()
        : families.size() == 1 ? families.iterator().next() : "mixed";
  }

  private PackedArchive archive(Path file, Set<GpuTarget> targets, String family) {
    int kernels = 0;
    long size = 0;
    // Wrappers that share a bundle share its origins, too.
    Set<BundleOrigin> once = Collections.newSetFromMap(new IdentityHashMap<>());
    for (DeviceCodeRow row : rows) {
      if (targets.contains(row.target())) {
        kernels++;
        if (once.add(row.origin())) {
          size += row.sizeBytes();
        }
      }
    }
    return new PackedArchive(
        file,
        group(),
        request.family() == null ? family : request.family(),
        CodeWriter.texts(targets),
        request.options().scheme(),
        kernels,
        -1,
        size,
        -1);
  }

  private String group() {
    @Nullable String group = request.group();
    if (group != null) {
      return group;
    }
    String name = request.kernelName();
    String last = name.substring(name.lastIndexOf('/') + 1);
    return last.endsWith(KPACK) ? last.substring(0, last.length() - KPACK.length()) : last;
  }
}
