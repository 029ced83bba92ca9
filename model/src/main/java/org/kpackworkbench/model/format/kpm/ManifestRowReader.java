package org.kpackworkbench.model.format.kpm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.RawPair;

/** Reads one row of a manifest. What is wrong with it is kept beside what could be read. */
final class ManifestRowReader {
  /** A field's bytes. */
  record Field(String name, ByteRange range) {}

  private final ManifestReader parent;
  private final ByteView view;
  private final MsgCursor cursor;
  private final long start;
  private final List<RawPair> fields = new ArrayList<>();
  private final List<Field> ranges = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private String target;
  private String file = "";
  private long sizeBytes = -1;
  private long kernelCount = -1;
  private @Nullable Checksum sha256;
  private @Nullable FormatException problem;

  ManifestRowReader(
      ManifestReader parent, ByteView view, MsgCursor cursor, long start, String target) {
    this.parent = parent;
    this.view = view;
    this.cursor = cursor;
    this.start = start;
    this.target = target;
  }

  /** Returns the problem of the row; null if there is none. */
  @Nullable FormatException problem() {
    return problem;
  }

  List<Field> ranges() {
    return ranges;
  }

  ManifestRow read() throws FormatException {
    if (cursor.kind("row") != MsgKind.MAP) {
      wrong(cursor.position(), "row", "a map", cursor.kind("row").words());
      cursor.skip("row");
    } else {
      long pairs = cursor.mapHeader("row");
      for (long i = 0; i < pairs; i++) {
        pair();
      }
      check();
    }
    return new ManifestRow(target, file, sizeBytes, kernelCount, sha256, fields);
  }

  private void pair() throws FormatException {
    parent.countItem();
    long keyStart = cursor.position();
    String name = cursor.textSpan("field") ? cursor.spanText() : "(a key that is not text)";
    long value = cursor.position();
    value(name, value);
    fields.add(
        new RawPair(
            name,
            view.bytes(keyStart, (int) (value - keyStart)),
            view.bytes(value, (int) (cursor.position() - value))));
    ranges.add(new Field(name, ByteRange.between(value, cursor.position())));
  }

  private void value(String name, long at) throws FormatException {
    switch (name) {
      case "architecture" -> target = text(name, target);
      case "file", "filename" -> file = text(name, file);
      case "size" -> sizeBytes = number(name, at);
      case "kernel_count" -> kernelCount = number(name, at);
      case "sha256", "checksum" -> checksum(name, at);
      default -> {
        cursor.skip(name);
        return;
      }
    }
    if (!seen.add(name)) {
      wrong(at, name, "each field once", "\"" + name + "\" again");
    }
  }

  private String text(String name, String otherwise) throws FormatException {
    if (cursor.kind(name) != MsgKind.TEXT) {
      wrong(cursor.position(), name, "text", cursor.kind(name).words());
      cursor.skip(name);
      return otherwise;
    }
    return cursor.text(name);
  }

  private long number(String name, long at) throws FormatException {
    MsgKind kind = cursor.kind(name);
    long number = cursor.size(name);
    if (number < 0) {
      wrong(
          at,
          name,
          "a number from 0 to 2^63-1",
          kind == MsgKind.INTEGER ? "one outside that" : kind.words());
    }
    return number;
  }

  private void checksum(String name, long at) throws FormatException {
    if (cursor.kind(name) != MsgKind.BINARY) {
      wrong(at, name, "32 bytes of SHA-256", cursor.kind(name).words());
      cursor.skip(name);
      return;
    }
    byte[] bytes = cursor.binary(name, 1 << 20);
    if (bytes.length == Checksum.BYTES) {
      sha256 = new Checksum(bytes);
    } else {
      wrong(at, name, "32 bytes of SHA-256", bytes.length + " bytes");
    }
  }

  private void check() {
    if (target.isEmpty() && !seen.contains("architecture")) {
      wrong(start, "architecture", "a target", "a row without one");
    }
    if (!seen.contains("file") && !seen.contains("filename")) {
      wrong(start, "file", "the name of an archive", "a row without one");
    } else if (!isFileName(file) && problem == null) {
      problem =
          cursor
              .error(start, "file", Reason.UNSAFE_PATH)
              .mismatch(
                  "a file name, since archives lie in the manifest's own folder",
                  "\"" + file + "\"");
    }
  }

  /** Whether a name stays in its folder, on every system. */
  static boolean isFileName(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        // A colon is in the names of archives for targets with features; first it is a drive's.
        && !(name.length() > 1 && name.charAt(1) == ':')
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == 0);
  }

  private void wrong(long at, String field, String expected, String found) {
    if (problem == null) {
      problem = cursor.error(at, field, Reason.BAD_VALUE).mismatch(expected, found);
    }
  }
}
