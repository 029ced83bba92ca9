package org.kpackworkbench.model.format.codeobject;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/** Facts by which a library selects a code object, read from the name of its file or kernel. */
public final class NamedFacts {
  private static final Pattern TILE = Pattern.compile("_MT(?<tile>\\d+x\\d+(?:x\\d+)?)(?:_|$)");
  private static final Pattern PROBLEM =
      Pattern.compile("_Type_(?<type>[A-Z0-9]+)_(?:HPA_)?Contraction_(?<contraction>\\w+?)_gfx");
  private static final Pattern KERNEL =
      Pattern.compile("(?<contraction>Cijk_A[ikl]{2,3}_B[jkl]{2,3})_(?<type>[A-Z0-9]+)_");
  private static final Pattern SIZES =
      Pattern.compile(
          "(?:^|_)gemm_(?<m>\\d{1,9})x(?<n>\\d{1,9})x(?<k>\\d{1,9})(?:_(?<type>[A-Za-z0-9]+))?");
  private static final Pattern FIRST_OF_A = Pattern.compile("(?:^|_)A(?<first>[il])");
  private static final Pattern FIRST_OF_B = Pattern.compile("(?:^|_)B(?<first>[jl])");
  private static final Pattern SIGNATURE =
      Pattern.compile(
          "(?:(?<operation>.*?)-Sig-)?F(?:ONLY)?__(?<signature>.+?)__P__(?<tuning>.*?)__CO__(?<options>.+?)(?:-Gpu-.*|--Arch_.*)?");

  private NamedFacts() {}

  /**
   * Reads the name of a file of code objects, or of a kernel of AOTriton's.
   *
   * @param database the database that it is in
   * @param stem the name without its ending
   */
  public static Map<String, MsgValue> selection(String database, String stem) {
    return database.equals("aotriton") ? image(stem) : matrices(stem);
  }

  /** Reads a name of an unknown database; empty where it is like none of those of databases. */
  static Map<String, MsgValue> of(String stem) {
    return SIGNATURE.matcher(stem).matches() ? image(stem) : matrices(stem);
  }

  /** Operation, signature and tuning of a kernel of AOTriton's. */
  public static Map<String, MsgValue> image(String stem) {
    Map<String, MsgValue> says = new LinkedHashMap<>();
    Matcher matcher = SIGNATURE.matcher(stem);
    if (matcher.matches()) {
      String operation = matcher.group("operation");
      says.put("operation", new MsgValue.Text(operation == null ? stem : operation));
      says.put("signature", new MsgValue.Text(matcher.group("signature")));
      says.put("tuning_params", new MsgValue.Text(matcher.group("tuning")));
      says.put("compiler_options", new MsgValue.Text(matcher.group("options")));
    } else {
      says.put("operation", new MsgValue.Text(stem));
    }
    return says;
  }

  private static Map<String, MsgValue> matrices(String stem) {
    Map<String, MsgValue> says = new LinkedHashMap<>();
    Matcher sizes = SIZES.matcher(stem);
    if (sizes.find()) {
      for (String name : List.of("M", "N", "K")) {
        says.put(
            name,
            MsgValue.Int.of(Long.parseLong(sizes.group(name.toLowerCase(java.util.Locale.ROOT)))));
      }
      if (sizes.group("type") != null) {
        says.put("data_type", new MsgValue.Text(sizes.group("type")));
      }
    }
    Matcher tile = TILE.matcher(stem);
    if (tile.find()) {
      says.put("tile", new MsgValue.Text(tile.group("tile")));
    }
    Matcher problem = PROBLEM.matcher(stem);
    Matcher kernel = KERNEL.matcher(stem);
    Matcher found = problem.find() ? problem : kernel.find() ? kernel : null;
    if (found != null) {
      String contraction = found.group("contraction");
      says.put("data_type", new MsgValue.Text(found.group("type")));
      says.put("contraction", new MsgValue.Text(contraction));
      // A matrix is transposed where the index that is summed over comes first, or last of B.
      first(FIRST_OF_A, contraction, "l", "transpose_a", says);
      first(FIRST_OF_B, contraction, "j", "transpose_b", says);
    }
    return says;
  }

  private static void first(
      Pattern pattern,
      String contraction,
      String transposed,
      String name,
      Map<String, MsgValue> says) {
    Matcher matcher = pattern.matcher(contraction);
    if (matcher.find()) {
      says.put(name, new MsgValue.Bool(matcher.group("first").equals(transposed)));
    }
  }
}
