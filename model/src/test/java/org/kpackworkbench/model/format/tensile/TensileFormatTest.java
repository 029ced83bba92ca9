package org.kpackworkbench.model.format.tensile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.kpackworkbench.model.fixtures.TensileLibraries.NOTHING;
import static org.kpackworkbench.model.fixtures.TensileLibraries.deflated;
import static org.kpackworkbench.model.fixtures.TensileLibraries.indexed;
import static org.kpackworkbench.model.fixtures.TensileLibraries.library;
import static org.kpackworkbench.model.fixtures.TensileLibraries.map;
import static org.kpackworkbench.model.fixtures.TensileLibraries.operations;
import static org.kpackworkbench.model.fixtures.TensileLibraries.packed;
import static org.kpackworkbench.model.fixtures.TensileLibraries.placeholder;
import static org.kpackworkbench.model.fixtures.TensileLibraries.row;
import static org.kpackworkbench.model.fixtures.TensileLibraries.single;
import static org.kpackworkbench.model.fixtures.TensileLibraries.solution;
import static org.kpackworkbench.model.fixtures.TensileLibraries.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;

class TensileFormatTest {
  private static final String NT = "Contraction_l_Ailk_Bjlk_Cijk_Dijk";

  @TempDir private Path temp;

  private static Document read(String name, byte[] bytes) throws FormatException {
    return StandardFormats.all()
        .read(new Place.File(Path.of(name)), ByteView.of(name, bytes), Progress.NONE);
  }

  private static TensileDocument opened(byte[] bytes) throws FormatException {
    Document document = read("TensileLibrary_gfx942.dat", bytes);
    assertThat(document).isInstanceOf(TensileDocument.class);
    return (TensileDocument) document;
  }

  private static byte[] usual() {
    return packed(
        library(
            List.of(solution(0, "small"), solution(1, "large")),
            operations(Map.of(NT, table(List.of(row(0, 64, 64, 1, 64), row(1, 2048, 32, 1, 8)))))));
  }

  private static List<Reason> reasons(Object library) throws FormatException {
    try (TensileDocument document = opened(packed(library))) {
      return document.problems().stream().map(FormatException::reason).toList();
    }
  }

  @Test
  void solutionsAreRowsWithWhatTheyAreFor() throws FormatException {
    try (TensileDocument document = opened(usual())) {
      assertThat(document.format()).isEqualTo(TensileFormat.FORMAT);
      assertThat(document.problems()).isEmpty();
      assertThat(document.solutions()).isEqualTo(2);
      DocumentPart part = document.parts().get(1);
      assertThat(part.group()).isEqualTo("solution");
      assertThat(part.key()).isEqualTo("solution_1");
      assertThat(part.fields())
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "target", "gfx942",
                  "solution", "1",
                  "kernel", "large",
                  "type", "f16 f32",
                  "transposes", "NT",
                  "tile", "128×64",
                  "depth", "32",
                  "group", "16×16×1"));
    }
  }

  /** A large library has hundreds of thousands, and its overview is shown at once. */
  @Test
  void partsAreCountedWithoutReadingThem() throws IOException {
    Path file = Files.write(temp.resolve("TensileLibrary_gfx942.dat"), usual());
    Document document = StandardFormats.all().open(file);
    assertThat(document.partCounts()).containsExactly(entry("solution", 2), entry("size", 2));
    document.close();
    assertThat(document.parts().getFirst().problem()).isNotNull();
    assertThat(document.partCounts()).containsExactly(entry("solution", 2), entry("size", 2));
  }

  /** The title says what the rows say, and where they are against the name. */
  @Test
  void aLibraryIsForTheProcessorsThatItNames() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("lib/rocblas/library/gfx1100"));
    Path file = Files.write(folder.resolve("TensileLibrary_HH.dat"), usual());
    try (TensileDocument document = (TensileDocument) StandardFormats.all().open(file)) {
      assertThat(document.architecture()).isEqualTo("gfx1100");
      assertThat(document.stated()).containsExactly("gfx942");
      assertThat(document.parts().getFirst().fields()).containsEntry("target", "gfx942");
      assertThat(document.summary().words())
          .isEqualTo("Tensile library for gfx942 with the name or folder of gfx1100, 2 solutions");
    }
    Path unnamed = Files.write(temp.resolve("plain.dat"), usual());
    try (TensileDocument document = (TensileDocument) StandardFormats.all().open(unnamed)) {
      assertThat(document.summary().words()).isEqualTo("Tensile library for gfx942, 2 solutions");
    }
    byte[] tree = packed(library(List.of(), operations(map("a", placeholder("b")), "gfx90a")));
    try (TensileDocument document =
        (TensileDocument) read("TensileLibrary_lazy_gfx90a.dat", tree)) {
      assertThat(document.stated()).containsExactly("gfx90a");
      assertThat(document.isMisplaced()).isFalse();
    }
    byte[] any = packed(library(List.of(), placeholder("b")));
    try (TensileDocument document = (TensileDocument) read("TensileLibrary_gfx90a.dat", any)) {
      assertThat(document.stated()).isEmpty();
      assertThat(document.isMisplaced()).isFalse();
    }
  }

  @Test
  void rowsOfTablesHaveTheirSizes() throws IOException {
    try (TensileDocument document = opened(usual())) {
      DocumentPart part = document.parts().get(3);
      assertThat(part.group()).isEqualTo("size");
      assertThat(part.key()).isEqualTo("M=2048 N=32 batch=1 K=8");
      assertThat(part.fields())
          .containsEntry("M", "2048")
          .containsEntry("K", "8")
          .containsEntry("solution", "1")
          .containsEntry("speed", "1.5")
          .containsEntry("type", "f16 f32")
          .containsEntry("kernel", "large")
          .containsEntry("table", "Processor gfx942 ▸ " + NT);
      ByteView bytes = part.content().load(Progress.NONE);
      assertThat(bytes.bytes(0, (int) bytes.size())).isEqualTo(packed(row(1, 2048, 32, 1, 8)));
      assertThat(
              document
                  .bytes()
                  .slice(part.place().range().start(), part.place().range().length())
                  .size())
          .isEqualTo(bytes.size());
    }
  }

  @Test
  void everyFormOfALibrarySaysTheSame() throws IOException {
    List<Document> documents =
        List.of(
            StandardFormats.all().open(Fixtures.path("TensileLibrary_Type_HH_gfx1100.dat")),
            StandardFormats.all().open(Fixtures.path("TensileLibrary_Type_HH_gfx1100.yaml")));
    List<Map<String, String>> first =
        documents.getFirst().parts().stream().map(DocumentPart::fields).toList();
    assertThat(first).hasSize(5);
    for (Document document : documents) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.parts().stream().map(DocumentPart::fields)).isEqualTo(first);
      document.close();
    }
    try (Document packed = read("a.dat.zlib", deflated(usual()));
        Document plain = opened(usual())) {
      assertThat(packed.problems()).isEmpty();
      assertThat(packed.parts()).extracting(DocumentPart::key).hasSize(4);
      assertThat(packed.parts().stream().map(DocumentPart::key))
          .containsExactlyElementsOf(plain.parts().stream().map(DocumentPart::key).toList());
    }
  }

  private static Map<String, Object> operation(String kernel, String code) {
    return map("func_name", kernel, "io_type", "S", "num_workitems", 256, "co_path", code);
  }

  /** hipblasltExtOpLibrary.dat, of versions with data types and of those without. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLibraryOfOtherOperationsNamesTheFilesOfItsKernels(boolean types) throws IOException {
    List<Object> kernels =
        List.of(operation("Softmax_S_1", "extop_gfx942.co"), operation("b", "extop_gfx942.co"));
    Path file =
        Files.write(
            Files.createDirectories(temp.resolve("hipblaslt/library"))
                .resolve("hipblasltExtOpLibrary.dat"),
            packed(
                map(
                    "gfx942",
                    map("Softmax", types ? map("S", kernels) : kernels),
                    "gfx90a",
                    map("AMax", List.of(operation("c", "extop_gfx90a.co"))))));
    Files.copy(Fixtures.path("kinds-gfx942.hsaco"), file.resolveSibling("extop_gfx942.co"));
    try (Document document = StandardFormats.all().open(file)) {
      assertThat(document).isInstanceOf(TensileDocument.class);
      assertThat(document.problems()).isEmpty();
      assertThat(document.summary().words())
          .isEqualTo(
              "Tensile library of other operations for gfx90a gfx942, 2 files loaded when needed");
      String path = types ? "gfx942 ▸ Softmax ▸ S ▸ b" : "gfx942 ▸ Softmax ▸ b";
      assertThat(document.parts())
          .extracting(DocumentPart::key, part -> part.fields().get("file"))
          .containsExactlyInAnyOrder(
              tuple("extop_gfx942", "extop_gfx942.co"),
              tuple("extop_gfx942", "extop_gfx942.co"),
              tuple("extop_gfx90a", "missing"));
      assertThat(document.parts()).anyMatch(part -> path.equals(part.fields().get("table")));
    }
    assertThat(Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings())
        .allMatch(finding -> finding.severity() != Severity.ERROR)
        .extracting(Finding::message)
        .anyMatch(
            message -> message.contains("expected extop_gfx90a.co or extop_gfx90a.hsaco beside it"))
        .noneMatch(message -> message.contains("extop_gfx942"));
    byte[] whole = Files.readAllBytes(file);
    for (int size = 1; size < whole.length; size++) {
      byte[] cut = Arrays.copyOf(whole, size);
      try (Document document = read("hipblasltExtOpLibrary.dat", cut)) {
        assertThat(document.problems().isEmpty() && document instanceof TensileDocument).isFalse();
      }
    }
  }

  /** The same text in braces and brackets, as writers of YAML make it on request. */
  @ParameterizedTest
  @ValueSource(strings = {"%s", "--- %s", "# of a build\n---\n%s\n", "{ \n %2$s"})
  void yamlInFlowStyleIsALibrary(String form) throws IOException {
    byte[] plain = usual();
    MsgValue value = new MsgCursor(ByteView.of("a", plain), 0, plain.length, "a").value("a");
    String flow = flow(value);
    String text = form.formatted(flow, flow.substring(1));
    try (Document library =
            read("TensileLibrary_gfx942.yaml", text.getBytes(StandardCharsets.UTF_8));
        Document expected = opened(plain)) {
      assertThat(library).isInstanceOf(TensileDocument.class);
      assertThat(library.problems()).isEmpty();
      assertThat(library.parts().stream().map(DocumentPart::fields).toList())
          .isEqualTo(expected.parts().stream().map(DocumentPart::fields).toList());
    }
  }

  private static String flow(MsgValue value) {
    return switch (value) {
      case MsgValue.Mapping mapping ->
          mapping.pairs().stream()
              .map(pair -> flow(pair.key()) + ": " + flow(pair.value()))
              .collect(Collectors.joining(", ", "{", "}"));
      case MsgValue.Array array ->
          array.items().stream()
              .map(TensileFormatTest::flow)
              .collect(Collectors.joining(", ", "[", "]"));
      case MsgValue.Text(String text) -> text.matches("[A-Za-z]+") ? text : '"' + text + '"';
      default -> value.toString();
    };
  }

  @Test
  void solutionsOfVersionTwoLieInTheBlob() throws IOException {
    Path file = Fixtures.path("TensileLibrary_Type_SS_gfx1100.dat.zlib");
    try (TensileDocument document = (TensileDocument) StandardFormats.all().open(file)) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.architecture()).isEqualTo("gfx1100");
      assertThat(document.solution(0).index()).isEqualTo(2);
      assertThat(document.solution(0).types()).isEqualTo("f32");
    }
  }

  @Test
  void slicesOutOfTheBlobAreProblems() throws FormatException {
    byte[] one = packed(solution(0, "k"));
    long size = one.length;
    assertThat(reasons(indexed(List.of(0L, 0L, size), one, single(0)))).isEmpty();
    assertThat(reasons(indexed(List.of(0L, 0L, size + 1), one, single(0))))
        .containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(reasons(indexed(List.of(0L, 1L << 62, 1L << 62), one, single(0))))
        .containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(reasons(indexed(List.of(0L, -8L, 1L), one, single(0))))
        .containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(reasons(indexed(List.of(1L << 32, 0L, size), one, single(0))))
        .containsExactly(Reason.OUT_OF_BOUNDS, Reason.OUT_OF_BOUNDS);
    assertThat(reasons(indexed(List.of(0L, 0L), one, single(0)))).containsExactly(Reason.BAD_VALUE);
    assertThat(reasons(indexed(List.of(0L, 0L, size, 0L, 0L, size), one, single(0))))
        .containsExactly(Reason.DUPLICATE_KEY);
    assertThat(
            reasons(map("format_version", 2, "solutions_index", List.of(), "library", single(0))))
        .containsExactly(Reason.BAD_VALUE);
    assertThat(reasons(map("format_version", 3, "solutions", List.of(), "library", single(0))))
        .containsExactly(Reason.UNSUPPORTED);
  }

  /** What is written, though it is no size. */
  @Test
  void aNegativeOffsetIsToldAsItIsWritten() throws FormatException {
    byte[] one = packed(solution(0, "k"));
    List<Long> numbers = List.of(0L, -8L, -300L);
    try (TensileDocument document = opened(packed(indexed(numbers, one, single(0))))) {
      assertThat(document.problems().getFirst().words()).contains("index 0, -300 bytes at -8");
    }
  }

  @Test
  void aNegativeSizeIsShownAndSaidAsItIsWritten() throws FormatException {
    List<Object> solutions = List.of(solution(0, "k"));
    MsgValue large = new MsgValue.Int(BigInteger.ONE.shiftLeft(63));
    for (Object size : List.of(-3, -300, Long.MIN_VALUE, large)) {
      Object row = with(row(0, 1, 2, 3, 4), "key", List.of(size, 2, 3, 4));
      Object tree = operations(Map.of(NT, table(List.of(row))));
      try (TensileDocument document = opened(packed(library(solutions, tree)))) {
        DocumentPart part = document.parts().getLast();
        assertThat(part.key()).isEqualTo("M=%s N=2 batch=3 K=4".formatted(size));
        assertThat(part.fields()).containsEntry("M", size.toString());
        assertThat(document.problems())
            .extracting(FormatException::words)
            .singleElement(STRING)
            .endsWith("key: expected a size from 0 to 2⁶³−1, found " + size);
      }
    }
  }

  /** The byte is that of the number, whichever of a solution's it is. */
  @Test
  void aNumberThatIsNoneIsSaidWithItsPlace() throws FormatException {
    byte[] solution = packed(solution(-5, "k"));
    byte[] one = packed(solution(0, "k"));
    assertThat(placed(packed(library(List.of(solution(-5, "k")), placeholder("a"))), solution, 7))
        .isEqualTo("a solution with an index, found -5");
    byte[] three = {(byte) 0x93};
    Object tree = placeholder("a");
    assertThat(placed(packed(indexed(List.of(-1L, 0L, 1L), one, tree)), three, 1)).contains("-1");
    assertThat(placed(packed(indexed(List.of(0L, -8L, 1L), one, tree)), three, 2)).contains("-8");
    assertThat(placed(packed(indexed(List.of(0L, 0L, -9L), one, tree)), three, 3)).contains("-9");
  }

  /** What is said of the only mistake, which is some bytes behind the beginning of others. */
  private static String placed(byte[] library, byte[] others, int behind) throws FormatException {
    try (TensileDocument document = opened(library)) {
      FormatException problem = document.problems().getFirst();
      int at = new String(library, ISO_8859_1).indexOf(new String(others, ISO_8859_1));
      assertThat(problem.fileOffset()).isEqualTo(at + behind);
      return problem.words().substring(problem.words().indexOf("expected ") + "expected ".length());
    }
  }

  @Test
  void aSolutionOfAnotherIndexThanStatedIsAProblemOfItsRow() throws FormatException {
    byte[] one = packed(solution(9, "k"));
    try (TensileDocument document =
        opened(packed(indexed(List.of(7L, 0L, (long) one.length), one, single(7))))) {
      assertThat(document.problems()).isEmpty();
      assertThatThrownBy(() -> document.solution(0))
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("index 7");
      assertThat(document.parts().getFirst().problem()).isNotNull();
    }
  }

  @Test
  void nodesThatChooseNoSolutionAreProblems() throws FormatException {
    List<?> one = List.of(solution(0, "k"));
    assertThat(reasons(library(one, single(1)))).containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(reasons(library(one, table(List.of(row(3, 1, 1, 1, 1))))))
        .containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(reasons(library(one, table(List.of(map("key", List.of(1, 1, 1, 1), "index", 3))))))
        .containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(reasons(library(one, map("type", "Prediction", "table", List.of(0, 5)))))
        .containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(reasons(library(one, map("type", "GranularitySelection", "indices", List.of(0, 5)))))
        .containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(
            reasons(
                library(
                    one,
                    map(
                        "type",
                        "DecisionTree",
                        "trees",
                        List.of(map("tree", List.of(), "value", single(4)))))))
        .containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(reasons(map("solutions", List.of()))).containsExactly(Reason.BAD_VALUE);
    assertThat(reasons(map("library", placeholder("a")))).containsExactly(Reason.BAD_VALUE);
    assertThat(reasons(library(List.of(1), placeholder("a")))).containsExactly(Reason.BAD_VALUE);
    assertThat(reasons(library(List.of(), map("type", "Placeholder"))))
        .containsExactly(Reason.BAD_VALUE);
    assertThat(reasons(library(List.of(), map("value", "x")))).containsExactly(Reason.BAD_VALUE);
  }

  /** What is said of a library with one table, of which a part was changed. */
  private static List<String> said(Object part, Object solutions) throws FormatException {
    try (TensileDocument document =
        opened(packed(map("version", "4", "solutions", solutions, "library", part)))) {
      for (FormatException problem : document.problems()) {
        assertThat(problem.advice()).contains("refuses such a file");
        assertThat(problem.fileOffset()).isPositive();
      }
      // What can be shown of the tree is shown.
      document.below(document.root().orElseThrow(), 0, 10, Progress.NONE);
      return document.problems().stream().map(FormatException::words).toList();
    }
  }

  private static List<String> said(Object part) throws FormatException {
    return said(part, List.of(solution(0, "k")));
  }

  /** The usual node with a field changed; without it where its value is empty. */
  private static Map<String, Object> with(Map<String, Object> node, String field, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(node);
    if (value.equals("")) {
      changed.remove(field);
    } else {
      changed.put(field, value);
    }
    return changed;
  }

  @Test
  void whatNoLibraryReadsIsSaidWithItsPlaceInTheTree() throws FormatException {
    Map<String, Object> table = table(List.of(row(0, 64, 64, 1, 64)));
    Map<String, Object> row = row(0, 1, 1, 1, 1);
    Map<String, Object> map = operations(Map.of(NT, table));
    assertThat(said(map)).isEmpty();
    assertThat(said(NOTHING)).containsExactly("Tensile library, node: expected a map, found nil");
    assertThat(said(List.of()))
        .containsExactly("Tensile library, node: expected a map, found an array");
    assertThat(said(with(map, "rows", "")))
        .containsExactly("Tensile library, Hardware: expected rows, found none");
    assertThat(said(with(map, "rows", NOTHING)))
        .containsExactly("Tensile library, rows: expected an array, found nil");
    assertThat(said(with(map, "rows", List.of(NOTHING))))
        .containsExactly("Tensile library, row: expected a map, found nil");
    assertThat(said(with(map, "rows", List.of(map("library", table)))))
        .containsExactly("Tensile library, row: expected predicate, found none");
    assertThat(said(with(map, "rows", List.of(map("predicate", map())))))
        .containsExactly("Tensile library, row: expected library, found none");
    assertThat(said(with(single(0), "index", "")))
        .containsExactly("Tensile library, Single: expected index, found none");
    assertThat(said(with(single(0), "index", "0 ")))
        .containsExactly("Tensile library, index: expected an integer, found text");
    assertThat(said(with(single(0), "index", -1)))
        .containsExactly(
            "Tensile library, index: expected the index of one of the 1 solutions, found -1");
    assertThat(said(with(single(0), "type", 3)))
        .containsExactly("Tensile library, type: expected text, found an integer");
    for (String field : List.of("properties", "distance", "table")) {
      assertThat(said(with(table, field, "")))
          .containsExactly("Tensile library, Matching: expected %s, found none".formatted(field));
    }
    assertThat(said(with(table, "properties", List.of())))
        .containsExactly("Tensile library, properties: expected at least one property, found none");
    assertThat(said(operations(Map.of(NT, table(List.of(row(0, 64, 64)))))))
        .containsExactly(
            "Tensile library, Processor gfx942 ▸ %s ▸ key: expected 4 sizes, as the table has properties, found 2 sizes"
                .formatted(NT));
    assertThat(said(table(List.of(with(row, "key", List.of(1.5, 1, 1, 1))))))
        .containsExactly(
            "Tensile library, key: expected an integer, found a floating-point number");
    assertThat(said(table(List.of(with(row, "key", "")))))
        .containsExactly(
            "Tensile library, key: expected the sizes that the row is for, found none");
    assertThat(said(table(List.of(with(row, "value", "")))))
        .containsExactly("Tensile library, row: expected a solution, found none");
    assertThat(said(table(List.of(with(row, "value", NOTHING)))))
        .containsExactly("Tensile library, node: expected a map, found nil");
    assertThat(said(table(List.of(0))))
        .containsExactly("Tensile library, row: expected a map, found an integer");
    assertThat(said(map("type", "Prediction", "table", List.of(row))))
        .containsExactly("Tensile library, row: expected an integer, found a map");
    assertThat(said(map("type", "Prediction", "table", List.of())))
        .containsExactly("Tensile library, table: expected at least one solution, found none");
    assertThat(said(with(placeholder("a"), "value", "")))
        .containsExactly("Tensile library, Placeholder: expected value, found none");
    assertThat(said(map("type", "Placeholder", "value", "")))
        .containsExactly(
            "Tensile library, Placeholder: expected the name of a file, found an empty name");
    assertThat(said(single(0), NOTHING))
        .containsExactly("Tensile library, solutions: expected an array, found nil");
  }

  /** Stream and text have other places than the bytes that they become. */
  @Test
  void mistakesOfWhatIsUnpackedHaveNoPlaceInTheFile() throws FormatException {
    byte[] broken = packed(library(List.of(solution(0, "k")), single(1)));
    try (Document document = read("a.dat.zlib", deflated(broken))) {
      assertThat(document.problems()).extracting(FormatException::fileOffset).containsExactly(-1L);
    }
  }

  @Test
  void solutionsThatNoLibraryReadsAreProblemsOfTheirRows() throws FormatException {
    for (String field : List.of("name", "hardwarePredicate", "problemType", "sizeMapping")) {
      Map<String, Object> solution = with(solution(0, "k"), field, "");
      try (TensileDocument document = opened(packed(library(List.of(solution), single(0))))) {
        DocumentPart part = document.parts().getFirst();
        assertThat(part.problem()).isNotNull().hasMessageContaining(field + ": expected");
        assertThat(part.fields()).containsEntry("kernel", "k");
      }
    }
  }

  /** A text that ends behind a whole row looks like one with fewer rows. */
  @Test
  void textThatIsCutWithinALineIsNoLibrary() throws IOException {
    byte[] whole = Files.readAllBytes(Fixtures.path("TensileLibrary_Type_HH_gfx1100.yaml"));
    Path file = temp.resolve("TensileLibrary_Type_HH_gfx1100.yaml");
    for (int size = 1; size < whole.length; size += 7) {
      size += whole[size - 1] == '\n' ? 1 : 0;
      Files.write(file, Arrays.copyOf(whole, size));
      assertThat(rules(file))
          .as("%d bytes", size)
          .containsAnyOf("contents-read", "file-reads", "tensile-end");
    }
    Files.write(file, whole);
    assertThat(rules(file)).doesNotContain("contents-read", "file-reads", "tensile-end");
  }

  private static Set<String> rules(Path file) {
    return Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings().stream()
        .map(Finding::rule)
        .collect(Collectors.toSet());
  }

  /** Also with quoted keys, as some writers make them of numbers and names. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gfx942:\n  Softmax:\n    S:\n      - func_name: k\n        co_path: extop_gfx942.co\n",
        "'gfx942':\n  Softmax:\n    - {co_path: extop_gfx942.co, func_name: k}\n",
        "{gfx942: {Softmax: [{co_path: extop_gfx942.co, func_name: k}]}}",
        "gfx90a:xnack+:\n  Softmax:\n    - {co_path: extop_gfx90a.co, func_name: k}\n",
        "0: TensileLibrary_A_gfx942\n17: TensileLibrary_B_gfx942\n",
        "{\"0\": TensileLibrary_A_gfx942}"
      })
  void whatNamesFilesIsReadAsTextToo(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (Document document = read("hipblasltExtOpLibrary.yaml", bytes)) {
      assertThat(document).isInstanceOf(TensileDocument.class);
      assertThat(document.problems()).isEmpty();
      assertThat(((TensileDocument) document).children()).isNotEmpty();
    }
  }

  @Test
  void manyMistakesAreCounted() throws FormatException {
    int[] none = new int[500];
    List<Map<String, Object>> rows = Arrays.stream(none).mapToObj(i -> row(5, 1, 1, 1, 1)).toList();
    try (TensileDocument document = opened(packed(library(List.of(), table(rows))))) {
      assertThat(document.problems()).hasSize(101);
      assertThat(document.problems().getLast()).hasMessageContaining("400 more");
    }
  }

  @Test
  void childrenAreFoundBesideTheLibraryOrMissing() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("lib/rocblas/library"));
    Path file =
        Files.write(
            folder.resolve("TensileLibrary_lazy_gfx942.dat"),
            packed(
                library(
                    List.of(),
                    operations(
                        map(
                            "a",
                            placeholder("here"),
                            "b",
                            placeholder("gone"),
                            "c",
                            placeholder("../here"),
                            "d",
                            placeholder("a\0b"))))));
    Files.write(folder.resolve("here.dat.zlib"), deflated(usual()));
    Files.write(folder.resolve("../here.dat"), usual());
    try (TensileDocument document = (TensileDocument) StandardFormats.all().open(file)) {
      assertThat(document.children())
          .extracting(TensileDocument.Child::stem, child -> child.found().isPresent())
          .containsExactly(
              tuple("here", true),
              tuple("gone", false),
              tuple("../here", false),
              tuple("a\0b", false));
      assertThat(document.parts())
          .extracting(part -> part.fields().get("file"))
          .containsExactly("here.dat.zlib", "missing", "missing", "missing");
      assertThat(document.summary().words()).contains("gfx942").contains("4 files");
    }
  }

  /** YAML is written with sorted keys: the library comes before its rule. */
  @Test
  void aRuleBehindItsLibraryLeadsToIt() throws IOException {
    Object gpu = map("type", "AMDGPU", "value", map("type", "Processor", "value", "gfx942"));
    Object row = map("library", placeholder("child"), "predicate", gpu);
    Path file = temp.resolve("TensileLibrary_lazy_gfx942.dat");
    Files.write(file, packed(library(List.of(), map("rows", List.of(row), "type", "Hardware"))));
    try (TensileDocument document = (TensileDocument) StandardFormats.all().open(file)) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.stated()).containsExactly("gfx942");
      assertThat(document.children())
          .extracting(TensileDocument.Child::stem, TensileDocument.Child::path)
          .containsExactly(tuple("child", "Processor gfx942"));
    }
  }

  @Test
  void aMappingNamesFilesByTheirFirstSolution() throws IOException {
    Path file = Fixtures.path("TensileLiteLibrary_lazy_gfx1100_Mapping.dat");
    try (TensileDocument document = (TensileDocument) StandardFormats.all().open(file)) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.root()).isEmpty();
      assertThat(document.children())
          .extracting(TensileDocument.Child::stem, TensileDocument.Child::path)
          .containsExactly(
              tuple("TensileLibrary_Type_HH_gfx1100", "solutions from 0"),
              tuple("TensileLibrary_Type_SS_gfx1100", "solutions from 2"));
    }
  }

  @Test
  void theTreeIsReadAsItIsOpened() throws FormatException {
    try (TensileDocument document = opened(usual())) {
      SelectionNode root = document.root().orElseThrow();
      assertThat(root.type()).isEqualTo("Hardware");
      SelectionNode operations = document.below(root, 0, 10, Progress.NONE).getFirst();
      assertThat(operations.label()).isEqualTo("Processor gfx942");
      SelectionNode table = document.below(operations, 0, 10, Progress.NONE).getFirst();
      assertThat(table)
          .extracting(SelectionNode::label, SelectionNode::type, SelectionNode::below)
          .containsExactly(NT, "Matching", 2L);
      assertThat(document.below(table, 1, 10, Progress.NONE))
          .singleElement()
          .extracting(SelectionNode::label, SelectionNode::solution)
          .containsExactly("M=2048 N=32 batch=1 K=8", OptionalLong.of(1));
    }
  }

  @Test
  void cutOffLibrariesAreReadAsFarAsTheyGo() throws FormatException {
    byte[] all = usual();
    for (int size = 1; size < all.length; size++) {
      try (Document document = read("TensileLibrary_x.dat", Arrays.copyOf(all, size))) {
        assertThat(document.format()).as("%d bytes", size).isEqualTo(TensileFormat.FORMAT);
        assertThat(document.problems()).as("%d bytes", size).isNotEmpty();
        document.parts().forEach(part -> assertThat(part.key()).isNotEmpty());
      }
    }
    byte[] packed = deflated(all);
    try (Document document =
        read("TensileLibrary_x.dat.zlib", Arrays.copyOf(packed, packed.length - 20))) {
      assertThat(document.problems())
          .singleElement()
          .extracting(FormatException::reason)
          .isEqualTo(Reason.BAD_COMPRESSION);
    }
  }

  /** Also one that is shorter than what is read of a longer one to know its kind. */
  @Test
  void aStreamThatIsCutNearItsBeginningIsALibrary() throws FormatException {
    byte[] packed = deflated(usual());
    try (Document document = read("x.dat.zlib", Arrays.copyOf(packed, packed.length / 2))) {
      assertThat(document.format()).isEqualTo(TensileFormat.FORMAT);
      assertThat(document.problems())
          .extracting(FormatException::reason)
          .containsExactly(Reason.BAD_COMPRESSION);
    }
  }

  @Test
  void aStreamThatUnpacksToFarTooMuchIsRefused() throws FormatException {
    byte[] blob = new byte[80 << 20];
    byte[] packed = deflated(packed(indexed(List.of(), blob, placeholder("a"))));
    try (Document document = read("a.dat.zlib", packed)) {
      assertThat(document.problems())
          .singleElement()
          .extracting(FormatException::reason)
          .isEqualTo(Reason.TOO_LARGE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "library: libfoo\nsolutions: none\n",
        "version: 3\nservices:\n  web: {}\n",
        "solutions\n",
        "{\"library\": 1}",
        "{version: 3, services: [web, db]}",
        "--- a: {library: Placeholder}\n",
        "gfx942:\n  runs-on: linux-mi300\n",
        "gfxrecon:\n  co_path: x\n",
        "0: zero\n1: one\n"
      })
  void otherTextsStayTexts(String text) throws FormatException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(StandardFormats.all().detect(ByteView.of("a.yaml", bytes)).isText()).isTrue();
  }

  @Test
  void bytesBehindALibraryAreCounted() throws IOException {
    byte[] library = packed(library(List.of(solution(0, "k")), single(0)));
    byte[] more = new byte[300_000];
    for (byte[] good : List.of(library, deflated(library))) {
      byte[] longer = Arrays.copyOf(good, good.length + more.length);
      Path file = Files.write(temp.resolve("TensileLibrary_gfx942.dat"), longer);
      try (Document document = StandardFormats.all().open(file)) {
        assertThat(document.problems()).isEmpty();
        assertThat(((TensileDocument) document).behindBytes()).isEqualTo(more.length);
      }
      assertThat(ends(file))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                assertThat(finding.message()).contains("300000 bytes before");
              });
      Files.write(file, good);
      assertThat(ends(file)).isEmpty();
    }
    byte[] inside = Arrays.copyOf(library, library.length + 7);
    try (Document document = read("a.dat.zlib", deflated(inside))) {
      assertThat(((TensileDocument) document).behindBytes()).isEqualTo(7);
    }
  }

  private static List<Finding> ends(Path file) {
    return Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings().stream()
        .filter(finding -> finding.rule().equals("tensile-end"))
        .toList();
  }

  @Test
  void otherMessagePackIsNoLibrary() throws FormatException {
    for (Object other : List.of(map("0", "file"), map("key", 1), map("0", 1), map())) {
      assertThat(StandardFormats.all().detect(ByteView.of("a.dat", packed(other))))
          .isNotEqualTo(TensileFormat.FORMAT);
      assertThat(StandardFormats.all().detect(ByteView.of("a", deflated(packed(other)))))
          .isNotEqualTo(TensileFormat.FORMAT);
    }
  }

  /** What a large stream unpacks to is in a file of its own while the library is open. */
  @Test
  void aLargeStreamUnpacksIntoAFileThatIsGoneAfterwards() throws IOException {
    String kernel = "k".repeat(SpooledBytes.IN_MEMORY_BYTES / 8);
    List<?> solutions = IntStream.range(0, 9).mapToObj(i -> solution(i, kernel + i)).toList();
    byte[] library = packed(library(solutions, single(0)));
    byte[] packed = deflated(library);
    Set<Path> before = spooled();
    try (TensileDocument document = (TensileDocument) read("a.dat.zlib", packed)) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.solution(8).kernel()).isEqualTo(kernel + 8);
      assertThat(spooled()).hasSize(before.size() + 1);
    }
    assertThat(spooled()).isEqualTo(before);
    try (Document cut = read("a.dat.zlib", Arrays.copyOf(packed, packed.length - 8))) {
      assertThat(cut.problems())
          .extracting(FormatException::reason)
          .containsExactly(Reason.BAD_COMPRESSION);
      assertThat(spooled()).isEqualTo(before);
    }
  }

  @Test
  void anOpeningThatIsCancelledLeavesNoFile() throws IOException {
    byte[] rows = new byte[SpooledBytes.IN_MEMORY_BYTES + (1 << 20)];
    byte[] library = packed(indexed(List.of(), rows, operations(map("a", placeholder("b")))));
    Path file = Files.write(temp.resolve("TensileLibrary_x.dat.zlib"), deflated(library));
    Set<Path> before = spooled();
    // While it is unpacked, and afterwards, while the tree is read.
    AtomicInteger polls = new AtomicInteger();
    StandardFormats.all().open(file, () -> polls.incrementAndGet() < 0).close();
    for (int at = polls.get(); at > polls.get() - 20; at--) {
      AtomicInteger left = new AtomicInteger(at);
      assertThatThrownBy(
              () -> StandardFormats.all().open(file, () -> left.decrementAndGet() <= 0).close())
          .isInstanceOf(CancellationException.class);
      assertThat(spooled()).isEqualTo(before);
    }
  }

  private static Set<Path> spooled() {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(".library."))
          .collect(Collectors.toSet());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void readingCanBeCancelled() {
    Path file = Fixtures.path("TensileLibrary_Type_HH_gfx1100.dat");
    assertThatThrownBy(() -> StandardFormats.all().open(file, () -> true).close())
        .isInstanceOf(CancellationException.class);
  }
}
