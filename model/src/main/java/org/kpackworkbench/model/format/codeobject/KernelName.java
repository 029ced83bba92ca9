package org.kpackworkbench.model.format.codeobject;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Demangler;

/**
 * A kernel's name, demangled when it is first asked for: code objects hold thousands of names that
 * are long and slow to demangle. Immutable towards its users, safe for use by many threads.
 */
public final class KernelName {
  private final String mangled;
  // Both may be worked out by several threads, which then find the same.
  private @Nullable String demangled;
  private @Nullable String brief;

  public KernelName(String mangled) {
    this.mangled = mangled;
  }

  /** As the metadata has it. */
  public String mangled() {
    return mangled;
  }

  /** As the source spells it, with template arguments and parameters. */
  public String demangled() {
    String known = demangled;
    if (known == null) {
      known = Demangler.demangle(mangled);
      demangled = known;
    }
    return known;
  }

  /** The qualified name alone, for narrow columns. */
  public String brief() {
    String known = brief;
    if (known == null) {
      known = Demangler.shortName(mangled);
      brief = known;
    }
    return known;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KernelName that && mangled.equals(that.mangled);
  }

  @Override
  public int hashCode() {
    return mangled.hashCode();
  }

  @Override
  public String toString() {
    return mangled;
  }
}
