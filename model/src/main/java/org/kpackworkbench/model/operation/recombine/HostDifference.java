package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatSections;

/**
 * Differences between two builds of a host binary for other GPUs. Compilers put an id of their
 * options into names of symbols, so names, the order of symbols and what follows from them differ
 * where the binary is the same. So do addresses behind device code, which takes another range.
 */
final class HostDifference {
  /**
   * Sections that follow from the names and the order of symbols or from an id of the build, and
   * differ where the binary is the same.
   */
  private static final Set<String> FOLLOWS =
      Set.of(
          ".note.gnu.build-id",
          ".relro_padding",
          ".gnu.hash",
          ".hash",
          ".gnu.version",
          ".dynsym",
          ".dynstr",
          ".symtab",
          ".strtab");

  private static final Pattern ID =
      Pattern.compile("(__hip_[a-z_]+[_.]|\\.(?:static|intern|anon|externalized)\\.)[0-9a-f]{6,}");
  private static final int RELOCATION_BYTES = 24;
  private static final long RELATIVE = 8;
  private static final int MOST_BYTES = 64 << 20;

  private HostDifference() {}

  /** The sections that differ, in words; empty if none does. */
  static String of(Path left, Path right, Progress progress) throws IOException {
    try (OpenFile one = OpenFile.open(left);
        OpenFile two = OpenFile.open(right)) {
      ByteView first = one.view();
      ByteView second = two.view();
      Set<String> differ = Set.of();
      boolean known = ElfFile.isElf(first) && ElfFile.isElf(second);
      if (known) {
        differ = differing(ElfFile.read(first), ElfFile.read(second), progress);
      } else if (CoffFile.isCoff(first) && CoffFile.isCoff(second)) {
        CoffFile windows = CoffFile.read(first);
        CoffFile other = CoffFile.read(second);
        known = windows.header() != null && other.header() != null;
        differ = sections(windows, other, progress);
        if (known) {
          differ.addAll(WindowsBuild.differing(windows, other, progress));
        }
      }
      if (!differ.isEmpty()) {
        return "has another content in " + String.join(", ", differ);
      }
      return known
          ? ""
          : "has another content (%d and %d bytes)".formatted(first.size(), second.size());
    }
  }

  private static Set<String> sections(HostImage one, HostImage two, Progress progress)
      throws FormatException {
    Set<String> differ = new LinkedHashSet<>();
    MovedAddresses moved = MovedAddresses.between(one, two);
    for (HostImage image : List.of(one, two)) {
      for (HostImage.Section section : image.sections()) {
        progress.step(0);
        String name = section.name();
        if (!name.isEmpty()
            && !FatSections.isFat(section)
            && !FOLLOWS.contains(name)
            && !same(one, two, name, moved)) {
          differ.add(name);
        }
      }
    }
    return differ;
  }

  private static Set<String> differing(ElfFile one, ElfFile two, Progress progress)
      throws FormatException {
    Set<String> differ = sections(one, two, progress);
    if (!symbols(one).equals(symbols(two))) {
      differ.add("names of symbols");
    }
    if (!loading(one).equals(loading(two))) {
      differ.add("headers");
    }
    if (behind(one).mismatch(behind(two), progress.cancelOnly()).isPresent()) {
      differ.add("what is appended to it");
    }
    return differ;
  }

  private static List<Object> loading(ElfFile elf) {
    ElfHeader header = elf.header();
    List<Object> loading = new ArrayList<>();
    elf.segments().forEach(each -> loading.add(List.of(each.type(), each.flags())));
    loading.add(
        List.of(header.type(), header.machine(), header.flags(), place(elf, header.entry())));
    return loading;
  }

  private static ByteView behind(ElfFile elf) throws FormatException {
    long end = Math.min(elf.extentBytes(), elf.view().size());
    return elf.view().slice(end, elf.view().size() - end);
  }

  private static boolean same(HostImage one, HostImage two, String name, MovedAddresses moved)
      throws FormatException {
    HostImage.Section left = section(one, name);
    HostImage.Section right = section(two, name);
    if (left == null || right == null || left.sizeBytes() != right.sizeBytes()) {
      return false;
    }
    ByteView first = content(one, left);
    ByteView second = content(two, right);
    return moved.explain(first, second)
        || (name.startsWith(".rela.")
            && first.size() == second.size()
            && first.size() <= MOST_BYTES
            && relocations(first, one).equals(relocations(second, two)));
  }

  private static HostImage.@Nullable Section section(HostImage image, String name) {
    return image.sections().stream()
        .filter(section -> section.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static ByteView content(HostImage image, HostImage.Section section)
      throws FormatException {
    return image instanceof ElfFile elf
        ? elf.content((ElfSection) section)
        : WindowsBuild.content((CoffFile) image, (CoffSection) section);
  }

  /** Relocations without the numbers of symbols, which follow their order. */
  private static List<String> relocations(ByteView section, HostImage image)
      throws FormatException {
    byte[] bytes = section.bytes(0, (int) section.size());
    ByteBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    List<String> found = new ArrayList<>();
    for (int at = 0; at + RELOCATION_BYTES <= bytes.length; at += RELOCATION_BYTES) {
      long type = numbers.getLong(at + 8) & 0xffff_ffffL;
      long addend = numbers.getLong(at + 16);
      found.add(
          "%s %d %s"
              .formatted(
                  place(image, numbers.getLong(at)),
                  type,
                  type == RELATIVE ? place(image, addend) : addend));
    }
    found.sort(null);
    return found;
  }

  /** An address by its section, behind whose beginning it lies. */
  private static String place(HostImage image, long address) {
    HostImage.Section best = null;
    for (HostImage.Section section : image.sections()) {
      if (section.address() > 0
          && section.address() <= address
          && (best == null || section.address() >= best.address())) {
        best = section;
      }
    }
    return best == null
        ? Long.toHexString(address)
        : "%s+%x".formatted(best.name(), address - best.address());
  }

  private static List<String> symbols(ElfFile elf) {
    List<String> names = new ArrayList<>();
    for (SymbolTable table : elf.symbolTables()) {
      for (ElfSymbol symbol : table.asList()) {
        names.add(
            "%s %b %d %s"
                .formatted(
                    ID.matcher(symbol.name()).replaceAll("$1"),
                    table.isDynamic(),
                    symbol.info(),
                    place(elf, symbol.value())));
      }
    }
    names.sort(null);
    return names;
  }
}
