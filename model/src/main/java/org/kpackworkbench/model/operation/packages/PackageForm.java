package org.kpackworkbench.model.operation.packages;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The forms in which packages are written. */
public enum PackageForm {
  /** For Debian, Ubuntu and their like. */
  DEB,
  /** For Fedora, openSUSE, Red Hat and their like; needs {@code rpmbuild}. */
  RPM,
  /** For pip: device packages are extras of their host packages. */
  WHEEL,
  /** Trees to unpack: one for each architecture, and one with all. */
  TAR;

  /** The words of all forms. */
  static final List<String> WORDS = Arrays.stream(values()).map(PackageForm::word).toList();

  /** Returns the form's name. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns how a package of exactly one version is named among dependencies. */
  String exactly(String name, String version) {
    return switch (this) {
      case DEB -> "%s (= %s)".formatted(name, version);
      case RPM, TAR -> "%s = %s".formatted(name, version);
      case WHEEL -> "%s == %s".formatted(name, WheelPackage.version(version));
    };
  }

  /** Whether a name is one of a package in this form. */
  boolean isName(String name) {
    return name.matches(this == WHEEL ? "[a-z0-9]+(-[a-z0-9]+)*" : "[a-z0-9][a-z0-9+.-]+");
  }

  /** Returns the form with a name; empty if there is none. */
  static Optional<PackageForm> of(String word) {
    return Arrays.stream(values()).filter(form -> form.word().equals(word)).findFirst();
  }
}
