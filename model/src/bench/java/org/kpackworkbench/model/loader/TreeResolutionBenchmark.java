package org.kpackworkbench.model.loader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.kpackworkbench.model.archive.ArchiveInfo;
import org.kpackworkbench.model.archive.ArchiveWriter;
import org.kpackworkbench.model.archive.BinaryKey;
import org.kpackworkbench.model.archive.NewEntry;
import org.kpackworkbench.model.archive.WriteOptions;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.pack.Conversion;
import org.kpackworkbench.model.pack.ConversionRequest;
import org.kpackworkbench.model.target.GpuTarget;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Resolving every wrapper of an install tree with 300 binaries, five wrappers each, for 16
 * architectures, with a loader that has opened nothing yet.
 *
 * <p>The promise: under a second.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class TreeResolutionBenchmark {
  private static final int BINARIES = 300;
  private static final List<GpuTarget> TARGETS =
      List.of(
              "gfx906:xnack-",
              "gfx908:xnack-",
              "gfx90a:xnack+",
              "gfx90a:xnack-",
              "gfx942",
              "gfx950",
              "gfx1010",
              "gfx1030",
              "gfx1032",
              "gfx1100",
              "gfx1101",
              "gfx1102",
              "gfx1150",
              "gfx1151",
              "gfx1200",
              "gfx1201")
          .stream()
          .map(GpuTarget::parse)
          .toList();

  /** The tree; made once, below {@code target/bench}. */
  @State(Scope.Benchmark)
  public static class Tree {
    Path root;

    @Setup
    public void make() throws IOException {
      Path folder = Path.of(System.getProperty("kpack.bench.dir", "target/bench"));
      root = folder.toAbsolutePath().resolve("resolve-tree");
      Path done = root.resolve("done");
      if (Files.exists(done)) {
        return;
      }
      Files.createDirectories(root.resolve(".kpack"));
      for (int i = 0; i < BINARIES; i++) {
        Path output = root.resolve("lib").resolve(name(i));
        new Conversion(
                ConversionRequest.discarding(
                        FatFixture.DRIFT.path(),
                        output,
                        "lib/" + name(i),
                        List.of("../.kpack/tree_@GFXARCH@.kpack"))
                    .replacing(true))
            .run(Progress.NONE);
      }
      for (GpuTarget target : TARGETS) {
        archive(target.toString());
      }
      Files.writeString(done, "");
    }

    private static String name(int i) {
      return "libbench%03d.so".formatted(i);
    }

    private void archive(String target) throws IOException {
      ByteView code = ByteView.of("code", new byte[4096]);
      try (ArchiveWriter writer =
          ArchiveWriter.create(
              root.resolve(".kpack/tree_%s.kpack".formatted(target)),
              new ArchiveInfo("bench", target, List.of(target)),
              WriteOptions.DEFAULT,
              Progress.NONE)) {
        for (int i = 0; i < BINARIES; i++) {
          for (int wrapper = 0; wrapper < FatFixture.DRIFT.wrapperCount(); wrapper++) {
            BinaryKey key = new BinaryKey("lib/" + name(i), wrapper, true);
            writer.add(NewEntry.of(key, target), code);
          }
        }
        writer.finish();
      }
    }
  }

  @Benchmark
  public TreeResolution grid(Tree tree) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      TreeResolution resolution =
          new TreeResolver(new BinaryResolver(loader, TARGETS, false))
              .resolve(tree.root, TreeResolver.Visitor.none(), Progress.NONE);
      if (!resolution.complete() || resolution.rows().size() != BINARIES) {
        throw new IllegalStateException("not all was found");
      }
      return resolution;
    }
  }
}
