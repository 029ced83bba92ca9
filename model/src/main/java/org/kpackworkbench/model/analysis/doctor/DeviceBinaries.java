package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.host.HostImages;

/**
 * Device code in the libraries themselves, by the simulated loader. Each binary is resolved once.
 * For one thread.
 */
final class DeviceBinaries {
  private final Loader loader;
  private final List<GpuTarget> gpus;
  private final Progress progress;
  private final Map<Path, Optional<BinaryResolution>> known = new HashMap<>();

  /**
   * @param gpus all GPUs of the examination
   */
  DeviceBinaries(Loader loader, List<GpuTarget> gpus, Progress progress) {
    this.loader = loader;
    this.gpus = List.copyOf(gpus);
    this.progress = progress.cancelOnly();
  }

  /**
   * Adds a step if a binary has device code.
   *
   * @return which of it is missing on a GPU and what to do, in sentences; empty if nothing is
   * @throws IOException if the binary cannot be read
   */
  String lacking(Path file, GpuTarget gpu, List<Step> steps) throws IOException {
    Optional<BinaryResolution> binary = resolve(file);
    List<WrapperOutcome> outcomes = binary.map(each -> each.on(gpu)).orElse(List.of());
    if (outcomes.isEmpty()) {
      return "";
    }
    long found = outcomes.stream().filter(WrapperOutcome::right).count();
    boolean whole = found == outcomes.size();
    steps.add(
        new Step(
            "code of the library itself, %d of %d".formatted(found, outcomes.size()),
            file.toString(),
            whole ? Found.THERE : Found.MISSING));
    return whole ? "" : why(binary.orElseThrow(), gpu);
  }

  private String why(BinaryResolution binary, GpuTarget gpu) {
    Map<Diagnosis, List<WrapperOutcome>> causes = new Diagnoser(loader).of(binary);
    return causes.entrySet().stream()
        .filter(each -> each.getValue().stream().anyMatch(one -> one.device().equals(gpu)))
        .map(Map.Entry::getKey)
        .map(cause -> Search.sentences(cause.sentence(), cause.advice()))
        .findFirst()
        .orElse("A runtime finds not all code of the library itself: see resolve.");
  }

  private Optional<BinaryResolution> resolve(Path file) throws IOException {
    Optional<BinaryResolution> before = known.get(file);
    if (before != null) {
      return before;
    }
    Optional<BinaryResolution> resolved =
        isHost(file)
            ? Optional.of(new BinaryResolver(loader, gpus, true).resolve(file, progress))
            : Optional.empty();
    known.put(file, resolved);
    return resolved;
  }

  private static boolean isHost(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return HostImages.isHost(in.readNBytes(ElfFile.START_BYTES));
    }
  }
}
