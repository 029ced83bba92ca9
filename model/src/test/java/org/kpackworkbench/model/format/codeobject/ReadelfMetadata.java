package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The metadata as {@code llvm-readelf -n} prints it, read back from its text: each kernel's and
 * argument's keys with their values.
 */
record ReadelfMetadata(
    long flags,
    String target,
    List<String> version,
    List<Map<String, String>> kernels,
    List<List<Map<String, String>>> args) {

  static ReadelfMetadata read(List<String> lines) {
    long flags = 0;
    String target = "";
    List<String> version = new ArrayList<>();
    List<Map<String, String>> kernels = new ArrayList<>();
    List<List<Map<String, String>>> args = new ArrayList<>();
    boolean inVersion = false;
    for (String line : lines) {
      if (line.startsWith("  Flags:")) {
        flags = Long.decode(line.substring(8).strip().split(",", -1)[0]);
      } else if (line.startsWith("amdhsa.target:")) {
        target = unquoted(line.substring(14));
      } else if (line.startsWith("amdhsa.")) {
        // Each note states it.
        inVersion = line.startsWith("amdhsa.version") && version.isEmpty();
      } else if (inVersion && line.startsWith("  - ")) {
        version.add(line.substring(4).strip());
      } else if (line.startsWith("  - .")) {
        kernels.add(new LinkedHashMap<>());
        args.add(new ArrayList<>());
        put(kernels.getLast(), line.substring(4));
      } else if (line.startsWith("    .")) {
        put(kernels.getLast(), line.strip());
      } else if (line.startsWith("      - .")) {
        args.getLast().add(new LinkedHashMap<>());
        put(args.getLast().getLast(), line.substring(8));
      } else if (line.startsWith("        .")) {
        put(args.getLast().getLast(), line.strip());
      }
    }
    return new ReadelfMetadata(flags, target, version, kernels, args);
  }

  private static void put(Map<String, String> pairs, String line) {
    int colon = line.indexOf(':');
    pairs.put(line.substring(0, colon), unquoted(line.substring(colon + 1)));
  }

  private static String unquoted(String value) {
    String text = value.strip();
    return text.startsWith("'") ? text.substring(1, text.length() - 1) : text;
  }
}
