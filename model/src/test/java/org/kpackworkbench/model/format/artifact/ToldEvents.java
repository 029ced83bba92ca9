package org.kpackworkbench.model.format.artifact;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Records the events. */
public final class ToldEvents implements ArtifactEvents {
  /** What started and how it ended. */
  public final List<String> told = Collections.synchronizedList(new ArrayList<>());

  /** The bytes that are still to be done, by the artifact's name. */
  public final Map<String, Long> left = new ConcurrentHashMap<>();

  private static String name(Path source) {
    return String.valueOf(source.getFileName());
  }

  @Override
  public void started(Path source, long sizeBytes) {
    if (left.put(name(source), sizeBytes) == null) {
      told.add("started " + name(source));
    }
  }

  @Override
  public void advanced(Path source, long bytes) {
    left.merge(name(source), -bytes, Long::sum);
  }

  @Override
  public void done(Path source, int made) {
    told.add("done %s %d".formatted(name(source), made));
  }

  @Override
  public void failed(Path source, IOException why) {
    told.add("failed %s: %s".formatted(name(source), why.getMessage()));
  }
}
