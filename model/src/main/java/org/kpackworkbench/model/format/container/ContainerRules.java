package org.kpackworkbench.model.format.container;

import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** The rules about containers. */
final class ContainerRules {
  private static final String ANEW = "Make it again with the compiler or llvm-offload-binary.";

  private ContainerRules() {}

  static List<Rule<?>> all() {
    return List.of(READS, UNPACKS, ALIGNED);
  }

  /** Headers, entries and texts can be read, and images lie where they may. */
  private static final Rule<ContainerSubject> READS =
      Rule.of(
          ContainerSubject.class,
          "container-reads",
          "The entries of an offload container can be read and lie inside it.",
          ContainerRules::reads);

  private static void reads(ContainerSubject subject, Sink sink) {
    for (FormatException problem : subject.document().problems()) {
      sink.problem(subject.place(), problem, ANEW);
    }
  }

  private static final Rule<ContainerSubject> UNPACKS =
      Rule.of(
          ContainerSubject.class,
          "container-unpacks",
          "A compressed offload container unpacks to the size that it states.",
          ContainerRules::unpacks);

  private static void unpacks(ContainerSubject subject, Sink sink) {
    for (Container container : subject.document().file().containers()) {
      PackedPart packed = container.packed();
      if (packed != null) {
        try {
          packed.check(UnpackBudget.one(), sink.progress());
        } catch (FormatException problem) {
          sink.problem(subject.place(), problem, ANEW);
        }
      }
    }
  }

  /** Tools look for each container where eight bytes start. */
  private static final Rule<ContainerSubject> ALIGNED =
      Rule.of(
          ContainerSubject.class,
          "container-aligned",
          "Offload containers start at multiples of 8 bytes.",
          ContainerRules::aligned);

  private static void aligned(ContainerSubject subject, Sink sink) {
    for (Container container : subject.document().file().containers()) {
      long start = container.range().start();
      if (start % 8 != 0) {
        sink.error(
            subject.place(),
            subject.bytes().fileOffset(start),
            "Container %d starts at 0x%x, expected a multiple of 8."
                .formatted(container.index(), start),
            "LLVM's tools do not find it there. " + ANEW);
      }
    }
  }
}
