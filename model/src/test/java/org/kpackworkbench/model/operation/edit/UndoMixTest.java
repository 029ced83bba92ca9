package org.kpackworkbench.model.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditArchives.Held;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/**
 * Edits, undo, redo and saving in any order: each state has the same bytes whenever it is saved,
 * and the first one has those of the original.
 */
class UndoMixTest {
  private static final int STEPS = 150;

  @TempDir Path folder;

  /** Makes a random edit; often one that cannot be made. */
  @FunctionalInterface
  private interface Edits<E> {
    E next(Random random) throws IOException;
  }

  @FunctionalInterface
  private interface Saver {
    void save() throws IOException;
  }

  private static <E extends Edit> void mix(
      Random random, EditedDocument<E> document, Path path, Edits<E> edits, Saver saver)
      throws IOException {
    final byte[] original = Files.readAllBytes(path);
    List<byte @Nullable []> states = new ArrayList<>();
    states.add(original);
    int depth = 0;
    int made = 0;
    for (int step = 0; step < STEPS; step++) {
      switch (random.nextInt(10)) {
        case 0, 1 -> depth -= document.undo() == null ? 0 : 1;
        case 2, 3 -> depth += document.redo() == null ? 0 : 1;
        case 4 -> save(saver, path, states, depth);
        default -> {
          if (applied(document, edits.next(random))) {
            made++;
            depth++;
            states.subList(depth, states.size()).clear();
            states.add(null);
          }
        }
      }
      assertThat(document.history().done()).hasSize(depth);
    }
    assertThat(made).isGreaterThan(STEPS / 10);
    final int last = depth;
    save(saver, path, states, last);
    while (document.undo() != null) {
      depth--;
      if (random.nextInt(4) == 0) {
        save(saver, path, states, depth);
      }
    }
    assertThat(depth).isZero();
    save(saver, path, states, 0);
    assertThat(Files.readAllBytes(path)).isEqualTo(original);
    while (depth < last && document.redo() != null) {
      depth++;
    }
    save(saver, path, states, last);
  }

  private static <E extends Edit> boolean applied(EditedDocument<E> document, E edit)
      throws IOException {
    try {
      document.apply(edit);
      return true;
    } catch (FormatException refused) {
      return false;
    }
  }

  private static void save(Saver saver, Path path, List<byte @Nullable []> states, int state)
      throws IOException {
    saver.save();
    byte[] known = states.get(state);
    byte[] now = Files.readAllBytes(path);
    if (known != null) {
      assertThat(now).isEqualTo(known);
    }
    states.set(state, now);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void statesOfArchives(int seed) throws IOException {
    Random random = new Random(seed);
    StorageScheme scheme = seed % 2 == 0 ? StorageScheme.NONE : StorageScheme.ZSTD_PER_KERNEL;
    Path path = EditArchives.write(folder.resolve("a.kpack"), scheme, 3, rows(random, 8));
    FileStamp other =
        FileStamp.of(
            EditArchives.write(
                folder.resolve("o.kpack"), StorageScheme.ZSTD_PER_KERNEL, 5, rows(random, 4)));
    FileStamp added = EditArchives.file(folder.resolve("k"), new Held(9, 700, Map.of()));
    try (EditedArchive archive = EditedArchive.open(path)) {
      mix(
          random,
          archive,
          path,
          each -> archiveEdit(each, other, added),
          () -> archive.save(Progress.NONE));
    }
  }

  private static RowRef ref(Random random) {
    return new RowRef("lib/" + random.nextInt(3) + "#" + random.nextInt(2), target(random));
  }

  private static String target(Random random) {
    return List.of("gfx906", "gfx90a:xnack+", "gfx942").get(random.nextInt(3));
  }

  private static Map<RowRef, Held> rows(Random random, int count) {
    Map<RowRef, Held> rows = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      rows.put(ref(random), new Held(i, 10 + 200 * i, Map.of()));
    }
    return rows;
  }

  private static ArchiveEdit archiveEdit(Random random, FileStamp other, FileStamp added) {
    RowRef row = ref(random);
    Clash clash = random.nextBoolean() ? Clash.KEEP : Clash.REPLACE;
    return switch (random.nextInt(13)) {
      case 0 -> new ArchiveEdit.RenameBinary("lib/0", "lib/" + random.nextInt(5));
      case 1 -> new ArchiveEdit.RenameKey(row.key(), "lib/9#" + random.nextInt(3));
      case 2 -> new ArchiveEdit.Retarget(List.of(row), target(random));
      case 3 -> new ArchiveEdit.Delete(List.of(row));
      case 4 -> {
        AddedFile file = new AddedFile(added, row.key(), row.target(), "hsaco");
        yield new ArchiveEdit.AddFiles(List.of(file), Clash.REFUSE);
      }
      case 5 -> new ArchiveEdit.AddRows(other, List.of(row), clash);
      case 6 -> new ArchiveEdit.Merge(other, clash);
      case 7 -> new ArchiveEdit.Replace(row, added);
      case 8 -> new ArchiveEdit.SetMetadata(row, Map.of("M", MsgValue.Int.of(random.nextInt(5))));
      case 9 -> new ArchiveEdit.SetGroup("group" + random.nextInt(3));
      case 10 -> new ArchiveEdit.SetFamily("family" + random.nextInt(3));
      case 11 -> new ArchiveEdit.SetArchitectures(List.of("gfx906", target(random)));
      default -> {
        boolean zstd = random.nextBoolean();
        Integer level = zstd ? 1 + random.nextInt(9) : null;
        yield new ArchiveEdit.SetStorage(
            zstd ? StorageScheme.ZSTD_PER_KERNEL : StorageScheme.NONE, level);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void statesOfManifests(int seed) throws IOException {
    Path path = folder.resolve("c.kpm");
    Object row = MsgBytes.map("file", "a.kpack", "x", 1, "size", 900, "kernel_count", 3);
    Files.write(
        path,
        MsgBytes.pack(
            MsgBytes.map("format_version", 1, "x_tool", "t", "component_name", "c", "prefix", "p")
                .put("kpack_files", MsgBytes.map("gfx906", row))));
    EditedManifest manifest = EditedManifest.open(path);
    mix(
        new Random(seed),
        manifest,
        path,
        UndoMixTest::manifestEdit,
        () -> manifest.save(Progress.NONE));
  }

  private static ManifestEdit manifestEdit(Random random) {
    String target = "gfx90" + random.nextInt(7);
    String other = "gfx90" + random.nextInt(7);
    ManifestEdit.Row row =
        new ManifestEdit.Row(target, target + ".kpack", random.nextInt(9), 1, null);
    return switch (random.nextInt(9)) {
      case 0, 1 -> new ManifestEdit.AddRow(row);
      case 2 -> new ManifestEdit.SetRow(other, row);
      case 3 -> new ManifestEdit.RemoveRows(List.of(target));
      case 4 -> new ManifestEdit.MoveRow(target, random.nextBoolean() ? null : other);
      case 5 -> new ManifestEdit.SetComponent("c" + random.nextInt(3));
      case 6 -> new ManifestEdit.SetPrefix(random.nextBoolean() ? null : "p" + random.nextInt(3));
      case 7 -> new ManifestEdit.UpdateFromDisk(List.of(), List.of(row), List.of());
      default -> new ManifestEdit.SetDialect(ManifestDialect.values()[random.nextInt(2)]);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void statesOfMarkers(int seed) throws IOException {
    FatFixture fixture = FatFixture.values()[seed % FatFixture.values().length];
    Path path = folder.resolve(fixture.fileName());
    HostOnlyCopy.make(
        new HostOnlyRequest(
            fixture.path(), path, true, "lib/" + fixture.fileName(), List.of(".kpack/a.kpack")));
    try (EditedMarker marker = EditedMarker.open(path)) {
      mix(
          new Random(seed),
          marker,
          path,
          UndoMixTest::markerEdit,
          () -> marker.save(Progress.NONE));
    }
  }

  private static MarkerEdit markerEdit(Random random) {
    int length = 1 + random.nextInt(random.nextBoolean() ? 12 : 400);
    return random.nextBoolean()
        ? new MarkerEdit.SetKernelName("lib/" + "n".repeat(length))
        : new MarkerEdit.SetSearchPaths(
            List.of(".kpack/" + "a".repeat(length) + ".kpack", "b".repeat(random.nextInt(9) + 1)));
  }
}
