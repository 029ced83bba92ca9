package org.kpackworkbench.model.operation.tar;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.HardLinks;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;

/**
 * Makes a {@code .tar.zst} of a folder's content.
 *
 * <p>The same tree gives the same bytes on every machine: entries in one order, modes and times (to
 * 100 nanoseconds) as they are, no owners, names byte by byte. The file has the time of the newest
 * thing in it, and appears whole or not at all.
 *
 * <p>Programs that read an artifact as a stream stop at what they do not expect. So its manifest
 * comes first, and everything else lies below a listed stage prefix: there are no entries for the
 * prefixes themselves, for the folders above them and for what lies elsewhere.
 */
public final class TarPack {
  private static final int BUFFER_BYTES = 256 * 1024;
  private static final int PLAIN_FILE = 0644;
  private static final int PLAIN_FOLDER = 0755;
  private static final int LINK = 0777;
  private static final int RUN = 0111;
  private static final Pattern LIBRARY = Pattern.compile("lib.+\\.so(\\.[0-9.]+)?");

  private TarPack() {}

  /**
   * Writes one.
   *
   * @param folder what is in it; the folder itself has no entry
   * @param target the file
   * @param progress is begun with the size of all files
   * @return size of the file
   * @throws java.nio.file.FileAlreadyExistsException if it is there and may not be replaced
   * @throws IOException if something cannot be read or written, or is no file, folder or link
   */
  public static long write(Path folder, Path target, TarOptions options, Progress progress)
      throws IOException {
    try (ReplacingFile file = ReplacingFile.create(target, options.replace())) {
      FileTime newest;
      try (OutputStream packed =
          TarPacking.named(String.valueOf(target.getFileName()))
              // Artifacts are compressed with it.
              .orElse(TarPacking.ZSTD)
              .to(Channels.newOutputStream(file.channel()), options)) {
        newest = write(folder, packed, progress);
      }
      long size = Files.size(file.temporary());
      Files.setLastModifiedTime(file.temporary(), newest);
      file.commit();
      return size;
    }
  }

  /**
   * Writes an artifact that was made in a work folder, and its digest. Nothing in a tar file has
   * its owner, so what lies in the folder loses its set-user and set-group bits, as copies do that
   * cannot keep their owner: who unpacks it as root would hand root's rights on. Artifacts have
   * modes and times, and no extended attributes.
   *
   * @param shown the path that the file gets in the end
   * @param lost gets the files that lose such bits or attributes
   * @return size of the file
   */
  public static long writeMade(
      Path folder,
      Path target,
      Path shown,
      LostAttributes lost,
      TarOptions options,
      Progress progress)
      throws IOException {
    for (TreeItem item : TreeItem.below(folder, progress.cancelOnly())) {
      if (item.kind() == TreeItem.Kind.FILE || item.kind() == TreeItem.Kind.FOLDER) {
        lost.addPacked(item.source(), shown.resolve(item.path()));
        int mode = FileModes.of(item.source());
        FileModes.set(item.source(), mode == FileModes.NONE ? mode : mode & ~FileModes.SET_ID);
        if (item.kind() == TreeItem.Kind.FILE
            && mode != FileModes.NONE
            && (mode & FileModes.SET_ID) != 0) {
          lost.add(LostAttributes.SET_ID, shown.resolve(item.path()));
        }
      }
    }
    long size = write(folder, target, options, progress);
    Path unused = TarDigest.write(target, progress);
    return size;
  }

  private static FileTime write(Path folder, OutputStream out, Progress progress)
      throws IOException {
    List<TreeItem> items = new ArrayList<>(TreeItem.below(folder, progress.cancelOnly()));
    Map<String, String> firstNames = new HashMap<>();
    if (ArtifactFolder.isArtifact(folder)) {
      ArtifactManifest manifest = ArtifactManifest.in(folder);
      TreeItem first =
          TreeItem.file(folder.resolve(ArtifactManifest.FILE_NAME), ArtifactManifest.FILE_NAME);
      items.removeIf(item -> !manifest.covers(item.path()));
      firstNames.putAll(HardLinks.firstNames(items));
      items.addFirst(first);
    } else {
      firstNames.putAll(HardLinks.firstNames(items));
    }
    progress.begin(
        "Packing " + folder.getFileName(),
        items.stream().mapToLong(TreeItem::sizeBytes).sum(),
        Unit.BYTES);
    return write(items, firstNames, null, out, progress);
  }

  /**
   * Writes a tree that a package manager or a user unpacks as root: folders and programs may be
   * entered and run by anyone, nothing else has rights of its own, root owns all of it, and nothing
   * is newer than a time. In GNU's format, since Debian's tools read no other extensions.
   *
   * @param items in the order of the entries; folders need no source
   * @param latest the time of folders and of all that is newer, in whole seconds
   * @param out stays open
   * @param progress is advanced by the bytes of files
   */
  public static void writeInstalled(
      List<TreeItem> items, FileTime latest, OutputStream out, Progress progress)
      throws IOException {
    FileTime unused = write(items, HardLinks.firstNames(items), latest, out, progress);
  }

  /**
   * Writes entries.
   *
   * @param installed the time of an installed tree; null for a tree with modes and times of its own
   * @return the time of the newest entry
   */
  private static FileTime write(
      List<TreeItem> items,
      Map<String, String> firstNames,
      @Nullable FileTime installed,
      OutputStream out,
      Progress progress)
      throws IOException {
    BufferedOutputStream buffered = new BufferedOutputStream(out, BUFFER_BYTES);
    // The end is written once, by the other one.
    TarArchiveOutputStream anyBytes =
        new TarArchiveOutputStream(buffered, StandardCharsets.ISO_8859_1.name());
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(buffered, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      tar.setAddPaxHeadersForNonAsciiNames(true);
      // Attributes of POSIX's format are UTF-8. GNU's long names are bytes, here a character each.
      anyBytes.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
      anyBytes.setBigNumberMode(
          installed == null
              ? TarArchiveOutputStream.BIGNUMBER_POSIX
              : TarArchiveOutputStream.BIGNUMBER_STAR);
      byte[] buffer = new byte[BUFFER_BYTES];
      FileTime newest = FileTime.fromMillis(0);
      for (TreeItem item : items) {
        String first = firstNames.get(item.path());
        String leads =
            first != null ? first : item.kind() == TreeItem.Kind.LINK ? item.linkTarget() : "";
        Named named =
            installed == null && SystemText.isUtf8(item.path() + leads)
                ? new Named(item, item.path(), leads, tar)
                : new Named(item, characters(item.path()), characters(leads), anyBytes);
        newest =
            later(
                newest,
                first == null
                    ? add(named, installed, buffer, progress)
                    : addName(named, installed, progress));
      }
      tar.finish();
      return newest;
    }
  }

  /**
   * Something that is written.
   *
   * @param name its name as the stream takes it
   * @param leads where it leads, a link or a further name of a file; else empty
   */
  private record Named(TreeItem item, String name, String leads, TarArchiveOutputStream tar) {}

  private static String characters(String name) {
    return new String(SystemText.escapedBytes(name), StandardCharsets.ISO_8859_1);
  }

  private static FileTime later(FileTime one, FileTime other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private static FileTime add(
      Named named, @Nullable FileTime installed, byte[] buffer, Progress progress)
      throws IOException {
    progress.step(0);
    TreeItem item = named.item();
    TarArchiveOutputStream tar = named.tar();
    TarArchiveEntry entry =
        switch (item.kind()) {
          case FOLDER ->
              entry(item, named.name() + "/", TarConstants.LF_DIR, PLAIN_FOLDER, installed);
          case FILE -> entry(item, named.name(), TarConstants.LF_NORMAL, PLAIN_FILE, installed);
          case LINK -> entry(item, named.name(), TarConstants.LF_SYMLINK, LINK, installed);
          case SPECIAL ->
              throw new FileSystemException(
                  item.source().toString(), null, "it is a device, pipe or socket");
        };
    if (item.kind() == TreeItem.Kind.LINK) {
      entry.setMode(LINK);
      entry.setLinkName(named.leads());
    }
    entry.setSize(item.sizeBytes());
    tar.putArchiveEntry(entry);
    if (item.kind() == TreeItem.Kind.FILE) {
      content(item, tar, buffer, progress);
    }
    tar.closeArchiveEntry();
    return entry.getLastModifiedTime();
  }

  private static FileTime addName(Named named, @Nullable FileTime installed, Progress progress)
      throws IOException {
    TreeItem item = named.item();
    TarArchiveOutputStream tar = named.tar();
    TarArchiveEntry entry = entry(item, named.name(), TarConstants.LF_LINK, PLAIN_FILE, installed);
    entry.setLinkName(named.leads());
    entry.setSize(0);
    tar.putArchiveEntry(entry);
    tar.closeArchiveEntry();
    progress.step(item.sizeBytes());
    return entry.getLastModifiedTime();
  }

  private static TarArchiveEntry entry(
      TreeItem item, String name, byte flag, int plainMode, @Nullable FileTime installed)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, flag);
    if (installed != null) {
      boolean folder = item.kind() == TreeItem.Kind.FOLDER;
      entry.setMode(installedMode(item));
      entry.setIds(0, 0);
      entry.setNames("root", "root");
      FileTime time =
          folder ? installed : Files.getLastModifiedTime(item.source(), LinkOption.NOFOLLOW_LINKS);
      FileTime given = later(installed, time).equals(time) ? installed : time;
      entry.setLastModifiedTime(FileTime.from(given.to(TimeUnit.SECONDS), TimeUnit.SECONDS));
      return entry;
    }
    // A link has no mode, and may lead nowhere.
    boolean link = flag == TarConstants.LF_SYMLINK;
    int mode = link ? FileModes.NONE : FileModes.of(item.source());
    entry.setMode(mode == FileModes.NONE ? plainMode : mode);
    entry.setIds(0, 0);
    entry.setNames("", "");
    entry.setLastModifiedTime(Files.getLastModifiedTime(item.source(), LinkOption.NOFOLLOW_LINKS));
    return entry;
  }

  /** Returns the mode that a file or folder has in {@link #writeInstalled}. */
  public static int installedMode(TreeItem item) throws IOException {
    return switch (item.kind()) {
      case FOLDER -> PLAIN_FOLDER;
      case LINK -> LINK;
      case FILE, SPECIAL -> isProgram(item.source()) ? PLAIN_FOLDER : PLAIN_FILE;
    };
  }

  /** Linkers let libraries be run, too, which Debian's rules do not want. */
  private static boolean isProgram(Path file) throws IOException {
    int mode = FileModes.of(file);
    return mode != FileModes.NONE
        && (mode & RUN) != 0
        && !LIBRARY.matcher(String.valueOf(file.getFileName())).matches();
  }

  private static void content(
      TreeItem item, TarArchiveOutputStream tar, byte[] buffer, Progress progress)
      throws IOException {
    long left = item.sizeBytes();
    try (InputStream in = Files.newInputStream(item.source())) {
      while (left > 0) {
        int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (count < 0) {
          throw FormatException.in(item.source().toString(), "file", "", Reason.FILE_CHANGED)
              .mismatch(
                  "the %d bytes that it had when it was listed".formatted(item.sizeBytes()),
                  "a shorter file");
        }
        tar.write(buffer, 0, count);
        left -= count;
        progress.step(count);
      }
    }
  }

  /**
   * How a {@code .tar.zst} is written. The bytes depend on the tree and the level, not on the
   * number of threads.
   *
   * @param level zstd's level, 1 to 22; twice that is xz's preset, up to 6
   * @param threads number of threads that compress, from 1
   * @param replace whether a file that is there already may be replaced
   */
  public record TarOptions(int level, int threads, boolean replace) {
    /** Level 3, on all cores, replacing nothing. */
    public static final TarOptions DEFAULT =
        new TarOptions(3, Runtime.getRuntime().availableProcessors(), false);

    public TarOptions {
      if (level < 1 || level > 22) {
        throw new IllegalArgumentException("zstd levels are 1 to 22, not " + level);
      }
      if (threads < 1) {
        throw new IllegalArgumentException("at least one thread is needed, not " + threads);
      }
    }
  }
}
