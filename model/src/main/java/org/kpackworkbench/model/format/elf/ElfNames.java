package org.kpackworkbench.model.format.elf;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.kpackworkbench.model.base.text.ResourceLines;

/** The names of numbers in ELF files, from the resource {@code names.txt}. */
final class ElfNames {
  private static final Map<String, Map<Long, String>> NAMES = new HashMap<>();

  static {
    for (String line : ResourceLines.of(ElfNames.class, "names.txt")) {
      String[] columns = line.split(" ", 3);
      NAMES
          .computeIfAbsent(columns[0], kind -> new LinkedHashMap<>())
          .put(Long.decode(columns[1]), columns[2]);
    }
  }

  private ElfNames() {}

  /** The name of a number; {@code otherwise} with the number where it has none here. */
  static String of(String kind, long number, String otherwise) {
    String name = NAMES.getOrDefault(kind, Map.of()).get(number);
    return name == null ? otherwise.formatted(number) : name;
  }

  /** The bits that are set, in words; those without a name as one hexadecimal number. */
  static String flags(String kind, long flags) {
    StringJoiner words = new StringJoiner(", ");
    long rest = flags;
    for (Map.Entry<Long, String> flag : NAMES.getOrDefault(kind, Map.of()).entrySet()) {
      if ((flags & flag.getKey()) != 0) {
        words.add(flag.getValue());
        rest &= ~flag.getKey();
      }
    }
    return rest == 0 ? words.toString() : words.add("0x%x".formatted(rest)).toString();
  }
}
