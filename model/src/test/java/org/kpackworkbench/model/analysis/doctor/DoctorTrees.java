package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/** Install trees with libraries and their kernels. */
abstract class DoctorTrees {
  @TempDir Path folder;
  Path tree;

  @BeforeEach
  final void makeTree() throws IOException {
    tree = folder.toRealPath().resolve("rocm");
  }

  Path file(String path) throws IOException {
    Path file = tree.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "");
  }

  /** A library that loads others when they are needed. */
  Path index(String path, String... stems) throws IOException {
    Map<String, Object> children = new TreeMap<>();
    for (String stem : stems) {
      children.put("operation " + stem, TensileLibraries.placeholder(stem));
    }
    byte[] bytes =
        TensileLibraries.packed(
            TensileLibraries.library(
                List.of(), TensileLibraries.operations(children, target(path))));
    return Files.write(
        file(path), path.endsWith(".zlib") ? TensileLibraries.deflated(bytes) : bytes);
  }

  /** A code object for the GPU of its name, or for gfx942. */
  Path code(String path) throws IOException {
    String fixture = path.contains("gfx90a") ? "kinds-gfx90a-xnack-on.hsaco" : "kinds-gfx942.hsaco";
    return Files.copy(Fixtures.path(fixture), file(path), StandardCopyOption.REPLACE_EXISTING);
  }

  static String target(String path) {
    return path.contains("gfx90a") ? "gfx90a" : "gfx942";
  }

  /** A library with a kernel. */
  Path kernels(String path, String target) throws IOException {
    Object solution = TensileLibraries.solution(0, "kernel", target);
    return Files.write(
        file(path),
        TensileLibraries.packed(
            TensileLibraries.library(List.of(solution), TensileLibraries.single(0))));
  }

  static void packed(Path library) throws IOException {
    Files.write(
        library.resolveSibling(library.getFileName() + ".zlib"),
        TensileLibraries.deflated(Files.readAllBytes(library)));
    Files.delete(library);
  }

  Result ask(String library, String gpu, Map<String, String> variables) throws IOException {
    DoctorReport report =
        Doctor.of(
            new DoctorSettings(tree, TargetFilter.of(List.of(gpu)), List.of()),
            variables,
            Progress.NONE);
    return report.results().stream()
        .filter(result -> result.library().equals(library))
        .findFirst()
        .orElseThrow();
  }

  Result ask(String library, String gpu) throws IOException {
    return ask(library, gpu, Map.of());
  }

  List<String> tried(Result result) {
    return result.steps().stream()
        .map(step -> step.found() + " " + tree.relativize(Path.of(step.path())))
        .toList();
  }

  Path miopen(String path, String... architectures) throws Exception {
    Path file = file(path);
    Files.delete(file);
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      for (String architecture : architectures) {
        database.miopen("conv.o", "-mcpu=" + architecture, TestCode.of(architecture, ""), false);
      }
    }
    return file;
  }

  static List<String> words(Result result) {
    return result.steps().stream().map(step -> step.found() + " " + step.what()).toList();
  }

  Path cache(String path, String... architectures) throws Exception {
    Path file = file(path);
    Files.delete(file);
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      for (String architecture : architectures) {
        database.rocfft("transpose", architecture, 1, TestCode.of(architecture, ""));
      }
    }
    return file;
  }

  void gfx1250(String path) throws IOException {
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    // The processor is the lowest byte of the flags of an ELF header.
    code[48] = 0x49;
    Files.write(file(path), code);
  }
}
