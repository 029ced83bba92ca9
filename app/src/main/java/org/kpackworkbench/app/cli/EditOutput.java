package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.Facts;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.Edit;

/**
 * Says what {@code edit} did, or would do.
 *
 * @param written whether anything was written
 * @param upToDate whether the output was there already, as it would be written
 * @param dryRun whether that was not wanted
 */
record EditOutput(
    Editing editing,
    Path file,
    Path output,
    boolean written,
    boolean upToDate,
    boolean dryRun,
    Console console) {

  int print(boolean json) throws IOException {
    List<? extends Edit> edits = editing.document().history().done();
    if (json) {
      json(edits);
    } else {
      text(edits);
    }
    editing.notes().forEach(console::note);
    editing.findings().forEach(console::note);
    if (!json && dryRun) {
      console.note("Nothing was written (--dry-run).");
    } else if (!json && !written && !upToDate) {
      console.note("Nothing was to be changed, and nothing was written.");
    }
    return editing.findings().isEmpty() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  private void text(List<? extends Edit> edits) throws IOException {
    try (TextOut out = console.text()) {
      out.line(
          "%s: %s"
              .formatted(
                  file,
                  edits.isEmpty()
                      ? "no changes"
                      : edits.size() == 1 ? "1 change" : edits.size() + " changes"));
      for (Edit edit : edits) {
        out.line("  - " + edit.words());
      }
      out.line();
      Facts facts = new Facts().add("output", output.toString());
      if (written) {
        facts.size("size", Files.size(output));
      }
      editing.facts(facts);
      facts.print(out);
      editing.rows(out);
      PackedOutput.upToDate(out, upToDate);
    }
  }

  private void json(List<? extends Edit> edits) throws IOException {
    try (JsonOut out = console.json()) {
      out.field("file", file.toString())
          .field("output", output.toString())
          .field("kind", DocumentKind.of(editing.document()).name().toLowerCase(Locale.ROOT))
          .field("dryRun", dryRun)
          .field("written", written)
          .field("upToDate", upToDate)
          .known("size", written ? Files.size(output) : -1)
          .texts("edits", edits.stream().map(Edit::words).toList());
      editing.json(out);
      out.texts("notes", editing.notes()).texts("findings", editing.findings());
    }
  }
}
