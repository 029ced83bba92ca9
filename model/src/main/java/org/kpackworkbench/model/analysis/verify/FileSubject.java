package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Format;

/**
 * A file as such, of any kind; what is in it are subjects of their own.
 *
 * @param format what it is by its content
 */
public record FileSubject(Place place, ByteView bytes, Format format) implements Subject {

  /**
   * A file, or a part of one, that cannot be read as what it says it is.
   *
   * @param kind what it says it is, in words
   * @param failure why it cannot be read
   */
  public record Broken(Place place, ByteView bytes, String kind, FormatException failure)
      implements Subject {}

  /**
   * A code object of a file whose others can be read.
   *
   * @param bytes the file
   * @param failure why it cannot be read
   */
  public record Unread(Place place, ByteView bytes, FormatException failure)
      implements StoredCode {}
}
