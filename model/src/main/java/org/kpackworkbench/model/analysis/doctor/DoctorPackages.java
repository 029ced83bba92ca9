package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.packages.DeviceOffer;
import org.kpackworkbench.model.format.packages.InstalledPackages;

/** Names the packages that install what libraries miss. For one run on one thread. */
final class DoctorPackages {
  private final InstalledPackages packages = new InstalledPackages();

  /**
   * The GPUs for which packages have code of some libraries, in their order.
   *
   * @throws IOException if descriptions of packages cannot be read
   */
  List<GpuTarget> offered(List<Path> libraries) throws IOException {
    TreeSet<GpuTarget> targets = new TreeSet<>();
    for (Path library : libraries) {
      DeviceOffer.of(packages, library).stream()
          .flatMap(offer -> offer.requirements().keySet().stream())
          .forEach(name -> targets.addAll(Gpus.members(GpuTarget.lenient(name))));
    }
    return List.copyOf(targets);
  }

  /**
   * A result with the package first that installs what is missing, where descriptions of packages
   * name it.
   *
   * @throws IOException if descriptions of packages cannot be read
   */
  Result with(Result result) throws IOException {
    if (result.outcome() != Outcome.MISSING) {
      return result;
    }
    DeviceOffer offer = DeviceOffer.of(packages, result.file()).orElse(null);
    if (offer == null) {
      return result;
    }
    String target = offer.serving(GpuTarget.lenient(result.target())).orElse("");
    if (target.isEmpty() || offer.installed().contains(target)) {
      return result;
    }
    String advice =
        "The device package of %s for %s is not installed. Install it: %s"
            .formatted(offer.ownerWords(), target, offer.command(List.of(target)));
    // The cause of code that the library itself lacks says the same.
    Diagnosis cause = new Diagnosis.PackageMissing(result.target(), offer);
    String others =
        result.advice().replace(Search.sentences(cause.sentence(), cause.advice()), "").strip();
    return new Result(
        result.library(),
        result.file(),
        result.target(),
        result.outcome(),
        result.steps(),
        result.available(),
        others.isEmpty() ? advice : advice + ". " + others,
        result.versions(),
        result.settings());
  }
}
