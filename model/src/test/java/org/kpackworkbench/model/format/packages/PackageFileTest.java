package org.kpackworkbench.model.format.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.members.MemberFileSystem;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;

class PackageFileTest {
  static final List<String> PACKAGES =
      List.of(
          "tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl",
          "tiny.deb",
          "tiny.rpm",
          "tiny.tar.gz");

  @TempDir private Path temp;

  private static PackageFile open(String fixture) throws IOException {
    return PackageFile.open(Fixtures.path(fixture)).orElseThrow();
  }

  /** A file in memory, as the path of a member of another one. */
  private static Path inMemory(byte[] bytes) throws IOException {
    Member file = Member.file("a.bin", bytes.length, 0644, 0, () -> MemberChannel.of(bytes));
    return MemberFileSystem.of(Path.of("memory"), List.of(file)).path("a.bin");
  }

  private static byte[] zip(String... names) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (String name : names) {
        out.putNextEntry(new ZipEntry(name));
        out.write(name.getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void aWheelIsATreeAndSaysWhatItIs() throws IOException {
    PackageFile file = open("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl");
    assertThat(file.format()).isEqualTo(PackageFormat.WHEEL);
    assertThat(file.facts().name()).isEqualTo("tiny");
    assertThat(file.facts().version()).isEqualTo("1.0");
    assertThat(file.facts().architecture())
        .isEqualTo("py3-none-linux_x86_64, py3-none-manylinux_2_28_x86_64");
    assertThat(file.facts().requires()).containsExactly("numpy (>=1.20)");
    Path top = file.tree().root();
    assertThat(Files.readAllBytes(top.resolve("tiny/lib/libtiny.so")))
        .isEqualTo(Files.readAllBytes(Fixtures.path("libtiny.so")));
    assertThat(Files.readString(top.resolve("tiny/__init__.py"))).isEqualTo("VERSION = '1.0'\n");
    assertThat(Files.isExecutable(top.resolve("tiny/lib/libtiny.so"))).isTrue();
    assertThat(Files.isExecutable(top.resolve("tiny/__init__.py"))).isFalse();
    assertThat(top.resolve("tiny/lib/libtiny.so").toString())
        .isEqualTo(
            Fixtures.path("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl")
                + "/tiny/lib/libtiny.so");
  }

  /** Its description may be the first of very many members, and not among the last. */
  @Test
  void aWheelIsKnownWhereverItsDescriptionIs() throws IOException {
    List<String> names = new ArrayList<>(List.of("many-1.0.dist-info/WHEEL"));
    for (int i = 0; i < 2000; i++) {
      names.add("many/a-long-name-of-a-file-in-a-wheel-%06d.txt".formatted(i));
    }
    byte[] wheel = zip(names.toArray(String[]::new));
    Path file = Files.write(temp.resolve("many-1.0-py3-none-any.whl"), wheel);
    assertThat(PackageFile.open(file).orElseThrow().format()).isEqualTo(PackageFormat.WHEEL);
    try (OpenFile open = OpenFile.open(file)) {
      assertThat(StandardFormats.all().detect(open.view())).isEqualTo(PackageFormat.WHEEL);
    }
    names.set(0, "many/WHEEL");
    Path zip = Files.write(temp.resolve("many.zip"), zip(names.toArray(String[]::new)));
    assertThat(PackageFile.open(zip).orElseThrow().format()).isEqualTo(PackageFormat.ZIP);
  }

  /** The same tree however it is packed: files, a link, a second name. */
  @ParameterizedTest
  @ValueSource(strings = {"tiny.deb", "tiny.rpm", "tiny.tar.gz"})
  void packagesAndTarFilesAreTrees(String name) throws IOException {
    PackageFile file = open(name);
    Path top = file.tree().root();
    try (Stream<Path> all = Files.walk(top)) {
      assertThat(all.filter(path -> !Files.isDirectory(path)))
          .extracting(path -> top.relativize(path).toString())
          .containsExactlyInAnyOrder(
              "usr/lib/libtiny.so",
              "usr/lib/libtiny.so.1",
              "usr/lib/libtiny-too.so.1",
              "usr/share/doc/tiny/README");
    }
    Path lib = top.resolve("usr/lib");
    assertThat(Files.readSymbolicLink(lib.resolve("libtiny.so")).toString())
        .isEqualTo("libtiny.so.1");
    byte[] expected = Files.readAllBytes(Fixtures.path("libtiny.so"));
    for (String each : List.of("libtiny.so", "libtiny.so.1", "libtiny-too.so.1")) {
      assertThat(Files.readAllBytes(lib.resolve(each))).isEqualTo(expected);
      assertThat(Files.size(lib.resolve(each))).isEqualTo(expected.length);
    }
    assertThat(lib.resolve("libtiny.so").toRealPath()).isEqualTo(lib.resolve("libtiny.so.1"));
    if (!name.endsWith(".gz")) {
      assertThat(file.facts().name()).isEqualTo("tiny");
      assertThat(file.facts().version()).isEqualTo("1.0-1");
      assertThat(file.facts().requires()).contains("libstdc++6");
      assertThat(file.facts().provides()).contains("tiny-runtime");
    }
  }

  @Test
  void compressedTarFilesAreTarFilesByWhatIsInThem() throws IOException {
    try (Document document = StandardFormats.all().open(Fixtures.path("tiny.tar.gz"))) {
      assertThat(document.format()).isEqualTo(PackageFormat.TAR);
    }
  }

  @Test
  void nothingInItCanBeWritten() throws IOException {
    Path file =
        open("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl")
            .tree()
            .root()
            .resolve("tiny/__init__.py");
    assertThatThrownBy(() -> Files.writeString(file, "x"))
        .isInstanceOf(ReadOnlyFileSystemException.class);
    assertThatThrownBy(() -> Files.delete(file)).isInstanceOf(ReadOnlyFileSystemException.class);
  }

  /** A path that goes on behind a package's name leads into it; others stay what they are. */
  @Test
  void pathsLeadInside() throws IOException {
    Path wheel = Fixtures.path("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl");
    assertThat(Files.isDirectory(Packages.inside(wheel))).isTrue();
    assertThat(Files.isRegularFile(Packages.inside(wheel.resolve("tiny/lib/libtiny.so")))).isTrue();
    Path other = Fixtures.path("libtiny.so");
    assertThat(Packages.inside(other)).isSameAs(other);
    Path missing = other.resolve("x");
    assertThat(Packages.inside(missing)).isSameAs(missing);
  }

  @Test
  void severalAreOneTreeAsIfInstalled() throws IOException {
    Path together =
        Path.of(
            Fixtures.path("tiny.deb")
                + ","
                + Fixtures.path("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl"));
    Path both = Packages.inside(together);
    // What is printed can be opened again; a title has room for the first name.
    assertThat(both).hasToString(together.toString());
    assertThat(both.toAbsolutePath()).hasToString(together.toString());
    assertThat(both.getFileName()).hasToString("{tiny.deb and 1 more}");
    Path library = Packages.inside(together.resolve("tiny/lib/libtiny.so"));
    Path wheel =
        Fixtures.path("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl").toAbsolutePath();
    assertThat(library).isRegularFile().hasToString(wheel + "/tiny/lib/libtiny.so");
    assertThat(library.toRealPath()).isEqualTo(library);
    assertThat(both.getFileSystem().getPath(library.toString())).isEqualTo(library);
    // It is in neither.
    assertThat(both.resolve("usr/none"))
        .hasToString(wheel.resolveSibling(both.getFileName() + "/usr/none").toString());
    assertThat(Packages.inside(Path.of(both.resolve("usr/lib/libtiny.so.1").toString())))
        .isRegularFile();
    assertThat(Files.isRegularFile(both.resolve("usr/lib/libtiny.so.1"))).isTrue();
    assertThat(Files.isRegularFile(both.resolve("tiny/lib/libtiny.so"))).isTrue();
    Path other = temp.resolve("b.zip");
    Files.write(other, zip("tiny/__init__.py"));
    assertThatThrownBy(
            () ->
                Packages.installed(
                    List.of(
                        Fixtures.path("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl"),
                        other),
                    UnpackBudget.one(),
                    Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("tiny/__init__.py")
        .hasMessageContaining("another file than in");
  }

  @Test
  void whatWorksOnAFolderWorksInIt() throws IOException {
    VerifyReport report =
        Verify.run(
            List.of(Fixtures.path("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl")),
            VerifyRequest.everything());
    assertThat(report.unreadable()).isEmpty();
    assertThat(report.checked())
        .extracting(Path::toString)
        .contains(
            Fixtures.path("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl")
                + "/tiny/lib/libtiny.so");
    assertThat(report.findings()).anyMatch(each -> each.rule().equals("device-code-state"));
  }

  /** Names that leave the tree, in whatever file, are an error that names them. */
  @ParameterizedTest
  @ValueSource(strings = {"../evil", "/etc/passwd", "a/../../b", "C:evil"})
  void namesThatLeaveTheTreeAreRefused(String name) throws IOException {
    assertThatThrownBy(() -> PackageFile.open(inMemory(zip("good", name))))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.UNSAFE_PATH))
        .hasMessageContaining(name);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes)) {
      TarArchiveEntry entry = new TarArchiveEntry(name, true);
      entry.setSize(0);
      out.putArchiveEntry(entry);
      out.closeArchiveEntry();
    }
    assertThatThrownBy(() -> PackageFile.open(inMemory(bytes.toByteArray())))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(name);
  }

  /** Links are followed inside the tree, and stay in it. */
  @Test
  void linksStayInside() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes)) {
      for (String[] link :
          List.of(
              new String[] {"a/out", "../../../../etc/passwd"},
              new String[] {"a/top", "/b/file"},
              new String[] {"a/loop", "loop"})) {
        TarArchiveEntry entry = new TarArchiveEntry(link[0], TarConstants.LF_SYMLINK);
        entry.setLinkName(link[1]);
        out.putArchiveEntry(entry);
        out.closeArchiveEntry();
      }
      TarArchiveEntry file = new TarArchiveEntry("b/file");
      file.setSize(1);
      out.putArchiveEntry(file);
      out.write('x');
      out.closeArchiveEntry();
    }
    Path top = PackageFile.open(inMemory(bytes.toByteArray())).orElseThrow().tree().root();
    assertThat(Files.exists(top.resolve("a/out"))).isFalse();
    assertThat(Files.readString(top.resolve("a/top"))).isEqualTo("x");
    assertThat(Files.exists(top.resolve("a/loop"))).isFalse();
    assertThat(Files.exists(top.resolve("../../b/file"))).isTrue();
  }

  @Test
  void twoMembersOfOnePathAreRefused() throws IOException {
    byte[] bytes = zip("same-a", "same-b");
    String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("same-b", "same-a");
    assertThatThrownBy(() -> PackageFile.open(inMemory(text.getBytes(StandardCharsets.ISO_8859_1))))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("\"same-a\" twice");
  }

  /** An encrypted member is listed, and says why it cannot be read. */
  @Test
  void encryptedMembersSaySo() throws IOException {
    byte[] bytes = zip("secret");
    for (int i = 0; i < bytes.length - 10; i++) {
      boolean local = bytes[i] == 'P' && bytes[i + 1] == 'K' && bytes[i + 2] == 3;
      boolean central = bytes[i] == 'P' && bytes[i + 1] == 'K' && bytes[i + 2] == 1;
      if (local || central) {
        bytes[i + (local ? 6 : 8)] |= 1;
      }
    }
    Path top = PackageFile.open(inMemory(bytes)).orElseThrow().tree().root();
    assertThat(Files.exists(top.resolve("secret"))).isTrue();
    assertThatThrownBy(() -> Files.readAllBytes(top.resolve("secret")))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("encrypted");
  }

  /** A few kilobytes that would unpack to gigabytes are refused before they do. */
  @Test
  void bombsAreRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      out.putNextEntry(new ZipEntry("bomb"));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 400; i++) {
        out.write(zeros);
      }
      out.closeEntry();
    }
    Path top = PackageFile.open(inMemory(bytes.toByteArray())).orElseThrow().tree().root();
    assertThatThrownBy(() -> Files.readAllBytes(top.resolve("bomb")))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE));
  }

  /** What is cut anywhere is an error, or a file of which nothing unpacks wrongly. */
  @ParameterizedTest
  @FieldSource("PACKAGES")
  void cutFilesAreErrors(String name) throws IOException {
    errorsWhenCut(name, 7);
  }

  @ParameterizedTest
  @Tag("long")
  @FieldSource("PACKAGES")
  void cutFilesAreErrorsAtEveryByte(String name) throws IOException {
    errorsWhenCut(name, 1);
  }

  private static void errorsWhenCut(String name, int stepBytes) throws IOException {
    byte[] whole = Files.readAllBytes(Fixtures.path(name));
    for (int size = 0; size < whole.length; size += stepBytes) {
      byte[] cut = Arrays.copyOf(whole, size);
      try {
        PackageFile file = PackageFile.open(inMemory(cut)).orElse(null);
        if (file != null) {
          readAll(file);
        }
      } catch (FormatException known) {
        assertThat(known.getMessage()).isNotBlank();
      }
    }
  }

  @ParameterizedTest
  @FieldSource("PACKAGES")
  void changedBytesAreErrorsOfTheFormat(String name) throws IOException {
    errorsWhenChanged(name, 500);
  }

  @ParameterizedTest
  @Tag("long")
  @FieldSource("PACKAGES")
  void manyChangedBytesAreErrorsOfTheFormat(String name) throws IOException {
    errorsWhenChanged(name, 2000);
  }

  private static void errorsWhenChanged(String name, int times) throws IOException {
    byte[] whole = Files.readAllBytes(Fixtures.path(name));
    Random random = new Random(21);
    for (int i = 0; i < times; i++) {
      byte[] changed = whole.clone();
      for (int j = 0; j <= random.nextInt(3); j++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      try {
        PackageFile file = PackageFile.open(inMemory(changed)).orElse(null);
        if (file != null) {
          readAll(file);
        }
      } catch (FormatException known) {
        assertThat(known.getMessage()).isNotBlank();
      }
    }
  }

  private static void readAll(PackageFile file) throws IOException {
    for (Member member : file.tree().members()) {
      if (member.kind() == Member.Kind.FILE) {
        try (InputStream in = Files.newInputStream(file.tree().path(member.path()))) {
          in.readNBytes(1 << 20);
        }
      }
    }
  }
}
