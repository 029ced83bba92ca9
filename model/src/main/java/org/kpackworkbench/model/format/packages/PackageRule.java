package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.place.Place;

/** A rule about what a package states about its own files. */
abstract class PackageRule extends NamedRule<PackageRule.Whole> {
  /**
   * A package that is checked.
   *
   * @param together the packages that are to be installed with it, as far as they were named
   */
  record Whole(Place place, ByteView bytes, PackageFile file, List<PackageFile> together)
      implements Subject {}

  private final PackageFormat format;

  PackageRule(PackageFormat format, String name, String sentence) {
    super(Whole.class, name, sentence);
    this.format = format;
  }

  @Override
  public final void check(Whole subject, Sink sink) throws IOException {
    if (subject.file().format() == format) {
      look(subject, sink);
    }
  }

  abstract void look(Whole subject, Sink sink) throws IOException;

  static Place at(Whole subject, String path) {
    return new Place.File(subject.file().tree().root().resolve(path));
  }

  static byte[] digest(Whole subject, Member member, MessageDigest digest, Sink sink)
      throws IOException {
    try (InputStream in = Files.newInputStream(subject.file().tree().path(member.path()))) {
      return FileCopy.digest(in, digest, sink.progress().cancelOnly());
    }
  }

  static void missing(Whole subject, String path, String message, Sink sink) {
    sink.error(at(subject, path), message, "Get the package again, or build it again.");
  }

  static void differs(
      Whole subject, String path, String what, String expected, String found, Sink sink) {
    sink.error(
        at(subject, path),
        "%s does not match this file.".formatted(what),
        "Was the file changed after it was packed? Get the package again, or pack it again.",
        Evidence.of(expected, found));
  }

  /** The wheels in a package's folder, and those that were named with it. */
  static List<Path> wheels(Whole subject) throws IOException {
    List<Path> wheels =
        new ArrayList<>(subject.together().stream().map(PackageFile::path).toList());
    Path folder = subject.file().path().toAbsolutePath().getParent();
    if (folder != null) {
      FolderList.of(folder, "*.whl").forEach(wheels::add);
    }
    return wheels;
  }
}
