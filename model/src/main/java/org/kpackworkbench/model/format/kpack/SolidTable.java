package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessagePacker;

/** The groups of an archive of scheme {@code zstd-solid}, as they are written. */
final class SolidTable implements SchemeTable {
  private final List<Group> groups = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();

  private record Frame(long original, long stored) {}

  private record Member(int group, long offset, int frame) {}

  private static final class Group {
    private final long offset;
    private final List<Frame> frames = new ArrayList<>();
    private long size;
    private long originalSize;

    Group(long offset) {
      this.offset = offset;
    }
  }

  /** Begins a group at an offset in the file. */
  void group(long offset) {
    groups.add(new Group(offset));
  }

  /**
   * Adds a frame to the last group.
   *
   * @param offset in the file
   * @param sizes those of its code objects, whose ordinals follow those before
   */
  void frame(long offset, long storedSize, List<Long> sizes) {
    Group group = groups.getLast();
    group.frames.add(new Frame(group.originalSize, offset - group.offset));
    group.size = offset + storedSize - group.offset;
    for (long size : sizes) {
      members.add(new Member(groups.size() - 1, group.originalSize, group.frames.size() - 1));
      group.originalSize += size;
    }
  }

  @Override
  public List<String> keys() {
    return List.of(ArchiveFormat.GROUPS);
  }

  @Override
  public void value(MessagePacker packer, String key) throws IOException {
    packer.packArrayHeader(groups.size());
    for (Group group : groups) {
      packer.packMapHeader(4);
      packer.packString(ArchiveFormat.OFFSET).packLong(group.offset);
      packer.packString(ArchiveFormat.SIZE).packLong(group.size);
      packer.packString(ArchiveFormat.ORIGINAL_SIZE).packLong(group.originalSize);
      packer.packString(ArchiveFormat.SEEK).packArrayHeader(group.frames.size());
      for (Frame frame : group.frames) {
        packer.packArrayHeader(2).packLong(frame.original).packLong(frame.stored);
      }
    }
  }

  @Override
  public Map<String, Long> row(int ordinal) {
    Member member = members.get(ordinal);
    Map<String, Long> keys = new LinkedHashMap<>();
    keys.put(ArchiveFormat.FRAME, (long) member.frame);
    keys.put(ArchiveFormat.GROUP, (long) member.group);
    keys.put(ArchiveFormat.OFFSET_IN_GROUP, member.offset);
    return keys;
  }
}
