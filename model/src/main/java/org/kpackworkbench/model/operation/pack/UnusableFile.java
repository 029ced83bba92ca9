package org.kpackworkbench.model.operation.pack;

import org.kpackworkbench.model.operation.output.Finding;

/** A file of a tree turns out to be unusable when some of it was packed already. */
final class UnusableFile extends Exception {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final transient Finding finding;

  UnusableFile(String path, Finding finding) {
    super(finding.message());
    this.path = path;
    this.finding = finding;
  }

  String path() {
    return path;
  }

  Finding finding() {
    return finding;
  }
}
