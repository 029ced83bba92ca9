package org.kpackworkbench.model.bench;

/** One command beside another, where both could be measured. */
final class Compared {
  private Compared() {}

  /** How many times as long it takes. */
  static Limit with(TimedCommand command, TimedCommand other) {
    return command.samples() == null || other.samples() == null
        ? Limit.NONE
        : Limit.beside(command.samples(), other.name(), other.samples().median());
  }

  /** At most so many times as long as the other. */
  static Limit atMost(double times, TimedCommand command, TimedCommand other) {
    return command.samples() == null || other.samples() == null
        ? Limit.NONE
        : Limit.times(times, command.samples(), other.name(), other.samples().median());
  }
}
