package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.contents.InfoFacts;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.OtherDocument;

/**
 * Gets at the code objects of a file, or says why it has none to list or extract. Those of a
 * host-only binary are in its archives.
 */
record FileCodeObjects(Document document, CodeObjects codeObjects, @Nullable CodeElsewhere archived)
    implements AutoCloseable {
  /**
   * Those of an open file. Archives that are below a folder that is read as a whole are passed
   * over: their turn comes anyway.
   */
  static FileCodeObjects of(Inputs.Item item, Document document, Progress progress)
      throws IOException, CliException {
    FormatException refusal = InfoFacts.refusal(document);
    if (refusal != null) {
      throw refusal;
    }
    Path root = item.root() == null ? null : item.root().toRealPath();
    Optional<CodeElsewhere> elsewhere =
        document.codeElsewhere(archive -> root == null || !archive.startsWith(root), progress);
    if (elsewhere.isPresent()) {
      CodeElsewhere archived = elsewhere.get();
      return new FileCodeObjects(document, archived.codeObjects(), archived);
    }
    return new FileCodeObjects(document, own(document), null);
  }

  private static CodeObjects own(Document document) throws FormatException, CliException {
    Optional<String> refusal = document.refusesCodeObjects();
    if (refusal.isEmpty()) {
      return document.codeObjects();
    }
    if (document instanceof OtherDocument && !document.problems().isEmpty()) {
      throw document.problems().getFirst();
    }
    throw CliException.failed(document.path() + ": " + refusal.get());
  }

  /** Returns the problems of the file and, where its code is in archives, of those. */
  List<FormatException> problems() {
    List<FormatException> problems = new ArrayList<>(document.problems());
    if (archived != null) {
      problems.addAll(archived.problems());
    }
    return problems;
  }

  /** The archives that hold them; null if they are in the file itself. */
  @Nullable List<Path> archives() {
    return archived == null ? null : archived.files();
  }

  /** Whether they are in archives, and there are none. */
  boolean missing() {
    return archived != null && archived.isMissing();
  }

  /** Why a file that could hold code objects holds none. */
  String whyNone() {
    return document.path()
        + ": "
        + (archived == null ? document.whyNoCodeObjects() : archived.whyNone());
  }

  @Override
  public void close() {
    if (archived != null) {
      archived.close();
    }
  }
}
