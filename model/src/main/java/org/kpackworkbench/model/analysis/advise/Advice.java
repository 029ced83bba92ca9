package org.kpackworkbench.model.analysis.advise;

import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * The packages to install for some GPUs. Immutable.
 *
 * @param packages all that there are, in the order in which they were named
 * @param commands how to install those that are needed
 * @param uncovered what gets no code
 * @param instead where other code than a GPU's own serves it
 * @param findings what keeps the needed packages from being installed together
 */
public record Advice(
    List<GpuTarget> gpus,
    List<Choice> packages,
    List<String> commands,
    List<Uncovered> uncovered,
    List<Instead> instead,
    List<OperationNote> findings) {
  public Advice {
    gpus = List.copyOf(gpus);
    packages = List.copyOf(packages);
    commands = List.copyOf(commands);
    uncovered = List.copyOf(uncovered);
    instead = List.copyOf(instead);
    findings = List.copyOf(findings);
  }

  /** The purpose of a package. */
  public enum Role {
    /** For any GPU: binaries, what they need. */
    HOST("host"),
    /** Only code or data for some GPUs. */
    DEVICE("device");

    private final String words;

    Role(String words) {
      this.words = words;
    }

    /** Returns the role's name. */
    public String words() {
      return words;
    }
  }

  /**
   * A package.
   *
   * @param name its name; of an artifact that of its folder
   * @param version its version; may be empty
   * @param needed whether one of the GPUs needs it
   * @param gpus the GPUs that need it; all of them where it is for any
   * @param installed whether it is installed already
   * @param extra the extra of another wheel that installs it; may be empty
   * @param downloadBytes the size of its file; of a folder that of its files; -1 if an index does
   *     not state it
   * @param installBytes the size of its files; -1 if an index does not state it
   */
  public record Choice(
      Path path,
      String name,
      String version,
      Role role,
      boolean needed,
      List<GpuTarget> gpus,
      boolean installed,
      String extra,
      long downloadBytes,
      long installBytes) {
    /** Returns the package as one that is not needed. */
    Choice left() {
      return new Choice(
          path,
          name,
          version,
          role,
          false,
          List.of(),
          installed,
          extra,
          downloadBytes,
          installBytes);
    }

    void describe(Facts facts) {
      facts
          .path("path", path)
          .text("name", name)
          .text("version", version)
          .text("role", role.words())
          .flag("needed", needed)
          .shown(installed ? "installed" : needed ? "install" : "-")
          .texts("gpus", gpus.stream().map(GpuTarget::toString).toList())
          .flag("installed", installed)
          .text("extra", extra)
          .size("download", downloadBytes)
          .size("install", installBytes);
    }
  }

  /**
   * A GPU that gets no code for some binaries.
   *
   * @param binaries their paths
   * @param named the same, with wrappers where only some get none
   * @param wrappers how many of their wrappers get none
   * @param why in a sentence
   * @param advice what to do; may be empty
   */
  public record Uncovered(
      GpuTarget gpu,
      List<String> binaries,
      List<String> named,
      int wrappers,
      String why,
      String advice) {
    void describe(Facts facts) {
      facts
          .text("gpu", gpu.toString())
          .texts("binaries", binaries)
          .text("why", why)
          .text("advice", advice);
    }
  }

  /**
   * Code for another target that serves a GPU.
   *
   * @param target what it is for
   * @param binaries of how many binaries
   */
  public record Instead(GpuTarget gpu, String target, int binaries) {
    void describe(Facts facts) {
      facts
          .text("gpu", gpu.toString())
          .text("target", target)
          .number("binaries", binaries)
          .shown(CountText.of(binaries, "binary"));
    }
  }

  /** Whether every GPU has its code, and the packages can be installed. */
  public boolean complete() {
    return uncovered.isEmpty()
        && findings.stream().noneMatch(each -> each.severity() == Severity.ERROR);
  }

  /** The packages that are to be installed. */
  public List<Choice> needed() {
    return packages.stream().filter(Choice::needed).toList();
  }

  /** A sum; -1 if one of the numbers is not known. */
  private static long sum(List<Choice> choices, ToLongFunction<Choice> bytes) {
    return choices.stream().anyMatch(choice -> bytes.applyAsLong(choice) < 0)
        ? -1
        : choices.stream().mapToLong(bytes).sum();
  }

  /** Two sizes, without those that are not known; empty if neither is. */
  private static String sizes(
      String before, long download, String behind, long install, String last) {
    String sizes =
        Stream.of(
                download < 0 ? "" : SizeText.of(download) + behind,
                install < 0 ? "" : SizeText.of(install) + last)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return sizes.isEmpty() ? "" : before + sizes;
  }

  /** Returns a report of the advice. */
  public Report describe() {
    long download = sum(needed(), Choice::downloadBytes);
    long install = sum(needed(), Choice::installBytes);
    long allDownload = sum(packages, Choice::downloadBytes);
    long allInstall = sum(packages, Choice::installBytes);
    Facts facts =
        new Facts()
            .texts("gpus", gpus.stream().map(GpuTarget::toString).toList())
            .list("packages", packages, Choice::describe)
            .size("download", download)
            .size("install", install)
            .size("allDownload", allDownload)
            .size("allInstall", allInstall)
            .texts("commands", commands)
            .list("uncovered", uncovered, Uncovered::describe)
            .list("instead", instead, Instead::describe);
    Report report =
        new Report(facts)
            .table(
                "packages",
                "path as package",
                "needed as advice",
                "gpus as for",
                "download",
                "install",
                "extra")
            .line(
                "%d of %s%s%s"
                    .formatted(
                        needed().size(),
                        CountText.of(packages.size(), "package"),
                        sizes(": ", download, " to download", install, " installed"),
                        sizes("; all of them: ", allDownload, "", allInstall, "")));
    report.lines("instead", "%s: code for %s serves %s", "gpu", "target", "binaries");
    for (Uncovered each : uncovered) {
      report.line(
          "%s gets no code in %s: %s%s"
              .formatted(
                  each.gpu(),
                  String.join(", ", each.named()),
                  each.why(),
                  each.advice().isEmpty() ? "" : " " + each.advice()));
    }
    findings.forEach(
        each -> report.line("%s: %s %s".formatted(each.file(), each.message(), each.advice())));
    commands.forEach(report::line);
    return report;
  }
}
