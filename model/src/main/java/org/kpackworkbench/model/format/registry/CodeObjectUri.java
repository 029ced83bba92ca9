package org.kpackworkbench.model.format.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.members.MemberFileSystem;

/**
 * Bytes of a file or of a process's memory as ROCm's tools name them, {@code
 * file:///opt/lib.so#offset=4096&size=3520} or {@code memory://1234#offset=0x20000&size=3000}: the
 * “Loaded Code Object Path Uniform Resource Identifier” of LLVM's user guide for AMDGPU. Immutable.
 *
 * <p>As a path it is {@code /opt/lib.so/lib.so-offset4096-size3520}, a path below a file, where no
 * other file can be, with the name that ROCm's tools give to what they extract. What is read
 * through {@link #open} prints like that.
 *
 * @param file the file; {@code /proc/PID/mem} for memory
 * @param offset the first byte, from 0; in memory its address
 * @param sizeBytes how many bytes
 */
public record CodeObjectUri(Path file, long offset, long sizeBytes) {
  /** The forms of a URI, for messages. */
  private static final String EXPECTED = "file://PATH#offset=N&size=M";

  private static final String EXPECTED_MEMORY = "memory://PID#offset=N&size=M";

  private static final String FILE = "file://";
  private static final String MEMORY = "memory://";

  private static final String THIS_MACHINE = "localhost";

  private static final Pattern PID = Pattern.compile("[0-9]{1,18}");
  private static final Pattern RANGE = Pattern.compile("offset=([^&]*)&size=([^&]*)");
  private static final Pattern TURNED = Pattern.compile("size=([^&]*)&offset=([^&]*)");
  private static final Pattern NAME = Pattern.compile("(.*)-offset(\\d{1,19})-size(\\d{1,19})");
  private static final int ELF_HEADER_BYTES = 64;
  private static final int ELF_MAGIC = 0x464C457F;
  private static final int ELF_CLASS = 4;
  private static final int ELF_CLASS_64 = 2;
  private static final int SECTION_TABLE = 0x28;
  private static final int SECTION_BYTES = 0x3A;
  private static final int SECTION_COUNT = 0x3C;
  private static final int HEX = 16;
  private static final int OCTAL = 8;
  private static final int DECIMAL = 10;

  public CodeObjectUri {
    if (offset < 0 || sizeBytes < 0) {
      throw new IllegalArgumentException("bytes of a file begin and end in it");
    }
  }

  /** Whether a text is such a URI, also if it has errors. */
  public static boolean isUri(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return lower.startsWith(FILE) || isMemory(text);
  }

  /**
   * The path of a URI: the file where it names no bytes of it, else a path that {@link #of(Path)}
   * understands. Nothing is read; {@link #open} checks whether the file has these bytes.
   *
   * @throws IllegalArgumentException if it is not a URI; the message is for users
   */
  public static Path parse(String text) {
    if (isMemory(text)) {
      String rest = text.substring(MEMORY.length());
      int end = end(rest);
      String pid = rest.substring(0, end);
      if (!PID.matcher(pid).matches()) {
        throw wrong(text, "the number of a process", pid);
      }
      return range(text, ProcessMemory.of(pid).file(), rest.substring(end)).path();
    }
    String rest = text.substring(FILE.length());
    if (rest.toLowerCase(Locale.ROOT).startsWith(THIS_MACHINE + "/")) {
      rest = rest.substring(THIS_MACHINE.length());
    }
    int end = end(rest);
    Path file = file(text, rest.substring(0, end));
    return end == rest.length() ? file : range(text, file, rest.substring(end)).path();
  }

  private static boolean isMemory(String text) {
    return text.toLowerCase(Locale.ROOT).startsWith(MEMORY);
  }

  /**
   * @param part of the URI, from the sign before its range on; empty if it has none
   */
  private static CodeObjectUri range(String text, Path file, String part) {
    String range = part.substring(Math.min(1, part.length()));
    Matcher usual = RANGE.matcher(range);
    Matcher turned = TURNED.matcher(range);
    if (usual.matches()) {
      return new CodeObjectUri(file, number(text, usual.group(1)), number(text, usual.group(2)));
    }
    if (turned.matches()) {
      return new CodeObjectUri(file, number(text, turned.group(2)), number(text, turned.group(1)));
    }
    throw wrong(text, "offset=N&size=M", range);
  }

  /** Where the path of a URI ends. */
  private static int end(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '#' || text.charAt(i) == '?') {
        return i;
      }
    }
    return text.length();
  }

  private static Path file(String text, String encoded) {
    if (encoded.isEmpty()) {
      throw wrong(text, "a path", "nothing");
    }
    try {
      return Path.of(decoded(text, encoded));
    } catch (InvalidPathException none) {
      throw wrong(text, "a path of this system", encoded);
    }
  }

  private static String decoded(String text, String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] from = encoded.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < from.length; i++) {
      if (from[i] != '%') {
        bytes.write(from[i]);
        continue;
      }
      if (i + 2 >= from.length
          || !HexFormat.isHexDigit(from[i + 1])
          || !HexFormat.isHexDigit(from[i + 2])) {
        throw wrong(text, "two hexadecimal digits after each %", encoded);
      }
      bytes.write(HexFormat.fromHexDigit(from[i + 1]) * HEX + HexFormat.fromHexDigit(from[i + 2]));
      i += 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException none) {
      throw wrong(text, "a path in UTF-8", encoded);
    }
  }

  /** A number as C writes it: {@code 0x10}, {@code 020} and {@code 16} are the same. */
  private static long number(String text, String digits) {
    try {
      boolean hex = digits.startsWith("0x") || digits.startsWith("0X");
      boolean octal = !hex && digits.length() > 1 && digits.startsWith("0");
      String plain = digits.substring(hex ? 2 : 0);
      if (!plain.isEmpty() && Character.digit(plain.charAt(0), HEX) >= 0) {
        return Long.parseLong(plain, hex ? HEX : octal ? OCTAL : DECIMAL);
      }
    } catch (NumberFormatException none) {
      // Reported below.
    }
    throw wrong(text, "numbers such as 4096 or 0x1000", digits);
  }

  private static IllegalArgumentException wrong(String text, String expected, String found) {
    return new IllegalArgumentException(
        "%s is not a URI of the form %s: expected %s, found %s"
            .formatted(
                text,
                isMemory(text) ? EXPECTED_MEMORY : EXPECTED,
                expected,
                found.isEmpty() ? "nothing" : found));
  }

  /**
   * The URI of a path that {@link #path} made; empty for any other path. A folder in the place of
   * the file is refused by {@link #open}.
   */
  public static Optional<CodeObjectUri> of(Path path) {
    Path name = path.getFileName();
    Path parent = path.getParent();
    if (name == null || parent == null || !isOnDisk(path)) {
      return Optional.empty();
    }
    Matcher range = NAME.matcher(name.toString());
    try {
      return range.matches()
              && range.group(1).equals(String.valueOf(parent.getFileName()))
              && (!Files.isDirectory(parent) || Files.notExists(path))
          ? Optional.of(
              new CodeObjectUri(
                  parent, Long.parseLong(range.group(2)), Long.parseLong(range.group(3))))
          : Optional.empty();
    } catch (NumberFormatException tooLarge) {
      return Optional.empty();
    }
  }

  /**
   * The URI of a code object; empty if it is compressed, or in a file that is inside another file.
   *
   * @param opened the URI that was opened to read it; null if a whole file was opened
   */
  public static Optional<CodeObjectUri> of(CodeObjectRow row, @Nullable CodeObjectUri opened) {
    ByteRange range = row.place().range();
    if (range == null
        || row.place().unpacked()
        || row.storedSizeBytes() != row.originalSizeBytes()
        || row.storedSizeBytes() != range.length()) {
      return Optional.empty();
    }
    Path file = row.place().file();
    CodeObjectUri uri =
        opened != null && file.toString().equals(opened.path().toString())
            ? new CodeObjectUri(opened.file(), opened.offset() + range.start(), range.length())
            : new CodeObjectUri(file, range.start(), range.length());
    return isOnDisk(uri.file()) && uri.isWritable() ? Optional.of(uri) : Optional.empty();
  }

  private static boolean isOnDisk(Path path) {
    return path.getFileSystem().equals(FileSystems.getDefault());
  }

  /** Whether the file's name is text: names may be any bytes, and a URI is UTF-8. */
  private boolean isWritable() {
    return parse(toString()).equals(new CodeObjectUri(whole(), offset, sizeBytes).path());
  }

  private Path whole() {
    Path absolute = file.toAbsolutePath();
    Path normal = absolute.normalize();
    // After a link, ".." may be another folder than the one before it in the path.
    return absolute.toString().contains("..") ? absolute : normal;
  }

  /** As a path, which {@link #of(Path)} understands. */
  public Path path() {
    return file.resolve("%s-offset%d-size%d".formatted(file.getFileName(), offset, sizeBytes));
  }

  /**
   * A file with only these bytes, to be opened like any other.
   *
   * @throws FormatException {@code OUT_OF_BOUNDS} if the file does not have all of them; {@code
   *     TRUNCATED} if they begin with an ELF file, and its end is in the file behind them; {@code
   *     NOT_FOUND} if there is no such process; {@code UNSUPPORTED} if its memory cannot be read
   * @throws IOException if the file cannot be read
   */
  public Path open() throws IOException {
    Optional<ProcessMemory> memory = ProcessMemory.of(file);
    if (memory.isPresent()) {
      return open(memory.get());
    }
    if (Files.isDirectory(file)) {
      throw FormatException.in(toString(), "URI", "path", Reason.UNSUPPORTED)
          .mismatch("a file", "a folder");
    }
    long size = Files.size(file);
    if (offset > size || sizeBytes > size - offset) {
      throw FormatException.in(toString(), "URI", "offset and size", Reason.OUT_OF_BOUNDS)
          .expected("bytes of the file, which has %d".formatted(size))
          .found("%d bytes from offset %d on".formatted(sizeBytes, offset))
          .advice(
              "Was the file replaced after the URI was written? list --uri prints the URIs of its"
                  + " code objects.")
          .build();
    }
    try (FileChannel channel = NamedChannel.open(file, StandardOpenOption.READ)) {
      requireEnd(channel, offset, end -> end <= size - offset);
    }
    return alone(
        Files.getLastModifiedTime(file).toMillis(),
        () -> MemberChannel.part(file, offset, sizeBytes));
  }

  private Path open(ProcessMemory memory) throws IOException {
    MemberChannel copy = memory.read(offset, sizeBytes, toString());
    requireEnd(copy, 0, end -> memory.has(offset + end - 1));
    return alone(0, copy::again);
  }

  private Path alone(long modifiedMillis, Member.Content content) throws IOException {
    String name = String.valueOf(path().getFileName());
    Member part = Member.file(name, sizeBytes, 0644, modifiedMillis, content);
    return MemberFileSystem.of(file, List.of(part)).root().resolve(name);
  }

  /**
   * Refuses a part of an ELF file that the file has as a whole. One whose end is not in the file is
   * damaged, and read like any other that is.
   *
   * @param start where in the channel the bytes begin
   * @param hasEnd whether there are so many bytes from the first on
   */
  private void requireEnd(FileChannel channel, long start, LongPredicate hasEnd)
      throws IOException {
    ByteBuffer header = ByteBuffer.allocate(ELF_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (sizeBytes < ELF_HEADER_BYTES) {
      return;
    }
    while (header.hasRemaining() && channel.read(header, start + header.position()) > 0) {
      continue;
    }
    if (header.hasRemaining()
        || header.getInt(0) != ELF_MAGIC
        || header.get(ELF_CLASS) != ELF_CLASS_64) {
      return;
    }
    long table = header.getLong(SECTION_TABLE);
    long end =
        table
            + (long) Short.toUnsignedInt(header.getShort(SECTION_BYTES))
                * Short.toUnsignedInt(header.getShort(SECTION_COUNT));
    // Usual linkers write the section headers last; a file without them does not say where it ends.
    if (table > 0 && end > sizeBytes && hasEnd.test(end)) {
      throw FormatException.in(toString(), "URI", "size", Reason.TRUNCATED)
          .expected("%d bytes, the code object at offset %d as a whole".formatted(end, offset))
          .found("%d bytes".formatted(sizeBytes))
          .advice("list --uri prints the URIs of a file's code objects.")
          .build();
    }
  }

  /** As ROCm's tools write it, with the file's absolute path; addresses are hexadecimal. */
  @Override
  public String toString() {
    Optional<ProcessMemory> memory = ProcessMemory.of(file);
    if (memory.isPresent()) {
      return "%s%s#offset=0x%x&size=%d".formatted(MEMORY, memory.get().pid(), offset, sizeBytes);
    }
    StringBuilder text = new StringBuilder(FILE);
    for (byte one :
        whole()
            .toString()
            .replace(file.getFileSystem().getSeparator(), "/")
            .getBytes(StandardCharsets.UTF_8)) {
      if ((one >= '0' && one <= '9')
          || (one >= 'a' && one <= 'z')
          || (one >= 'A' && one <= 'Z')
          || "/_.~-".indexOf(one) >= 0) {
        text.append((char) one);
      } else {
        text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(one));
      }
    }
    return text.append("#offset=").append(offset).append("&size=").append(sizeBytes).toString();
  }
}
