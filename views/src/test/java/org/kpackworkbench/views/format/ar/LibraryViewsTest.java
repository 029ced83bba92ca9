package org.kpackworkbench.views.format.ar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.ar.StaticLibraryDocument;
import org.kpackworkbench.views.format.elf.ElfFixtures;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.SpecRows;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;
import org.kpackworkbench.views.window.standard.DocumentFile;

class LibraryViewsTest {
  @TempDir Path folder;

  private static StaticLibraryDocument open(Path file) throws IOException {
    return (StaticLibraryDocument) StandardFormats.all().open(file, Progress.NONE);
  }

  private static StaticLibraryDocument open(String fixture) throws IOException {
    return open(ElfFixtures.FOLDER.resolve(fixture));
  }

  @ParameterizedTest
  @CsvSource({"libstatic.a, 4", "libstatic-bsd.a, 3", "libstatic-sym64.a, 2"})
  void membersSayWhatTheyHold(String fixture, int count) throws IOException {
    try (StaticLibraryDocument document = open(fixture)) {
      List<Map<String, String>> rows = SpecRows.of(new MembersSpec(document));
      assertThat(rows).hasSize(count);
      assertThat(rows).extracting(row -> row.get("Device")).contains("fat", "no GPU code");
      assertThat(rows)
          .filteredOn(row -> row.get("Device").equals("no GPU code"))
          .allSatisfy(row -> assertThat(row.get("Code objects")).isEqualTo("0"))
          .allSatisfy(row -> assertThat(row.get("Kind")).isEqualTo("object file, x86-64"));
    }
  }

  @Test
  void membersOfAThinLibraryAreFilesOfTheirOwn() throws IOException {
    try (StaticLibraryDocument document = open("libthin.a")) {
      MembersSpec spec = new MembersSpec(document);
      RowSource<MemberRow> rows = spec.load();
      assertThat(rows.size()).isPositive();
      for (int i = 0; i < rows.size(); i++) {
        Place target = Objects.requireNonNull(spec.target(rows.row(i)));
        assertThat(target).isInstanceOf(Place.File.class);
        assertThat(target.file()).exists();
        assertThat(rows.row(i).kind()).startsWith("a file of its own: ");
      }
      assertThat(SpecRows.problems(spec)).allMatch(String::isEmpty);
    }
  }

  @Test
  void missingFileOfAThinLibraryStandsOut() throws IOException {
    Path alone = folder.resolve("libthin.a");
    Files.copy(ElfFixtures.FOLDER.resolve("libthin.a"), alone);
    try (StaticLibraryDocument document = open(alone)) {
      assertThat(SpecRows.problems(new MembersSpec(document)))
          .allMatch(problem -> problem.startsWith("The file does not exist: "));
    }
  }

  @Test
  void eachMembersPlaceLeadsBackToItsRow() throws IOException {
    try (StaticLibraryDocument document = open("libstatic.a")) {
      MembersSpec spec = new MembersSpec(document);
      RowSource<MemberRow> rows = spec.load();
      for (int i = 0; i < rows.size(); i++) {
        assertThat(spec.shows(spec.place(rows.row(i)))).isTrue();
        assertThat(spec.indexOf(rows, spec.place(rows.row(i)))).isEqualTo(i);
      }
    }
  }

  @Test
  void treeGoesThroughMembersToTheirTargets() throws IOException {
    try (OpenedFile file =
        DocumentFile.load(ElfFixtures.FOLDER.resolve("libstatic.a"), Progress.NONE)) {
      WorkspaceNodeProvider nodes =
          WorkspaceNodeProvider.of(StaticLibraryDocument.class, new LibraryNodes());
      WorkspaceNode member = nodes.children(file, file.place()).getFirst();
      assertThat(member.text()).isEqualTo("drift0.o");
      WorkspaceNode wrapper = nodes.children(file, member.place()).getFirst();
      assertThat(wrapper.text()).isEqualTo("wrapper 0");
      WorkspaceNode target = nodes.children(file, wrapper.place()).getLast();
      assertThat(target.text()).isEqualTo("gfx942");
      assertThat(nodes.way(file, target.place()))
          .containsSubsequence(member.place(), wrapper.place(), target.place());
    }
  }
}
