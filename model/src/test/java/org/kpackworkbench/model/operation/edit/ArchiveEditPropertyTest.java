package org.kpackworkbench.model.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditArchives.Held;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;

/** Random edits against a map of rows that knows nothing of archives. */
class ArchiveEditPropertyTest {
  private static final List<String> BINARIES = List.of("lib/a.so", "lib/b.so", "bin/tool", "x");
  private static final List<String> TARGETS =
      List.of("gfx906", "gfx90a:xnack+", "gfx942", "gfx1100");

  @TempDir Path folder;
  private Random random = new Random(0);
  private Map<RowRef, Held> rows = new LinkedHashMap<>();
  private Map<RowRef, Held> others = new LinkedHashMap<>();
  private FileStamp other = new FileStamp(Path.of("none"), 0, 0);
  private final Map<Integer, FileStamp> files = new HashMap<>();

  /** An edit and the rows that it should lead to; null if it has to be refused. */
  private record Try(ArchiveEdit edit, @Nullable Map<RowRef, Held> expected) {}

  private RowRef name() {
    int index = random.nextInt(3);
    String binary = BINARIES.get(random.nextInt(BINARIES.size()));
    boolean plain = random.nextInt(8) == 0;
    return new RowRef(
        plain ? binary : new BinaryKey(binary, index, true).text(),
        TARGETS.get(random.nextInt(TARGETS.size())));
  }

  private Held held() {
    int seed = random.nextInt(6);
    Map<String, MsgValue> metadata =
        random.nextInt(4) == 0 ? Map.of("M", MsgValue.Int.of(random.nextInt(9))) : Map.of();
    return new Held(seed, 10 + 200 * seed, metadata);
  }

  private FileStamp file(Held held) throws IOException {
    FileStamp known = files.get(held.seed());
    if (known == null) {
      known = EditArchives.file(folder.resolve("k" + held.seed()), held);
      files.put(held.seed(), known);
    }
    return known;
  }

  private Map<RowRef, Held> some(int count) {
    Map<RowRef, Held> made = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      made.put(name(), held());
    }
    return made;
  }

  private RowRef row() {
    // From time to time one that may not be there.
    return random.nextInt(10) == 0 || rows.isEmpty()
        ? name()
        : List.copyOf(rows.keySet()).get(random.nextInt(rows.size()));
  }

  private Try next() throws IOException {
    Map<RowRef, Held> after = new LinkedHashMap<>(rows);
    RowRef row = row();
    switch (random.nextInt(9)) {
      case 0 -> {
        String from = BinaryKey.parse(row.key()).binary();
        String to = BINARIES.get(random.nextInt(BINARIES.size()));
        return new Try(
            new ArchiveEdit.RenameBinary(from, to),
            renamed(
                ref -> {
                  BinaryKey key = BinaryKey.parse(ref.key());
                  return key.binary().equals(from)
                      ? new RowRef(
                          new BinaryKey(to, key.index(), key.indexed()).text(), ref.target())
                      : ref;
                }));
      }
      case 1 -> {
        String to = name().key();
        return new Try(
            new ArchiveEdit.RenameKey(row.key(), to),
            renamed(ref -> ref.key().equals(row.key()) ? new RowRef(to, ref.target()) : ref));
      }
      case 2 -> {
        String to = name().target();
        return new Try(
            new ArchiveEdit.Retarget(List.of(row), to),
            renamed(ref -> ref.equals(row) ? new RowRef(ref.key(), to) : ref));
      }
      case 3 -> {
        return new Try(
            new ArchiveEdit.Delete(List.of(row)), after.remove(row) == null ? null : after);
      }
      case 4 -> {
        RowRef name = name();
        Held held = new Held(held().seed(), 0, Map.of());
        Held sized = new Held(held.seed(), 10 + 200 * held.seed(), Map.of());
        return new Try(
            new ArchiveEdit.AddFiles(
                List.of(new AddedFile(file(sized), name.key(), name.target(), "hsaco")),
                Clash.REFUSE),
            after.putIfAbsent(name, sized) == null ? after : null);
      }
      case 5 -> {
        Held held = held();
        Held before = after.get(row);
        if (before != null) {
          after.put(row, new Held(held.seed(), held.size(), before.metadata()));
        }
        return new Try(new ArchiveEdit.Replace(row, file(held)), before == null ? null : after);
      }
      case 6 -> {
        Map<String, MsgValue> metadata = held().metadata();
        Held before = after.get(row);
        if (before != null) {
          after.put(row, new Held(before.seed(), before.size(), metadata));
        }
        return new Try(new ArchiveEdit.SetMetadata(row, metadata), before == null ? null : after);
      }
      case 7 -> {
        boolean keep = random.nextBoolean();
        others.forEach((ref, held) -> after.merge(ref, held, (old, now) -> keep ? old : now));
        return new Try(new ArchiveEdit.Merge(other, keep ? Clash.KEEP : Clash.REPLACE), after);
      }
      default -> {
        boolean zstd = random.nextBoolean();
        Integer level = zstd && random.nextBoolean() ? 1 + random.nextInt(9) : null;
        return new Try(
            new ArchiveEdit.SetStorage(
                zstd ? StorageScheme.ZSTD_PER_KERNEL : StorageScheme.NONE, level),
            after);
      }
    }
  }

  private @Nullable Map<RowRef, Held> renamed(java.util.function.UnaryOperator<RowRef> how) {
    Map<RowRef, Held> after = new LinkedHashMap<>();
    for (Map.Entry<RowRef, Held> row : rows.entrySet()) {
      if (after.put(how.apply(row.getKey()), row.getValue()) != null) {
        return null;
      }
    }
    return after;
  }

  private static Map<String, Integer> shown(EditedArchive archive) throws IOException {
    Map<String, Integer> shown = new HashMap<>();
    for (int i = 0; i < archive.rowCount(); i++) {
      EditedRow row = archive.row(i);
      String text = row.ref().words() + " " + row.originalSizeBytes() + archive.metadata(i);
      assertThat(shown.put(text, i)).isNull();
    }
    return shown;
  }

  private static java.util.Set<String> texts(Map<RowRef, Held> rows) {
    java.util.Set<String> texts = new java.util.HashSet<>();
    rows.forEach((ref, held) -> texts.add(ref.words() + " " + held.size() + held.metadata()));
    return texts;
  }

  static List<Integer> seeds() {
    return java.util.stream.IntStream.range(0, 30).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anySequenceLeadsToTheExpectedRowsAndUndoneToTheOriginalBytes(int seed) throws Exception {
    random = new Random(seed);
    rows = some(1 + random.nextInt(12));
    others = some(1 + random.nextInt(4));
    StorageScheme scheme =
        random.nextBoolean() ? StorageScheme.NONE : StorageScheme.ZSTD_PER_KERNEL;
    Path path = EditArchives.write(folder.resolve("a.kpack"), scheme, 3, rows);
    other =
        FileStamp.of(
            EditArchives.write(
                folder.resolve("o.kpack"), StorageScheme.ZSTD_PER_KERNEL, 5, others));
    final byte[] before = Files.readAllBytes(path);
    Deque<Map<RowRef, Held>> states = new ArrayDeque<>();
    int applied = 0;
    try (EditedArchive archive = EditedArchive.open(path)) {
      for (int step = 0; step < 60; step++) {
        if (random.nextInt(6) == 0 && !states.isEmpty()) {
          archive.undo();
          rows = states.pop();
        } else {
          applied += step(archive, states) ? 1 : 0;
        }
        assertThat(shown(archive).keySet()).isEqualTo(texts(rows));
        if (step % 15 == 14) {
          archive.save(Progress.NONE);
          assertThat(EditArchives.read(path)).isEqualTo(EditArchives.expected(rows));
          assertThat(rows.isEmpty() ? List.of() : EditArchives.findings(path)).isEmpty();
        }
      }
      assertThat(applied).isGreaterThan(15);
      byte[] last = Files.readAllBytes(path);
      while (archive.undo() != null) {}
      archive.save(Progress.NONE);
      assertThat(Files.readAllBytes(path)).isEqualTo(before);
      while (archive.history().done().size() < states.size()) {
        archive.redo();
      }
      archive.save(Progress.NONE);
      assertThat(Files.readAllBytes(path)).isEqualTo(last);
    }
  }

  private boolean step(EditedArchive archive, Deque<Map<RowRef, Held>> states) throws IOException {
    Try next = next();
    Map<RowRef, Held> expected = next.expected();
    try {
      archive.apply(next.edit());
    } catch (FormatException refused) {
      // An edit that changes nothing is refused as well.
      boolean nothing = expected == null || expected.equals(rows);
      assertThat(nothing).as(refused.getMessage()).isTrue();
      return false;
    }
    assertThat(expected).as(next.edit().words()).isNotNull();
    states.push(rows);
    rows = java.util.Objects.requireNonNull(expected);
    return true;
  }
}
