package org.kpackworkbench.model.operation.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.sqlite.RocfftName;

/** What a library selects a kernel by, as far as the kernel's or the file's name says it. */
final class NamedFacts {
  private static final Pattern FACTORS = Pattern.compile("_factors(?<factors>(?:_\\d{1,9})+)_");
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

  /** Length, precision and factors of one of rocFFT's kernels. */
  static Map<String, MsgValue> transform(String kernel) {
    Map<String, MsgValue> says = new LinkedHashMap<>();
    RocfftName.parameters(kernel)
        .forEach(
            (name, text) ->
                says.put(
                    name,
                    text.matches("\\d{1,18}")
                        ? MsgValue.Int.of(Long.parseLong(text))
                        : new MsgValue.Text(text)));
    Matcher factors = FACTORS.matcher(kernel);
    if (!says.isEmpty() && factors.find()) {
      List<MsgValue> all = new ArrayList<>();
      for (String factor : factors.group("factors").substring(1).split("_", -1)) {
        all.add(MsgValue.Int.of(Long.parseLong(factor)));
      }
      says.put("factors", new MsgValue.Array(all));
    }
    return says;
  }

  /** What the name of a file of code objects, or of one of AOTriton's kernels, says. */
  static Map<String, MsgValue> selection(String database, String stem) {
    return database.equals("aotriton") ? image(stem) : matrices(stem);
  }

  private static Map<String, MsgValue> image(String stem) {
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
