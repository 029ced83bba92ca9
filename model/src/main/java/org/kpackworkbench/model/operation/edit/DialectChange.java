package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/**
 * The effects of a change to another dialect, to show before the change.
 *
 * @param dialect the other dialect
 * @param lost what it cannot store, each as a phrase; empty if nothing is lost
 * @param lacking what it states and the manifest does not know, each as a phrase
 */
public record DialectChange(ManifestDialect dialect, List<String> lost, List<String> lacking) {
  public DialectChange {
    lost = List.copyOf(lost);
    lacking = List.copyOf(lacking);
  }

  /** Returns the change for a manifest as it is now. */
  public static DialectChange of(Manifest manifest, ManifestDialect dialect) {
    List<String> lost = new ArrayList<>();
    List<String> lacking = new ArrayList<>();
    if (dialect == manifest.dialect()) {
      return new DialectChange(dialect, lost, lacking);
    }
    if (dialect == ManifestDialect.BY_LIST) {
      if (manifest.prefix() != null) {
        lost.add("the prefix " + manifest.prefix());
      }
      say(manifest, "a checksum", row -> row.sha256() == null, lacking);
    } else {
      if (manifest.prefix() == null) {
        lacking.add("a prefix");
      }
      say(manifest, "a size", row -> row.sizeBytes() < 0, lacking);
      say(manifest, "a number of kernels", row -> row.kernelCount() < 0, lacking);
    }
    return new DialectChange(dialect, lost, lacking);
  }

  private static void say(
      Manifest manifest, String what, Predicate<ManifestRow> which, List<String> phrases) {
    long count = manifest.rows().stream().filter(which).count();
    if (count > 0) {
      phrases.add("%s of %s".formatted(what, CountText.of(count, "row")));
    }
  }
}
