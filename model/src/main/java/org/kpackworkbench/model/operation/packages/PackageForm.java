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
    return (this == DEB ? "%s (= %s)" : "%s = %s").formatted(name, version);
  }

  /** Returns the form with a name; empty if there is none. */
  static Optional<PackageForm> of(String word) {
    return Arrays.stream(values()).filter(form -> form.word().equals(word)).findFirst();
  }
}
