package org.kpackworkbench.views.toy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.inspect.InspectedValue;
import org.kpackworkbench.model.format.inspect.ValueInspector;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;

/** A format that is in the list, and nowhere else in the model, can do what any can. */
class ToyFormatTest {
  private static final Formats FORMATS = StandardFormats.all().with(ToyFormat.FORMAT);

  @TempDir private Path temp;

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(temp.resolve(name), bytes);
  }

  private Path chest() throws IOException {
    return file("a.toy", ToyChest.usual("hello"));
  }

  @Test
  void itIsKnownByItsContent() throws IOException {
    ByteView bytes = ByteView.of("a", ToyChest.usual("hello"));
    assertThat(FORMATS.detect(bytes)).isEqualTo(ToyFormat.FORMAT);
    assertThat(StandardFormats.all().detect(bytes).isRead()).isFalse();
    assertThat(FORMATS.groups()).contains(ToyFormat.FORMAT.groups().getFirst());
  }

  @Test
  void itsCodeObjectsAreListedAndLoaded() throws IOException {
    try (Document document = FORMATS.open(chest(), Progress.NONE)) {
      CodeObjects all = document.codeObjects();
      assertThat(all.size()).isOne();
      CodeObjectRow row = all.row(0);
      assertThat(row.binary()).isEqualTo("axpy");
      assertThat(row.target()).hasToString("gfx1100");
      assertThat(all.rowOf(row.place())).hasValue(0);
      ByteArrayOutputStream taken = new ByteArrayOutputStream();
      all.extract(0, taken, UnpackBudget.operation(false), Progress.NONE);
      assertThat(FORMATS.detect(ByteView.of("taken", taken.toByteArray())).id())
          .isEqualTo("code-object");
    }
  }

  @Test
  void itsPartsAndOwnersAreKnown() throws IOException {
    try (Document document = FORMATS.open(chest(), Progress.NONE)) {
      assertThat(document.parts())
          .extracting(DocumentPart::group, DocumentPart::key)
          .containsExactly(tuple("code object", "axpy"), tuple("text", "notes"));
      assertThat(document.ownership().at(document.bytes().size() - 1).getLast().label())
          .isEqualTo("notes");
      assertThat(document.ownership().at(0).getLast().label()).isEqualTo("header");
      assertThat(document.ownership().claims()).noneMatch(each -> each.kind() == OwnerKind.UNOWNED);
      assertThat(document.summary().words()).isEqualTo("toy chest");
    }
  }

  @Test
  void infoSaysItsParts() throws IOException {
    try (Document document = FORMATS.open(chest(), Progress.NONE)) {
      Report report = new Report(new Facts());
      document.info(false, Progress.NONE).describe(report);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      try (TextOut out = new TextOut(text, UTF_8)) {
        report.text(out);
      }
      assertThat(text.toString(UTF_8))
          .containsPattern("axpy +code object +\\d+ +gfx1100")
          .containsPattern("notes +text +5");
      ByteArrayOutputStream json = new ByteArrayOutputStream();
      try (JsonOut out = JsonOut.document(json, JsonOut.NO_FINDINGS)) {
        report.json(out);
      }
      assertThat(json.toString(UTF_8).replaceAll("\\s", ""))
          .contains("\"kind\":\"text\",\"name\":\"notes\",\"offset\":4472,\"size\":5")
          .contains("\"target\":\"gfx1100\"");
    }
  }

  @Test
  void itsPlacesCanBeWritten() throws IOException, PlaceSyntaxException {
    try (Document document = FORMATS.open(chest(), Progress.NONE)) {
      Place code = PlaceSyntax.parse("key:axpy#0@gfx1100", document, FORMATS);
      assertThat(code).isEqualTo(document.parts().getFirst().place());
      assertThat(PlaceSyntax.parse("key:@gfx1100 kernel:kpackfix::axpy", document, FORMATS))
          .isInstanceOf(Place.Kernel.class);
    }
  }

  @Test
  void aMemberOfAStaticLibraryIsOpened() throws IOException {
    byte[] chest = ToyChest.usual("hello");
    ByteArrayOutputStream library = new ByteArrayOutputStream();
    library.writeBytes("!<arch>\n".getBytes(UTF_8));
    library.writeBytes(
        "%-16s%-12d%-6d%-6d%-8s%-10d`\n"
            .formatted("a.toy/", 0, 0, 0, "644", chest.length)
            .getBytes(UTF_8));
    library.writeBytes(chest);
    try (Document document = FORMATS.open(file("a.a", library.toByteArray()), Progress.NONE)) {
      CodeObjects all = document.codeObjects();
      assertThat(all.size()).isOne();
      Place.CodeObject place = all.row(0).place();
      assertThat(place.parent()).isInstanceOf(Place.Member.class);
      assertThat(FORMATS.detect(all.load(0, Progress.NONE)).id()).isEqualTo("code-object");
      ByteView whole = document.bytes();
      assertThat(FORMATS.detect(whole.slice(place.range().start(), place.range().length())).id())
          .isEqualTo("code-object");
    }
  }

  @Test
  void whereverItIsCutItOpensAndSaysSo() throws IOException {
    byte[] whole =
        new ToyChest().add("gfx90a", "k", new byte[40]).add("", "t", new byte[7]).bytes();
    for (int size = 4; size < whole.length; size++) {
      ByteView cut = ByteView.of("cut", Arrays.copyOf(whole, size));
      try (Document document = FORMATS.read(new Place.File(Path.of("cut")), cut, Progress.NONE)) {
        assertThat(document.format()).isEqualTo(ToyFormat.FORMAT);
        assertThat(document.problems()).as("at %d", size).isNotEmpty();
        assertThat(document.ownership().sizeBytes()).isEqualTo(size);
      }
    }
  }

  @Test
  void verificationChecksItsCodeObjectsAndFindsDamage() throws IOException {
    VerifyRequest request = VerifyRequest.everything().knowing(FORMATS);
    VerifyReport well = Verify.run(List.of(chest()), request, Progress.NONE);
    assertThat(well.findings()).isEmpty();
    assertThat(well.notChecked()).isEmpty();
    byte[] bytes = ToyChest.usual("hello");
    Path cut = file("cut.toy", Arrays.copyOf(bytes, bytes.length - 2));
    assertThat(Verify.run(List.of(cut), request, Progress.NONE).findings())
        .extracting(Finding::rule)
        .containsExactly("contents-read");
    Path misfiled =
        file(
            "misfiled.toy",
            new String(bytes, ISO_8859_1).replaceFirst("gfx1100", "gfx1030").getBytes(ISO_8859_1));
    assertThat(Verify.run(List.of(misfiled), request, Progress.NONE).findings())
        .extracting(Finding::rule)
        .containsExactly("code-object-target");
  }

  @Test
  void twoAreComparedPartByPart() throws IOException {
    Path one = chest();
    Path other = file("b.toy", ToyChest.usual("hallo"));
    try (Comparison comparison =
        Compare.open(
            List.of(one, other),
            Map.of(),
            new Resources(UnpackBudget.operation(false), FORMATS),
            Progress.NONE)) {
      comparison.compareContents(Progress.NONE, row -> {});
      TableComparison table = (TableComparison) comparison;
      List<Change> changes = new ArrayList<>();
      for (int row = 0; row < table.rowCount(); row++) {
        changes.add(table.change(row));
      }
      assertThat(table.groups()).contains("code object", "text");
      assertThat(changes).startsWith(Change.SAME, Change.CHANGED);
      try (Comparison bytes = table.open(1, Progress.NONE)) {
        assertThat(bytes).isNotNull();
      }
    }
  }

  @Test
  void theInspectorKnowsItsHeader() throws IOException {
    ByteView bytes = ByteView.of("a", ToyChest.usual("hello"));
    assertThat(new ValueInspector(ByteOrder.LITTLE_ENDIAN, FORMATS).inspect(bytes, 0))
        .filteredOn(line -> line.group() == InspectedValue.Group.STRUCTURE)
        .extracting(InspectedValue::name, InspectedValue::lengthBytes)
        .containsExactly(tuple("magic", 8L), tuple("members", 0L));
  }

  @Test
  void theUsualFormatsAreAsTheyWere() {
    assertThat(StandardFormats.all().all()).extracting(Format::id).doesNotContain("toy");
  }
}
