package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Format.Likeness;

/**
 * The formats that are known: detects the kind of a file and opens it. Immutable; safe for use by
 * many threads. The usual ones are {@link org.kpackworkbench.model.format.StandardFormats#all}.
 */
public final class Formats {
  /** Possible cause of a file that ends too early. */
  public static final String IN_FULL = "It may have been written only in part.";

  private final List<Format> all;

  /** Of these, in their order; kinds that are only named follow by themselves. */
  public Formats(List<Format> formats) {
    List<Format> list = new ArrayList<>(formats);
    list.addAll(Arrays.asList(NamedFormat.values()));
    this.all = List.copyOf(list);
  }

  /** These and one more, which is tried first. */
  public Formats with(Format format) {
    List<Format> list = new ArrayList<>(List.of(format));
    all.stream().filter(each -> !(each instanceof NamedFormat)).forEach(list::add);
    return new Formats(list);
  }

  /** All of them. */
  public List<Format> all() {
    return all;
  }

  /**
   * Detects the format of bytes from their content, never from a name.
   *
   * @throws FormatException if the first bytes cannot be read
   */
  public Format detect(ByteView bytes) throws FormatException {
    if (bytes.size() == 0) {
      return NamedFormat.EMPTY;
    }
    Head head = Head.of(bytes);
    Format best = NamedFormat.UNKNOWN;
    Likeness most = Likeness.NONE;
    for (Format format : all) {
      Likeness likeness = format.likeness(head);
      if (likeness.compareTo(most) > 0) {
        best = format;
        most = likeness;
      }
      if (most == Likeness.SURE) {
        break;
      }
    }
    return best;
  }

  /**
   * Determines the format by which a file is processed: by its content, and by its name where that
   * is damaged or foreign.
   */
  public Format kind(Path path, ByteView bytes) throws FormatException {
    return kind(detect(bytes), path);
  }

  /** Of a file whose format is known by its content. */
  public Format kind(Format format, Path path) {
    if (format.isRead() || format == NamedFormat.LFS_POINTER) {
      return format;
    }
    String name = String.valueOf(path.getFileName());
    return all.stream().filter(each -> each.isNamed(name)).findFirst().orElse(format);
  }

  /** Opens a file without progress. */
  public Document open(Path path) throws IOException {
    return open(path, Progress.NONE);
  }

  /**
   * Opens a file. A file whose format is known but whose beginning is broken becomes an {@link
   * OtherDocument} of that format, with the problem, so that its bytes can be examined.
   *
   * @throws IOException if the file cannot be opened or mapped
   */
  public Document open(Path path, Progress progress) throws IOException {
    return open(path, new Opening(this, progress));
  }

  /**
   * Opens a file as {@link #open(Path, Progress)} does.
   *
   * @param opening whether that is a step by itself
   * @throws IOException if the file cannot be opened or mapped
   */
  public Document open(Path path, Opening opening) throws IOException {
    return Closing.ifFails(
        OpenFile.open(path),
        file -> read(new OpenSource(new Place.File(path), file.view(), file), opening));
  }

  /**
   * Opens something inside a document: a member, a code object. It ends with that document.
   *
   * @param place what it is
   * @param bytes its bytes
   */
  public Document read(Place place, ByteView bytes, Progress progress) throws FormatException {
    return read(new OpenSource(place, bytes, null), new Opening(this, progress));
  }

  private Format refined(Format found, ByteView bytes) throws FormatException {
    if (!found.isRead()) {
      for (Format format : all) {
        if (format.isFoundIn(bytes, found)) {
          return format;
        }
      }
    }
    return found;
  }

  /**
   * A file that was cut off is still what its name says, and not an unknown kind. Few bytes of a
   * binary may look like text, but for the first one.
   */
  private Format named(Format found, OpenSource source) throws FormatException {
    if (!(source.place() instanceof Place.File(Path path))) {
      return found;
    }
    Format kind = kind(found, path);
    boolean nothing = found == NamedFormat.EMPTY || found == NamedFormat.UNKNOWN;
    boolean text = found == NamedFormat.TEXT && (source.bytes().u8(0) >= 0x80 || kind.takesText());
    return nothing || text ? kind : found;
  }

  Document read(OpenSource source, Opening opening) throws FormatException {
    Format format = named(refined(detect(source.bytes()), source.bytes()), source);
    if (source.bytes().size() == 0 && format.isRead()) {
      return new OtherDocument(
          source,
          format,
          List.of(
              FormatException.at(source.bytes(), 0, "file", "", FormatException.Reason.TRUNCATED)
                  .expected(format.wordsWithArticle())
                  .found("an empty file")
                  .advice(IN_FULL)
                  .build()));
    }
    try {
      return format.open(source, opening);
    } catch (FormatException failure) {
      return switch (failure.reason()) {
        case FILE_CHANGED, CLOSED -> throw failure;
        default -> new OtherDocument(source, format, List.of(failure));
      };
    }
  }

  /** The groups in which files are counted, in the order in which people read them. */
  public List<FileSummary.Group> groups() {
    List<FileSummary.Group> groups = new ArrayList<>();
    all.stream().filter(Format::isRead).forEach(format -> groups.addAll(format.groups()));
    groups.addAll(FileSummary.Group.general());
    return groups.stream().distinct().toList();
  }
}
