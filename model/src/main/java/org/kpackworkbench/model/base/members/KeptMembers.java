package org.kpackworkbench.model.base.members;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Members that were unpacked into memory, the ones that were read last. */
final class KeptMembers {
  private static final long KEPT_BYTES = 128L << 20;

  private final Map<String, MemberChannel> channels = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  synchronized boolean has(Member member) {
    return channels.containsKey(member.path());
  }

  MemberChannel open(Member member) throws IOException {
    synchronized (this) {
      MemberChannel there = channels.get(member.path());
      if (there != null) {
        return there.again();
      }
    }
    Member.Content content = member.content();
    if (content == null) {
      throw new AccessDeniedException(member.path());
    }
    MemberChannel made = content.open();
    return made.isInMemory() ? keep(member.path(), made) : made;
  }

  private synchronized MemberChannel keep(String path, MemberChannel made) throws IOException {
    if (channels.put(path, made) == null) {
      bytes += made.size();
    }
    Iterator<MemberChannel> oldest = channels.values().iterator();
    while (bytes > KEPT_BYTES && oldest.hasNext()) {
      MemberChannel old = oldest.next();
      if (old != made) {
        bytes -= old.size();
        oldest.remove();
      }
    }
    return made.again();
  }
}
