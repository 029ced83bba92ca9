package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.TensileSearch.Answer;

/**
 * hipSPARSELt's Tensile library, and its library of other kernels for each architecture, {@code
 * libspmm_kernels_gfx942.so}. A build may have one of them alone. For one thread.
 */
final class HipsparseltSearch {
  static final String SPMM_PATH = "ROCSPARSELT_SPMM_LIBPATH";

  private static final Pattern FILE = Pattern.compile("libspmm_kernels_(?<arch>gfx.*)\\.so");

  private final Search search;
  private boolean anySpmm;

  private HipsparseltSearch(Search search) {
    this.search = search;
  }

  static Result of(Search search) throws IOException {
    return new HipsparseltSearch(search).result();
  }

  private Result result() throws IOException {
    Answer tensile = TensileSearch.hipsparselt(search).answer();
    boolean anyTensile =
        tensile.outcome() != Outcome.MISSING
            || search.hasForOthers()
            || search.isSet(TensileSearch.HIPSPARSELT_PATH);
    Answer spmm = spmm();
    if (!anySpmm) {
      return search.done(tensile.outcome(), tensile.advice());
    }
    if (!anyTensile) {
      return search.done(spmm.outcome(), spmm.advice());
    }
    return search.done(
        tensile.outcome() == spmm.outcome() ? spmm.outcome() : Outcome.PARTLY,
        tensile.advice(),
        spmm.advice());
  }

  private Answer spmm() throws IOException {
    String name = "libspmm_kernels_%s.so".formatted(search.gpu().processor());
    Optional<Path> named = search.named(SPMM_PATH);
    Path base =
        named.isPresent()
            ? named.get()
            : search.firstOf(List.of("../SPMM_KERNELS/library", "library", "hipsparselt/library"));
    String tensile = search.run().environment().get(TensileSearch.HIPSPARSELT_PATH);
    Path former = named.isPresent() || tensile == null ? base : search.run().path(tensile);
    note(base);
    note(former);
    Path file = base.resolve(name);
    boolean found = search.step("library of other kernels", file, Found.USED, Found.NOT_THERE);
    if (!found && !former.equals(base)) {
      file = former.resolve(name);
      found = search.step("library of other kernels", file, Found.USED, Found.NOT_THERE);
      if (found) {
        search.onlyIn("Versions before 2025 read %s.".formatted(file));
      }
    }
    if (!found) {
      if (anySpmm) {
        search.useless(Found.MISSING);
      }
      return new Answer(Outcome.MISSING, "Install %s in %s.".formatted(name, base));
    }
    String lacking = search.run().binaries().lacking(file, search.gpu().target(), search.steps());
    return new Answer(lacking.isEmpty() ? Outcome.FOUND : Outcome.PARTLY, lacking);
  }

  /** Notes which GPUs a folder has such libraries for. */
  private void note(Path folder) throws IOException {
    for (Path each : Search.children(folder)) {
      Matcher file = FILE.matcher(each.getFileName().toString());
      if (file.matches()) {
        anySpmm = true;
        if (!file.group("arch").equals(search.gpu().processor())) {
          search.hasFor(file.group("arch"));
        }
      }
    }
  }
}
