package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.kpack.StoredBlobs.Blob;

/**
 * Reads where the code objects of scheme {@code zstd-solid} lie: the table lists groups with their
 * frames, and each row states its group, its offset in it, and its frame. A code object is inside
 * one frame.
 */
final class SolidGroups {
  private static final int MOST_PROBLEMS = 100;

  private final ByteView view;
  private final TableReader table;
  private final List<FormatException> problems;
  private final List<Group> groups = new ArrayList<>();

  /** A group: its bytes in the file, and by frame where it starts unpacked and stored. */
  private record Group(ByteRange range, long originalSize, long[] original, long[] stored) {
    int frames() {
      return original.length;
    }

    long originalEnd(int frame) {
      return frame + 1 < frames() ? original[frame + 1] : originalSize;
    }

    ByteRange stored(int frame) {
      long end = frame + 1 < frames() ? stored[frame + 1] : range.length();
      return ByteRange.between(range.start() + stored[frame], range.start() + end);
    }

    /** The frame that an offset is in; -1 if it is in none. */
    int frame(long offset) {
      int found = Arrays.binarySearch(original, offset);
      return found >= 0 ? found : -found - 2;
    }
  }

  /** A row's keys, and where its code object is; negative where it does not say. */
  private record Member(long group, long offset, long frame) {}

  private SolidGroups(ByteView view, TableReader table, List<FormatException> problems) {
    this.view = view;
    this.table = table;
    this.problems = problems;
  }

  /**
   * Reads groups and members.
   *
   * @param problems gets what spoils single groups or rows
   * @throws FormatException if the table has no groups that could be read
   */
  static StoredBlobs read(ByteView view, TableReader table, List<FormatException> problems)
      throws FormatException {
    SolidGroups read = new SolidGroups(view, table, problems);
    read.groups();
    return read.members();
  }

  private void groups() throws FormatException {
    ByteRange value = table.valueOf(ArchiveFormat.GROUPS);
    if (value == null) {
      throw error(table.tableOffset, ArchiveFormat.GROUPS, Reason.NOT_FOUND)
          .mismatch("an array of groups", "a table without it");
    }
    MsgCursor cursor = cursor(value);
    cursor.expect(MsgKind.ARRAY, ArchiveFormat.GROUPS);
    long count = cursor.arrayHeader(ArchiveFormat.GROUPS);
    for (long i = 0; i < count; i++) {
      groups.add(group(cursor, "group " + i));
    }
  }

  private Group group(MsgCursor cursor, String name) throws FormatException {
    long start = cursor.position();
    Map<String, Long> numbers = new HashMap<>();
    List<long[]> seek = new ArrayList<>();
    cursor.expect(MsgKind.MAP, name);
    long pairs = cursor.mapHeader(name);
    for (long i = 0; i < pairs; i++) {
      String key = cursor.textSpan(name) ? cursor.spanText() : "";
      switch (key) {
        case ArchiveFormat.OFFSET, ArchiveFormat.SIZE, ArchiveFormat.ORIGINAL_SIZE ->
            numbers.put(key, cursor.size(key));
        case ArchiveFormat.SEEK -> seek(cursor, seek);
        default -> cursor.skip(name);
      }
    }
    long offset = numbers.getOrDefault(ArchiveFormat.OFFSET, -1L);
    long size = numbers.getOrDefault(ArchiveFormat.SIZE, -1L);
    long originalSize = numbers.getOrDefault(ArchiveFormat.ORIGINAL_SIZE, -1L);
    boolean whole =
        offset >= ArchiveFormat.HEADER_BYTES
            && size >= 0
            && offset <= view.size()
            && size <= view.size() - offset
            && originalSize >= 0
            && increases(seek, originalSize, size);
    if (!whole) {
      problem(
          error(start, name, Reason.OUT_OF_BOUNDS)
              .expected(
                  "a group inside the file's %d bytes, with frames in order from 0"
                      .formatted(view.size()))
              .found(
                  "%d bytes from %d, unpacked %d, with %d frames"
                      .formatted(size, offset, originalSize, seek.size())));
      return new Group(new ByteRange(0, 0), 0, new long[0], new long[0]);
    }
    return new Group(
        new ByteRange(offset, size),
        originalSize,
        seek.stream().mapToLong(point -> point[0]).toArray(),
        seek.stream().mapToLong(point -> point[1]).toArray());
  }

  private static void seek(MsgCursor cursor, List<long[]> points) throws FormatException {
    cursor.expect(MsgKind.ARRAY, ArchiveFormat.SEEK);
    long count = cursor.arrayHeader(ArchiveFormat.SEEK);
    for (long i = 0; i < count; i++) {
      cursor.expect(MsgKind.ARRAY, ArchiveFormat.SEEK);
      long length = cursor.arrayHeader(ArchiveFormat.SEEK);
      long[] point = {-1, -1};
      for (int n = 0; n < length; n++) {
        long number = cursor.size(ArchiveFormat.SEEK);
        if (n < point.length) {
          point[n] = number;
        }
      }
      points.add(point);
    }
  }

  /** Whether frames start at 0, one behind the other, inside the group; none is empty. */
  private static boolean increases(List<long[]> seek, long originalSize, long size) {
    long original = 0;
    long stored = 0;
    for (int i = 0; i < seek.size(); i++) {
      long[] point = seek.get(i);
      boolean fits =
          i == 0 ? point[0] == 0 && point[1] == 0 : point[0] > original && point[1] > stored;
      if (!fits || point[0] >= originalSize || point[1] >= size) {
        return false;
      }
      original = point[0];
      stored = point[1];
    }
    return !seek.isEmpty() || (originalSize == 0 && size == 0);
  }

  private StoredBlobs members() throws FormatException {
    EntryTable rows = table.rows.table();
    // As many code objects as rows at most, whatever ordinals they state.
    @Nullable Blob[] found = new Blob[rows.count()];
    int count = 0;
    for (int row = 0; row < rows.count(); row++) {
      EntryTable.Row entry = rows.row(row);
      int ordinal = entry.ordinal();
      if (ordinal < 0 || ordinal >= found.length || entry.originalSize() < 0) {
        continue;
      }
      Blob blob = member(entry);
      Blob before = found[ordinal];
      if (before != null && blob != null && !before.samePlace(blob)) {
        problem(
            error(entry.start(), ArchiveFormat.ORDINAL, Reason.BAD_VALUE)
                .expected("rows of one ordinal with one place")
                .found("ordinal %d in two places".formatted(ordinal)));
      }
      found[ordinal] = before == null ? blob : before;
      count = Math.max(count, ordinal + 1);
    }
    List<Blob> blobs = new ArrayList<>(count);
    for (int ordinal = 0; ordinal < count; ordinal++) {
      Blob blob = found[ordinal];
      blobs.add(blob == null ? Blob.NOWHERE : blob);
    }
    long end = groups.stream().mapToLong(group -> group.range.end()).max().orElse(0);
    return new StoredBlobs(
        count,
        Collections.unmodifiableList(blobs),
        Math.max(end, ArchiveFormat.HEADER_BYTES),
        null);
  }

  private @Nullable Blob member(EntryTable.Row entry) throws FormatException {
    Member member = keys(entry);
    Group group =
        member.group < 0 || member.group >= groups.size() ? null : groups.get((int) member.group);
    int frame = group == null || member.offset < 0 ? -1 : group.frame(member.offset);
    long length = entry.originalSize();
    if (group == null
        || frame < 0
        || frame != member.frame
        || length > group.originalEnd(frame) - member.offset) {
      problem(
          error(entry.start(), ArchiveFormat.OFFSET_IN_GROUP, Reason.OUT_OF_BOUNDS)
              .expected("a place inside one frame of the %d groups".formatted(groups.size()))
              .found(
                  "%d bytes from %d in group %d, frame %d"
                      .formatted(length, member.offset, member.group, member.frame)));
      return null;
    }
    ByteRange stored = group.stored(frame);
    long content = group.originalEnd(frame) - group.original[frame];
    return Blob.inFrame(stored, member.offset - group.original[frame], length, content);
  }

  private Member keys(EntryTable.Row entry) throws FormatException {
    MsgCursor cursor = cursor(new ByteRange(entry.start(), entry.length()));
    long group = -1;
    long offset = -1;
    long frame = -1;
    if (cursor.kind(ArchiveFormat.TOC) != MsgKind.MAP) {
      cursor.skip("target");
    }
    long pairs =
        cursor.remaining() > 0 && cursor.kind("entry") == MsgKind.MAP
            ? cursor.mapHeader("entry")
            : 0;
    for (long i = 0; i < pairs; i++) {
      String key = cursor.textSpan("field name") ? cursor.spanText() : "";
      switch (key) {
        case ArchiveFormat.GROUP -> group = cursor.size(key);
        case ArchiveFormat.OFFSET_IN_GROUP -> offset = cursor.size(key);
        case ArchiveFormat.FRAME -> frame = cursor.size(key);
        default -> cursor.skip("entry");
      }
    }
    return new Member(group, offset, frame);
  }

  private MsgCursor cursor(ByteRange range) throws FormatException {
    return new MsgCursor(view, range.start(), range.end(), ArchiveFormat.TABLE);
  }

  private void problem(FormatException.Builder problem) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(problem.build());
    }
  }

  private FormatException.Builder error(long offset, String field, Reason reason) {
    return FormatException.at(view, offset, ArchiveFormat.TABLE, field, reason);
  }
}
