package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartsDocument;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;

/** A format that only this file knows is pruned as all others are, since it offers its code. */
class NewFormatPruneTest {
  @TempDir private Path folder;

  /** Lines of a target and a word behind the line {@code LINES}. */
  private record LineFormat() implements Format {
    @Override
    public String id() {
      return "lines";
    }

    @Override
    public String words() {
      return "lines of code";
    }

    @Override
    public Likeness likeness(Head head) {
      return head.hasAt(0, "LINES\n") ? Likeness.SURE : Likeness.NONE;
    }

    @Override
    public Document open(OpenSource source, Opening opening) throws FormatException {
      return new PartsDocument(source, this, List.of(), List.of()) {
        @Override
        public Optional<CodeStore> codeStore() throws FormatException {
          return Optional.of(new Lines(bytes().text(0, (int) bytes().size()).lines().toList()));
        }
      };
    }
  }

  private record Lines(List<String> lines) implements CodeStore {
    @Override
    public List<StoredCode> entries() {
      return lines.stream()
          .skip(1)
          .map(line -> StoredCode.filed(0, line.split(" ", -1)[0], 1, line.length()))
          .toList();
    }

    private List<String> without(SortedSet<Integer> gone) {
      List<String> left = new ArrayList<>(lines);
      gone.reversed().forEach(number -> left.remove(number + 1));
      return left;
    }

    @Override
    public long sizeWithout(SortedSet<Integer> gone) {
      return without(gone).stream().mapToInt(line -> line.length() + 1).sum();
    }

    @Override
    public void writeWithout(SortedSet<Integer> gone, Path output, Writing writing)
        throws IOException {
      Files.write(output, without(gone));
    }
  }

  private Path lines(String name) throws IOException {
    Path file = Files.createDirectories(folder.resolve("in")).resolve(name);
    return Files.writeString(file, "LINES\ngfx90a one\ngfx1100 two\nnotes three\n");
  }

  private static Prune prune(Path input, Path output, String keep) {
    return new Prune(
        PruneRequest.keeping(input, output, TargetFilter.of(List.of(keep))),
        StandardFormats.all().with(new LineFormat()));
  }

  @Test
  void prunesFileOfAFormatThatOffersItsCode() throws Exception {
    Path input = lines("a.lines");
    Path output = folder.resolve("out.lines");
    Prune prune = prune(input, output, "gfx1100");
    assertThat(prune.plan(Progress.NONE).files())
        .extracting(file -> file.outcome(), file -> file.afterBytes())
        .containsExactly(tuple(Outcome.PRUNED, Files.size(input) - 11));
    PruneReport report = prune(input, output, "gfx1100").run();
    assertThat(Files.readString(output)).isEqualTo("LINES\ngfx1100 two\nnotes three\n");
    assertThat(report.byTarget()).extracting(code -> code.target()).containsExactly("gfx90a");
    assertThat(report.kept()).extracting(code -> code.target()).containsExactly("gfx1100");
  }

  @Test
  void prunesFilesOfItInTrees() throws Exception {
    Path input = lines("a.lines").getParent();
    Path output = folder.resolve("out");
    prune(input, output, "gfx90a").run();
    assertThat(Files.readString(output.resolve("a.lines")))
        .isEqualTo("LINES\ngfx90a one\nnotes three\n");
  }

  @Test
  void refusesGpuThatItHasNoCodeFor() throws Exception {
    Path input = lines("a.lines");
    assertThatThrownBy(() -> prune(input, folder.resolve("out"), "gfx803").run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("it has some for gfx90a, gfx1100");
  }
}
