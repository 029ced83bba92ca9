package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Step;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.aotriton.AotritonKernels;
import org.kpackworkbench.model.format.database.LoadedCode;
import org.kpackworkbench.model.format.registry.Document;

/** AOTriton's packed kernels, in a folder for each architecture or family. For one thread. */
final class AotritonSearch {
  private static final String IMAGES = "aotriton.images";

  private final Search search;
  private final List<String> damage = new ArrayList<>();
  private final List<Step> damaged = new ArrayList<>();
  private int files;

  private AotritonSearch(Search search) {
    this.search = search;
  }

  static Result of(Search search) throws IOException {
    return new AotritonSearch(search).result();
  }

  private Result result() throws IOException {
    Path images = search.folder().resolve(IMAGES);
    search.step("folder", images, Found.USED, Found.MISSING);
    boolean folder = false;
    for (Path each : Search.children(images)) {
      String path = IMAGES + "/" + each.getFileName() + "/";
      if (search.isFor(path + "x.aks2")) {
        own(each);
        folder = true;
      } else {
        other(path, each);
      }
    }
    if (files > 0) {
      search.onlyIn(
          "Kernels were looked up in each file's directory; AOTriton unpacks all of a file when it loads one of its kernels, which verify does, too.");
    }
    if (files > 0 && damage.isEmpty()) {
      return search.done(Outcome.FOUND);
    }
    if (!folder) {
      Path own = images.resolve("amd-" + search.gpu().processor());
      search.add("kernels of the GPU", own, Found.MISSING);
    }
    return search.done(
        files > 0 ? Outcome.PARTLY : Outcome.MISSING,
        Search.sentences(Search.some(damage)),
        "Install AOTriton's kernels for %s in %s.%s"
            .formatted(search.gpu().processor(), images, files > 0 ? "" : search.has()));
  }

  private void own(Path folder) throws IOException {
    int before = files;
    int damageBefore = damage.size();
    damaged.clear();
    FolderWalk walk = FolderWalk.of(folder, search.run().progress());
    for (Path file : walk.files()) {
      files += hasKernels(file) ? 1 : 0;
    }
    walk.unreadable().forEach(one -> damage.add(KernelFiles.sentence(one.failure())));
    Found none =
        !Files.isReadable(folder)
            ? Found.REFUSED
            : damage.size() > damageBefore ? Found.MISSING : Found.EMPTY;
    search.add("kernels of the GPU", folder, files > before ? Found.USED : none);
    search.steps().addAll(Search.some(damaged));
  }

  private void other(String path, Path folder) throws IOException {
    for (Path file : FolderWalk.of(folder, search.run().progress()).files()) {
      if (search.hasKernels(path + file.getFileName(), file, "")) {
        return;
      }
    }
  }

  /** Whether a file has kernels for the GPU, as far as that is seen without unpacking it all. */
  private boolean hasKernels(Path file) {
    search.run().progress().step(0);
    try (Document document =
        StandardFormats.all().open(file, search.run().progress().cancelOnly())) {
      if (!document.problems().isEmpty()) {
        throw document.problems().getFirst();
      }
      AotritonKernels.checkEnd(document, search.run().progress().cancelOnly());
      boolean kernels = document.codeObjects().size() > 0;
      if (!kernels && file.toString().endsWith(".aks2") && !AotritonKernels.isOne(document)) {
        throw new IOException(
            "%s: expected kernels of %s, found %s"
                .formatted(file, search.library().title(), KernelFiles.found(document)));
      }
      Set<GpuTarget> targets =
          AotritonKernels.firstTargets(document, search.run().progress().cancelOnly());
      if (LoadedCode.isForOthers(targets, search.gpu().target())) {
        wrong(file, Found.OTHER, Search.otherGpu(file, targets));
        return false;
      }
      return kernels;
    } catch (IOException unreadable) {
      wrong(file, Search.unusable(file), KernelFiles.sentence(unreadable));
      return false;
    }
  }

  private void wrong(Path file, Found found, String why) {
    damage.add(why);
    damaged.add(new Step("packed kernels", file.toString(), found));
  }
}
