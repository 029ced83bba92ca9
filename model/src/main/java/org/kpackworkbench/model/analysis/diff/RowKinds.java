package org.kpackworkbench.model.analysis.diff;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;

/** The kinds of rows of comparisons. */
public final class RowKinds {
  /** The kinds of rows that are not parts of documents; {@link Draft} takes no other. */
  static final List<String> OWN =
      List.of(
          "archive",
          "architecture",
          "argument",
          "bytes",
          "code",
          "code object",
          "descriptor",
          "device code",
          "directory",
          "dynamic",
          "export",
          "file",
          "folder",
          "header",
          "import",
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

  /** The kinds of all rows of all comparisons: also what formats call their parts. */
  public static List<String> of(Formats formats) {
    Set<String> all = new LinkedHashSet<>(OWN);
    formats.all().stream().filter(Format::isRead).forEach(each -> all.addAll(each.partGroups()));
    return List.copyOf(all);
  }
}
