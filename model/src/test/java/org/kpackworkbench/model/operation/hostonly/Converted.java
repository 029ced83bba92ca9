package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;

/** Converts files for tests, and runs what came out. */
final class Converted {
  static final List<String> SEARCH_PATHS =
      List.of("../.kpack/group-@GFXARCH@.kpack", ".kpack/all.kpack");

  private Converted() {}

  static HostOnlyRequest request(Path input, Path output) {
    return new HostOnlyRequest(input, output, false, "lib/" + input.getFileName(), SEARCH_PATHS);
  }

  static HostOnlyReport convert(Path input, Path output) throws IOException {
    return HostOnlyCopy.make(request(input, output));
  }

  static boolean isLibrary(Path file) {
    return file.getFileName().toString().contains(".so");
  }

  static Run run(StubRuntime stub, Path file) throws IOException, InterruptedException {
    return isLibrary(file) ? stub.load(file) : stub.run(file, "two", "arguments");
  }

  /** A stub that reads all memory that contained device code and is no longer in the file. */
  static StubRuntime watching(HostOnlyReport report) {
    StubRuntime stub = new StubRuntime();
    if (report.pagesRemoved() > 0) {
      ElfSection fat = fat(report);
      stub.watch(fat.address(), fat.address() + fat.sizeBytes());
    }
    return stub;
  }

  static ElfSection fat(HostOnlyReport report) {
    return section(report.after(), ".hip_fatbin");
  }

  static ElfSection section(LayoutFacts facts, String name) {
    return facts.sections().stream()
        .filter(section -> section.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static byte[] bytes(Path file) throws IOException {
    return Files.readAllBytes(file);
  }
}
