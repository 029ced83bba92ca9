package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Rule;

/** A rule about a host binary. */
abstract class HostRule extends NamedRule<HostSubject> {
  HostRule(String name, String sentence) {
    super(HostSubject.class, name, sentence);
  }

  static Rule<HostSubject> of(String name, String sentence, Check<HostSubject> check) {
    return Rule.of(HostSubject.class, name, sentence, check);
  }
}
