package org.kpackworkbench.model.analysis.diff;

import java.util.List;

/** What rows of comparisons can be about. */
public final class RowKinds {
  /** The kinds of all rows of all comparisons; {@link Draft} takes no other. */
  public static final List<String> ALL =
      List.of(
          "archive",
          "architecture",
          "argument",
          "bytes",
          "code",
          "code object",
          "descriptor",
          "device code",
          "dynamic",
          "file",
          "folder",
          "header",
          "kernel",
          "link",
          "manifest",
          "marker",
          "member",
          "metadata",
          "relocation",
          "relocations",
          "section",
          "segment",
          "special file",
          "stage prefix",
          "target",
          "wrapper");

  private RowKinds() {}
}
