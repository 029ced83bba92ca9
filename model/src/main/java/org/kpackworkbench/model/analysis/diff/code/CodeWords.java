package org.kpackworkbench.model.analysis.diff.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Difference;
import org.kpackworkbench.model.analysis.diff.code.KernelComparison.KernelPart;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SectionType;

/** Differences of two code objects, in a few words: machine code first, then figures of kernels. */
public final class CodeWords {
  private static final int MOST_SECTIONS = 3;
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

  private record Figure(String name, ToLongFunction<Kernel> of) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("VGPRs", Kernel::vgprs),
          new Figure("AGPRs", Kernel::agprs),
          new Figure("SGPRs", Kernel::sgprs),
          new Figure("VGPR spills", Kernel::vgprSpills),
          new Figure("SGPR spills", Kernel::sgprSpills),
          new Figure("LDS", Kernel::ldsBytes),
          new Figure("scratch", Kernel::scratchBytes),
          new Figure("argument bytes", Kernel::kernargBytes),
          new Figure("wave size", Kernel::wavefrontSize),
          new Figure("largest work-group", Kernel::maxFlatWorkgroupSize));

  private final Progress progress;
  private final List<Difference> found = new ArrayList<>();

  private CodeWords(Progress progress) {
    this.progress = progress;
  }

  /**
   * Returns the differences of contents: of code objects in their kernels, of other contents of one
   * size in their bytes.
   *
   * @throws FormatException if one cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static List<Difference> of(ByteView one, ByteView other, Progress progress)
      throws FormatException {
    CodeWords words = new CodeWords(progress);
    if (isElf(one) && isElf(other)) {
      try {
        words.compare(CodeObject.read(one), CodeObject.read(other));
      } catch (FormatException damaged) {
        damaged.throwIfFileChanged();
        // It is another ELF file, or the level below says what is wrong with it.
        words.found.clear();
      }
    }
    return words.found.isEmpty()
        ? Difference.bytes(one, other, "", progress)
        : List.copyOf(words.found);
  }

  private static boolean isElf(ByteView view) throws FormatException {
    return view.size() >= ELF.length && Arrays.equals(view.bytes(0, ELF.length), ELF);
  }

  /** Returns the differences of a kernel beside its values: its machine code and its settings. */
  static List<Difference> ofKernel(KernelPart one, @Nullable KernelPart other, Progress progress)
      throws FormatException {
    if (other == null) {
      return List.of();
    }
    List<Difference> found = new ArrayList<>();
    if (one.hasCode() && other.hasCode()) {
      found.addAll(Difference.bytes(one.codeView(), other.codeView(), "of code", progress));
    }
    KernelDescriptor before = one.code().descriptor(one.kernel());
    KernelDescriptor after = other.code().descriptor(other.kernel());
    if (found.isEmpty() && before != null && after != null) {
      Map<String, KernelDescriptor.Field> settings = new LinkedHashMap<>();
      settings(before).forEach(field -> settings.put(field.group() + " " + field.name(), field));
      for (KernelDescriptor.Field field : settings(after)) {
        KernelDescriptor.Field was = settings.get(field.group() + " " + field.name());
        if (was != null && was.value() != field.value()) {
          found.add(
              Difference.value(
                  field.name(), Long.toString(was.value()), Long.toString(field.value())));
        }
      }
    }
    return found;
  }

  /** The fields of a descriptor without where the code lies, which is not what a kernel does. */
  static List<KernelDescriptor.Field> settings(KernelDescriptor descriptor) {
    return descriptor.fields().stream()
        .filter(field -> !field.name().endsWith("BYTE_OFFSET"))
        .toList();
  }

  private void compare(CodeObject one, CodeObject other) throws FormatException {
    if (!one.target().equals(other.target())) {
      found.add(Difference.value("target", one.target().toString(), other.target().toString()));
    }
    Map<String, Kernel> before = byName(one);
    Map<String, Kernel> after = byName(other);
    List<Kernel> left = new ArrayList<>();
    List<Kernel> right = new ArrayList<>();
    for (Map.Entry<String, Kernel> kernel : before.entrySet()) {
      Kernel counterpart = after.get(kernel.getKey());
      if (counterpart != null) {
        left.add(kernel.getValue());
        right.add(counterpart);
      }
    }
    code(one, left, other, right);
    for (Figure figure : FIGURES) {
      figure(figure, left, right);
    }
    long arguments = 0;
    for (int i = 0; i < left.size(); i++) {
      arguments += left.get(i).args().equals(right.get(i).args()) ? 0 : 1;
    }
    if (arguments > 0) {
      found.add(Difference.of("arguments of " + CountText.of(arguments, "kernel")));
    }
    gone(before.size() - left.size(), true);
    gone(after.size() - right.size(), false);
    if (found.isEmpty()) {
      sections(one, other);
    }
  }

  private static Map<String, Kernel> byName(CodeObject code) throws FormatException {
    Map<String, Kernel> kernels = new LinkedHashMap<>();
    for (Kernel kernel : code.kernels()) {
      kernels.putIfAbsent(kernel.name(), kernel);
    }
    return kernels;
  }

  private void gone(int count, boolean removed) {
    if (count > 0) {
      String kernels = CountText.of(count, "kernel");
      String out = kernels + " removed";
      String in = kernels + " added";
      found.add(removed ? new Difference(out, in) : new Difference(in, out));
    }
  }

  private void code(CodeObject one, List<Kernel> left, CodeObject other, List<Kernel> right)
      throws FormatException {
    long bytes = 0;
    int resized = 0;
    long before = 0;
    long after = 0;
    for (int i = 0; i < left.size(); i++) {
      ByteView first = code(one, left.get(i));
      ByteView second = code(other, right.get(i));
      if (first == null || second == null) {
        resized += Objects.equals(first, second) ? 0 : 1;
      } else if (first.size() == second.size()) {
        bytes += Difference.count(first, second, progress);
      } else {
        resized++;
        before += first.size();
        after += second.size();
      }
    }
    if (bytes > 0) {
      found.add(Difference.of(CountText.of(bytes, "byte") + " of code"));
    }
    if (resized > 0) {
      String of = resized == 1 ? "code" : "code of " + CountText.of(resized, "kernel");
      found.add(Difference.value(of, Long.toString(before), after + " bytes"));
    }
  }

  private static @Nullable ByteView code(CodeObject code, Kernel kernel) throws FormatException {
    ByteRange range = code.locate(kernel).code();
    return range == null ? null : code.view().slice(range.start(), range.length());
  }

  private void figure(Figure figure, List<Kernel> left, List<Kernel> right) {
    int differing = 0;
    boolean alike = true;
    long before = -1;
    long after = -1;
    for (int i = 0; i < left.size(); i++) {
      long one = figure.of().applyAsLong(left.get(i));
      long other = figure.of().applyAsLong(right.get(i));
      if (one != other) {
        alike &= differing == 0 || (one == before && other == after);
        before = one;
        after = other;
        differing++;
      }
    }
    if (differing == 0) {
      return;
    }
    String kernels = CountText.of(differing, "kernel");
    if (!alike) {
      found.add(Difference.of(figure.name() + " of " + kernels));
      return;
    }
    String of = differing == 1 ? figure.name() : figure.name() + " of " + kernels;
    found.add(Difference.value(of, stated(before), stated(after)));
  }

  private static String stated(long value) {
    return value < 0 ? "none" : Long.toString(value);
  }

  /** Where nothing is to be said of kernels: the sections whose bytes differ. */
  private void sections(CodeObject one, CodeObject other) throws FormatException {
    Map<String, ElfSection> before = new LinkedHashMap<>();
    one.elf().sections().forEach(section -> before.putIfAbsent(section.name(), section));
    int further = 0;
    for (ElfSection section : other.elf().sections()) {
      ElfSection was = before.remove(section.name());
      if (was == null || section.type() == SectionType.NULL) {
        continue;
      }
      ByteView first = one.elf().content(was);
      ByteView second = other.elf().content(section);
      if (first.mismatch(second, progress.cancelOnly()).isEmpty()) {
        continue;
      }
      if (found.size() >= MOST_SECTIONS) {
        further++;
      } else if (first.size() == second.size()) {
        found.addAll(Difference.bytes(first, second, "of " + section.label(), progress));
      } else {
        found.add(
            Difference.value(
                section.label(), Long.toString(first.size()), second.size() + " bytes"));
      }
    }
    if (further > 0) {
      found.add(Difference.of("and " + CountText.of(further, "more section")));
    }
  }
}
