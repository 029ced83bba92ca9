package org.kpackworkbench.model.operation.database;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.aotriton.AotritonKernels;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Restores files of AOTriton: those that were kept beside the archives, if they have the archives'
 * kernels; else they are compressed anew. For one thread.
 */
final class RestoredImages {
  /** All members of ZIP archives have it, so that the same members make the same bytes. */
  private static final LocalDateTime MEMBER_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final UnpackDatabaseRequest request;
  private final List<Path> archives;
  private final RestoredFiles restored;
  private final List<OperationNote> findings = new ArrayList<>();

  /**
   * For files whose rows are all counted.
   *
   * @param archives all of them, with those of folders
   */
  RestoredImages(UnpackDatabaseRequest request, List<Path> archives, RestoredFiles restored) {
    this.request = request;
    this.archives = archives;
    this.restored = restored;
  }

  /** Notes about files that are compressed anew. */
  List<OperationNote> findings() {
    return findings;
  }

  /** Finds out which files would be compressed anew, and writes nothing. */
  void plan(Progress progress) throws IOException {
    for (Map.Entry<Path, RestoredFiles.Tally> file : restored.files().entrySet()) {
      RestoredFiles.Tally tally = file.getValue();
      if (!tally.directories().isEmpty() && kept(file.getKey(), tally, progress) == null) {
        findings.add(anew(file.getKey(), false));
      }
    }
  }

  /** Writes all files into a folder. */
  void write(Path folder, Progress progress) throws IOException {
    for (Map.Entry<Path, RestoredFiles.Tally> entry : restored.files().entrySet()) {
      RestoredFiles.Tally tally = entry.getValue();
      Path file = entry.getKey();
      if (tally.directories().isEmpty()) {
        continue;
      }
      Path to = folder.resolve(file);
      Path kept = kept(file, tally, progress);
      if (kept != null && copied(kept, to, tally, progress)) {
        continue;
      }
      ImageDirectory first = tally.directories().getFirst();
      if (first.member().isEmpty()) {
        first.write(file, to, progress);
      } else {
        zip(tally.directories(), file, to, progress);
      }
      if (!KeptFiles.sum(to, progress).equals(tally.source())) {
        findings.add(anew(file, kept != null));
      }
    }
  }

  /** The file that was packed, beside one of the archives; null if it is not there. */
  private @Nullable Path kept(Path file, RestoredFiles.Tally tally, Progress progress)
      throws IOException {
    for (Path kept : beside(file)) {
      if (!tally.source().isEmpty()
          && Files.isRegularFile(kept)
          && KeptFiles.sum(kept, progress).equals(tally.source())) {
        return kept;
      }
    }
    return null;
  }

  private Set<Path> beside(Path file) {
    Set<Path> beside = new LinkedHashSet<>();
    for (Path archive : archives) {
      beside.add(KeptFiles.of(archive.toAbsolutePath().resolveSibling(""), file));
    }
    return beside;
  }

  /** Copies a file if it has the kernels that the archives have now. */
  private static boolean copied(Path kept, Path to, RestoredFiles.Tally tally, Progress progress)
      throws IOException {
    boolean same = KeptFiles.copy(kept, to, progress).equals(tally.source());
    if (same) {
      try (OpenFile open = OpenFile.open(to)) {
        same =
            is(
                tally.directories(),
                AotritonKernels.of(new Place.File(to), open.view(), progress),
                progress);
      }
    }
    if (!same) {
      Files.delete(to);
    }
    return same;
  }

  private static boolean is(List<ImageDirectory> own, List<AotritonKernels> file, Progress progress)
      throws IOException {
    boolean same = own.size() == file.size();
    for (int i = 0; same && i < own.size(); i++) {
      same = own.get(i).is(file.get(i), progress);
    }
    return same;
  }

  private OperationNote anew(Path file, boolean kept) {
    return OperationNote.warning(
        "compressed-again",
        request.output().resolve(file),
        kept
            ? "the archives have other kernels than the file that was packed: it is made of theirs"
            : "it has the same kernels as the file that was packed, compressed again to other"
                + " bytes",
        kept ? "" : sameBytes(file));
  }

  /** How to get the bytes that were packed. */
  private String sameBytes(Path file) {
    boolean other = beside(file).stream().anyMatch(Files::exists);
    return (other
            ? "What the folder %s has there is not the file that was packed, whose SHA-256 the"
                + " archives have: for the same bytes, copy that there, and unpack them again."
            : "For the same bytes, put the folder %s, which pack-database wrote, beside the"
                + " archives, and unpack them again.")
        .formatted(KeptFiles.folder(Path.of("")).getFileName());
  }

  /** Stores each directory, as AOTriton reads no other members. */
  private static void zip(List<ImageDirectory> directories, Path file, Path to, Progress progress)
      throws IOException {
    // A stored member begins with its size, so each is made as a file of its own first.
    Path member = Files.createTempFile(to.getParent(), ".member", ".part");
    try (ZipOutputStream zip =
        new ZipOutputStream(
            new BufferedOutputStream(
                Channels.newOutputStream(
                    NamedChannel.open(
                        to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))))) {
      for (ImageDirectory directory : directories) {
        Files.delete(member);
        directory.write(file, member, progress);
        add(zip, directory.member(), member, progress);
      }
    } finally {
      Files.deleteIfExists(member);
    }
  }

  private static void add(ZipOutputStream zip, String name, Path content, Progress progress)
      throws IOException {
    CRC32 sum = new CRC32();
    try (InputStream in = new CheckedInputStream(Files.newInputStream(content), sum)) {
      FileCopy.bytes(in, OutputStream.nullOutputStream(), progress.cancelOnly());
    }
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(Files.size(content));
    entry.setCrc(sum.getValue());
    entry.setTimeLocal(MEMBER_TIME);
    zip.putNextEntry(entry);
    try (InputStream in = Files.newInputStream(content)) {
      FileCopy.bytes(in, zip, progress.cancelOnly());
    }
    zip.closeEntry();
  }
}
