package org.kpackworkbench.model.format.coff;

import java.util.Map;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * A part of a program or DLL beside its sections, exports and imports: what a directory leads to,
 * what the linker noted about its tools, or data behind the sections.
 *
 * @param kind its kind in words, that of its directory where it has one
 * @param name its name among those of its kind; empty where there is one of a kind
 * @param range its bytes in the file; empty if it has none
 * @param details what it states, by names for programs
 */
public record ImagePart(String kind, String name, ByteRange range, Map<String, String> details) {
  /** Data behind all sections. */
  public static final String OVERLAY = "overlay";

  /** Note of Microsoft's linker about its inputs. */
  public static final String RICH_HEADER = "Rich header";

  /** Kind and name, as far as it has one. */
  public String label() {
    return name.isEmpty() ? kind : kind + ", " + name;
  }

  /** Returns the details in one line. */
  public String detailWords() {
    return details.entrySet().stream()
        .map(detail -> detail.getKey() + ": " + detail.getValue())
        .collect(Collectors.joining(", "));
  }
}
