package org.kpackworkbench.model.format.coff;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.coff.ImageHeader.Directory;
import org.kpackworkbench.model.format.coff.ImageHeader.DirectoryKind;

/**
 * The exports and imports of a program or DLL. Addresses in these tables count from the image's
 * base.
 *
 * <p>Exports have a header of 40 bytes: at 12 the address of the DLL's name, at 16 the first
 * ordinal, at 20 and 24 the numbers of functions and of names, at 28 the addresses of functions (4
 * bytes each), at 32 those of names, at 36 for each name the number of its function (2 bytes).
 *
 * <p>Imports have 20 bytes a DLL: at 0 the address of the list of names, at 12 that of the DLL's
 * name, at 16 that of the list of addresses; delay-loaded ones 32: at 4 the DLL's name, at 16 the
 * list of names. A list has 8 bytes an entry: an ordinal where the highest bit is set, else the
 * address of a hint of 2 bytes and the name; zeros end it.
 *
 * @param exports exports by ordinal
 * @param imports imports in the order of the file, delay-loaded ones last
 * @param parts what other directories lead to, and what belongs to no directory
 * @param problems why one of the tables, or the rest of it, cannot be read
 */
public record ImageTables(
    List<Export> exports,
    List<Import> imports,
    List<ImagePart> parts,
    List<FormatException> problems) {

  /**
   * An export.
   *
   * @param ordinal its ordinal
   * @param name its name; empty if it has none
   * @param address its virtual address
   * @param forwarder the function of another DLL that it leads to; empty if it is in this file
   */
  public record Export(long ordinal, String name, long address, String forwarder) {}

  /**
   * A DLL that functions are imported from.
   *
   * @param library its name
   * @param delayed whether it is loaded at the first call
   * @param functions names, or ordinals as {@code #n}
   */
  public record Import(String library, boolean delayed, List<String> functions) {}

  /**
   * Reads the tables; none of them in objects.
   *
   * @throws FormatException only where the file changed meanwhile
   */
  public static ImageTables read(CoffFile file) throws FormatException {
    ImageHeader header = file.header();
    return header == null
        ? new ImageTables(List.of(), List.of(), List.of(), List.of())
        : new Reader(file, header).read();
  }

  private static final class Reader extends DirectoryReader {
    private static final int MOST = 1 << 16;
    private static final int MOST_FUNCTIONS = 1 << 18;
    private static final int FUNCTION_BYTES = 4;
    private static final int EXPORT_HEADER_BYTES = 40;

    private final List<Export> exports = new ArrayList<>();
    private final List<Import> imports = new ArrayList<>();

    /** Of all lists together: lists may share bytes, so that the file does not bound them. */
    private int functions;

    Reader(CoffFile file, ImageHeader header) {
      super(file, header);
    }

    ImageTables read() throws FormatException {
      table(this::exports);
      table(() -> imports(DirectoryKind.IMPORTS, 20, 12, 0));
      table(() -> imports(DirectoryKind.DELAY_IMPORTS, 32, 4, 16));
      ImageParts parts = new ImageParts(file, header);
      List<ImagePart> read = parts.read();
      problems.addAll(parts.problems);
      return new ImageTables(
          List.copyOf(exports), List.copyOf(imports), read, List.copyOf(problems));
    }

    private void exports() throws FormatException {
      Directory directory = header.directory(DirectoryKind.EXPORTS);
      if (directory.sizeBytes() == 0) {
        return;
      }
      long at = offset(directory.address(), EXPORT_HEADER_BYTES, "exports");
      long first = view.u32(at + 16);
      long functions = count(view.u32(at + 20), "functions");
      long named = count(view.u32(at + 24), "names");
      long addresses =
          functions == 0 ? 0 : offset(view.u32(at + 28), functions * FUNCTION_BYTES, "functions");
      String[] byNumber = new String[(int) functions];
      if (named > 0) {
        long nameList = offset(view.u32(at + 32), named * FUNCTION_BYTES, "names");
        long numbers = offset(view.u32(at + 36), named * 2, "ordinals");
        for (long i = 0; i < named; i++) {
          int number = view.u16(numbers + i * 2);
          if (number < functions) {
            byNumber[number] = text(view.u32(nameList + i * FUNCTION_BYTES));
          }
        }
      }
      for (int i = 0; i < functions; i++) {
        long address = view.u32(addresses + (long) i * FUNCTION_BYTES);
        boolean forwarded =
            address >= directory.address() && address < directory.address() + directory.sizeBytes();
        if (address != 0) {
          exports.add(
              new Export(
                  first + i,
                  byNumber[i] == null ? "" : byNumber[i],
                  header.imageBase() + address,
                  forwarded ? text(address) : ""));
        }
      }
    }

    private void imports(DirectoryKind kind, int entryBytes, int nameAt, int listAt)
        throws FormatException {
      Directory directory = header.directory(kind);
      if (directory.sizeBytes() == 0) {
        return;
      }
      long at = offset(directory.address(), entryBytes, kind.words());
      while (imports.size() < MOST
          && at <= view.size() - entryBytes
          && view.u32(at + nameAt) != 0) {
        long list = view.u32(at + listAt);
        imports.add(
            new Import(
                text(view.u32(at + nameAt)),
                kind == DirectoryKind.DELAY_IMPORTS,
                functions(list == 0 && kind == DirectoryKind.IMPORTS ? view.u32(at + 16) : list)));
        at += entryBytes;
      }
    }

    private List<String> functions(long list) throws FormatException {
      List<String> found = new ArrayList<>();
      long at = list == 0 ? view.size() : offset(list, Long.BYTES, "imported functions");
      while (at <= view.size() - Long.BYTES && view.u64(at) != 0) {
        if (++functions > MOST_FUNCTIONS) {
          throw error("imported functions")
              .expected("at most " + MOST_FUNCTIONS)
              .found("more")
              .build();
        }
        long entry = view.u64(at);
        found.add(entry < 0 ? "#" + (entry & 0xffff) : text((entry & 0x7fffffff) + 2));
        at += Long.BYTES;
      }
      return List.copyOf(found);
    }

    private long count(long stated, String field) throws FormatException {
      if (stated > MOST) {
        throw error(field).expected("at most " + MOST).found(stated).build();
      }
      return stated;
    }
  }
}
