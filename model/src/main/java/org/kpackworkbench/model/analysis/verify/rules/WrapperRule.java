package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.offload.Wrapper;

/** A rule about each wrapper by itself. */
abstract class WrapperRule extends HostRule {
  private final String advice;

  WrapperRule(String name, String sentence, String advice) {
    super(name, sentence);
    this.advice = advice;
  }

  @Override
  public final void check(HostSubject subject, Sink sink) {
    if (subject.elf().header().isObject()) {
      // Its pointers are not set before it is linked.
      return;
    }
    for (Wrapper wrapper : subject.fat().wrappers()) {
      String wrong = wrong(subject, wrapper);
      if (!wrong.isEmpty()) {
        long offset = subject.fileOffset(wrapper.range().start());
        sink.error(subject.wrapper(wrapper), offset, wrong, advice);
      }
    }
  }

  /** What is wrong with it, as a sentence; empty where nothing is. */
  abstract String wrong(HostSubject subject, Wrapper wrapper);
}
