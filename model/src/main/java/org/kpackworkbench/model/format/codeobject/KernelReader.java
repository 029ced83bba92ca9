package org.kpackworkbench.model.format.codeobject;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/** Reads one map of {@code amdhsa.kernels}, key by key. */
final class KernelReader {
  private static final List<String> NUMBERS =
      List.of(
          ".vgpr_count",
          ".agpr_count",
          ".sgpr_count",
          ".vgpr_spill_count",
          ".sgpr_spill_count",
          ".group_segment_fixed_size",
          ".private_segment_fixed_size",
          ".kernarg_segment_size",
          ".kernarg_segment_align",
          ".max_flat_workgroup_size",
          ".wavefront_size",
          ".max_num_work_groups_x",
          ".max_num_work_groups_y",
          ".max_num_work_groups_z");
  private static final Map<String, Integer> NUMBER_INDEX = indexOf(NUMBERS);

  private final MapReader reader;
  private final ArgumentReader arguments;
  private final int index;
  private final long[] numbers = new long[NUMBERS.size()];

  private String name = "";
  private String symbol = "";
  private String language = "";
  private String languageVersion = "";
  private String kind = "";
  private List<KernelArgument> args = List.of();
  private @Nullable Boolean uniform;
  private @Nullable Boolean dynamicStack;
  private @Nullable Boolean workgroupProcessor;
  private List<Long> required = List.of();
  private List<Long> hint = List.of();
  private List<Long> cluster = List.of();
  private Map<String, MsgValue> other = Map.of();

  private KernelReader(MapReader reader, ArgumentReader arguments, int index) {
    this.reader = reader;
    this.arguments = arguments;
    this.index = index;
    Arrays.fill(numbers, Kernel.NOT_STATED);
  }

  /** Reads the next map; hands the kernel over also where the map then breaks off. */
  static void read(MapReader reader, ArgumentReader arguments, int index, Consumer<Kernel> kernels)
      throws FormatException {
    long start = reader.cursor().position();
    KernelReader kernel = new KernelReader(reader, arguments, index);
    try {
      kernel.readPairs();
    } finally {
      if (kernel.name.isEmpty() && kernel.symbol.isEmpty()) {
        reader.problem(start, "amdhsa.kernels", "a kernel with .name and .symbol", "neither");
      } else {
        kernels.accept(kernel.build());
      }
    }
  }

  private void readPairs() throws FormatException {
    long pairs = reader.pairs("amdhsa.kernels");
    for (long i = 0; i < pairs; i++) {
      String key = reader.key("kernel");
      Integer number = NUMBER_INDEX.get(key);
      if (number != null) {
        numbers[number] = reader.number(key);
      } else {
        readValue(key);
      }
    }
  }

  private void readValue(String key) throws FormatException {
    switch (key) {
      case ".name" -> name = reader.text(key);
      case ".symbol" -> symbol = reader.text(key);
      case ".language" -> language = reader.text(key);
      case ".language_version" -> languageVersion = dotted(reader.numbers(key, 4));
      case ".kind" -> kind = reader.text(key);
      case ".args" -> args = arguments.readAll(key);
      case ".uniform_work_group_size" -> uniform = reader.truth(key);
      case ".uses_dynamic_stack" -> dynamicStack = reader.truth(key);
      case ".workgroup_processor_mode" -> workgroupProcessor = reader.truth(key);
      case ".reqd_workgroup_size" -> required = reader.numbers(key, 3);
      case ".workgroup_size_hint" -> hint = reader.numbers(key, 3);
      case ".cluster_dims" -> cluster = reader.numbers(key, 3);
      default -> other = reader.keep(other, key);
    }
  }

  static String dotted(List<Long> numbers) {
    return String.join(".", numbers.stream().map(String::valueOf).toList());
  }

  private Kernel build() {
    List<Long> maxWorkGroups =
        List.of(
            number(".max_num_work_groups_x"),
            number(".max_num_work_groups_y"),
            number(".max_num_work_groups_z"));
    return new Kernel(
        index,
        new KernelName(name),
        symbol,
        language,
        languageVersion,
        kind,
        args,
        number(".vgpr_count"),
        number(".agpr_count"),
        number(".sgpr_count"),
        number(".vgpr_spill_count"),
        number(".sgpr_spill_count"),
        number(".group_segment_fixed_size"),
        number(".private_segment_fixed_size"),
        number(".kernarg_segment_size"),
        number(".kernarg_segment_align"),
        number(".max_flat_workgroup_size"),
        number(".wavefront_size"),
        uniform,
        dynamicStack,
        workgroupProcessor,
        required,
        hint,
        cluster,
        maxWorkGroups.stream().allMatch(n -> n == Kernel.NOT_STATED) ? List.of() : maxWorkGroups,
        other.isEmpty() ? Map.of() : java.util.Collections.unmodifiableMap(other));
  }

  private long number(String key) {
    Integer at = NUMBER_INDEX.get(key);
    return at == null ? Kernel.NOT_STATED : numbers[at];
  }

  private static Map<String, Integer> indexOf(List<String> keys) {
    Map<String, Integer> index = new HashMap<>();
    for (String key : keys) {
      index.put(key, index.size());
    }
    return Map.copyOf(index);
  }
}
