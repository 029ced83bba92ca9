package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.offload.DeviceCode;

/** No archive beside a fat binary has code objects that it would use if it were host-only. */
public final class NotFat extends HostRule {
  public NotFat() {
    super("fat-beside-archive", "No archive has code of a binary that is fat.");
  }

  @Override
  public void check(HostSubject subject, Sink sink) throws IOException {
    if (subject.fat().state() != DeviceCode.FAT
        || !(subject.place() instanceof Place.File)
        || subject.image().isObject()) {
      return;
    }
    List<Path> beside = subject.context().archivesBeside(subject.place().file());
    if (!beside.isEmpty()) {
      List<Path> more =
          subject
              .context()
              .archivesBeside(
                  subject.place().file(),
                  subject.context().answersOf(subject.fat(), subject.place(), sink.progress()),
                  new TreeSet<>());
      // Code that is inside the binary, too, is found there: then only room is wasted.
      sink.add(
          more.isEmpty() ? Severity.NOTE : Severity.ERROR,
          subject.place(),
          -1,
          "The binary is fat: it uses the code inside it, and no loader looks for its code in %s."
              .formatted(
                  ListText.some(
                      (more.isEmpty() ? beside : more)
                          .stream().map(each -> String.valueOf(each.getFileName())).toList())),
          Diagnosis.NotConverted.OTHER_BUILD,
          Evidence.NONE.about(beside.toArray(Path[]::new)));
    }
  }
}
