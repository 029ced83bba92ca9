package org.kpackworkbench.model.format.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.offload.Bundles;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatBinary.RelocatableCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.FileInfo;

/** A library, program or object file for the host. */
record HostInfo(HostDocument document) implements FileInfo {
  private static final int MOST_SAID = 4;

  @Override
  public String words() {
    return "%s for %s".formatted(document.typeName(), document.machineName());
  }

  @Override
  public void describe(Report report) throws IOException {
    FatBinary fat = document.fat();
    List<String> targets = targets();
    int count = document.codeObjects().size();
    Facts facts =
        report
            .facts()
            .text("type", document.typeName())
            .text("machine", document.machineName())
            .text("deviceCode", fat.state().id())
            .shown(fat.stateWords())
            .text("deviceCodeWords", fat.stateWords())
            .texts("diagnosis", fat.diagnosis())
            .shown(few(fat.diagnosis()))
            .texts("targets", targets)
            .aside("code objects", count == 0 ? "" : count + ", " + Facts.size(deviceBytes()));
    List<String> values =
        new ArrayList<>(
            List.of(
                "deviceCode",
                "diagnosis as why",
                "targets",
                "code objects",
                "marker/kernel_name as kernel name",
                "marker/kpack_search_paths as search paths"));
    for (RelocatableCode code : fat.relocatable()) {
      String name = "section " + code.section().name();
      facts.aside(name, Facts.size(code.section().sizeBytes()));
      values.add(name);
    }
    report.values(values.toArray(String[]::new));
    new Wrappers(fat).describe(report);
    facts.part("marker", fat.marker() == null ? null : marker(fat.marker()));
    new Bundles(document.bytes(), fat.bundles()).describe(report);
    if (!fat.relocatable().isEmpty()) {
      facts.list(
          "relocatable",
          fat.relocatable(),
          (code, row) ->
              row.text("section", code.section().name())
                  .text("id", code.id().text())
                  .number("size", code.section().sizeBytes()));
    }
    document.describeTables(report);
  }

  /** Sentences, the first of many. */
  private static String few(List<String> sentences) {
    String first = String.join(" ", sentences.subList(0, Math.min(sentences.size(), MOST_SAID)));
    int more = sentences.size() - MOST_SAID;
    return more <= 0 ? first : "%s And %d more like these (--json has all).".formatted(first, more);
  }

  private static Facts marker(Marker marker) {
    return new Facts()
        .text(Marker.KERNEL_NAME_KEY, marker.kernelName())
        .shown(
            marker.isManifestPath()
                ? "(an old plan's path of a manifest, which no loader reads)"
                : String.valueOf(marker.kernelName()))
        .texts(Marker.SEARCH_PATHS_KEY, marker.searchPaths())
        .text("section", marker.section() == null ? null : marker.section().name())
        .address("address", marker.address())
        .number("offset", marker.range().start())
        .number("size", marker.range().length());
  }

  /** The targets that there is code for, each once. */
  private List<String> targets() throws FormatException {
    Set<GpuTarget> targets = new TreeSet<>();
    CodeObjects codeObjects = document.codeObjects();
    for (int row = 0; row < codeObjects.size(); row++) {
      targets.add(codeObjects.row(row).target());
    }
    return targets.stream().map(GpuTarget::toString).toList();
  }

  private long deviceBytes() throws FormatException {
    long sum = 0;
    CodeObjects codeObjects = document.codeObjects();
    for (int row = 0; row < codeObjects.size(); row++) {
      sum += Math.max(0, codeObjects.row(row).originalSizeBytes());
    }
    return sum;
  }
}
