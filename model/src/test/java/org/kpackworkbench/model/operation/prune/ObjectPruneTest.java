package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.LinkedVariant;
import org.kpackworkbench.model.fixtures.LinkedVariant.Kind;
import org.kpackworkbench.model.fixtures.LinkedVariant.Linker;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.VariantTools;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.operation.archives.TargetFilter;

class ObjectPruneTest {
  private static VariantTools tools;

  /** What all linkers link: objects by the numbers of their variants. */
  private static Path shared;

  @TempDir private Path folder;

  @BeforeAll
  static void compileOnce(@TempDir Path objects) throws Exception {
    tools = new VariantTools(objects);
    shared = Files.createDirectories(objects.resolve("shared"));
  }

  private static PruneRequest request(Path input, Path output, String... keep) {
    return PruneRequest.keeping(input, output, TargetFilter.of(List.of(keep)));
  }

  private static ByteView view(Path file) throws IOException {
    return ByteView.of(file.toString(), Files.readAllBytes(file));
  }

  private static Map<String, String> kept(Map<String, String> all, String... targets) {
    Map<String, String> kept = new TreeMap<>(all);
    kept.keySet()
        .removeIf(key -> Arrays.stream(targets).noneMatch(target -> key.endsWith(" " + target)));
    return kept;
  }

  @ParameterizedTest
  @CsvSource({"object.o,gfx1100", "object.o,gfx90a", "object-compressed.o,gfx942"})
  void whatStaysIsAsItWasAndTheRestOfTheObjectToo(String fixture, String keep) throws IOException {
    Path input = Fixtures.path(fixture);
    Path output = folder.resolve("out.o");
    PruneReport report = new Prune(request(input, output, keep)).run();
    assertThat(report.afterBytes()).isEqualTo(Files.size(output)).isLessThan(Files.size(input));
    assertThat(report.kept())
        .singleElement()
        .satisfies(code -> assertThat(code.target()).isEqualTo(keep))
        .satisfies(code -> assertThat(code.sizeBytes()).isPositive());
    assertThat(ObjectCode.of(view(output)))
        .isNotEmpty()
        .isEqualTo(kept(ObjectCode.of(view(input)), keep));
    assertThat(Files.getLastModifiedTime(output)).isEqualTo(Files.getLastModifiedTime(input));
    ElfFile before = ElfFile.read(view(input));
    ElfFile after = ElfFile.read(view(output));
    assertThat(after.problems()).isEmpty();
    assertThat(after.sections()).hasSameSizeAs(before.sections());
    for (ElfSection section : before.sections()) {
      ElfSection same = after.sections().get(section.index());
      assertThat(same.fileOffset() % Math.max(1, same.alignment())).isEqualTo(0);
      if (!section.name().equals(".hip_fatbin")) {
        assertThat(content(after, same)).as(same.name()).isEqualTo(content(before, section));
      }
    }
  }

  private static byte[] content(ElfFile elf, ElfSection section) throws IOException {
    ByteView bytes = elf.content(section);
    return bytes.bytes(0, (int) bytes.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"object.o", "object-compressed.o"})
  void keepingEveryTargetGivesTheSameBytes(String fixture) throws IOException {
    Path output = folder.resolve("out.o");
    PruneReport report =
        new Prune(request(Fixtures.path(fixture), output, "gfx1100", "gfx90a", "gfx942")).run();
    assertThat(report.files()).isEmpty();
    assertThat(output).hasSameBinaryContentAs(Fixtures.path(fixture));
  }

  @ParameterizedTest
  @EnumSource(Linker.class)
  @DisabledOnOs(OS.WINDOWS)
  void aPrunedObjectLinksIntoTheSameProgram(Linker linker) throws Exception {
    // Of these numbers one has one bundle, one has many, some are shared, compressed, unaligned.
    for (int number : List.of(0, 4, 8, 12, 16, 20)) {
      LinkedVariant drawn = LinkedVariant.of(number);
      Kind kind = number % 8 == 0 ? Kind.LIBRARY : Kind.PROGRAM;
      LinkedVariant plain = LinkedVariant.plain(kind, linker, List.of());
      LinkedVariant variant =
          new LinkedVariant(
              number,
              kind,
              linker,
              List.of(),
              plain.objects(),
              drawn.bundles(),
              drawn.wrappers(),
              drawn.exported(),
              drawn.fillBytes(),
              List.of());
      tools.assumeAll(variant);
      Path home = Files.createDirectories(folder.resolve("n" + number));
      Path whole = shared.resolve(number + "-whole.o");
      Path small = shared.resolve(number + "-small.o");
      if (!Files.exists(whole)) {
        Files.move(tools.assemble(variant, home), whole);
        new Prune(request(whole, small, "gfx1100", "gfx942").with(PruneRequest.ALLOW_EMPTY, true))
            .run();
      }
      Map<String, String> all = ObjectCode.of(view(whole));
      assertThat(all).as("%s", variant).containsAllEntriesOf(ObjectCode.of(view(small)));
      assertThat(ObjectCode.of(view(small)))
          .as("%s", variant)
          .containsAllEntriesOf(kept(all, "gfx1100", "gfx942"))
          .doesNotContainKeys("bundle 0 gfx90a:xnack+", "bundle 0 gfx1030");
      Path before = tools.link(variant, whole, home.resolve("before"));
      Path after = tools.link(variant, small, home.resolve("after"));
      for (String target : List.of("gfx1100", "gfx942")) {
        GpuTarget device = GpuTarget.parse(target);
        assertThat(ResolvedCode.of(after, device))
            .as("%s", variant)
            .isEqualTo(ResolvedCode.of(before, device));
      }
      assertThat(said(variant, after)).as("%s", variant).isEqualTo(said(variant, before));
    }
  }

  /** What it prints, and how it registers. */
  private static List<Object> said(LinkedVariant variant, Path program) throws Exception {
    StubRuntime runtime = new StubRuntime();
    StubRuntime.Run run =
        variant.kind() == Kind.LIBRARY ? runtime.load(program) : runtime.run(program, "a", "b");
    return List.of(
        run.exitCode(),
        run.output(),
        run.events("register").stream().map(event -> event.text("first").substring(0, 8)).toList());
  }

  private static byte[] bundle(int value) {
    Map<String, byte[]> code = new LinkedHashMap<>();
    for (String target : List.of("gfx90a", "gfx1100")) {
      byte[] bytes = new byte[300 * value];
      Arrays.fill(bytes, (byte) value);
      code.put(target, bytes);
    }
    return Bundles.forTargets(code);
  }

  /** An object of two bundles and what is written behind them. */
  private Path object(String more) throws Exception {
    tools.assumeAll(LinkedVariant.plain(Kind.LIBRARY, Linker.BFD, List.of()));
    Path one = Files.write(folder.resolve("one"), bundle(1));
    Path two = Files.write(folder.resolve("two"), bundle(2));
    String text =
        """
        .section .note.GNU-stack,"",@progbits
        .section .hip_fatbin,"a",@progbits
        .globl one, two, end
        .type one, @object
        one: .incbin "%s"
        .size one, .-one
        .balign 4096
        two: .incbin "%s"
        end:
        .balign 4096
        .data
        """
            .formatted(one, two);
    return tools.assemble(Files.writeString(folder.resolve("own.s"), text + more));
  }

  private Path pruned(Path object) throws IOException {
    Path output = folder.resolve("pruned.o");
    Files.deleteIfExists(output);
    new Prune(request(object, output, "gfx90a")).run();
    return output;
  }

  /** All addends, by what their relocations change. */
  private static Map<String, Long> addends(ElfFile elf) throws IOException {
    Map<String, Long> all = new TreeMap<>();
    for (RelocationTable table : elf.relocations()) {
      for (Relocation each : table.asList()) {
        all.put("%s %x %s".formatted(table.label(), each.offset(), each.typeName()), each.addend());
      }
    }
    return all;
  }

  private static ElfSymbol symbol(ElfFile elf, String name) throws IOException {
    ElfSymbol symbol = elf.staticSymbols().orElseThrow().named(name).orElseThrow();
    assertThat(symbol).as(name).isNotNull();
    return symbol;
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatLeadsToABundleFollowsIt() throws Exception {
    Path input =
        object(
            """
            .quad .hip_fatbin + 0x3000, two, end, one + 0x3000, .hip_fatbin
            .long .hip_fatbin + 0x3000 - .
            .text
            lea .hip_fatbin + 0x3000(%rip), %rax
            mov two@GOTPCREL(%rip), %rax
            """);
    ElfFile before = ElfFile.read(view(input));
    assertThat(symbol(before, "two").value()).isEqualTo(0x3000);
    ElfFile after = ElfFile.read(view(pruned(input)));
    // Of each bundle a header and one code object are left: 4096 bytes and those.
    assertThat(symbol(after, "one").sizeBytes()).isEqualTo(0x1000 + 300);
    assertThat(symbol(after, "two").value()).isEqualTo(0x2000);
    assertThat(symbol(after, "end").value()).isEqualTo(0x3000 + 600);
    Map<String, Long> expected = new TreeMap<>(addends(before));
    expected.replaceAll(
        (name, addend) -> addend == 0x3000 ? 0x2000 : addend == 0x3000 - 4 ? 0x2000 - 4 : addend);
    assertThat(addends(after)).hasSize(8).isEqualTo(expected);
    assertThat(ObjectCode.of(view(folder.resolve("pruned.o"))))
        .containsOnlyKeys("bundle 0 gfx90a", "bundle 1 gfx90a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".quad .hip_fatbin + 0x1004 | relocation 0 of .rela.data: expected the start or end of a"
            + " bundle in .hip_fatbin, found 0x1004",
        ".quad one + 0x3001         | relocation 0 of .rela.data",
        ".quad one - 8              | relocation 0 of .rela.data",
        ".byte one                  | one of a type that leads to a bundle, found R_X86_64_8",
        ".set inside, one + 0x1010  | inside: expected the start or end of a bundle"
      })
  @DisabledOnOs(OS.WINDOWS)
  void whatLeadsIntoABundleThatChangesIsRefused(String line, String message) throws Exception {
    Path input = object(line + "\n.quad 1\n");
    Path output = folder.resolve("none.o");
    PruneRequest request = request(input, output, "gfx90a");
    for (boolean plan : List.of(true, false)) {
      assertThatThrownBy(
              () -> {
                PruneReport unused =
                    plan ? new Prune(request).plan(Progress.NONE) : new Prune(request).run();
              })
          .isInstanceOf(FormatException.class)
          .hasMessageContaining(message);
    }
    assertThat(output).doesNotExist();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void severalSectionsOfTheNameArePrunedEach() throws Exception {
    Path three = Files.write(folder.resolve("three"), bundle(3));
    Path input =
        object(
            """
            .section .hip_fatbin,"aG",@progbits,group,comdat
            .balign 4096
            three: .incbin "%s"
            .section .hipFatBinSegment,"aw",@progbits
            .balign 8
            .long 0x48495046, 1
            .quad three, 0
            .long 0x48495046, 1
            .quad two, 0
            """
                .formatted(three));
    Map<String, String> before = ObjectCode.of(view(input));
    assertThat(before).hasSize(10);
    Path output = pruned(input);
    assertThat(ObjectCode.of(view(output))).hasSize(5).isEqualTo(kept(before, "gfx90a"));
    assertThat(ElfFile.read(view(output)).problems()).isEmpty();
  }

  @Test
  void codeBeforeDeviceLinkingIsRefused() {
    PruneRequest request = request(Fixtures.path("object-rdc.o"), folder.resolve("out"), "gfx90a");
    assertThatThrownBy(() -> new Prune(request).run())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("device code before device linking");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void anObjectWithoutDeviceCodeStaysAndThatIsSaid() throws IOException {
    Path input = Fixtures.path("thin/host.o");
    Path output = folder.resolve("out.o");
    PruneReport report = new Prune(request(input, output, "gfx90a")).run();
    assertThat(output).hasSameBinaryContentAs(input);
    assertThat(report.findings()).extracting(note -> note.rule()).contains("nothing-to-prune");
  }

  @Test
  void whatIsCutOffIsRefusedAndNothingIsWritten() throws IOException {
    refusedWhenCut(5);
  }

  @Test
  @Tag("long")
  void whatIsCutOffAnywhereIsRefusedAndNothingIsWritten() throws IOException {
    refusedWhenCut(1);
  }

  private void refusedWhenCut(int stepBytes) throws IOException {
    byte[] whole = Files.readAllBytes(Fixtures.path("object-compressed.o"));
    for (int size = 0; size < whole.length; size += stepBytes) {
      refused(Arrays.copyOf(whole, size));
    }
  }

  private void refused(byte[] bytes) throws IOException {
    Path input = Files.write(folder.resolve("in.o"), bytes);
    PruneRequest request = request(input, folder.resolve("out.o"), "gfx942");
    assertThatThrownBy(() -> new Prune(request).run())
        .as("%d bytes", bytes.length)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in.o");
    assertThat(folder).isDirectoryNotContaining("glob:**out*");
  }

  @Test
  void damageIsAnErrorOrGivesAnObjectThatCanBeRead() throws IOException {
    readAfterDamage(400);
  }

  @Test
  @Tag("long")
  void anyDamageIsAnErrorOrGivesAnObjectThatCanBeRead() throws IOException {
    readAfterDamage(1500);
  }

  private void readAfterDamage(int times) throws IOException {
    Mutations mutations =
        new Mutations(Files.readAllBytes(Fixtures.path("object-compressed.o")), 20);
    Path output = folder.resolve("out.o");
    int written = 0;
    for (int i = 0; i < times; i++) {
      Path input = Files.write(folder.resolve("in.o"), mutations.next());
      try {
        new Prune(request(input, output, "gfx942")).run();
        written++;
        ElfFile unused = ElfFile.read(view(output));
      } catch (IOException expected) {
        assertThat(output).doesNotExist();
      }
      Files.deleteIfExists(output);
    }
    assertThat(written).isGreaterThan(times / 15);
  }
}
