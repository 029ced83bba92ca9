package org.kpackworkbench.model.format.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * RECORD of a wheel, packed or installed: comma-separated values, a file a line, with its path from
 * the folder that the files are installed to, digest and size. Both may be empty. A path with a
 * comma or a line's end is in quotes.
 */
public final class WheelRecord {
  /** Its name in the folder {@code NAME-VERSION.dist-info}. */
  public static final String NAME = "RECORD";

  private static final int MOST_BYTES = 64 << 20;

  private static final Set<String> STRONGER = Set.of("sha384", "sha512");

  private final byte[] bytes;
  private final List<Line> lines = new ArrayList<>();

  /**
   * A line.
   *
   * @param path with / between its parts; outside the folder it begins with .. or /
   * @param algorithm of the digest; empty if there is none
   * @param digest in Base64 for URLs, without padding
   * @param size in bytes, as a decimal number; empty if there is none
   */
  public record Row(String path, String algorithm, String digest, String size) {
    /**
     * Returns this line for other content: a field that it did not have it does not get.
     *
     * @param newDigest by {@link #digester}
     */
    public Row of(byte[] newDigest, long sizeBytes) {
      return new Row(
          path,
          algorithm.isEmpty() || STRONGER.contains(algorithm) ? algorithm : "sha256",
          algorithm.isEmpty() ? "" : Wheel.digest(newDigest),
          size.isEmpty() ? "" : Long.toString(sizeBytes));
    }

    /** Returns the digester for other content: of the same kind, or SHA-256. */
    public MessageDigest digester() {
      return switch (algorithm) {
        case "sha384" -> Digests.sha384();
        case "sha512" -> Digests.sha512();
        default -> Digests.sha256();
      };
    }
  }

  /**
   * Where a line is.
   *
   * @param start its first byte
   * @param pathEnd behind its path
   * @param sizeEnd behind its size
   * @param end behind its line's end
   */
  private record Line(Row row, int start, int pathEnd, int sizeEnd, int end) {}

  /** Decides on the new content of a line. */
  public interface Change {
    /**
     * The new line.
     *
     * @param number the line's number, from 0; empty lines do not count
     * @return the same row where it stays; null where it goes
     */
    @Nullable Row of(int number, Row row) throws IOException;
  }

  private WheelRecord(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads a file.
   *
   * @throws FormatException if it is larger than any
   */
  public static WheelRecord read(Path file) throws IOException {
    if (Files.size(file) > MOST_BYTES) {
      throw FormatException.in(file.toString(), NAME, "", FormatException.Reason.TOO_LARGE)
          .mismatch("at most %d bytes".formatted(MOST_BYTES), Long.toString(Files.size(file)));
    }
    return of(Files.readAllBytes(file));
  }

  /** Reads bytes, which are UTF-8. */
  public static WheelRecord of(byte[] bytes) {
    WheelRecord record = new WheelRecord(bytes.clone());
    for (int at = 0; at < bytes.length; ) {
      at = record.line(at);
    }
    return record;
  }

  /** Reads a line; where the next one begins. */
  private int line(int start) {
    List<String> cells = new ArrayList<>();
    int pathEnd = start;
    int sizeEnd = start;
    int at = start;
    boolean more = true;
    while (more) {
      ByteArrayOutputStream cell = new ByteArrayOutputStream();
      at = cell(at, cell);
      cells.add(cell.toString(StandardCharsets.UTF_8));
      pathEnd = cells.size() == 1 ? at : pathEnd;
      sizeEnd = cells.size() <= 3 ? at : sizeEnd;
      more = at < bytes.length && bytes[at] == ',';
      at += more ? 1 : 0;
    }
    if (at < bytes.length && bytes[at] == '\r') {
      at++;
    }
    if (at < bytes.length && bytes[at] == '\n') {
      at++;
    }
    if (cells.size() > 1 || !cells.getFirst().isBlank()) {
      String digest = cells.size() > 1 ? cells.get(1) : "";
      int equals = digest.indexOf('=');
      lines.add(
          new Line(
              new Row(
                  cells.getFirst(),
                  equals < 0 ? "" : digest.substring(0, equals),
                  digest.substring(equals + 1),
                  cells.size() > 2 ? cells.get(2).strip() : ""),
              start,
              pathEnd,
              sizeEnd,
              at));
    }
    return at;
  }

  /** Reads a cell; where it ends. */
  private int cell(int start, ByteArrayOutputStream content) {
    boolean quoted = false;
    int at = start;
    for (; at < bytes.length; at++) {
      byte each = bytes[at];
      if (each == '"' && quoted && at + 1 < bytes.length && bytes[at + 1] == '"') {
        content.write(each);
        at++;
      } else if (each == '"') {
        quoted = !quoted;
      } else if (!quoted && (each == ',' || each == '\n' || isLineEnd(at))) {
        break;
      } else {
        content.write(each);
      }
    }
    return at;
  }

  private boolean isLineEnd(int at) {
    return bytes[at] == '\r' && (at + 1 == bytes.length || bytes[at + 1] == '\n');
  }

  /** All lines. */
  public List<Row> rows() {
    return lines.stream().map(Line::row).toList();
  }

  /** Returns the file with other lines; bytes of lines that stay are the same. */
  public byte[] with(Change change) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    int done = 0;
    for (int number = 0; number < lines.size(); number++) {
      Line line = lines.get(number);
      Row now = change.of(number, line.row());
      if (now == null) {
        out.write(bytes, done, line.start() - done);
        done = line.end();
      } else if (!now.equals(line.row())) {
        String digest =
            now.algorithm().isEmpty() ? now.digest() : now.algorithm() + "=" + now.digest();
        out.write(bytes, done, line.pathEnd() - done);
        out.writeBytes(",%s,%s".formatted(digest, now.size()).getBytes(StandardCharsets.UTF_8));
        done = line.sizeEnd();
      }
    }
    out.write(bytes, done, bytes.length - done);
    return out.toByteArray();
  }

  /** A path as a line has it. */
  public static String quoted(String path) {
    return path.chars().noneMatch(each -> ",\"\r\n".indexOf(each) >= 0)
        ? path
        : "\"" + path.replace("\"", "\"\"") + "\"";
  }
}
