package org.kpackworkbench.model.analysis.resolve.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Processor;
import org.kpackworkbench.model.format.codeobject.ProcessorTable;

/**
 * The GPUs of this machine, as the kernel driver describes them in {@code /sys/class/kfd}. What
 * settings of features a process runs with depends on its variables, too.
 */
public final class MachineDevices {
  private static final Path NODES = Path.of("/sys/class/kfd/kfd/topology/nodes");

  /** The capability of a node whose static memory corrects errors. */
  private static final long SRAM_ECC = 0x0400_0000;

  private MachineDevices() {}

  /** The targets of this machine's GPUs for a process with these variables, each once. */
  public static List<GpuTarget> of(Map<String, String> variables) {
    return of(NODES, variables);
  }

  /** Those of a system whose root folder is another one. */
  public static List<GpuTarget> below(Path root, Map<String, String> variables) {
    return of(LoaderFiles.below(root, NODES), variables);
  }

  /**
   * The targets of the GPUs in a folder of nodes; none if it is not there or cannot be read.
   *
   * @param variables those of the process; {@code HSA_XNACK} chooses a setting
   */
  static List<GpuTarget> of(Path nodes, Map<String, String> variables) {
    Map<Integer, GpuTarget> found = new TreeMap<>();
    try (DirectoryStream<Path> children = Files.newDirectoryStream(nodes, "[0-9]*")) {
      for (Path child : children) {
        Map<String, Long> properties = properties(child.resolve("properties"));
        long version = properties.getOrDefault("gfx_target_version", 0L);
        if (version > 0) {
          String name = child.getFileName().toString();
          found.put(
              name.length() < 9 ? Integer.parseInt(name) : Integer.MAX_VALUE,
              target(version, properties.getOrDefault("capability", 0L), variables));
        }
      }
    } catch (IOException | DirectoryIteratorException | NumberFormatException unknown) {
      // No such driver, or no right to read it: the GPU is unknown.
      return List.of();
    }
    return found.values().stream().distinct().toList();
  }

  private static GpuTarget target(long version, long capability, Map<String, String> variables) {
    String processor = "gfx%d%x%x".formatted(version / 10_000, version / 100 % 100, version % 100);
    List<String> features = new ArrayList<>(List.of(processor));
    Processor known = ProcessorTable.standard().byName(processor);
    if (known != null && known.sramecc() == Processor.Choice.SELECTABLE) {
      features.add((capability & SRAM_ECC) != 0 ? "sramecc+" : "sramecc-");
    }
    if (known != null && known.xnack() == Processor.Choice.SELECTABLE) {
      boolean on = variables.getOrDefault("HSA_XNACK", "0").equals("1");
      features.add(on ? "xnack+" : "xnack-");
    }
    return GpuTarget.parse(String.join(":", features));
  }

  private static Map<String, Long> properties(Path file) throws IOException {
    Map<String, Long> properties = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      int space = line.indexOf(' ');
      if (space > 0 && line.substring(space + 1).matches("[0-9]{1,18}")) {
        properties.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
      }
    }
    return properties;
  }
}
