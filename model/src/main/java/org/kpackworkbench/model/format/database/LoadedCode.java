package org.kpackworkbench.model.format.database;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registry.CodeObjects;

/**
 * For which GPUs there is code in a file that a library loads as a whole, by the headers of its
 * code objects and the tables of its bundles. Stateless: safe for use by many threads.
 */
public final class LoadedCode {
  private LoadedCode() {}

  /**
   * The targets of all code objects, each once; nothing is unpacked but tables.
   *
   * @throws FormatException if one cannot be read
   */
  public static Set<GpuTarget> targets(CodeObjects code) throws FormatException {
    Set<GpuTarget> targets = new TreeSet<>();
    for (int row = 0; row < code.size(); row++) {
      targets.add(code.row(row).target());
    }
    return Collections.unmodifiableSet(targets);
  }

  /** Whether there is code, and a GPU loads none of it. */
  public static boolean isForOthers(Collection<GpuTarget> targets, GpuTarget gpu) {
    return !targets.isEmpty() && targets.stream().noneMatch(target -> loads(gpu, target));
  }

  /**
   * Whether a GPU loads code: that of its processor, its family or one of its generic targets.
   * Features that only one of them names may be any. Code for a processor that is not known may be
   * for any GPU.
   */
  private static boolean loads(GpuTarget gpu, GpuTarget code) {
    String processor = code.processor();
    return gpu.agrees(code)
        && (GpuTable.related(gpu.processor(), processor)
            || !isKnown(processor)
            || GpuTable.generics(gpu).stream()
                .flatMap(each -> Stream.concat(Stream.of(each), olderName(each)))
                .anyMatch(each -> each.processor().equals(processor)));
  }

  private static Stream<GpuTarget> olderName(GpuTarget generic) {
    return GpuTable.olderName(generic).stream();
  }

  private static boolean isKnown(String processor) {
    return GpuTable.isGroup(processor) || GpuTable.isTarget(processor);
  }
}
