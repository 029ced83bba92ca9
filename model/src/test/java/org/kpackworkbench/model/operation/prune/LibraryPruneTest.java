package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Severity;
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
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationNote;

class LibraryPruneTest {
  private static VariantTools tools;

  @TempDir private Path folder;

  @BeforeAll
  static void compileOnce(@TempDir Path objects) throws Exception {
    tools = new VariantTools(objects);
  }

  private static PruneRequest request(Path input, Path output, String... keep) {
    return PruneRequest.keeping(input, output, TargetFilter.of(List.of(keep)));
  }

  private static StaticLibrary library(Path file) throws IOException {
    StaticLibrary library =
        StaticLibrary.read(ByteView.of(file.toString(), Files.readAllBytes(file)));
    assertThat(library.problems()).isEmpty();
    return library;
  }

  /** What the symbol index says: each symbol with the name of the member that it leads to. */
  private static List<String> symbols(Path file) throws IOException {
    StaticLibrary library = library(file);
    Map<Long, String> members = new TreeMap<>();
    library.members().forEach(member -> members.put(member.headerOffset(), member.name()));
    String format = library.symbolIndices().getFirst().format();
    int width = format.endsWith("64-bit") ? 8 : 4;
    ByteBuffer bytes =
        ByteBuffer.wrap(
            library
                .view()
                .bytes(
                    library.symbolIndices().getFirst().range().start(),
                    (int) library.symbolIndices().getFirst().range().length()));
    List<String> all = new ArrayList<>();
    if (format.startsWith("BSD")) {
      bytes.order(java.nio.ByteOrder.LITTLE_ENDIAN);
      int pairs = bytes.getInt();
      for (int at = 4; at < 4 + pairs; at += 8) {
        int name = 8 + pairs + bytes.getInt(at);
        all.add(text(bytes, name) + " " + members.get((long) bytes.getInt(at + 4)));
      }
      return all;
    }
    int count = (int) (width == 8 ? bytes.getLong() : bytes.getInt());
    int name = width + count * width;
    for (int i = 0; i < count; i++) {
      long place = width == 8 ? bytes.getLong() : bytes.getInt();
      String text = text(bytes, name);
      all.add(text + " " + members.get(place));
      name += text.length() + 1;
    }
    return all;
  }

  private static String text(ByteBuffer bytes, int at) {
    int end = at;
    while (bytes.get(end) != 0) {
      end++;
    }
    return new String(bytes.array(), at, end - at, StandardCharsets.UTF_8);
  }

  private static byte[] content(StaticLibrary library, ArMember member) throws IOException {
    ByteView content = library.content(member);
    return content.bytes(0, (int) content.size());
  }

  private static Map<String, String> kept(Map<String, String> all, String target) {
    Map<String, String> kept = new TreeMap<>(all);
    kept.keySet().removeIf(key -> !key.endsWith(" " + target));
    return kept;
  }

  @ParameterizedTest
  @ValueSource(strings = {"libstatic.a", "libstatic-bsd.a", "libstatic-sym64.a"})
  void eachMemberIsPrunedAndTheIndexLeadsToIt(String fixture) throws IOException {
    Path input = Fixtures.path(fixture);
    Path output = folder.resolve(fixture);
    PruneReport report = new Prune(request(input, output, "gfx1100")).run();
    assertThat(report.afterBytes()).isEqualTo(Files.size(output)).isLessThan(Files.size(input));
    assertThat(report.findings()).isEmpty();
    StaticLibrary before = library(input);
    StaticLibrary after = library(output);
    assertThat(after.members()).hasSameSizeAs(before.members());
    for (ArMember member : before.members()) {
      ArMember same = after.members().get(member.index());
      assertThat(same.name()).isEqualTo(member.name());
      assertThat(same.mode()).isEqualTo(member.mode());
      assertThat(same.timeSeconds()).isEqualTo(member.timeSeconds());
      if (member.name().equals("host.o")) {
        assertThat(content(after, same)).isEqualTo(content(before, member));
      } else {
        Map<String, String> code = ObjectCode.of(after.content(same));
        assertThat(code)
            .isNotEmpty()
            .isEqualTo(kept(ObjectCode.of(before.content(member)), "gfx1100"));
        // The same as the object by itself.
        Path object = Files.write(folder.resolve("object.o"), content(before, member));
        Path alone = folder.resolve("alone.o");
        new Prune(request(object, alone, "gfx1100").with(PruneRequest.FORCE, true)).run();
        assertThat(alone).hasBinaryContent(content(after, same));
      }
    }
    assertThat(symbols(output)).hasSizeGreaterThan(8).isEqualTo(symbols(input));
  }

  @ParameterizedTest
  @ValueSource(strings = {"libstatic.a", "libstatic-bsd.a", "libstatic-sym64.a"})
  void keepingEveryTargetGivesTheSameBytes(String fixture) throws IOException {
    Path output = folder.resolve(fixture);
    Path input = Fixtures.path(fixture);
    PruneReport report = new Prune(request(input, output, "gfx1100", "gfx90a", "gfx942")).run();
    assertThat(report.files()).isEmpty();
    assertThat(output).hasSameBinaryContentAs(input);
  }

  @ParameterizedTest
  @EnumSource(Linker.class)
  @DisabledOnOs(OS.WINDOWS)
  void aPrunedLibraryLinksIntoTheSameProgram(Linker linker) throws Exception {
    for (int number : List.of(1, 5)) {
      LinkedVariant drawn = LinkedVariant.of(number);
      LinkedVariant variant =
          new LinkedVariant(
              number,
              Kind.PROGRAM,
              linker,
              List.of(),
              LinkedVariant.plain(Kind.PROGRAM, linker, List.of()).objects(),
              drawn.bundles(),
              drawn.wrappers(),
              drawn.exported(),
              List.of(0, 0, 0),
              List.of());
      tools.assumeAll(variant);
      Path home = Files.createDirectories(folder.resolve("n" + number));
      Path object = tools.assemble(variant, home);
      Path other =
          tools.assemble(Files.writeString(home.resolve("other.s"), ".globl other\nother: ret\n"));
      Path whole = tools.archive(home.resolve("libwhole.a"), "rcs", other, object);
      Path small = home.resolve("libsmall.a");
      new Prune(request(whole, small, "gfx1100", "gfx942").with(PruneRequest.ALLOW_EMPTY, true))
          .run();
      Path before = tools.link(variant, whole, home.resolve("before"));
      Path after = tools.link(variant, small, home.resolve("after"));
      for (String target : List.of("gfx1100", "gfx942")) {
        GpuTarget device = GpuTarget.parse(target);
        assertThat(ResolvedCode.of(after, device))
            .as("%s", variant)
            .isNotEmpty()
            .isEqualTo(ResolvedCode.of(before, device));
      }
      assertThat(Files.size(after)).isLessThan(Files.size(before));
      StubRuntime runtime = new StubRuntime();
      assertThat(runtime.run(after, "a", "b").output())
          .isEqualTo(runtime.run(before, "a", "b").output());
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void bundlesArePrunedAndWhatIsNeitherStays() throws Exception {
    tools.assumeAll(LinkedVariant.plain(Kind.LIBRARY, Linker.BFD, List.of()));
    Map<String, byte[]> code = new TreeMap<>();
    code.put("gfx1100", new byte[501]);
    byte[] small = Bundles.forTargets(code);
    code.put("gfx942", new byte[77]);
    Path bundle =
        Files.write(folder.resolve("a-bundle-with-a-long-name.hsaco"), Bundles.forTargets(code));
    Path text = Files.writeString(folder.resolve("odd"), "odd");
    Path input = tools.archive(folder.resolve("in.a"), "rcS", text, bundle, text);
    Path output = folder.resolve("out.a");
    new Prune(request(input, output, "gfx1100")).run();
    StaticLibrary library = library(output);
    assertThat(library.members())
        .extracting(ArMember::name)
        .containsExactly("odd", "a-bundle-with-a-long-name.hsaco", "odd");
    assertThat(content(library, library.members().get(1))).isEqualTo(small);
    assertThat(content(library, library.members().getLast())).asString().isEqualTo("odd");
  }

  @Test
  void inPlaceAndInATreeTheResultIsTheSame() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/lib"));
    for (String fixture : List.of("libstatic.a", "object.o", "libthin.a")) {
      Files.copy(Fixtures.path(fixture), tree.resolve(fixture));
    }
    Path alone = folder.resolve("alone");
    new Prune(request(Fixtures.path("libstatic.a"), alone, "gfx1100")).run();
    Path out = folder.resolve("out");
    PruneReport plan = new Prune(request(tree.getParent(), out, "gfx1100")).plan(Progress.NONE);
    assertThat(plan.files())
        .extracting(PruneReport.PrunedFile::name)
        .containsExactly("lib/libstatic.a", "lib/object.o");
    new Prune(request(tree.getParent(), out, "gfx1100")).run();
    PruneReport report = new Prune(request(tree.getParent(), out, "gfx1100").inPlace()).run();
    for (Path result : List.of(tree, out.resolve("lib"))) {
      assertThat(result.resolve("libstatic.a")).hasSameBinaryContentAs(alone);
      assertThat(result.resolve("libthin.a")).hasSameBinaryContentAs(Fixtures.path("libthin.a"));
      assertThat(Files.size(result.resolve("object.o"))).isLessThan(40_000);
    }
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.rule()).isEqualTo("thin-library");
              assertThat(note.severity()).isEqualTo(Severity.NOTE);
              assertThat(note.message()).contains("thin/drift1.o");
            });
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aThinLibrarySaysWhichFilesToPrune() throws Exception {
    Path input = Fixtures.path("libthin.a");
    assertThatThrownBy(() -> new Prune(request(input, folder.resolve("out.a"), "gfx1100")).run())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("whose members are files of their own: thin/drift1.o, thin/host.o")
        .hasMessageContaining("Prune those files");
    assertThat(folder.resolve("out.a")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Linker.class)
  @DisabledOnOs(OS.WINDOWS)
  void aThinLibraryLinksWithItsPrunedMembers(Linker linker) throws Exception {
    LinkedVariant variant = LinkedVariant.of(3);
    variant =
        new LinkedVariant(
            3,
            Kind.PROGRAM,
            linker,
            List.of(),
            LinkedVariant.plain(Kind.PROGRAM, linker, List.of()).objects(),
            variant.bundles(),
            variant.wrappers(),
            false,
            List.of(0, 0, 0),
            List.of());
    tools.assumeAll(variant);
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Path object = tools.assemble(variant, tree);
    Files.delete(tree.resolve("bundle0"));
    Path thin = tools.archive(tree.resolve("libthin.a"), "rcsT", object);
    long size = Files.size(object);
    Path before = tools.link(variant, thin, folder.resolve("before"));
    new Prune(request(tree, tree, "gfx942").inPlace().with(PruneRequest.ALLOW_EMPTY, true)).run();
    assertThat(Files.size(object)).isLessThan(size);
    Path after = tools.link(variant, thin, folder.resolve("after"));
    GpuTarget device = GpuTarget.parse("gfx942");
    assertThat(ResolvedCode.of(after, device)).isEqualTo(ResolvedCode.of(before, device));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aMemberThatCannotBePrunedStaysAndIsNamed() throws Exception {
    tools.assumeAll(LinkedVariant.plain(Kind.LIBRARY, Linker.BFD, List.of()));
    Path rdc = Fixtures.path("object-rdc.o");
    Path input =
        tools.archive(folder.resolve("in.a"), "rcs", rdc, Fixtures.path("object-compressed.o"));
    Path output = folder.resolve("out.a");
    PruneReport report = new Prune(request(input, output, "gfx942")).run();
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.rule()).isEqualTo("not-pruned");
              assertThat(note.severity()).isEqualTo(Severity.ERROR);
              assertThat(note.message())
                  .contains("in.a(object-rdc.o)", "device code before device linking");
            });
    StaticLibrary library = library(output);
    assertThat(content(library, library.members().getFirst())).isEqualTo(Files.readAllBytes(rdc));
    assertThat(ObjectCode.of(library.content(library.members().getLast())))
        .containsOnlyKeys("bundle 0 gfx942", "wrapper 0 gfx942");
  }

  @Test
  void anIndexThatLeadsNowhereIsRefused() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libstatic.a"));
    bytes[8 + 60 + 4 + 3] ^= 2;
    Path input = Files.write(folder.resolve("in.a"), bytes);
    PruneRequest request = request(input, folder.resolve("out.a"), "gfx1100");
    assertThatThrownBy(() -> new Prune(request).run())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("symbol index: expected the place of a member for symbol 0");
    assertThat(folder.resolve("out.a")).doesNotExist();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatIsCutOffIsRefusedAndNothingIsWritten() throws Exception {
    refusedWhenCut(4);
  }

  @Test
  @Tag("long")
  @DisabledOnOs(OS.WINDOWS)
  void whatIsCutOffAnywhereIsRefusedAndNothingIsWritten() throws Exception {
    refusedWhenCut(1);
  }

  /** A step of four bytes meets the end of the magic, as that of one does. */
  private void refusedWhenCut(int stepBytes) throws Exception {
    tools.assumeAll(LinkedVariant.plain(Kind.LIBRARY, Linker.BFD, List.of()));
    Path library =
        tools.archive(folder.resolve("in.a"), "rcsD", Fixtures.path("object-compressed.o"));
    byte[] whole = Files.readAllBytes(library);
    Path input = folder.resolve("in.a");
    PruneRequest request = request(input, folder.resolve("out.a"), "gfx942");
    for (int size = 0; size < whole.length; size += stepBytes) {
      Files.write(input, Arrays.copyOf(whole, size));
      if (size == 8) {
        // A library of nothing.
        assertThat(new Prune(request).run().findings())
            .extracting(OperationNote::rule)
            .contains("nothing-to-prune");
        Files.delete(folder.resolve("out.a"));
        continue;
      }
      try {
        PruneReport unused = new Prune(request).run();
        // Behind the symbol index it is one without members.
        assertThat(library(input).members()).as("%d bytes", size).isEmpty();
        Files.delete(folder.resolve("out.a"));
      } catch (IOException refused) {
        assertThat(refused).hasMessageContaining("in.a");
      }
      assertThat(folder).isDirectoryNotContaining("glob:**out*");
    }
  }

  @Test
  void damageIsAnErrorOrGivesALibraryThatCanBeRead() throws IOException {
    Mutations mutations = new Mutations(Files.readAllBytes(Fixtures.path("libstatic-bsd.a")), 21);
    Path output = folder.resolve("out.a");
    int written = 0;
    for (int i = 0; i < 700; i++) {
      Path input = Files.write(folder.resolve("in.a"), mutations.next());
      try {
        new Prune(request(input, output, "gfx1100").with(PruneRequest.ALLOW_EMPTY, true)).run();
        written++;
        StaticLibrary unused = StaticLibrary.read(ByteView.of("out.a", Files.readAllBytes(output)));
      } catch (IOException expected) {
        assertThat(output).doesNotExist();
      }
      Files.deleteIfExists(output);
    }
    assertThat(written).isGreaterThan(100);
  }
}
