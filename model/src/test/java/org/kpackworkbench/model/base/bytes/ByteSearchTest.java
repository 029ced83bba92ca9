package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.SearchPattern.Encoding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

class ByteSearchTest {
  private static final int WINDOW_BYTES = 1 << 20;

  @Test
  void agreesWithComparingEverywhere() throws FormatException {
    Random random = new Random(17);
    for (int round = 0; round < 3000; round++) {
      byte[] bytes = new byte[random.nextInt(60)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) "aAbB\0".charAt(random.nextInt(5));
      }
      SearchPattern pattern = randomPattern(random);
      ByteSearch search = new ByteSearch(ByteView.of("round " + round, bytes), pattern);
      long from = random.nextInt(70) - 5L;
      assertThat(search.next(from, Progress.NONE))
          .as("%s from %d in round %d", pattern, from, round)
          .isEqualTo(naiveNext(bytes, pattern, from));
      assertThat(search.previous(from, Progress.NONE))
          .as("%s before %d in round %d", pattern, from, round)
          .isEqualTo(naivePrevious(bytes, pattern, from));
    }
  }

  private static SearchPattern randomPattern(Random random) {
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(5);
    for (int i = 0; i < length; i++) {
      text.append("abAB".charAt(random.nextInt(4)));
    }
    if (random.nextBoolean()) {
      return SearchPattern.text(text.toString(), Encoding.UTF_8, random.nextBoolean());
    }
    StringBuilder hex = new StringBuilder();
    for (int i = 0; i < length; i++) {
      String digits = "%02x".formatted((int) text.charAt(i));
      hex.append(
          switch (i == 0 ? 0 : random.nextInt(4)) {
            case 1 -> "??";
            case 2 -> digits.charAt(0) + "?";
            case 3 -> "?" + digits.charAt(1);
            default -> digits;
          });
    }
    return SearchPattern.hex(hex.toString());
  }

  private static OptionalLong naiveNext(byte[] bytes, SearchPattern pattern, long from) {
    for (int i = (int) Math.max(0, from); i <= bytes.length - pattern.length(); i++) {
      if (pattern.matches(bytes, i)) {
        return OptionalLong.of(i);
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong naivePrevious(byte[] bytes, SearchPattern pattern, long before) {
    for (int i = (int) Math.min(before, bytes.length - pattern.length() + 1) - 1; i >= 0; i--) {
      if (pattern.matches(bytes, i)) {
        return OptionalLong.of(i);
      }
    }
    return OptionalLong.empty();
  }

  @Test
  void patternsOfHalvesOnlyAreFound() throws FormatException {
    byte[] bytes = {0x11, 0x22, 0x43, 0x35, 0x44};
    ByteSearch search = new ByteSearch(ByteView.of("b", bytes), SearchPattern.hex("?? 4? ?5"));
    assertThat(search.next(0, Progress.NONE)).hasValue(1);
    assertThat(search.previous(5, Progress.NONE)).hasValue(1);
  }

  @Test
  void findsMatchesThatLieAcrossTwoWindows() throws FormatException {
    byte[] needle = "needle".getBytes(StandardCharsets.US_ASCII);
    for (int shift = -needle.length - 1; shift <= 1; shift++) {
      byte[] bytes = new byte[3 * WINDOW_BYTES];
      int at = 2 * WINDOW_BYTES + shift;
      System.arraycopy(needle, 0, bytes, at, needle.length);
      ByteSearch search = new ByteSearch(ByteView.of("b", bytes), SearchPattern.bytes(needle));
      assertThat(search.next(0, Progress.NONE)).hasValue(at);
      assertThat(search.previous(bytes.length, Progress.NONE)).hasValue(at);
      assertThat(search.next(at + 1, Progress.NONE)).isEmpty();
      assertThat(search.previous(at, Progress.NONE)).isEmpty();
    }
  }

  @Test
  void countsWithoutOverlapAndUpToABound() throws FormatException {
    byte[] bytes = new byte[2 * WINDOW_BYTES + 1];
    ByteSearch search = new ByteSearch(ByteView.of("b", bytes), SearchPattern.hex("00 00"));
    ByteSearch.Matches all =
        search.all(new ByteRange(0, bytes.length), Integer.MAX_VALUE, Progress.NONE);
    assertThat(all.count()).isEqualTo(WINDOW_BYTES);
    assertThat(all.complete()).isTrue();
    assertThat(all.offsets()).startsWith(0, 2, 4).endsWith(2L * WINDOW_BYTES - 2);

    ByteSearch.Matches some = search.all(new ByteRange(1, 9), 3, Progress.NONE);
    assertThat(some.offsets()).containsExactly(1, 3, 5);
    assertThat(some.complete()).isFalse();
    assertThat(search.all(new ByteRange(1, 6), 3, Progress.NONE).complete()).isTrue();
  }

  @Test
  void looksThroughFilesOfGigabytes(@TempDir Path folder) throws IOException {
    Path path = folder.resolve("sparse");
    long at = 4_500_000_000L;
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap("KPAK".getBytes(StandardCharsets.US_ASCII)), at);
      channel.write(ByteBuffer.wrap(new byte[1]), 5_000_000_000L);
    }
    try (OpenFile file = OpenFile.open(path)) {
      SearchPattern pattern = SearchPattern.text("kpak", Encoding.UTF_8, true);
      ByteSearch search = new ByteSearch(file.view(), pattern);
      // From near, so that the test is quick whatever the disk is.
      assertThat(search.next(at - 50_000_000, Progress.NONE)).hasValue(at);
      assertThat(search.previous(file.view().size(), Progress.NONE)).hasValue(at);
    }
  }

  @Test
  void stopsWhenAskedTo() {
    byte[] bytes = new byte[4 * WINDOW_BYTES];
    Progress cancelled =
        new Progress() {
          private long seen;

          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            assertThat(totalUnits).isEqualTo(bytes.length);
          }

          @Override
          public void advance(long units) {
            seen += units;
          }

          @Override
          public boolean cancelled() {
            return seen >= 2 * WINDOW_BYTES;
          }
        };
    ByteSearch search = new ByteSearch(ByteView.of("b", bytes), SearchPattern.hex("01"));
    assertThatThrownBy(() -> search.next(0, cancelled)).isInstanceOf(CancellationException.class);
  }

  @Test
  void aClosedFileIsAnErrorWithAReason(@TempDir Path folder) throws IOException {
    Path path = java.nio.file.Files.write(folder.resolve("f"), new byte[100_000]);
    ByteView view;
    try (OpenFile file = OpenFile.open(path)) {
      view = file.view();
    }
    ByteSearch search = new ByteSearch(view, SearchPattern.hex("01"));
    assertThatThrownBy(() -> search.next(0, Progress.NONE))
        .isInstanceOfSatisfying(
            FormatException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
  }
}
