package org.kpackworkbench.model.operation.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.fixtures.TreeText;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.operation.pack.LargeLibrary;

/** Split in a process of its own, which is killed. */
@DisabledOnOs(OS.WINDOWS)
class SplitKilledTest {
  @TempDir Path folder;

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.map(child -> String.valueOf(child.getFileName())).sorted().toList();
    }
  }

  @Test
  void nothingHasItsNameAndTheNextOneTidiesUp() throws Exception {
    Path input = Files.createDirectory(folder.resolve("large_lib_gfx94X"));
    Files.write(
        input.resolve(ArtifactManifest.FILE_NAME),
        ArtifactManifest.of(List.of("a/stage")).encode());
    Path library = Files.createDirectories(input.resolve("a/stage/lib")).resolve("liblarge.so");
    LargeLibrary.write(library, 4, 16_000_000);
    Map<String, String> before = TreeText.of(input);
    Path output = Files.createDirectory(folder.resolve("out"));
    Process process =
        ChildJvm.start(SplitMain.command(List.of("-Xmx256m", "-Dstays=true"), input, output));
    try (BufferedReader lines = process.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("writing");
      assertThat(process.destroyForcibly().waitFor()).isNotZero();
    }
    assertThat(names(output)).singleElement().asString().startsWith(".").endsWith(".work");
    assertThat(TreeText.of(input)).isEqualTo(before);
    MadeArtifact.split(SplitRequest.artifact(input, output));
    assertThat(names(output))
        .contains("large_lib_generic")
        .allSatisfy(name -> assertThat(name).startsWith("large_lib_"));
  }
}
