package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * The code objects in files beside a database, which parts of it name. Each file is opened once,
 * and closed with this. For one thread.
 */
public abstract class CodeBeside implements CodeElsewhere {
  private final Map<Path, Document> opened = new LinkedHashMap<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final List<FormatException> problems = new ArrayList<>();
  private boolean unwanted;
  private CodeObjects codeObjects = CodeObjects.none();

  /** Nothing yet. */
  protected CodeBeside() {}

  /**
   * Opens a file, where it is not open yet.
   *
   * @throws FormatException if it cannot be read as what it is
   */
  protected final Document open(Path file, Opening opening) throws IOException {
    Document known = opened.get(file);
    if (known != null) {
      return known;
    }
    Document document = opening.file(file);
    opened.put(file, document);
    problems.addAll(document.problems());
    return document;
  }

  /** Takes note of what is wrong with a file. */
  protected final void problem(FormatException problem) {
    problems.add(problem);
  }

  /** A file that is named is not there. */
  protected final void missing(String name) {
    missing.add(name);
  }

  /** The files that are named and not there. */
  protected final List<String> missing() {
    return List.copyOf(missing);
  }

  /** There are files that are not wanted. */
  protected final void unwanted() {
    unwanted = true;
  }

  /** Makes these the code objects that there are, one after another. */
  protected final void select(List<CodeObjects> parts) {
    codeObjects = new SelectedCodeObjects(parts);
  }

  @Override
  public final CodeObjects codeObjects() {
    return codeObjects;
  }

  @Override
  public List<Path> files() {
    return List.copyOf(opened.keySet());
  }

  @Override
  public final List<FormatException> problems() {
    return List.copyOf(problems);
  }

  @Override
  public final boolean isMissing() {
    return !unwanted && codeObjects.size() == 0;
  }

  @Override
  public final void close() {
    opened.values().forEach(Document::close);
  }
}
