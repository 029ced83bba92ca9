package org.kpackworkbench.model.format.packages;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.zip.ZipException;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.members.MemberFileSystem;
import org.kpackworkbench.model.base.unpack.BlockInput;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;

/**
 * A file that holds a tree, open. Immutable; safe for use by many threads. It needs no closing: the
 * file is open as long as something of it is in use.
 *
 * @param path the file
 * @param format the format of the package
 * @param members the members that the package lists, in its order
 * @param tree its members as a tree
 * @param facts its own description
 * @param tars the tar files in it, unpacked, by their names; one that it is itself has none
 */
public record PackageFile(
    Path path,
    PackageFormat format,
    List<Member> members,
    MemberFileSystem tree,
    PackageFacts facts,
    Map<String, MemberChannel> tars) {
  public PackageFile {
    members = List.copyOf(members);
    tars = Map.copyOf(tars);
  }

  /**
   * Content that a reader found.
   *
   * @param tars the tar files in it, unpacked, by their names
   */
  record Content(List<Member> members, PackageFacts facts, Map<String, MemberChannel> tars) {
    Content(List<Member> members, PackageFacts facts) {
      this(members, facts, Map.of());
    }
  }

  /**
   * Opens a file as what its first bytes say it is.
   *
   * @param budget what may be unpacked
   * @return empty if it is no package
   * @throws FormatException if it is a damaged one, or one that would write outside of its tree
   */
  public static Optional<PackageFile> open(Path path, UnpackBudget budget, Progress progress)
      throws IOException {
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    return Closing.ifFails(
        FileChannel.open(path, StandardOpenOption.READ),
        channel -> {
          Optional<PackageFormat> format = PackageFormat.of(path, channel);
          if (format.isEmpty()) {
            channel.close();
            return Optional.empty();
          }
          Source source = new Source(path, channel, budget, progress);
          return Optional.of(of(path, format.get(), format.get().read(source)));
        });
  }

  /**
   * Opens a tar file, plain or compressed, whatever its first bytes are.
   *
   * @param folder where what is compressed is unpacked
   * @param progress advanced by the bytes of the file that were read
   */
  public static PackageFile tar(Path path, Path folder, UnpackBudget budget, Progress progress)
      throws IOException {
    return Closing.ifFails(
        FileChannel.open(path, StandardOpenOption.READ),
        channel -> {
          Source source = new Source(path, channel, budget, progress.cancelOnly());
          long size = source.size();
          Counted file = new Counted(source.stream(0, size), progress);
          Content content = TarReader.read(source, file, folder);
          progress.step(size - file.count);
          return of(path, PackageFormat.TAR, content);
        });
  }

  private static PackageFile of(Path path, PackageFormat format, Content content)
      throws FormatException {
    MemberFileSystem tree = MemberFileSystem.of(path, content.members());
    return new PackageFile(path, format, content.members(), tree, content.facts(), content.tars());
  }

  /**
   * Returns the package format of a file, by its first and last bytes; nothing else is read.
   *
   * @return empty if it is none
   */
  public static Optional<PackageFormat> format(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return PackageFormat.of(path, channel);
    }
  }

  /** Opens a package with the limits for a single file, without progress. */
  public static Optional<PackageFile> open(Path path) throws IOException {
    return open(path, UnpackBudget.one(), Progress.NONE);
  }

  /**
   * A package as its reader gets it.
   *
   * @param budget what may be unpacked
   */
  record Source(Path path, FileChannel channel, UnpackBudget budget, Progress progress) {
    private static final int BUFFER_BYTES = 256 << 10;

    long size() throws IOException {
      return channel.size();
    }

    /** Begins an error. */
    FormatException.Builder error(String structure, Reason reason) {
      return FormatException.in(path.toString(), structure, "", reason);
    }

    /** A range of the file as a stream of its own. */
    InputStream stream(long start, long size) {
      return new BufferedInputStream(
          Channels.newInputStream(MemberChannel.range(channel, start, size)), BUFFER_BYTES);
    }

    /** Some bytes of the file. */
    ByteView bytes(long start, int count) throws IOException {
      if (start < 0 || start > size() - count) {
        throw error("file", Reason.TRUNCATED)
            .expected("%d bytes from %d".formatted(count, start))
            .found("a file of %d bytes".formatted(size()))
            .advice("Fetch the file again.")
            .build();
      }
      ByteBuffer bytes = ByteBuffer.allocate(count);
      while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) >= 0) {
        progress.step(0);
      }
      return ByteView.of(path.toString(), bytes.array());
    }

    /** Counts what comes out of something packed. */
    UnpackMeter meter(String structure, long storedBytes) throws IOException {
      return budget.meter(path.toString(), size(), storedBytes, reason -> error(structure, reason));
    }

    /** Refuses more members than fit into the file. */
    void countMembers(long members) throws IOException {
      if (!budget.allowsEverything() && UnpackBudget.implausibleMembers(members, size())) {
        throw error("members", Reason.TOO_LARGE)
            .expected(
                "at least %d bytes of the file for each".formatted(UnpackBudget.LEAST_MEMBER_BYTES))
            .found("%d of them and more in %d bytes".formatted(members, size()))
            .advice(budget.advice())
            .build();
      }
    }

    /**
     * Returns the unpacked content of a stream, by its first bytes: gzip, xz, zstd, bzip2, or as it
     * is.
     *
     * @param storedBytes its size
     */
    InputStream unpacked(InputStream packed, String structure, long storedBytes)
        throws IOException {
      InputStream in;
      try {
        in = unpacked(packed, meter(structure, storedBytes));
      } catch (EOFException | ZipException | UnpackException broken) {
        throw broken(structure, broken);
      }
      return in instanceof BufferedInputStream ? in : new Checked(in, this, structure);
    }

    /**
     * Returns the unpacked content of a stream, without words about what is wrong; a buffered
     * stream where nothing is packed.
     */
    static InputStream unpacked(InputStream packed, UnpackMeter meter) throws IOException {
      BufferedInputStream in = new BufferedInputStream(packed, BUFFER_BYTES);
      in.mark(8);
      byte[] start = in.readNBytes(4);
      in.reset();
      if (start.length < 4) {
        return in;
      }
      int magic =
          (start[0] & 0xff) << 24
              | (start[1] & 0xff) << 16
              | (start[2] & 0xff) << 8
              | (start[3] & 0xff);
      if (magic >>> 16 == 0x1f8b) {
        return UnpackedStream.gzip(in, meter);
      }
      if (magic == 0xfd377a58) {
        return UnpackedStream.xz(in, meter);
      }
      // A skippable frame may come first.
      if (magic == 0x28b52ffd || (magic & 0xf0ffffff) == 0x502a4d18) {
        return UnpackedStream.zstd(in, meter);
      }
      return magic >>> 8 == 0x425a68 ? UnpackedStream.bzip2(in, meter) : in;
    }

    /** Makes one kind of error of all that can be wrong with what is packed. */
    IOException broken(String structure, Exception failure) {
      if (failure instanceof FormatException known) {
        return known;
      }
      boolean cut =
          failure instanceof EOFException
              || (failure instanceof UnpackException fault
                  && fault.fault() == UnpackException.Fault.TRUNCATED)
              || String.valueOf(failure.getMessage()).contains("runcated");
      return error(structure, cut ? Reason.TRUNCATED : Reason.BAD_COMPRESSION)
          .expected("a whole " + structure)
          .found(failure instanceof EOFException ? "its end" : String.valueOf(failure.getMessage()))
          .advice("Fetch the file again.")
          .cause(failure)
          .build();
    }
  }

  private static final class Counted extends BlockInput {
    private final InputStream in;
    private final Progress progress;
    private long count;

    Counted(InputStream in, Progress progress) {
      this.in = in;
      this.progress = progress;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = in.read(buffer, offset, length);
      if (read > 0) {
        count += read;
        progress.step(read);
      }
      return read;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static final class Checked extends BlockInput {
    private final InputStream in;
    private final Source source;
    private final String structure;

    Checked(InputStream in, Source source, String structure) {
      this.in = in;
      this.source = source;
      this.structure = structure;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count;
      try {
        count = in.read(buffer, offset, length);
      } catch (FormatException known) {
        throw known;
      } catch (EOFException | ZipException | UnpackException broken) {
        throw source.broken(structure, broken);
      } catch (CancellationException cancelled) {
        throw cancelled;
      } catch (RuntimeException broken) {
        // What a library does not say in its own words.
        throw source.broken(structure, broken);
      }
      if (count > 0) {
        source.progress().step(0);
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
