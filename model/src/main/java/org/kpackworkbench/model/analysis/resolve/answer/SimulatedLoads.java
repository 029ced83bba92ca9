package org.kpackworkbench.model.analysis.resolve.answer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.packages.InstalledPackages;
import org.kpackworkbench.model.operation.prune.Loads;

/** Asks the simulated loader without variables, in the way that ships today. */
public final class SimulatedLoads implements Loads {
  @Override
  public List<Load> of(
      Path root,
      Collection<Path> binaries,
      Collection<GpuTarget> devices,
      BiPredicate<String, GpuTarget> unpacks,
      Map<Path, Left> planned,
      Progress progress)
      throws IOException {
    List<Load> loads = new ArrayList<>();
    try (Loader loader =
        new Loader(
            LoaderEnvironment.NONE,
            LoaderBehaviour.TOLERANT,
            LoaderFiles.around(root),
            UnpackBudget.operation(),
            planned)) {
      Diagnoser diagnoser = new Diagnoser(loader, new InstalledPackages());
      BinaryResolver resolver = new BinaryResolver(loader, List.copyOf(devices), false);
      for (Path binary : binaries) {
        BinaryResolution found;
        try {
          found = resolver.lookUp(binary, progress);
        } catch (FormatException broken) {
          // No loader gets as far as its archives.
          broken.throwIfFileChanged();
          continue;
        }
        for (WrapperOutcome outcome : found.outcomes()) {
          if (outcome.code() instanceof InArchive asked) {
            loads.add(load(binary, outcome, asked.resolution(), found, loader, diagnoser, unpacks));
          }
        }
      }
    }
    return loads;
  }

  @Override
  public List<Load> of(List<Path> archives, Map<BinaryKey, Set<GpuTarget>> asked, Progress progress)
      throws IOException {
    List<String> paths = archives.stream().map(path -> SystemText.of(path)).toList();
    Path binary = archives.getFirst();
    List<Load> loads = new ArrayList<>();
    try (Loader loader =
        new Loader(
            LoaderEnvironment.NONE,
            LoaderBehaviour.TOLERANT,
            LoaderFiles.own(),
            UnpackBudget.operation())) {
      for (Map.Entry<BinaryKey, Set<GpuTarget>> each : asked.entrySet()) {
        progress.step(0);
        BinaryKey key = each.getKey();
        Marker marker =
            new Marker(
                null,
                new ByteRange(0, 0),
                0,
                key.binary(),
                paths,
                PathRules.LINUX,
                List.of(),
                List.of());
        for (GpuTarget device : each.getValue()) {
          List<LoadRequest> requests = new ArrayList<>();
          requests.add(new LoadRequest(marker, binary, key.index(), GpuTable.preference(device)));
          if (!key.indexed()) {
            List<String> handed = Device.of(device).handed();
            archives.forEach(
                archive -> requests.add(LoadRequest.inArchive(archive, key.binary(), handed)));
          }
          for (LoadRequest request : requests) {
            Resolution.Found row = loader.load(request).resolution().found();
            if (row != null) {
              loads.add(
                  new Load(
                      binary,
                      key.index(),
                      device,
                      row.key(),
                      new Row(row.archive().toRealPath(), row.key(), row.architecture()),
                      false,
                      ""));
              break;
            }
          }
        }
      }
    }
    return loads;
  }

  private static Load load(
      Path binary,
      WrapperOutcome outcome,
      Resolution lookedUp,
      BinaryResolution all,
      Loader loader,
      Diagnoser diagnoser,
      BiPredicate<String, GpuTarget> unpacks)
      throws IOException {
    Resolution resolution = lookedUp;
    Resolution.Found row = lookedUp.found();
    if (row != null && unpacks.test(row.key(), outcome.device())) {
      resolution = loader.load(lookedUp.request()).resolution();
      row = resolution.found();
    }
    Diagnosis cause =
        row != null
            ? null
            : diagnoser.of(
                new WrapperOutcome(
                    outcome.wrapper(),
                    outcome.number(),
                    outcome.device(),
                    new InArchive(resolution, null)),
                all.state());
    return new Load(
        binary,
        outcome.number(),
        outcome.device(),
        row == null ? key(all, outcome) : row.key(),
        row == null ? null : new Row(row.archive().toRealPath(), row.key(), row.architecture()),
        cause != null && Answer.Kind.of(cause) == Answer.Kind.NEVER_BUILT,
        cause == null ? "" : cause.sentence());
  }

  private static String key(BinaryResolution all, WrapperOutcome outcome) {
    @Nullable String name = all.marker() == null ? null : all.marker().kernelName();
    return name == null ? "" : name + "#" + outcome.number();
  }
}
