package org.kpackworkbench.views.analysis.findings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;

/**
 * What the readers of a file complained about, the rows of its tables, and code objects that are
 * filed under another target than they state. Unpacks nothing.
 */
final class Findings {
  /** More than that nobody reads one by one. */
  static final int MOST = 1000;

  private static final int MOST_LOOKED_INTO = 500;

  private final OpenedFile file;
  private final List<Finding> found = new ArrayList<>();
  private final Set<String> said = new HashSet<>();

  private Findings(OpenedFile file) {
    this.file = file;
  }

  /** Looks through a file. In the background. */
  static List<Finding> of(OpenedFile file) throws IOException {
    Findings findings = new Findings(file);
    for (FormatException problem : file.problems()) {
      findings.add(Finding.of(problem, file, null));
    }
    CodeObjectSource source = file.as(CodeObjectSource.class).orElse(null);
    if (source != null) {
      findings.rows(source.document().codeObjects());
    }
    return List.copyOf(findings.found);
  }

  private void add(Finding finding) {
    // A row's problem is often one of the file's, too.
    if (found.size() < MOST
        && said.add(finding.what() + "\0" + finding.fileOffset() + "\0" + finding.facts())) {
      found.add(finding);
    }
  }

  private void rows(CodeObjects objects) throws IOException {
    int looked = 0;
    for (int i = 0; i < objects.size() && found.size() < MOST; i++) {
      FormatException problem = objects.problem(i);
      if (problem != null) {
        add(Finding.of(problem, file, objects.row(i).place()));
      } else if (looked < MOST_LOOKED_INTO && !objects.unpacked(i)) {
        looked++;
        target(objects, objects.row(i));
      }
    }
  }

  private void target(CodeObjects objects, CodeObjectRow row) throws IOException {
    try {
      ByteView bytes = objects.load(row.row(), Progress.NONE);
      if (!CodeObject.isCodeObject(bytes)) {
        return;
      }
      for (TargetMismatch mismatch : CodeObject.read(bytes).mismatches(row.target())) {
        add(
            new Finding(
                Finding.Severity.WARNING,
                "",
                row.binary() + " @ " + row.targetText(),
                mismatch.sentence(),
                row.place().range() == null ? -1 : row.place().range().start(),
                "",
                "",
                row.place()));
      }
    } catch (FormatException broken) {
      add(Finding.of(broken, file, row.place()));
    }
  }
}
