package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.ByteView;

/** The compiled code objects below {@code src/test/fixtures}, and what LLVM's tools say of them. */
final class CompiledFixtures {
  private static final Path BIN =
      Path.of(System.getProperty("kpack.basedir", "."), "src", "test", "fixtures", "bin");

  private CompiledFixtures() {}

  static List<String> codeObjects() throws IOException {
    try (Stream<Path> files = Files.list(BIN)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".hsaco"))
          .sorted()
          .toList();
    }
  }

  static byte[] bytes(String name) throws IOException {
    return Files.readAllBytes(BIN.resolve(name));
  }

  static CodeObject open(String name) throws IOException {
    return CodeObject.read(ByteView.of(name, bytes(name)));
  }

  static List<String> golden(String name, String kind) throws IOException {
    return Files.readAllLines(BIN.resolve("golden").resolve(name + "." + kind + ".txt"));
  }

  static Path descriptors() {
    return BIN.resolveSibling("descriptors").resolve("descriptors.txt");
  }
}
