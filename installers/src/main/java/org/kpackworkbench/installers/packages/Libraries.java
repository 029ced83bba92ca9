package org.kpackworkbench.installers.packages;

import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.installers.Edition;

/**
 * Libraries of the system that the program loads and does not bring. A test unpacks the package and
 * looks whether its native code needs others.
 */
final class Libraries {
  /**
   * A library of the system.
   *
   * @param file the name that the loader looks for
   * @param debian the package that has it, with its other names
   */
  private record Library(String file, String debian) {}

  // Those after the first are the window's.
  private static final List<Library> ALL =
      List.of(
          new Library("libc.so.6", "libc6 (>= 2.34)"),
          new Library("libfreetype.so.6", "libfreetype6"),
          new Library("libfontconfig.so.1", "libfontconfig1"),
          new Library("libpango-1.0.so.0", "libpango-1.0-0"),
          new Library("libpangoft2-1.0.so.0", "libpangoft2-1.0-0"),
          new Library("libgtk-3.so.0", "libgtk-3-0 | libgtk-3-0t64"),
          new Library("libX11.so.6", "libx11-6"),
          new Library("libXtst.so.6", "libxtst6"),
          new Library("libXxf86vm.so.1", "libxxf86vm1"),
          new Library("libGL.so.1", "libgl1"));

  private Libraries() {}

  /** The field Depends of Debian's packages. */
  static String debian(Edition edition) {
    return (edition.hasWindow() ? ALL : ALL.subList(0, 1))
        .stream().map(Library::debian).collect(Collectors.joining(", "));
  }

  /** The lines Requires of packages in RPM, which all distributions understand. */
  static String rpm() {
    return ALL.stream()
        .map(library -> "Requires: " + library.file() + "()(64bit)")
        .collect(Collectors.joining("\n"));
  }
}
