package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.verify.context.SplitShard;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/** The notes of what prune dropped, and that verify takes them for what they are. */
class PruneNotesTest {
  private static final GpuTarget GFX942 = GpuTarget.parse("gfx942");
  private static final String NAME = "lib/libaddend.so";

  @TempDir private Path folder;

  private static PruneRequest keeping(Path input, String... targets) {
    return PruneRequest.keeping(input, input, TargetFilter.of(List.of(targets))).inPlace();
  }

  private static List<Finding> verify(Path path, String rule) {
    return Verify.run(List.of(path), VerifyRequest.everything().onThreads(2), Progress.NONE)
        .findings()
        .stream()
        .filter(finding -> finding.rule().equals(rule))
        .toList();
  }

  private static DroppedTargets note(Path archive) throws IOException {
    try (KpackArchive open = KpackArchive.open(archive)) {
      return DroppedTargets.of(open);
    }
  }

  /** Two wrappers with one archive; the first has code for gfx942 with and without a feature. */
  private Path convert() throws IOException {
    Path binary = folder.resolve("lib/libaddend.so");
    Path archives = Files.createDirectories(folder.resolve("lib/.kpack"));
    new Convert(
            ConvertRequest.keeping(
                    FatFixture.ADDEND.path(), binary, NAME, List.of(".kpack/all.kpack"), archives)
                .named("all", null))
        .run();
    edit(new ArchiveEdit.Retarget(rows("gfx90a:sramecc+:xnack-", 0), "gfx942:xnack+"));
    return binary;
  }

  private Path archive() {
    return folder.resolve("lib/.kpack/all.kpack");
  }

  private static List<RowRef> rows(String target, int index) {
    return List.of(new RowRef(NAME + "#" + index, target, 0));
  }

  private void edit(ArchiveEdit edit) throws IOException {
    Path edited = folder.resolve("edited");
    try (EditedArchive open = EditedArchive.open(archive(), false)) {
      open.allowAnyList();
      open.allowBeyondLoaders();
      open.apply(edit);
      open.saveAs(edited, false, Progress.NONE);
    }
    Files.delete(archive());
    Files.move(edited, archive());
  }

  @Test
  void whatSomeWrappersKeepIsNotedForTheOthersOnly() throws IOException {
    Path binary = convert();
    new Prune(keeping(archive(), "gfx942:xnack+")).run();
    DroppedTargets note = note(archive());
    assertThat(note.byTarget().get("gfx942"))
        .isEqualTo(new TreeMap<>(Map.of(NAME, new TreeSet<>(List.of(0)))));
    assertThat(note.byTarget().get("gfx1100"))
        .isEqualTo(new TreeMap<>(Map.of(NAME, new TreeSet<>(List.of(0, 1)))));
    assertThat(note.has(GFX942, NAME, 0)).isTrue();
    assertThat(note.has(GFX942, NAME, 1)).isFalse();
    assertThat(note.has(GpuTarget.parse("gfx1100"), NAME, 1)).isTrue();

    List<Finding> findings = verify(binary, "archives-complete");
    // The code that is filed under gfx942:xnack+ is code for gfx90a.
    assertThat(findings)
        .filteredOn(finding -> finding.severity() != Severity.NOTE)
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .contains("gfx942:xnack+ (#0)", "Its flags state gfx90a:sramecc+:xnack-"));
    assertThat(findings)
        .filteredOn(finding -> finding.severity() == Severity.NOTE)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.message())
                  .isEqualTo("Prune dropped code for gfx942, gfx1100 (#0, #1).");
            });
    CoverageGrid grid = CoverageScan.of(folder, Progress.NONE);
    int column = grid.columns().indexOf(GFX942);
    assertThat(grid.cell(0, column))
        .isInstanceOfSatisfying(
            CoverageCell.NotApplicable.class,
            cell ->
                assertThat(cell.why())
                    .isEqualTo("Its code was dropped by prune, as a note in all.kpack states."));
    assertThat(grid.cell(1, column)).isInstanceOf(CoverageCell.Present.class);

    // What gets lost later is a hole, the note of the other wrapper notwithstanding.
    assertThat(sentences(binary, "gfx942"))
        .containsExactly(
            "Code for gfx942 was dropped by prune, as a note in %s states."
                .formatted(archive().toRealPath()));
    edit(new ArchiveEdit.Retarget(rows("gfx942", 1), "gfx906"));
    assertThat(sentences(binary, "gfx942"))
        .hasSize(2)
        .noneMatch(each -> each.contains("dropped by prune"))
        .anyMatch(each -> each.startsWith("None of the archives that were found lists gfx942"));
    assertThat(verify(binary, "archives-complete"))
        .extracting(Finding::severity)
        .contains(Severity.NOTE);
    edit(new ArchiveEdit.SetArchitectures(List.of("gfx906", "gfx942", "gfx942:xnack+")));
    assertThat(verify(binary, "archives-complete"))
        .anySatisfy(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.message()).contains("gfx942", "#1").doesNotContain("#0");
            });
  }

  @Test
  void theNextRunAddsToTheNote() throws IOException {
    convert();
    new Prune(keeping(archive(), "gfx942:xnack+")).run();
    new Prune(
            keeping(archive(), "gfx942")
                .dropping(TargetFilter.of(List.of("gfx942")))
                .with(PruneRequest.ALLOW_EMPTY, true))
        .run();
    DroppedTargets note = note(archive());
    assertThat(note.targets()).containsExactly("gfx1100", "gfx942", "gfx942:xnack+");
    assertThat(note.has(GFX942, NAME, 1)).isTrue();
  }

  @Test
  void whatAManifestNotesIsNoMissingArchive() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    Path tree = shard.overlay(folder.resolve("tree"), "gfx942", "gfx90a", "gfx1100", "gfx1030");
    Path archives = tree.resolve("a/stage/.kpack");
    List<ManifestRow> rows = new ArrayList<>();
    for (String target : List.of("gfx1030", "gfx1100", "gfx90a", "gfx942")) {
      String name = "math_lib_" + target + ".kpack";
      long size = Files.size(archives.resolve(name));
      rows.add(new ManifestRow(target, name, size, -1, null));
    }
    Files.write(
        archives.resolve("math_lib.kpm"),
        ManifestWriter.write(Manifest.of("math_lib", "a/stage", rows)));
    assertThat(messages(tree))
        .containsExactly(
            "It had code for gfx90a:sramecc+:xnack-, and no archive for that is here.");
    new Prune(keeping(tree, "gfx942").with(PruneRequest.ALLOW_EMPTY, true)).run();
    // One archive was not there before either, and no note says why.
    assertThat(messages(tree))
        .containsExactlyInAnyOrder(
            "It had code for gfx90a, gfx1100, which prune dropped.",
            "It had code for gfx1100, which prune dropped.",
            "It had code for gfx90a:sramecc+:xnack-, and no archive for that is here.");
  }

  private static List<String> messages(Path tree) {
    return verify(tree, "archive-absent").stream().map(Finding::message).distinct().toList();
  }

  /** A fat binary has the note in a section of its own. */
  @ParameterizedTest
  @EnumSource(
      value = FatFixture.class,
      names = {"DRIFT", "DRIFT_GNU", "MIXED", "COMPRESSED", "RDC_GNU", "EXE_FIXED_GNU", "PAGE_2M"})
  void aFatBinaryKeepsANoteOfWhatWasDropped(FatFixture fixture) throws IOException {
    String keep = fixture.targets().getFirst().contains("gfx942") ? "gfx942" : "gfx90a";
    Path input = Files.copy(fixture.path(), folder.resolve(fixture.fileName()));
    assertThat(PruneNote.of(input)).isEqualTo(DroppedTargets.NONE);
    assertThat(sentences(input, "gfx1200")).noneMatch(each -> each.contains("prune"));
    new Prune(keeping(input, keep).with(PruneRequest.ALLOW_EMPTY, true)).run();
    DroppedTargets note = PruneNote.of(input);
    assertThat(note.targets()).contains("gfx1100").doesNotContain(keep);
    String dropped =
        "Code for gfx1100 was dropped by prune, as a note in %s states.".formatted(input);
    boolean everywhere = true;
    for (int wrapper = 0; wrapper < fixture.targets().size(); wrapper++) {
      boolean had = fixture.targets().get(wrapper).contains("gfx1100");
      everywhere &= had;
      assertThat(note.has(GpuTarget.parse("gfx1100"), PruneNote.SELF, wrapper)).isEqualTo(had);
    }
    List<String> said = sentences(input, "gfx1100");
    assertThat(said).contains(dropped);
    // Of wrappers that had none, another reason is said.
    assertThat(said.size() == 1).as("%s", said).isEqualTo(everywhere);
    assertThat(sentences(input, "gfx1200")).noneMatch(each -> each.contains("prune"));
    try (OpenFile open = OpenFile.open(input)) {
      assertThat(LayoutVerifier.verify(ElfFile.read(open.view()))).isEmpty();
    }
    // Another run adds to it.
    Map<String, String> kept = ResolvedCode.all(input);
    new Prune(
            keeping(input, keep)
                .dropping(TargetFilter.of(List.of(keep)))
                .with(PruneRequest.ALLOW_EMPTY, true))
        .run();
    assertThat(PruneNote.of(input).targets()).containsAll(note.targets()).contains(keep);
    assertThat(kept).isNotEmpty();
    assertThat(ResolvedCode.all(input)).isEmpty();
  }

  /** Likewise of Windows; each run adds a section, and the way back leaves them. */
  @Test
  void aFatDllKeepsANoteOfWhatWasDropped() throws IOException {
    Path input = Files.copy(Fixtures.path("windows.dll"), folder.resolve("a.dll"));
    assertThat(PruneNote.of(input)).isEqualTo(DroppedTargets.NONE);
    new Prune(keeping(input, "gfx1100")).run();
    DroppedTargets note = PruneNote.of(input);
    assertThat(note.targets()).containsExactly("gfx90a");
    assertThat(note.has(GpuTarget.parse("gfx90a"), PruneNote.SELF, 0)).isTrue();
    assertThat(note.has(GpuTarget.parse("gfx90a"), PruneNote.SELF, 1)).isFalse();
    assertThat(sentences(input, "gfx90a"))
        .contains("Code for gfx90a was dropped by prune, as a note in %s states.".formatted(input));
    assertSound(Files.readAllBytes(input));
    Path hostOnly = folder.resolve("out/a.dll");
    Files.createDirectories(hostOnly.getParent());
    new Convert(
            ConvertRequest.keeping(
                input, hostOnly, "a.dll", List.of("a.kpack"), hostOnly.getParent()))
        .run();
    assertThat(PruneNote.of(hostOnly)).isEqualTo(note);
    Path back = folder.resolve("back.dll");
    new Restore(RestoreRequest.of(hostOnly, back)).run(Progress.NONE);
    assertThat(back).hasSameBinaryContentAs(input);
    new Prune(
            keeping(input, "gfx90a")
                .dropping(TargetFilter.of(List.of("gfx1100")))
                .with(PruneRequest.ALLOW_EMPTY, true))
        .run();
    assertThat(PruneNote.of(input).targets()).containsExactly("gfx1100", "gfx90a");
    assertSound(Files.readAllBytes(input));
  }

  private static void assertSound(byte[] bytes) throws IOException {
    CoffFile file = CoffFile.read(ByteView.of("a.dll", bytes));
    ImageHeader header = Objects.requireNonNull(file.header());
    assertThat(CoffLayout.faults(file)).isEmpty();
    assertThat(header.imageSizeBytes()).isEqualTo(CoffLayout.imageSize(file, header));
    assertThat(bytes.length).isEqualTo(CoffLayout.storedEnd(file, header));
  }

  /** What one wrapper keeps and another one loses is noted for that one. */
  @Test
  void aFatBinaryNotesWrappersWhereOthersKeepTheirs() throws IOException {
    // Its wrappers have gfx90a with and without settings of features, and some have neither.
    Path input = Files.copy(FatFixture.ADDEND.path(), folder.resolve("lib.so"));
    byte[] bytes = Files.readAllBytes(input);
    String id = "hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-";
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(id);
    assertThat(at).isPositive();
    String other = "hipv4-amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-";
    System.arraycopy(other.getBytes(StandardCharsets.US_ASCII), 0, bytes, at, id.length());
    Files.write(input, bytes);
    new Prune(keeping(input, "gfx942:sramecc+:xnack-")).run();
    DroppedTargets note = PruneNote.of(input);
    assertThat(note.has(GFX942, PruneNote.SELF, 0)).isTrue();
    assertThat(note.has(GFX942, PruneNote.SELF, 1)).isFalse();
    assertThat(note.byTarget().get("gfx1100").get(PruneNote.SELF)).containsExactly(0, 1);
    assertThat(ResolvedCode.all(input).keySet())
        .containsExactly("0 gfx942:sramecc+:xnack-", "1 gfx942");
  }

  @Test
  void theNoteStaysWhereThePrunedBinaryIsConverted() throws IOException {
    Path pruned = folder.resolve("pruned.so");
    new Prune(
            PruneRequest.keeping(
                FatFixture.MANY.path(), pruned, TargetFilter.of(List.of("gfx942", "gfx1030"))))
        .run();
    Path binary = folder.resolve("lib/libmany.so");
    Path archives = Files.createDirectories(folder.resolve("lib/.kpack"));
    new Convert(
            ConvertRequest.keeping(
                pruned, binary, "libmany.so", List.of(".kpack/all_@GFXARCH@.kpack"), archives))
        .run();
    assertThat(sentences(binary, "gfx942")).isEmpty();
    assertThat(sentences(binary, "gfx1100"))
        .containsExactly(
            "Code for gfx1100 was dropped by prune, as a note in %s states."
                .formatted(binary.toRealPath()));
    assertThat(sentences(binary, "gfx1200"))
        .singleElement()
        .satisfies(each -> assertThat(each).contains("was not compiled for gfx1200"));
  }

  private static List<String> sentences(Path binary, String device) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      return new Diagnoser(loader)
              .of(
                  new BinaryResolver(loader, List.of(GpuTarget.parse(device)), true)
                      .resolve(binary, Progress.NONE))
              .keySet()
              .stream()
              .map(Diagnosis::sentence)
              .toList();
    }
  }

  @Test
  void aNoteIsReadAsItWasWritten() {
    DroppedTargets some =
        new DroppedTargets(
            new TreeMap<>(
                Map.of(
                    "gfx90a", new TreeMap<>(Map.of("a.so", new TreeSet<>(List.of(0, 7)))),
                    "gfx942", new TreeMap<>())));
    List<RawPair> fields = some.addTo(List.of(MsgEncoder.pair("other", MsgEncoder.number(1))));
    assertThat(fields).extracting(RawPair::name).containsExactly("other", DroppedTargets.KEY);
    assertThat(DroppedTargets.of(fields)).isEqualTo(some);
    // All of a target is more than some of it, in whichever order.
    DroppedTargets all = DroppedTargets.all(List.of("gfx90a"));
    assertThat(some.with(all)).isEqualTo(all.with(some));
    assertThat(some.with(all).byTarget().get("gfx90a")).isEmpty();
    DroppedTargets more =
        new DroppedTargets(
            new TreeMap<>(
                Map.of("gfx90a", new TreeMap<>(Map.of("a.so", new TreeSet<>(List.of(3)))))));
    assertThat(some.with(more).byTarget().get("gfx90a").get("a.so")).containsExactly(0, 3, 7);
  }

  /** What an archive says under the key is not trusted to be a note. */
  @Test
  void whatIsNoNoteSaysNothing() {
    List<MsgValue> odd = new ArrayList<>();
    odd.add(new MsgValue.Text("no array"));
    odd.add(MsgValue.Int.of(7));
    odd.add(
        new MsgValue.Array(
            List.of(
                MsgValue.Int.of(1),
                new MsgValue.Mapping(List.of()),
                // A target without binaries is not all of that target.
                new MsgValue.Mapping(
                    List.of(
                        new MsgValue.Pair(
                            new MsgValue.Text("target"), new MsgValue.Text("gfx942")))))));
    for (MsgValue value : odd) {
      List<RawPair> fields = List.of(MsgEncoder.pair(DroppedTargets.KEY, MsgEncoder.value(value)));
      assertThat(DroppedTargets.of(fields)).as("%s", value).isEqualTo(DroppedTargets.NONE);
    }
    List<RawPair> cut = List.of(MsgEncoder.pair(DroppedTargets.KEY, new byte[] {(byte) 0x92}));
    assertThat(DroppedTargets.of(cut)).isEqualTo(DroppedTargets.NONE);
  }

  @Test
  void thatAFileIsLargerThanBeforeIsSaid() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Path program = Files.copy(Fixtures.path("exe-owner-pie-gnu"), tree.resolve("a"));
    Files.copy(program, tree.resolve("b"));
    Files.copy(Fixtures.path("libmany.so"), tree.resolve("libmany.so"));
    PruneRequest request =
        PruneRequest.keeping(tree, folder.resolve("out"), TargetFilter.of(List.of("gfx1100")));
    List<OperationNote> planned = new Prune(request).plan(Progress.NONE).findings();
    PruneReport report = new Prune(request).run();
    Path larger = folder.resolve("out/a");
    long more = Files.size(larger) - Files.size(program);
    assertThat(more).isPositive();
    assertThat(Files.size(folder.resolve("out/libmany.so")))
        .isLessThan(Files.size(tree.resolve("libmany.so")));
    assertThat(report.findings())
        .singleElement()
        .returns("larger-than-before", OperationNote::rule)
        .returns(larger, OperationNote::file)
        .extracting(OperationNote::message)
        .asString()
        .startsWith(
            "with less code it is larger than before, by %s, as 1 other file is: its new layout"
                .formatted(SizeText.of(more)));
    assertThat(planned).isEqualTo(report.findings());
  }
}
