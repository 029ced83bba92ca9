package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.analysis.verify.BrokenSubject;
import org.kpackworkbench.model.analysis.verify.MemberSubject;
import org.kpackworkbench.model.analysis.verify.Subject;
import org.kpackworkbench.model.analysis.verify.context.Surroundings;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.OddMember;
import org.kpackworkbench.model.operation.tar.TarLimits;
import org.kpackworkbench.model.operation.tar.TarUnpacking;

/**
 * Verifies packed artifacts: those of a shard are unpacked side by side, so that each finds the
 * others. What is found is said of the packed files, with paths inside of them.
 */
final class PackedRun implements AutoCloseable {
  private final VerifyRequest request;
  private final Surroundings outside;
  private final Set<String> applied;
  private final Progress progress;
  private final ScratchFolder scratch;
  private final Path shard;
  private final Map<Path, Path> packed = new LinkedHashMap<>();

  private PackedRun(
      VerifyRequest request,
      Surroundings outside,
      Set<String> applied,
      Progress progress,
      ScratchFolder scratch)
      throws IOException {
    this.request = request;
    this.outside = outside;
    this.applied = applied;
    this.progress = progress;
    this.scratch = scratch;
    this.shard = Files.createDirectory(scratch.folder().toRealPath().resolve("shard"));
  }

  /**
   * Starts; what is unpacked lies in the system's folder for temporary files.
   *
   * @param outside what lies around the packed files, with what may be unpacked
   * @param applied takes the names of the rules that had something to check; for many threads
   */
  static PackedRun start(
      VerifyRequest request, Surroundings outside, Set<String> applied, Progress progress)
      throws IOException {
    ScratchFolder scratch =
        ScratchFolder.in(Path.of(System.getProperty("java.io.tmpdir", ".")), "verify");
    boolean started = false;
    try {
      PackedRun run = new PackedRun(request, outside, applied, progress, scratch);
      started = true;
      return run;
    } finally {
      if (!started) {
        scratch.close();
      }
    }
  }

  /** Unpacks one; what is wrong with it is a finding. */
  List<FileResult> unpack(Path file) throws IOException {
    Path folder = Files.createTempDirectory(scratch.folder(), "one");
    List<OddMember> odd;
    try {
      odd = TarUnpacking.unpack(file, folder, TarLimits.of(outside.budget()), progress);
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      return List.of(new FileResult(broken(file, failure), file, List.of(), null));
    }
    String name = ArtifactInput.folderName(file);
    Path inner = folder.resolve(name);
    Path root =
        !ArtifactFolder.isArtifact(folder) && Files.isDirectory(inner, LinkOption.NOFOLLOW_LINKS)
            ? inner
            : folder;
    Path place = shard.resolve(name);
    Files.move(root, place, StandardCopyOption.ATOMIC_MOVE);
    packed.put(place, file);
    Place named = new Place.File(file);
    List<Finding> found =
        found(named, new MemberSubject(named, ByteView.of(file.toString(), new byte[0]), odd));
    return found.isEmpty() ? List.of() : List.of(new FileResult(found, null, List.of(), null));
  }

  private List<Finding> broken(Path file, FormatException failure) throws IOException {
    Place place = new Place.File(file);
    return found(
        place,
        new BrokenSubject(
            place, ByteView.of(file.toString(), new byte[0]), "a packed artifact", failure));
  }

  private List<Finding> found(Place place, Subject subject) throws IOException {
    Findings found = new Findings(place, request.rules(), new Quiet(progress));
    Checks checks = new Checks(request.rules(), found);
    checks.run(subject);
    checks.applied().forEach(rule -> applied.add(rule.name()));
    return found.sorted();
  }

  /** Verifies all that were unpacked. */
  List<FileResult> run() throws IOException {
    List<FileResult> results = new ArrayList<>();
    MovedPlaces moved = new MovedPlaces(packed);
    try (Surroundings around = new Surroundings(outside.originals(), outside.budget())) {
      for (Path place : packed.keySet()) {
        for (FileResult one : new TreeRun(request, around, applied, progress).folder(place)) {
          results.add(moved.of(one));
        }
      }
    }
    return results;
  }

  /** The folder with the unpacked artifacts; gone when this is closed. */
  Path shard() {
    return shard;
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
