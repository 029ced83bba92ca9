package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.UnicodeCommentExtraField;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.fixtures.TreeText;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.tar.PackedTree;
import org.kpackworkbench.model.operation.tar.StrictReader;
import org.kpackworkbench.model.operation.tar.TarDigest;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/** What is in packages is pruned as a folder is, and is a package again. */
class PackagePruneTest {
  private static final String MANY = "many-1.0-py3-none-linux_x86_64.whl";
  private static final TargetFilter MINE = TargetFilter.of(List.of("gfx942"));

  private static final TargetFilter ALL_OF_MANY =
      TargetFilter.of(List.of("gfx90a", "gfx942", "gfx1030", "gfx1100"));

  @TempDir private Path folder;

  private static PruneReport prune(Path input, Path output) throws IOException {
    return new Prune(PruneRequest.keeping(input, output, MINE)).run();
  }

  private static Map<String, Member> members(Path file) throws IOException {
    Map<String, Member> all = new TreeMap<>();
    PackageFile.open(file).orElseThrow().members().stream()
        .filter(member -> member.kind() != Member.Kind.FOLDER)
        .forEach(member -> all.put(member.path(), member));
    return all;
  }

  private static List<String> targets(Path input) throws IOException {
    return Prune.targets(input, Progress.NONE).stream().map(GpuTarget::toString).toList();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void ofAWheelComesAWheel() throws IOException {
    Path wheel = Fixtures.path(MANY);
    assertThat(targets(wheel))
        .containsExactlyInAnyOrder(
            "gfx90a:xnack+", "gfx90a:xnack-", "gfx942", "gfx1030", "gfx1100");
    Path output = folder.resolve("new").resolve(MANY);
    PruneReport report = prune(wheel, output);
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(report.files())
        .singleElement()
        .satisfies(
            file -> {
              assertThat(file.name()).isEqualTo("many/lib/libmany.so");
              assertThat(file.path()).isEqualTo(output.resolve("many/lib/libmany.so"));
            });
    Map<String, Member> before = members(wheel);
    Map<String, Member> after = members(output);
    assertThat(after.keySet()).isEqualTo(before.keySet());
    for (String path : before.keySet()) {
      assertThat(after.get(path).mode()).as(path).isEqualTo(before.get(path).mode());
      assertThat(after.get(path).modifiedMillis())
          .as(path)
          .isEqualTo(before.get(path).modifiedMillis());
    }
    assertThat(Verify.run(List.of(output), VerifyRequest.everything()).findings())
        .allMatch(finding -> finding.severity() == Severity.NOTE);
    prune(wheel, folder.resolve("again").resolve(MANY));
    assertThat(folder.resolve("again").resolve(MANY)).hasSameBinaryContentAs(output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.tgz", "a.tar.xz", "a.tar.zst"})
  void ofATarFileComesATarFile(String name) throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/lib"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so.1"));
    Files.createSymbolicLink(tree.resolve("libmany.so"), Path.of("libmany.so.1"));
    Path packed = folder.resolve(name);
    TarPack.write(folder.resolve("tree"), packed, TarOptions.DEFAULT, Progress.NONE);
    Path output = folder.resolve("new").resolve(name);
    prune(packed, output);
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(members(output).keySet()).containsExactly("lib/libmany.so", "lib/libmany.so.1");
    assertThat(members(output).get("lib/libmany.so").linkTarget()).isEqualTo("libmany.so.1");
    byte[] magic = Files.readAllBytes(output);
    assertThat(Files.readAllBytes(packed)).startsWith(magic[0], magic[1], magic[2]);
  }

  /** Whatever is said of entries, and their order, stays; only sizes change. */
  @ParameterizedTest
  @ValueSource(strings = {"pax.tar", "gnu.tar.gz"})
  void entriesOfATarFileStayAsTheyAreStored(String name) throws IOException {
    Path packed = folder.resolve(name);
    byte[] many = Files.readAllBytes(FatFixture.MANY.path());
    String longName = "lib/" + "long".repeat(40) + ".so";
    try (OutputStream file = Files.newOutputStream(packed);
        OutputStream out = name.endsWith("gz") ? new GZIPOutputStream(file) : file;
        TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      boolean pax = name.startsWith("pax");
      tar.setLongFileMode(
          pax ? TarArchiveOutputStream.LONGFILE_POSIX : TarArchiveOutputStream.LONGFILE_GNU);
      if (pax) {
        TarArchiveEntry global = new TarArchiveEntry("pax_global_header", (byte) 'g');
        global.addPaxHeader("comment", "me");
        tar.putArchiveEntry(global);
      }
      entry(tar, "./usr/pipe", '6', "", new byte[0]);
      entry(tar, "usr/null", '3', "", new byte[0]);
      entry(tar, "lib/zz.so", '0', "", many);
      entry(tar, "lib/absolute", '2', "/etc/hostname", new byte[0]);
      entry(tar, "lib/hard.so", '1', "lib/zz.so", new byte[0]);
      entry(tar, longName, '0', "", many);
      entry(tar, "lib/longhard.so", '1', longName, new byte[0]);
      entry(tar, "README", '0', "", "hello\n".getBytes(StandardCharsets.UTF_8));
    }
    Path output = folder.resolve("new").resolve(name);
    PruneReport report = prune(packed, output);
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(report.fileCount()).isEqualTo(5);
    assertThat(report.beforeBytes()).isEqualTo(2L * many.length + 6);
    assertThat(report.files()).hasSize(4);
    long after = report.files().getFirst().afterBytes();
    assertThat(report.afterBytes()).isEqualTo(2 * after + 6);
    List<TarArchiveEntry> before = entries(packed);
    List<TarArchiveEntry> now = entries(output);
    assertThat(now).hasSameSizeAs(before);
    for (int i = 0; i < now.size(); i++) {
      TarArchiveEntry each = now.get(i);
      TarArchiveEntry old = before.get(i);
      assertThat(each.getSize()).isEqualTo(old.getSize() == many.length ? after : old.getSize());
      each.setSize(old.getSize());
      assertThat(stated(each)).isEqualTo(stated(old));
    }
    byte[] content = Files.readAllBytes(Packages.inside(output).resolve("lib/hard.so"));
    assertThat(Packages.inside(output).resolve(longName)).hasBinaryContent(content);
    assertThat(Packages.inside(output).resolve("README")).hasContent("hello\n");
    assertThat(Files.getLastModifiedTime(output)).isEqualTo(Files.getLastModifiedTime(packed));
  }

  /** Older programs packed the folders that lead to a prefix, too. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ofAPackedArtifactComesOneThatABuildReads(boolean inPlace) throws IOException {
    Path packed = folder.resolve("many_lib_gfx9.tar.zst");
    byte[] many = Files.readAllBytes(FatFixture.MANY.path());
    byte[] manifest = "a/stage\n".getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(packed));
        TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      entry(tar, "artifact_manifest.txt", '0', "", manifest);
      entry(tar, "a/", '5', "", new byte[0]);
      entry(tar, "a/stage/", '5', "", new byte[0]);
      entry(tar, "a/stage/lib/", '5', "", new byte[0]);
      entry(tar, "a/stage/lib/zz.so", '0', "", many);
    }
    TarDigest.write(packed, Progress.NONE);
    Path output = inPlace ? packed : folder.resolve("new/many_lib_gfx942.tar.zst");
    PruneRequest request = PruneRequest.keeping(packed, output, MINE);
    new Prune(inPlace ? request.inPlace() : request).run();
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(StrictReader.checked(output))
        .containsExactly("artifact_manifest.txt", "a/stage/lib/", "a/stage/lib/zz.so");
  }

  /** Layers of images, and what {@code tar --append} makes, have these. */
  @Test
  void ofEntriesWithOnePathTheLastIsMeant() throws IOException {
    Path packed = folder.resolve("twice.tar");
    byte[] many = Files.readAllBytes(FatFixture.MANY.path());
    byte[] other = Arrays.copyOf(many, many.length + 1);
    byte[] text = "hello\n".getBytes(StandardCharsets.UTF_8);
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(packed))) {
      entry(tar, "lib/", '5', "", new byte[0]);
      entry(tar, "lib/zz.so", '0', "", many);
      entry(tar, "lib/hard.so", '1', "lib/zz.so", new byte[0]);
      entry(tar, "lib/zz.so", '0', "", other);
      entry(tar, "lib/other.so", '1', "./lib/zz.so", new byte[0]);
      entry(tar, "README", '0', "", many);
      entry(tar, "./README", '0', "", text);
      entry(tar, "lib/late.so", '2', "/etc/hostname", new byte[0]);
      entry(tar, "lib/late.so", '0', "", many);
    }
    Path output = folder.resolve("new/twice.tar");
    prune(packed, output);
    assertThat(entries(output))
        .extracting(TarArchiveEntry::getName)
        .containsExactly(
            "lib/",
            "lib/hard.so",
            "lib/zz.so",
            "lib/other.so",
            "README",
            "./README",
            "lib/late.so");
    assertThat(entries(output).get(3).isLink()).isTrue();
    Path tree = unpacked(packed, "tree");
    Path pruned = folder.resolve("pruned");
    prune(tree, pruned);
    assertThat(TreeText.of(unpacked(output, "now").resolve("lib")))
        .isEqualTo(TreeText.of(pruned.resolve("lib")));
    assertThat(pruned.resolve("lib/zz.so")).isNotEmptyFile();
    assertThat(Files.size(pruned.resolve("lib/hard.so")))
        .isNotEqualTo(Files.size(pruned.resolve("lib/zz.so")));
    Path same = folder.resolve("new/same.tar");
    new Prune(PruneRequest.keeping(packed, same, ALL_OF_MANY)).run();
    assertThat(same).hasSameBinaryContentAs(packed);
  }

  private Path unpacked(Path tar, String name) throws IOException {
    try (PackedTree tree =
        PackedTree.open(tar, folder, UnpackBudget.operation(false), Progress.NONE)) {
      TreeCopy copy =
          new TreeCopy(
              Files.createDirectory(folder.resolve(name)), Progress.NONE, new LostAttributes());
      for (TreeItem item : TreeItem.below(tree.root(""), Progress.NONE)) {
        switch (item.kind()) {
          case FOLDER -> copy.folder(item);
          case LINK -> copy.link(item);
          default -> copy.file(item);
        }
      }
      copy.finish();
    }
    return folder.resolve(name);
  }

  private static void entry(
      TarArchiveOutputStream tar, String name, char type, String link, byte[] content)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, (byte) type);
    entry.setLinkName(link);
    entry.setMode(type == '0' || type == '1' ? 06755 : 0750);
    entry.setIds(1234, 2345);
    entry.setNames("ada", "staff");
    entry.setSize(content.length);
    entry.setLastModifiedTime(FileTime.fromMillis(1_767_323_044_000L));
    if (type == '0' && name.endsWith("zz.so")) {
      entry.addPaxHeader("SCHILY.xattr.user.note", "kept");
    }
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private static List<TarArchiveEntry> entries(Path tar) throws IOException {
    List<TarArchiveEntry> entries = new ArrayList<>();
    try (InputStream file = Files.newInputStream(tar);
        InputStream in = tar.toString().endsWith("gz") ? new GZIPInputStream(file) : file;
        TarArchiveInputStream all = new TarArchiveInputStream(in)) {
      for (TarArchiveEntry entry = all.getNextEntry(); entry != null; entry = all.getNextEntry()) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private static List<Object> stated(TarArchiveEntry entry) {
    return List.of(
        entry.getName(),
        (int) entry.getLinkFlag(),
        entry.getLinkName(),
        entry.getMode(),
        entry.getLongUserId(),
        entry.getLongGroupId(),
        entry.getUserName(),
        entry.getGroupName(),
        entry.getLastModifiedTime(),
        entry.getExtraPaxHeaders());
  }

  /** A sparse file that changes is a plain one afterwards, under its own name. */
  @Test
  @DisabledOnOs({OS.WINDOWS, OS.MAC})
  void aSparseFileIsPruned() throws Exception {
    Path tree = sparseTree();
    Path packed = sparse(tree, "format=gnu");
    assertThat(packed).satisfies(tar -> assertThat(Files.size(tar)).isLessThan(1 << 20));
    Path output = folder.resolve("new/s.tar");
    prune(packed, output);
    prune(tree.resolve("libmany.so"), folder.resolve("alone.so"));
    assertThat(members(output).keySet()).containsExactly("libmany.so", "z");
    assertThat(Packages.inside(output).resolve("libmany.so"))
        .hasSameBinaryContentAs(folder.resolve("alone.so"));
    assertThat(Packages.inside(output).resolve("z")).hasContent("hello\n");
  }

  private Path sparseTree() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    try (FileChannel out =
        FileChannel.open(
            tree.resolve("libmany.so"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(FatFixture.MANY.path()));
      out.write(bytes);
      out.write(ByteBuffer.wrap(new byte[] {1}), 4 << 20);
    }
    Files.writeString(tree.resolve("z"), "hello\n");
    return tree;
  }

  /** A tar file of a tree, whose sparse files are stored without their holes. */
  private Path sparse(Path tree, String... form) throws Exception {
    Path packed = folder.resolve("s.tar");
    List<String> command = new ArrayList<>(List.of("tar", "-S", "-C", tree.toString()));
    for (String each : form) {
      command.add("--" + each);
    }
    command.addAll(List.of("-cf", packed.toString(), "libmany.so", "z"));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return packed;
  }

  /** Behind a sparse file of that form members would be missed. */
  @Test
  @DisabledOnOs({OS.WINDOWS, OS.MAC})
  void aTarFileOfWhichNotAllCanBeReadIsRefusedBeforeAnythingIsWritten() throws Exception {
    Path packed = sparse(sparseTree(), "format=posix", "sparse-version=1.0");
    Path output = folder.resolve("new/s.tar");
    assertThatThrownBy(() -> prune(packed, output))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("GNU's version 1.0")
        .hasMessageContaining("found \"libmany.so\"")
        .hasMessageContaining("--format=gnu");
    assertThat(output.getParent()).doesNotExist();
  }

  /** Whatever made the package, and whatever else is in it. */
  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.tgz", "a.tar.xz", "a.tar.zst", "a.zip", MANY})
  void keepingEveryTargetGivesTheSameBytes(String name) throws IOException {
    Path packed = folder.resolve(name);
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    if (name.equals(MANY)) {
      Files.copy(Fixtures.path(MANY), packed);
    } else if (name.endsWith(".zip")) {
      zip(packed);
    } else {
      TarPack.write(tree, packed, new TarOptions(1, 1, false), Progress.NONE);
    }
    Path output = folder.resolve("new").resolve(name);
    PruneReport report = new Prune(PruneRequest.keeping(packed, output, ALL_OF_MANY)).run();
    assertThat(report.files()).isEmpty();
    assertThat(report.findings()).isEmpty();
    assertThat(report.afterBytes()).isEqualTo(report.beforeBytes());
    assertThat(output).hasSameBinaryContentAs(packed);
    // The same again is there already.
    new Prune(PruneRequest.keeping(packed, output, ALL_OF_MANY)).run();
    if (name.endsWith(".tar")) {
      // Another name says another compression.
      Path other = folder.resolve("new/a.tar.gz");
      new Prune(PruneRequest.keeping(packed, other, ALL_OF_MANY)).run();
      try (InputStream in = new GZIPInputStream(Files.newInputStream(other))) {
        assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(packed));
      }
    }
  }

  private static void zip(Path zip) throws IOException {
    try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(zip)) {
      out.setComment("made by hand: \u00fc");
      member(out, "lib/", 040755, new byte[0]);
      member(out, "./lib//libmany.so.1", 0100755, Files.readAllBytes(FatFixture.MANY.path()));
      member(out, "lib/libmany.so", 0120777, "libmany.so.1".getBytes(StandardCharsets.UTF_8));
      ZipArchiveEntry noted = new ZipArchiveEntry("README");
      noted.setComment("a note");
      noted.setMethod(ZipArchiveEntry.STORED);
      noted.addExtraField(new UnicodeCommentExtraField("a note", new byte[] {1}));
      out.putArchiveEntry(noted);
      out.write("hello\n".getBytes(StandardCharsets.UTF_8));
      out.closeArchiveEntry();
      member(out, "empty/", 040700, new byte[0]);
    }
  }

  /** Members that stay are as they were, and so is the comment. */
  @Test
  void whatIsSaidOfMembersOfAZipArchiveStays() throws IOException {
    Path zip = folder.resolve("many.zip");
    zip(zip);
    Path output = folder.resolve("new/many.zip");
    prune(zip, output);
    try (ZipFile before = new ZipFile(zip.toFile());
        ZipFile after = new ZipFile(output.toFile())) {
      assertThat(after.getComment()).isEqualTo("made by hand: \u00fc");
      List<? extends ZipEntry> now = Collections.list(after.entries());
      assertThat(now)
          .extracting(
              ZipEntry::getName, ZipEntry::getMethod, ZipEntry::getComment, ZipEntry::getExtra)
          .containsExactlyElementsOf(
              Collections.list(before.entries()).stream()
                  .map(
                      each ->
                          tuple(
                              each.getName(), each.getMethod(), each.getComment(), each.getExtra()))
                  .toList());
    }
  }

  /** A name that says another compression, or none, would lie about what is in the file. */
  @ParameterizedTest
  @ValueSource(strings = {"a.foo", "a.tar.bz2", "a"})
  void aTarFileIsNamedByItsCompression(String name) throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    Path packed = folder.resolve("a.tar");
    TarPack.write(tree, packed, TarOptions.DEFAULT, Progress.NONE);
    PruneRequest request = PruneRequest.keeping(packed, folder.resolve(name), MINE);
    for (ThrowingCallable each :
        List.<ThrowingCallable>of(
            () -> new Prune(request).run(), () -> new Prune(request).plan(Progress.NONE))) {
      assertThatThrownBy(each)
          .isInstanceOf(OperationException.class)
          .hasMessageContaining(
              folder.resolve(name) + ": expected a name that ends with one of .tar,");
    }
    assertThat(names()).containsExactlyInAnyOrder("a.tar", "tree");
  }

  /** Whatever it is called, it stays compressed as it is; a link to it stays a link. */
  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.tar.xz", "a.tar.zst", "a.zip"})
  void aPackageOfOneFileIsChangedInPlace(String name) throws IOException {
    Path made = folder.resolve(name);
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    if (name.endsWith(".zip")) {
      zip(made);
    } else {
      TarPack.write(tree, made, TarOptions.DEFAULT, Progress.NONE);
    }
    Path expected = folder.resolve("pruned-" + name);
    prune(made, expected);
    Path store = Files.move(made, folder.resolve("artifact"));
    Path other = Files.createLink(folder.resolve("other"), store);
    byte[] before = Files.readAllBytes(store);
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("artifact"));
    PruneRequest request = PruneRequest.keeping(link, expected, MINE).inPlace();
    PruneReport plan = new Prune(request).plan(Progress.NONE);
    assertThat(store).hasBinaryContent(before);
    PruneReport report = new Prune(request).run();
    assertThat(store).hasSameBinaryContentAs(expected);
    assertThat(Files.readSymbolicLink(link)).hasToString("artifact");
    for (PruneReport each : List.of(plan, report)) {
      assertThat(each.files()).hasSize(1);
      assertThat(each.findings()).extracting(OperationNote::rule).containsExactly("linked-outside");
    }
    assertThat(other).hasBinaryContent(before);
    FileTime written = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(store, written);
    assertThat(new Prune(request).run().files()).isEmpty();
    assertThat(Files.getLastModifiedTime(store)).as("nothing was left to do").isEqualTo(written);
    assertThat(names())
        .containsExactlyInAnyOrder("artifact", "link", "other", "pruned-" + name, "tree");
  }

  /** A tar file or ZIP archive of one fat binary. */
  private Path packed(String name) throws IOException {
    Path packed = folder.resolve(name);
    if (name.endsWith(".zip")) {
      zip(packed);
    } else {
      Path tree = Files.createDirectories(folder.resolve("tree"));
      Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
      TarPack.write(tree, packed, TarOptions.DEFAULT, Progress.NONE);
    }
    return packed;
  }

  /** As any other file that is pruned. */
  @ParameterizedTest
  @CsvSource({"a.tar.zst, true", "a.tar.zst, false", "a.zip, true", "a.zip, false"})
  void aPackageOfOneFileKeepsItsAttributes(String name, boolean inPlace) throws IOException {
    Path packed = packed(name);
    boolean noted = Files.getFileStore(packed).supportsFileAttributeView("user");
    byte[] note = {1, 2, 3};
    if (noted) {
      Files.setAttribute(packed, "user:note", note);
    }
    boolean root = Files.getAttribute(folder, "unix:uid").equals(0);
    if (root) {
      Files.setAttribute(packed, "unix:uid", 1000);
      Files.setAttribute(packed, "unix:gid", 1001);
    }
    Files.setAttribute(packed, "unix:mode", 0640);
    Object before = Files.readAttributes(packed, "unix:mode,uid,gid,lastModifiedTime");
    Path output = inPlace ? packed : folder.resolve("new-" + name);
    PruneRequest request = PruneRequest.keeping(packed, output, MINE);
    PruneReport report = new Prune(inPlace ? request.inPlace() : request).run();
    assertThat(report.files()).hasSize(1);
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(Files.readAttributes(output, "unix:mode,uid,gid,lastModifiedTime"))
        .isEqualTo(before);
    if (noted) {
      assertThat(Files.getAttribute(output, "user:note")).isEqualTo(note);
    }
  }

  /** Inputs before the package stay, too. */
  @ParameterizedTest
  @CsvSource({"a.zip, --in-place", "many-1.0-py3-none-linux_x86_64.whl, -o OUT"})
  void amongOtherInputsAPackageIsRefusedBeforeOneChanges(String name, String option)
      throws IOException {
    Path library = Files.copy(FatFixture.MANY.path(), folder.resolve("libmany.so"));
    Path packed = folder.resolve(name);
    if (name.equals(MANY)) {
      Files.copy(Fixtures.path(MANY), packed);
    } else {
      zip(packed);
    }
    byte[] before = Files.readAllBytes(packed);
    PruneRequest one = PruneRequest.keeping(library, library, MINE).inPlace();
    PruneRequest both =
        new PruneRequest(
            List.of(library, packed),
            Optional.empty(),
            one.keep(),
            one.drop(),
            one.fallbacks(),
            one.allowEmpty(),
            one.replace(),
            one.threads(),
            one.large(),
            one.labels(),
            one.databases());
    assertThatThrownBy(() -> new Prune(both).run())
        .isInstanceOf(OperationException.class)
        .hasMessage(
            packed
                + ": a package is pruned by itself. Prune it with "
                + option
                + " and no other input, and the others without it. Nothing was changed");
    assertThatThrownBy(() -> new Prune(both).plan(Progress.NONE))
        .isInstanceOf(OperationException.class);
    assertThat(library).hasSameBinaryContentAs(FatFixture.MANY.path());
    assertThat(packed).hasBinaryContent(before);
    assertThat(names()).containsExactlyInAnyOrder("libmany.so", name);
  }

  /** The file is old until the new one is whole. */
  @ParameterizedTest
  @ValueSource(strings = {"a.tar.zst", "a.zip"})
  void cancelledInPlaceItIsOld(String name) throws IOException {
    Path packed = packed(name);
    byte[] old = Files.readAllBytes(packed);
    List<String> before = names();
    PruneRequest request = PruneRequest.keeping(packed, packed, MINE).inPlace();
    cancelAnywhere(
        request,
        questions -> {
          assertThat(packed).hasBinaryContent(old);
          assertThat(names()).as("after %d questions", questions).isEqualTo(before);
        });
    assertThat(targets(packed)).containsExactly("gfx942");
  }

  @Test
  void aPackageThatMayNotBeChangedInPlaceStays() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    Path tar = folder.resolve("a.tar.zst");
    TarPack.write(tree, tar, TarOptions.DEFAULT, Progress.NONE);
    byte[] before = Files.readAllBytes(tar);
    assertThatThrownBy(
            () ->
                new Prune(
                        PruneRequest.keeping(tar, tar, TargetFilter.of(List.of("gfx900")))
                            .inPlace())
                    .run())
        .isInstanceOf(OperationException.class);
    Path lists = Files.createDirectories(folder.resolve("var/lib/dpkg/info"));
    Files.writeString(lists.resolve("rocm.list"), "/a.tar.zst\n");
    PruneRequest owned = PruneRequest.keeping(tar, tar, MINE).inPlace();
    assertThat(new Prune(owned).plan(Progress.NONE).findings())
        .extracting(OperationNote::rule)
        .containsExactly("owned-by-package");
    assertThatThrownBy(() -> new Prune(owned).run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("rocm owns")
        .hasMessageContaining("--force");
    assertThat(tar).hasBinaryContent(before);
    assertThat(names()).containsExactlyInAnyOrder("a.tar.zst", "tree", "var");
  }

  /** Folders, links, modes and times stay; of a wheel's RECORD there is none to write. */
  @Test
  void ofAZipArchiveComesAZipArchive() throws IOException {
    Path zip = folder.resolve("many.zip");
    try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(zip)) {
      member(out, "lib/", 040755, new byte[0]);
      member(out, "./lib//libmany.so.1", 0100755, Files.readAllBytes(FatFixture.MANY.path()));
      member(out, "lib/libmany.so", 0120777, "libmany.so.1".getBytes(StandardCharsets.UTF_8));
      member(out, "README", 0100644, "hello\n".getBytes(StandardCharsets.UTF_8));
      member(out, "empty/", 040700, new byte[0]);
    }
    Path output = folder.resolve("new/many.zip");
    PruneReport report = prune(zip, output);
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(report.files())
        .extracting(PruneReport.PrunedFile::name)
        .containsExactly("lib/libmany.so.1");
    List<Member> before = PackageFile.open(zip).orElseThrow().members();
    List<Member> after = PackageFile.open(output).orElseThrow().members();
    assertThat(after)
        .extracting(Member::path, Member::kind, Member::mode, Member::linkTarget)
        .containsExactlyElementsOf(
            before.stream()
                .map(each -> tuple(each.path(), each.kind(), each.mode(), each.linkTarget()))
                .toList());
    assertThat(after)
        .extracting(Member::modifiedMillis)
        .containsExactlyElementsOf(before.stream().map(Member::modifiedMillis).toList());
    assertThat(Files.readString(Packages.inside(output).resolve("README"))).isEqualTo("hello\n");
    prune(zip, folder.resolve("again.zip"));
    assertThat(folder.resolve("again.zip")).hasSameBinaryContentAs(output);
  }

  private static void member(ZipArchiveOutputStream out, String name, int mode, byte[] content)
      throws IOException {
    ZipArchiveEntry entry = new ZipArchiveEntry(name);
    entry.setUnixMode(mode);
    entry.setTime(1_767_323_044_000L);
    out.putArchiveEntry(entry);
    out.write(content);
    out.closeArchiveEntry();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny.deb", "tiny.rpm"})
  void ofAPackageComesAFolderWithItsContents(String name) throws IOException {
    Path output = folder.resolve("contents");
    PruneReport report =
        new Prune(
                PruneRequest.keeping(
                    Fixtures.path(name), output, TargetFilter.of(List.of("gfx1030"))))
            .run();
    assertThat(output.resolve("usr/lib/libtiny.so.1"))
        .hasSameBinaryContentAs(Fixtures.path("libtiny.so"));
    assertThat(output.resolve("usr/lib/libtiny.so")).isSymbolicLink();
    assertThat(report.findings()).extracting(OperationNote::rule).contains("contents-only");
  }

  @Test
  void thatNoRpmIsWrittenIsSaidBeforehand() throws IOException {
    Path rpm = Fixtures.path("tiny.rpm");
    TargetFilter kept = TargetFilter.of(List.of("gfx1030"));
    assertThat(Prune.beforehand(PruneRequest.keeping(rpm, folder.resolve("out"), kept)))
        .hasValueSatisfying(said -> assertThat(said).contains("tiny.rpm: no package is written"));
    Path deb = Fixtures.path("tiny.deb");
    assertThat(Prune.beforehand(PruneRequest.keeping(deb, folder.resolve("out"), kept)))
        .isPresent();
    assertThat(Prune.beforehand(PruneRequest.keeping(deb, folder.resolve("out.deb"), kept)))
        .isEmpty();
    Path named = folder.resolve("small.rpm");
    Prune prune = new Prune(PruneRequest.keeping(rpm, named, kept));
    assertThatThrownBy(prune::run)
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("expected the name of a folder, since no .rpm is written");
    assertThatThrownBy(() -> prune.plan(Progress.NONE)).isInstanceOf(OperationException.class);
    assertThat(named).doesNotExist();
  }

  @Test
  void refusesFolderOfPackages() throws IOException {
    Path packages = Files.createDirectories(folder.resolve("packages"));
    Files.copy(Fixtures.path("tiny.deb"), packages.resolve("tiny.deb"));
    Files.writeString(packages.resolve("readme.txt"), "text");
    Path output = folder.resolve("pruned");
    assertThatThrownBy(() -> prune(packages, output))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("is a folder of packages (tiny.deb). Prune each package by itself");
    assertThat(output).doesNotExist();
  }

  /** What is in packages of a tree is not pruned, and what can be done is said. */
  @Test
  void packagesInATreeAreNamedAndStay() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/packages")).getParent();
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    List<String> packages = List.of("tiny.deb", "tiny.rpm", "many-1.0-py3-none-linux_x86_64.whl");
    for (String name : packages) {
      Files.copy(Fixtures.path(name), tree.resolve("packages").resolve(name));
    }
    Files.writeString(tree.resolve("packages/text.zip"), "text");
    PruneReport report = prune(tree, folder.resolve("small"));
    assertThat(report.findings())
        .allSatisfy(
            note -> {
              assertThat(note.rule()).isEqualTo("package-unchanged");
              assertThat(note.message()).contains("left unchanged with what is in it");
              assertThat(note.advice()).contains("prune the package by itself");
            })
        .extracting(note -> String.valueOf(Objects.requireNonNull(note.file()).getFileName()))
        .containsExactlyInAnyOrderElementsOf(packages);
    for (String name : packages) {
      assertThat(folder.resolve("small/packages").resolve(name))
          .hasSameBinaryContentAs(Fixtures.path(name));
    }
    assertThat(targets(folder.resolve("small/libmany.so"))).containsExactly("gfx942");
  }

  /** What dpkg checks is true of the new package; its signature would not be. */
  @Test
  void ofADebianPackageComesOne() throws IOException {
    byte[] many = Files.readAllBytes(FatFixture.MANY.path());
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(data)) {
      entry(tar, "./usr/lib/zz.so", '0', "", many);
      entry(tar, "./usr/lib/hard.so", '1', "./usr/lib/zz.so", new byte[0]);
      entry(tar, "./usr/lib/absolute", '2', "/etc/hostname", new byte[0]);
      entry(tar, "./README", '0', "", "hello\n".getBytes(StandardCharsets.UTF_8));
    }
    String sum = HexText.of(Digests.md5().digest(many));
    String sums =
        "%s  usr/lib/zz.so\n%s  usr/lib/hard.so\nb1946ac92492d2347c6235b4d2611184  README\n"
            .formatted(sum, sum);
    String control =
        "Package: many\nVersion: 1.0\nArchitecture: amd64\nMaintainer: Me <me@example.org>\n"
            + "Installed-Size: 130\nDescription: many\n";
    byte[] all =
        TestPackages.deb(
            TestPackages.tar("./control", control, "./md5sums", sums, "./postinst", "#!/bin/sh\n"),
            data.toByteArray());
    Path deb = folder.resolve("many.deb");
    Files.write(deb, all);
    Files.writeString(
        deb,
        "%-16s%-12d%-6d%-6d%-8s%-10d`\n".formatted("_gpgorigin", 0, 0, 0, "100644", 2) + "me",
        StandardOpenOption.APPEND);

    Path same = folder.resolve("new/same.deb");
    PruneReport kept = new Prune(PruneRequest.keeping(deb, same, ALL_OF_MANY)).run();
    assertThat(kept.findings()).isEmpty();
    assertThat(same).hasSameBinaryContentAs(deb);

    Path output = folder.resolve("new/many.deb");
    PruneReport report = prune(deb, output);
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(report.findings())
        .extracting(OperationNote::rule)
        .containsExactly("signature-left-out");
    PackageFile now = PackageFile.open(output).orElseThrow();
    assertThat(now.facts().signed()).isEmpty();
    long less =
        (many.length + 1023) / 1024 - (report.files().getFirst().afterBytes() + 1023) / 1024;
    assertThat(now.facts().texts().get("control"))
        .isEqualTo(control.replace("Size: 130", "Size: " + (130 - less)));
    assertThat(now.facts().texts().get("postinst")).isEqualTo("#!/bin/sh\n");
    assertThat(now.facts().texts().get("md5sums").lines().toList())
        .hasSize(3)
        .contains("b1946ac92492d2347c6235b4d2611184  README");
    assertThat(Verify.run(List.of(output), VerifyRequest.everything()).findings())
        .allMatch(finding -> finding.severity() == Severity.NOTE);
    List<Member> before = PackageFile.open(deb).orElseThrow().members();
    assertThat(now.members())
        .extracting(Member::path, Member::kind, Member::mode, Member::linkTarget, Member::owner)
        .containsExactlyElementsOf(
            before.stream()
                .map(
                    each ->
                        tuple(
                            each.path(), each.kind(), each.mode(), each.linkTarget(), each.owner()))
                .toList());
  }

  /** Links lead where they did, not below this package; names of one file stay that. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linksOfAPackageStayInItsFolder() throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(data)) {
      entry(tar, "./lib/zz.so", '0', "", Files.readAllBytes(FatFixture.MANY.path()));
      entry(tar, "./lib/hard.so", '1', "./lib/zz.so", new byte[0]);
      entry(tar, "./lib/absolute", '2', "/etc/hostname", new byte[0]);
    }
    Path deb = folder.resolve("many.deb");
    Files.write(deb, TestPackages.deb(TestPackages.tar("./control", ""), data.toByteArray()));
    Path output = folder.resolve("contents");
    prune(deb, output);
    Path lib = output.resolve("lib");
    assertThat(Files.readSymbolicLink(lib.resolve("absolute"))).hasToString("/etc/hostname");
    assertThat(Files.isSameFile(lib.resolve("zz.so"), lib.resolve("hard.so"))).isTrue();
    assertThat(targets(output)).containsExactly("gfx942");
  }

  @Test
  void aPlanWritesNothing() throws IOException {
    Path output = folder.resolve("new").resolve(MANY);
    PruneReport plan =
        new Prune(PruneRequest.keeping(Fixtures.path(MANY), output, MINE)).plan(Progress.NONE);
    PruneReport ofNoOutput =
        new Prune(PruneRequest.keeping(Fixtures.path(MANY), output, MINE).inPlace())
            .plan(Progress.NONE);
    for (PruneReport each : List.of(plan, ofNoOutput)) {
      assertThat(each.files())
          .extracting(PruneReport.PrunedFile::name)
          .containsExactly("many/lib/libmany.so");
    }
    assertThat(names()).isEmpty();
  }

  /** Of a wheel a file comes; the name of a folder says where. */
  @Test
  void wheelGetsItsNameInFolder() throws IOException {
    Path wheel = Files.copy(Fixtures.path(MANY), folder.resolve(MANY));
    Path output = folder.resolve("not-there/yet");
    prune(wheel, output);
    assertThat(output.resolve(MANY)).isRegularFile();
    // A file that was renamed gets the name that its contents state.
    Path renamed = Files.move(wheel, folder.resolve("download.bin"));
    Path other = folder.resolve("other");
    prune(renamed, other);
    assertThat(other.resolve(MANY)).hasSameBinaryContentAs(output.resolve(MANY));
  }

  @Test
  void whatCannotBeDoneIsRefused() throws IOException {
    Path wheel = Files.copy(Fixtures.path(MANY), folder.resolve(MANY));
    assertThatThrownBy(() -> new Prune(PruneRequest.keeping(wheel, wheel, MINE).inPlace()).run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("not changed in place");
    assertThatThrownBy(
            () ->
                new Prune(PruneRequest.keeping(wheel, wheel, MINE).with(PruneRequest.FORCE, true))
                    .run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("it is the input, which stays");
    assertThatThrownBy(() -> prune(wheel, folder.resolve("pruned.whl")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("not a valid wheel name");
    for (String other :
        List.of(
            "many-2.0-py3-none-linux_x86_64.whl",
            "many-1.0-1a-py3-none-linux_x86_64.whl",
            "few-1.0-py3-none-linux_x86_64.whl")) {
      assertThatThrownBy(() -> prune(wheel, folder.resolve(other)))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("expected " + MANY + ", as the wheel's contents say");
    }
    Path there = Files.writeString(folder.resolve("many-1.0-py3-none-any.whl"), "mine");
    assertThatThrownBy(() -> prune(wheel, there)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(there).hasContent("mine");
    assertThat(names()).containsExactly("many-1.0-py3-none-any.whl", MANY);
  }

  private PruneRequest labelled(Path input, Path output, String build, String local) {
    return PruneRequest.keeping(input, output, MINE)
        .with(PruneRequest.BUILD_TAG, Optional.of(build).filter(text -> !text.isEmpty()))
        .with(PruneRequest.LOCAL_VERSION, Optional.of(local).filter(text -> !text.isEmpty()));
  }

  /** The file's name, its folder and its texts agree, and RECORD has the new paths. */
  @ParameterizedTest
  @CsvSource({
    "1gfx942, '', many-1.0-1gfx942-py3-none-linux_x86_64.whl, 1.0",
    "'', gfx942, many-1.0+gfx942-py3-none-linux_x86_64.whl, 1.0+gfx942",
    "2, gfx942.a, many-1.0+gfx942.a-2-py3-none-linux_x86_64.whl, 1.0+gfx942.a",
  })
  void aWheelGetsABuildTagAndALocalVersion(String build, String local, String name, String version)
      throws IOException {
    Files.createDirectories(folder.resolve("out"));
    Path wheel = Fixtures.path(MANY);
    new Prune(labelled(wheel, folder.resolve("out"), build, local)).run();
    assertThat(folder.resolve("out")).isDirectoryContaining("glob:**/" + name);
    Path output = folder.resolve("out").resolve(name);
    assertThat(targets(output)).containsExactly("gfx942");
    String info = "many-%s.dist-info/".formatted(version);
    assertThat(members(output).keySet())
        .containsExactlyInAnyOrder(
            "many/__init__.py",
            "many/lib/libmany.so",
            info + "METADATA",
            info + "WHEEL",
            info + "RECORD");
    Path root = Packages.inside(output);
    assertThat(Files.readAllLines(root.resolve(info + "METADATA")))
        .containsExactlyElementsOf(
            Files.readAllLines(Packages.inside(wheel).resolve("many-1.0.dist-info/METADATA"))
                .stream()
                .map(line -> line.equals("Version: 1.0") ? "Version: " + version : line)
                .toList());
    List<String> tags =
        new ArrayList<>(
            Files.readAllLines(Packages.inside(wheel).resolve("many-1.0.dist-info/WHEEL")));
    if (!build.isEmpty()) {
      tags.add("Build: " + build);
    }
    assertThat(Files.readAllLines(root.resolve(info + "WHEEL"))).containsExactlyElementsOf(tags);
    assertThat(Verify.run(List.of(output), VerifyRequest.everything()).findings())
        .allMatch(finding -> finding.severity() == Severity.NOTE);

    // Of a wheel that has both, the build tag is replaced, and the local version goes on.
    Path again = Files.createDirectories(folder.resolve("again"));
    new Prune(labelled(output, again, "9x", "cut")).run();
    String whole = version + (version.contains("+") ? ".cut" : "+cut");
    Path second = again.resolve("many-%s-9x-py3-none-linux_x86_64.whl".formatted(whole));
    Path inside = Packages.inside(second).resolve("many-%s.dist-info".formatted(whole));
    assertThat(inside.resolve("METADATA")).content().contains("Version: " + whole + "\n");
    assertThat(Files.readAllLines(inside.resolve("WHEEL")))
        .filteredOn(line -> line.startsWith("Build:"))
        .containsExactly("Build: 9x");
  }

  @Test
  void onlyWheelsHaveLabels() {
    Path library = FatFixture.MANY.path();
    for (Path input : List.of(library, Fixtures.path("tiny.deb"))) {
      assertThatThrownBy(() -> new Prune(labelled(input, folder.resolve("new"), "1", "")).run())
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("is not a wheel: only wheels have a build tag");
    }
    assertThatThrownBy(
            () -> new Prune(labelled(Fixtures.path(MANY), folder.resolve(MANY), "1", "")).run())
        .hasMessageContaining("expected many-1.0-1-py3-none-linux_x86_64.whl");
    for (String wrong : List.of("gfx942", "1-a", "")) {
      assertThatThrownBy(() -> WheelLabels.buildTag(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String wrong : List.of("a b", "+a", "a..b", "")) {
      assertThatThrownBy(() -> WheelLabels.localVersion(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(WheelLabels.localVersion("Gfx94X-DCGPU_1")).isEqualTo("gfx94x.dcgpu.1");
  }

  /** What is true after a run that was cancelled. */
  private interface Afterwards {
    void check(int questions) throws IOException;
  }

  /** Cancels runs, each a little later, until one is done. */
  private static void cancelAnywhere(PruneRequest request, Afterwards afterwards)
      throws IOException {
    int cancelled = 0;
    boolean done = false;
    for (int limit = 0; !done; limit += 1 + limit / 4) {
      AtomicInteger left = new AtomicInteger(limit);
      try {
        new Prune(request).run(() -> left.getAndDecrement() <= 0);
        done = true;
      } catch (CancellationException e) {
        cancelled++;
        afterwards.check(limit);
      }
    }
    assertThat(cancelled).isGreaterThan(5);
  }

  @Test
  void cancelledItLeavesNothing() throws IOException {
    Path output = folder.resolve("new").resolve(MANY);
    cancelAnywhere(
        PruneRequest.keeping(Fixtures.path(MANY), output, MINE),
        questions -> assertThat(names()).as("after %d questions", questions).isEmpty());
    assertThat(output).exists();
  }
}
