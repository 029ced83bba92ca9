package org.kpackworkbench.model.operation.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader.LoadedCode;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.merge.MadeArtifact;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineReport.RecombinedArtifact;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitRequest;

/**
 * What holds after splitting and overlaying, with and without recombining between them, of
 * artifacts of every shape, drawn at random.
 */
class WholeCycleTest {
  @TempDir private Path folder;
  private RandomArtifact original;
  private SortedMap<String, String> before;
  private List<SplitArtifact> split;

  private void split(long seed) throws IOException {
    original = new RandomArtifact(folder.resolve("in"), seed);
    before = MadeArtifact.tree(original.folder());
    SplitReport report =
        new Split(
                SplitRequest.artifact(original.folder(), folder.resolve("split/one"))
                    .with(SplitRequest.DATABASES, RandomArtifact.DATABASES))
            .run(Progress.NONE);
    assertThat(report.failed()).isEmpty();
    split = report.artifacts();
    assertThat(MadeArtifact.tree(original.folder())).isEqualTo(before);
  }

  /** The generic artifact and some of the others. */
  private List<SplitArtifact> chosen(Random random) {
    List<SplitArtifact> chosen = new ArrayList<>();
    for (SplitArtifact artifact : split) {
      if (artifact.name().generic() || random.nextInt(3) > 0) {
        chosen.add(artifact);
      }
    }
    return chosen;
  }

  private static SortedSet<GpuTarget> targets(Collection<SplitArtifact> artifacts) {
    SortedSet<GpuTarget> targets = new TreeSet<>();
    artifacts.stream()
        .filter(artifact -> !artifact.name().generic())
        .forEach(artifact -> targets.add(GpuTarget.lenient(artifact.name().family())));
    return targets;
  }

  private List<Path> paths(List<SplitArtifact> artifacts) {
    return artifacts.stream().map(SplitArtifact::path).toList();
  }

  /** What has to be there: all but databases that only artifacts have which were not chosen. */
  private SortedMap<String, String> expected(Collection<SplitArtifact> chosen) throws IOException {
    SortedMap<String, String> expected = new TreeMap<>(before);
    expected.remove(ArtifactManifest.FILE_NAME);
    for (SplitArtifact artifact : split) {
      if (!chosen.contains(artifact)) {
        for (Map.Entry<String, String> each : MadeArtifact.tree(artifact.path()).entrySet()) {
          if (!each.getKey().endsWith("/")) {
            expected.remove(each.getKey());
          }
        }
      }
    }
    return expected;
  }

  private static String flattened(String path, Collection<String> prefixes) {
    for (String prefix : prefixes) {
      if (path.startsWith(prefix + "/")) {
        return path.substring(prefix.length() + 1);
      }
    }
    return "";
  }

  private void checkTree(
      Path tree, SortedMap<String, String> expected, Collection<String> prefixes, boolean flat)
      throws IOException {
    SortedMap<String, String> after = MadeArtifact.tree(tree);
    SortedMap<String, String> added = new TreeMap<>(after);
    for (Map.Entry<String, String> each : expected.entrySet()) {
      String path = flat ? flattened(each.getKey(), prefixes) : each.getKey();
      if (path.isEmpty()) {
        continue;
      }
      assertThat(after).containsKey(path);
      if (!original.fat().containsKey(each.getKey())) {
        assertThat(after.get(path)).as(path).isEqualTo(each.getValue());
      }
      added.remove(path);
    }
    for (String path : added.keySet()) {
      boolean ours =
          path.equals(ArtifactManifest.FILE_NAME)
              || path.endsWith(".prebuilt")
              || path.startsWith(".kpack/")
              || path.contains("/.kpack/");
      assertThat(ours).as("%s was added", path).isTrue();
    }
  }

  /** Every code object of the targets is found, and is what it was. */
  private int checkCode(
      Path tree, Collection<GpuTarget> targets, Collection<String> prefixes, boolean flat)
      throws IOException {
    int found = 0;
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      for (Map.Entry<String, FatFixture> each : original.fat().entrySet()) {
        String path = flat ? flattened(each.getKey(), prefixes) : each.getKey();
        try (OpenFile now = OpenFile.open(tree.resolve(path));
            OpenFile then = OpenFile.open(each.getValue().path())) {
          FatBinary host = FatBinary.read(ElfFile.read(now.view()));
          FatBinary fat = FatBinary.read(ElfFile.read(then.view()));
          for (Wrapper wrapper : fat.wrappers()) {
            LoadRequestMaker ask =
                target ->
                    loader.load(
                        LoadRequest.of(
                            host,
                            new Place.File(tree.resolve(path)),
                            host.wrappers().get(wrapper.index()),
                            List.of(target.toString())));
            found += checkBundle(fat.bundleOf(wrapper).orElseThrow(), targets, ask, path);
          }
        }
      }
    }
    return found;
  }

  private interface LoadRequestMaker {
    LoadedCode load(GpuTarget target) throws IOException;
  }

  private static int checkBundle(
      StoredBundle stored, Collection<GpuTarget> targets, LoadRequestMaker ask, String path)
      throws IOException {
    if (stored.content() instanceof CompressedBundle packed) {
      try (UnpackedBundle bundle =
          packed.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
        return checkBundle(bundle.bundle(), targets, ask, path);
      }
    }
    return checkBundle((OffloadBundle) stored.content(), targets, ask, path);
  }

  private static int checkBundle(
      OffloadBundle bundle, Collection<GpuTarget> targets, LoadRequestMaker ask, String path)
      throws IOException {
    int found = 0;
    for (BundleEntry entry : bundle.entries()) {
      GpuTarget target = entry.target();
      if (entry.sizeBytes() == 0 || target == null || !targets.contains(target)) {
        continue;
      }
      LoadedCode loaded = ask.load(target);
      assertThat(loaded.bytes())
          .as("%s @ %s: %s", path, target, loaded.resolution().error())
          .isNotNull();
      ByteView code = bundle.content(entry);
      assertThat(loaded.bytes().bytes(0, (int) loaded.bytes().size()))
          .isEqualTo(code.bytes(0, (int) code.size()));
      found++;
    }
    return found;
  }

  private void overlayAndCheck(List<Path> artifacts, Collection<SplitArtifact> chosen, String name)
      throws IOException {
    List<String> prefixes = ArtifactManifest.in(original.folder()).prefixes();
    SortedMap<String, String> expected = expected(chosen);
    SortedSet<GpuTarget> targets = targets(chosen);
    int found = -1;
    for (boolean flat : List.of(false, true)) {
      Path tree = folder.resolve(name + (flat ? "-flat" : "-staged"));
      OverlayReport report =
          new Overlay(OverlayRequest.of(artifacts, tree).with(OverlayRequest.FLATTEN, flat))
              .run(Progress.NONE);
      assertThat(report.conflicts()).isEmpty();
      checkTree(tree, expected, prefixes, flat);
      int now = checkCode(tree, targets, prefixes, flat);
      assertThat(found < 0 || found == now).isTrue();
      found = now;
      verify(tree);
    }
    if (!original.fat().isEmpty() && targets.equals(targets(split))) {
      assertThat(found).isPositive();
    }
  }

  private static void verify(Path tree) {
    VerifyReport verified = Verify.run(List.of(tree), VerifyRequest.everything(), Progress.NONE);
    assertThat(verified.unreadable()).isEmpty();
    assertThat(verified.findings()).noneMatch(finding -> finding.severity() == Severity.ERROR);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7})
  void splitAndOverlay(long seed) throws IOException {
    split(seed);
    overlayAndCheck(paths(split), split, "all");
    List<SplitArtifact> some = chosen(new Random(seed));
    overlayAndCheck(paths(some), some, "some");
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void splitRecombineAndOverlay(long seed) throws IOException {
    split(seed);
    Random random = new Random(seed);
    SortedMap<String, List<String>> groups = new TreeMap<>();
    for (SplitArtifact artifact : split) {
      if (artifact.name().generic()) {
        copy(artifact.path(), folder.resolve("split/two"));
        continue;
      }
      groups
          .computeIfAbsent("group" + random.nextInt(2), name -> new ArrayList<>())
          .add(artifact.name().family());
      // In one shard, in the other, or in both.
      int where = random.nextInt(3);
      if (where > 0) {
        copy(artifact.path(), folder.resolve("split/two"));
      }
      if (where == 1) {
        Files.move(
            artifact.path(),
            Files.createDirectories(folder.resolve("moved")).resolve(artifact.name().toString()));
      }
    }
    StringBuilder config = new StringBuilder("primary_shard: two\narchitecture_groups:\n");
    groups.forEach(
        (name, families) ->
            config.append(
                "  %s: {architectures: ['%s']}\n".formatted(name, String.join("', '", families))));
    if (groups.isEmpty()) {
      config.append("  none: {architectures: [gfx90a]}\n");
    }
    config.append(
        "validation: {verify_generic_artifacts_match: true, error_on_missing_architecture: true}\n");
    Path file = folder.resolve("packaging.yaml");
    Files.writeString(file, config);
    RecombineReport report =
        new Recombine(
                RecombineRequest.of(folder.resolve("split"), file, folder.resolve("packages")))
            .run(Progress.NONE);
    assertThat(report.failed()).isEmpty();
    // Wrappers of one library are drawn for different targets.
    assertThat(report.findings())
        .extracting(OperationNote::rule)
        .allMatch(rule -> rule.equals("strict-loaders"));
    // What was moved is examined where it is now.
    split = split.stream().map(this::where).toList();
    overlayAndCheck(
        report.artifacts().stream().map(RecombinedArtifact::path).toList(), split, "all");
    verify(folder.resolve("packages"));
  }

  private SplitArtifact where(SplitArtifact artifact) {
    Path moved = folder.resolve("moved").resolve(artifact.name().toString());
    return Files.exists(moved)
        ? new SplitArtifact(
            artifact.name(),
            moved,
            artifact.kernels(),
            artifact.files(),
            artifact.originalSizeBytes(),
            artifact.sizeBytes(),
            artifact.prefixes())
        : artifact;
  }

  private static void copy(Path artifact, Path shard) throws IOException {
    Path target = Files.createDirectories(shard.resolve(artifact.getFileName()));
    for (TreeItem item : TreeItem.below(artifact, Progress.NONE)) {
      switch (item.kind()) {
        case FOLDER -> Files.createDirectory(item.in(target));
        case LINK ->
            Files.createSymbolicLink(item.in(target), Files.readSymbolicLink(item.source()));
        default -> Files.copy(item.source(), item.in(target));
      }
    }
  }
}
