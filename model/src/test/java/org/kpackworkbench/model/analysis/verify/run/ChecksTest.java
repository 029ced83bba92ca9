package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.verify.TreeFileSubject;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

class ChecksTest {
  private record Named(String name, boolean reads) implements Rule<TreeFileSubject.Name> {
    @Override
    public String sentence() {
      return "The file has a name.";
    }

    @Override
    public Class<TreeFileSubject.Name> subject() {
      return TreeFileSubject.Name.class;
    }

    @Override
    public void check(TreeFileSubject.Name subject, Sink sink) throws IOException {
      if (reads) {
        throw new AccessDeniedException("beside.kpack");
      }
      sink.error(subject.place(), -1, "It has another name.", "");
    }
  }

  @Test
  void runsOtherRulesWhereOneMayNotReadAnArchive() {
    Place place = new Place.File(Path.of("lib.so"));
    List<Rule<?>> rules = List.of(new Named("reads", true), new Named("name", false));
    Checks.Collector found = new Checks.Collector(place, rules, Progress.NONE);
    Checks checks = new Checks(rules, found);
    assertThatThrownBy(() -> checks.run(new TreeFileSubject.Name(place, "lib.so", null)))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("beside.kpack");
    assertThat(found.sorted()).extracting(Finding::rule).containsExactly("name");
  }
}
