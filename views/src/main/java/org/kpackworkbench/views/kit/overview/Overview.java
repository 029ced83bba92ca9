package org.kpackworkbench.views.kit.overview;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary.TargetBytes;

/**
 * Content of the first view of a file; UI-independent.
 *
 * @param name the file's name
 * @param state what it is in a few words, e.g. {@code "fat"}; may be empty
 * @param well whether that is as it should be
 * @param sentences what it is, for readers new to such files
 * @param warnings what contradicts itself in it, in sentences
 * @param shares whose its bytes are
 * @param targets the targets that it has code for
 * @param facts what else there is to know
 * @param problems what could not be read
 */
public record Overview(
    String name,
    String state,
    boolean well,
    List<String> sentences,
    List<String> warnings,
    List<Share> shares,
    List<TargetBytes> targets,
    List<Fact> facts,
    List<FormatException> problems) {

  public Overview {
    sentences = List.copyOf(sentences);
    warnings = List.copyOf(warnings);
    shares = List.copyOf(shares);
    targets = List.copyOf(targets);
    facts = List.copyOf(facts);
    problems = List.copyOf(problems);
  }

  /** Returns the overview of a document that may hold code objects. */
  public static Overview of(
      Document document,
      String state,
      List<String> sentences,
      List<String> warnings,
      List<Fact> facts)
      throws IOException {
    return new Overview(
        document.place().label(),
        state,
        true,
        sentences,
        warnings,
        Share.of(document.ownership()),
        TargetBytes.of(document.codeObjects()),
        facts,
        document.problems());
  }
}
