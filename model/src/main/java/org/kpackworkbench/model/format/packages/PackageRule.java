package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.packages.PackageFile.Source;

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

  private static Place at(Whole subject, String path) {
    return new Place.File(subject.file().tree().root().resolve(path));
  }

  private static byte[] digest(Whole subject, Member member, MessageDigest digest, Sink sink)
      throws IOException {
    try (InputStream in = Files.newInputStream(subject.file().tree().path(member.path()))) {
      return FileCopy.digest(in, digest, sink.progress().cancelOnly());
    }
  }

  private static void differs(
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

  /** A wheel's RECORD. */
  static final class Recorded extends PackageRule {
    private static final Set<String> SIGNATURES = Set.of("RECORD.jws", "RECORD.p7s");

    Recorded() {
      super(
          PackageFormat.WHEEL,
          "wheel-record",
          "RECORD lists each file of a wheel once, with its digest and size.");
    }

    @Override
    void look(Whole subject, Sink sink) throws IOException {
      Wheel wheel = Wheel.of(subject.file());
      String record = wheel.infoFolder() + "/RECORD";
      String text = wheel.text("RECORD");
      if (text == null) {
        sink.error(
            subject.place(),
            "There is no %s.".formatted(record),
            "Installers refuse such a wheel: pack it again.");
        return;
      }
      Map<String, Member> left = new LinkedHashMap<>();
      for (Member member : subject.file().tree().members()) {
        if (member.kind() != Member.Kind.FOLDER) {
          left.put(member.path(), member);
        }
      }
      Set<String> known = new HashSet<>();
      List<String> hexadecimal = new ArrayList<>();
      for (WheelRecord.Row row : WheelRecord.of(text.getBytes(StandardCharsets.UTF_8)).rows()) {
        if (!known.add(row.path())) {
          sink.error(
              at(subject, row.path()), "RECORD lists this file twice.", "Pack the wheel again.");
          continue;
        }
        Member member = left.remove(row.path());
        if (member == null) {
          sink.error(
              at(subject, row.path()),
              "RECORD lists this file, but the wheel does not contain it.",
              "Get the wheel again, or pack it again.");
          continue;
        }
        boolean own =
            row.path().equals(record)
                || SIGNATURES.stream()
                    .anyMatch(each -> row.path().equals(wheel.infoFolder() + "/" + each));
        if (!own) {
          compare(subject, member, row, hexadecimal, sink);
        }
      }
      if (!hexadecimal.isEmpty()) {
        sink.warning(
            at(subject, record),
            "RECORD has digests in hexadecimal digits, of %s: %s."
                .formatted(CountText.of(hexadecimal.size(), "file"), ListText.some(hexadecimal)),
            "Write them as URL-safe base64 without =: installers that check digests refuse the"
                + " wheel; pip does not check them.");
      }
      left.values().stream()
          .map(Member::path)
          .filter(path -> !path.equals(record))
          .filter(path -> !SIGNATURES.contains(path.substring(path.lastIndexOf('/') + 1)))
          .forEach(
              path ->
                  sink.error(
                      at(subject, path),
                      "RECORD does not list this file.",
                      "It is not removed with the package; some installers refuse the wheel."));
    }

    private static void compare(
        Whole subject, Member member, WheelRecord.Row row, List<String> hexadecimal, Sink sink)
        throws IOException {
      if (!row.size().isEmpty() && !row.size().equals(Long.toString(member.sizeBytes()))) {
        differs(
            subject,
            row.path(),
            "The size in RECORD",
            row.size(),
            Long.toString(member.sizeBytes()),
            sink);
        return;
      }
      if (!row.algorithm().equals("sha256")) {
        String found = row.algorithm().isEmpty() ? "no digest" : row.algorithm();
        sink.error(
            at(subject, row.path()),
            "RECORD has %s for this file, where it should be SHA-256.".formatted(found),
            "Installers refuse weaker digests: pack the wheel again.",
            Evidence.of("sha256", found));
        return;
      }
      byte[] digest = digest(subject, member, Digests.sha256(), sink);
      String right = Wheel.digest(digest);
      if (row.digest().equalsIgnoreCase(HexText.of(digest))) {
        hexadecimal.add(row.path());
      } else if (row.digest().endsWith("=") && row.digest().replaceAll("=+$", "").equals(right)) {
        sink.warning(
            at(subject, row.path()),
            "The digest in RECORD ends with \"=\".",
            "Remove the = at the end.",
            Evidence.of(right, row.digest()));
      } else if (!row.digest().equals(right)) {
        differs(subject, row.path(), "The digest in RECORD", right, row.digest(), sink);
      }
    }
  }

  /** Rule for the statements of a wheel in its name and in two files. */
  static final class Described extends PackageRule {
    Described() {
      super(PackageFormat.WHEEL, "wheel-metadata", "A wheel's name, METADATA and WHEEL agree.");
    }

    @Override
    void look(Whole subject, Sink sink) throws IOException {
      Wheel wheel = Wheel.of(subject.file());
      Wheel.Name name = wheel.name();
      if (name == null) {
        sink.error(
            subject.place(),
            "The file's name is not a valid wheel name.",
            "Installers use the name: give the file its original name.",
            Evidence.of(
                "NAME-VERSION[-BUILD]-PYTHON-ABI-PLATFORM.whl",
                String.valueOf(subject.file().path().getFileName())));
      }
      infoFolder(subject, wheel, sink);
      for (String file : List.of("METADATA", "WHEEL")) {
        if (wheel.text(file) == null) {
          sink.error(
              subject.place(),
              "There is no %s/%s.".formatted(wheel.infoFolder(), file),
              "Installers refuse such a wheel: pack it again.");
          return;
        }
      }
      PackageFacts facts = subject.file().facts();
      same(subject, "Name", name == null ? null : name.name(), facts.name(), true, sink);
      same(subject, "Version", name == null ? null : name.version(), facts.version(), false, sink);
      PackageFacts.Fields written =
          PackageFacts.Fields.of(Objects.requireNonNullElse(wheel.text("WHEEL"), ""));
      String version = written.first("wheel-version");
      if (!version.startsWith("1.")) {
        sink.error(
            at(subject, wheel.infoFolder() + "/WHEEL"),
            "Wheel-Version is not one that installers know.",
            "Pack the wheel again.",
            Evidence.of("1.0", version));
      }
      Set<String> tags = new TreeSet<>(written.all("tag"));
      if (name != null && !tags.equals(new TreeSet<>(name.tags()))) {
        sink.error(
            at(subject, wheel.infoFolder() + "/WHEEL"),
            "The tags differ from those in the file's name.",
            "Installers use the name: rename the file, or pack it again.",
            Evidence.of(String.join(", ", new TreeSet<>(name.tags())), String.join(", ", tags)));
      }
    }

    /** Installers look for one folder with the name of the wheel. */
    private static void infoFolder(Whole subject, Wheel wheel, Sink sink) {
      Set<String> folders = new TreeSet<>();
      for (Member member : subject.file().tree().members()) {
        int slash = member.path().indexOf('/');
        if (slash > 0 && member.path().startsWith(".dist-info", slash - ".dist-info".length())) {
          folders.add(member.path().substring(0, slash));
        }
      }
      Wheel.Name name = wheel.name();
      if (folders.size() > 1) {
        sink.error(
            subject.place(),
            "It has several folders with descriptions of a package.",
            "Installers refuse such a wheel: pack it again.",
            Evidence.of("one folder .dist-info", String.join(", ", folders)));
      } else if (name != null
          && !Wheel.normalized(wheel.infoFolder().replaceFirst("-[^-]*\\.dist-info$", ""))
              .equals(Wheel.normalized(name.name()))) {
        sink.error(
            subject.place(),
            "The folder with its description has another package's name.",
            "Installers refuse such a wheel: rename it, or pack it again.",
            Evidence.of(
                "%s-%s.dist-info".formatted(name.name(), name.version()), wheel.infoFolder()));
      }
    }

    private static void same(
        Whole subject,
        String field,
        @Nullable String named,
        String written,
        boolean isName,
        Sink sink) {
      boolean equal =
          named == null
              || (isName
                  ? Wheel.normalized(named).equals(Wheel.normalized(written))
                  : named.replace('_', '-').equals(written.replace('_', '-')));
      if (!equal) {
        sink.error(
            subject.place(),
            "%s in METADATA is not the one in the file's name.".formatted(field),
            "Installers refuse it: rename the file, or pack it again.",
            Evidence.of(Objects.requireNonNull(named), written));
      }
    }
  }

  /** Wheels that belong together, as far as they lie in one folder or were named together. */
  static final class Siblings extends PackageRule {
    private static final Pattern PINNED =
        Pattern.compile(
            "\\s*([A-Za-z0-9._-]+)\\s*(?:\\[[^\\]]*\\])?\\s*\\(?\\s*==\\s*([^\\s;,)]+)\\s*\\)?\\s*(?:;(.*))?");

    Siblings() {
      super(
          PackageFormat.WHEEL,
          "wheel-siblings",
          "Wheels beside a wheel have the versions that it requires.");
    }

    @Override
    void look(Whole subject, Sink sink) throws IOException {
      Map<String, Set<String>> beside = versions(subject);
      List<String> missing = new ArrayList<>();
      Set<String> known = new HashSet<>();
      for (String requirement : subject.file().facts().requires()) {
        Matcher matcher = PINNED.matcher(requirement);
        if (!matcher.matches() || !known.add(matcher.group(1) + " " + matcher.group(2))) {
          continue;
        }
        Set<String> versions = beside.get(Wheel.normalized(matcher.group(1)));
        boolean extra = matcher.group(3) != null && matcher.group(3).contains("extra");
        boolean sameBuild = matcher.group(2).equals(subject.file().facts().version());
        if (versions == null) {
          if (extra && sameBuild) {
            missing.add(matcher.group(1));
          }
        } else if (!versions.contains(matcher.group(2).replace('_', '-'))) {
          sink.error(
              subject.place(),
              "It requires %s %s, but the available wheel is %s."
                  .formatted(matcher.group(1), matcher.group(2), String.join(", ", versions)),
              "Wheels of one build belong together: get those of this version.",
              Evidence.of(matcher.group(2), String.join(", ", versions)));
        }
      }
      if (!missing.isEmpty()) {
        sink.note(
            subject.place(),
            "Wheels that its extras name are not available: %s.".formatted(ListText.some(missing)),
            "Get them if their GPUs are to be supported.");
      }
    }

    private static Map<String, Set<String>> versions(Whole subject) throws IOException {
      Map<String, Set<String>> versions = new HashMap<>();
      for (Path wheel : wheels(subject)) {
        Wheel.Name name = Wheel.Name.of(String.valueOf(wheel.getFileName()));
        if (name != null) {
          versions
              .computeIfAbsent(Wheel.normalized(name.name()), none -> new TreeSet<>())
              .add(name.version().replace('_', '-'));
        }
      }
      return versions;
    }
  }

  /** The description of a wheel with a label (PEP 825, a draft). */
  static final class Variant extends PackageRule {
    Variant() {
      super(
          PackageFormat.WHEEL,
          "wheel-variant",
          "A wheel's label and its variant.json describe one variant.");
    }

    @Override
    void look(Whole subject, Sink sink) throws IOException {
      Wheel wheel = Wheel.of(subject.file());
      String label = wheel.name() == null ? "" : wheel.name().variant();
      String text = wheel.text(WheelVariants.FILE);
      String path = wheel.infoFolder() + "/" + WheelVariants.FILE;
      if (text == null && label.isEmpty()) {
        return;
      }
      if (text == null) {
        sink.error(
            subject.place(),
            "Its name has the label of a variant, and there is no %s.".formatted(path),
            "Installers that know variants refuse it: pack it again, or rename it.",
            Evidence.of(path, "nothing"));
        return;
      }
      if (label.isEmpty()) {
        sink.warning(
            at(subject, path),
            "The wheel describes a variant, and its name has no label.",
            "Installers take it for a wheel without variants: rename it.",
            Evidence.of(
                "NAME-…-PLATFORM-LABEL.whl", String.valueOf(subject.file().path().getFileName())));
        return;
      }
      List<String> problems;
      try {
        problems = WheelVariants.read(text).problems(label);
      } catch (IllegalArgumentException wrong) {
        problems = List.of(String.valueOf(wrong.getMessage()));
      }
      for (String problem : problems) {
        sink.error(
            at(subject, path),
            "%s is not that of the variant %s: %s.".formatted(WheelVariants.FILE, label, problem),
            "Installers that know variants refuse it: pack the wheel again.");
      }
    }
  }

  /** A Debian package's md5sums and control file. */
  static final class Summed extends PackageRule {
    private static final Pattern SUM = Pattern.compile("([0-9a-f]{32}) [ *](?:\\./)?(.+)");

    /** Fields that must be there, with what deb-control(5) allows in them. */
    private static final List<Field> FIELDS =
        List.of(
            new Field("Package", "[a-z0-9][a-z0-9+.-]+", "lower-case letters, digits, +, - and ."),
            new Field(
                "Version",
                "(?:\\d+:)?\\d[A-Za-z0-9.+~:-]*",
                "a digit, then letters, digits, ., +, ~ and -"),
            new Field("Architecture", "[a-z0-9-]+", "lower-case letters, digits and -"),
            new Field("Maintainer", "(?s).+", "a text"),
            new Field("Description", "(?s).+", "a text"));

    private record Field(String name, String pattern, String words) {}

    Summed() {
      super(
          PackageFormat.DEB,
          "deb-sums",
          "A Debian package's control file is complete, and md5sums matches the files.");
    }

    @Override
    void look(Whole subject, Sink sink) throws IOException {
      Map<String, String> texts = subject.file().facts().texts();
      PackageFacts.Fields control = PackageFacts.Fields.of(texts.getOrDefault("control", ""));
      for (Field field : FIELDS) {
        List<String> values = control.all(field.name().toLowerCase(Locale.ROOT));
        if (values.isEmpty() || values.getFirst().isEmpty()) {
          sink.error(
              subject.place(),
              "The control file has no %s.".formatted(field.name()),
              "dpkg refuses such a package: build it again.");
        } else if (values.size() > 1) {
          sink.error(
              subject.place(),
              "The control file has %s twice.".formatted(field.name()),
              "dpkg refuses such a package: build it again.");
        } else if (!values.getFirst().matches(field.pattern())) {
          sink.error(
              subject.place(),
              "%s in the control file is not a valid one.".formatted(field.name()),
              "dpkg refuses such a package: build it again.",
              Evidence.of(field.words(), values.getFirst()));
        }
      }
      String sums = texts.get("md5sums");
      if (sums == null) {
        return;
      }
      Map<String, Member> members = new HashMap<>();
      subject.file().tree().members().forEach(member -> members.put(member.path(), member));
      for (String line : sums.split("\n", -1)) {
        Matcher matcher = SUM.matcher(line);
        if (!matcher.matches()) {
          if (!line.isBlank()) {
            sink.warning(
                subject.place(),
                "md5sums has a line without a digest and a path.",
                "Files whose line is damaged are not checked: build the package again.",
                Evidence.of("32 hexadecimal digits, two spaces, a path", line.strip()));
          }
          continue;
        }
        Member member = members.get(matcher.group(2));
        if (member == null || member.kind() != Member.Kind.FILE) {
          sink.error(
              at(subject, matcher.group(2)),
              "md5sums lists this file, but the package does not contain it.",
              "Get the package again, or build it again.");
          continue;
        }
        String found = HexText.of(digest(subject, member, Digests.md5(), sink));
        if (!found.equals(matcher.group(1))) {
          differs(subject, member.path(), "The MD5 in md5sums", matcher.group(1), found, sink);
        }
      }
    }
  }

  /** Digests of an RPM package: of its header, its payload, its files. */
  static final class Headed extends PackageRule {
    private static final int HEADER_SHA1 = 269;
    private static final int HEADER_SHA256 = 273;
    private static final int PAYLOAD_SHA256 = 5092;
    private static final int FILE_DIGESTS = 1035;
    private static final int FILE_ALGORITHM = 5011;
    private static final int FOLDERS = 1118;
    private static final int FOLDER_OF = 1116;
    private static final int NAMES = 1117;
    private static final String SHA256 = "8";

    Headed() {
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

    private static void files(Whole subject, RpmReader.Header header, Sink sink)
        throws IOException {
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
          sink.error(
              at(subject, name),
              "The header lists this file, but the payload does not contain it.",
              "Get the package again, or build it again.");
          continue;
        }
        String found = HexText.of(digest(subject, member, Digests.sha256(), sink));
        if (!found.equalsIgnoreCase(digests.get(i))) {
          differs(subject, name, "The digest in the header", digests.get(i), found, sink);
        }
      }
    }
  }
}
