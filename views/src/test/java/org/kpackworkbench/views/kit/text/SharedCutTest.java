package org.kpackworkbench.views.kit.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedCutTest {
  private static final List<String> KERNELS =
      List.of(
          kernel("unsigned int", "rocrand_poisson_distribution<(rocrand_discrete_method)1, false>"),
          kernel("unsigned int", "rocrand_uniform_distribution<(rocrand_discrete_method)1, false>"),
          kernel("unsigned int", "rocrand_normal_distribution<(rocrand_discrete_method)1, false>"));

  private static String kernel(String type, String distribution) {
    return "generate_kernel<" + type + ", " + distribution + ">";
  }

  /** Each sign one wide. */
  private static String cut(String text, int room, String... neighbours) {
    return SharedCut.cut(text, List.of(neighbours), room, String::length);
  }

  @Test
  void whatFitsStaysWhole() {
    assertThat(cut("abc", 3, "abd")).isEqualTo("abc");
    assertThat(cut("", 0)).isEmpty();
  }

  @Test
  void whatNeighboursShareIsLeftOutAndWhatTellsApartStays() {
    assertThat(cut(KERNELS.get(0), 26, KERNELS.get(1), KERNELS.get(2)))
        .isEqualTo("generate_kernel<…poisson…>");
    assertThat(cut(KERNELS.get(1), 26, KERNELS.get(0), KERNELS.get(2)))
        .isEqualTo("generate_kernel<…uniform…>");
  }

  @Test
  void aBeginningThatAllShareGivesWayToWhatTellsThemApart() {
    assertThat(cut("kpackfix_gfx1030.kpack", 10, "kpackfix_gfx1100.kpack"))
        .contains("1030")
        .hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void ofAnOldAndANewNameIsShownWhatTheOtherHasNot() {
    String cut = cut("math-libs/fft/one.kpack#0 → math-libs/fft/zwei.kpack#0", 24);
    assertThat(cut).contains("one", " → ", "zwei").hasSizeLessThanOrEqualTo(24);
    assertThat(cut("some_long_name_of_old → new", 20)).endsWith(" → new").startsWith("some_");
  }

  @Test
  void moreRoomShowsMoreAroundIt() {
    String cut = cut(KERNELS.get(0), 60, KERNELS.get(1));
    assertThat(cut).startsWith("generate_kernel<unsigned").contains("poisson").endsWith(">");
    assertThat(cut.length()).isBetween(50, 60);
  }

  @Test
  void rowsBelowEachOtherNeverLookAlikeWhereThereIsRoomToTellThemApart() {
    for (int room = 26; room < 80; room++) {
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < KERNELS.size(); i++) {
        String cut =
            cut(
                KERNELS.get(i),
                room,
                KERNELS.get((i + 1) % KERNELS.size()),
                KERNELS.get((i + 2) % KERNELS.size()));
        assertThat(cut.length()).isLessThanOrEqualTo(room);
        assertThat(seen.add(cut)).as("%s in %s", cut, room).isTrue();
      }
    }
  }

  @Test
  void namesOfOnePieceAreToldApartToo() {
    String one = "Cijk_Ailk_Bljk_HHS_BH_MT128x64x16_SE_1LDSB0_APM1_ABV0_ACED0_AF0EM1";
    String other = one.replace("MT128x64", "MT256x64");
    assertThat(cut(one, 24, other)).contains("128");
    assertThat(cut(other, 24, one)).contains("256");
    String mangled = "_ZN12rocrand_host6detail15generate_kernelIj28rocrand_poisson_distribution";
    assertThat(cut(mangled, 30, mangled.replace("poisson", "uniform"))).contains("poisson");
  }

  @Test
  void targetsThatDifferInASignAreToldApart() {
    String on = "lib/libmany.so#0 @ gfx90a:sramecc+:xnack+";
    String off = on.replace("ecc+", "ecc-");
    for (int room = 16; room < on.length(); room++) {
      assertThat(cut(on, room, off)).as("%d", room).isNotEqualTo(cut(off, room, on));
    }
  }

  /** What alone distinguishes two rows comes before what many rows do not share. */
  @Test
  void rowsThatDifferInASignAreToldApartAmongManyThatDifferInWords() {
    List<String> names = new ArrayList<>();
    for (String binary : List.of("lib/librocrand.so.1.1", "lib/libhipblaslt.so.0", "bin/tool")) {
      for (String target : List.of("gfx90a:xnack+", "gfx90a:xnack-")) {
        names.add("%s#0 @ %s".formatted(binary, target));
      }
    }
    for (int room = 16; room < 40; room++) {
      for (int at = 1; at < names.size(); at++) {
        assertThat(shown(names, at, room))
            .as("%s in %d", names.get(at), room)
            .isNotEqualTo(shown(names, at - 1, room));
      }
    }
  }

  /** A row of a list between the rows before and after it. */
  private static String shown(List<String> names, int at, int room) {
    List<String> around = names.subList(Math.max(0, at - 2), Math.min(names.size(), at + 3));
    return cut(names.get(at), room, around.toArray(String[]::new));
  }

  @Test
  void aSentenceLosesItsEndExceptBesideOneThatStartsInTheSameWay() {
    String on = "No archive has code of lib/libmany.so for gfx90a:xnack+";
    String off = on.replace('+', '-');
    assertThat(SharedCut.sentence(on, List.of("The file is empty"), 30, String::length))
        .isEqualTo(on);
    assertThat(SharedCut.sentence(on, List.of(off), 30, String::length))
        .startsWith("No archive")
        .endsWith("xnack+")
        .hasSizeLessThanOrEqualTo(30);
    assertThat(SharedCut.sentence(off, List.of(on), 30, String::length)).endsWith("xnack-");
  }

  @Test
  void withoutNeighboursBothEndsAreSeen() {
    String cut = cut("a_long_name_of_a_section_in_a_file.text", 20);
    assertThat(cut).startsWith("a_l").endsWith("text").contains("…");
    assertThat(cut.length()).isLessThanOrEqualTo(20);
  }

  @Test
  void noRoomAtAllLeavesTheGap() {
    assertThat(cut("abcdef", 1, "abcdeg")).isEqualTo("…");
    assertThat(cut("abcdef", 0, "abcdeg")).isEqualTo("…");
  }

  @Test
  void charactersOfTwoHalvesStayWhole() {
    String smileys = "😀".repeat(20);
    for (int room = 1; room < 20; room++) {
      String cut =
          SharedCut.cut(smileys, List.of(), room, text -> text.codePointCount(0, text.length()));
      assertThat(cut.chars().filter(c -> Character.isSurrogate((char) c)).count() % 2).isZero();
      assertThat(cut.replace("😀", "").replace("…", "")).isEmpty();
    }
  }
}
