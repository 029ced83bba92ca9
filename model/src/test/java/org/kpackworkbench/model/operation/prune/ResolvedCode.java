package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.DeviceCodeSink;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;

/** What is in linked binaries, and what a loader takes of it. */
final class ResolvedCode {
  private ResolvedCode() {}

  static String hash(ByteView bytes) throws IOException {
    return Long.toHexString(Digests.crc32c(bytes, Progress.NONE)) + ":" + bytes.size();
  }

  /** What each wrapper has for each target, as hashes. */
  static Map<String, String> all(Path binary) throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (HostOnlyInput input = HostOnlyInput.open(binary, Progress.NONE).allowingEmptyBundles()) {
      DeviceCodeSource.of(input, false, false)
          .read(
              target -> true,
              new DeviceCodeSink() {
                @Override
                public void take(List<DeviceCodeRow> rows, ByteView bytes) throws IOException {
                  String hash = hash(bytes);
                  rows.forEach(row -> all.put(row.wrapper() + " " + row.target(), hash));
                }

                @Override
                public void drain() {}
              },
              null,
              UnpackBudget.one(),
              Progress.NONE);
    }
    return all;
  }

  /** What each wrapper leads to on a device, with the bytes of the code. */
  static List<String> of(Path binary, GpuTarget device) throws IOException {
    Map<String, String> code = all(binary);
    List<String> all = new ArrayList<>();
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolution resolution =
          new BinaryResolver(loader, List.of(device), true).resolve(binary, Progress.NONE);
      for (WrapperOutcome outcome : resolution.outcomes()) {
        WrapperOutcome.InBundle inside = (WrapperOutcome.InBundle) outcome.code();
        @Nullable String target = inside.found() == null ? null : inside.found().target();
        all.add(
            outcome.number()
                + " "
                + target
                + " "
                + (target == null ? "" : code.get(outcome.number() + " " + target)));
      }
    }
    return all;
  }
}
