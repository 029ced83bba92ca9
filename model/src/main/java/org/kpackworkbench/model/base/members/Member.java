package org.kpackworkbench.model.base.members;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * Something in a file that holds files. Immutable.
 *
 * @param path its path from the top, with {@code /}; the top itself is empty
 * @param kind what it is
 * @param sizeBytes a file's size, as the file that holds it says; else 0
 * @param mode the low twelve bits of its mode
 * @param modified when it was changed
 * @param linkTarget where a link leads, as it is written; else empty
 * @param content what a file holds; null for all others
 * @param owner whose it is; null where that is not stated by numbers
 */
public record Member(
    String path,
    Kind kind,
    long sizeBytes,
    int mode,
    FileTime modified,
    String linkTarget,
    @Nullable Content content,
    @Nullable Owner owner) {
  private static final int USUAL_FOLDER_MODE = 0755;
  private static final int MOST_NAME_CHARACTERS = 4096;

  /** The kinds of members. */
  public enum Kind {
    /** A regular file. */
    FILE,
    /** A folder. */
    FOLDER,
    /** A symbolic link. */
    LINK,
    /** A device, pipe or socket. */
    SPECIAL
  }

  /** The numbers of an owner and a group. */
  public record Owner(long user, long group) {}

  /** Where a file's bytes are. */
  @FunctionalInterface
  public interface Content {
    /**
     * Opens them, each time again; the caller closes the channel.
     *
     * @throws FormatException if they cannot be unpacked, or are too many
     */
    MemberChannel open() throws IOException;

    /** The bytes from the first on; of what is packed no more is unpacked than is read. */
    default InputStream stream() throws IOException {
      return Channels.newInputStream(open());
    }

    /** Whether opening it unpacks it. */
    default boolean isPacked() {
      return false;
    }
  }

  /** A regular file. */
  public static Member file(
      String path, long sizeBytes, int mode, long modifiedMillis, Content content) {
    return new Member(
        path, Kind.FILE, sizeBytes, mode, FileTime.fromMillis(modifiedMillis), "", content, null);
  }

  /** A folder. */
  public static Member folder(String path, int mode, long modifiedMillis) {
    return new Member(
        path, Kind.FOLDER, 0, mode, FileTime.fromMillis(modifiedMillis), "", null, null);
  }

  /** A folder that is not listed, but has something in it, which was changed then. */
  static Member folder(String path, FileTime modified) {
    return folder(path, USUAL_FOLDER_MODE, 0).modifiedAt(modified);
  }

  /** A symbolic link. */
  public static Member link(String path, int mode, long modifiedMillis, String linkTarget) {
    return new Member(
        path, Kind.LINK, 0, mode, FileTime.fromMillis(modifiedMillis), linkTarget, null, null);
  }

  /** Returns this member at another path. */
  public Member at(String other) {
    return new Member(other, kind, sizeBytes, mode, modified, linkTarget, content, owner);
  }

  /** A device, pipe or socket. */
  public static Member special(String path, int mode, long modifiedMillis) {
    return new Member(
        path, Kind.SPECIAL, 0, mode, FileTime.fromMillis(modifiedMillis), "", null, null);
  }

  /** When it was changed, in milliseconds since 1970. */
  public long modifiedMillis() {
    return modified.toMillis();
  }

  /** Returns this member with another time. */
  public Member modifiedAt(FileTime other) {
    return new Member(path, kind, sizeBytes, mode, other, linkTarget, content, owner);
  }

  /** Returns this member with an owner; null where that is not known. */
  public Member ownedBy(@Nullable Owner other) {
    return new Member(path, kind, sizeBytes, mode, modified, linkTarget, content, other);
  }

  /**
   * A path as it is written in a file, from the top: {@code ./usr//lib/} is {@code usr/lib}.
   *
   * @param file the file, for errors
   * @param structure what it is, for errors
   * @throws FormatException {@code UNSAFE_PATH} where it would leave the tree
   */
  public static String path(String written, String file, String structure) throws FormatException {
    List<String> names = new ArrayList<>();
    boolean unsafe =
        written.isEmpty()
            || written.startsWith("/")
            || written.length() > MOST_NAME_CHARACTERS
            || written.indexOf('\0') >= 0
            || (written.length() > 1 && written.charAt(1) == ':')
            || written.indexOf('\\') >= 0;
    for (String name : written.split("/", -1)) {
      unsafe |= name.equals("..");
      if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    if (unsafe) {
      String shown =
          written.length() > MOST_NAME_CHARACTERS
              ? written.substring(0, MOST_NAME_CHARACTERS)
              : written;
      throw FormatException.in(file, structure, "name of a member", Reason.UNSAFE_PATH)
          .expected("a path that stays below the top, with /")
          .found("\"" + shown.replace('\0', '\uFFFD') + "\"")
          .advice("Do not unpack this file: it could write anywhere.")
          .build();
    }
    return String.join("/", names);
  }
}
