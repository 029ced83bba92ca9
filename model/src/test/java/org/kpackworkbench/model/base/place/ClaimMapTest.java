package org.kpackworkbench.model.base.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Ownership.Run;

class ClaimMapTest {
  private static Claim claim(long start, long length, String label) {
    return new Claim(new ByteRange(start, length), OwnerKind.METADATA, label, null);
  }

  private static String text(Ownership map) {
    StringBuilder text = new StringBuilder();
    for (Run run : map.runs(new ByteRange(0, map.sizeBytes()))) {
      text.append(run.range().start()).append(run.owner().label()).append(' ');
    }
    return text.toString().strip();
  }

  @Test
  void innermostClaimOwnsAndGapsAreUnowned() {
    Ownership map =
        ClaimMap.of(
            100,
            List.of(
                claim(40, 10, "c"), claim(10, 60, "a"), claim(20, 40, "b"), claim(80, 20, "d")));
    assertThat(text(map)).isEqualTo("0unowned 10a 20b 40c 50b 60a 70unowned 80d");
    assertThat(map.at(45)).extracting(Claim::label).containsExactly("a", "b", "c");
    assertThat(map.at(75)).extracting(Claim::kind).containsExactly(OwnerKind.UNOWNED);
    assertThat(map.at(100)).isEmpty();
    assertThat(Overlaps.of(map)).isEmpty();
  }

  @Test
  void claimsOnTheSameBytesNestInTheOrderTheyWereListed() {
    Ownership map = ClaimMap.of(10, List.of(claim(0, 10, "outer"), claim(0, 10, "inner")));
    assertThat(map.at(3)).extracting(Claim::label).containsExactly("outer", "inner");
  }

  @Test
  void overlapWithoutNestingIsListed() {
    Ownership map = ClaimMap.of(100, List.of(claim(0, 50, "a"), claim(40, 30, "b")));
    assertThat(text(map)).isEqualTo("0a 40b 70unowned");
    assertThat(Overlaps.of(map))
        .singleElement()
        .satisfies(overlap -> assertThat(overlap.shared()).isEqualTo(new ByteRange(40, 10)));
  }

  @Test
  void claimsBeyondTheFileAreCut() {
    Ownership map =
        ClaimMap.of(10, List.of(claim(5, 50, "a"), claim(20, 5, "b"), claim(3, 0, "e")));
    assertThat(text(map)).isEqualTo("0unowned 5a");
  }

  @Test
  void runsOfAWindowAreCutToIt() {
    Ownership map = ClaimMap.of(100, List.of(claim(10, 60, "a"), claim(20, 10, "b")));
    assertThat(map.runs(new ByteRange(25, 10)))
        .extracting(run -> run.range() + run.owner().label())
        .containsExactly("0x19+0x5b", "0x1e+0x5a");
  }

  @Test
  void randomClaimsCoverEveryByteOnceWithAClaimThatContainsIt() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      List<Claim> claims = new ArrayList<>();
      for (int i = random.nextInt(40); i > 0; i--) {
        claims.add(claim(random.nextInt(200), random.nextInt(80), "c" + i));
      }
      Ownership map = ClaimMap.of(200, claims);
      long position = 0;
      for (Run run : map.runs(new ByteRange(0, 200))) {
        assertThat(run.range().start()).isEqualTo(position);
        position = run.range().end();
        boolean owned = run.owner().kind() != OwnerKind.UNOWNED;
        for (long at = run.range().start(); at < position; at++) {
          long offset = at;
          assertThat(claims.stream().anyMatch(c -> c.range().contains(offset))).isEqualTo(owned);
          assertThat(run.owner().range().contains(offset)).isTrue();
          assertThat(map.at(at).getLast().label()).isEqualTo(run.owner().label());
        }
      }
      assertThat(position).isEqualTo(200);
    }
  }
}
