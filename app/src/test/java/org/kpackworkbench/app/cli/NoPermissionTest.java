package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FileModes;

/** Commands of a user who may not write where the output is to be, or not read the input. */
@EnabledOnOs(OS.LINUX)
@Tag("long")
class NoPermissionTest {
  @TempDir static Path folder;
  private static WritingCommands commands;

  @BeforeAll
  static void make() throws IOException {
    commands = WritingCommands.make(Files.createDirectory(folder.resolve("in")));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static boolean root() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"edit", "overlay"})
  void isToldWhereAndNothingChanges(String name) throws Exception {
    Path out = Files.createDirectory(folder.resolve(name));
    List<Object> command = commands.writingTo(out).get(name);
    assertThat(CliRun.of(command.toArray()).status()).isZero();
    List<Path> before = all(out);
    Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("r-xr-xr-x"));
    Run run = asOthers(command);
    assertThat(run.status()).as(run.said()).isEqualTo(2);
    assertThat(run.said()).contains("no permission to make anything in " + out);
    assertThat(all(out)).isEqualTo(before);
    Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Files and folders that may not be read end no tree, nor the second run over its output. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack --group-name g --gfx-arch-family f",
        "prune --keep gfx942",
        "overlay",
        "split --batch-artifact-parent-dir",
        "split --artifact-format tar.zst --batch-artifact-parent-dir"
      })
  void namesWhatMayNotBeReadAndWritesTheRestTwice(String command) throws Exception {
    Path artifacts = Files.createTempDirectory(folder, "closed");
    Files.setPosixFilePermissions(artifacts, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path artifact = artifacts.resolve("demo_lib_gfx94X");
    Path lib = Files.createDirectories(artifact.resolve("stage/lib"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    Files.copy(CliRun.fixture("libmany.so"), lib.resolve("libmany.so"));
    Path secret = Files.writeString(lib.resolve("secret.txt"), "secret");
    Path closed = Files.createDirectory(lib.resolve("closed"));
    Files.writeString(closed.resolve("inside.txt"), "secret");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    Path out = Files.createTempDirectory(folder, "out");
    Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<Object> line = new ArrayList<>(List.of((Object[]) command.split(" ")));
    line.addAll(
        List.of(command.startsWith("split") ? artifacts : artifact, "-o", out.resolve("x")));
    for (int time = 0; time < 2; time++) {
      Run run = asOthers(line);
      assertThat(run.status()).as(run.said()).isEqualTo(1);
      assertThat(run.said())
          .containsOnlyOnce(secret + ": it cannot be read, and is left out")
          .containsOnlyOnce(closed + ": it cannot be read, and is left out")
          .doesNotContain("killed");
      assertThat(all(out).toString())
          .containsAnyOf("libmany.so", "demo_lib_gfx942.tar.zst")
          .doesNotContain("secret.txt", "lib/closed", "kpack-workbench-");
    }
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** What is below a folder without permission is in no answer: each says that it is not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify",
        "list --recursive",
        "info --recursive",
        "resolve --target gfx942 --tree",
        "doctor --gpu gfx942"
      })
  void aFolderThatMayNotBeReadIsNamed(String command) throws Exception {
    Path tree = Files.createTempDirectory(folder, "tree");
    Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.copy(CliRun.fixture("libmany.so"), tree.resolve("libmany.so"));
    Path closed = Files.createDirectory(tree.resolve("closed"));
    Files.copy(CliRun.fixture("libone.so"), closed.resolve("libone.so"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    List<Object> line = new ArrayList<>(List.of((Object[]) command.split(" ")));
    line.add(tree);
    Run run = asOthers(line);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(run.status()).as(run.said()).isEqualTo(2);
    assertThat(run.said()).containsOnlyOnce(closed + ": no permission");
  }

  /** Archives of an installed wheel that may not be read are not said to be missing. */
  @ParameterizedTest
  @ValueSource(strings = {"p/.kpack", "p/.kpack/p_gfx942.kpack"})
  void installedArchivesThatMayNotBeReadAreNamed(String name) throws Exception {
    Path site = Files.createTempDirectory(folder, "site");
    Files.setPosixFilePermissions(site, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path binary = Files.createDirectories(site.resolve("p")).resolve("libmany.so");
    CliRun made =
        CliRun.of(
            "convert",
            CliRun.fixture("libmany.so"),
            "-o",
            binary,
            "--kernel-name=p/libmany.so",
            "--search-path=.kpack/p_@GFXARCH@.kpack",
            "--archives",
            site.resolve("p/.kpack"));
    assertThat(made.status()).as(made.err()).isZero();
    Path info = Files.createDirectory(site.resolve("p-1.dist-info"));
    Files.writeString(
        info.resolve("METADATA"),
        "Metadata-Version: 2.1\nName: p\nVersion: 1\nProvides-Extra: device-gfx942\n"
            + "Requires-Dist: p-device-gfx942; extra == \"device-gfx942\"\n");
    Files.writeString(info.resolve("RECORD"), "p/libmany.so,,\np-1.dist-info/METADATA,,\n");
    Path closed = site.resolve(name);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try {
      for (List<Object> command :
          List.<List<Object>>of(
              List.of("resolve", binary, "--target", "gfx942"),
              List.of("resolve", "--tree", site, "--target", "gfx942"),
              List.of("verify", site))) {
        Run run = asOthers(command);
        assertThat(run.status()).as(run.said()).isEqualTo(2);
        assertThat(run.said() + run.written())
            .as("%s", command)
            .containsAnyOf("no permission", "permission denied")
            .doesNotContain("is installed", "not installed", "Put the archive", "pip install");
        assertThat(run.said().lines()).doesNotHaveDuplicates();
      }
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** An artifact that may not be read fails by name; it is not as if it were not there. */
  @Test
  void closedArtifactsOfAShardAreNamed() throws Exception {
    Path place = Files.createTempDirectory(folder, "shards");
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path lib = Files.createDirectories(place.resolve("in/x_lib_gfx94X/stage/lib"));
    Files.writeString(place.resolve("in/x_lib_gfx94X/artifact_manifest.txt"), "stage\n");
    Files.copy(CliRun.fixture("libmany.so"), lib.resolve("libmany.so"));
    Path split = place.resolve("shards/s");
    assertThat(
            CliRun.of("split", "--artifact-dir", place.resolve("in/x_lib_gfx94X"), "-o", split)
                .status())
        .isZero();
    Path config =
        Files.writeString(
            place.resolve("config.yaml"),
            "primary_shard: s\narchitecture_groups:\n  g:\n    display_name: G\n"
                + "    architectures: [gfx942]\n");
    Path shards = split.getParent();
    for (String name :
        List.of("in/x_lib_gfx94X", "shards/s/x_lib_generic", "shards/s/x_lib_gfx942")) {
      Path closed = place.resolve(name);
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
      Path out = place.resolve("out");
      List<Object> command =
          name.startsWith("in")
              ? List.of("split", "--batch-artifact-parent-dir", place.resolve("in"), "-o", out)
              : List.of("recombine", "--input-shards-dir", shards, "--config", config, "-o", out);
      Run run = asOthers(command);
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
      assertThat(run.status()).as(run.said()).isEqualTo(2);
      assertThat(run.said()).containsPattern(closed + "\\S*: no permission");
      assertThat(run.said()).doesNotContain("Exception");
    }
  }

  @Test
  void diffSaysInWordsWhatMayNotBeRead() throws Exception {
    List<Path> trees = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Path tree = Files.createTempDirectory(folder, "diff");
      Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path secret = Files.writeString(tree.resolve("secret.txt"), "secret" + i);
      Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
      trees.add(tree);
    }
    Run run = asOthers(List.of("diff", trees.getFirst(), trees.getLast()));
    assertThat(run.said() + run.written())
        .contains("no permission")
        .doesNotContain("AccessDeniedException");
  }

  /** Each is named with its library, and no other library is left out. */
  @Test
  void doctorNamesWhatLibrariesMayNotRead() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("doctor/lib"));
    List<Path> closed = new ArrayList<>();
    for (String name :
        List.of(
            "rocblas/library/TensileLibrary_lazy_gfx942.dat",
            "hipblaslt/library/TensileLibrary_lazy_gfx942.dat",
            "rocfft_kernel_cache_gfx942.db",
            "aotriton.images/amd-gfx942/flash.aks2")) {
      Path file = lib.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "content");
      boolean whole = name.startsWith("hipblaslt") || name.startsWith("aotriton");
      closed.add(whole ? file.getParent() : file);
    }
    for (String name :
        List.of("librocblas.so", "libhipblaslt.so", "librocfft.so", "libaotriton_v2.so")) {
      Files.writeString(lib.resolve(name), "library");
    }
    for (Path each : closed) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("---------"));
    }
    Run run = asOthers(List.of("doctor", lib.getParent(), "--gpu", "gfx942", "--json"));
    for (Path each : closed) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    assertThat(run.status()).as(run.said()).isEqualTo(1);
    for (Path each : closed) {
      assertThat(run.written())
          .containsPattern("\"path\": \"" + each + "\",\\s*\"found\": \"refused\"")
          .contains("\"advice\": \"" + each + ": no permission; check who owns it");
    }
  }

  /** The folder is writable by all, the file belongs to another user. */
  @ParameterizedTest
  @ValueSource(strings = {"libmany.so", "tree", "many.zip"})
  void pruneSaysWhoOwnsAFileAfterwards(String name) throws Exception {
    assumeTrue(root(), "only root gives files away");
    Path place = Files.createTempDirectory(folder, "owned");
    Files.createDirectory(place.resolve("tree"));
    Path tool = Files.copy(CliRun.fixture("libmany.so"), place.resolve("tree/libmany.so"));
    Path file =
        switch (name) {
          case "tree" -> tool;
          case "many.zip" -> zip(tool, place.resolve(name));
          default -> Files.copy(tool, place.resolve(name));
        };
    for (Path each : List.of(place, place.resolve("tree"), file)) {
      Files.setAttribute(each, "unix:mode", 0777);
    }
    Files.setAttribute(file, "unix:uid", 12_345);
    List<Object> command =
        List.of("prune", place.resolve(name), "--keep", "gfx942", "--in-place", "--dry-run");
    String said = file + ": its owner is 12345, and of the new file root";
    Run plan = asOthers(command);
    assertThat(plan.status()).as(plan.said()).isZero();
    assertThat(plan.written() + plan.said()).contains(said);
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(12_345);
    Run run = asOthers(command.subList(0, command.size() - 1));
    assertThat(run.status()).as(run.said()).isZero();
    assertThat(run.written() + run.said()).contains(said);
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(0);
    Files.setAttribute(file, "unix:uid", 12_345);
    Run own = asOthers(command);
    assertThat(own.written() + own.said()).as("nothing is left to do").doesNotContain("owner");
  }

  /** Earlier versions copied folders without permission, and could not remove them again. */
  @Test
  void removesClosedFoldersOfKilledRuns() throws Exception {
    Path tree = Files.createDirectory(folder.resolve("left"));
    Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path left = tree.resolve(".x.kpack-workbench-999999999-0123abcd.part");
    Path closed = Files.createDirectories(left.resolve("closed"));
    Files.writeString(closed.resolve("inside.txt"), "text");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    Run run = asOthers(List.of("overlay", commands.artifact(), "-o", tree.resolve("x")));
    assertThat(run.status()).as(run.said()).isZero();
    assertThat(left).doesNotExist();
  }

  /** A file that this user may not give back to its owner loses the bit in every command. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "convert --kernel-name k --search-path a.kpack --discard-device-code",
        "pack --group-name g --gfx-arch-family f",
        "prune --keep gfx942",
        "restore",
        "overlay",
        "split --artifact-dir"
      })
  void setUserIdGoesWithItsOwner(String command) throws Exception {
    assumeTrue(root(), "only root gives files away");
    Path place = Files.createTempDirectory(folder, "setid");
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path artifact = place.resolve("demo_lib_gfx94X");
    Path lib = Files.createDirectories(artifact.resolve("stage/lib"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    Path file = Files.copy(CliRun.fixture("libmany.so"), lib.resolve("libmany.so"));
    Files.setAttribute(file, "unix:uid", 12_345);
    Files.setAttribute(file, "unix:mode", 04755);
    boolean one = command.startsWith("convert") || command.startsWith("restore");
    Path out = place.resolve("out");
    List<Object> line = new ArrayList<>(List.of((Object[]) command.split(" ")));
    line.addAll(List.of(one ? file : artifact, "-o", out));
    for (int time = 0; time < 2; time++) {
      Run run = asOthers(line);
      assertThat(run.status()).as(run.said()).isZero();
      Path made =
          all(out).stream()
              .filter(Files::isRegularFile)
              .filter(NoPermissionTest::isLibrary)
              .findFirst()
              .orElseThrow();
      assertThat(FileModes.of(made)).isEqualTo(0755);
    }
  }

  private static boolean isLibrary(Path path) {
    return path.endsWith("libmany.so") || path.endsWith("out");
  }

  private static Path zip(Path member, Path file) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry(String.valueOf(member.getFileName())));
      Files.copy(member, zip);
    }
    return file;
  }

  private record Run(int status, String said, String written) {}

  /** Runs a command as a user who may not do everything. */
  private static Run asOthers(List<Object> command) throws Exception {
    List<String> line = new ArrayList<>();
    if (root()) {
      line.addAll(
          // Without these, root is a user like others.
          List.of("setpriv", "--bounding-set=-chown,-dac_override,-dac_read_search", "--"));
    }
    line.addAll(JavaProcess.command(List.of(), command.toArray()));
    Path written = Files.createTempFile(folder, "written", ".txt");
    Process process = new ProcessBuilder(line).redirectOutput(written.toFile()).start();
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
    return new Run(process.waitFor(), said, Files.readString(written));
  }

  private static List<Path> all(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted().toList();
    }
  }
}
