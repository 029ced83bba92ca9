package org.kpackworkbench.model.operation.wheel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.NewFolders;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;

/**
 * Splits a wheel. Binaries with device code and files of databases are unpacked beside the output
 * and split as an artifact; everything else is copied as it is stored. New wheels take their names
 * together; a failure or cancellation leaves nothing. Used once, by one thread.
 */
public record WheelSplit(WheelSplitRequest request) {
  /**
   * Returns what {@link #run} would write; changes nothing but a folder for what is unpacked, which
   * is removed again.
   *
   * @throws IOException as {@link #run}
   */
  public WheelSplitReport plan(Progress progress) throws IOException {
    return split(true, progress);
  }

  /**
   * Splits.
   *
   * @throws OperationException if the file is no wheel that can be split, where there is nothing to
   *     split, or where more has to be said
   * @throws FormatException if the wheel is damaged
   * @throws java.nio.file.FileAlreadyExistsException if a wheel is there already
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public WheelSplitReport run(Progress progress) throws IOException {
    return split(false, progress);
  }

  private WheelSplitReport split(boolean dryRun, Progress progress) throws IOException {
    if (Files.notExists(request.input())) {
      throw new NoSuchFileException(request.input().toString());
    }
    PackageFile file =
        PackageFile.open(
                request.input(),
                UnpackBudget.operation(request.options().large()),
                progress.cancelOnly())
            .filter(found -> found.format() == PackageFormat.WHEEL)
            .orElseThrow(() -> refused(request, "it is not a wheel"));
    Wheel wheel = Wheel.of(file);
    Wheel.Name name = wheel.name();
    if (name == null || wheel.text("METADATA") == null || wheel.text("RECORD") == null) {
      throw refused(
          request,
          name == null
              ? "its name is not NAME-VERSION[-BUILD]-PYTHON-ABI-PLATFORM.whl"
              : "it has no METADATA or RECORD");
    }
    if (request.variant().isPresent() && !name.variant().isEmpty()) {
      throw refused(request, "it is the variant %s already".formatted(name.variant()));
    }
    for (Member member : file.members()) {
      if (member.kind() == Member.Kind.LINK || member.kind() == Member.Kind.SPECIAL) {
        throw refused(
            request, "%s is a link or a device, which wheels do not have".formatted(member.path()));
      }
    }
    Path output = request.output().toAbsolutePath().normalize();
    Path host = output.resolve(request.input().getFileName().toString());
    if (Files.exists(host) && Files.isSameFile(host, request.input())) {
      throw Obstacle.OVERLAP.exception(
          "the host wheel has the name of %s: choose another folder than its own", request.input());
    }
    try (NewFolders folders = new NewFolders()) {
      Path there = output;
      while (!Files.isDirectory(there)) {
        there = Objects.requireNonNull(there.getParent());
      }
      if (!dryRun) {
        folders.make(output);
      }
      try (ScratchFolder scratch = ScratchFolder.in(dryRun ? there : output, "wheel")) {
        return split(file, wheel, name, scratch.folder(), dryRun, progress);
      }
    }
  }

  static OperationException refused(WheelSplitRequest request, String why) {
    return Obstacle.NO_WHEEL.exception("%s cannot be split: %s", request.input(), why);
  }

  private WheelSplitReport split(
      PackageFile file,
      Wheel wheel,
      Wheel.Name name,
      Path scratch,
      boolean dryRun,
      Progress progress)
      throws IOException {
    WheelParts parts = new WheelParts(request, file, name, scratch.resolve("wheel_all"), progress);
    SplitReport done = parts.split(scratch.resolve("split"), dryRun);
    List<SplitArtifact> device = device(done);
    if (device.isEmpty()) {
      if (done.findings().stream().anyMatch(each -> each.rule().equals("already-host-only"))) {
        return new WheelSplitReport(
            request,
            dryRun,
            false,
            List.of(),
            Optional.empty(),
            List.of(),
            0,
            List.of(),
            parts.findings);
      }
      throw parts.nothing();
    }
    checkNames(name, parts.group, device);
    WheelNames names = new WheelNames(request, wheel, name, file.facts());
    WheelOutput output =
        new WheelOutput(request, parts, wheel, names, done, scratch.resolve("none"), progress);
    List<WheelSplitReport.Made> made = dryRun ? output.planned() : output.written();
    return new WheelSplitReport(
        request,
        dryRun,
        output.upToDate(),
        made,
        request.variant().map(variant -> names.indexFile()),
        device.stream().map(SplitArtifact::target).toList(),
        done.binaries(),
        done.outcomes().stream().flatMap(each -> each.dropped().stream()).toList(),
        parts.findings);
  }

  /** The artifacts that are for a target. */
  static List<SplitArtifact> device(SplitReport done) {
    return done.artifacts().stream().filter(each -> !each.name().generic()).toList();
  }

  /** Where a system's files cannot be named after features, their targets are refused. */
  private void checkNames(Wheel.Name name, String group, List<SplitArtifact> device)
      throws OperationException {
    if (!name.platform().startsWith("win")) {
      return;
    }
    for (SplitArtifact artifact : device) {
      if (artifact.target().indexOf(':') >= 0) {
        throw refused(
            request,
            "Windows allows no colon in names, and code for %s would be in %s_%s.kpack"
                .formatted(artifact.target(), group, artifact.target()));
      }
    }
  }

  static boolean isFile(@Nullable Member member) {
    return member != null && member.kind() == Member.Kind.FILE;
  }
}
