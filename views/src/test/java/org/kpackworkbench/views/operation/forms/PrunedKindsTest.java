package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.DocumentFile;
import org.kpackworkbench.views.window.standard.StandardWindow;

/** The window offers to prune what the command prunes, and nothing else. */
class PrunedKindsTest {
  @TempDir Path temp;

  @Test
  void windowOffersWhatCommandPrunes() throws IOException {
    List<String> different = new ArrayList<>();
    int accepted = 0;
    for (Path file : files()) {
      String window;
      try (OpenedFile opened = DocumentFile.load(file, Progress.NONE)) {
        window = FormActions.notPruned(opened);
      }
      String command = refusal(file);
      accepted += window.isEmpty() ? 1 : 0;
      if (window.isEmpty() != command.isEmpty()) {
        different.add("%s: window \"%s\", command \"%s\"".formatted(file, window, command));
      }
    }
    assertThat(different).isEmpty();
    assertThat(accepted).isBetween(60, 200);
  }

  private static List<Path> files() throws IOException {
    Path bin = StandardWindow.fixture("libmany.so").getParent();
    try (Stream<Path> below = Files.walk(bin)) {
      return below.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /**
   * Returns the reason for which the command refuses every target of a file; empty if it prunes.
   */
  private String refusal(Path file) {
    try {
      List<GpuTarget> there = Prune.targets(file, Progress.NONE);
      if (there.isEmpty()) {
        return "no target";
      }
      PruneRequest request =
          PruneRequest.keeping(
              file,
              temp.resolve(Proposal.pruned(file).getFileName()),
              TargetFilter.of(List.of(there.getFirst().toString())));
      return new Prune(request)
          .plan(Progress.NONE).findings().stream()
              .filter(note -> note.severity() == Severity.ERROR)
              .map(note -> note.message())
              .findFirst()
              .orElse("");
    } catch (IOException refused) {
      return String.valueOf(refused.getMessage());
    }
  }
}
