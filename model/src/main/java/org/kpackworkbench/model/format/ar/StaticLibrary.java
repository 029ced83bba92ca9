package org.kpackworkbench.model.format.ar;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * A static library. Immutable, safe for use by many threads.
 *
 * @param view its bytes
 * @param thin whether its members are other files
 * @param members its members, without the symbol index and the long names; names may repeat
 * @param symbolIndices the symbol indices: one, two in libraries made for Windows, or none
 * @param longNames the bytes of the long names, relative to the library's start, or null
 * @param problems what was found broken; members before it are usable
 */
public record StaticLibrary(
    ByteView view,
    boolean thin,
    List<ArMember> members,
    List<SymbolIndex> symbolIndices,
    @Nullable ByteRange longNames,
    List<FormatException> problems) {
  private static final int IMPORT_HEADER_BYTES = 20;

  /** An unknown machine, and a number of sections that no object has. */
  private static final long IMPORT_MAGIC = 0xffff0000L;

  /** Start of an ordinary library. */
  public static final String MAGIC = "!<arch>\n";

  /** Start of a thin library. */
  public static final String THIN_MAGIC = "!<thin>\n";

  /** Whether the bytes start as a static library does. */
  public static boolean isLibrary(ByteView view) throws FormatException {
    if (view.size() < MAGIC.length()) {
      return false;
    }
    String magic = view.text(0, MAGIC.length());
    return magic.equals(MAGIC) || magic.equals(THIN_MAGIC);
  }

  /**
   * Reads the members' headers.
   *
   * @throws FormatException {@code WRONG_MAGIC} where it is no static library; a broken member ends
   *     the list and is one of the {@link #problems}
   */
  public static StaticLibrary read(ByteView view) throws FormatException {
    return new LibraryReader(view).read();
  }

  /**
   * A member's content.
   *
   * @throws FormatException {@code UNSUPPORTED} in a thin library: see {@link #externalPath}
   */
  public ByteView content(ArMember member) throws FormatException {
    if (thin) {
      throw error(member, Reason.UNSUPPORTED)
          .expected("a member with its content")
          .found("a thin library, whose member is the file " + member.name())
          .advice("Open that file.")
          .build();
    }
    ByteRange range = member.range();
    return view.slice(range.start(), range.length()).named(view.name() + "(" + member.name() + ")");
  }

  /** Whether a member is no object but the name of one export, as in import libraries of DLLs. */
  static boolean isImport(ByteView content) throws FormatException {
    return content.size() > IMPORT_HEADER_BYTES
        && content.u32(0) == IMPORT_MAGIC
        && content.u16(4) == 0;
  }

  /**
   * Where the file is that a thin library's member represents.
   *
   * @param library the library's own path
   * @throws FormatException {@code UNSAFE_PATH} where the name is absolute or leads out of the
   *     library's folder
   */
  public Path externalPath(Path library, ArMember member) throws FormatException {
    Path relative;
    try {
      relative = Path.of(member.name());
    } catch (InvalidPathException notAName) {
      throw unsafe(member);
    }
    Path absolute = library.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    if (folder == null || relative.isAbsolute() || member.name().isEmpty()) {
      throw unsafe(member);
    }
    Path file = folder.resolve(relative).normalize();
    if (!file.startsWith(folder) || file.equals(folder)) {
      throw unsafe(member);
    }
    return file;
  }

  private FormatException unsafe(ArMember member) {
    return error(member, Reason.UNSAFE_PATH)
        .expected("a file in the library's folder")
        .found("\"" + member.name() + "\"")
        .advice("Open that file itself if you trust it.")
        .build();
  }

  private FormatException.Builder error(ArMember member, Reason reason) {
    return FormatException.at(view, member.headerOffset(), "library member", "name", reason);
  }
}
