package org.kpackworkbench.model.operation.packages;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.files.TreeItem.Kind;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.elf.ElfFile;

/**
 * The C library that the binaries of a package need: each says the versions of the symbols that it
 * takes from it. No binary says the packages of other libraries.
 *
 * @param version the newest version of its symbols, such as 2.34; empty if no binary names one
 */
record NeededLibc(String version) {
  private static final String SONAME = "libc.so.6";
  private static final Pattern SYMBOLS =
      Pattern.compile("GLIBC_([0-9]{1,4}(?:\\.[0-9]{1,4}){1,3})");

  /** A name for relocations, which the library has since {@link #RELR_VERSION}. */
  private static final String RELR = "GLIBC_ABI_DT_RELR";

  private static final String RELR_VERSION = "2.36";

  /** Returns what the files of a package need; empty if none of them needs a C library. */
  static Optional<NeededLibc> of(Collection<TreeItem> items) throws IOException {
    SortedSet<String> versions = new TreeSet<>(NaturalOrder.INSTANCE);
    for (TreeItem item : items) {
      if (item.kind() == Kind.FILE) {
        ElfFile.versionNames(item.source(), SONAME).ifPresent(names -> add(names, versions));
      }
    }
    return versions.isEmpty() ? Optional.empty() : Optional.of(new NeededLibc(versions.last()));
  }

  private static void add(List<String> names, SortedSet<String> versions) {
    versions.add("");
    for (String name : names) {
      Matcher symbols = SYMBOLS.matcher(name);
      if (symbols.matches()) {
        versions.add(symbols.group(1));
      } else if (name.equals(RELR)) {
        versions.add(RELR_VERSION);
      }
    }
  }

  /**
   * Returns how the package manager of a form writes it; empty if packages of that form name no
   * libraries of the system.
   */
  Optional<String> requirement(PackageForm form) {
    return switch (form) {
      case DEB -> Optional.of(version.isEmpty() ? "libc6" : "libc6 (>= %s)".formatted(version));
      case RPM ->
          Optional.of(
              version.isEmpty()
                  ? SONAME + "()(64bit)"
                  : "%s(GLIBC_%s)(64bit)".formatted(SONAME, version));
      case TAR, WHEEL -> Optional.empty();
    };
  }

  /** Whether a configuration names the C library itself: {@code libc6 (>= 2.35)}, {@code glibc}. */
  static boolean isNamed(String requirement) {
    return requirement.matches("(?:g?libc6?|libc\\.so\\.6)\\b.*");
  }
}
