package org.kpackworkbench.model.analysis.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/** Rows of long lists are read ahead: they come in their order, and as far as they can be read. */
class ListFactsTest {
  private static final String TARGET = "gfx942";

  /** Rows of which none from some number on can be read. */
  private record Rows(int size, int broken) implements CodeObjects {
    @Override
    public CodeObjectRow row(int row) throws FormatException {
      if (row >= broken) {
        throw FormatException.in("made-up", "row", "", FormatException.Reason.FILE_CHANGED)
            .expected("row " + row)
            .found("nothing")
            .build();
      }
      Place file = new Place.File(Path.of("made-up.kpack"));
      return new CodeObjectRow(
          row,
          "lib" + row + ".so",
          0,
          TARGET,
          GpuTarget.of(TARGET),
          "hsaco",
          row,
          1,
          1,
          new Place.CodeObject(file, "lib" + row + ".so", 0, TARGET, null, false),
          null);
    }

    @Override
    public OptionalInt rowOf(Place.CodeObject place) {
      return OptionalInt.empty();
    }

    @Override
    public ByteView load(int row, Progress progress) {
      throw new IndexOutOfBoundsException(row);
    }
  }

  private static ListFacts facts(int size, int broken, String... filters) {
    return new ListFacts(
        "kpack",
        new Rows(size, broken),
        Optional.empty(),
        List.of(),
        new ListSettings(
            List.of(), List.of(filters), TargetFilter.ALL, Optional.empty(), false, false, false),
        row -> Optional.empty());
  }

  private static List<String> binaries(int from, int end) {
    return IntStream.range(from, end).mapToObj(row -> "lib" + row + ".so").toList();
  }

  private static List<String> listed(ListFacts facts, List<String> into) throws IOException {
    facts.lines(line -> into.add(text(line)));
    return into;
  }

  private static String text(Facts line) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TextOut out = new TextOut(bytes, StandardCharsets.UTF_8)) {
      new Report(line).line("%s", "binary").text(out);
    }
    return bytes.toString(StandardCharsets.UTF_8).strip();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1023, 1024, 1025, 2048, 3000})
  void rowsComeInTheirOrder(int size) throws IOException {
    ListFacts facts = facts(size, size);
    assertThat(listed(facts, new ArrayList<>())).isEqualTo(binaries(0, size));
    assertThat(facts.isEmpty()).isEqualTo(size == 0);
  }

  @Test
  void onlyThoseThatMeetTheFilterAreListed() throws IOException {
    assertThat(listed(facts(5000, 5000, "lib4999"), new ArrayList<>()))
        .containsExactly("lib4999.so");
    ListFacts none = facts(5000, 5000, "nothing");
    assertThat(listed(none, new ArrayList<>())).isEmpty();
    assertThat(none.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1500, 2048, 4999})
  void whatIsBeforeARowThatCannotBeReadIsListed(int broken) {
    List<String> listed = new ArrayList<>();
    assertThatThrownBy(() -> listed(facts(5000, broken), listed))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("row " + broken);
    assertThat(listed).isEqualTo(binaries(0, broken));
  }
}
