package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

class ByteAlignerTest {

  private static ByteComparison comparison(byte[]... sides) {
    List<Side> all = new ArrayList<>();
    for (byte[] bytes : sides) {
      String name = "side" + all.size();
      all.add(new Side(name, new Place.File(Path.of(name)), ByteView.of(name, bytes)));
    }
    return new ByteComparison(all, new Resources());
  }

  private static AlignedBytes aligned(byte[]... sides) throws IOException {
    return new ByteAligner(comparison(sides)).advance(Long.MAX_VALUE / 2, Progress.NONE);
  }

  private static byte[] random(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static List<ByteRange> differences(AlignedBytes aligned) {
    List<ByteRange> all = new ArrayList<>();
    for (int i = 0; i < aligned.differences(); i++) {
      all.add(aligned.difference(i));
    }
    return all;
  }

  @Test
  void theSameBytesStandBesideOneAnother() throws IOException {
    byte[] bytes = random(1, 700_000);
    AlignedBytes aligned = aligned(bytes, bytes.clone());
    assertThat(aligned.differences()).isZero();
    assertThat(aligned.isComplete()).isTrue();
    assertThat(aligned.isAllCompared()).isTrue();
    assertThat(aligned.alignment().length()).isEqualTo(700_000);
    assertThat(aligned.alignment().starts()).as("one piece").hasSize(2);
  }

  @Test
  void whatWasPutInIsOneGapAndNothingElseDiffers() throws IOException {
    byte[] before = random(1, 300_000);
    byte[] put = random(2, 777);
    byte[] after = random(3, 300_000);
    AlignedBytes aligned = aligned(joined(before, after), joined(before, put, after));
    assertThat(differences(aligned)).containsExactly(new ByteRange(300_000, 777));
    ByteAlignment alignment = aligned.alignment();
    assertThat(alignment.offset(0, 300_000)).isEqualTo(-1);
    assertThat(alignment.offset(1, 300_000)).isEqualTo(300_000);
    assertThat(alignment.position(0, 300_000)).isEqualTo(300_777);
    assertThat(alignment.position(1, 300_777)).isEqualTo(300_777);
    assertThat(alignment.offsetFrom(0, 300_100)).isEqualTo(300_000);
    assertThat(alignment.length()).isEqualTo(600_777);
    assertThat(alignment.bytes(0, new ByteRange(299_999, 800)))
        .isEqualTo(new ByteRange(299_999, 23));
  }

  @Test
  void whatWasTakenOutIsAGapOnTheOtherSideAndSwappingTurnsItRound() throws IOException {
    byte[] before = random(1, 5_000);
    byte[] taken = random(2, 33);
    byte[] after = random(3, 5_000);
    AlignedBytes aligned = aligned(joined(before, taken, after), joined(before, after));
    assertThat(differences(aligned)).containsExactly(new ByteRange(5_000, 33));
    assertThat(aligned.alignment().offset(1, 5_000)).isEqualTo(-1);
    AlignedBytes swapped = aligned.swapped();
    assertThat(swapped.alignment().offset(0, 5_000)).isEqualTo(-1);
    assertThat(swapped.alignment().size(0)).isEqualTo(10_000);
    assertThat(differences(swapped)).isEqualTo(differences(aligned));
  }

  @Test
  void manyMebibytesPutInAreFoundToo() throws IOException {
    byte[] before = random(1, 100_000);
    byte[] put = random(2, 5 << 20);
    byte[] after = random(3, 400_000);
    AlignedBytes aligned = aligned(joined(before, put, after), joined(before, after));
    assertThat(differences(aligned)).containsExactly(new ByteRange(100_000, 5 << 20));
  }

  @Test
  void changedBytesStayBesideOneAnother() throws IOException {
    byte[] one = random(1, 400_000);
    byte[] other = one.clone();
    other[17]++;
    other[18]++;
    other[262_143]++;
    other[262_144]++;
    other[399_999]++;
    AlignedBytes aligned = aligned(one, other);
    assertThat(aligned.alignment().starts()).as("one piece").hasSize(2);
    assertThat(differences(aligned))
        .containsExactly(
            new ByteRange(17, 2), new ByteRange(262_143, 2), new ByteRange(399_999, 1));
  }

  @Test
  void severalSmallEditsCloseToOneAnotherAreToldApart() throws IOException {
    byte[] one = random(1, 50_000);
    byte[] changed = one.clone();
    changed[20_000]++;
    byte[] other =
        joined(
            Arrays.copyOf(changed, 20_064),
            random(2, 20),
            Arrays.copyOfRange(changed, 20_064, 20_240),
            Arrays.copyOfRange(changed, 20_300, 50_000));
    assertThat(differences(aligned(one, other)))
        .containsExactly(
            new ByteRange(20_000, 1), new ByteRange(20_064, 20), new ByteRange(20_260, 60));
  }

  @Test
  void aTableWhoseEveryNumberChangedKeepsItsPlaces() throws IOException {
    byte[] one = new byte[200_000];
    byte[] other = new byte[200_000];
    Random random = new Random(9);
    for (int i = 0; i < one.length; i += 8) {
      one[i] = (byte) random.nextInt();
      other[i] = (byte) (one[i] + 1);
      one[i + 1] = other[i + 1] = (byte) (i >> 3);
      one[i + 2] = other[i + 2] = (byte) (i >> 11);
    }
    AlignedBytes aligned = aligned(one, other);
    assertThat(aligned.alignment().length()).isEqualTo(200_000);
    assertThat(aligned.differences()).isEqualTo(25_000);
  }

  @Test
  void aRecordPutIntoATableOfLikeRecordsIsOneDifference() throws IOException {
    ByteArrayOutputStream one = new ByteArrayOutputStream();
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      byte[] item = new byte[64];
      random.nextBytes(item);
      Arrays.fill(item, 16, 60, (byte) 0);
      one.writeBytes(item);
      other.writeBytes(item);
      if (i == 500) {
        random.nextBytes(item);
        Arrays.fill(item, 16, 60, (byte) 0);
        other.writeBytes(item);
      }
    }
    AlignedBytes aligned = aligned(one.toByteArray(), other.toByteArray());
    assertThat(differences(aligned)).hasSize(1);
    assertThat(aligned.difference(0).length()).isEqualTo(64);
  }

  @Test
  void theRestOfALongerSideIsADifference() throws IOException {
    byte[] bytes = random(1, 1000);
    AlignedBytes aligned = aligned(bytes, joined(bytes, random(2, 50)));
    assertThat(differences(aligned)).containsExactly(new ByteRange(1000, 50));
    assertThat(differences(aligned(new byte[0], new byte[3]))).containsExactly(new ByteRange(0, 3));
    assertThat(aligned(new byte[0], new byte[0]).alignment().length()).isZero();
  }

  @Test
  void bytesPutTogetherByHandStandAtOnePosition() throws IOException {
    ByteComparison comparison = comparison(random(1, 5000), random(2, 6000));
    AlignedBytes aligned =
        new ByteAligner(comparison, 1000, 3000).advance(Long.MAX_VALUE / 2, Progress.NONE);
    ByteAlignment alignment = aligned.alignment();
    assertThat(alignment.position(0, 1000)).isEqualTo(alignment.position(1, 3000)).isEqualTo(3000);
    assertThat(alignment.position(0, 0)).isZero();
    assertThat(alignment.position(1, 0)).isZero();
  }

  @Test
  void whatIsKnownDoesNotChangeWhileMoreBecomesKnown() throws IOException {
    byte[] before = random(1, 400_000);
    byte[] after = random(3, 900_000);
    ByteAligner aligner =
        new ByteAligner(comparison(joined(before, random(2, 99), after), joined(before, after)));
    AlignedBytes known = aligner.known();
    assertThat(known.knownUntil()).isZero();
    assertThat(known.alignment().length()).isEqualTo(1_300_099);
    while (!known.isComplete()) {
      AlignedBytes more = aligner.advance(1, Progress.NONE);
      assertThat(more.knownUntil() > known.knownUntil() || more.isComplete()).isTrue();
      for (long at = 0; at < known.knownUntil(); at += 1009) {
        assertThat(more.alignment().offset(0, at)).isEqualTo(known.alignment().offset(0, at));
        assertThat(more.alignment().offset(1, at)).isEqualTo(known.alignment().offset(1, at));
      }
      known = more;
    }
    assertThat(differences(known)).containsExactly(new ByteRange(400_000, 99));
  }

  @Test
  void moreDifferencesThanCanBeCountedAreNotAllCompared() throws IOException {
    byte[] one = new byte[1_000_000];
    byte[] other = one.clone();
    for (int i = 0; i < other.length; i += 2) {
      other[i] = 1;
    }
    AlignedBytes aligned = aligned(one, other);
    assertThat(aligned.isComplete()).isTrue();
    assertThat(aligned.isAllCompared()).isFalse();
    assertThat(aligned.differences()).isGreaterThanOrEqualTo(ByteAligner.MOST_DIFFERENCES);
    assertThat(aligned.alignment().length()).isEqualTo(1_000_000);
  }

  @Test
  void aCancelledRunGoesOnWhereItStopped() throws IOException {
    byte[] one = random(1, 900_000);
    byte[] other = one.clone();
    other[800_000]++;
    ByteAligner aligner = new ByteAligner(comparison(one, other));
    assertThatThrownBy(() -> aligner.advance(Long.MAX_VALUE / 2, new StopAfter(300_000)))
        .isInstanceOf(CancellationException.class);
    assertThat(aligner.known().knownUntil()).isBetween(300_000L, 799_999L);
    assertThat(differences(aligner.advance(Long.MAX_VALUE / 2, Progress.NONE)))
        .containsExactly(new ByteRange(800_000, 1));
  }

  @Test
  void moreThanTwoSidesStandAsTheComparisonHasThem() throws IOException {
    byte[] one = random(1, 1000);
    byte[] changed = one.clone();
    changed[10]++;
    AlignedBytes aligned = aligned(one, changed, Arrays.copyOf(one, 900));
    assertThat(differences(aligned)).containsExactly(new ByteRange(10, 1), new ByteRange(900, 100));
    assertThat(aligned.alignment().offset(2, 950)).isEqualTo(-1);
    assertThat(aligned.alignment().offset(1, 950)).isEqualTo(950);
  }

  @Test
  void everyAlignmentHasEveryByteOnceAndTellsTheTruth() throws IOException {
    Random random = new Random(11);
    for (int round = 0; round < 400; round++) {
      byte[] one = new byte[random.nextInt(3000)];
      int values = 1 + random.nextInt(4) * random.nextInt(60);
      for (int i = 0; i < one.length; i++) {
        one[i] = (byte) random.nextInt(values);
      }
      byte[] other = edited(one, random);
      long[] together = {
        round % 5 == 0 ? random.nextInt(one.length + 1) : 0,
        round % 5 == 0 ? random.nextInt(other.length + 1) : 0
      };
      check(
          new ByteAligner(comparison(one, other), together)
              .advance(Long.MAX_VALUE / 2, Progress.NONE),
          one,
          other);
    }
  }

  private static byte[] edited(byte[] bytes, Random random) {
    byte[] edited = bytes.clone();
    for (int edits = random.nextInt(6); edits > 0; edits--) {
      int at = random.nextInt(edited.length + 1);
      int end = Math.min(edited.length, at + random.nextInt(200));
      byte[] put = random(random.nextInt(), random.nextInt(3) * random.nextInt(100));
      edited =
          joined(Arrays.copyOf(edited, at), put, Arrays.copyOfRange(edited, end, edited.length));
    }
    return edited;
  }

  private static void check(AlignedBytes aligned, byte[] one, byte[] other) {
    ByteAlignment alignment = aligned.alignment();
    long[] next = {0, 0};
    for (long at = 0; at < alignment.length(); at++) {
      int[] value = {-1, -1};
      for (int side = 0; side < 2; side++) {
        byte[] bytes = side == 0 ? one : other;
        long offset = alignment.offset(side, at);
        assertThat(alignment.offsetFrom(side, at)).isEqualTo(next[side]);
        if (offset >= 0) {
          assertThat(offset).isEqualTo(next[side]++);
          assertThat(alignment.position(side, offset)).isEqualTo(at);
          value[side] = bytes[(int) offset] & 0xff;
        }
      }
      assertThat(value[0] < 0 && value[1] < 0).isFalse();
      assertThat(aligned.differs(at)).isEqualTo(value[0] != value[1]);
    }
    assertThat(next).containsExactly(one.length, other.length);
    assertThat(aligned.isAllCompared()).isTrue();
  }

  /** Cancels after so many positions. */
  private static final class StopAfter implements Progress {
    private final long most;
    private long done;

    StopAfter(long most) {
      this.most = most;
    }

    @Override
    public void advance(long units) {
      done += units;
    }

    @Override
    public boolean cancelled() {
      return done >= most;
    }
  }
}
