package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Filing;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.MismatchCache;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Origin;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.context.Originals;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.output.ContentCheck;

/** The standard rules, run on what is not written yet. Stateless: safe for use by many threads. */
public final class RulesOfContent implements ContentCheck {
  @Override
  public List<Finding> codeObject(Place place, ByteView bytes, GpuTarget filed) throws IOException {
    Checks.Collector found = new Checks.Collector(place, StandardRules.all(), Progress.NONE);
    Checks checks = new Checks(StandardRules.all(), found);
    List<Filing> filings = List.of(new Filing(place, filed));
    checks.run(
        CodeObjectSubject.of(
            new Origin(place, -1, filings, true, true), bytes, new MismatchCache()));
    return found.sorted();
  }

  @Override
  public List<Finding> manifest(Path path, ByteView bytes, Progress progress) throws IOException {
    Place place = new Place.File(path);
    Checks.Collector found = new Checks.Collector(place, StandardRules.all(), progress);
    Checks checks = new Checks(StandardRules.all(), found);
    try (VerifyContext context = new VerifyContext(Originals.NONE, UnpackBudget.operation())) {
      KpmFormat.FORMAT.check(
          place, bytes, new FileCheck(checks, context, 1, StandardFormats.all(), progress));
    }
    return found.sorted();
  }

  @Override
  public List<Finding> host(Path path, FatBinary fat, Progress progress) throws IOException {
    Place place = new Place.File(path);
    Checks.Collector found = new Checks.Collector(place, StandardRules.all(), progress);
    Checks checks = new Checks(StandardRules.all(), found);
    try (VerifyContext context = new VerifyContext(Originals.NONE, UnpackBudget.operation())) {
      checks.run(new HostSubject(place, fat, List.of(), context, context.of(path)));
    }
    return found.sorted();
  }
}
