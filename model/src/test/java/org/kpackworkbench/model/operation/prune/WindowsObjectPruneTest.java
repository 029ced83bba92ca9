package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.fixtures.WindowsTools;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/** Objects and static libraries of Windows with less code. */
class WindowsObjectPruneTest {
  @TempDir private Path folder;
  private WindowsTools tools;

  @BeforeEach
  void prepare() {
    tools = new WindowsTools(folder);
  }

  private static PruneRequest request(Path input, Path output, String... keep) {
    return PruneRequest.keeping(input, output, TargetFilter.of(List.of(keep)));
  }

  private static ByteView view(Path file) throws IOException {
    return ByteView.of(file.toString(), Files.readAllBytes(file));
  }

  private static CoffFile read(Path file) throws IOException {
    return CoffFile.read(view(file));
  }

  @ParameterizedTest
  @CsvSource({"gfx1100, 10057", "gfx90a, 10633"})
  void whatStaysIsAsItWas(String keep, long size) throws IOException {
    Path input = Fixtures.path("windows.obj");
    Path output = folder.resolve("out.obj");
    PruneReport report = new Prune(request(input, output, keep)).run();
    assertThat(report.afterBytes()).isEqualTo(size).isEqualTo(Files.size(output));
    Map<String, String> expected = new TreeMap<>(ObjectCode.of(view(input)));
    expected.keySet().removeIf(key -> !key.endsWith(" " + keep));
    assertThat(ObjectCode.of(view(output))).hasSize(2).isEqualTo(expected);
    CoffFile before = read(input);
    CoffFile after = read(output);
    assertThat(after.problems()).isEmpty();
    for (CoffSection section : before.sections()) {
      if (section.role() != CoffSection.Role.BUNDLES) {
        assertThat(content(after, after.sections().get(section.index())))
            .as(section.name())
            .isEqualTo(content(before, section));
      }
    }
  }

  private static byte[] content(CoffFile file, CoffSection section) throws IOException {
    ByteRange range = file.rangeOf(section);
    return file.view().bytes(range.start(), (int) range.length());
  }

  @Test
  void keepingEveryTargetGivesTheSameBytes() throws IOException {
    Path input = Fixtures.path("windows.obj");
    Path output = folder.resolve("out.obj");
    assertThat(new Prune(request(input, output, "gfx1100", "gfx90a")).run().files()).isEmpty();
    assertThat(output).hasSameBinaryContentAs(input);
  }

  /** Offsets, sizes, symbols, addends, check sums: all as an assembler makes them. */
  @ParameterizedTest
  @ValueSource(strings = {"x86_64", "aarch64"})
  void prunedObjectIsTheOneThatAnAssemblerMakesOfTheBundlesLeft(String machine) throws Exception {
    Path input = assembled(machine, "in", Fixtures.path("bundle.co"), Fixtures.path("old-ids.co"));
    Path output = folder.resolve("out.obj");
    new Prune(request(input, output, "gfx1100")).run();
    assertThat(Files.size(output)).isLessThan(Files.size(input) - 8192);
    CoffFile pruned = read(output);
    FatBinary fat = FatBinary.read(pruned);
    Path first = bundle(pruned, fat.bundles().getFirst(), "first");
    Path second = bundle(pruned, fat.bundles().getLast(), "second");
    assertThat(output).hasSameBinaryContentAs(assembled(machine, "again", first, second));
  }

  private Path bundle(CoffFile file, StoredBundle bundle, String name) throws IOException {
    ByteRange range = bundle.range();
    return Files.write(
        folder.resolve(name), file.view().bytes(range.start(), (int) range.length()));
  }

  private Path assembled(String machine, String name, Path first, Path second) throws Exception {
    Path source = folder.resolve(name + ".s");
    Files.writeString(
        source,
        """
        .text
        .globl code
        code: .rva second
        .data
        .quad first, second
        .long second@SECREL32, first@IMGREL
        .section .hip_fatbin,"dr"
        .balign 4096
        .Lstart:
        first: .incbin "%s"
        .balign 4096
        .globl second
        second: .incbin "%s"
        .section .hipFatBinSegment,"dw"
        .p2align 3
        .long 0x48495046, 1
        .quad first, 0
        .long 0x48495046, 1
        .quad .Lstart+(second-first), 0
        .section .after,"dr"
        .quad code
        """
            .formatted(first, second));
    Path object = folder.resolve(name + ".obj");
    tools.runs(
        WindowsTools.llvm("llvm-mc"),
        "-triple",
        machine + "-pc-windows-msvc",
        "-filetype=obj",
        source.toString(),
        "-o",
        object.toString());
    return object;
  }

  /** Each index of a library for Windows leads to the members, which linkers find. */
  @Test
  void prunedLibraryIsTheOneOfPrunedObjects() throws Exception {
    Path input = assembled("x86_64", "in", Fixtures.path("bundle.co"), Fixtures.path("old-ids.co"));
    Path named = folder.resolve("an-object-with-a-longer-name.obj");
    Files.copy(Fixtures.path("windows.obj"), named);
    Path library = library("in.lib", input, named);
    Path output = folder.resolve("out.lib");
    PruneReport report = new Prune(request(library, output, "gfx1100")).run();
    assertThat(report.findings()).isEmpty();
    for (Path object : List.of(input, named)) {
      Path alone = folder.resolve("alone.obj");
      new Prune(request(object, alone, "gfx1100")).run();
      Files.move(alone, object, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(output).hasSameBinaryContentAs(library("again.lib", input, named));
  }

  private Path library(String name, Path... objects) throws Exception {
    Path made = folder.resolve(name);
    String[] command = {WindowsTools.llvm("llvm-lib"), "/nologo", "/out:" + made};
    String[] all = Arrays.copyOf(command, command.length + objects.length);
    for (int i = 0; i < objects.length; i++) {
      all[command.length + i] = objects[i].toString();
    }
    tools.runs(all);
    return made;
  }

  @ParameterizedTest
  @CsvSource({
    "'.data\n.quad first+40', 'relocation 0 of .data: expected the start or end of a bundle'",
    "'.section .hip_fatbin\n.quad first', '.hip_fatbin: expected no relocation of device code'",
    "'.text\nleaq first+40(%rip), %rax', 'relocation 0 of .text: expected the start or end'"
  })
  void whatCannotFollowIsRefused(String lines, String message) throws Exception {
    Path source = folder.resolve("in.s");
    Files.writeString(
        source,
        """
        .section .hip_fatbin,"dr"
        .balign 4096
        first: .incbin "%s"
        .section .hipFatBinSegment,"dw"
        .long 0x48495046, 1
        .quad first, 0
        %s
        """
            .formatted(Fixtures.path("bundle.co"), lines.replace("\\n", "\n")));
    Path object = folder.resolve("in.obj");
    tools.runs(
        WindowsTools.llvm("llvm-mc"),
        "-triple",
        "x86_64-pc-windows-msvc",
        "-filetype=obj",
        source.toString(),
        "-o",
        object.toString());
    Path output = folder.resolve("out.obj");
    assertThatThrownBy(() -> new Prune(request(object, output, "gfx1100")).run())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
    assertThat(output).doesNotExist();
  }

  @Test
  void whatIsCutOffIsRefusedAndDamageIsAnErrorOrGivesAnObject() throws IOException {
    byte[] whole = Files.readAllBytes(Fixtures.path("windows.obj"));
    Path input = folder.resolve("in.obj");
    Path output = folder.resolve("out.obj");
    for (int size = 3000; size < whole.length; size += 47) {
      Files.write(input, Arrays.copyOf(whole, size));
      assertThatThrownBy(() -> new Prune(request(input, output, "gfx90a")).run())
          .as("%d bytes", size)
          .isInstanceOf(IOException.class);
      assertThat(output).doesNotExist();
    }
    Mutations mutations = new Mutations(whole, 20);
    int written = 0;
    for (int i = 0; i < 400; i++) {
      Files.write(input, mutations.next());
      try {
        new Prune(request(input, output, "gfx90a")).run();
        written++;
        CoffFile unused = read(output);
      } catch (IOException expected) {
        assertThat(output).doesNotExist();
      }
      Files.deleteIfExists(output);
    }
    assertThat(written).isGreaterThan(20);
  }
}
