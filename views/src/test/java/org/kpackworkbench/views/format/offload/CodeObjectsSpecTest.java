package org.kpackworkbench.views.format.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.format.elf.ElfFixtures;
import org.kpackworkbench.views.format.offload.CodeObjectsSpec.CodeObjectItem;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.SpecRows;

class CodeObjectsSpecTest {

  private static Document open(String fixture) throws IOException {
    return StandardFormats.all().open(ElfFixtures.FOLDER.resolve(fixture), Progress.NONE);
  }

  @Test
  void filedAndStatedTargetsStandSideBySide() throws IOException {
    try (Document document = open("libmany.so")) {
      CodeObjectsSpec spec = new CodeObjectsSpec(document::codeObjects, document.place(), true);
      List<Map<String, String>> rows = SpecRows.of(spec);
      assertThat(rows)
          .extracting(row -> row.get("Filed target"))
          .containsExactly("gfx1030", "gfx1100", "gfx90a:xnack+", "gfx90a:xnack-", "gfx942");
      assertThat(rows)
          .allSatisfy(
              row -> assertThat(row.get("Stated target")).isEqualTo(row.get("Filed target")))
          .allSatisfy(row -> assertThat(row.get("Kernels")).isEqualTo("9"));
      assertThat(SpecRows.problems(spec)).allMatch(String::isEmpty);
    }
  }

  /** How many rows a filter leaves. */
  private static long left(CodeObjectsSpec spec, String filter) throws IOException {
    Predicate<CodeObjectItem> met = ColumnFilter.of(filter, spec.columns());
    RowSource<CodeObjectItem> rows = spec.load();
    long count = 0;
    for (int i = 0; i < rows.size(); i++) {
      count += met.test(rows.row(i)) ? 1 : 0;
    }
    return count;
  }

  @Test
  void wrappersAreFilteredAsNumbers() throws IOException {
    try (Document document = open("libhundred.so")) {
      CodeObjectsSpec spec = new CodeObjectsSpec(document::codeObjects, document.place(), true);
      assertThat(left(spec, "index=1")).isEqualTo(1);
      assertThat(left(spec, "index:1")).isEqualTo(1);
      assertThat(left(spec, "index>117")).isEqualTo(2);
      assertThat(left(spec, "index:0..4")).isEqualTo(5);
      assertThat(left(spec, "wrapper:9..11|20")).isEqualTo(4);
      assertThat(left(spec, "-index:100..")).isEqualTo(100);
      assertThat(left(spec, "index:none")).isZero();
    }
  }

  @Test
  void mismatchStandsOut() throws IOException {
    try (Document document = open("mismatch.co")) {
      CodeObjectsSpec spec = new CodeObjectsSpec(document::codeObjects, document.place(), false);
      assertThat(SpecRows.of(spec).getFirst())
          .containsEntry("Filed target", "gfx942")
          .containsEntry("Stated target", "gfx90a:xnack+");
      assertThat(SpecRows.problems(spec).getFirst()).contains("gfx942").contains("gfx90a");
    }
  }

  @Test
  void smallPackedCodeObjectsAreLookedIntoAtOnce() throws IOException {
    try (Document document = open("libcompressed.so")) {
      CodeObjectsSpec spec = new CodeObjectsSpec(document::codeObjects, document.place(), true);
      assertThat(spec.unknown().count()).isEqualTo(12);
      assertThat(SpecRows.of(spec))
          .allSatisfy(
              row -> assertThat(row.get("Stated target")).startsWith(row.get("Filed target")));
      assertThat(spec.unknown().count()).isZero();
    }
  }

  @Test
  void eachPlaceLeadsBackToItsRowAlsoWhereBundlesAreShared() throws IOException {
    for (String fixture : List.of("librdc.so", "libdrift.so", "libmixed.so")) {
      try (Document document = open(fixture)) {
        CodeObjectsSpec spec = new CodeObjectsSpec(document::codeObjects, document.place(), true);
        RowSource<CodeObjectItem> rows = spec.load();
        for (int i = 0; i < rows.size(); i++) {
          assertThat(spec.shows(spec.place(rows.row(i)))).isTrue();
          assertThat(spec.indexOf(rows, spec.place(rows.row(i)))).isEqualTo(i);
        }
      }
    }
  }
}
