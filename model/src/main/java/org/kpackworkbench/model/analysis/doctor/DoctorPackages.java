package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.packages.DeviceOffer;
import org.kpackworkbench.model.format.packages.InstalledPackages;

/** Names the packages that install what libraries miss. For one run on one thread. */
final class DoctorPackages {
  private final InstalledPackages packages = new InstalledPackages();

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
    return new Result(
        result.library(),
        result.file(),
        result.target(),
        result.outcome(),
        result.steps(),
        result.available(),
        result.advice().isEmpty() ? advice : advice + ". " + result.advice(),
        result.versions(),
        result.settings());
  }
}
