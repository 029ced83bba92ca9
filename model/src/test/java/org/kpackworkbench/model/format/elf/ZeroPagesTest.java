package org.kpackworkbench.model.format.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ZeroPages.ZeroInFile;

/** Pages that hold nothing, and files larger than an {@code int} can say. */
class ZeroPagesTest {
  private static final int PAGE = ZeroPages.PAGE_BYTES;

  @TempDir Path folder;

  @Test
  void findsWholePagesOnly() throws FormatException {
    byte[] bytes = new byte[10 * PAGE + 100];
    bytes[0] = 1;
    bytes[4 * PAGE - 1] = 1;
    bytes[8 * PAGE] = 1;
    ByteView view = ByteView.of("a", bytes);
    assertThat(ZeroPages.inFile(view, new ByteRange(0, bytes.length), Progress.NONE))
        .containsExactly(pages(1, 2), pages(4, 4), pages(9, 1));
    assertThat(ZeroPages.inFile(view, new ByteRange(PAGE + 1, 5L * PAGE), Progress.NONE))
        .as("only pages that lie wholly inside")
        .containsExactly(pages(2, 1), pages(4, 2));
    assertThat(ZeroPages.inFile(view, new ByteRange(10, 20), Progress.NONE)).isEmpty();
  }

  @Test
  void stopsWhenAskedTo() {
    Progress cancelled = () -> true;
    ByteView view = ByteView.of("a", new byte[PAGE]);
    assertThatThrownBy(() -> ZeroPages.inFile(view, new ByteRange(0, PAGE), cancelled))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void readsFilesBeyondTwoGibibytes() throws IOException {
    long gap = 5L << 30;
    byte[] image = SampleElf.library();
    ElfFile small = ElfFile.read(ByteView.of("a", image));
    // Section headers and symbol names move to the end of a sparse file; all else stays.
    int headers = (int) small.header().sectionHeadersOffset();
    ByteBuffer.wrap(image).order(java.nio.ByteOrder.LITTLE_ENDIAN).putLong(40, gap);
    Path file = folder.resolve("large.so");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      channel.write(ByteBuffer.wrap(image));
      channel.write(ByteBuffer.wrap(image, headers, image.length - headers), gap);
    }
    try (OpenFile open = OpenFile.open(file)) {
      ElfFile elf = ElfFile.read(open.view());
      assertThat(elf.problems()).isEmpty();
      assertThat(elf.sections()).hasSameSizeAs(small.sections());
      assertThat(elf.section(".symtab").orElseThrow().name()).isEqualTo(".symtab");
      assertThat(elf.extentBytes()).isEqualTo(Files.size(file)).isGreaterThan(gap);
      long window = 3L << 30;
      assertThat(ZeroPages.inFile(open.view(), new ByteRange(window, 1 << 20), Progress.NONE))
          .containsExactly(new ZeroInFile(new ByteRange(window, 1 << 20)));
    }
  }

  private static ZeroInFile pages(long first, long count) {
    return new ZeroInFile(new ByteRange(first * PAGE, count * PAGE));
  }
}
