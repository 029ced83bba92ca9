package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.WrapperMagic;

/**
 * Puts the device code of a host-only binary back into it, from its archives.
 *
 * <p>The result is written beside its target, read back and verified, and only then given its name;
 * until then, and after a failure or cancellation, whatever was there is as it was. Code objects
 * are streamed from the archives, never held in memory. The result has the input's mode and time
 * stamp. The same input and archives give the same bytes. Stateless: safe for use by many threads.
 */
public final class HostOnlyRestore {
  private static final int MOST_NAMED = 20;

  private final Progress progress;

  /**
   * @param progress told how far it is, by several threads; can cancel it with a {@link
   *     java.util.concurrent.CancellationException}
   */
  public HostOnlyRestore(Progress progress) {
    this.progress = progress;
  }

  /**
   * Restores one file.
   *
   * @throws RestoreRefusedException where that cannot be done; nothing was written
   * @throws FormatException where a file changed meanwhile
   * @throws IOException where the input cannot be read, or the output cannot be written
   */
  public RestoreReport run(RestoreRequest request) throws IOException {
    Path input = request.input().toRealPath();
    List<SearchedPath> searched = new ArrayList<>();
    try (MappedFile file = MappedFile.open(input)) {
      FatBinary host = FatBinary.read(elf(file.view()), progress);
      return isFat(host)
          ? copy(request, input, host)
          : restore(request, input, host, name(host), searched);
    } catch (CodeSource.DamagedException damaged) {
      throw refused(
          request,
          new Refused(
              RestoreRefusal.CODE_OBJECT_DAMAGED,
              String.valueOf(damaged.getMessage()),
              List.of(),
              damaged.getCause()),
          searched);
    } catch (Refused refused) {
      throw refused(request, refused, searched);
    }
  }

  private static RestoreRefusedException refused(
      RestoreRequest request, Refused refused, List<SearchedPath> searched) {
    return new RestoreRefusedException(
        request.input(),
        refused.refusal(),
        refused.details(),
        refused.missing(),
        List.copyOf(searched),
        refused.getCause());
  }

  private static ElfFile elf(ByteView view) throws Refused, FormatException {
    if (!ElfFile.isElf(view)) {
      throw new Refused(
          RestoreRefusal.NOT_X86_64_ELF,
          NotFetched.is(view)
              ? "it is %s; git lfs pull fetches the file itself".formatted(NotFetched.WORDS)
              : "it does not start as one");
    }
    ElfFile elf;
    try {
      elf = ElfFile.read(view);
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      throw new Refused(RestoreRefusal.NOT_X86_64_ELF, String.valueOf(failure.found()));
    }
    if (elf.header().machine() != ElfMachine.X86_64) {
      throw new Refused(
          RestoreRefusal.NOT_X86_64_ELF, "its machine is " + elf.header().machineName());
    }
    return elf;
  }

  /** Whether the device code is in it; refuses what is neither fat nor host-only. */
  private static boolean isFat(FatBinary host) throws Refused {
    String why = String.join(" ", host.diagnosis());
    if (host.elf().header().isObject()) {
      throw new Refused(RestoreRefusal.NOT_HOST_ONLY, "it is an object file");
    }
    boolean converted =
        host.wrappers().stream().anyMatch(wrapper -> wrapper.magic() == WrapperMagic.HIPK);
    return switch (host.state()) {
      case FAT -> true;
      case HOST_ONLY -> false;
      case NO_SECTION_HEADERS -> throw new Refused(RestoreRefusal.NO_SECTION_HEADERS, "");
      case HALF_CONVERTED ->
          throw new Refused(
              converted && host.marker() == null
                  ? RestoreRefusal.NO_MARKER
                  : RestoreRefusal.HALF_CONVERTED,
              why);
      case NONE, NO_WRAPPERS, RELOCATABLE ->
          throw new Refused(
              RestoreRefusal.NOT_HOST_ONLY, why.isEmpty() ? host.state().words() : why);
    };
  }

  private static String name(FatBinary host) throws Refused {
    Marker marker = host.marker();
    String name = marker == null ? null : marker.kernelName();
    if (name == null || name.isEmpty()) {
      throw new Refused(
          RestoreRefusal.NO_MARKER,
          marker == null || marker.problems().isEmpty()
              ? "no kernel_name"
              : String.valueOf(marker.problems().getFirst().getMessage()));
    }
    return name;
  }

  private RestoreReport restore(
      RestoreRequest request,
      Path input,
      FatBinary host,
      String kernelName,
      List<SearchedPath> searched)
      throws IOException, Refused {
    checkOutput(request);
    try (ArchiveSet archives = new ArchiveSet(UnpackBudget.operation(request.large()))) {
      open(request, input, host, kernelName, archives, searched);
      BundlePlanner planner = new BundlePlanner(archives, kernelName, progress);
      planner.plan(host.wrappers().size());
      if (!planner.missing().isEmpty() && !request.partial()) {
        throw new Refused(
            RestoreRefusal.MISSING_CODE, named(planner.missing()), planner.missing(), null);
      }
      Path folder = folder(request);
      DiskRoom.at(folder).require(bytes(host, planner.bundles()));
      Path beside =
          folder.resolve(Objects.requireNonNull(request.output().toAbsolutePath().getFileName()));
      try (CompressedSpool spool = new CompressedSpool(beside, progress)) {
        List<BundleBytes> bundles = spool.prepare(planner.bundles(), request.threads());
        RestorePlan plan = new RestorePlan(host, bundles);
        plan.checkResult();
        RestoreReport report = report(host, plan, bundles, planner, archives, searched);
        return request.dryRun()
            ? report
            : report.withUpToDate(write(request, input, host, plan, bundles));
      }
    }
  }

  /** What cannot be written is better known before the work. */
  private static void checkOutput(RestoreRequest request) throws IOException {
    Path output = request.output().toAbsolutePath();
    Path folder = output.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NoSuchFileException(String.valueOf(folder));
    }
    if (!request.replace()
        && !isThere(request)
        && Files.exists(output, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(request.output().toString());
    }
  }

  /** Whether a file that is not the input has the output's name; it is compared with the result. */
  private static boolean isThere(RestoreRequest request) throws IOException {
    return Files.isRegularFile(request.output(), LinkOption.NOFOLLOW_LINKS)
        && !Files.isSameFile(request.input(), request.output());
  }

  private void open(
      RestoreRequest request,
      Path input,
      FatBinary host,
      String kernelName,
      ArchiveSet archives,
      List<SearchedPath> searched)
      throws IOException, Refused {
    for (Path path : request.archives()) {
      archives.open(path);
    }
    if (request.archives().isEmpty()) {
      ArchiveSearch search =
          new ArchiveSearch(
              Objects.requireNonNull(input.getParent()),
              kernelName,
              host.wrappers().size(),
              progress);
      try {
        search.search(Objects.requireNonNull(host.marker()).searchPaths(), archives);
      } finally {
        searched.addAll(search.searched());
      }
      if (archives.archives().isEmpty()) {
        throw new Refused(
            RestoreRefusal.NO_ARCHIVES,
            String.join("; ", searched.stream().limit(MOST_NAMED).map(Object::toString).toList()));
      }
    }
    archives.locate(progress);
  }

  private static String named(List<MissingCode> missing) {
    String first =
        String.join(", ", missing.stream().limit(MOST_NAMED).map(Object::toString).toList());
    return missing.size() > MOST_NAMED
        ? first + " and %d more".formatted(missing.size() - MOST_NAMED)
        : first;
  }

  /** What the result and its bundles come to, which archives may state as they like. */
  private static long bytes(FatBinary host, List<PlannedBundle> bundles) throws FormatException {
    long sum = host.elf().view().size();
    for (PlannedBundle bundle : bundles) {
      for (PlannedBundle.Entry entry : bundle.entries()) {
        long size = entry.sizeBytes();
        sum = sum > Long.MAX_VALUE - size ? Long.MAX_VALUE : sum + size;
      }
    }
    return sum;
  }

  /** Where temporary files go: beside the output; in a dry run nothing is written there. */
  private static Path folder(RestoreRequest request) {
    Path output = request.output().toAbsolutePath();
    return request.dryRun()
        ? Path.of(System.getProperty("java.io.tmpdir"))
        : Objects.requireNonNullElse(output.getParent(), output);
  }

  private static RestoreReport report(
      FatBinary host,
      RestorePlan plan,
      List<BundleBytes> bundles,
      BundlePlanner planner,
      ArchiveSet archives,
      List<SearchedPath> searched) {
    List<RestoredBundle> restored = new ArrayList<>();
    for (int i = 0; i < bundles.size(); i++) {
      PlannedBundle bundle = bundles.get(i).bundle();
      restored.add(
          new RestoredBundle(
              plan.address(i),
              bundles.get(i).sizeBytes(),
              bundle.form(),
              bundle.ids(),
              List.copyOf(bundle.wrappers())));
    }
    return new RestoreReport(
        planner.missing().isEmpty() ? RestoreOutcome.RESTORED : RestoreOutcome.RESTORED_PARTLY,
        plan.place().inPlace() ? RestorePlacement.IN_PLACE : RestorePlacement.NEW_SEGMENT,
        host.wrappers().size(),
        List.copyOf(restored),
        planner.targets(),
        planner.missing(),
        archives.archives().stream().map(ArchiveSet.Opened::path).toList(),
        List.copyOf(searched),
        planner.notes(),
        facts(host.elf()),
        plan.layout(),
        false);
  }

  private static LayoutFacts facts(ElfFile elf) {
    return new LayoutFacts(elf.view().size(), elf.segments(), elf.sections());
  }

  /** Whether the result was there already. */
  private boolean write(
      RestoreRequest request,
      Path input,
      FatBinary host,
      RestorePlan plan,
      List<BundleBytes> bundles)
      throws IOException {
    try (ReplacingFile output = create(request)) {
      new LayoutWriter(output.channel(), progress)
          .write(host.elf().view(), plan.edits(), plan.overlays());
      output.channel().force(true);
      try (MappedFile written = MappedFile.open(output.temporary())) {
        new RestoredCheck(host, plan, bundles, progress).check(ElfFile.read(written.view()));
      }
      output.commitAs(input);
      return output.wasThere();
    }
  }

  private static ReplacingFile create(RestoreRequest request) throws IOException {
    Path place = ReplacingFile.inPlace(request.input(), request.output());
    return isThere(request)
        ? ReplacingFile.createUnlessSame(place, request.replace())
        : ReplacingFile.create(place, request.replace());
  }

  private RestoreReport copy(RestoreRequest request, Path input, FatBinary fat) throws IOException {
    LayoutFacts facts = facts(fat.elf());
    RestoreReport report =
        new RestoreReport(
            RestoreOutcome.ALREADY_FAT,
            RestorePlacement.NONE,
            fat.wrappers().size(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            facts,
            facts,
            false);
    boolean same = Files.exists(request.output()) && Files.isSameFile(input, request.output());
    if (same || request.dryRun()) {
      return report;
    }
    try (ReplacingFile output = create(request)) {
      ByteView view = fat.elf().view();
      new LayoutWriter(output.channel(), progress)
          .write(view, new OffsetEdits(view.size()), List.of());
      output.channel().force(true);
      output.commitAs(input);
      return report.withUpToDate(output.wasThere());
    }
  }
}
