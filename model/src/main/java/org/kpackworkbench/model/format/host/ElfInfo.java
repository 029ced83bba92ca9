package org.kpackworkbench.model.format.host;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextFacts;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfInfoTables;
import org.kpackworkbench.model.format.offload.Bundles;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatBinary.RelocatableCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.FileInfo;

/** A library, program or object file for the host. */
record ElfInfo(ElfDocument document) implements FileInfo {

  @Override
  public String words() {
    ElfHeader header = document.elf().header();
    return "%s for %s".formatted(document.elf().typeName(), header.machineName());
  }

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }

  @Override
  public void json(JsonOut out) throws IOException {
    FatBinary fat = document.fat();
    ElfHeader header = document.elf().header();
    out.field("type", document.elf().typeName())
        .field("machine", header.machineName())
        .field("deviceCode", fat.state().id())
        .field("deviceCodeWords", fat.state().words())
        .texts("diagnosis", fat.diagnosis())
        .texts("targets", targets());
    new Wrappers(fat).json(out);
    marker(out, fat.marker());
    new Bundles(document.bytes(), fat.bundles()).json(out);
    if (!fat.relocatable().isEmpty()) {
      out.list("relocatable");
      for (RelocatableCode code : fat.relocatable()) {
        out.object()
            .field("section", code.section().name())
            .field("id", code.id().text())
            .field("size", code.section().sizeBytes())
            .endObject();
      }
      out.endList();
    }
    new ElfInfoTables(document.elf()).json(out);
  }

  private static void marker(JsonOut out, @Nullable Marker marker) {
    if (marker == null) {
      out.nothing("marker");
      return;
    }
    out.object("marker")
        .field("kernel_name", marker.kernelName())
        .texts("kpack_search_paths", marker.searchPaths())
        .field("section", marker.section() == null ? null : marker.section().name())
        .address("address", marker.address())
        .field("offset", marker.range().start())
        .field("size", marker.range().length())
        .endObject();
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

  @Override
  public void text(TextOut out) throws IOException {
    FatBinary fat = document.fat();
    int count = document.codeObjects().size();
    TextFacts facts =
        new TextFacts()
            .add("device code", fat.state().words())
            .add("why", Cells.few(fat.diagnosis()))
            .add("targets", String.join(" ", targets()));
    if (count > 0) {
      facts.add("code objects", count + ", " + Facts.size(deviceBytes()));
    }
    Marker marker = fat.marker();
    if (marker != null) {
      facts
          .add("kernel name", String.valueOf(marker.kernelName()))
          .add("search paths", String.join(" ", marker.searchPaths()));
    }
    for (RelocatableCode code : fat.relocatable()) {
      facts.add("section " + code.section().name(), Facts.size(code.section().sizeBytes()));
    }
    facts.print(out);
    new Wrappers(fat).text(out);
    new Bundles(document.bytes(), fat.bundles()).text(out);
    new ElfInfoTables(document.elf()).text(out);
  }
}
