package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextFacts;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.elf.ElfInfoTables;
import org.kpackworkbench.model.format.registry.FileInfo;

/** A code object: target, kernels with registers, memory and arguments. */
final class CodeObjectInfo implements FileInfo {
  private final CodeObject code;
  private final Metadata metadata;

  CodeObjectInfo(CodeObjectDocument document) throws FormatException {
    this.code = document.code();
    this.metadata = code.metadata();
  }

  @Override
  public List<FormatException> problems() {
    List<FormatException> problems = new ArrayList<>(code.elf().problems());
    problems.addAll(metadata.problems());
    return problems;
  }

  @Override
  public void json(JsonOut out) throws IOException {
    GpuTarget stated = code.statedTarget();
    out.field("target", code.target().toString())
        .field("statedTarget", stated == null ? null : stated.toString())
        .field("statedTargetText", code.statedTargetText())
        .field("codeObjectVersion", code.version().number())
        .field("processor", code.processor().name())
        .texts("mismatches", mismatches())
        .list("kernels");
    for (Kernel kernel : metadata.kernels()) {
      out.object()
          .field("name", kernel.name())
          .field("demangledName", kernel.demangledName())
          .field("symbol", kernel.symbol())
          .known("vgprs", kernel.vgprs())
          .known("agprs", kernel.agprs())
          .known("sgprs", kernel.sgprs())
          .known("vgprSpills", kernel.vgprSpills())
          .known("sgprSpills", kernel.sgprSpills())
          .known("ldsBytes", kernel.ldsBytes())
          .known("scratchBytes", kernel.scratchBytes())
          .known("kernargBytes", kernel.kernargBytes())
          .known("maxFlatWorkgroupSize", kernel.maxFlatWorkgroupSize())
          .known("wavefrontSize", kernel.wavefrontSize())
          .list("args");
      kernel.args().forEach(argument -> json(out, argument));
      out.endList().endObject();
    }
    out.endList();
    new ElfInfoTables(code.elf()).json(out);
  }

  private static void json(JsonOut out, KernelArgument argument) {
    out.object();
    stated(out, "name", argument.name());
    stated(out, "type", argument.typeName());
    out.known("offset", argument.offset()).known("size", argument.sizeBytes());
    stated(out, "valueKind", argument.valueKind());
    stated(out, "addressSpace", argument.addressSpace());
    stated(out, "access", argument.access());
    out.endObject();
  }

  private static void stated(JsonOut out, String name, String value) {
    if (!value.isEmpty()) {
      out.field(name, value);
    }
  }

  private List<String> mismatches() throws FormatException {
    return code.mismatches(null).stream().map(TargetMismatch::sentence).toList();
  }

  @Override
  public void text(TextOut out) throws IOException {
    GpuTarget stated = code.statedTarget();
    new TextFacts()
        .add("target", code.target().toString())
        .add("stated target", stated == null ? "none" : stated.toString())
        .add("version", "code object " + code.version())
        .add("mismatch", String.join(" ", mismatches()))
        .add("kernels", Integer.toString(metadata.kernels().size()))
        .print(out);
    kernels(out);
    arguments(out);
    new ElfInfoTables(code.elf()).text(out);
  }

  private void kernels(TextOut out) throws IOException {
    TextColumns table =
        new TextColumns(
            ">#", ">vgprs", ">agprs", ">sgprs", ">LDS", ">scratch", ">kernarg", ">wave", "kernel");
    for (Kernel kernel : metadata.kernels()) {
      table.row(
          Integer.toString(kernel.index()),
          Cells.known(kernel.vgprs()),
          Cells.known(kernel.agprs()),
          Cells.known(kernel.sgprs()),
          Cells.known(kernel.ldsBytes()),
          Cells.known(kernel.scratchBytes()),
          Cells.known(kernel.kernargBytes()),
          Cells.known(kernel.wavefrontSize()),
          kernel.demangledName());
    }
    if (!table.isEmpty()) {
      table.print(out.line().line("Kernels (memory in bytes)"), "  ");
    }
  }

  private void arguments(TextOut out) throws IOException {
    TextColumns table =
        new TextColumns(">kernel", ">offset", ">size", "kind", "address space", "name");
    for (Kernel kernel : metadata.kernels()) {
      for (KernelArgument argument : kernel.visibleArgs()) {
        table.row(
            Integer.toString(kernel.index()),
            Cells.known(argument.offset()),
            Cells.known(argument.sizeBytes()),
            argument.valueKind(),
            argument.addressSpace(),
            (argument.typeName() + " " + argument.name()).strip());
      }
    }
    if (!table.isEmpty()) {
      table.print(out.line().line("Arguments"), "  ");
    }
  }
}
