package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.SpooledBytes;

/**
 * A format: the kind of a file, detected from its content, and how it is opened.
 *
 * <p>One object a format, made by the format's room and listed in {@link
 * org.kpackworkbench.model.format.StandardFormats}. Methods about an open file are in its {@link
 * Document}. Formats that are named but not taken apart are in {@link NamedFormat}. Stateless: safe
 * for use by many threads.
 */
public interface Format {

  /** Ways in which the program uses files of a format. */
  enum Use {
    /** The program reads the files. */
    READ,
    /** The program shows the files as text. */
    TEXT,
    /** The files hold files, and have to be unpacked first. */
    PACKAGE,
    /** Each of the files is a file, compressed. */
    PACKED,
    /** The program shows the bytes of the files. */
    OTHER
  }

  /** How sure a format is of a file. The surest one wins; of equals the first in the list. */
  enum Likeness {
    /** The file is something else. */
    NONE,
    /** The file could be of the format, by numbers that other files may have, too. */
    POSSIBLE,
    /** The file is text, of no other kind. */
    TEXT,
    /** The file looks like the format, in more than one place. */
    LIKELY,
    /** The file begins with the format's own signature. */
    SURE
  }

  /** The name in JSON output; scripts rely on it, so it stays. */
  String id();

  /** The name for people, such as {@code "kpack archive"}. */
  String words();

  /** The first bytes, where they are letters such as {@code KPAK}; empty elsewhere. */
  default String signature() {
    return "";
  }

  /** The name with its article. */
  default String wordsWithArticle() {
    return withArticle(words());
  }

  /** Returns words with the article that their first letter asks for. */
  static String withArticle(String words) {
    boolean vowel = "AEIOUaeiou".indexOf(words.charAt(0)) >= 0;
    return (vowel ? "an " : "a ") + words;
  }

  /** Returns the use of such files. */
  default Use use() {
    return Use.READ;
  }

  /** Whether the program takes such files apart, and so can check them. */
  default boolean isRead() {
    return use() == Use.READ;
  }

  /** Whether it is text. */
  default boolean isText() {
    return use() == Use.TEXT;
  }

  /** Whether it is something packed or compressed. */
  default boolean isPacked() {
    return use() == Use.PACKAGE || use() == Use.PACKED;
  }

  /** Whether such files may hold code objects, so that a view of those is of use. */
  default boolean mayHoldCode() {
    return isRead();
  }

  /** The groups in which such files are counted, in the order in which people read them. */
  default List<FileSummary.Group> groups() {
    return List.of(new FileSummary.Group(words(), CountText.word(2, words()), OwnerKind.METADATA));
  }

  /** Returns the names for parts of such files, in singular; see {@link DocumentPart#group}. */
  default List<String> partGroups() {
    return List.of("code object");
  }

  /**
   * The fields that parts of such files may have, in the order of their columns; none where parts
   * are no more than code objects.
   */
  default List<PartField> partFields() {
    return List.of();
  }

  /** Whether such a file is device code and nothing else, which belongs to one architecture. */
  default boolean isDeviceCode() {
    return false;
  }

  /** Whether members of static libraries that are such files are opened with the library. */
  default boolean isCodeInLibraries() {
    return isDeviceCode();
  }

  /** Returns advice on how to have contents read that the program does not read; may be empty. */
  default String advice() {
    return switch (use()) {
      case PACKAGE -> "Unpack it and name the folder.";
      case PACKED -> "Decompress it and name what comes out.";
      case READ, TEXT, OTHER -> "";
    };
  }

  /**
   * Whether a file is of this format. Reads only the first bytes, or a few more that they point to.
   *
   * @throws FormatException if bytes cannot be read
   */
  Likeness likeness(Head head) throws FormatException;

  /**
   * Whether a file with a foreign beginning is still to be taken for one of this format, by its
   * name: a damaged archive does not turn into something that needs no checking.
   *
   * @param fileName the last part of its path
   */
  default boolean isNamed(String fileName) {
    return false;
  }

  /**
   * Whether text in a file with such a name is of this format, whatever its first line says.
   *
   * @see #isNamed
   */
  default boolean takesText() {
    return false;
  }

  /**
   * Whether a file, known so far by its first bytes alone, is of this format by what is further
   * below in it. Used only for files that no format can parse; may read much.
   *
   * @param found what its first bytes say
   */
  default boolean isFoundIn(ByteView bytes, Format found) throws FormatException {
    return false;
  }

  /**
   * Opens a file or a part of one.
   *
   * @throws FormatException if its beginning is broken; it is shown as bytes then
   */
  default Document open(OpenSource source, Opening opening) throws FormatException {
    return new OtherDocument(source, this, List.of());
  }

  /**
   * Its headers, by which the inspector recognises bytes, at the start of a file or inside another
   * one.
   */
  default List<Structure> structures() {
    return List.of();
  }

  /** The rules about its files that need nothing around them, in the order in which people read. */
  default List<Rule<?>> rules() {
    return List.of();
  }

  /**
   * Has a file, or a part of one, checked: makes subjects for rules. By itself it checks that all
   * of it can be read, and each code object in it.
   *
   * @throws FormatException if its beginning is broken, which is a finding then
   */
  default void check(Place place, ByteView bytes, Checking checks) throws IOException {
    if (!isRead()) {
      return;
    }
    OpenSource source = new OpenSource(place, bytes, null);
    try (Document document = open(source, checks.opening())) {
      check(document, checks);
    }
  }

  /** Has all that any document has checked. */
  static void check(Document document, Checking checks) throws IOException {
    checks.run(new DocumentSubject(document));
    CodeObjects codeObjects = document.codeObjects();
    codeObjects.declareAll(checks.progress().cancelOnly());
    checks.progress().begin("Verifying code objects", codeObjects.size(), Unit.CODE_OBJECTS);
    for (int row = 0; row < codeObjects.size(); row++) {
      checks.progress().step(1);
      CodeObjectRow stated = codeObjects.row(row);
      if (stated.problem() == null) {
        SpooledBytes code;
        try {
          code = codeObjects.open(row, checks.opening().budget(), checks.progress().cancelOnly());
        } catch (FormatException damaged) {
          checks.unread(stated.place(), document.bytes(), damaged);
          continue;
        }
        try (code) {
          // What names no architecture is filed under none.
          checks.codeObject(
              stated.place(), code.bytes(), stated.targetText().isEmpty() ? null : stated.target());
        }
      }
    }
  }
}
