package org.kpackworkbench.model.operation.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.packages.PackageFile;

@DisabledOnOs(OS.WINDOWS)
class PackedTreeTest {
  @TempDir Path temp;

  private Path open(Path tar) throws IOException {
    return TestTar.tree(tar, temp);
  }

  private static String names(Path root) throws IOException {
    StringBuilder names = new StringBuilder();
    for (TreeItem item : TreeItem.below(root, Progress.NONE)) {
      names.append(item.path());
      switch (item.kind()) {
        case FOLDER -> names.append('/');
        case LINK -> names.append(" -> ").append(item.linkTarget());
        default -> {}
      }
      names.append('\n');
    }
    return names.toString();
  }

  private Reason refused(Path tar) {
    return catchThrowableOfType(FormatException.class, () -> open(tar)).reason();
  }

  private static TestTar usual() throws IOException {
    return new TestTar()
        .folder("a")
        .file("a/one.txt", "one")
        .file("./a/with space, ü.txt", "two")
        .file("deep/er/" + "x".repeat(120) + "/" + "y".repeat(120), "three")
        .link("a/link", "one.txt")
        .link("a/outside", "/nowhere/at/all")
        .entry("a/hard", TarConstants.LF_LINK, "a/one.txt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.tar", "x.tar.zst", "x.tar.xz", "badly named"})
  void listsFilesFoldersAndLinks(String name) throws IOException {
    Path folder = open(usual().write(temp.resolve(name)));
    assertThat(names(folder))
        .isEqualTo(
            """
            a/
            a/hard
            a/link -> one.txt
            a/one.txt
            a/outside -> /nowhere/at/all
            a/with space, ü.txt
            deep/
            deep/er/
            deep/er/X/
            deep/er/X/Y
            """
                .replace("X", "x".repeat(120))
                .replace("Y", "y".repeat(120)));
    assertThat(folder.resolve("a/with space, ü.txt")).hasContent("two");
    assertThat(Files.getAttribute(folder.resolve("a/hard"), "unix:ino"))
        .isEqualTo(Files.getAttribute(folder.resolve("a/one.txt"), "unix:ino"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/../../x", "/x", "a/..", ".."})
  void aNameThatLeadsOutIsRefused(String name) throws IOException {
    Path tar = new TestTar().file(name, "bad").write(temp.resolve("x.tar.zst"));
    assertThat(refused(tar)).isEqualTo(Reason.UNSAFE_PATH);
    assertThat(temp.resolve("x")).doesNotExist();
  }

  @Test
  void nothingIsWrittenThroughALink() throws IOException {
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Path through =
        new TestTar().link("a", outside.toString()).file("a/x", "bad").write(temp.resolve("1.tar"));
    assertThat(refused(through)).isEqualTo(Reason.UNSAFE_PATH);
    Path over =
        new TestTar()
            .link("a", outside.resolve("new").toString())
            .file("a", "bad")
            .write(temp.resolve("2.tar"));
    assertThat(open(over).resolve("a")).isRegularFile().hasContent("bad");
    Path secret = Files.writeString(temp.resolve("secret"), "secret");
    Path hard =
        new TestTar()
            .link("a", temp.toString())
            .entry("b", TarConstants.LF_LINK, "a/secret")
            .write(temp.resolve("3.tar"));
    assertThat(refused(hard)).isEqualTo(Reason.NOT_FOUND);
    Path linked =
        new TestTar()
            .link("a", secret.toString())
            .entry("b", TarConstants.LF_LINK, "a")
            .write(temp.resolve("4.tar"));
    assertThat(open(linked).resolve("b")).isSymbolicLink();
    assertThat(Files.exists(open(linked).resolve("b"))).isFalse();
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void devicesPipesAndFilesForFoldersAreRefused() throws IOException {
    for (byte flag : new byte[] {TarConstants.LF_CHR, TarConstants.LF_BLK, TarConstants.LF_FIFO}) {
      Path tar = new TestTar().entry("dev", flag, "").write(temp.resolve(flag + ".tar"));
      assertThat(refused(tar)).isEqualTo(Reason.BAD_VALUE);
    }
    Path folder =
        new TestTar().folder("a").file("a/b", "1").file("a", "2").write(temp.resolve("d.tar"));
    assertThat(refused(folder)).isEqualTo(Reason.UNSAFE_PATH);
    Path fileAsFolder = new TestTar().file("a", "1").file("a/b", "2").write(temp.resolve("f.tar"));
    assertThat(refused(fileAsFolder)).isEqualTo(Reason.UNSAFE_PATH);
  }

  /** As {@code tar} does: what it would put there first goes, whatever that is. */
  @Test
  void ofEntriesWithOneNameTheLastIsMeant() throws IOException {
    Path tar =
        new TestTar()
            .file("a", "1")
            .entry("hard", TarConstants.LF_LINK, "a")
            .file("a", "2")
            .entry("a", TarConstants.LF_LINK, "a")
            .file("folder", "1")
            .folder("folder")
            .file("folder/b", "3")
            .link("out", "/")
            .file("out", "4")
            .write(temp.resolve("twice.tar"));
    Path unpacked = open(tar);
    assertThat(unpacked.resolve("a")).hasContent("2");
    assertThat(unpacked.resolve("hard")).hasContent("1");
    assertThat(unpacked.resolve("folder/b")).hasContent("3");
    assertThat(unpacked.resolve("out")).isRegularFile().hasContent("4");
    Path read = PackageFile.open(tar).orElseThrow().tree().root();
    for (String name : List.of("a", "hard", "folder/b", "out")) {
      assertThat(read.resolve(name)).hasSameBinaryContentAs(unpacked.resolve(name));
    }
  }

  @Test
  void aFileThatIsCutOffAnywhereIsAnError() throws IOException {
    byte[] plain = usual().bytes();
    byte[] packed = Zstd.compress(plain);
    Path xz = usual().write(temp.resolve("whole.xz"));
    for (byte[] whole : new byte[][] {packed, Files.readAllBytes(xz)}) {
      for (int length = 0; length < whole.length; length += 7) {
        Path cut = Files.write(temp.resolve("cut"), Arrays.copyOf(whole, length));
        assertThatThrownBy(() -> open(cut))
            .as("%d of %d", length, whole.length)
            .isInstanceOf(FormatException.class);
      }
    }
    int content = plain.length - 1;
    while (plain[content] == 0) {
      content--;
    }
    for (int length = 300; length <= content; length += 256) {
      byte[] half = Arrays.copyOf(plain, length);
      Path cut = Files.write(temp.resolve("cut"), Zstd.compress(half));
      assertThatThrownBy(() -> open(cut))
          .as("%d of %d", length, plain.length)
          .isInstanceOf(FormatException.class);
    }
  }

  @Test
  void aFileMayBeginWithAFrameThatIsPassedOver() throws IOException {
    byte[] packed = Zstd.compress(usual().bytes());
    ByteBuffer whole = ByteBuffer.allocate(11 + packed.length).order(ByteOrder.LITTLE_ENDIAN);
    whole.putInt(0x184d2a50).putInt(3).put(new byte[] {1, 2, 3}).put(packed);
    Path tar = Files.write(temp.resolve("begin"), whole.array());
    String found = names(open(tar));
    assertThat(found).contains("a/").isEqualTo(names(open(usual().write(temp.resolve("x.tar")))));
  }

  @Test
  void aFileWithoutItsEndSaysSo() throws IOException {
    byte[] plain = new TestTar().file("a", "x".repeat(512)).bytes();
    Path cut = Files.write(temp.resolve("cut"), Zstd.compress(Arrays.copyOf(plain, 1024)));
    assertThat(refused(cut)).isEqualTo(Reason.TRUNCATED);
  }

  @Test
  void damagedBytesNeverDoMoreThanFail() throws IOException {
    damage(150);
  }

  @Tag("long")
  @Test
  void bytesDamagedOftenNeverDoMoreThanFail() throws IOException {
    damage(2000);
  }

  private void damage(int times) throws IOException {
    byte[] plain = usual().bytes();
    Path inside = Files.createDirectory(temp.resolve("inside"));
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < times; i++) {
      byte[] damaged = plain.clone();
      for (int j = 0; j < 3; j++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      Path tar = Files.write(temp.resolve("damaged.tar"), Zstd.compress(damaged));
      try (Stream<Path> files = Files.walk(TestTar.tree(tar, inside))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.readAllBytes(file);
        }
      } catch (FormatException expected) {
        assertThat(expected.file()).isEqualTo(tar.toString());
      }
    }
    assertThat(inside).isEmptyDirectory();
    assertThat(temp.toFile().list()).containsExactlyInAnyOrder("inside", "damaged.tar");
  }

  @Test
  void damagedCompressionIsSaid() throws IOException {
    byte[] packed = Files.readAllBytes(usual().write(temp.resolve("x.tar.zst")));
    for (int i = packed.length / 2; i < packed.length / 2 + 20; i++) {
      packed[i] ^= 0x55;
    }
    Path tar = Files.write(temp.resolve("bad.tar.zst"), packed);
    assertThatThrownBy(() -> open(tar)).isInstanceOf(FormatException.class);
    Path text = Files.writeString(temp.resolve("text.tar.zst"), "no tar at all");
    assertThat(refused(text)).isEqualTo(Reason.WRONG_MAGIC);
  }

  @Test
  void aBombIsStoppedWhetherItLiesInContentOrInNames() throws IOException {
    // 300 MiB of nothing pack into a few kilobytes.
    byte[] header = Arrays.copyOf(new TestTar().file("zeros", "").bytes(), 512);
    byte[] bomb = new byte[300 << 20];
    byte[] size = "02400000000\0".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(size, 0, header, 124, size.length);
    System.arraycopy(checked(header), 0, bomb, 0, 512);
    Path content = Files.write(temp.resolve("content.tar.zst"), Zstd.compress(bomb));
    assertThat(refused(content)).isEqualTo(Reason.TOO_LARGE);
    header[156] = 'L';
    System.arraycopy(checked(header), 0, bomb, 0, 512);
    Path name = Files.write(temp.resolve("name.tar.zst"), Zstd.compress(bomb));
    assertThat(refused(name)).isEqualTo(Reason.TOO_LARGE);
  }

  private static byte[] checked(byte[] header) {
    Arrays.fill(header, 148, 156, (byte) ' ');
    int sum = 0;
    for (byte each : header) {
      sum += each & 0xff;
    }
    byte[] text = "%06o\0 ".formatted(sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(text, 0, header, 148, text.length);
    return header;
  }

  @Test
  void cancellingStopsIt() throws IOException {
    Path tar = usual().write(temp.resolve("x.tar.zst"));
    Progress cancelled = () -> true;
    assertThatThrownBy(() -> PackedTree.open(tar, temp, UnpackBudget.operation(false), cancelled))
        .isInstanceOf(CancellationException.class);
  }
}
