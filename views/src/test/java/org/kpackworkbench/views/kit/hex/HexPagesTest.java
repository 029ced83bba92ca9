package org.kpackworkbench.views.kit.hex;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.job.Background;

class HexPagesTest {
  private static final int PAGE = HexPage.BYTES;

  private final Deque<Runnable> reader = new ArrayDeque<>();
  private int arrivals;
  private final HexPages pages =
      new HexPages(Background.on(reader::add, Runnable::run), () -> arrivals++);

  private void readAll() {
    while (!reader.isEmpty()) {
      reader.poll().run();
    }
  }

  private static ByteView bytes(int pageCount) {
    byte[] bytes = new byte[pageCount * PAGE];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i / PAGE);
    }
    return ByteView.of("bytes", bytes);
  }

  @Test
  void pagesAreMissingUntilTheyAreRead() {
    pages.source(bytes(10), null);
    show(PAGE, PAGE + 100);
    assertThat(pages.pageOf(PAGE)).isNull();
    readAll();
    assertThat(arrivals).isEqualTo(3);
    assertThat(pages.pageOf(PAGE).byteAt(PAGE + 7)).isEqualTo(1);
    assertThat(pages.pageOf(0)).as("the neighbours").isNotNull();
    assertThat(pages.pageOf(2 * PAGE)).isNotNull();
    assertThat(pages.pageOf(3 * PAGE)).isNull();
  }

  @Test
  void aPageIsAskedForOnce() {
    pages.source(bytes(10), null);
    show(0, 100);
    show(0, 100);
    assertThat(reader).hasSize(2);
    readAll();
    show(0, 100);
    assertThat(reader).isEmpty();
  }

  @Test
  void whatScrollingHasLeftBehindIsNotRead() {
    pages.source(bytes(100), null);
    for (int page = 0; page < 90; page++) {
      show((long) page * PAGE, (long) page * PAGE + 1);
    }
    readAll();
    assertThat(pages.cachedBytes()).isEqualTo(3 * PAGE);
    assertThat(pages.pageOf(89L * PAGE)).isNotNull();
    // A request that was dropped can be made again.
    show(0, 1);
    readAll();
    assertThat(pages.pageOf(0)).isNotNull();
  }

  @Test
  void memoryIsBounded() {
    pages.source(bytes(500), null);
    for (int page = 0; page < 500; page++) {
      show((long) page * PAGE, (long) page * PAGE + 1);
      readAll();
      assertThat(pages.cachedBytes()).isLessThanOrEqualTo(HexPages.MOST_PAGES * PAGE);
    }
    assertThat(pages.cachedBytes()).isEqualTo(HexPages.MOST_PAGES * PAGE);
    assertThat(pages.pageOf(499L * PAGE)).isNotNull();
  }

  @Test
  void pagesOfAnotherSourceDoNotArrive() {
    pages.source(bytes(10), null);
    show(0, 100);
    pages.source(bytes(20), null);
    readAll();
    assertThat(pages.pageOf(0)).isNull();
    assertThat(arrivals).isZero();
  }

  @Test
  void ownersComeWithTheBytes() {
    Claim claim = new Claim(new ByteRange(100, 50), OwnerKind.MARKER, "marker", null);
    pages.source(bytes(1), ClaimMap.of(PAGE, List.of(claim)));
    show(0, 100);
    readAll();
    assertThat(pages.pageOf(0).ownerAt(100)).isEqualTo(claim);
    assertThat(pages.pageOf(0).ownerAt(149)).isEqualTo(claim);
    assertThat(pages.pageOf(0).ownerAt(150).kind()).isEqualTo(OwnerKind.UNOWNED);
  }

  @Test
  void anErrorIsKeptInsteadOfBytes(@TempDir Path folder) throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[100]);
    ByteView view;
    try (OpenFile file = OpenFile.open(path)) {
      view = file.view();
    }
    pages.source(view, null);
    show(0, 99);
    readAll();
    assertThat(pages.pageOf(0).failure()).contains("a read after the file was closed");
  }

  @Test
  void whatIsLeftOfAFileThatShrankIsRead(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("shrinks"), new byte[2 * PAGE]);
    try (OpenFile open = OpenFile.open(file)) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(3_000);
      }
      HexPage page = HexPage.read(open.view(), null, 0);
      assertThat(page.failure()).isNotNull();
      assertThat(page.countOf(new ByteRange(0x5a0, 16))).isEqualTo(16);
      assertThat(page.byteAt(0x5a0)).isZero();
      assertThat(page.has(2_999)).isTrue();
      assertThat(page.has(3_000)).isFalse();
      assertThat(page.countOf(new ByteRange(2_992, 16))).isEqualTo(8);
    }
  }

  private void show(long first, long last) {
    pages.show(List.of(ByteRange.between(first, last + 1)));
  }
}
