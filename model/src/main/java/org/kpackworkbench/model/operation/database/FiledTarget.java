package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.database.FiledBundle;
import org.kpackworkbench.model.format.database.LoadedCode;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/**
 * The target that an archive files a code object under, so that its verification finds no fault.
 */
final class FiledTarget {

  private FiledTarget() {}

  /**
   * Reads it from a file.
   *
   * @param named the architecture that the file's name or folder says
   * @return the same with the features that the code needs
   * @throws OperationException if the file has no code for that architecture
   */
  static GpuTarget of(Path file, GpuTarget named) throws IOException {
    if (Files.size(file) == 0) {
      throw refused(file, named, "an empty file");
    }
    try (OpenFile open = OpenFile.open(file)) {
      return BundleFile.isBundle(open.view())
          ? bundled(BundleFile.read(open.view()), named)
          : stated(file, code(file, open.view(), named), named);
    } catch (FormatException broken) {
      throw refused(file, named, broken.words());
    }
  }

  /**
   * Reads it from a file whose target a row states.
   *
   * @throws OperationException if the file has no code for that architecture
   */
  static GpuTarget check(Path file, GpuTarget named) throws IOException {
    GpuTarget filed = of(file, named);
    if (!GpuTable.related(filed.processor(), named.processor())) {
      throw refused(file, named, "code for " + filed);
    }
    return filed;
  }

  /** Returns in words what a file has that names no architecture. */
  static String all(Path file, Progress progress) throws IOException {
    try (Document document = StandardFormats.all().open(file, progress)) {
      Set<GpuTarget> targets = LoadedCode.targets(document.codeObjects());
      return targets.isEmpty()
          ? "no code (%s)".formatted(document.format().words())
          : "code for "
              + targets.stream().map(GpuTarget::toString).collect(Collectors.joining(", "));
    } catch (FormatException broken) {
      return "no code that can be read (%s)".formatted(broken.words());
    }
  }

  /**
   * Checks a row of a table, which states its target itself.
   *
   * @return what is wrong with it; empty if nothing is
   */
  static Optional<String> fault(ByteView code, GpuTarget named) throws IOException {
    try {
      if (BundleFile.isBundle(code)) {
        List<TargetMismatch> faults = new ArrayList<>();
        FiledBundle.each(
            code,
            named,
            UnpackBudget.one(),
            Progress.NONE,
            (target, own) -> mismatch(CodeObject.read(own), target).ifPresent(faults::add));
        return faults.stream().findFirst().map(TargetMismatch::sentence);
      }
      return code.size() == 0
          ? Optional.of("no code")
          : mismatch(CodeObject.read(code), named).map(TargetMismatch::sentence);
    } catch (FormatException none) {
      none.throwIfFileChanged();
      return Optional.of(none.words());
    }
  }

  private static CodeObject code(Path file, ByteView bytes, GpuTarget named) throws IOException {
    try {
      return CodeObject.read(bytes);
    } catch (FormatException none) {
      Format format = StandardFormats.all().detect(bytes);
      throw refused(
          file, named, format instanceof CodeObjectFormat ? none.words() : format.words());
    }
  }

  private static GpuTarget stated(Path file, CodeObject code, GpuTarget named) throws IOException {
    GpuTarget own = code.target();
    GpuTarget filed = own.processor().equals(named.processor()) ? own : named;
    if (mismatch(code, filed).isPresent()) {
      throw refused(file, named, "code for " + own);
    }
    return filed;
  }

  private static Optional<TargetMismatch> mismatch(CodeObject code, GpuTarget filed)
      throws FormatException {
    return code.mismatches(filed).stream()
        .filter(each -> each.kind() == TargetMismatch.Kind.FILED_AND_STATED)
        .findFirst();
  }

  private static GpuTarget bundled(BundleFile file, GpuTarget named) throws FormatException {
    List<GpuTarget> its = FiledBundle.requireCode(file.view(), FiledBundle.targets(file), named);
    return its.size() == 1 && !GpuTable.isGroup(named.processor()) ? its.getFirst() : named;
  }

  private static OperationException refused(Path file, GpuTarget named, String found) {
    return Obstacle.UNKNOWN_DATABASE.exception(
        "%s: expected a code object or a bundle with code for %s, found %s. %s",
        file, named, found, DatabasePart.WRONG_FILE);
  }
}
