package org.kpackworkbench.model.operation.tar;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;

/**
 * Unpacks a tar file, compressed with zstd, xz or not at all.
 *
 * <p>Nothing is written outside of the folder, nothing through a link; the package says what is
 * refused. What was unpacked before a failure stays: it is for the caller to remove the folder.
 */
public final class TarUnpacking {
  private static final int BUFFER_BYTES = 256 * 1024;

  private final Path file;
  private final TarLimits limits;
  private final Progress progress;
  private long entries;
  private long bytes;

  private TarUnpacking(Path file, TarLimits limits, Progress progress) {
    this.file = file;
    this.limits = limits;
    this.progress = progress;
  }

  /** Whether a file's first bytes are those of a tar file or of a compressed file. */
  public static boolean isPacked(Path file) throws IOException {
    return Files.isRegularFile(file) && TarCompression.of(file).isPresent();
  }

  /**
   * Unpacks.
   *
   * @param folder an empty folder that is there
   * @param progress is begun with the packed size
   * @return what was unpacked as it is, and should be looked at
   * @throws FormatException where the file is not whole, or not to be unpacked: {@code TRUNCATED},
   *     {@code BAD_COMPRESSION}, {@code UNSAFE_PATH}, {@code DUPLICATE_KEY}, {@code BAD_VALUE},
   *     {@code TOO_LARGE}
   * @throws org.kpackworkbench.model.base.files.TooMuchException where it would fill the disk
   * @throws IOException where something cannot be read or written
   */
  public static List<OddMember> unpack(Path file, Path folder, TarLimits limits, Progress progress)
      throws IOException {
    progress.begin("Unpacking " + file.getFileName(), Files.size(file));
    return unpack(file, folder, limits, DiskRoom.at(folder), progress);
  }

  /** The same onto a disk of which a test knows more. */
  static List<OddMember> unpack(
      Path file, Path folder, TarLimits limits, DiskRoom room, Progress progress)
      throws IOException {
    UnpackedTree tree = new UnpackedTree(folder, file.toString(), room);
    new TarUnpacking(file, limits, progress).unpack(tree);
    return tree.odd();
  }

  private void unpack(UnpackedTree tree) throws IOException {
    TarCompression compression =
        TarCompression.of(file)
            .orElseThrow(
                () ->
                    FormatException.in(file.toString(), "tar", "", Reason.WRONG_MAGIC)
                        .expected("a tar file, with zstd, with xz or plain")
                        .found("something else")
                        .build());
    long size = Files.size(file);
    try (PackedInput packed = new PackedInput(Files.newInputStream(file), progress);
        Entries tar = new Entries(packed, compression)) {
      for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next()) {
        progress.step(0);
        if (++entries > limits.mostEntries()) {
          throw tooLarge(limits.mostEntries() + " files, folders and links", "more");
        }
        if (!limits.budget().allowsEverything() && UnpackBudget.implausibleMembers(entries, size)) {
          throw FormatException.in(file.toString(), "tar", "", Reason.TOO_LARGE)
              .expected(
                  "at least %d bytes of the file for each of its files, folders and links"
                      .formatted(UnpackBudget.LEAST_MEMBER_BYTES))
              .found("%d of them and more in %d bytes".formatted(entries, size))
              .advice(UnpackBudget.ADVICE)
              .build();
        }
        tree.add(entry, buffer -> tar.read(buffer));
      }
      tree.finish(progress);
    }
  }

  /** Reads the structure, and makes one kind of error of all that can be wrong with it. */
  private final class Entries implements AutoCloseable {
    private final PackedInput packed;
    private final TarBytes unpacked;
    private final TarArchiveInputStream tar;
    private final UnpackMeter content;

    Entries(PackedInput packed, TarCompression compression) throws IOException {
      this.packed = packed;
      long size = Files.size(file);
      this.content = limits.budget().meter(file.toString(), size, size, this::error);
      // What the headers take is bounded below; what files take is counted as it comes out of the
      // tar file, since a sparse one has more than is stored.
      UnpackBudget bytes =
          limits.budget().allowsEverything() ? limits.budget() : UnpackBudget.one();
      try {
        this.unpacked =
            new TarBytes(
                compression.unpacked(
                    new BufferedInputStream(packed, BUFFER_BYTES),
                    bytes.meter(file.toString(), size, size, this::error)),
                file.toString());
      } catch (IOException broken) {
        throw wrong(broken);
      }
      this.tar = new TarArchiveInputStream(unpacked, "UTF-8");
    }

    @Nullable TarArchiveEntry next() throws IOException {
      unpacked.startHeader();
      @Nullable TarArchiveEntry entry;
      try {
        entry = tar.getNextEntry();
      } catch (IOException broken) {
        throw wrong(broken);
      } catch (CancellationException cancelled) {
        throw cancelled;
      } catch (RuntimeException broken) {
        // What the library does not say in its own words.
        throw wrong(new IOException(broken.toString(), broken));
      }
      unpacked.endHeader();
      if (entry == null) {
        checkEnd();
      }
      return entry;
    }

    /** Reads content; -1 at the end of the entry. */
    int read(byte[] buffer) throws IOException {
      int count;
      try {
        count = tar.read(buffer, 0, buffer.length);
      } catch (IOException broken) {
        throw wrong(broken);
      }
      if (count > 0) {
        bytes += count;
        if (bytes > limits.mostBytes()) {
          throw tooLarge(limits.mostBytes() + " bytes", "more");
        }
        content.count(count);
      }
      return count;
    }

    /** Behind the last entry stand records of zeros; a file that just ends was cut off. */
    private void checkEnd() throws IOException {
      byte[] rest = new byte[BUFFER_BYTES];
      if (!unpacked.ended()) {
        throw truncated("it just ends behind entry " + entries, null);
      }
      try {
        int count = unpacked.read(rest);
        while (count >= 0) {
          progress.step(0);
          if (!unpacked.ended()) {
            return;
          }
          count = unpacked.read(rest);
        }
      } catch (IOException broken) {
        throw wrong(broken);
      }
    }

    private FormatException.Builder error(Reason reason) {
      return FormatException.in(file.toString(), "tar", "", reason);
    }

    private IOException wrong(IOException broken) {
      if (packed.failure() != null || broken instanceof FormatException) {
        return broken;
      }
      String words = String.valueOf(broken.getMessage());
      boolean cut =
          broken instanceof EOFException
              || (broken instanceof UnpackException fault
                  && fault.fault() == UnpackException.Fault.TRUNCATED)
              || words.contains("Truncated")
              || words.contains("truncated")
              || words.contains("Unexpected EOF");
      if (cut) {
        return truncated("its end behind entry " + entries, broken);
      }
      Reason reason = broken instanceof UnpackException ? Reason.BAD_COMPRESSION : Reason.BAD_VALUE;
      return FormatException.in(file.toString(), "tar", "behind entry " + entries, reason)
          .expected("a whole tar file")
          .found(words)
          .advice("Fetch the file again.")
          .cause(broken)
          .build();
    }

    @Override
    public void close() throws IOException {
      tar.close();
    }
  }

  private FormatException truncated(String found, @Nullable IOException cause) {
    FormatException.Builder failure =
        FormatException.in(file.toString(), "tar", "", Reason.TRUNCATED)
            .expected("a whole tar file")
            .found(found)
            .advice("Fetch the file again.");
    return (cause == null ? failure : failure.cause(cause)).build();
  }

  private FormatException tooLarge(String expected, String found) {
    return FormatException.in(file.toString(), "tar", "", Reason.TOO_LARGE)
        .expected(expected)
        .found(found)
        .advice("If that is really what you want, unpack it yourself and name the folder.")
        .build();
  }
}
