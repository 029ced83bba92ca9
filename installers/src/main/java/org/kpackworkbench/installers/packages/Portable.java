package org.kpackworkbench.installers.packages;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Date;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;
import org.kpackworkbench.installers.Trees;

/**
 * The folder that runs, as one file to unpack anywhere. Modes are kept; all times are the
 * release's.
 */
public final class Portable {
  private static final int PROGRAM_MODE = 0755;
  private static final int FILE_MODE = 0644;
  private static final int FOLDER_MODE = 0755;

  private Portable() {}

  /** Makes a {@code .tar.gz}, and returns it. */
  public static Path tar(Release release, String name) throws IOException {
    Path file = release.target().resolve(name + ".tar.gz");
    GzipParameters parameters = new GzipParameters();
    parameters.setModificationTime(release.time().toEpochMilli());
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
        TarArchiveOutputStream tar =
            new TarArchiveOutputStream(new GzipCompressorOutputStream(out, parameters))) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (Path each : Trees.all(release.image())) {
        String entryName = nameOf(release, each, name);
        TarArchiveEntry entry;
        if (Files.isSymbolicLink(each)) {
          entry = new TarArchiveEntry(entryName, TarConstants.LF_SYMLINK);
          entry.setLinkName(Files.readSymbolicLink(each).toString());
        } else {
          entry = new TarArchiveEntry(entryName);
          entry.setSize(Files.isDirectory(each) ? 0 : Files.size(each));
        }
        entry.setMode(mode(each));
        entry.setModTime(Date.from(release.time()));
        entry.setIds(0, 0);
        entry.setNames("root", "root");
        put(tar, entry, each);
      }
    }
    return file;
  }

  /** Makes a {@code .zip}, and returns it; links become what they lead to. */
  public static Path zip(Release release, String name) throws IOException {
    Path file = release.target().resolve(name + ".zip");
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(file)) {
      for (Path each : Trees.all(release.image())) {
        ZipArchiveEntry entry = new ZipArchiveEntry(nameOf(release, each, name));
        entry.setMethod(ZipEntry.DEFLATED);
        entry.setUnixMode(mode(each));
        entry.setTime(release.time().toEpochMilli());
        put(zip, entry, each);
      }
    }
    return file;
  }

  private static <E extends ArchiveEntry> void put(
      org.apache.commons.compress.archivers.ArchiveOutputStream<E> archive, E entry, Path file)
      throws IOException {
    archive.putArchiveEntry(entry);
    if (Files.isRegularFile(file) && !isTarLink(entry)) {
      Files.copy(file, archive);
    }
    archive.closeArchiveEntry();
  }

  private static boolean isTarLink(ArchiveEntry entry) {
    return entry instanceof TarArchiveEntry tar && tar.isSymbolicLink();
  }

  private static String nameOf(Release release, Path file, String top) {
    String inside = release.image().relativize(file).toString().replace('\\', '/');
    boolean folder = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
    return (inside.isEmpty() ? top : top + "/" + inside) + (folder ? "/" : "");
  }

  private static int mode(Path file) {
    if (Files.isDirectory(file)) {
      return FOLDER_MODE;
    }
    return Files.isExecutable(file) ? PROGRAM_MODE : FILE_MODE;
  }
}
