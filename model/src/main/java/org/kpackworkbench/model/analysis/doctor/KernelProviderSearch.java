package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Step;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.database.LoadedCode;
import org.kpackworkbench.model.format.kernelprovider.KernelProviderDocument;
import org.kpackworkbench.model.format.kernelprovider.KernelSource;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;

/**
 * hip-kernel-provider's descriptors, in a folder for each architecture beside the plugin; they name
 * kernels in archives beside them. For one thread.
 */
final class KernelProviderSearch {
  static final String DESCRIPTOR_PATH = "HIPDNN_DESCRIPTOR_DIR";

  private static final String BELOW = "engines/arch_content/";

  private final Search search;
  private final List<String> damage = new ArrayList<>();
  private final List<Step> damaged = new ArrayList<>();
  private int kernels;
  private boolean anything;

  private KernelProviderSearch(Search search) {
    this.search = search;
  }

  static Result of(Search search) throws IOException {
    return new KernelProviderSearch(search).result();
  }

  private Result result() throws IOException {
    Path base = search.base(DESCRIPTOR_PATH, List.of("arch_content"));
    Set<Path> own = new TreeSet<>();
    List<Path> files =
        Files.isDirectory(base) ? FolderWalk.of(base, search.run().progress()).files() : List.of();
    for (Path file : files) {
      Optional<Path> folder = folderOfGpu(base, file);
      GpuTarget target = Search.target(BELOW + base.relativize(file));
      if (target == null || folder.isEmpty()) {
        continue;
      }
      anything = true;
      if (target.processor().equals(search.gpu().processor())) {
        own.add(folder.get());
      } else {
        search.hasFor(target.toString());
      }
    }
    for (Path folder : own) {
      read(folder);
    }
    if (own.isEmpty()) {
      search.add(
          "folder of the GPU",
          base.resolve("hip-kernel-provider").resolve(search.gpu().processor()),
          anything ? Found.MISSING : Found.NOT_THERE);
    }
    search.steps().addAll(Search.some(damaged));
    if (kernels > 0 && damage.isEmpty()) {
      return search.done(Outcome.FOUND);
    }
    return search.done(
        kernels > 0 ? Outcome.PARTLY : anything ? Outcome.MISSING : Outcome.COMPILES,
        Search.sentences(Search.some(damage)),
        search.install(
            "the descriptors and archives for %s below %s"
                .formatted(search.gpu().processor(), base),
            DESCRIPTOR_PATH,
            "a folder that has them",
            "they are beside the library"));
  }

  /** The folder around a file that is named as a target. */
  private static Optional<Path> folderOfGpu(Path base, Path file) {
    Path within = base.relativize(file);
    for (int names = 1; names < within.getNameCount(); names++) {
      Path folder = within.subpath(0, names);
      if (Search.target(BELOW + folder + "/x") != null) {
        return Optional.of(base.resolve(folder));
      }
    }
    return Optional.empty();
  }

  private void read(Path folder) throws IOException {
    int before = kernels;
    FolderWalk walk = FolderWalk.of(folder, search.run().progress());
    search.reading("descriptors", walk.files().size());
    for (Path file : walk.files()) {
      search.run().progress().step(1);
      String name = file.getFileName().toString();
      if (name.endsWith(".json")) {
        descriptor(file);
      } else if (name.endsWith(".co") || name.endsWith(".hsaco")) {
        String wrong = search.examine("code object", file, damaged);
        kernels += wrong.isEmpty() ? 1 : 0;
        damage.add(wrong);
        damage.removeIf(String::isEmpty);
      }
    }
    walk.unreadable().forEach(one -> damage.add(KernelFiles.sentence(one.failure())));
    int found = kernels - before;
    search.add(
        found == 0 ? "folder of the GPU" : "folder of the GPU, " + CountText.of(found, "kernel"),
        folder,
        found > 0 ? Found.USED : Files.isReadable(folder) ? Found.EMPTY : Found.REFUSED);
  }

  private void descriptor(Path file) {
    try (Document document =
        StandardFormats.all().open(file, search.run().progress().cancelOnly())) {
      if (!(document instanceof KernelProviderDocument descriptor)) {
        // Descriptors of engines and matchers name no kernels.
        return;
      }
      if (!descriptor.problems().isEmpty()) {
        throw descriptor.problems().getFirst();
      }
      long archived = descriptor.sources().stream().filter(KernelSource::isArchived).count();
      // Others are compiled from sources in the plugin.
      kernels += (int) (descriptor.sources().size() - archived);
      if (archived > 0) {
        archived(descriptor, file);
      }
    } catch (IOException unreadable) {
      wrong(file, Search.unusable(file), KernelFiles.sentence(unreadable));
    }
  }

  private void archived(KernelProviderDocument descriptor, Path file) throws IOException {
    Optional<CodeElsewhere> elsewhere =
        descriptor.codeElsewhere(each -> true, search.run().progress().cancelOnly());
    if (elsewhere.isEmpty()) {
      return;
    }
    try (CodeElsewhere code = elsewhere.get()) {
      if (!code.problems().isEmpty()) {
        throw code.problems().getFirst();
      }
      Map<String, Set<GpuTarget>> filed = new TreeMap<>();
      for (int row = 0; row < code.codeObjects().size(); row++) {
        CodeObjectRow each = code.codeObjects().row(row);
        filed.computeIfAbsent(each.binary(), key -> new TreeSet<>()).add(each.target());
      }
      if (filed.isEmpty()) {
        wrong(file, Found.EMPTY, "%s: %s.".formatted(file, code.whyNone()));
        return;
      }
      for (KernelSource source : descriptor.sources()) {
        if (source.isArchived()) {
          source(source, filed.getOrDefault(source.key(), Set.of()), file);
        }
      }
    }
  }

  private void source(KernelSource source, Set<GpuTarget> targets, Path file) {
    if (targets.isEmpty()) {
      wrong(
          file, Found.MISSING, "%s: %s has no %s.".formatted(file, source.library(), source.key()));
    } else if (LoadedCode.isForOthers(targets, search.gpu().target())) {
      wrong(file, Found.OTHER, Search.otherGpu(file, targets));
    } else {
      kernels++;
    }
  }

  private void wrong(Path file, Found found, String why) {
    damage.add(why);
    damaged.add(new Step("descriptor", file.toString(), found));
  }
}
