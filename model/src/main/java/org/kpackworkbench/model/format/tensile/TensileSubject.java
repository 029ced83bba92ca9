package org.kpackworkbench.model.format.tensile;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A library, and what is beside it.
 *
 * @param folders its folder, and those whose files will be beside it
 * @param otherCode whether there are code objects of other libraries for its GPU
 * @param codeForOthers the files of its code objects without code for its GPU, and for which
 *     targets their code is
 * @param fallbacks the files of code objects that it needs for its GPU, of libraries for any, and
 *     that are missing
 * @param part whether it is in an artifact or a package without the library that loads it, so that
 *     files for all GPUs are elsewhere
 */
record TensileSubject(
    Place place,
    ByteView bytes,
    TensileDocument document,
    KernelsBeside kernels,
    boolean otherCode,
    Map<Path, Set<GpuTarget>> codeForOthers,
    List<String> fallbacks,
    List<Path> folders,
    boolean part)
    implements Subject {
  TensileSubject {
    folders = List.copyOf(folders);
    codeForOthers = Collections.unmodifiableMap(new LinkedHashMap<>(codeForOthers));
    fallbacks = List.copyOf(fallbacks);
  }
}
