package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/** Libraries made host-only, one archive for each target. */
public final class ConvertedTree {
  public static final String PATTERN = "../.kpack/%s_@GFXARCH@.kpack";

  private ConvertedTree() {}

  /** Makes {@code lib/NAME} below a folder and answers its path. */
  public static Path convert(Path input, Path root, String name) throws IOException {
    Path output = root.resolve("lib").resolve(name);
    new Convert(
            ConvertRequest.keeping(
                input,
                output,
                "lib/" + name,
                List.of(PATTERN.formatted(name)),
                root.resolve(".kpack")))
        .run(Progress.NONE);
    return output;
  }

  /** Resolves a file with a loader of its own, which loads all code. */
  public static BinaryResolution resolve(
      Path file, LoaderEnvironment environment, String... devices) throws IOException {
    List<GpuTarget> targets = java.util.Arrays.stream(devices).map(GpuTarget::parse).toList();
    try (Loader loader = new Loader(environment, LoaderBehaviour.TOLERANT)) {
      return new BinaryResolver(loader, targets, true).resolve(file, Progress.NONE);
    }
  }
}
