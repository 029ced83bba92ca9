package org.kpackworkbench.model.operation.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ToldEvents;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.merge.MadeArtifact;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

class OverlayTest {
  private static final String RAND = "math-libs/rocRAND/stage";
  private static final String HIP = "math-libs/hipRAND/stage";

  @TempDir private Path folder;
  private Path in;
  private Path out;
  private final List<Path> artifacts = new ArrayList<>();

  @BeforeEach
  void folders() {
    in = folder.resolve("artifacts");
    out = folder.resolve("tree");
  }

  private MadeArtifact artifact(String name, String... prefixes) throws IOException {
    MadeArtifact made = new MadeArtifact(in, name, prefixes);
    if (!artifacts.contains(made.folder())) {
      artifacts.add(made.folder());
    }
    return made;
  }

  private MadeArtifact generic() throws IOException {
    return artifact("rand_lib_generic", RAND, HIP)
        .file(RAND + "/lib/librocrand.so.1.1", "host")
        .link(RAND + "/lib/librocrand.so", "librocrand.so.1.1")
        .file(HIP + "/lib/libhiprand.so.1.1", "hip");
  }

  private MadeArtifact device(String family) throws IOException {
    return artifact("rand_lib_" + family, RAND)
        .archive(RAND, "code " + family)
        .manifest(RAND, false)
        .file(RAND + "/lib/db/T_" + family + ".dat", family);
  }

  private OverlayRequest request() {
    return OverlayRequest.of(artifacts, out);
  }

  private OverlayReport run() throws IOException {
    return run(request());
  }

  private static OverlayReport run(OverlayRequest request) throws IOException {
    return new Overlay(request).run(Progress.NONE);
  }

  private Manifest manifest(String path) throws IOException {
    return ManifestFile.open(out.resolve(path)).manifest();
  }

  @Test
  void artifactsShareTheirPrefixes() throws IOException {
    generic();
    device("gfx1100");
    device("gfx1101");
    OverlayReport report = run();
    assertThat(report.conflicts()).isEmpty();
    assertThat(report.findings()).isEmpty();
    assertThat(report.prefixes()).containsExactly(HIP, RAND);
    SortedMap<String, String> tree = MadeArtifact.tree(out);
    assertThat(tree.keySet())
        .containsExactlyInAnyOrder(
            "artifact_manifest.txt",
            "math-libs/",
            "math-libs/hipRAND/",
            HIP + ".prebuilt",
            HIP + "/",
            HIP + "/lib/",
            HIP + "/lib/libhiprand.so.1.1",
            "math-libs/rocRAND/",
            RAND + ".prebuilt",
            RAND + "/",
            RAND + "/.kpack/",
            RAND + "/.kpack/rand_lib.kpm",
            RAND + "/.kpack/rand_lib_gfx1100.kpack",
            RAND + "/.kpack/rand_lib_gfx1101.kpack",
            RAND + "/lib/",
            RAND + "/lib/db/",
            RAND + "/lib/db/T_gfx1100.dat",
            RAND + "/lib/db/T_gfx1101.dat",
            RAND + "/lib/librocrand.so",
            RAND + "/lib/librocrand.so.1.1");
    assertThat(tree)
        .containsEntry("artifact_manifest.txt", HIP + "\n" + RAND + "\n")
        .containsEntry(RAND + ".prebuilt", "")
        .containsEntry(RAND + "/lib/librocrand.so", "-> librocrand.so.1.1");
    assertThat(manifest(RAND + "/.kpack/rand_lib.kpm").rows())
        .extracting(ManifestRow::targetText)
        .containsExactly("gfx1100", "gfx1101");
    assertThat(report.files()).isEqualTo(10);
    assertThat(report.links()).isEqualTo(1);
    for (String path : List.of("", RAND + "/.kpack/rand_lib.kpm", HIP + ".prebuilt")) {
      assertThat(Files.getLastModifiedTime(out.resolve(path))).isEqualTo(MadeArtifact.TIME);
    }
  }

  @Test
  void flattenedTheyLieOnOneRoot() throws IOException {
    generic();
    device("gfx1100");
    OverlayReport report = run(request().with(OverlayRequest.FLATTEN, true));
    assertThat(report.conflicts()).isEmpty();
    assertThat(MadeArtifact.tree(out).keySet())
        .containsExactlyInAnyOrder(
            ".kpack/",
            ".kpack/rand_lib.kpm",
            ".kpack/rand_lib_gfx1100.kpack",
            "lib/",
            "lib/db/",
            "lib/db/T_gfx1100.dat",
            "lib/libhiprand.so.1.1",
            "lib/librocrand.so",
            "lib/librocrand.so.1.1");
  }

  @Test
  void packedOnesToo() throws IOException {
    generic();
    device("gfx1100");
    run();
    SortedMap<String, String> expected = MadeArtifact.tree(out);
    List<Path> packed = new ArrayList<>();
    for (Path artifact : artifacts) {
      Path file = folder.resolve(artifact.getFileName() + ".tar.zst");
      TarPack.write(artifact, file, TarOptions.DEFAULT, Progress.NONE);
      packed.add(file);
    }
    List<String> before = MadeArtifact.names(folder);
    OverlayReport report = run(OverlayRequest.of(packed, folder.resolve("other")));
    assertThat(report.conflicts()).isEmpty();
    assertThat(MadeArtifact.tree(folder.resolve("other"))).isEqualTo(expected);
    assertThat(MadeArtifact.names(folder)).containsAll(before).hasSize(before.size() + 1);
  }

  @Test
  void differentContentIsAConflictAndNothingIsWritten() throws IOException {
    generic().file(RAND + "/same", "same").file(RAND + "/x", "one");
    device("gfx1100").file(RAND + "/same", "same").file(RAND + "/x", "two");
    OverlayReport report = run();
    assertThat(report.conflicts())
        .containsExactly(
            new OverlayReport.Conflict(
                RAND + "/x",
                "rand_lib_generic",
                "rand_lib_gfx1100",
                "files with different content, 3 and 3 bytes"));
    assertThat(out).doesNotExist();
    assertThat(MadeArtifact.names(folder)).containsExactly("artifacts");
  }

  @Test
  void filesThatMeetFoldersOrLinksAreConflicts() throws IOException {
    generic().file(RAND + "/a", "file").link(RAND + "/b", "lib").link(RAND + "/c", "x");
    device("gfx1100")
        .file(RAND + "/a/inside", "x")
        .file(RAND + "/b/inside", "x")
        .link(RAND + "/c", "y")
        .link(RAND + "/lib/librocrand.so.1.1", "z");
    assertThat(run().conflicts())
        .extracting(OverlayReport.Conflict::path, OverlayReport.Conflict::message)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(RAND + "/a", "a file, and a folder"),
            org.assertj.core.groups.Tuple.tuple(RAND + "/b", "a link, and a folder"),
            org.assertj.core.groups.Tuple.tuple(RAND + "/c", "a link to x, and one to y"),
            org.assertj.core.groups.Tuple.tuple(
                RAND + "/lib/librocrand.so.1.1", "a file, and a link"));
    assertThat(out).doesNotExist();
  }

  @Test
  void flattenedPrefixesCanClash() throws IOException {
    generic().file(RAND + "/share/readme", "rand").file(HIP + "/share/readme", "hip");
    assertThat(run().conflicts()).isEmpty();
    assertThat(
            run(OverlayRequest.of(artifacts, folder.resolve("flat"))
                    .with(OverlayRequest.FLATTEN, true))
                .conflicts())
        .containsExactly(
            new OverlayReport.Conflict(
                "share/readme",
                "rand_lib_generic, " + HIP,
                "rand_lib_generic, " + RAND,
                "files with different content, 3 and 4 bytes"));
  }

  @Test
  void manifestsThatDisagreeAreAConflict() throws IOException {
    MadeArtifact one = device("gfx1100");
    MadeArtifact two = device("gfx1101");
    // The second one's manifest says something else about the first one's archive.
    two.file(
        RAND + "/.kpack/rand_lib.kpm",
        new MadeArtifact(folder.resolve("elsewhere"), "rand_lib_gfx1100", RAND)
            .archive(RAND, "much longer code, which cannot be compressed: 0123456789")
            .manifest(RAND, false)
            .folder()
            .resolve(RAND + "/.kpack/rand_lib.kpm"));
    assertThat(one.folder()).isDirectory();
    assertThat(run().conflicts())
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.path()).isEqualTo(RAND + "/.kpack/rand_lib.kpm");
              assertThat(conflict.message()).contains("differ on gfx1100");
            });
    two.file(RAND + "/.kpack/rand_lib.kpm", "no manifest");
    assertThat(run().conflicts().getFirst().message()).contains("cannot be merged");
  }

  @Test
  void aTreeThatIsThereIsAddedTo() throws IOException {
    generic();
    device("gfx1100");
    run();
    Path own = out.resolve(RAND).resolve("mine.txt");
    Files.writeString(own, "mine");
    Files.setLastModifiedTime(own, FileTime.fromMillis(12345000));
    artifacts.clear();
    device("gfx1101");
    new MadeArtifact(in, "fft_lib_generic", "math-libs/rocFFT/stage")
        .file("math-libs/rocFFT/stage/f", "f");
    artifacts.add(in.resolve("fft_lib_generic"));
    OverlayReport report = run();
    assertThat(report.conflicts()).isEmpty();
    assertThat(report.removed()).isZero();
    assertThat(report.kept()).isEqualTo(10);
    assertThat(own).hasContent("mine");
    assertThat(Files.getLastModifiedTime(own)).isEqualTo(FileTime.fromMillis(12345000));
    assertThat(manifest(RAND + "/.kpack/rand_lib.kpm").rows()).hasSize(2);
    assertThat(out.resolve("artifact_manifest.txt"))
        .hasContent(HIP + "\n" + RAND + "\nmath-libs/rocFFT/stage\n");
    assertThat(out.resolve("math-libs/rocFFT/stage.prebuilt")).exists();
  }

  @Test
  void aPrefixIsCleanedTheFirstTimeItIsMetWhenTold() throws IOException {
    generic();
    run();
    Files.writeString(out.resolve(RAND).resolve("old"), "old");
    Files.writeString(out.resolve(HIP).resolve("old"), "old");
    Files.writeString(out.resolve("beside"), "beside");
    artifacts.clear();
    device("gfx1100");
    device("gfx1101");
    OverlayReport report = run(request().with(OverlayRequest.CLEAN, true));
    assertThat(report.conflicts()).isEmpty();
    assertThat(report.removed()).isEqualTo(3);
    SortedMap<String, String> tree = MadeArtifact.tree(out);
    assertThat(tree)
        .doesNotContainKey(RAND + "/old")
        .doesNotContainKey(RAND + "/lib/librocrand.so.1.1")
        .containsKeys(
            HIP + "/old", "beside", RAND + "/lib/db/T_gfx1100.dat", RAND + "/lib/db/T_gfx1101.dat");
    OverlayReport flat =
        run(request().with(OverlayRequest.CLEAN, true).with(OverlayRequest.FLATTEN, true));
    assertThat(flat.conflicts()).isEmpty();
    assertThat(MadeArtifact.tree(out))
        .doesNotContainKey("beside")
        .containsKey("lib/db/T_gfx1100.dat");
    assertThat(out.resolve("artifact_manifest.txt")).doesNotExist();
  }

  @Test
  void nothingThatIsThereIsReplacedUnlessTold() throws IOException {
    generic();
    run();
    Path library = out.resolve(RAND).resolve("lib/librocrand.so.1.1");
    Files.writeString(library, "older");
    assertThat(run().conflicts())
        .singleElement()
        .satisfies(conflict -> assertThat(conflict.first()).isEqualTo("the existing tree"));
    assertThat(library).hasContent("older");
    assertThat(run(request().with(OverlayRequest.FORCE, true)).conflicts()).isEmpty();
    assertThat(library).hasContent("host");
    device("gfx1100");
    run();
    device("gfx1100").archive(RAND, "other code, which is much longer than before 0123456789");
    new MadeArtifact(in, "rand_lib_gfx1100", RAND).manifest(RAND, false);
    assertThat(run().conflicts()).hasSize(2);
    assertThat(run(request().with(OverlayRequest.FORCE, true)).conflicts()).isEmpty();
    Path archive = out.resolve(RAND).resolve(".kpack/rand_lib_gfx1100.kpack");
    assertThat(manifest(RAND + "/.kpack/rand_lib.kpm").rows().getFirst().sizeBytes())
        .isEqualTo(Files.size(archive));
  }

  @Test
  void nothingIsWrittenThroughALinkOfTheTree() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.createDirectory(out);
    Files.createSymbolicLink(out.resolve("math-libs"), outside);
    generic();
    assertThat(run().conflicts()).anyMatch(conflict -> conflict.path().equals("math-libs"));
    assertThat(run(request().with(OverlayRequest.FORCE, true)).conflicts()).isNotEmpty();
    assertThat(MadeArtifact.names(outside)).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void modesTimesAndLinksAreKept() throws IOException {
    MadeArtifact made = generic();
    Path file = made.folder().resolve(RAND).resolve("lib/librocrand.so.1.1");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-x--x"));
    Path lib = made.folder().resolve(RAND).resolve("lib");
    Files.setPosixFilePermissions(lib, PosixFilePermissions.fromString("rwxr-x--x"));
    Files.setLastModifiedTime(lib, FileTime.fromMillis(1_600_000_000_000L));
    run();
    for (int twice = 0; twice < 2; twice++) {
      Path copy = out.resolve(RAND).resolve("lib/librocrand.so.1.1");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
          .isEqualTo("r-xr-x--x");
      assertThat(Files.getLastModifiedTime(copy)).isEqualTo(MadeArtifact.TIME);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.getParent())))
          .isEqualTo("rwxr-x--x");
      assertThat(Files.getLastModifiedTime(copy.getParent()))
          .isEqualTo(FileTime.fromMillis(1_600_000_000_000L));
      // Again, onto the tree that is there now.
      run();
    }
  }

  @Test
  void aPlanWritesNothingAndSaysTheSame() throws IOException {
    generic();
    device("gfx1100");
    OverlayReport plan = new Overlay(request()).plan(Progress.NONE);
    assertThat(out).doesNotExist();
    assertThat(plan).isEqualTo(run());
  }

  @Test
  void namesThatDifferOnlyInCaseAreNoted() throws IOException {
    generic().file(RAND + "/lib/Readme", "a").file(RAND + "/lib/README", "b");
    assertThat(run().findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.NOTE);
              assertThat(finding.message()).contains("lib/README", "lib/Readme");
            });
  }

  @Test
  void whatIsNoArtifactIsRefused() throws IOException {
    generic();
    artifacts.add(Files.createDirectories(folder.resolve("x_generic")));
    assertThatThrownBy(this::run).hasMessageContaining("artifact_manifest.txt");
    artifacts.removeLast();
    artifacts.add(folder.resolve("nowhere_generic"));
    assertThatThrownBy(this::run).isInstanceOf(java.nio.file.NoSuchFileException.class);
    artifacts.removeLast();
    Files.writeString(in.resolve("rand_lib_generic").resolve(RAND + ".prebuilt"), "");
    assertThatThrownBy(this::run).hasMessageContaining("came from an overlay");
    assertThat(out).doesNotExist();
  }

  @Test
  void theOutputDoesNotLieInAnArtifact() throws IOException {
    generic();
    out = in.resolve("rand_lib_generic/out");
    assertThatThrownBy(this::run)
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("lies in the input");
    // A build has its artifacts in the tree that it is overlaid onto.
    out = folder;
    assertThat(run().conflicts()).isEmpty();
    assertThat(folder.resolve(RAND).resolve("lib/librocrand.so.1.1")).hasContent("host");
    assertThat(in.resolve("rand_lib_generic").resolve(RAND)).isDirectory();
    assertThatThrownBy(
            () ->
                run(request().with(OverlayRequest.CLEAN, true).with(OverlayRequest.FLATTEN, true)))
        .hasMessageContaining("is cleaned");
  }

  @Test
  void prefixesInPrefixesAreAConflict() throws IOException {
    generic();
    new MadeArtifact(in, "bad_lib_generic", RAND + "/inner").file(RAND + "/inner/x", "x");
    artifacts.add(in.resolve("bad_lib_generic"));
    assertThat(run().conflicts())
        .singleElement()
        .satisfies(conflict -> assertThat(conflict.path()).isEqualTo("artifact_manifest.txt"));
  }

  @Test
  void cancellingLeavesTheTreeAsItWas() throws IOException {
    generic();
    run();
    Map<String, String> before = MadeArtifact.tree(out);
    device("gfx1100");
    for (int stop = 1; stop < 80; stop += 4) {
      AtomicInteger left = new AtomicInteger(stop);
      Progress cancelling = () -> left.decrementAndGet() < 0;
      try {
        new Overlay(request()).run(cancelling);
        break;
      } catch (CancellationException expected) {
        assertThat(MadeArtifact.tree(out)).as("after %d steps", stop).isEqualTo(before);
        assertThat(MadeArtifact.names(folder)).containsExactly("artifacts", "tree");
      }
    }
  }

  @Test
  void eventsTellOfEachArtifact() throws IOException {
    generic();
    device("gfx1100");
    ToldEvents events = new ToldEvents();
    new Overlay(request()).run(Progress.NONE, events);
    assertThat(events.told)
        .containsExactly(
            "started rand_lib_generic",
            "started rand_lib_gfx1100",
            "done rand_lib_generic 2",
            "done rand_lib_gfx1100 3");
    assertThat(events.left.values()).as("all bytes were counted").containsOnly(0L);
  }

  @Test
  void eventsSayWhichArtifactCannotBeRead() throws IOException {
    generic();
    artifacts.add(Files.createDirectories(folder.resolve("x_generic")));
    ToldEvents events = new ToldEvents();
    assertThatThrownBy(() -> new Overlay(request()).run(Progress.NONE, events))
        .satisfies(
            failure ->
                assertThat(events.told)
                    .containsExactly(
                        "started rand_lib_generic",
                        "started x_generic",
                        "failed x_generic: " + failure.getMessage()));
  }

  @Test
  void withAConflictNoArtifactIsDone() throws IOException {
    generic().file(RAND + "/x", "one");
    device("gfx1100").file(RAND + "/x", "two");
    ToldEvents events = new ToldEvents();
    assertThat(new Overlay(request()).run(Progress.NONE, events).conflicts()).isNotEmpty();
    assertThat(events.told).containsExactly("started rand_lib_generic", "started rand_lib_gfx1100");
  }
}
