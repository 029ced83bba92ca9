package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.bench.Scale;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.msgpack.core.MessagePacker;

/**
 * An archive of 100,000 kernels, or as many as {@link Scale} says: each name for four targets, with
 * figures that are all over the chart of registers and local memory. Made once, below {@code
 * target/bench}.
 */
public final class ManyKernels {
  private static final List<String> TARGETS = List.of("gfx90a", "gfx942", "gfx1030", "gfx1100");
  private static final List<Integer> FLAGS = List.of(0x3f, 0x4c, 0x36, 0x41);
  private static final int OF_ONE = 100;

  private ManyKernels() {}

  /** The archive, which is made where it is missing. */
  public static Path path() throws IOException {
    Path path = Scale.folder().resolve("many-kernels.kpack");
    if (Files.exists(path)) {
      return path;
    }
    TableHead info = new TableHead("bench", "mixed", TARGETS);
    try (ArchiveWriter writer =
        ArchiveWriter.create(path, info, WriteOptions.DEFAULT, Progress.NONE)) {
      int units = Scale.current().entries() / OF_ONE / TARGETS.size();
      for (int unit = 0; unit < units; unit++) {
        for (int target = 0; target < TARGETS.size(); target++) {
          writer.add(
              NewEntry.of(new BinaryKey("lib/libmany.so.1", unit, true), TARGETS.get(target)),
              codeObject(unit, target).view());
        }
      }
      writer.finish();
    }
    return path;
  }

  private static CodeObjectBuilder codeObject(int unit, int target) {
    CodeObjectBuilder builder = new CodeObjectBuilder().flags(FLAGS.get(target));
    for (int i = 0; i < OF_ONE; i++) {
      builder.kernel(name(unit * OF_ONE + i), new byte[64]);
    }
    SplittableRandom random = new SplittableRandom(31L * unit + target);
    return builder.metadata(
        packer -> {
          packer.packMapHeader(2).packString("amdhsa.kernels").packArrayHeader(OF_ONE);
          for (int i = 0; i < OF_ONE; i++) {
            kernel(packer, name(unit * OF_ONE + i), target < 2, random);
          }
          packer.packString("amdhsa.target");
          packer.packString("amdgcn-amd-amdhsa--" + TARGETS.get(target));
        });
  }

  private static void kernel(
      MessagePacker packer, String name, boolean wave64, SplittableRandom random)
      throws IOException {
    packer.packMapHeader(10);
    packer.packString(".name").packString(name);
    packer.packString(".symbol").packString(name + ".kd");
    packer.packString(".vgpr_count").packInt(1 + random.nextInt(256));
    packer.packString(".sgpr_count").packInt(8 + random.nextInt(96));
    packer.packString(".vgpr_spill_count").packInt(Math.max(0, random.nextInt(40) - 30));
    packer.packString(".group_segment_fixed_size").packInt(256 * random.nextInt(257));
    packer.packString(".private_segment_fixed_size").packInt(16 * random.nextInt(4));
    packer.packString(".kernarg_segment_size").packInt(8 * random.nextInt(40));
    packer.packString(".max_flat_workgroup_size").packInt(64 << random.nextInt(5));
    packer.packString(".wavefront_size").packInt(wave64 ? 64 : 32);
  }

  private static String name(int i) {
    return "_ZN7rocprim6detail16radix_sort_blockILj%dELj4ELb0EPKfPfEEvT2_T3_j".formatted(i + 1000);
  }

  /** Makes it, and prints its path. */
  public static void main(String[] args) throws IOException {
    System.out.println(path());
  }
}
