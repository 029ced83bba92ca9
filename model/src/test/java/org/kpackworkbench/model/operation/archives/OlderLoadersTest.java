package org.kpackworkbench.model.operation.archives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.FileStamp;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;

/** Whatever writes archives that only newer loaders use fully warns of them, as verify does. */
class OlderLoadersTest {
  private static final String RULE = OlderLoaders.RULE;
  private static final String HOLES = "gfx90a:xnack- (#1, #4)";

  @TempDir private Path folder;
  private Path library;

  /** Of wrappers 0, 1 and 4 with code for gfx90a the first gets code for one setting only. */
  @BeforeEach
  void write() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libdrift.so"));
    FatBinary fat = FatBinary.read(ElfFile.read(ByteView.of("fat", bytes.clone())));
    ByteBuffer bundle = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    bundle.position((int) fat.bundleOf(fat.wrappers().getFirst()).orElseThrow().range().start());
    bundle.position(bundle.position() + 24);
    ByteBuffer old = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
    old.position(bundle.position());
    long entries = old.getLong();
    bundle.putLong(entries);
    for (int i = 0; i < entries; i++) {
      bundle.putLong(old.getLong()).putLong(old.getLong());
      byte[] text = new byte[(int) old.getLong()];
      old.get(text);
      String id = new String(text, StandardCharsets.US_ASCII);
      byte[] now =
          (id.endsWith("gfx90a") ? id + ":xnack-" : id).getBytes(StandardCharsets.US_ASCII);
      bundle.putLong(now.length).put(now);
    }
    library = folder.resolve("libholes.so");
    Files.write(library, bytes);
  }

  private static void warns(List<OperationNote> findings) {
    assertThat(findings)
        .filteredOn(each -> each.rule().equals(RULE))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.severity()).isEqualTo(Severity.WARNING);
              assertThat(each.message())
                  .startsWith("loaders up to mid-2026")
                  .contains(HOLES)
                  .doesNotEndWith(".");
            });
  }

  private static void agrees(Path output) {
    assertThat(Verify.run(List.of(output), VerifyRequest.everything(), Progress.NONE).findings())
        .filteredOn(each -> each.rule().equals(RULE))
        .singleElement()
        .satisfies(each -> assertThat(each.message()).contains(HOLES));
  }

  /** An archive of both lists a target with a feature, which no GPU on Windows has. */
  @Test
  void windowsBinariesAreNotMissed() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(library, tree.resolve("libholes.so"));
    Files.copy(Fixtures.path("windows.dll"), tree.resolve("Windows.DLL"));
    Path packed = folder.resolve("packed");
    warns(new Pack(PackRequest.of(tree, packed, "g", "all")).run(Progress.NONE).findings());
    agrees(packed);
    TargetFilter kept = TargetFilter.of(List.of("gfx90a:xnack-"));
    warns(new Prune(PruneRequest.keeping(packed, folder.resolve("less"), kept)).run().findings());
  }

  @Test
  void packWarns() throws IOException {
    Path packed = folder.resolve("packed");
    Pack pack = new Pack(PackRequest.of(library, packed, "g", "all"));
    warns(pack.plan(Progress.NONE).findings());
    warns(pack.run(Progress.NONE).findings());
    agrees(packed);
    assertThat(
            new Pack(PackRequest.of(Fixtures.path("libmany.so"), folder.resolve("m"), "g", "all"))
                .plan(Progress.NONE)
                .findings())
        .noneMatch(each -> each.rule().equals(RULE));
  }

  @Test
  void convertWarns() throws IOException {
    Path root = folder.resolve("tree");
    ConvertRequest request =
        ConvertRequest.keeping(
            library,
            root.resolve("lib/libholes.so"),
            "lib/libholes.so",
            List.of("../.kpack/x_@GFXARCH@.kpack"),
            root.resolve(".kpack"));
    warns(new Convert(request).run(Progress.NONE).findings());
    agrees(root);
  }

  private Path artifact() throws IOException {
    Path artifact = folder.resolve("math_lib_all");
    Path lib = Files.createDirectories(artifact.resolve("stage/lib"));
    Files.copy(library, lib.resolve("libholes.so"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    return artifact;
  }

  @Test
  void splitAndRecombineWarn() throws IOException {
    Path shards = Files.createDirectory(folder.resolve("shards"));
    Path shard = shards.resolve("one");
    warns(new Split(SplitRequest.artifact(artifact(), shard)).run(Progress.NONE).findings());
    agrees(shard);
    Path config = folder.resolve("packaging.yaml");
    Files.writeString(
        config,
        """
        primary_generic_source: one
        architecture_groups:
          gfxall:
            architectures: [gfx1030, gfx1100, gfx90a, "gfx90a:xnack-", gfx942]
        """);
    Path output = folder.resolve("recombined");
    List<OperationNote> findings =
        new Recombine(RecombineRequest.of(shards, config, output)).run(Progress.NONE).findings();
    warns(findings);
    agrees(output);
    assertThat(findings)
        .filteredOn(each -> each.rule().equals(RULE))
        .as("the archive in which older loaders stop")
        .allSatisfy(each -> assertThat(each.file().toString()).endsWith("_gfx90a:xnack-.kpack"));
  }

  @Test
  void wheelSplitWarns() throws IOException {
    Path wheel =
        TestPackages.wheel(
            folder.resolve("one-1.0-py3-none-linux_x86_64.whl"),
            Map.of("one/libholes.so", Files.readAllBytes(library)),
            "");
    warns(
        new WheelSplit(WheelSplitRequest.of(wheel, folder.resolve("wheels")))
            .run(Progress.NONE)
            .findings());
  }

  @Test
  void editAndMergeWarn() throws IOException {
    new Pack(PackRequest.of(library, folder.resolve("packed"), "g", "all")).run(Progress.NONE);
    Path archive = archives(folder.resolve("packed")).getFirst();
    try (EditedArchive edited = EditedArchive.open(archive)) {
      warns(edited.warnings(folder.resolve("other.kpack")));
      for (int row = edited.rowCount() - 1; row >= 0; row--) {
        if (edited.row(row).ref().target().equals("gfx90a:xnack-")) {
          edited.apply(new ArchiveEdit.Delete(List.of(edited.row(row).ref())));
        }
      }
      assertThat(edited.warnings(folder.resolve("other.kpack"))).isEmpty();
      assertThat(edited.warnings(archive.resolveSibling("gfx942.kpack")))
          .as("with the archive that has the holes beside it")
          .hasSize(1);
      edited.saveAs(folder.resolve("other.kpack"), false, Progress.NONE);
      edited.apply(new ArchiveEdit.Merge(FileStamp.of(archive), ArchiveEdit.Clash.KEEP));
      warns(edited.warnings(folder.resolve("other.kpack")));
    }
  }

  private static List<Path> archives(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      return files
          .filter(each -> each.toString().endsWith(".kpack"))
          .filter(Files::isRegularFile)
          .toList();
    }
  }

  @Test
  void overlayAndPruneWarn() throws IOException {
    Path shard = folder.resolve("shard");
    new Split(SplitRequest.artifact(artifact(), shard)).run(Progress.NONE);
    List<Path> artifacts;
    try (Stream<Path> all = Files.list(shard)) {
      artifacts = all.sorted().toList();
    }
    Path tree = folder.resolve("tree");
    warns(new Overlay(OverlayRequest.of(artifacts, tree)).plan(Progress.NONE).findings());
    warns(new Overlay(OverlayRequest.of(artifacts, tree)).run(Progress.NONE).findings());
    agrees(tree);
    Path pruned = folder.resolve("pruned");
    TargetFilter keep = TargetFilter.of(List.of("gfx90a:xnack-"));
    warns(new Prune(PruneRequest.keeping(tree, pruned, keep)).plan(Progress.NONE).findings());
    warns(new Prune(PruneRequest.keeping(tree, pruned, keep)).run().findings());
    agrees(pruned);
    TargetFilter none = TargetFilter.of(List.of("gfx942"));
    assertThat(
            new Prune(PruneRequest.keeping(tree, folder.resolve("n"), none))
                .plan(Progress.NONE)
                .findings())
        .as("of archives that will be removed")
        .noneMatch(each -> each.rule().equals(RULE));
  }

  /** No loader looks for a binary's code in another tree. */
  @Test
  void archivesOfOneGroupInOtherFoldersAreNotMixed() throws IOException {
    Path packed = folder.resolve("packed");
    new Pack(PackRequest.of(library, packed, "g", "all")).run(Progress.NONE);
    List<Path> archives = new ArrayList<>();
    for (String other : List.of("gfx90a", "gfx90a:xnack-")) {
      Path archive = folder.resolve("tree-%d/g.kpack".formatted(archives.size()));
      Files.createDirectory(archive.getParent());
      try (EditedArchive edited = EditedArchive.open(archives(packed).getFirst())) {
        for (int row = edited.rowCount() - 1; row >= 0; row--) {
          if (edited.row(row).ref().target().equals(other)) {
            edited.apply(new ArchiveEdit.Delete(List.of(edited.row(row).ref())));
          }
        }
        edited.saveAs(archive, false, Progress.NONE);
      }
      archives.add(archive);
    }
    assertThat(OlderLoaders.in(archives)).isEmpty();
    Path beside = archives.getFirst().resolveSibling("other.kpack");
    warns(OlderLoaders.in(List.of(archives.getFirst(), Files.copy(archives.get(1), beside))));
  }

  /** Files beside a new archive are warned of where that archive changes their answers. */
  @Test
  void pruneSaysNothingOfOtherArchives() throws IOException {
    Path packed = folder.resolve("packed");
    new Pack(PackRequest.of(library, packed, "g", "all")).run(Progress.NONE);
    Path archive = packed.resolve(".kpack/g-all.kpack");
    TargetFilter keep = TargetFilter.of(List.of("gfx1100"));
    Path pruned = archive.resolveSibling("gfx1100.kpack");
    assertThat(new Prune(PruneRequest.keeping(archive, pruned, keep)).run().findings())
        .noneMatch(each -> each.rule().equals(RULE));
    TargetFilter both = TargetFilter.of(List.of("gfx90a", "gfx1100"));
    Path holes = archive.resolveSibling("both.kpack");
    warns(new Prune(PruneRequest.keeping(archive, holes, both)).run().findings());
  }
}
