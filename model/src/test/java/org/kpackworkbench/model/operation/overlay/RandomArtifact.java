package org.kpackworkbench.model.operation.overlay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TestCode;

/**
 * An artifact of several prefixes, made up of fat binaries, databases, links, empty folders and
 * names that hurt; the same for the same seed.
 */
final class RandomArtifact {
  /** The databases that it has. */
  static final List<String> DATABASES = List.of("rocblas", "hipblaslt", "aotriton", "miopen");

  private static final List<String> PREFIXES =
      List.of(
          "math-libs/BLAS/rocBLAS/stage",
          "math-libs/rocRAND/stage",
          "a/stage",
          "with space/ünïcode/stage-2",
          "very/deep/down/in/many/folders/stage");
  private static final List<String> FOLDERS =
      List.of("", "bin/", "lib/", "lib/sub/dir/", "share/x y/", "lib64/");
  private static final List<String> ODD =
      List.of("plain.txt", "-rf", "$(x)", "späce näme", "ends.", "#hash", "a'b\"c", "@GFXARCH@");
  private static final List<String> ARCHITECTURES =
      List.of("gfx90a", "gfx942", "gfx1100", "gfx1030", "gfx1201");

  private final Random random;
  private final Path folder;
  private final Map<String, FatFixture> fat = new TreeMap<>();
  private int count;

  RandomArtifact(Path parent, long seed) throws IOException {
    this.random = new Random(seed);
    this.folder = Files.createDirectories(parent.resolve("some-libs_lib_gfxall"));
    List<String> prefixes = new ArrayList<>(PREFIXES);
    Collections.shuffle(prefixes, random);
    prefixes = prefixes.subList(0, 1 + random.nextInt(prefixes.size()));
    // One that is listed and not there.
    List<String> listed = new ArrayList<>(prefixes);
    listed.add("not/there/stage");
    Files.writeString(folder.resolve("artifact_manifest.txt"), String.join("\n\n", listed) + "\n");
    for (String prefix : prefixes) {
      fill(prefix);
    }
  }

  /** Its folder. */
  Path folder() {
    return folder;
  }

  /** The fat binaries, by their paths. */
  Map<String, FatFixture> fat() {
    return fat;
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private Path place(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return file;
  }

  private void write(String path) throws IOException {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    Files.write(place(path), bytes);
  }

  /** A name that no other prefix has, so that all can lie on one root. */
  private String name(String name) {
    return count++ + name;
  }

  private void fill(String prefix) throws IOException {
    Files.createDirectories(folder.resolve(prefix));
    List<FatFixture> fixtures =
        List.of(FatFixture.values()).stream().filter(each -> each != FatFixture.HUNDRED).toList();
    for (int i = random.nextInt(4); i > 0; i--) {
      FatFixture fixture = any(fixtures);
      String path = prefix + "/" + any(FOLDERS) + name(fixture.fileName());
      Files.copy(fixture.path(), place(path));
      fat.put(path, fixture);
      Files.createSymbolicLink(
          place(path + ".link"), Path.of(path.substring(path.lastIndexOf('/') + 1)));
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      write(prefix + "/" + any(FOLDERS) + name(any(ODD)));
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      database(prefix);
    }
    Files.createDirectories(folder.resolve(prefix + "/" + name("empty") + "/in/it"));
    Files.createSymbolicLink(place(prefix + "/" + name("dangling")), Path.of("../nowhere"));
    Files.createSymbolicLink(place(prefix + "/" + name("up")), Path.of(".."));
  }

  private void database(String prefix) throws IOException {
    String arch = any(ARCHITECTURES);
    switch (random.nextInt(5)) {
      case 0 ->
          Files.write(
              place(prefix + "/lib/rocblas/library/" + name("T_lazy_" + arch + ".co")),
              TestCode.of(arch, "kernel " + count));
      case 1 -> write(prefix + "/lib/rocblas/library/" + name("Manifest.dat"));
      case 2 -> write(prefix + "/lib/hipblaslt/library/" + arch + "/" + name("k.dat"));
      case 3 ->
          Files.write(
              place(prefix + "/lib/aotriton.images/amd-" + arch + "/" + name("image.aks2")),
              Aks2.of(List.of()));
      default -> {
        Path file = place(prefix + "/share/miopen/db/" + arch + "_" + (100 + count++) + ".kdb");
        try (KernelDatabases kernels = KernelDatabases.miopen(file)) {
          kernels.miopen("kernel", "-mcpu=" + arch, TestCode.of(arch, file.toString()), true);
        } catch (SQLException failure) {
          throw new IOException(failure);
        }
      }
    }
  }
}
