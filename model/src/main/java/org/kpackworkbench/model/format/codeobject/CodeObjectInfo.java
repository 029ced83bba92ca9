package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.elf.ElfInfoTables;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;

/** A code object: target, kernels with registers, memory and arguments. */
final class CodeObjectInfo implements FileInfo {
  private final CodeObject code;
  private final Metadata metadata;
  private final Map<String, MsgValue> named;

  CodeObjectInfo(CodeObjectDocument document) throws FormatException {
    this.code = document.code();
    this.metadata = code.metadata();
    this.named = document.codeObjects().metadata(0);
  }

  @Override
  public List<FormatException> problems(Document document) {
    List<FormatException> problems = new ArrayList<>(code.elf().problems());
    problems.addAll(metadata.problems());
    return problems;
  }

  @Override
  public void describe(Report report) throws IOException {
    GpuTarget stated = code.statedTarget();
    report
        .facts()
        .text("target", code.target().toString())
        .text("statedTarget", stated == null ? null : stated.toString())
        .shown(stated == null ? "none" : stated.toString())
        .text("statedTargetText", code.statedTargetText())
        .number("codeObjectVersion", code.version().number())
        .shown("code object " + code.version())
        .text("processor", code.processor().name())
        .texts("mismatches", mismatches())
        .aside("count", metadata.kernels().size())
        .pairs("metadata", named)
        .aside(
            "selected",
            named.entrySet().stream()
                .map(fact -> fact.getKey() + "=" + fact.getValue())
                .collect(Collectors.joining(" ")))
        .list("kernels", metadata.kernels(), CodeObjectInfo::kernel)
        .asides("arguments", visible(), (argument, row) -> argument.describe(row));
    List<String> values =
        new ArrayList<>(
            List.of(
                "target",
                "statedTarget",
                "codeObjectVersion as version",
                "mismatches as mismatch"));
    if (!named.isEmpty()) {
      values.add("selected as by its name");
    }
    values.add("count as kernels");
    report
        .values(values.toArray(String[]::new))
        .section(
            "Kernels (memory in bytes)",
            "kernels",
            "index",
            "vgprs",
            "agprs",
            "sgprs",
            "ldsBytes as LDS",
            "scratchBytes as scratch",
            "kernargBytes as kernarg",
            "wavefrontSize as wave",
            "demangledName as kernel")
        .section(
            "Arguments",
            "arguments",
            "kernel",
            "offset",
            "size",
            "valueKind as kind",
            "addressSpace",
            "what as name");
    new ElfInfoTables(code.elf()).describe(report);
  }

  private static void kernel(Kernel kernel, Facts facts) {
    facts
        .aside("index", kernel.index())
        .text("name", kernel.name())
        .text("demangledName", kernel.demangledName())
        .text("symbol", kernel.symbol())
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
        .list(
            "args",
            kernel.args(),
            (argument, row) -> new KernelsArgument(kernel, argument).describe(row));
  }

  private List<KernelsArgument> visible() {
    List<KernelsArgument> arguments = new ArrayList<>();
    for (Kernel kernel : metadata.kernels()) {
      kernel
          .visibleArgs()
          .forEach(argument -> arguments.add(new KernelsArgument(kernel, argument)));
    }
    return arguments;
  }

  private record KernelsArgument(Kernel kernel, KernelArgument argument) {
    void describe(Facts facts) {
      facts.aside("kernel", kernel.index());
      stated(facts, "name", argument.name());
      stated(facts, "type", argument.typeName());
      facts.known("offset", argument.offset()).known("size", argument.sizeBytes());
      stated(facts, "valueKind", argument.valueKind());
      stated(facts, "addressSpace", argument.addressSpace());
      stated(facts, "access", argument.access());
      facts.aside("what", (argument.typeName() + " " + argument.name()).strip());
    }

    private static void stated(Facts facts, String name, String value) {
      if (!value.isEmpty()) {
        facts.text(name, value);
      }
    }
  }

  private List<String> mismatches() throws FormatException {
    return code.mismatches(null).stream().map(TargetMismatch::sentence).toList();
  }
}
