package org.kpackworkbench.model.base.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
  private static final Set<String> FIELDS =
      Set.of("name", "arch", "type", "size", "stored", "ratio", "ordinal", "sha256");

  /** A row with some texts and numbers. */
  private record TestRow(Map<String, String> texts, Map<String, Double> numbers)
      implements Query.Row {
    @Override
    public String text(String field) {
      return texts.get(field);
    }

    @Override
    public double number(String field) {
      return numbers.getOrDefault(field, Double.NaN);
    }
  }

  private static final TestRow GEMM =
      new TestRow(
          Map.of("name", "lib/librocBLAS.so Gemm kernel", "arch", "gfx90a:xnack+", "type", "hsaco"),
          Map.of("size", 3.0 * 1024 * 1024, "stored", 4095.0, "ratio", 2.5, "ordinal", 17.0));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "gemm",
        "GEMM",
        "rocblas hsaco",
        "arch:gfx90a size>1M name:gemm",
        "arch:gfx90a:xnack+",
        "ARCH:GFX90A",
        "gfx90a:xnack+",
        "arch=gfx90a:xnack+",
        "type=HSACO",
        "ordinal=17",
        "ordinal:17",
        "ordinal=0x11",
        "ordinal:0..17",
        "ordinal:17..",
        "ordinal=..0x11",
        "ordinal=1..3|16..20",
        "size:1M..4M",
        "-ordinal:18..",
        "size=3M",
        "size>=3M",
        "size<=3MiB",
        "size<3.5m",
        "size>3000K",
        "stored<4K",
        "stored<4096",
        "ratio>2",
        "ratio>=2.5",
        "-nothing",
        "-arch:gfx942",
        "-size>4M",
        "-sha256:ab",
        "name:nothing|gemm",
        "nothing|gemm",
        "arch:gfx942|gfx90a",
        "ordinal=16|17",
        "name:*gemm*",
        "name=lib/*kernel",
        "lib/*.so*kernel",
        "arch:gfx9*",
        "\"gemm kernel\"",
        "name:\"gemm kernel\"",
        "name:rocblas\".so gemm\"",
        "name:\"lib/\"*",
        "name:*",
        "name:\"\"",
        "-\"-\""
      })
  void matches(String query) throws QueryException {
    assertThat(parse(query).matches(GEMM)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing",
        "gemm nothing",
        "-gemm",
        "arch:gfx942",
        "arch=gfx90a",
        "type=hsac",
        "ordinal:1",
        "ordinal=1",
        "size>3M",
        "size<3M",
        "size=3",
        "ratio<2.5",
        "stored>4K",
        "name>5",
        "sha256:ab",
        "sha256=ab",
        "sha256:*",
        "name:gemm*",
        "name:*gemm",
        "name:lib*lib*lib*",
        "name:\"*\"",
        "\"gemm  kernel\"",
        "-arch:gfx942|gfx90a",
        "ordinal=\"17\"",
        "name:kernel*kernel"
      })
  void doesNotMatch(String query) throws QueryException {
    assertThat(parse(query).matches(GEMM)).isFalse();
  }

  @Test
  void whatLooksLikeCodeIsAWord() throws QueryException {
    TestRow row = new TestRow(Map.of("name", "void rocprim::sort<int>(a=b, c<d>)"), Map.of());
    assertThat(parse("rocprim::sort").matches(row)).isTrue();
    assertThat(parse("sort<int>").matches(row)).isTrue();
    assertThat(parse("sort<long>").matches(row)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "gemm nam:x; 5; There is no field \"nam\". Fields are: arch, name, ordinal, ratio, sha256,"
            + " size, stored, type.",
        "sise>1M; 0; There is no field \"sise\"",
        "-foo=3; 1; There is no field \"foo\"",
        "size>; 5; A number is missing after \">\"",
        "size>=; 6; A number is missing",
        "size>big; 5; \"big\" is not a number. Numbers are like 17, 1.5M or 4K.",
        "size>1X; 5; \"1X\" is not a number",
        "arch:; 5; Expected here: a value.",
        "arch=; 5; Expected here: a value.",
        "arch:a|; 7; Expected here: a value on each side of |.",
        "arch:|a; 5; Expected here: a value",
        "a||b; 2; Expected here: a word on each side of |.",
        "name:\"open; 5; The quote that begins here is not closed.",
        "x \"open; 2; The quote that begins here is not closed."
      })
  void errorsSayWhatAndWhere(String query, int position, String message) {
    QueryException failure = catchThrowableOfType(QueryException.class, () -> parse(query));
    assertThat(failure).isNotNull().hasMessageContaining(message);
    assertThat(failure.position()).isEqualTo(position);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "  Arch:GFX90A   size>1M  ; arch:gfx90a size>1M",
        "-name:\"a b\"; -name:\"a b\"",
        "\"plain\"; plain",
        "gfx90a:xnack+; \"gfx90a:xnack+\"",
        "name:a*|b; name:a*|b",
        "name:\"17\"; name:\"17\"",
        "ordinal:17; ordinal:17"
      })
  void printsItsPlainestForm(String query, String plain) throws QueryException {
    assertThat(parse(query)).hasToString(plain);
    assertThat(parse(plain)).isEqualTo(parse(query));
  }

  /** A row whose types are words. */
  private record TypedRow(String types) implements Query.Row {
    @Override
    public String text(String field) {
      return field.equals("type") ? types : null;
    }

    @Override
    public boolean isWords(String field) {
      return field.equals("type");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "type:f16,f16,true",
    "type:F16,f16,true",
    "type:f16,bf16,false",
    "type:f16,f16 f16 f32,true",
    "type:f32,'f16,f32',true",
    "type:f16,bf16 f32,false",
    "type:f16|f64,bf16 f64,true",
    "type:*f16,bf16 f32,true",
    "type:bf*,f32 bf16,true",
    "type:\"f16 f32\",f16 f32,true",
    "type:\"f16 f32\",f16 f32 f64,false",
    "-type:f16,bf16,true",
    "type:16,f16,false",
    "type=f16,f16 f32,false",
    "f16,bf16,true",
    "type:co,hsaco,false",
    "type:co,co,true",
    "type:f16,'',false",
  })
  void aFieldOfWordsIsComparedByWords(String query, String types, boolean met)
      throws QueryException {
    assertThat(parse(query).matches(new TypedRow(types))).isEqualTo(met);
  }

  @Test
  void anEmptyQuerySaysSo() throws QueryException {
    assertThat(parse(" ").isEmpty()).isTrue();
    assertThat(parse("a").isEmpty()).isFalse();
    assertThat(parse("a")).isNotEqualTo(parse("b")).hasSameHashCodeAs(parse("A"));
  }

  /** Whatever is typed, the query is refused with a place, or means the same when printed. */
  @Test
  void arbitraryInputIsRefusedOrMakesTheRoundTrip() {
    type(10_000);
  }

  @Tag("long")
  @Test
  void muchArbitraryInputIsRefusedOrMakesTheRoundTrip() {
    type(100_000);
  }

  private static void type(int times) {
    List<String> pieces =
        List.of(
            "name", "size", "foo", ":", "=", "<", ">", ">=", "|", "*", "\"", "\\", "-", " ", "\t",
            "1M", "0x1f", "3.5k", "a", "B c", "::", "é", "ΑΣ", "İ", "\u2003", "17", "-5", "");
    Random random = new Random(42);
    int understood = 0;
    for (int i = 0; i < times; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(8); length >= 0; length--) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      try {
        Query query = parse(text.toString());
        query.matches(GEMM);
        understood++;
        try {
          assertThat(parse(query.toString())).as("%s as %s", text, query).isEqualTo(query);
        } catch (QueryException printed) {
          throw new AssertionError("\"%s\" prints as \"%s\"".formatted(text, query), printed);
        }
      } catch (QueryException refused) {
        assertThat(refused.position()).isBetween(0, text.length());
      }
    }
    assertThat(understood).isGreaterThan(times / 10);
  }

  /** Finding does the same as comparing at every place of the text in lower case. */
  @Test
  void findsWhatANaiveSearchFinds() throws QueryException {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      String name = letters(random, 12);
      String word = letters(random, 3);
      TestRow row = new TestRow(Map.of("name", name), Map.of());
      assertThat(parse("name:\"" + word + "\"").matches(row))
          .as("%s in %s", word, name)
          .isEqualTo(name.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT)));
    }
  }

  private static String letters(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(most + 1); length > 0; length--) {
      text.append("aAbB".charAt(random.nextInt(4)));
    }
    return text.toString();
  }

  private static Query parse(String text) throws QueryException {
    return Query.parse(text, FIELDS);
  }
}
