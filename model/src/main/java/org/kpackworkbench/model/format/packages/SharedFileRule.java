package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.util.Optional;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.packages.Packages.Part;

/** A file that two packages bring to one path, of packages that are to be installed together. */
final class SharedFileRule extends NamedRule<PackageRule.Whole> {
  SharedFileRule() {
    super(
        PackageRule.Whole.class,
        "package-shared-file",
        "Packages that are installed together have no file in common.");
  }

  @Override
  public void check(PackageRule.Whole subject, Sink sink) throws IOException {
    PackageFile own = subject.file();
    for (PackageFile other : subject.together()) {
      if (other.format() == own.format() && other.path().compareTo(own.path()) < 0) {
        Optional<SharedFiles> shared =
            SharedFiles.of(own.format(), Part.of(other), other.facts(), Part.of(own), own.facts());
        shared.ifPresent(
            files ->
                sink.add(
                    files.severity(),
                    subject.place(),
                    -1,
                    files.message(),
                    files.advice(),
                    Evidence.of("files of its own", files.paths())));
      }
    }
  }
}
