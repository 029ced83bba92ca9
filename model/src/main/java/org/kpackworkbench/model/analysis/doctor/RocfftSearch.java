package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;

/**
 * rocFFT's cache: since 1.0.37 one for each architecture, before that one for all. A file that
 * cannot be read is skipped. For one thread.
 */
final class RocfftSearch {
  static final String CACHE_PATH = "ROCFFT_RTC_SYS_CACHE_PATH";

  private static final String FORMER = "rocfft_kernel_cache.db";

  private final Search search;
  private final String own;
  private final List<String> damage = new ArrayList<>();
  private CachedKernels cached = CachedKernels.NONE;
  private boolean former;

  private RocfftSearch(Search search) {
    this.search = search;
    this.own = "rocfft_kernel_cache_" + search.gpu().processor() + ".db";
  }

  static Result of(Search search) throws IOException {
    return new RocfftSearch(search).result();
  }

  private Result result() throws IOException {
    Optional<Path> named = search.named(CACHE_PATH);
    if (named.isPresent()) {
      if (Files.isReadable(named.get())) {
        isTaken(named.get());
      }
    } else {
      beside();
    }
    if (former && cached.kernels() > 0) {
      search.onlyAs(
          "As rocFFT before 1.0.37 looks; later versions only read %s, and compile each kernel when it is first used."
              .formatted(own));
    }
    String wrong = Search.sentences(damage);
    if (cached.kernels() > 0 && wrong.isEmpty()) {
      return search.done(Outcome.FOUND, cached.notes());
    }
    for (Path beside : List.of(search.folder(), search.folder().resolve("rocfft"))) {
      search.others(beside, "rocfft/", RocfftSearch::isCache);
    }
    return search.done(
        cached.kernels() > 0 ? Outcome.PARTLY : Outcome.COMPILES,
        wrong,
        cached.notes(),
        "Each kernel is compiled when it is first used.",
        search.install(
            own + " beside the library or in rocfft/",
            CACHE_PATH,
            "a cache that has kernels of the GPU",
            "the cache is beside the library"));
  }

  private void beside() {
    for (String name : List.of(own, "rocfft/" + own, FORMER, "rocfft/" + FORMER)) {
      former = name.endsWith(FORMER);
      String what = former ? "kernel cache of all GPUs, read before 1.0.37" : "kernel cache";
      Path file = search.folder().resolve(name);
      if (search.step(what, file, Found.USED, Found.NOT_THERE) && isTaken(file)) {
        return;
      }
    }
  }

  private static boolean isCache(String name) {
    return name.startsWith("rocfft_kernel_cache") && name.endsWith(".db");
  }

  /** Reads a cache; one that cannot be read, and has no kernels, is skipped. */
  private boolean isTaken(Path cache) {
    CachedKernels read = CachedKernels.of(cache, search);
    if (!read.damage().isEmpty()) {
      damage.add(read.damage());
      search.useless(Search.unusable(cache));
      if (read.kernels() == 0) {
        return false;
      }
    } else {
      search.counted("kernels of the GPU", read.kernels(), cache, Found.MISSING);
    }
    cached = read;
    return true;
  }
}
