package org.kpackworkbench.views.analysis.findings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;

/**
 * Complaints of the readers of a file and of the rows of its tables, and code objects that are
 * filed under another target than they state. Unpacks nothing.
 */
final class ReadFindings {
  /** The most findings that are listed. */
  static final int MOST = 1000;

  private static final int MOST_LOOKED_INTO = 500;

  private final List<Finding> found = new ArrayList<>();
  private final Set<String> said = new HashSet<>();

  /** Looks through a file. In the background. */
  static List<Finding> of(OpenedFile file) throws IOException {
    ReadFindings findings = new ReadFindings();
    for (FormatException problem : file.problems()) {
      findings.add(problem, file.place());
    }
    CodeObjectSource source = file.as(CodeObjectSource.class).orElse(null);
    if (source != null) {
      findings.rows(source.document().codeObjects());
    }
    return List.copyOf(findings.found);
  }

  private void add(FormatException problem, Place place) {
    String advice = problem.advice();
    add(
        new Finding(
            Severity.ERROR,
            "",
            place,
            problem.fileOffset(),
            Sink.words(problem),
            advice == null ? "" : advice,
            Sink.evidence(problem)));
  }

  private void add(Finding finding) {
    // A row's problem is often one of the file's, too.
    if (found.size() < MOST && said.add(finding.message() + "\0" + finding.fileOffset())) {
      found.add(finding);
    }
  }

  private void rows(CodeObjects objects) throws IOException {
    int looked = 0;
    for (int i = 0; i < objects.size() && found.size() < MOST; i++) {
      FormatException problem = objects.problem(i).orElse(null);
      if (problem != null) {
        add(problem, objects.row(i).place());
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
        ByteRange range = row.place().range();
        add(
            new Finding(
                Severity.WARNING,
                "",
                row.place(),
                range == null ? -1 : range.start(),
                mismatch.sentence(),
                ""));
      }
    } catch (FormatException broken) {
      add(broken, row.place());
    }
  }
}
