package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;

/**
 * Something that was opened: a file, or a code object or member inside one.
 *
 * <p>Immutable; safe for use by many threads. A document that could be read in part has {@link
 * #problems} and shows the rest. Closing it closes the file it was opened from; a document inside
 * another one ends with that one.
 */
public interface Document extends AutoCloseable {

  /** Where it is: a file, a member, a code object. */
  Place place();

  /** The file that holds it. */
  default Path path() {
    return place().file();
  }

  /** Returns the format of the document. */
  Format format();

  /** Its bytes. */
  ByteView bytes();

  /**
   * Who owns its bytes. Created on first use, which may need a pass over tables: not for the UI
   * thread.
   */
  Ownership ownership();

  /** Returns the problems of what could not be read; empty if all could. */
  List<FormatException> problems();

  /** Returns notes about a file beside it that was not used, each in a sentence. */
  default List<String> openingNotes() {
    return List.of();
  }

  /** The code objects in it. */
  default CodeObjects codeObjects() {
    return CodeObjects.none();
  }

  /**
   * Whether there can be code objects in it, as there can be none in a manifest; such files are
   * skipped where whole folders are read.
   */
  default boolean mayHoldCodeObjects() {
    return format().mayHoldCode();
  }

  /** Why its code objects cannot be listed, as a sentence without an end; empty if one can. */
  default Optional<String> refusesCodeObjects() {
    return Optional.empty();
  }

  /**
   * Returns the group that the code objects are filed under: {@code {group}} in names of extracted
   * files.
   */
  default String groupName() {
    return place().label();
  }

  /** The place below which what is inside a code object is, such as its kernels. */
  default Place inside(CodeObjectRow codeObject) {
    return codeObject.place();
  }

  /**
   * Its code as something that it can be written without; empty if it cannot.
   *
   * @throws IOException if it could be, and is damaged
   */
  default Optional<CodeStore> codeStore() throws IOException {
    return Optional.empty();
  }

  /** Why there are none, where there are none. */
  default String whyNoCodeObjects() {
    return "no code objects";
  }

  /** Whether it says that code objects are in other files; cheap: those are not looked for. */
  default boolean saysCodeIsElsewhere() {
    return false;
  }

  /**
   * The code objects that it says are in other files; empty if it says so of none. Opens those
   * files.
   *
   * @param wanted which of the files to open
   */
  default Optional<CodeElsewhere> codeElsewhere(Predicate<Path> wanted, Progress progress)
      throws IOException {
    return Optional.empty();
  }

  /**
   * Returns the information that {@code info} shows about the document; by itself its parts.
   *
   * @param checksums whether to read whole files to compare their checksums
   */
  default FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new PartsInfo(this, parts(), "");
  }

  /**
   * A place in it, by a form that its format has.
   *
   * @param form such as {@code section}
   * @param name what is behind the colon
   * @param syntax makes the errors
   * @return empty if the format has no such form
   */
  default Optional<Place> place(String form, String name, PlaceSyntax syntax)
      throws PlaceSyntaxException, IOException {
    return Optional.empty();
  }

  @Override
  void close();

  /** How many parts there are of each group, in the order of the parts. */
  default Map<String, Integer> partCounts() throws FormatException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    parts().forEach(part -> counts.merge(part.group(), 1, Integer::sum));
    return counts;
  }

  /** Its parts as rows, for trees and comparisons; of itself its code objects. */
  default List<DocumentPart> parts() throws FormatException {
    List<DocumentPart> parts = new ArrayList<>();
    CodeObjects codeObjects = codeObjects();
    for (int row = 0; row < codeObjects.size(); row++) {
      parts.add(DocumentPart.of(codeObjects, codeObjects.row(row)));
    }
    return List.copyOf(parts);
  }

  /** Returns a summary in a few words, among many files. Unpacks nothing. */
  default FileSummary summary() throws FormatException {
    return new FileSummary(format(), format().groups().getFirst(), format().words());
  }

  /** Where its bytes are at run time; empty if none are mapped anywhere. */
  default Optional<VirtualAddresses> virtualAddresses() {
    return Optional.empty();
  }

  /** How bytes of a file and virtual addresses go together. */
  interface VirtualAddresses {
    /** The address at which a byte of the file is mapped. */
    OptionalLong addressOf(long fileOffset);

    /** The byte of the file that is mapped at an address. */
    OptionalLong fileOffsetOf(long virtualAddress);
  }
}
