package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.packages.PackageFile.Source;

/** Digests of an RPM package: of its header, its payload, its files. */
final class RpmDigestsRule extends PackageRule {
  private static final int HEADER_SHA1 = 269;
  private static final int HEADER_SHA256 = 273;
  private static final int PAYLOAD_SHA256 = 5092;
  private static final int FILE_DIGESTS = 1035;
  private static final int FILE_ALGORITHM = 5011;
  private static final int FOLDERS = 1118;
  private static final int FOLDER_OF = 1116;
  private static final int NAMES = 1117;
  private static final String SHA256 = "8";

  RpmDigestsRule() {
    super(
        PackageFormat.RPM,
        "rpm-digests",
        "Digests of an RPM package are those of header, payload and files.");
  }

  @Override
  void look(Whole subject, Sink sink) throws IOException {
    Path path = subject.file().path();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      Source source = new Source(path, channel, UnpackBudget.one(), Progress.NONE);
      List<RpmReader.Header> headers = RpmReader.headers(source);
      RpmReader.Header signature = headers.getFirst();
      RpmReader.Header header = headers.getLast();
      long start = (signature.end() + 7) & ~7L;
      compare(
          subject,
          "The header's SHA-256",
          signature.first(HEADER_SHA256),
          hex(source, start, header.end() - start, Digests.sha256(), sink),
          sink);
      compare(
          subject,
          "The header's SHA-1",
          signature.first(HEADER_SHA1),
          hex(source, start, header.end() - start, Digests.sha1(), sink),
          sink);
      compare(
          subject,
          "The payload's SHA-256",
          header.first(PAYLOAD_SHA256),
          hex(source, header.end(), source.size() - header.end(), Digests.sha256(), sink),
          sink);
      files(subject, header, sink);
    }
  }

  private static String hex(Source source, long start, long size, MessageDigest digest, Sink sink)
      throws IOException {
    try (InputStream in = source.stream(start, size)) {
      return HexText.of(FileCopy.digest(in, digest, sink.progress().cancelOnly()));
    }
  }

  private static void compare(
      Whole subject, String what, String expected, String found, Sink sink) {
    if (!expected.isEmpty() && !expected.equalsIgnoreCase(found)) {
      sink.error(
          subject.place(),
          what + " differs from the one that the package states.",
          "It was changed or damaged after it was built: get it again.",
          Evidence.of(expected, found));
    }
  }

  private static void files(Whole subject, RpmReader.Header header, Sink sink) throws IOException {
    List<String> digests = header.all(FILE_DIGESTS);
    List<String> folders = header.all(FOLDERS);
    List<String> folderOf = header.all(FOLDER_OF);
    List<String> names = header.all(NAMES);
    if (!header.first(FILE_ALGORITHM).equals(SHA256)
        || names.size() != digests.size()
        || folderOf.size() != names.size()) {
      return;
    }
    Map<String, Member> members = new HashMap<>();
    subject.file().tree().members().forEach(member -> members.put(member.path(), member));
    for (int i = 0; i < names.size(); i++) {
      int folder = (int) Math.min(Integer.MAX_VALUE, Long.parseLong(folderOf.get(i)));
      if (digests.get(i).isEmpty() || folder >= folders.size()) {
        continue;
      }
      String name = (folders.get(folder) + names.get(i)).replaceFirst("^/+", "");
      Member member = members.get(name);
      if (member == null || member.kind() != Member.Kind.FILE) {
        missing(
            subject,
            name,
            "The header lists this file, but the payload does not contain it.",
            sink);
        continue;
      }
      String found = HexText.of(digest(subject, member, Digests.sha256(), sink));
      if (!found.equalsIgnoreCase(digests.get(i))) {
        differs(subject, name, "The digest in the header", digests.get(i), found, sink);
      }
    }
  }
}
