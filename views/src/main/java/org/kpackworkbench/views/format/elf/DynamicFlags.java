package org.kpackworkbench.views.format.elf;

import java.util.StringJoiner;

/** The bits of {@code DT_FLAGS} and {@code DT_FLAGS_1} (glibc's {@code elf.h}) in words. */
final class DynamicFlags {
  private static final String[] FLAGS = {"ORIGIN", "SYMBOLIC", "TEXTREL", "BIND_NOW", "STATIC_TLS"};
  private static final String[] FLAGS_1 = {
    "NOW",
    "GLOBAL",
    "GROUP",
    "NODELETE",
    "LOADFLTR",
    "INITFIRST",
    "NOOPEN",
    "ORIGIN",
    "DIRECT",
    "",
    "INTERPOSE",
    "NODEFLIB",
    "NODUMP",
    "CONFALT",
    "ENDFILTEE",
    "DISPRELDNE",
    "DISPRELPND",
    "NODIRECT",
    "IGNMULDEF",
    "NOKSYMS",
    "NOHDR",
    "EDITED",
    "NORELOC",
    "SYMINTPOSE",
    "GLOBAUDIT",
    "SINGLETON",
    "STUB",
    "PIE"
  };

  private DynamicFlags() {}

  static String words(long flags) {
    return words(flags, FLAGS);
  }

  static String words1(long flags) {
    return words(flags, FLAGS_1);
  }

  private static String words(long flags, String[] names) {
    StringJoiner words = new StringJoiner(", ");
    long left = flags;
    for (int bit = 0; bit < names.length; bit++) {
      if ((flags & 1L << bit) != 0 && !names[bit].isEmpty()) {
        words.add(names[bit]);
        left &= ~(1L << bit);
      }
    }
    if (left != 0 || flags == 0) {
      words.add(Words.hex(left));
    }
    return words.toString();
  }
}
