package org.kpackworkbench.model.analysis.resolve.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.bench.Scale;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/**
 * The install tree that is resolved: 300 binaries, five wrappers each, with archives for 16
 * architectures. Made once, below {@code target/bench}.
 */
public final class ResolvedTree {
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

  private ResolvedTree() {}

  /** The tree, which is made where it is missing. */
  public static Path path() throws IOException {
    Path root = Scale.folder().resolve("resolve-tree");
    Path done = root.resolve("done");
    if (Files.exists(done)) {
      return root;
    }
    Files.createDirectories(root.resolve(".kpack"));
    for (int i = 0; i < Scale.current().binaries(); i++) {
      Path output = root.resolve("lib").resolve(name(i));
      new Convert(
              ConvertRequest.discarding(
                      FatFixture.DRIFT.path(),
                      output,
                      "lib/" + name(i),
                      List.of("../.kpack/tree_@GFXARCH@.kpack"))
                  .replacing(true))
          .run(Progress.NONE);
    }
    for (GpuTarget target : TARGETS) {
      archive(root, target.toString());
    }
    Files.writeString(done, "");
    return root;
  }

  private static String name(int i) {
    return "libbench%03d.so".formatted(i);
  }

  private static void archive(Path root, String target) throws IOException {
    ByteView code = ByteView.of("code", new byte[4096]);
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            root.resolve(".kpack/tree_%s.kpack".formatted(target)),
            new TableHead("bench", target, List.of(target)),
            WriteOptions.DEFAULT,
            Progress.NONE)) {
      for (int i = 0; i < Scale.current().binaries(); i++) {
        for (int wrapper = 0; wrapper < FatFixture.DRIFT.wrapperCount(); wrapper++) {
          BinaryKey key = new BinaryKey("lib/" + name(i), wrapper, true);
          writer.add(NewEntry.of(key, target), code);
        }
      }
      writer.finish();
    }
  }

  /** Every wrapper for every architecture, by a loader that has opened nothing yet. */
  public static TreeResolution resolve(Path root) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      TreeResolution resolution =
          new TreeResolver(new BinaryResolver(loader, TARGETS, false))
              .resolve(root, binary -> {}, Progress.NONE);
      if (!resolution.complete() || resolution.rows().size() != Scale.current().binaries()) {
        throw new IllegalStateException("not all was found");
      }
      return resolution;
    }
  }
}
