package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/** Pack and converting in processes of their own, which are killed or cannot write. */
@DisabledOnOs(OS.WINDOWS)
class PackProcessTest {
  @TempDir Path folder;
  private Path library;

  @BeforeEach
  void nameLibrary() {
    library = folder.resolve("in/liblarge.so");
  }

  private void makeLibrary(int wrappers, long sizeBytes) throws IOException {
    Files.createDirectories(library.getParent());
    LargeLibrary.write(library, wrappers, sizeBytes);
  }

  private static List<String> command(Object... arguments) {
    return child(false, arguments);
  }

  private static List<String> child(boolean stays, Object... arguments) {
    return ChildJvm.command(
        List.of("-Xmx256m", "-Dstays=" + stays),
        PackMain.class,
        List.of(
            KpackArchive.class,
            com.github.luben.zstd.Zstd.class,
            org.msgpack.core.MessagePack.class,
            org.jspecify.annotations.Nullable.class),
        arguments);
  }

  private static void killWhileItWrites(List<String> command) throws Exception {
    Process process = ChildJvm.start(command);
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("writing");
      assertThat(process.destroyForcibly().waitFor()).isNotZero();
    }
  }

  @Test
  void packingThatIsKilledLeavesTheOldTreeAndTheNextOneTidiesUp() throws Exception {
    makeLibrary(4, 16_000_000);
    Path out = folder.resolve("out");
    // What an earlier one left: one file's pack replaces nothing else.
    Files.createDirectories(out.resolve(".kpack"));
    Files.writeString(out.resolve(".kpack/file"), "old");
    Map<String, String> before = Expected.tree(out);
    killWhileItWrites(child(true, "pack", library, out));
    assertThat(Expected.tree(out)).isEqualTo(before);
    assertThat(Expected.names(folder)).hasSize(3);
    assertThat(Expected.names(folder).getFirst()).startsWith(".out.kpack-workbench-");
    new Pack(PackRequest.of(library, out, "g", "f").replacing(true)).run(Progress.NONE);
    assertThat(Expected.names(folder)).containsExactly("in", "out");
    assertThat(Expected.names(out)).containsExactly(".kpack", "liblarge.so");
  }

  @Test
  void point11ConvertingThatIsKilledLeavesEveryOldFile() throws Exception {
    makeLibrary(4, 16_000_000);
    Path out = folder.resolve("out");
    Files.createDirectories(out);
    Files.writeString(out.resolve("lib.so"), "old");
    Files.writeString(out.resolve("gfx942.kpack"), "old");
    killWhileItWrites(child(true, "convert", library, out.resolve("lib.so"), out));
    assertThat(out.resolve("lib.so")).hasContent("old");
    assertThat(out.resolve("gfx942.kpack")).hasContent("old");
    assertThat(Expected.names(out))
        .filteredOn(name -> !name.startsWith("."))
        .containsExactly("gfx942.kpack", "lib.so");
    new Convert(
            ConvertRequest.keeping(
                    library, out.resolve("lib.so"), "lib", List.of("@GFXARCH@.kpack"), out)
                .replacing(true))
        .run(Progress.NONE);
    assertThat(Expected.names(out))
        .hasSize(8)
        .allSatisfy(name -> assertThat(name).doesNotStartWith("."));
  }

  /** As when the disk is full: no file may become larger than this. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2000})
  void aFailedWriteLeavesNothingBehind(int mostBlocks) throws Exception {
    // One file of it has more than that; the child unpacks a library of its own, which has less.
    makeLibrary(20, 80_000_000);
    Path out = folder.resolve("out");
    for (List<String> run :
        List.of(
            command("pack", folder.resolve("in"), out),
            command("convert", library, out.resolve("lib.so"), out.resolve("archives")))) {
      List<String> limited = new ArrayList<>(List.of("bash", "-c"));
      limited.add("ulimit -f " + mostBlocks + " && exec \"$@\"");
      limited.add("bash");
      limited.addAll(run);
      // The JVM's own file would be too large, too.
      limited.add(limited.indexOf("-cp"), "-XX:-UsePerfData");
      Process process = ChildJvm.start(limited);
      try (BufferedReader output = process.inputReader()) {
        List<String> lines = output.lines().toList();
        assertThat(lines.getLast()).as("%s", lines).startsWith("failed: ");
      }
      process.waitFor();
      assertThat(Expected.names(folder)).containsExactly("in");
      assertThat(Expected.names(folder.resolve("in"))).containsExactly("liblarge.so");
    }
  }
}
