package org.kpackworkbench.model.analysis.diff.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.analysis.diff.code.KernelComparison.KernelPart;
import org.kpackworkbench.model.analysis.diff.code.KernelComparison.KernelValues;
import org.kpackworkbench.model.analysis.diff.host.SectionRows;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectFlags;
import org.kpackworkbench.model.format.codeobject.Kernel;

/** Compares code objects: target, kernels, sections, bytes. */
public final class CodeObjectComparisons {
  /** The group of the rows of kernels. */
  public static final String KERNEL = "kernel";

  private CodeObjectComparisons() {}

  /**
   * Compares code objects.
   *
   * @param resources what ends with the comparison
   * @throws FormatException if one is none
   */
  public static Comparison open(List<Side> sides, PartOpener opener, Resources resources)
      throws FormatException {
    List<CodeObject> codes = new ArrayList<>();
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.CODE_OBJECTS, sides).closing(resources);
    for (int side = 0; side < sides.size(); side++) {
      CodeObject code =
          CodeObject.read(Objects.requireNonNull(sides.get(side).bytes(), "a file has bytes"));
      codes.add(code);
      builder.problems(side, code.elf().problems()).problems(side, code.metadata().problems());
    }
    builder.add(target(sides, codes));
    List<List<KernelPart>> kernels = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      List<KernelPart> parts = new ArrayList<>();
      for (Kernel kernel : codes.get(side).kernels()) {
        parts.add(KernelPart.of(sides.get(side), codes.get(side), kernel));
      }
      kernels.add(parts);
    }
    builder.rows(kernels, part -> part.kernel().name(), (name, row) -> kernel(name, row, opener));
    for (int side = 0; side < sides.size(); side++) {
      builder.cut(side, unlisted(codes.get(side)), (group, key) -> group.equals(KERNEL));
    }
    SectionRows.add(builder, sides, codes.stream().map(CodeObject::elf).toList(), codes, opener);
    return builder.bytes().build();
  }

  /** Why the metadata may have more kernels than could be read of it; null if it has not. */
  private static @Nullable FormatException unlisted(CodeObject code) throws FormatException {
    List<FormatException> problems =
        code.metadataNotes().isEmpty() ? code.elf().problems() : code.metadata().problems();
    return problems.isEmpty() ? null : problems.getFirst();
  }

  private static Draft target(List<Side> sides, List<CodeObject> codes) throws FormatException {
    List<@Nullable Values> values = new ArrayList<>();
    for (int side = 0; side < codes.size(); side++) {
      CodeObject code = codes.get(side);
      CodeObjectFlags flags = code.flags();
      values.add(
          Values.at(sides.get(side).place())
              .with("target", code.target().toString())
              .with("stated target", code.statedTargetText())
              .hex("flags", flags.raw())
              .with("processor", flags.processor().name())
              .with("xnack", flags.xnack().words())
              .with("sramecc", flags.sramecc().words())
              .with("version", code.version().toString())
              .with("metadata version", text(code.metadata().version()))
              .with("kernels", unlisted(code) == null ? code.kernels().size() : -1)
              .with(
                  "printf",
                  code.metadata().printf().isEmpty() ? null : code.metadata().printf().toString())
              .broken(unlisted(code)));
    }
    return new Draft("target", "target", values);
  }

  private static @Nullable String text(String text) {
    return text.isEmpty() ? null : text;
  }

  private static Draft kernel(String name, List<@Nullable KernelPart> row, PartOpener opener)
      throws FormatException {
    Draft draft =
        new Draft(
            KERNEL,
            name,
            Aligned.map(
                row,
                (side, part) -> {
                  Values values =
                      Values.at(part.place())
                          .with("code bytes", part.codeBytes())
                          .size(part.codeBytes());
                  KernelValues.add(part.kernel(), values);
                  return values;
                }));
    List<KernelPart> parts = new ArrayList<>();
    for (KernelPart part : row) {
      if (part != null) {
        parts.add(part);
      }
    }
    KernelPart first = row.getFirst();
    if (parts.size() < 2 || first == null) {
      return draft;
    }
    return draft
        .note(parts.getFirst().kernel().demangledName())
        .check((side, progress) -> compare(first, row.get(side), progress))
        .explains((side, progress) -> CodeWords.ofKernel(first, row.get(side), progress))
        .opens(progress -> KernelComparison.open(parts, opener));
  }

  private static Change compare(KernelPart one, @Nullable KernelPart other, Progress progress)
      throws FormatException {
    if (other == null || one.hasCode() != other.hasCode()) {
      return Change.CHANGED;
    }
    boolean code = !one.hasCode() || one.codeView().mismatch(other.codeView(), progress).isEmpty();
    return code && sameDescriptors(one, other) ? Change.SAME : Change.CHANGED;
  }

  private static boolean sameDescriptors(KernelPart one, KernelPart other) throws FormatException {
    var first = one.code().descriptor(one.kernel());
    var second = other.code().descriptor(other.kernel());
    if (first == null || second == null) {
      return first == second;
    }
    return CodeWords.settings(first).equals(CodeWords.settings(second));
  }
}
