package org.kpackworkbench.model.operation.prune;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.operation.tar.TarPacking;
import org.kpackworkbench.model.operation.tar.TarRewrite;

/**
 * Writes a Debian package again with other content of some of its files: {@code md5sums} and the
 * size of the installed package follow, a signature of the whole goes, all else stays.
 */
record DebRewrite(
    PackageFile file,
    Map<String, Optional<Path>> changes,
    Path scratch,
    TarOptions options,
    Progress progress) {
  private static final int SIZE_AT = 48;
  private static final int SIZE_DIGITS = 10;
  private static final int BUFFER_BYTES = 256 << 10;
  private static final String CONTROL = "control";
  private static final String SUMS = "md5sums";
  private static final String SIGNATURE = "_gpg";
  private static final Pattern SUM = Pattern.compile("([0-9a-f]{32})( [ *](?:\\./)?)(.+)");
  private static final Pattern INSTALLED =
      Pattern.compile("(?mi)^(Installed-Size:[ \\t]*)(\\d{1,15})");

  /**
   * Writes.
   *
   * @param changes the new content of files, by their paths in the package; empty for one that goes
   * @param scratch a folder for what is written first
   * @param out stays open
   * @throws FormatException if it is compressed in a way that cannot be written
   */
  static void write(
      PackageFile file,
      Map<String, Optional<Path>> changes,
      Path scratch,
      TarOptions options,
      OutputStream out,
      Progress progress)
      throws IOException {
    new DebRewrite(file, changes, scratch, options, progress).write(out);
  }

  private void write(OutputStream out) throws IOException {
    try (OpenFile open = OpenFile.open(file.path())) {
      ByteView view = open.view();
      StaticLibrary members = StaticLibrary.read(view);
      out.write(StaticLibrary.MAGIC.getBytes(StandardCharsets.ISO_8859_1));
      for (ArMember member : members.members()) {
        progress.step(0);
        if (member.name().startsWith(SIGNATURE)) {
          continue;
        }
        byte[] header = view.bytes(member.headerOffset(), ArMember.HEADER_SIZE_BYTES);
        Map<String, Optional<Path>> tarChanges =
            member.name().startsWith("data.tar")
                ? changes
                : member.name().startsWith("control.tar") ? control() : Map.of();
        if (tarChanges.isEmpty()) {
          ByteView content = members.content(member);
          member(out, header, content.size(), content.stream());
        } else {
          Path tar = tar(member.name(), tarChanges);
          try (InputStream in = Files.newInputStream(tar)) {
            member(out, header, Files.size(tar), in);
          }
          Files.delete(tar);
        }
      }
    }
  }

  private void member(OutputStream out, byte[] header, long size, InputStream content)
      throws IOException {
    byte[] digits =
        ("%-" + SIZE_DIGITS + "d").formatted(size).getBytes(StandardCharsets.ISO_8859_1);
    byte[] sized = header.clone();
    System.arraycopy(digits, 0, sized, SIZE_AT, SIZE_DIGITS);
    out.write(sized);
    FileCopy.bytes(content, out, progress.cancelOnly());
    if (size % 2 != 0) {
      out.write('\n');
    }
  }

  /** Writes one of the tar files, compressed as it was. */
  private Path tar(String name, Map<String, Optional<Path>> tarChanges) throws IOException {
    TarPacking packing =
        TarPacking.named(name)
            .orElseThrow(
                () ->
                    FormatException.in(
                            file.path().toString(), "member " + name, "", Reason.UNSUPPORTED)
                        .expected("one of " + String.join(", ", TarPacking.ENDINGS))
                        .found("another compression")
                        .advice("Name an output that does not end with .deb: a folder.")
                        .build());
    Path made = scratch.resolve("tar");
    try (OutputStream out = Files.newOutputStream(made);
        OutputStream packed = new BufferedOutputStream(packing.to(out, options), BUFFER_BYTES)) {
      MemberChannel tar = file.tars().get(name);
      if (tar == null) {
        throw new IllegalStateException(name);
      }
      TarRewrite.write(file.path(), tar, tarChanges, file.tree()::path, packed, progress);
    }
    return made;
  }

  /** Returns the control files as they are afterwards. */
  private Map<String, Optional<Path>> control() throws IOException {
    Map<String, Optional<Path>> texts = new HashMap<>();
    String sums = file.facts().texts().get(SUMS);
    if (sums != null) {
      texts.put(
          SUMS,
          Optional.of(Files.write(scratch.resolve(SUMS), SystemText.escapedBytes(sums(sums)))));
    }
    String control = file.facts().texts().getOrDefault(CONTROL, "");
    Matcher installed = INSTALLED.matcher(control);
    if (installed.find()) {
      long now = Math.max(0, Long.parseLong(installed.group(2)) + moreKibibytes());
      String text = installed.replaceFirst(Matcher.quoteReplacement(installed.group(1) + now));
      texts.put(
          CONTROL,
          Optional.of(Files.write(scratch.resolve(CONTROL), SystemText.escapedBytes(text))));
    }
    return texts;
  }

  private String sums(String before) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : before.lines().toList()) {
      Matcher sum = SUM.matcher(line);
      Optional<Path> change = sum.matches() ? changes.get(sum.group(3)) : null;
      if (change == null) {
        lines.add(line);
      } else if (change.isPresent()) {
        try (InputStream in = Files.newInputStream(change.get())) {
          byte[] digest = FileCopy.digest(in, Digests.md5(), progress.cancelOnly());
          lines.add(HexText.of(digest) + sum.group(2) + sum.group(3));
        }
      }
    }
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  /** Files count in whole KiB; of several names of a file that changes in one way, one does. */
  private long moreKibibytes() throws IOException {
    Map<Object, Long> byFile = new HashMap<>();
    for (Member member : file.members()) {
      Optional<Path> change = changes.get(member.path());
      if (change != null && member.content() instanceof Member.Content content) {
        long after = change.isPresent() ? kibibytes(Files.size(change.get())) : 0;
        byFile.put(content, after - kibibytes(member.sizeBytes()));
      }
    }
    return byFile.values().stream().mapToLong(Long::longValue).sum();
  }

  private static long kibibytes(long bytes) {
    return (bytes + 1023) / 1024;
  }
}
