package org.kpackworkbench.model.analysis.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.contents.CodeSearch.In;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Match;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Wanted;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.StoppedProgress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;

/** Text, regular expressions and bytes in the code objects of files and trees. */
class CodeSearchTest {
  /** Tries more ways through a name of some length than there is time for. */
  private static final String YEARS = "^(\\w+\\w+)+\\1x!";

  @TempDir private Path temp;

  private static CodeSearch.Result file(String fixture, Wanted wanted) throws IOException {
    try (Document document = StandardFormats.all().open(Fixtures.path(fixture))) {
      return CodeSearch.of(document, wanted, Progress.NONE);
    }
  }

  @Test
  void bytesHaveTheirPlaceTheirKernelAndAnExcerpt() throws IOException {
    for (String fixture : List.of("libmany.so", "kinds-gfx942.hsaco", "kernels_gfx1100.kpack")) {
      String hex = "00 00 8? bf";
      List<Match> found = file(fixture, Wanted.bytes(hex)).matches();
      assertThat(found).as(fixture).isNotEmpty();
      try (Document document = StandardFormats.all().open(Fixtures.path(fixture))) {
        for (Match match : found) {
          assertThat(match.in()).isEqualTo(In.BYTES);
          assertThat(match.excerpt()).matches("00 00 8. bf .*");
          Place.Bytes bytes = (Place.Bytes) match.place();
          assertThat(bytes.parent()).isEqualTo(new Place.File(Fixtures.path(fixture)));
          byte[] there = read(document.bytes(), bytes.range());
          assertThat("%02x %02x".formatted(there[0], there[3])).as(fixture).isEqualTo("00 bf");
        }
      }
      assertThat(found).anySatisfy(match -> assertThat(match.where()).isNotEqualTo(match.text()));
    }
  }

  private static byte[] read(ByteView view, ByteRange range) throws IOException {
    byte[] bytes = new byte[(int) range.length()];
    view.copyTo(range.start(), bytes, 0, bytes.length);
    return bytes;
  }

  @Test
  void placesInPackedCodeAreInTheCodeObject() throws IOException {
    List<Match> found = file("libcompressed.so", Wanted.bytes("00 00 81 bf")).matches();
    assertThat(found).isNotEmpty();
    assertThat(found)
        .allSatisfy(
            match -> {
              assertThat(match.place().container()).isEqualTo(match.row().place());
              assertThat(match.place().range()).isEqualTo(new ByteRange(match.offset(), 4));
            });
  }

  @Test
  void aTextIsFoundInNamesAndInBytesWithWhatIsAround() throws IOException {
    List<Match> found = file("kinds-gfx1100.hsaco", Wanted.text("SCRATCH")).matches();
    assertThat(found)
        .filteredOn(match -> match.in() == In.KERNEL)
        .singleElement()
        .satisfies(
            match -> {
              assertThat(match.where()).isEqualTo("kpackfix::scratch");
              assertThat(match.place().range()).as("its machine code").isNotNull();
            });
  }

  @Test
  void moreThanIsListedIsSaid() throws IOException {
    byte[] code = Files.readAllBytes(Fixtures.path("kinds-gfx1100.hsaco"));
    Path large = temp.resolve("large.hsaco");
    Files.write(large, Arrays.copyOf(code, code.length + CodeSearch.MOST_IN_ONE));
    CodeSearch.Result found =
        CodeSearch.of(temp, StandardFormats.all(), Wanted.bytes("00"), Progress.NONE);
    assertThat(found.matches().size()).isEqualTo(CodeSearch.MOST_IN_ONE);
    assertThat(found.complete()).isFalse();
    assertThat(file("kinds-gfx1100.hsaco", Wanted.bytes("00 00 81 bf")).complete()).isTrue();
  }

  @Test
  void aTreeIsSearchedAndCanBeStopped() throws IOException {
    for (String name : List.of("kinds-gfx1100.hsaco", "libmany.so", "libplain.so")) {
      Files.copy(Fixtures.path(name), temp.resolve(name));
    }
    Files.createSymbolicLink(temp.resolve("again.so"), Path.of("libmany.so"));
    CodeSearch.Result found =
        CodeSearch.of(temp, StandardFormats.all(), Wanted.text("reduce"), Progress.NONE);
    assertThat(found.codeObjects()).isEqualTo(6);
    assertThat(found.problems()).isEmpty();
    assertThat(found.matches()).extracting(match -> match.place().file()).doesNotContainNull();
    assertThatThrownBy(
            () ->
                CodeSearch.of(
                    temp, StandardFormats.all(), Wanted.text("reduce"), new StoppedProgress()))
        .isInstanceOf(CancellationException.class);
  }

  /** Keys with values, at their bytes; names of kernels are found as such, and once. */
  @Test
  void metadataIsSearchedAtItsBytes() throws IOException {
    for (String fixture : List.of("kinds-gfx942.hsaco", "libcompressed.so")) {
      List<Match> found = file(fixture, Wanted.text(".KERNARG_segment_size:")).matches();
      assertThat(found).as(fixture).isNotEmpty();
      for (Match match : found) {
        assertThat(match.in()).isEqualTo(In.METADATA);
        assertThat(match.where()).startsWith("kpackfix");
        assertThat(match.excerpt()).matches("\\.kernarg_segment_size: \\d+");
        assertThat(match.place().range()).isNotNull();
      }
    }
    // The linker kept the notes of two object files.
    List<Match> linked =
        file("linked-gfx1100.hsaco", Wanted.text(".kernarg_segment_size:")).matches();
    assertThat(linked).hasSize(10);
    assertThat(linked.getLast().excerpt()).isEqualTo(".kernarg_segment_size: 264");
    assertThat(linked).extracting(Match::offset).isSorted().doesNotHaveDuplicates();
    Match first = file("kinds-gfx942.hsaco", Wanted.text("block_count_x")).matches().getFirst();
    byte[] code = Files.readAllBytes(Fixtures.path("kinds-gfx942.hsaco"));
    ByteRange range = Objects.requireNonNull(first.place().range());
    assertThat(
            new String(
                code, (int) range.start(), (int) range.length(), StandardCharsets.ISO_8859_1))
        .isEqualTo("\u00ab.value_kind\u00b4hidden_block_count_x");
    assertThat(first.offset()).isEqualTo(range.start());
    assertThat(file("kinds-gfx942.hsaco", Wanted.text("kpackfix_scalars")).matches())
        .extracting(Match::in)
        .containsExactly(In.KERNEL);
    assertThat(file("kinds-gfx942.hsaco", Wanted.text("scalars.kd")).matches())
        .extracting(Match::in)
        .containsExactly(In.SYMBOL);
    assertThat(
            file("kinds-gfx942.hsaco", Wanted.expression("^amdhsa.version: \\[1, \\d]$")).matches())
        .extracting(Match::text)
        .hasSize(1);
  }

  /** An expression that runs for years on a name ends when the search is cancelled. */
  @Test
  void anExpressionThatRunsForYearsCanBeStopped() {
    AtomicInteger asked = new AtomicInteger();
    Progress later = () -> asked.incrementAndGet() > 100;
    Wanted years = Wanted.expression(YEARS);
    assertThatThrownBy(
            () -> {
              try (Document document =
                  StandardFormats.all().open(Fixtures.path("kinds-gfx942.hsaco"))) {
                CodeSearch.of(document, years, later);
              }
            })
        .isInstanceOf(CancellationException.class);
    assertThat(asked).hasValueGreaterThan(100);
  }

  /** It is said, not thrown: some expressions go one level deeper with each character. */
  @Test
  void anExpressionThatIsTooDeepIsSaid() {
    Pattern deep = Pattern.compile("^(?:a|.)*\\x00$");
    CodeSearch.Tried tried = new CodeSearch.Tried(deep, Progress.NONE);
    assertThatThrownBy(() -> tried.fits("b".repeat(200_000)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a text of 200,000 characters");
  }

  @Test
  void codeThatIsInArchivesIsSearchedThere() throws IOException {
    List<Match> found = file("kernels.json", Wanted.text("axpy")).matches();
    assertThat(found).isNotEmpty();
    assertThat(found)
        .allSatisfy(
            match ->
                assertThat(match.place().file().getFileName())
                    .hasToString("kernels_gfx1100.kpack"));
  }

  /** As files, a folder and a package that are chosen together. */
  @Test
  void severalAreSearchedOneAfterAnotherAndEachOnce() throws IOException {
    Path tree = Files.createDirectories(temp.resolve("tree"));
    Path inTree = tree.resolve("a.hsaco");
    Files.copy(Fixtures.path("kinds-gfx942.hsaco"), inTree);
    Path wheel = Fixtures.path("many-1.0-py3-none-linux_x86_64.whl");
    Path missing = temp.resolve("missing");
    try (Document open = StandardFormats.all().open(Fixtures.path("libmany.so"))) {
      List<CodeSearch.Subject> subjects =
          List.of(
              new CodeSearch.Subject.OnDisk(inTree),
              new CodeSearch.Subject.Tree(tree),
              new CodeSearch.Subject.OnDisk(missing),
              new CodeSearch.Subject.OnDisk(wheel),
              new CodeSearch.Subject.Open(open));
      CodeSearch.Result found =
          CodeSearch.of(subjects, StandardFormats.all(), Wanted.text("scratch"), Progress.NONE);
      assertThat(found.codeObjects()).isEqualTo(1 + 5 + 5);
      assertThat(found.matches().stream().filter(match -> match.in() == In.KERNEL))
          .extracting(match -> match.place().file().getFileName().toString())
          .startsWith("a.hsaco", "libmany.so")
          .hasSize(1 + 5 + 5);
      assertThat(found.problems()).singleElement().asString().contains("missing");
    }
  }
}
