package org.kpackworkbench.model.verify.host;

import org.kpackworkbench.model.verify.HostSubject;
import org.kpackworkbench.model.verify.NamedRule;

/** A rule about a host binary. */
abstract class HostRule extends NamedRule<HostSubject> {
  HostRule(String name, String sentence) {
    super(HostSubject.class, name, sentence);
  }
}
