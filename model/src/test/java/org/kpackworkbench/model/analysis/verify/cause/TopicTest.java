package org.kpackworkbench.model.analysis.verify.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.analysis.verify.run.StandardRules;
import org.kpackworkbench.model.base.finding.Rule;

/** The table of rules that causes relate names rules that there are. */
class TopicTest {
  @ParameterizedTest
  @EnumSource
  void namesRules(Topic topic) {
    List<String> names = StandardRules.all().stream().map(Rule::name).toList();
    assertThat(topic.rules())
        .allSatisfy(
            each ->
                assertThat(names)
                    .anyMatch(
                        name -> each.endsWith("-") ? name.startsWith(each) : name.equals(each)));
  }
}
