package org.kpackworkbench.model.operation.packages;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Packages that were made, or would be.
 *
 * @param version the version of all of them
 * @param packages the packages, as the first form has them
 * @param users what is installed for the GPUs of an architecture, and at last for all
 * @param written the files
 * @param findings what else is to be known
 */
public record PackagesReport(
    PackagesRequest request,
    boolean planned,
    String version,
    List<Row> packages,
    List<User> users,
    List<Written> written,
    List<OperationNote> findings) {
  public PackagesReport {
    packages = List.copyOf(packages);
    users = List.copyOf(users);
    written = List.copyOf(written);
    findings = List.copyOf(findings);
  }

  /**
   * A package.
   *
   * @param role {@code plain}, {@code host}, {@code device} or {@code meta}
   * @param target the architecture that it is for; empty for any
   * @param contents what it holds
   * @param installBytes the size of its files
   * @param downloadBytes the size of its file in the first form; -1 where it is part of a tree
   * @param artifacts the artifacts that it is made of
   */
  public record Row(
      String name,
      String role,
      String component,
      String target,
      List<Content> contents,
      int files,
      long installBytes,
      long downloadBytes,
      List<String> depends,
      List<String> recommends,
      String provides,
      List<String> artifacts) {
    /** Returns the contents in words. */
    public String contentsText() {
      return contents.stream().map(Content::words).collect(Collectors.joining(", "));
    }

    /** Returns the names of the packages that it depends on. */
    public String dependsText() {
      return String.join(" ", depends).replaceAll(" \\(?==? [^ ]+", "");
    }

    private void describe(Facts facts) {
      facts
          .text("name", name)
          .text("role", role)
          .text("component", component)
          .text("target", target)
          .list("contents", contents, Content::describe)
          .shown(contentsText())
          .number("files", files)
          .size("install", installBytes)
          .size("download", downloadBytes)
          .texts("depends", depends)
          .shown(dependsText())
          .texts("recommends", recommends)
          .text("provides", provides)
          .texts("artifacts", artifacts);
    }
  }

  /**
   * A kind of content.
   *
   * @param kind a word for one of it
   */
  public record Content(String kind, int count, long sizeBytes) {
    private void describe(Facts facts) {
      facts.text("kind", kind).number("count", count).size("size", sizeBytes);
    }

    private String words() {
      return CountText.of(count, kind);
    }
  }

  /**
   * The packages that one machine installs.
   *
   * @param target the architecture of its GPU; {@code all} for all of them
   * @param packages names of the packages, without those that have no files
   */
  public record User(String target, List<String> packages, long installBytes, long downloadBytes) {
    private void describe(Facts facts) {
      facts
          .text("target", target)
          .texts("packages", packages)
          .shown(Integer.toString(packages.size()))
          .size("install", installBytes)
          .size("download", downloadBytes);
    }
  }

  /** A file. */
  public record Written(String form, Path path, long sizeBytes) {
    private void describe(Facts facts) {
      facts.text("format", form).path("path", path).size("size", sizeBytes);
    }
  }

  /** Returns how many packages and files there are. */
  public String summary() {
    return "%s, version %s%s"
        .formatted(
            CountText.of(packages.size(), "package"),
            version,
            written.stream()
                .collect(
                    Collectors.groupingBy(
                        Written::form, java.util.TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(each -> "%d %s".formatted(each.getValue(), each.getKey()))
                .collect(Collectors.joining(", ", ": ", "")));
  }

  /** Returns the report of the packages. */
  public Report describe() {
    List<Row> depending =
        packages.stream()
            .filter(row -> !row.depends().isEmpty() || !row.provides().isEmpty())
            .toList();
    Facts facts =
        new Facts()
            .path("input", request.input())
            .path("config", request.config())
            .path("output", request.output().orElse(null))
            .flag("dryRun", planned)
            .text("version", version)
            .list("packages", packages, Row::describe)
            .list("users", users, User::describe)
            .list("written", written, Written::describe)
            .asides("depending", depending, Row::describe);
    return new Report(facts)
        .table(
            "packages", "name as package", "contents", "install", "download", "artifacts as from")
        .section("Dependencies", "depending", "name as package", "depends", "provides")
        .section(
            "To install for a GPU", "users", "target as GPU", "packages", "download", "install")
        .gap()
        .line(summary());
  }
}
