package org.kpackworkbench.model.operation.tar;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.apache.commons.compress.archivers.tar.TarUtils;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.format.packages.TarHeader;
import org.kpackworkbench.model.format.packages.TarHeader.Names;

/**
 * Writes a tar file again with other content of some of its files. All other entries are copied as
 * they are stored, in their order; what is said of a file that changes stays but for its size. Of
 * several entries with the path of such a file only the last stays, which is the one that is meant.
 * Used once, by one thread.
 */
public final class TarRewrite {
  private static final int BLOCK_BYTES = 512;
  private static final int RECORD_BYTES = 20 * BLOCK_BYTES;
  private static final int BUFFER_BYTES = 256 << 10;
  private static final int SIZE_AT = 124;
  private static final int SIZE_BYTES = 12;
  private static final int CHECKSUM_AT = 148;
  private static final int CHECKSUM_BYTES = 8;
  private static final int TYPE_AT = 156;
  private static final int LINK_AT = 157;
  private static final int LINK_BYTES = 100;

  /** Where GNU's header of a sparse file says what is in it. */
  private static final int SPARSE_AT = 386;

  private static final int SPARSE_BYTES = 109;
  private static final String SPARSE = "GNU.sparse.";

  private final Path file;
  private final MemberChannel tar;
  private final Map<String, Optional<Path>> changes;
  private final Function<String, Path> tree;
  private final OutputStream out;
  private final Progress progress;
  private long written;

  private TarRewrite(
      Path file,
      MemberChannel tar,
      Map<String, Optional<Path>> changes,
      Function<String, Path> tree,
      OutputStream out,
      Progress progress) {
    this.file = file;
    this.tar = tar;
    this.changes = changes;
    this.tree = tree;
    this.out = out;
    this.progress = progress;
  }

  /**
   * Writes.
   *
   * @param file the file that it is or is in, for messages
   * @param tar what is written again, not compressed
   * @param changes the new content of files, by their paths in the tar file; empty for one that
   *     goes
   * @param tree the files in the tar file, by their paths
   * @param out receives a tar file that is not compressed, and stays open
   * @param progress is begun with the size of the tar file
   */
  public static void write(
      Path file,
      MemberChannel tar,
      Map<String, Optional<Path>> changes,
      Function<String, Path> tree,
      OutputStream out,
      Progress progress)
      throws IOException {
    progress.begin("Packing " + file.getFileName(), tar.size(), Unit.BYTES);
    new TarRewrite(file, tar, changes, tree, out, progress).write();
  }

  private void write() throws IOException {
    long at = 0;
    // Closing it would close what members are read from.
    TarFile entries = new TarFile(tar.again());
    Map<String, Long> last = new HashMap<>();
    Map<TarArchiveEntry, Names> names = new IdentityHashMap<>();
    for (TarArchiveEntry entry : entries.getEntries()) {
      progress.step(0);
      Names written = TarHeader.names(file, tar, at, entry);
      Names known =
          new Names(path(written.name()), entry.isLink() ? path(written.link()) : written.link());
      names.put(entry, known);
      last.put(known.name(), entry.getDataOffset());
      at = end(at, entry);
    }
    at = 0;
    for (TarArchiveEntry entry : entries.getEntries()) {
      progress.step(0);
      Names known = Objects.requireNonNull(names.get(entry));
      long data = entry.getDataOffset();
      long end = end(at, entry);
      if (changes.containsKey(known.name()) && data < last.getOrDefault(known.name(), data)) {
        leaveOut(at, data, end);
      } else {
        entry(entry, known, at, data, end);
      }
      at = end;
    }
    copy(at, tar.size());
    if (tar.size() % RECORD_BYTES == 0) {
      write(new byte[(int) (-written % RECORD_BYTES + RECORD_BYTES) % RECORD_BYTES]);
    }
  }

  /** Returns where an entry ends. */
  private long end(long start, TarArchiveEntry entry) throws IOException {
    long data = entry.getDataOffset();
    long end = data + padded(entry.getSize());
    if (data < start + BLOCK_BYTES || end > tar.size()) {
      throw FormatException.in(file.toString(), "tar", entry.getName(), Reason.BAD_VALUE)
          .mismatch(
              "a header from %d on".formatted(start), "content from %d to %d".formatted(data, end));
    }
    return end;
  }

  private void entry(TarArchiveEntry entry, Names names, long start, long data, long end)
      throws IOException {
    Optional<Path> change = changes.get(names.name());
    boolean link = entry.isLink();
    if (change == null && link && changes.containsKey(names.link())) {
      // It was another name of a file that is another one from now on.
      change = Optional.of(tree.apply(names.name()));
    }
    if (change == null || (link && isSame(change, changes.get(names.link())))) {
      copy(start, end);
      return;
    }
    if (change.isEmpty()) {
      leaveOut(start, data, end);
      return;
    }
    List<TarHeader> parts = TarHeader.of(file, tar, start, data);
    Path content = change.get();
    long size = Files.size(content);
    for (TarHeader part : headers(parts, size)) {
      write(part);
    }
    try (InputStream in = Files.newInputStream(content)) {
      FileCopy.bytes(in, out, progress.cancelOnly());
    }
    written += size;
    write(new byte[(int) (padded(size) - size)]);
    progress.step(end - start);
  }

  /** Writes only what is said for all entries that follow. */
  private void leaveOut(long start, long data, long end) throws IOException {
    for (TarHeader part : TarHeader.of(file, tar, start, data)) {
      if (part.type() == TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER) {
        write(part);
      }
    }
    progress.step(end - start);
  }

  private String path(String name) throws FormatException {
    return Member.path(name, file.toString(), "tar file");
  }

  private static boolean isSame(Optional<Path> one, @Nullable Optional<Path> other)
      throws IOException {
    return other != null
        && one.isPresent()
        && other.isPresent()
        && Files.isSameFile(one.get(), other.get());
  }

  private static long padded(long size) {
    return (size + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
  }

  private void write(TarHeader part) throws IOException {
    write(part.header());
    write(Arrays.copyOf(part.content(), (int) padded(part.content().length)));
  }

  /** Returns the headers for a plain file of another size. */
  private List<TarHeader> headers(List<TarHeader> parts, long size) throws IOException {
    List<TarHeader> now = new ArrayList<>();
    for (TarHeader part : parts) {
      switch (part.type()) {
        case TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER, TarConstants.LF_GNUTYPE_LONGNAME ->
            now.add(part);
        case TarConstants.LF_GNUTYPE_LONGLINK -> {}
        case TarConstants.LF_PAX_EXTENDED_HEADER_LC, TarConstants.LF_PAX_EXTENDED_HEADER_UC -> {
          byte[] attributes = attributes(part, size);
          if (attributes.length > 0) {
            now.add(new TarHeader(sized(part.header(), attributes.length), attributes));
          }
        }
        default -> now.add(new TarHeader(sized(plain(part.header()), size), part.content()));
      }
    }
    return now;
  }

  private static byte[] plain(byte[] header) {
    byte[] file = header.clone();
    if (file[TYPE_AT] == TarConstants.LF_GNUTYPE_SPARSE) {
      Arrays.fill(file, SPARSE_AT, SPARSE_AT + SPARSE_BYTES, (byte) 0);
    }
    if (file[TYPE_AT] == TarConstants.LF_LINK || file[TYPE_AT] == TarConstants.LF_GNUTYPE_SPARSE) {
      file[TYPE_AT] = TarConstants.LF_NORMAL;
      Arrays.fill(file, LINK_AT, LINK_AT + LINK_BYTES, (byte) 0);
    }
    return file;
  }

  private static byte[] sized(byte[] header, long size) {
    byte[] sized = header.clone();
    int unused = TarUtils.formatLongOctalOrBinaryBytes(size, sized, SIZE_AT, SIZE_BYTES);
    Arrays.fill(sized, CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES, (byte) ' ');
    int end =
        TarUtils.formatCheckSumOctalBytes(
            TarUtils.computeCheckSum(sized), sized, CHECKSUM_AT, CHECKSUM_BYTES);
    return end == CHECKSUM_AT + CHECKSUM_BYTES ? sized : header;
  }

  /** Returns the attributes of POSIX's format but for those of content. */
  private static byte[] attributes(TarHeader all, long size) throws IOException {
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    String sparseName = null;
    for (TarHeader.Attribute each : all.attributes()) {
      if (each.name().equals(SPARSE + "name")) {
        sparseName = each.value();
      } else if (each.name().equals("size")) {
        record(kept, "size=" + size);
      } else if (!each.name().equals("linkpath") && !each.name().startsWith(SPARSE)) {
        record(kept, each.name() + "=" + each.value());
      }
    }
    if (sparseName != null) {
      // What comes last is meant.
      record(kept, "path=" + sparseName);
    }
    return kept.toByteArray();
  }

  private static void record(ByteArrayOutputStream to, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int rest = bytes.length + 2;
    int length = rest + Integer.toString(rest).length();
    length = rest + Integer.toString(length).length();
    to.write((length + " ").getBytes(StandardCharsets.ISO_8859_1));
    to.write(bytes);
    to.write('\n');
  }

  private void copy(long start, long end) throws IOException {
    for (long at = start; at < end; ) {
      int count = (int) Math.min(BUFFER_BYTES, end - at);
      write(TarHeader.bytes(file, tar, at, count));
      at += count;
      progress.step(count);
    }
  }

  private void write(byte[] bytes) throws IOException {
    out.write(bytes);
    written += bytes.length;
  }
}
