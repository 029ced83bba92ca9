package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.NamedRule;

/** A rule about a host binary. */
abstract class HostRule extends NamedRule<HostSubject> {
  HostRule(String name, String sentence) {
    super(HostSubject.class, name, sentence);
  }
}
