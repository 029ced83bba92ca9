package org.kpackworkbench.model.base.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteRange;

class GoToParserTest {
  private static final long SIZE = 25_384_336;

  private final GoToParser parser =
      new GoToParser(
          SIZE,
          address ->
              address >= 0x1000 && address < 0x2000
                  ? OptionalLong.of(address - 0x1000)
                  : OptionalLong.empty(),
          (text, most) ->
              Stream.of(".text", ".tex", "beef")
                  .filter(name -> name.startsWith(text))
                  .limit(most)
                  .map(name -> new GoTo.Found(new ByteRange(5, name.length()), null, name))
                  .toList());

  @ParameterizedTest
  @CsvSource({
    "4096, 4096",
    "0x1000, 4096",
    "0X10_00, 4096",
    "1000h, 4096",
    "25 384 336, 25384336",
    "' 0x10 ', 16",
    "12K, 12288",
    "1.5 MiB, 1572864",
    "1m, 1048576",
    "+0x20, 1032",
    "-16, 984",
    "- 1000, 0",
    "50%, 12692168",
    "100 %, 25384335",
    "0.5%, 126921",
    "start, 0",
    "END, 25384335",
    "addr:0x1010, 16",
    "ADDR: 1010, 16",
    "@1fff, 4095",
    "c53, 3155",
    "beef, 5",
  })
  void goesTo(String text, long offset) {
    assertThat(parser.parse(text, 1000))
        .isInstanceOfSatisfying(
            GoTo.Found.class, found -> assertThat(found.range().start()).isEqualTo(offset));
  }

  @ParameterizedTest
  @CsvSource({"0x10..0x20, 16, 16", "0x10+0x74, 16, 116", "16 .. 18, 16, 2"})
  void selectsRanges(String text, long start, long length) {
    assertThat(parser.parse(text, 0))
        .isEqualTo(
            new GoTo.Found(
                new ByteRange(start, length), null, length + " bytes from 0x" + hex(start)));
  }

  private static String hex(long value) {
    return Long.toHexString(value);
  }

  @ParameterizedTest
  @CsvSource({
    "'', Type an offset",
    "0x2000000, is after the end of the file",
    "0xffffffffffffffff, is after the end of the file",
    "99999999999999999999999, is neither an offset",
    "9999999T, is after the end of the file",
    "-1001, That is before the start of the file",
    "-0xffffffffffffffff, before the start",
    "+0x7fffffffffffffff, is after the end of the file",
    "101%, is after the end of the file",
    "addr:0x2000, Address 0x2000 has no bytes in this file",
    "addr:zz, is not an address",
    "+zz, is not a distance",
    "0x20..0x10, not all inside the file",
    "0x10+0x2000000, not all inside the file",
    "nowhere, is neither an offset",
  })
  void refusesWithAReason(String text, String reason) {
    assertThat(parser.parse(text, 1000))
        .isInstanceOfSatisfying(
            GoTo.Refused.class, refused -> assertThat(refused.reason()).contains(reason));
  }

  @Test
  void namesAreKnownAndSuggested() {
    assertThat(parser.parse(".text", 0))
        .isEqualTo(new GoTo.Found(new ByteRange(5, 5), null, ".text"));
    assertThat(parser.suggestions(".te", 5)).hasSize(2);
    assertThat(parser.suggestions(" ", 5)).isEqualTo(List.of());
  }
}
