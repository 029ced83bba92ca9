package org.kpackworkbench.model.format.registry;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.members.MemberChannel;

/**
 * The memory of a process, as Linux shows it: a file whose offsets are addresses, and which has no
 * size. Immutable.
 *
 * @param pid the process's number
 * @param file {@code /proc/PID/mem}
 */
record ProcessMemory(String pid, Path file) {
  private static final Pattern FILE = Pattern.compile("/proc/([0-9]{1,18})/mem");
  private static final Path OWN = Path.of("/proc/self/mem");
  private static final String NAME_THE_FILE =
      "Name the file that the code object was loaded from: file://PATH.";

  /** The memory of a process, which may not exist. */
  static ProcessMemory of(String pid) {
    return new ProcessMemory(pid, Path.of("/proc", pid, "mem"));
  }

  /** The process whose memory a file is; empty for any other file. */
  static Optional<ProcessMemory> of(Path file) {
    String text = file.toString().replace(file.getFileSystem().getSeparator(), "/");
    Matcher memory = FILE.matcher(text);
    return memory.matches()
        ? Optional.of(new ProcessMemory(memory.group(1), file))
        : Optional.empty();
  }

  /**
   * Copies bytes of it: a process may write to its memory, or end, at any moment.
   *
   * @param uri how messages name these bytes
   * @throws FormatException {@code NOT_FOUND} if there is no such process; {@code OUT_OF_BOUNDS} if
   *     it has no memory there; {@code UNSUPPORTED} if the system does not show memory, or not to
   *     this user
   */
  MemberChannel read(long address, long sizeBytes, String uri) throws IOException {
    try (Bytes bytes = new Bytes(file, address, sizeBytes)) {
      try {
        return MemberChannel.unpacked(bytes);
      } catch (IOException failure) {
        throw bytes.failed ? refusal(uri, bytes.at, failure) : failure;
      }
    } catch (NoSuchFileException | AccessDeniedException closed) {
      throw refusal(uri, address, closed);
    }
  }

  /** Whether there is memory at an address. */
  boolean has(long address) {
    if (address < 0) {
      return false;
    }
    try (Bytes bytes = new Bytes(file, address, 1)) {
      return bytes.read() >= 0;
    } catch (IOException none) {
      return false;
    }
  }

  /** Returns the error for memory at an address that could not be read. */
  FormatException refusal(String uri, long address, IOException failure) {
    FormatException.Builder refusal =
        switch (failure) {
          case AccessDeniedException _ ->
              FormatException.in(uri, "URI", "process", Reason.UNSUPPORTED)
                  .expected("a process whose memory this user may read")
                  .found("process %s, which is another user's or protected".formatted(pid))
                  .advice(
                      "Run this as root; in a container, with the capability SYS_PTRACE. The process's own user may read it, too, if the sysctl"
                          + " kernel.yama.ptrace_scope is 0.");
          case NoSuchFileException _ when !Files.exists(OWN) ->
              FormatException.in(uri, "URI", "process", Reason.UNSUPPORTED)
                  .expected("a system that shows the memory of processes, as Linux does in /proc")
                  .found("none")
                  .advice(NAME_THE_FILE);
          case NoSuchFileException _, EOFException _ ->
              FormatException.in(uri, "URI", "process", Reason.NOT_FOUND)
                  .expected("a running process")
                  .found("no process %s".formatted(pid))
                  .advice("Did it end after the URI was written? " + NAME_THE_FILE);
          default ->
              FormatException.in(uri, "URI", "offset and size", Reason.OUT_OF_BOUNDS)
                  .expected("memory of process %s".formatted(pid))
                  .found("none that can be read at address 0x%x".formatted(address))
                  .advice(
                      "Was the code object unloaded after the URI was written? /proc/%s/maps lists"
                              .formatted(pid)
                          + " the process's memory.");
        };
    return refusal.cause(failure).build();
  }

  /** Bytes from an address on. */
  private static final class Bytes extends InputStream {
    private final FileChannel memory;
    private long left;
    private long at;
    private boolean failed;

    Bytes(Path file, long address, long sizeBytes) throws IOException {
      memory = FileChannel.open(file, StandardOpenOption.READ);
      at = address;
      left = sizeBytes;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int most = (int) Math.min(length, left);
      if (most <= 0) {
        return length == 0 ? 0 : -1;
      }
      failed = true;
      int count = memory.read(ByteBuffer.wrap(target, offset, most), at);
      if (count <= 0) {
        throw new EOFException("the process has ended");
      }
      failed = false;
      at += count;
      left -= count;
      return count;
    }

    @Override
    public void close() throws IOException {
      memory.close();
    }
  }
}
