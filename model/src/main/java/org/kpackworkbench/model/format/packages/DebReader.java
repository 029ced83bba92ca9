package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.format.packages.PackageFile.Content;
import org.kpackworkbench.model.format.packages.PackageFile.Source;

/**
 * Lists Debian packages: {@code data.tar.*} is the tree, {@code control.tar.*} what is said of it.
 */
final class DebReader {
  private static final int START_BYTES = 8;
  private static final int HEADER_BYTES = 60;
  private static final int SIZE_AT = 48;
  private static final int SIZE_BYTES = 10;
  private static final int NAME_BYTES = 16;
  private static final int MOST_MEMBERS = 100;
  private static final int MOST_TEXT_BYTES = 16 << 20;

  private DebReader() {}

  static Content read(Source source) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    Map<String, MemberChannel> tars = new TreeMap<>();
    List<Member> members = null;
    boolean control = false;
    String signed = "";
    long at = START_BYTES;
    for (int count = 0; at + HEADER_BYTES <= source.size() && count < MOST_MEMBERS; count++) {
      ByteView header = source.bytes(at, HEADER_BYTES);
      String name = header.text(0, NAME_BYTES).strip().replaceAll("/$", "");
      long size = size(source, header, name);
      long start = at + HEADER_BYTES;
      if (size > source.size() - start) {
        throw source
            .error("member " + name, Reason.TRUNCATED)
            .expected(size + " bytes")
            .found("the end of the file")
            .advice("Fetch the file again.")
            .build();
      }
      if (name.startsWith("control.tar")) {
        control = true;
        for (Member member : tar(source, name, start, size, tars)) {
          if (member.kind() == Member.Kind.FILE && member.sizeBytes() <= MOST_TEXT_BYTES) {
            texts.put(member.path(), text(member));
          }
        }
      } else if (name.startsWith("data.tar")) {
        if (!control) {
          throw source
              .error("member " + name, Reason.BAD_VALUE)
              .expected("it behind control.tar")
              .found("it before that")
              .advice("dpkg refuses such a package; build it again with dpkg-deb.")
              .build();
        }
        members = tar(source, name, start, size, tars);
      } else if (name.startsWith("_gpg")) {
        signed = "the whole package, by " + name;
      }
      at = start + size + (size & 1);
    }
    if (members == null || !control) {
      throw source
          .error("Debian package", Reason.TRUNCATED)
          .expected("debian-binary, control.tar and data.tar")
          .found("no " + (control ? "data.tar" : "control.tar"))
          .advice("Fetch the file again.")
          .build();
    }
    String description = texts.getOrDefault("control", "");
    return new Content(members, PackageFacts.debian(description, signed, texts), tars);
  }

  private static long size(Source source, ByteView header, String name) throws FormatException {
    String text = header.text(SIZE_AT, SIZE_BYTES).strip();
    boolean number = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!number || header.u16(SIZE_AT + SIZE_BYTES) != 0x0a60) {
      throw source
          .error("member " + name, Reason.BAD_VALUE)
          .expected("a header with a size in decimal digits")
          .found("\"%s\"".formatted(text))
          .advice("Fetch the file again.")
          .build();
    }
    return Long.parseLong(text);
  }

  private static List<Member> tar(
      Source source, String name, long start, long size, Map<String, MemberChannel> tars)
      throws IOException {
    InputStream in = source.unpacked(source.stream(start, size), name, size);
    MemberChannel tar =
        in instanceof java.io.BufferedInputStream
            ? MemberChannel.range(source.channel(), start, size)
            : MemberChannel.unpacked(in);
    tars.put(name, tar);
    return TarReader.members(source, tar, name);
  }

  private static String text(Member member) throws IOException {
    try (MemberChannel channel = java.util.Objects.requireNonNull(member.content()).open();
        InputStream in = Channels.newInputStream(channel)) {
      // Paths of members are escaped so.
      return SystemText.escaped(in.readNBytes(MOST_TEXT_BYTES));
    }
  }
}
