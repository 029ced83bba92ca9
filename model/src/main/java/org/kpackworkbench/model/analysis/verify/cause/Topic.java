package org.kpackworkbench.model.analysis.verify.cause;

import java.util.List;
import org.kpackworkbench.model.base.finding.Finding;

/**
 * Topics of findings, as far as several of them have one cause: the one table of rules that causes
 * relate. A name that ends with {@code -} represents all rules that begin with it.
 */
enum Topic {
  /** A marker leads to no archive. */
  LEADS_NOWHERE("archives-found"),
  /** A marker does not lead to the archive that has its code. */
  LEADS_ELSEWHERE("search-path-leads"),
  /** A binary had code for a target, of which there is no archive. */
  ABSENT("archive-absent"),
  /** An archive lacks code of a binary. */
  HOLE("archives-complete"),
  /** A manifest lists an archive that is not there. */
  NOT_INSTALLED("manifest-archive-missing"),
  /** No manifest lists an archive. */
  UNNAMED("manifest-unnamed"),
  /** An archive is not what its name says. */
  MISNAMED("artifact-architecture", "artifact-archive-name"),
  /** An archive's table says another name. */
  OTHER_NAME("artifact-archive-name"),
  /** An archive is not what a manifest, or its name, says. */
  OTHER_CONTENT("manifest-checksum", "manifest-size", "artifact-archive-name"),
  /** A manifest says something about an archive that is there. */
  STATED("manifest-"),
  /** The table of an archive is damaged. */
  TABLE("archive-"),
  /** An archive, or code in it, is damaged. */
  DAMAGE("frame-", "archive-", "code-object-", "kernel-"),
  /** Code is filed under a target that it is not for. */
  MISFILED("archive-metadata-target", "code-object-target"),
  /** A file ends before what its headers describe. */
  BEYOND_END("elf-reads", "layout-segment-in-file"),
  /** A name cannot exist on Windows. */
  WINDOWS_NAME("name-windows"),
  /** Notes that are identified by nothing but names. */
  NAMES("name-windows", "name-path-list");

  private final List<String> rules;

  Topic(String... rules) {
    this.rules = List.of(rules);
  }

  /** The names of rules, or their beginnings. */
  List<String> rules() {
    return rules;
  }

  boolean has(String rule) {
    return rules.stream()
        .anyMatch(each -> each.endsWith("-") ? rule.startsWith(each) : rule.equals(each));
  }

  boolean has(Finding finding) {
    return has(finding.rule());
  }
}
