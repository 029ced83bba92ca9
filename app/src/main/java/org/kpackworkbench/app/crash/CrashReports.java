package org.kpackworkbench.app.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.kpackworkbench.app.settings.UserSettings;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.FolderList;

/**
 * The folder of crash reports: each appears whole or not at all, and the newest ones are kept. Only
 * its owner can look into it. Safe for use by many threads and processes.
 */
public final class CrashReports {
  /** How many are kept. */
  static final int MOST = 20;

  private static final int MOST_OF_ONE_MILLISECOND = 100;
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final Pattern OURS =
      Pattern.compile("crash-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\.\\d{3}Z(-\\d{2})?\\.txt");

  private final Path folder;

  private CrashReports(Path folder) {
    this.folder = folder;
  }

  /** The reports of the user who runs the program. */
  public static CrashReports ofUser() {
    return in(UserSettings.folder().resolve("crashes"));
  }

  /** Reports in a folder, which need not exist. */
  public static CrashReports in(Path folder) {
    return new CrashReports(folder);
  }

  /** Where they lie. */
  public Path folder() {
    return folder;
  }

  /**
   * Writes a report, and removes the oldest ones where there are too many.
   *
   * @return its file
   * @throws IOException if it cannot be written
   */
  public Path write(CrashReport report) throws IOException {
    create();
    byte[] bytes = report.text().getBytes(StandardCharsets.UTF_8);
    String name = "crash-" + NAME.format(report.when());
    for (int i = 1; ; i++) {
      Path file =
          folder.resolve(name + (i == 1 ? "" : String.format(Locale.ROOT, "-%02d", i)) + ".txt");
      try (ReplacingFile fresh = ReplacingFile.create(file, false)) {
        writeAll(fresh.channel(), bytes);
        fresh.commit();
        removeOld();
        return file;
      } catch (FileAlreadyExistsException taken) {
        if (i >= MOST_OF_ONE_MILLISECOND) {
          throw taken;
        }
      }
    }
  }

  private void create() throws IOException {
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] owners =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0];
    Path parent = folder.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.createDirectories(folder, owners);
  }

  private static void writeAll(FileChannel channel, byte[] bytes) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      channel.write(left);
    }
  }

  private void removeOld() throws IOException {
    List<Path> reports = FolderList.of(folder);
    reports.removeIf(file -> !OURS.matcher(String.valueOf(file.getFileName())).matches());
    for (Path old : reports.subList(0, Math.max(0, reports.size() - MOST))) {
      Files.deleteIfExists(old);
    }
  }
}
