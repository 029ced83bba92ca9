package org.kpackworkbench.model.analysis.estimate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Pieces that code objects share: they are cut where their content says so, into pieces of some 512
 * bytes, so that equal instructions make equal pieces wherever they are. An estimate of what a pool
 * of subroutines would save.
 *
 * @param readBytes the size of the code objects that were cut
 * @param distinctBytes the size of the different pieces
 * @param objects the code objects of the matrix, the largest
 * @param shared for each of them and each of them the part of the first, in percent, whose pieces
 *     the second has, too
 */
public record Likeness(
    long readBytes, long distinctBytes, List<Piece> objects, List<List<Integer>> shared) {
  private static final int MOST_OBJECTS = 24;

  private static final int LEAST_BYTES = 128;
  private static final int MOST_BYTES = 4096;
  private static final int CUT_BITS = 9;
  private static final long PRIME = 0x100000001b3L;

  public Likeness {
    objects = List.copyOf(objects);
    shared = shared.stream().map(List::copyOf).toList();
  }

  /** A code object of the matrix. */
  public record Piece(String binary, int index, String target, long sizeBytes) {
    /** Returns its name. */
    public String name() {
      return "%s#%d @ %s".formatted(binary, index, target);
    }
  }

  /**
   * Cuts code objects.
   *
   * @param rows rows with different code objects
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  static Likeness of(KpackArchive code, int[] rows, Progress progress) throws IOException {
    List<Integer> largest = new ArrayList<>();
    long total = 0;
    for (int row : rows) {
      largest.add(row);
      total += code.originalSizeBytes(row);
    }
    largest.sort(
        (one, other) -> Long.compare(code.originalSizeBytes(other), code.originalSizeBytes(one)));
    Set<Integer> wanted = new HashSet<>(largest.subList(0, Math.min(MOST_OBJECTS, largest.size())));
    progress.begin("Looking for equal pieces", total, Unit.BYTES);
    PieceSet seen = new PieceSet();
    List<Piece> objects = new ArrayList<>();
    List<Map<Long, Long>> pieces = new ArrayList<>();
    long read = 0;
    long distinct = 0;
    for (int row : rows) {
      // Of more code the first part is cut.
      if (seen.isFull()) {
        break;
      }
      Map<Long, Long> own = new HashMap<>();
      cut(code.stored(row), own, progress);
      for (Map.Entry<Long, Long> piece : own.entrySet()) {
        distinct += seen.add(piece.getKey()) ? length(piece.getKey()) : 0;
      }
      read += code.originalSizeBytes(row);
      if (wanted.contains(row)) {
        ArchiveEntry entry = code.entry(row);
        objects.add(
            new Piece(
                entry.binary(), entry.index(), entry.targetText(), entry.originalSizeBytes()));
        pieces.add(own);
      }
    }
    return new Likeness(read, distinct, objects, matrix(objects, pieces));
  }

  /** Hashes of pieces, in memory of a fixed size. */
  private static final class PieceSet {
    private static final int SLOTS = 1 << 22;

    private final long[] slots = new long[SLOTS];
    private int size;

    boolean isFull() {
      return size > SLOTS / 4 * 3;
    }

    boolean add(long piece) {
      int at = (int) ((piece * PRIME) >>> (Long.SIZE - 22));
      while (slots[at] != 0 && slots[at] != piece) {
        at = (at + 1) % SLOTS;
      }
      boolean added = slots[at] == 0 && size < SLOTS - 1;
      if (added) {
        slots[at] = piece;
        size++;
      }
      return added;
    }
  }

  private static List<List<Integer>> matrix(List<Piece> objects, List<Map<Long, Long>> pieces) {
    List<List<Integer>> matrix = new ArrayList<>();
    for (int one = 0; one < objects.size(); one++) {
      List<Integer> line = new ArrayList<>();
      for (Map<Long, Long> other : pieces) {
        long common = 0;
        for (Map.Entry<Long, Long> piece : pieces.get(one).entrySet()) {
          common += other.containsKey(piece.getKey()) ? piece.getValue() : 0;
        }
        line.add((int) Math.round(100.0 * common / Math.max(1, objects.get(one).sizeBytes())));
      }
      matrix.add(line);
    }
    return matrix;
  }

  /**
   * Returns for each of some hashes the least that a piece has; two code objects with many pieces
   * in common have many of these in common.
   */
  static long[] least(ByteView code, int hashes, Progress progress) throws IOException {
    Map<Long, Long> pieces = new HashMap<>();
    cut(code, pieces, progress);
    long[] least = new long[hashes];
    Arrays.fill(least, Long.MAX_VALUE);
    for (long piece : pieces.keySet()) {
      for (int i = 0; i < hashes; i++) {
        long mixed = (piece ^ gear(i)) * 0x9e3779b97f4a7c15L;
        least[i] = Math.min(least[i], mixed ^ mixed >>> 32);
      }
    }
    return least;
  }

  /** The length of a piece, which is a part of its hash. */
  private static long length(long piece) {
    return piece & (2 * MOST_BYTES - 1);
  }

  /**
   * Cuts where a rolling hash of the last bytes has a certain value.
   *
   * @param pieces gets the bytes of each piece, by its hash
   */
  private static void cut(ByteView code, Map<Long, Long> pieces, Progress progress)
      throws IOException {
    long[] state = {0, 0xcbf29ce484222325L, 0};
    code.windows(
        progress,
        (window, count) -> {
          for (int i = 0; i < count; i++) {
            int value = window[i] & 0xff;
            state[0] = (state[0] << 1) + gear(value);
            state[1] = (state[1] ^ value) * PRIME;
            state[2]++;
            boolean end = state[0] >>> (Long.SIZE - CUT_BITS) == 0 && state[2] >= LEAST_BYTES;
            if (end || state[2] == MOST_BYTES) {
              add(state, pieces);
            }
          }
        });
    if (state[2] > 0) {
      add(state, pieces);
    }
  }

  private static void add(long[] state, Map<Long, Long> pieces) {
    long piece = ((state[1] * PRIME) & (-2L * MOST_BYTES)) | state[2];
    pieces.merge(piece, state[2], Long::sum);
    state[1] = 0xcbf29ce484222325L;
    state[2] = 0;
  }

  /** A number for each value of a byte, with bits in all places. */
  private static long gear(int value) {
    long mixed = (value + 1) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    return mixed ^ mixed >>> 27;
  }

  /** Returns the size of the different pieces, and the part of the code that is. */
  public String words() {
    return "%s, %d %% of the code"
        .formatted(SizeText.of(distinctBytes), 100 * distinctBytes / Math.max(1, readBytes));
  }

  void describe(Facts facts) {
    facts
        .number("cut", readBytes)
        .number("pieces", distinctBytes)
        .shown(words())
        .list(
            "alike",
            objects,
            (object, each) ->
                each.text("binary", object.binary())
                    .number("index", object.index())
                    .text("target", object.target())
                    .number("size", object.sizeBytes())
                    .text("nearest", nearest(object))
                    .number("nearestPercent", percent(object))
                    .shown(percent(object) + " %")
                    .numbers("percent", shared.get(objects.indexOf(object))));
  }

  /** The part of a code object that the code object most like it has, in percent. */
  public int percent(Piece object) {
    int other = other(object);
    return other < 0 ? 0 : shared.get(objects.indexOf(object)).get(other);
  }

  /** The name of the code object that is most like one; empty for none. */
  public String nearest(Piece object) {
    int other = other(object);
    return other < 0 ? "" : objects.get(other).name();
  }

  private int other(Piece object) {
    int own = objects.indexOf(object);
    int most = -1;
    for (int each = 0; each < objects.size(); each++) {
      boolean more = most < 0 || shared.get(own).get(each) > shared.get(own).get(most);
      if (each != own && more) {
        most = each;
      }
    }
    return most;
  }
}
