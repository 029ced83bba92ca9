package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelName;
import org.kpackworkbench.model.format.codeobject.MetadataReader.ArgumentReader;
import org.kpackworkbench.model.format.elf.ElfNote;

/** Reads the MessagePack maps of {@code NT_AMDGPU_METADATA} notes as one. */
final class MetadataReader {
  private static final String STRUCTURE = "code object metadata";
  private static final int MOST_KERNELS = 500_000;
  private static final int MOST_PRINTF = 100_000;

  private final MapReader reader;
  private final List<Kernel> kernels = new ArrayList<>();
  private final List<String> printf = new ArrayList<>();
  private String version = "";
  private @Nullable String target;
  private int listed;
  private Map<String, MsgValue> other = Map.of();

  private MetadataReader(ByteView content) throws FormatException {
    this.reader = new MapReader(STRUCTURE, content);
  }

  /**
   * Reads everything in one pass. What is broken becomes a problem; what was read before it is
   * kept.
   *
   * @throws FormatException only where the bytes can no longer be read at all
   */
  static Metadata read(List<ElfNote> notes, List<ByteRange> ranges) throws FormatException {
    MetadataReader metadata = new MetadataReader(notes.getFirst().content());
    ArgumentReader arguments = new ArgumentReader(metadata.reader);
    for (ElfNote note : notes) {
      metadata.reader.open(note.content());
      try {
        metadata.readPairs(arguments);
      } catch (FormatException failure) {
        metadata.reader.add(kept(failure));
      }
    }
    return new Metadata(
        Metadata.Form.MESSAGE_PACK,
        ranges,
        metadata.version,
        metadata.target,
        List.copyOf(metadata.kernels),
        List.copyOf(metadata.printf),
        Collections.unmodifiableMap(metadata.other),
        "",
        List.copyOf(metadata.reader.problems()));
  }

  private void readPairs(ArgumentReader arguments) throws FormatException {
    long pairs = reader.cursor().mapHeader("top level");
    for (long i = 0; i < pairs; i++) {
      String key = reader.key(STRUCTURE);
      long start = reader.cursor().position();
      switch (key) {
        case "amdhsa.target" -> target = first(target, start, key, reader.text(key));
        case "amdhsa.version" -> {
          String stated = KernelMapReader.dotted(reader.numbers(key, 4));
          version = first(version.isEmpty() ? null : version, start, key, stated);
        }
        case "amdhsa.printf" -> readPrintf(key);
        case "amdhsa.kernels" -> {
          long count = reader.items(key, MOST_KERNELS - kernels.size());
          for (int k = 0; k < count; k++) {
            KernelMapReader.read(reader, arguments, listed++, kernels::add);
          }
        }
        default -> other = reader.keep(other, key);
      }
    }
  }

  /** Runtimes refuse notes of which one states another version. */
  private String first(@Nullable String earlier, long start, String key, String stated) {
    if (earlier != null && !earlier.equals(stated)) {
      reader.problem(start, key, earlier + ", as in the note before", stated);
    }
    return earlier == null ? stated : earlier;
  }

  private void readPrintf(String key) throws FormatException {
    long count = reader.items(key, MOST_PRINTF - printf.size());
    for (long i = 0; i < count; i++) {
      printf.add(reader.text(key));
    }
  }

  /** A failure that is the metadata's fault; one of the file's own is thrown on. */
  static FormatException kept(FormatException failure) throws FormatException {
    return switch (failure.reason()) {
      case FILE_CHANGED, CLOSED -> throw failure;
      default -> failure;
    };
  }

  /**
   * Reads kernels' arguments. Equal ones become one object: the kernels of a library have few
   * signatures. Not safe for use by several threads.
   */
  static final class ArgumentReader {
    private static final int MOST_ARGUMENTS = 2_000_000;
    private static final int MOST_POOLED = 50_000;

    private final MapReader reader;
    private final Map<KernelArgument, KernelArgument> pool = new HashMap<>();
    private long soFar;

    ArgumentReader(MapReader reader) {
      this.reader = reader;
    }

    List<KernelArgument> readAll(String field) throws FormatException {
      long count = reader.items(field, MOST_ARGUMENTS - soFar);
      soFar += count;
      List<KernelArgument> arguments = new ArrayList<>();
      for (long i = 0; i < count; i++) {
        arguments.add(pooled(new Fields().read()));
      }
      return List.copyOf(arguments);
    }

    private KernelArgument pooled(KernelArgument argument) {
      KernelArgument known = pool.get(argument);
      if (known != null) {
        return known;
      }
      if (pool.size() < MOST_POOLED) {
        pool.put(argument, argument);
      }
      return argument;
    }

    /** One argument, key by key. */
    private final class Fields {
      private String name = "";
      private String typeName = "";
      private long offset = Kernel.NOT_STATED;
      private long size = Kernel.NOT_STATED;
      private String valueKind = "";
      private String addressSpace = "";
      private String access = "";
      private String actualAccess = "";
      private long pointeeAlign = Kernel.NOT_STATED;
      private List<String> qualifiers = List.of();
      private Map<String, MsgValue> other = Map.of();

      KernelArgument read() throws FormatException {
        long pairs = reader.pairs(".args");
        for (long i = 0; i < pairs; i++) {
          readValue(reader.key("kernel argument"));
        }
        return new KernelArgument(
            name,
            typeName,
            offset,
            size,
            valueKind,
            addressSpace,
            access,
            actualAccess,
            pointeeAlign,
            qualifiers,
            other.isEmpty() ? Map.of() : java.util.Collections.unmodifiableMap(other));
      }

      private void readValue(String key) throws FormatException {
        switch (key) {
          case ".name" -> name = reader.text(key);
          case ".type_name" -> typeName = reader.text(key);
          case ".offset" -> offset = reader.number(key);
          case ".size" -> size = reader.number(key);
          case ".value_kind" -> valueKind = reader.text(key);
          case ".address_space" -> addressSpace = reader.text(key);
          case ".access" -> access = reader.text(key);
          case ".actual_access" -> actualAccess = reader.text(key);
          case ".pointee_align" -> pointeeAlign = reader.number(key);
          case ".is_const" -> qualify("const", key);
          case ".is_restrict" -> qualify("restrict", key);
          case ".is_volatile" -> qualify("volatile", key);
          case ".is_pipe" -> qualify("pipe", key);
          default -> other = reader.keep(other, key);
        }
      }

      private void qualify(String word, String key) throws FormatException {
        if (Boolean.TRUE.equals(reader.truth(key)) && !qualifiers.contains(word)) {
          List<String> more = new ArrayList<>(qualifiers);
          more.add(word);
          qualifiers = List.copyOf(more);
        }
      }
    }
  }

  /** Reads one map of {@code amdhsa.kernels}, key by key. */
  private static final class KernelMapReader {
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

    private KernelMapReader(MapReader reader, ArgumentReader arguments, int index) {
      this.reader = reader;
      this.arguments = arguments;
      this.index = index;
      Arrays.fill(numbers, Kernel.NOT_STATED);
    }

    /** Reads the next map; hands the kernel over also where the map then breaks off. */
    static void read(
        MapReader reader, ArgumentReader arguments, int index, Consumer<Kernel> kernels)
        throws FormatException {
      long start = reader.cursor().position();
      KernelMapReader kernel = new KernelMapReader(reader, arguments, index);
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
}
