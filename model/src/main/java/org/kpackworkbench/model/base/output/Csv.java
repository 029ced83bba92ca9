package org.kpackworkbench.model.base.output;

import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated values, as RFC 4180 has them. */
public final class Csv {
  private Csv() {}

  /** A line of values, without its end; quoted where that is necessary. */
  public static String line(List<String> values) {
    return values.stream().map(Csv::quoted).collect(Collectors.joining(","));
  }

  /** A number; empty if it is negative and so not known. */
  public static String known(long number) {
    return number < 0 ? "" : Long.toString(number);
  }

  /** A virtual address, as JSON has it; empty if it is negative and so not known. */
  public static String address(long address) {
    return address < 0 ? "" : "0x" + Long.toHexString(address);
  }

  private static String quoted(String value) {
    boolean plain =
        value.chars().noneMatch(each -> each == '"' || each == ',' || each == '\r' || each == '\n');
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }
}
