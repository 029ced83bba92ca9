package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.tensile.TensileDocument;

/**
 * Tensile's libraries, open, so that those for several GPUs, or for several settings of one, are
 * read once. For one thread.
 */
final class OpenLibraries implements AutoCloseable {
  private static final int MOST_OPEN = 256;

  private final Progress progress;
  private final Map<Path, TensileDocument> open = new LinkedHashMap<>(16, 0.75f, true);

  OpenLibraries(Progress progress) {
    this.progress = progress;
  }

  /**
   * Returns a library, which stays open until some hundred others are open.
   *
   * @throws IOException if a part of it cannot be read
   */
  TensileDocument of(Path file) throws IOException {
    TensileDocument known = open.get(file);
    if (known != null) {
      return known;
    }
    return Closing.ifFails(
        StandardFormats.all().open(file, progress.cancelOnly()),
        document -> {
          TensileDocument read = readable(document);
          open.put(file, read);
          Iterator<TensileDocument> oldest = open.values().iterator();
          if (open.size() > MOST_OPEN) {
            oldest.next().close();
            oldest.remove();
          }
          return read;
        });
  }

  private TensileDocument readable(Document document) throws IOException {
    if (!document.problems().isEmpty()) {
      throw document.problems().getFirst();
    }
    if (document instanceof TensileDocument tensile) {
      for (DocumentPart part : tensile.parts()) {
        progress.step(0);
        if (part.problem() != null) {
          throw part.problem();
        }
      }
      return tensile;
    }
    throw new IOException(
        "%s: expected a Tensile library, found %s. Copy the file again from its source"
            .formatted(document.place().file(), KernelFiles.found(document)));
  }

  @Override
  public void close() throws IOException {
    for (TensileDocument each : open.values()) {
      each.close();
    }
  }
}
