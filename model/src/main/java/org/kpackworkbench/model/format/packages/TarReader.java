package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveStructSparse;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.format.packages.PackageFile.Content;
import org.kpackworkbench.model.format.packages.PackageFile.Source;
import org.kpackworkbench.model.format.packages.TarHeader.Names;

/** Lists tar files. A compressed one is unpacked once; a plain one is read where it lies. */
final class TarReader {
  private static final int MODE_BITS = 07777;
  private static final int RECORD_BYTES = 512;

  private TarReader() {}

  /**
   * Reads a whole file.
   *
   * @param packed its bytes
   * @param folder where a compressed one is unpacked; null for the system's folder for such files
   */
  static Content read(Source source, InputStream packed, @Nullable Path folder) throws IOException {
    long size = source.size();
    InputStream in = source.unpacked(packed, "tar file", size);
    boolean plain = in instanceof java.io.BufferedInputStream;
    MemberChannel tar =
        plain
            ? MemberChannel.range(source.channel(), 0, size)
            : folder == null ? MemberChannel.unpacked(in) : MemberChannel.unpacked(in, folder);
    List<Member> members = members(source, tar, "tar file");
    if (!plain) {
      source.channel().close();
    }
    return new Content(members, PackageFacts.NONE, Map.of("", tar));
  }

  /**
   * Lists the members of a tar file. Of entries with one path the last counts, as when it is
   * unpacked: what came before it stays only under the other names that hard links gave it.
   *
   * @param tar the file, not compressed; its members are read from it later
   */
  static List<Member> members(Source source, MemberChannel tar, String structure)
      throws IOException {
    Map<String, Member> members = new LinkedHashMap<>();
    int count = 0;
    long end = 0;
    List<Names> hardLinks = new ArrayList<>();
    try {
      // Closing it would close what members are read from.
      TarFile file = new TarFile(tar.again());
      for (TarArchiveEntry entry : file.getEntries()) {
        source.progress().step(0);
        source.countMembers(count++);
        Names names = TarHeader.names(source.path(), tar, end, entry);
        end =
            entry.getDataOffset()
                + (entry.getSize() + RECORD_BYTES - 1) / RECORD_BYTES * RECORD_BYTES;
        if (entry.isPaxGNU1XSparse()) {
          // The library takes the end of its map for that of its data, and misses what follows.
          throw source
              .error(structure, Reason.UNSUPPORTED)
              .expected(
                  "no sparse files in the form of GNU's version 1.0, behind which not all can be"
                      + " read")
              .found("\"%s\"".formatted(names.name()))
              .advice(
                  "Unpack it with tar, and pack it again without --sparse or with --format=gnu.")
              .build();
        }
        String path = Member.path(names.name(), source.path().toString(), structure);
        if (path.isEmpty()) {
          continue;
        }
        if (entry.isLink()) {
          String target = Member.path(names.link(), source.path().toString(), structure);
          Member first = members.get(target);
          if (first == null) {
            hardLinks.add(new Names(path, target));
          } else {
            putLast(members, first.at(path));
          }
          continue;
        }
        Member member =
            member(source, tar, entry, new Names(path, names.link()), structure)
                .modifiedAt(entry.getLastModifiedTime())
                .ownedBy(new Member.Owner(entry.getLongUserId(), entry.getLongGroupId()));
        putLast(members, member);
      }
      for (Names link : hardLinks) {
        Member first = members.get(link.link());
        if (first == null) {
          throw source
              .error(structure, Reason.NOT_FOUND)
              .mismatch(
                  "the file that the hard link \"%s\" is another name of".formatted(link.name()),
                  "no \"%s\"".formatted(link.link()));
        }
        members.putIfAbsent(link.name(), first.at(link.name()));
      }
      if (end > tar.size() - RECORD_BYTES) {
        throw source
            .error(structure, Reason.TRUNCATED)
            .expected("a whole tar file")
            .found("its end after entry " + count)
            .advice("Fetch the file again.")
            .build();
      }
    } catch (FormatException | CancellationException known) {
      throw known;
    } catch (IOException | RuntimeException broken) {
      throw source
          .error(structure, Reason.BAD_VALUE)
          .expected("a whole tar file")
          .found(String.valueOf(broken.getMessage()))
          .advice("Fetch the file again.")
          .cause(broken)
          .build();
    }
    return List.copyOf(members.values());
  }

  /** Reads a sparse entry, also a second time, which the library's own stream does not. */
  private static InputStream expanded(MemberChannel tar, TarArchiveEntry entry) throws IOException {
    List<InputStream> parts = new ArrayList<>();
    long at = 0;
    long data = entry.getDataOffset();
    for (TarArchiveStructSparse part : entry.getOrderedSparseHeaders()) {
      if (part.getNumbytes() < 0 || part.getNumbytes() > tar.size() - data) {
        throw new IOException(
            "a part of the sparse " + entry.getName() + " is not in the tar file");
      }
      parts.add(zeros(part.getOffset() - at));
      parts.add(Channels.newInputStream(tar.part(data, part.getNumbytes())));
      at = part.getOffset() + part.getNumbytes();
      data += part.getNumbytes();
    }
    parts.add(zeros(entry.getRealSize() - at));
    return new SequenceInputStream(Collections.enumeration(parts));
  }

  private static InputStream zeros(long count) {
    return ByteView.zeros("hole", Math.max(0, count)).stream();
  }

  private static void putLast(Map<String, Member> members, Member member) {
    members.remove(member.path());
    members.put(member.path(), member);
  }

  private static Member member(
      Source source, MemberChannel tar, TarArchiveEntry entry, Names names, String structure)
      throws IOException {
    String path = names.name();
    int mode = entry.getMode() & MODE_BITS;
    long time = entry.getLastModifiedTime().toMillis();
    if (entry.isDirectory()) {
      return Member.folder(path, mode, time);
    }
    if (entry.isSymbolicLink()) {
      return Member.link(path, mode, time, names.link());
    }
    // The library calls these files, too.
    if (!entry.isFile() || entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice()) {
      return Member.special(path, mode, time);
    }
    if (entry.isSparse()) {
      source.meter(structure, source.size()).declare(entry.getRealSize());
      return Member.file(
          path,
          entry.getRealSize(),
          mode,
          time,
          () -> MemberChannel.unpacked(expanded(tar, entry)));
    }
    long start = entry.getDataOffset();
    if (start < 0 || entry.getSize() < 0 || start > tar.size() - entry.getSize()) {
      throw source
          .error(structure, Reason.TRUNCATED)
          .expected("%d bytes of \"%s\"".formatted(entry.getSize(), path))
          .found("the end of the file")
          .advice("Fetch the file again.")
          .build();
    }
    return Member.file(path, entry.getSize(), mode, time, () -> tar.part(start, entry.getSize()));
  }
}
