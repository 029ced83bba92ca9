package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Archives, targets and findings, as {@code convert} and {@code pack} print them. */
final class PackedOutput {
  /** So many notes of a rule are said one by one. */
  private static final int MOST_NOTES = 3;

  private PackedOutput() {}

  static String outcome(HostOnlyOutcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static void archives(JsonOut out, List<PlannedArchive> archives) {
    out.list("archives");
    for (PlannedArchive archive : archives) {
      out.object()
          .field("path", archive.path().toString())
          .field("group", archive.group())
          .field("family", archive.family())
          .texts("targets", archive.targets())
          .field("scheme", archive.scheme().text())
          .field("kernels", archive.kernels())
          .known("blobs", archive.blobs())
          .field("originalSize", archive.originalSizeBytes())
          .known("size", archive.sizeBytes())
          .endObject();
    }
    out.endList();
  }

  static void dropped(JsonOut out, List<DroppedTarget> dropped) {
    out.list("dropped");
    for (DroppedTarget target : dropped) {
      out.object()
          .field("target", target.target().toString())
          .field("kernels", target.kernels())
          .field("size", target.sizeBytes())
          .endObject();
    }
    out.endList();
  }

  static void findings(JsonOut out, List<OperationNote> findings) {
    out.list("findings");
    for (OperationNote finding : findings) {
      out.object()
          .field("severity", finding.severity().name().toLowerCase(Locale.ROOT))
          .field("rule", finding.rule())
          .field("file", finding.file().toString())
          .field("message", finding.message())
          .field("advice", finding.advice())
          .endObject();
    }
    out.endList();
  }

  static void table(TextOut out, List<PlannedArchive> archives) throws IOException {
    if (archives.isEmpty()) {
      return;
    }
    out.line();
    TextColumns table = new TextColumns("archive", "targets", ">kernels", ">code", ">size");
    for (PlannedArchive archive : archives) {
      table.row(
          archive.path().toString(),
          String.join(" ", archive.targets()),
          Integer.toString(archive.kernels()),
          Long.toString(archive.originalSizeBytes()),
          archive.sizeBytes() < 0 ? "-" : Long.toString(archive.sizeBytes()));
    }
    table.print(out, "");
  }

  static void lines(TextOut out, List<DroppedTarget> dropped) throws IOException {
    for (DroppedTarget target : dropped) {
      out.line(
          "left out: %s, %s, %s"
              .formatted(
                  target.target(),
                  target.kernels() == 1 ? "1 code object" : target.kernels() + " code objects",
                  Facts.size(target.sizeBytes())));
    }
  }

  /** Says that nothing had to be written. */
  static void upToDate(TextOut out, boolean upToDate) throws IOException {
    if (upToDate) {
      out.line("Up to date: all of it was there already, and nothing was written.");
    }
  }

  /** Says what would become of something that is there already. */
  static void noteThere(Path output, boolean replace, Console console) {
    if (!replace && Files.exists(output)) {
      console.note(
          "%s is there already: it is compared, and replaced only with --force.".formatted(output));
    }
  }

  /** Says findings on standard error. */
  static void say(List<OperationNote> findings, Console console) {
    Map<String, List<OperationNote>> notes = new LinkedHashMap<>();
    findings.stream()
        .filter(finding -> finding.severity() == Severity.NOTE)
        .forEach(one -> notes.computeIfAbsent(one.rule(), rule -> new ArrayList<>()).add(one));
    notes.values().removeIf(each -> each.size() <= MOST_NOTES || console.isVerbose());
    List<OperationNote> single =
        findings.stream()
            .filter(one -> one.severity() != Severity.NOTE || !notes.containsKey(one.rule()))
            .toList();
    // Errors and warnings each name a file that is not as it was meant to be: none is left out.
    for (OperationNote finding : single) {
      console.note(
          "%s: %s: %s%s"
              .formatted(
                  finding.severity().name().toLowerCase(Locale.ROOT),
                  finding.file(),
                  finding.message(),
                  finding.advice().isEmpty() ? "" : ". " + finding.advice()));
    }
    notes.forEach(
        (rule, each) ->
            console.note(
                "%d notes %s, the first: %s: %s; --verbose lists them"
                    .formatted(
                        each.size(), rule, each.getFirst().file(), each.getFirst().message())));
  }

  /** As of verify: errors count, warnings and notes alone do not. */
  static int status(List<OperationNote> findings) {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR)
        ? ExitStatus.FINDINGS
        : ExitStatus.DONE;
  }
}
