package org.kpackworkbench.model.analysis.resolve.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The GPUs of this machine, as the kernel driver describes them in {@code /sys/class/kfd}, or where
 * it describes none, as below WSL, as {@code rocminfo} prints them. What settings of features a
 * process runs with depends on its variables, too.
 */
public final class MachineDevices {
  /** Where the output of {@code rocminfo} may lie in a system that is not this machine's. */
  public static final Path SAVED = Path.of("/rocminfo.txt");

  private static final Path NODES = Path.of("/sys/class/kfd/kfd/topology/nodes");
  private static final List<Path> PROGRAMS =
      List.of(Path.of("/opt/rocm/bin/rocminfo"), Path.of("/usr/bin/rocminfo"));
  private static final int MOST_PRINTED_BYTES = 1 << 20;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final long SRAM_ECC = 0x0400_0000;

  private MachineDevices() {}

  /**
   * The targets of this machine's GPUs for a process with these variables, each once; {@code
   * rocminfo} may be run for it, so not on a UI thread.
   *
   * @throws IOException if there may be some: what describes them cannot be read
   */
  public static List<GpuTarget> of(Map<String, String> variables) throws IOException {
    return targets(devices(variables));
  }

  /**
   * This machine's GPUs for a process with these variables, with their nodes where the driver
   * describes them.
   *
   * @throws IOException if there may be some: what describes them cannot be read
   */
  public static List<Device> devices(Map<String, String> variables) throws IOException {
    return either(of(NODES, variables), () -> asked(PROGRAMS, variables));
  }

  /** Likewise, with their nodes. */
  public static List<Device> devicesBelow(Path root, Map<String, String> variables)
      throws IOException {
    return either(
        of(LoaderFiles.below(root, NODES), variables),
        () -> printed(LoaderFiles.below(root, SAVED)));
  }

  private interface Printed {
    List<GpuTarget> read() throws IOException;
  }

  /**
   * GPUs that a driver describes.
   *
   * @param devices with their nodes
   * @param unreadable why a node cannot be read; null if all can
   */
  record Described(List<Device> devices, @Nullable IOException unreadable) {
    List<GpuTarget> targets() {
      return MachineDevices.targets(devices);
    }
  }

  private static List<GpuTarget> targets(List<Device> devices) {
    return devices.stream().map(Device::target).distinct().toList();
  }

  private static List<Device> either(Described described, Printed printed) throws IOException {
    if (!described.devices().isEmpty()) {
      return described.devices();
    }
    List<GpuTarget> found = printed.read();
    if (found.isEmpty() && described.unreadable() != null) {
      throw described.unreadable();
    }
    return found.stream().map(Device::of).toList();
  }

  /**
   * Returns the GPUs that the first of some programs prints; none if there is no program, or it
   * fails.
   */
  static List<GpuTarget> asked(List<Path> programs, Map<String, String> variables) {
    Path program = programs.stream().filter(Files::isExecutable).findFirst().orElse(null);
    if (program == null) {
      return List.of();
    }
    Path out = null;
    try {
      out = Files.createTempFile("kpack-rocminfo", ".txt");
      return run(program, variables, out) ? printed(out) : List.of();
    } catch (IOException unknown) {
      // As where there is no such program: the GPU is unknown.
      return List.of();
    } finally {
      delete(out);
    }
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException left) {
      // A small file stays in the folder for temporary ones.
      return;
    }
  }

  private static boolean run(Path program, Map<String, String> variables, Path out)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(program.toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    variables.forEach(
        (name, value) -> {
          if (name.startsWith("HSA_") || name.startsWith("ROCR_")) {
            builder.environment().put(name, value);
          }
        });
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      return process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<GpuTarget> printed(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(MOST_PRINTED_BYTES), StandardCharsets.UTF_8);
      return GpuNames.read(text).targets();
    } catch (IOException failure) {
      throw unreadable(file, failure);
    }
  }

  /**
   * The targets of the GPUs in a folder of nodes; none if it is not there. Nodes that cannot be
   * read are left out: a container may use some of the GPUs only.
   *
   * @param variables those of the process; {@code HSA_XNACK} chooses a setting
   */
  static Described of(Path nodes, Map<String, String> variables) {
    Map<Integer, GpuTarget> found = new TreeMap<>();
    IOException unreadable = null;
    try {
      for (Path child : FolderList.of(nodes, "[0-9]*")) {
        Path file = child.resolve("properties");
        Map<String, Long> properties;
        try {
          properties = properties(file);
        } catch (NoSuchFileException gone) {
          continue;
        } catch (IOException failure) {
          unreadable = unreadable(file, failure);
          continue;
        }
        long version = properties.getOrDefault("gfx_target_version", 0L);
        if (version > 0) {
          String name = child.getFileName().toString();
          found.put(
              name.matches("[0-9]{1,9}") ? Integer.parseInt(name) : Integer.MAX_VALUE,
              target(version, properties.getOrDefault("capability", 0L), variables));
        }
      }
    } catch (NoSuchFileException noDriver) {
      return new Described(List.of(), null);
    } catch (IOException failure) {
      unreadable = unreadable(nodes, failure);
    }
    List<Device> devices = new ArrayList<>();
    found.forEach((node, target) -> devices.add(Device.of(target).at(node)));
    return new Described(devices, unreadable);
  }

  private static IOException unreadable(Path file, IOException failure) {
    return new FileSystemException(
        file.toString(),
        null,
        "it describes a GPU and cannot be read: " + FolderWalk.words(failure));
  }

  private static GpuTarget target(long version, long capability, Map<String, String> variables) {
    String processor = "gfx%d%x%x".formatted(version / 10_000, version / 100 % 100, version % 100);
    List<String> features = new ArrayList<>(List.of(processor));
    for (String feature : GpuTable.features(processor)) {
      boolean on =
          feature.equals("sramecc")
              ? (capability & SRAM_ECC) != 0
              : variables.getOrDefault("HSA_XNACK", "0").equals("1");
      features.add(feature + (on ? "+" : "-"));
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
