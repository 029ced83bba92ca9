package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.pack.Expected;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/** Pruning in place that is killed: each file is old or new, and the next run completes it. */
@DisabledOnOs(OS.WINDOWS)
class PruneKillTest {
  private static final int KILLS = 200;
  private static final int KILLED_TARS = 40;
  private static final int LIBRARIES = 3;

  /** So many that putting files in place takes longer than noticing one. */
  private static final int DATABASES = 200;

  @TempDir private Path folder;

  private static PruneRequest request(Path tree) {
    return PruneRequest.keeping(tree, tree, TargetFilter.of(List.of("gfx942"))).inPlace();
  }

  private static Path fill(Path tree) throws IOException {
    Files.createDirectories(tree.resolve("lib"));
    for (int i = 0; i < LIBRARIES; i++) {
      Files.copy(FatFixture.MANY.path(), tree.resolve("lib/lib%02d.so".formatted(i)));
    }
    Files.createDirectories(tree.resolve("lib/rocblas/library"));
    for (int i = 0; i < DATABASES; i++) {
      Files.writeString(tree.resolve(database(i)), "code");
    }
    return tree;
  }

  private static String database(int number) {
    return "lib/rocblas/library/Kernels_%d_gfx1030.co".formatted(number);
  }

  /** The files of the tree itself. */
  private static Map<String, String> files(Path tree) throws IOException {
    Map<String, String> files = new TreeMap<>();
    Expected.tree(tree)
        .forEach(
            (name, content) -> {
              if (!PruneJournal.isOwn(name)) {
                files.put(name, content);
              }
            });
    return files;
  }

  @Test
  @Tag("long")
  void afterAnyKillEachFileIsOldOrNewAndTheNextRunEndsIt() throws Exception {
    Path old = fill(folder.resolve("old"));
    Path done = fill(folder.resolve("done"));
    new Prune(request(done)).run();
    Map<String, String> before = files(old);
    Map<String, String> after = files(done);
    assertThat(after).isNotEqualTo(before);
    List<String> command = command(folder.resolve("tree"));
    long whole = whole(command);
    Random random = new Random(20);
    int killed = 0;
    int completed = 0;
    for (int i = 0; i < KILLS; i++) {
      Path tree = copy(old, folder.resolve("tree"));
      Process process = ChildJvm.start(command);
      // By turns at any time, and while files are put in place, however fast the machine is.
      if (i % 2 == 0) {
        process.waitFor(random.nextLong(whole), TimeUnit.MILLISECONDS);
      } else {
        awaitRemoved(tree.resolve(database(random.nextInt(DATABASES))), process);
      }
      killed += process.isAlive() ? 1 : 0;
      process.destroyForcibly().waitFor();
      Map<String, String> now = files(tree);
      before.forEach(
          (name, content) -> assertThat(now.get(name)).as(name).isIn(content, after.get(name)));
      assertThat(before.keySet()).containsAll(now.keySet());
      PruneReport report = new Prune(request(tree)).run();
      completed += report.completed() ? 1 : 0;
      assertThat(files(tree)).as("kill %d", i).isEqualTo(after);
      assertThat(Expected.names(tree)).containsExactly("lib");
      delete(tree);
    }
    System.getLogger(PruneKillTest.class.getName())
        .log(
            System.Logger.Level.INFO,
            "{0} of {1} killed, {2} completed by the next run",
            killed,
            KILLS,
            completed);
    assertThat(killed).isPositive();
    assertThat(completed).isPositive();
  }

  @Test
  @Tag("long")
  void afterAnyKillATarFileIsOldOrNew() throws Exception {
    Path tree = fill(folder.resolve("old"));
    Path old = folder.resolve("old.tar.zst");
    TarPack.write(tree, old, TarOptions.DEFAULT, Progress.NONE);
    Path done = Files.copy(old, folder.resolve("done.tar.zst"));
    new Prune(request(done)).run();
    Path work = Files.createDirectory(folder.resolve("work"));
    Path packed = work.resolve("tree");
    List<String> command = command(packed);
    Files.copy(old, packed);
    long start = System.nanoTime();
    Process first = ChildJvm.start(command);
    String said = new String(first.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).isEmpty();
    assertThat(first.waitFor()).isZero();
    long whole = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(packed).hasSameBinaryContentAs(done);
    Random random = new Random(21);
    int killed = 0;
    for (int i = 0; i < KILLED_TARS; i++) {
      Files.copy(old, packed, StandardCopyOption.REPLACE_EXISTING);
      Process process = ChildJvm.start(command);
      process.waitFor(random.nextLong(Math.max(2, whole)), TimeUnit.MILLISECONDS);
      killed += process.isAlive() ? 1 : 0;
      process.destroyForcibly().waitFor();
      boolean isNew = Files.mismatch(packed, done) < 0;
      assertThat(isNew || Files.mismatch(packed, old) < 0).as("kill %d", i).isTrue();
      new Prune(request(packed)).run();
      assertThat(packed).hasSameBinaryContentAs(done);
      if (!isNew) {
        assertThat(Expected.names(work)).containsExactly("tree");
      }
    }
    assertThat(killed).isPositive();
  }

  private static List<String> command(Path input) throws ClassNotFoundException {
    return ChildJvm.command(
        List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"),
        Main.class,
        List.of(
            Prune.class,
            com.github.luben.zstd.Zstd.class,
            org.msgpack.core.MessagePack.class,
            // What reads tar files needs them, and is alone in reading their modules.
            Class.forName("org.apache.commons.io.Charsets"),
            Class.forName("org.apache.commons.lang3.SystemProperties"),
            org.jspecify.annotations.Nullable.class),
        input);
  }

  /** Returns when the file is gone, or when the process has ended. */
  private static void awaitRemoved(Path file, Process process) {
    while (Files.exists(file) && process.isAlive()) {
      Thread.onSpinWait();
    }
  }

  /** How long a run takes that is not killed, in milliseconds. */
  private long whole(List<String> command) throws Exception {
    Path tree = copy(folder.resolve("old"), folder.resolve("tree"));
    long start = System.nanoTime();
    assertThat(ChildJvm.start(command).waitFor()).isZero();
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    delete(tree);
    return Math.max(2, took);
  }

  private static Path copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (TreeItem item : TreeItem.below(from, Progress.NONE)) {
      Files.copy(item.source(), item.in(to));
    }
    return to;
  }

  private static void delete(Path tree) throws IOException {
    org.kpackworkbench.model.base.files.TreeDeletion.delete(tree);
  }

  /** Prunes a tree in a JVM of its own. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
      new Prune(request(Path.of(args[0]))).run();
    }
  }
}
