package org.kpackworkbench.model.operation.packages;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.operation.tar.TarPacking;

/**
 * Writes a Debian package: {@code debian-binary}, control files with {@code md5sums}, and what is
 * installed. The same input gives the same bytes.
 *
 * @param latest the time of the package, and of all in it that is newer
 * @param packing how what is installed is compressed, unless most of it is compressed already
 * @param scratch a folder for what is written first
 */
public record DebWriter(FileTime latest, TarPacking packing, TarOptions options, Path scratch) {
  private static final String TOP = "./";
  private static final int BUFFER_BYTES = 256 << 10;
  private static final int KIB = 1024;
  private static final int SAMPLE_BYTES = 64 * KIB;

  /** A sample that gets no smaller than this share is compressed already. */
  private static final double LEAST_GAIN = 0.95;

  /**
   * Writes a package.
   *
   * @param control control files but for {@code md5sums}, as texts by name
   * @param items what is installed, by its path below the root, folders before what is in them
   * @param out stays open
   * @param progress is advanced by the bytes of files
   */
  public void write(
      Map<String, String> control, Collection<TreeItem> items, OutputStream out, Progress progress)
      throws IOException {
    Map<String, String> texts = new TreeMap<>(control);
    texts.put("md5sums", sums(items, progress.cancelOnly()));
    List<TreeItem> files = new ArrayList<>(List.of(top()));
    for (Map.Entry<String, String> text : texts.entrySet()) {
      if (!text.getValue().isEmpty()) {
        Path file = scratch.resolve(text.getKey());
        NamedChannel.write(file, SystemText.escapedBytes(text.getValue()));
        files.add(TreeItem.file(file, TOP + text.getKey()));
      }
    }
    List<TreeItem> installed = new ArrayList<>(List.of(top()));
    for (TreeItem item : items) {
      installed.add(new TreeItem(item.source(), TOP + item.path(), item.kind(), item.sizeBytes()));
    }
    out.write(StaticLibrary.MAGIC.getBytes(StandardCharsets.ISO_8859_1));
    byte[] version = "2.0\n".getBytes(StandardCharsets.ISO_8859_1);
    header("debian-binary", version.length, out);
    out.write(version);
    tar("control", TarPacking.XZ, files, out, progress.cancelOnly());
    tar("data", isCompressed(items) ? TarPacking.GZIP : packing, installed, out, progress);
  }

  /** Returns the size that an installed package states, in KiB: files in whole ones. */
  public static long installedKibibytes(Collection<TreeItem> items) {
    return items.stream().mapToLong(item -> Math.max(1, (item.sizeBytes() + KIB - 1) / KIB)).sum();
  }

  private TreeItem top() {
    return new TreeItem(scratch, ".", TreeItem.Kind.FOLDER, 0);
  }

  private static String sums(Collection<TreeItem> items, Progress progress) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (TreeItem item : items) {
      if (item.kind() == TreeItem.Kind.FILE) {
        try (InputStream in = Files.newInputStream(item.source())) {
          lines
              .append(HexText.of(FileCopy.digest(in, Digests.md5(), progress)))
              .append("  ")
              .append(item.path())
              .append('\n');
        }
      }
    }
    return lines.toString();
  }

  private void tar(
      String name, TarPacking form, List<TreeItem> items, OutputStream out, Progress progress)
      throws IOException {
    Path tar = scratch.resolve(name + ".tar");
    try (OutputStream file =
            Channels.newOutputStream(
                NamedChannel.open(
                    tar,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE));
        OutputStream packed = new BufferedOutputStream(form.to(file, options), BUFFER_BYTES)) {
      TarPack.writeInstalled(items, latest, packed, progress);
    }
    long size = Files.size(tar);
    header(name + form.ending(), size, out);
    try (InputStream in = Files.newInputStream(tar)) {
      FileCopy.bytes(in, out, progress.cancelOnly());
    }
    if (size % 2 != 0) {
      out.write('\n');
    }
    Files.delete(tar);
  }

  /**
   * Whether most bytes of the files are compressed, as those of archives are: to compress them
   * again with xz takes a minute for 100 MB, and gains a hundredth.
   */
  private static boolean isCompressed(Collection<TreeItem> items) throws IOException {
    long compressed = 0;
    long all = 0;
    byte[] sample = new byte[SAMPLE_BYTES];
    byte[] packed = new byte[SAMPLE_BYTES];
    for (TreeItem item : items) {
      if (item.kind() == TreeItem.Kind.FILE) {
        all += item.sizeBytes();
        if (item.sizeBytes() >= SAMPLE_BYTES) {
          try (RandomAccessFile file = new RandomAccessFile(item.source().toFile(), "r")) {
            file.seek((item.sizeBytes() - SAMPLE_BYTES) / 2);
            file.readFully(sample);
          }
          try (Deflater deflater = new Deflater(Deflater.BEST_SPEED)) {
            deflater.setInput(sample);
            deflater.finish();
            compressed +=
                deflater.deflate(packed) > LEAST_GAIN * SAMPLE_BYTES ? item.sizeBytes() : 0;
          }
        }
      }
    }
    return 2 * compressed > all;
  }

  private void header(String name, long size, OutputStream out) throws IOException {
    out.write(
        "%-16s%-12d%-6d%-6d%-8s%-10d`\n"
            .formatted(name, latest.to(TimeUnit.SECONDS), 0, 0, "100644", size)
            .getBytes(StandardCharsets.ISO_8859_1));
  }
}
