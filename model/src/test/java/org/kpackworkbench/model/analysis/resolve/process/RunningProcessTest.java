package org.kpackworkbench.model.analysis.resolve.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder.ProcessEntry;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess.DeviceBinaries;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess.MappedBinary;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;

class RunningProcessTest {
  @TempDir Path folder;

  @Test
  void variablesAreTakenApart() {
    assertThat(
            ProcFolder.variables(
                "ROCM_KPACK_PATH=/a=b:/c\0EMPTY=\0nothing\0=x\0TWO=1\0TWO=2\0LINES=a\nb\0"))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("ROCM_KPACK_PATH", "/a=b:/c", "EMPTY", "", "TWO", "1", "LINES", "a\nb"));
    assertThat(ProcFolder.variables("")).isEmpty();
  }

  /** A folder like /proc with one process in it. */
  private ProcFolder proc(long pid, String maps, String environ, Path root, String mounts)
      throws IOException {
    Path proc = folder.toRealPath().resolve("proc");
    Path process = Files.createDirectories(proc.resolve(Long.toString(pid)).resolve("ns"));
    Path self = Files.createDirectories(proc.resolve("self").resolve("ns"));
    Files.writeString(self.resolveSibling("maps"), "");
    Files.createSymbolicLink(self.resolve("mnt"), Path.of("mnt:[1]"));
    Files.createSymbolicLink(process.resolve("mnt"), Path.of(mounts));
    Path of = process.getParent();
    Files.createSymbolicLink(of.resolve("root"), root);
    Files.createSymbolicLink(of.resolve("cwd"), Path.of("/work"));
    Files.writeString(of.resolve("maps"), maps);
    Files.writeString(of.resolve("environ"), environ);
    Files.writeString(of.resolve("cmdline"), "python\0train.py\0--x=a b\0");
    Files.writeString(of.resolve("comm"), "python\n");
    return new ProcFolder(proc);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void filesAreThoseThatAreStillThere() throws IOException {
    Path here = Files.writeString(folder.toRealPath().resolve("my lib.so"), "x");
    RunningProcess process =
        proc(
                7,
                """
                1000-2000 r--p 00000000 fe:01 1    %1$s
                2000-3000 r-xp 00001000 fe:01 1    %1$s
                3000-4000 r--p 00000000 fe:01 2    %1$s.2
                4000-5000 r--p 00000000 fe:01 3    /usr/lib/libgone.so.1 (deleted)
                5000-6000 rw-s 00000000 00:01 3    /memfd:pulseaudio (deleted)
                6000-7000 rw-p 00000000 00:00 0    [heap]
                """
                    .formatted(here),
                "",
                Path.of("/"),
                "mnt:[1]")
            .process(7);
    assertThat(process.files()).containsExactly(here);
    assertThat(process.inContainer()).isFalse();
    assertThat(process.where().workingFolder()).isEqualTo(Path.of("/work"));
    assertThat(process.command()).isEqualTo("python train.py --x=a b");
    assertThat(process.replaced())
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.failure())
                    .hasMessageContaining("replaced since process 7 mapped it"));
  }

  /** Wine maps the files of programs and DLLs for Windows. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void librariesOfWindowsAreFound() throws IOException {
    StringBuilder maps = new StringBuilder();
    List<Path> files = new ArrayList<>();
    for (String name : List.of("windows.dll", "windows-fixed.exe", "stub/amdhip64.dll")) {
      files.add(Fixtures.path(name).toRealPath());
      maps.append(
          "%1$d000-%1$d800 r--p 00000000 fe:01 %1$d %2$s\n"
              .formatted(files.size(), files.getLast()));
    }
    maps.append("9000-a000 r--p 00000000 fe:01 9 /gone/Other.DLL (deleted)\n");
    RunningProcess process = proc(9, maps.toString(), "", Path.of("/"), "mnt:[1]").process(9);
    assertThat(new DeviceBinaries().in(process.mapped()))
        .extracting(MappedBinary::path)
        .containsExactly(files.get(0), files.get(1));
    assertThat(process.replaced())
        .extracting(each -> each.path().toString())
        .containsExactly("/gone/Other.DLL");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessInAContainerSeesItsOwnFiles() throws IOException {
    // An image in which the library and its archives are behind links, as packages have them.
    Path image = Files.createDirectories(folder.toRealPath().resolve("image"));
    Path rocm = image.resolve("opt/rocm-7.0");
    Path library = ConvertedTree.convert(Fixtures.path("libone.so"), rocm, "libone.so");
    Files.createSymbolicLink(image.resolve("opt/rocm"), Path.of("/opt/rocm-7.0"));
    Files.createDirectories(image.resolve("data"));
    Files.copy(rocm.resolve(".kpack/libone.so_gfx1100.kpack"), image.resolve("data/other.kpack"));
    String maps = "1000-2000 r--p 00000000 fe:01 1 /opt/rocm-7.0/lib/libone.so\n";
    // What the link of a container says counts from its own mounts; the folder behind it is there.
    ProcFolder proc = proc(9, maps, "ROCM_KPACK_PATH=\0", image, "mnt:[2]");
    RunningProcess process = proc.process(9);
    assertThat(process.inContainer()).isTrue();
    Path seen = process.files().getFirst();
    assertThat(seen)
        .isEqualTo(folder.toRealPath().resolve("proc/9/root/opt/rocm-7.0/lib/libone.so"));
    assertThat(Files.isSameFile(seen, library)).isTrue();
    for (String path :
        List.of(
            "",
            "/data/other.kpack",
            "../data/other.kpack",
            "/opt/rocm/.kpack/libone.so_gfx1100.kpack")) {
      Map<String, String> variables = Map.of("ROCM_KPACK_PATH", path);
      try (Loader loader =
          new Loader(LoaderEnvironment.of(variables), LoaderBehaviour.TOLERANT, process.where())) {
        BinaryResolution found =
            new BinaryResolver(loader, List.of(GpuTarget.of("gfx1100")), true)
                .resolve(seen, Progress.NONE);
        assertThat(found.complete()).as(path).isTrue();
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void processesAreListedWithWhatTheyHaveMapped() throws IOException {
    ProcFolder proc =
        proc(12, "1000-2000 r--p 00000000 fe:01 1 /lib/a.so\n", "", Path.of("/"), "mnt:[1]");
    Path folders = folder.toRealPath().resolve("proc");
    Path thread = Files.createDirectories(folders.resolve("2"));
    for (String file : List.of("maps", "cmdline")) {
      Files.writeString(thread.resolve(file), "");
    }
    Files.writeString(thread.resolve("comm"), "kthreadd\n");
    Files.createDirectories(folders.resolve("13"));
    ProcFolder.Listing listing = proc.list(Progress.NONE);
    assertThat(listing.processes()).extracting(ProcessEntry::pid).containsExactly(12L);
    assertThat(listing.processes().getFirst().files())
        .containsExactly(new MappedBinary("/lib/a.so", Path.of("/lib/a.so"), false));
    assertThatThrownBy(() -> proc.process(14)).hasMessageContaining("there is no process 14");
    assertThatThrownBy(() -> proc.process(13)).hasMessageContaining("process 13 ended meanwhile");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aChildThatHasMappedALibraryIsFoundAndResolved() throws IOException, InterruptedException {
    Path tree = folder.toRealPath();
    Path library = ConvertedTree.convert(Fixtures.path("libone.so"), tree, "libone.so");
    Path program =
        Files.writeString(
            tree.resolve("Child.java"),
"""
            import java.nio.channels.FileChannel;
            import java.nio.file.Path;
            import java.nio.file.StandardOpenOption;
            void main(String[] files) throws Exception {
              var channel =
                  FileChannel.open(
                      Path.of(files[0]), StandardOpenOption.READ, StandardOpenOption.WRITE);
              // As the dynamic linker maps a library.
              var mapped = channel.map(FileChannel.MapMode.PRIVATE, 0, channel.size());
              System.out.println("ready");
              System.in.read();
              System.out.println(mapped.get(0));
            }
""");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            program.toString(),
            library.toString());
    builder.environment().put("ROCM_KPACK_PATH_PREFIX", "/nowhere/a.kpack");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process child = builder.start();
    try (BufferedReader out = child.inputReader()) {
      assertThat(out.readLine()).isEqualTo("ready");
      ProcFolder processes = ProcFolder.ofSystem();
      DeviceBinaries known = new DeviceBinaries();
      assertThat(processes.list(Progress.NONE).processes())
          .filteredOn(entry -> entry.pid() == child.pid())
          .singleElement()
          .satisfies(
              entry ->
                  assertThat(known.in(entry.files()))
                      .extracting(MappedBinary::path)
                      .containsExactly(library));
      RunningProcess process = processes.process(child.pid());
      assertThat(process.command()).contains("Child.java");
      LoaderEnvironment environment = LoaderEnvironment.of(process.variables());
      assertThat(environment.prefixPaths(PathRules.LINUX)).containsExactly("/nowhere/a.kpack");
      try (Loader loader = new Loader(environment, LoaderBehaviour.TOLERANT, process.where())) {
        BinaryResolution found =
            new BinaryResolver(loader, List.of(GpuTarget.of("gfx1100")), true)
                .resolve(library, Progress.NONE);
        assertThat(found.complete()).isTrue();
      }
      Files.delete(library);
      RunningProcess later = processes.process(child.pid());
      assertThat(later.files()).doesNotContain(library);
      assertThat(later.replaced()).extracting(FolderWalk.Unreadable::path).containsExactly(library);
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThatThrownBy(() -> RunningProcess.of(child.pid()))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("there is no process " + child.pid());
  }

  @Test
  void theDriverTellsWhichGpusThereAre() throws IOException {
    Path nodes = folder.resolve("nodes");
    node(nodes, 0, 0, 0);
    node(nodes, 1, 90402, 0x0400_0000L);
    node(nodes, 2, 90402, 0x0400_0000L);
    node(nodes, 3, 90010, 0);
    node(nodes, 10, 110000, 0x0400_0000L);
    assertThat(MachineDevices.of(nodes, Map.of()).targets())
        .extracting(GpuTarget::toString)
        .containsExactly("gfx942:sramecc+:xnack-", "gfx90a:sramecc-:xnack-", "gfx1100");
    assertThat(MachineDevices.of(nodes, Map.of()).devices())
        .extracting(Device::node)
        .containsExactly(1, 2, 3, 10);
    assertThat(MachineDevices.of(nodes, Map.of("HSA_XNACK", "1")).targets().getFirst().toString())
        .isEqualTo("gfx942:sramecc+:xnack+");
    assertThat(MachineDevices.of(folder.resolve("none"), Map.of()))
        .isEqualTo(new MachineDevices.Described(List.of(), null));
  }

  /** As below WSL, which has no such driver; and of a system that is only read. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void rocminfoTellsWhereTheDriverDoesNot() throws IOException {
    Path script = folder.resolve("rocminfo");
    Path ran = folder.resolve("ran");
    Files.writeString(
        script,
        """
        #!/bin/sh
        touch %s
        echo "Agent 2"
        echo "  Name:                    gfx90a"
        echo "      Name:                    amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack$HSA_XNACK"
        """
            .formatted(ran));
    assertThat(MachineDevices.asked(List.of(script), Map.of("HSA_XNACK", "+")))
        .as("no program")
        .isEmpty();
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    assertThat(
            MachineDevices.asked(List.of(folder.resolve("none"), script), Map.of("HSA_XNACK", "+")))
        .extracting(GpuTarget::toString)
        .containsExactly("gfx90a:sramecc+:xnack+");
    Files.writeString(script, "#!/bin/sh\necho Agent 2; echo Name: gfx90a\nexit 1\n");
    assertThat(MachineDevices.asked(List.of(script), Map.of())).as("it failed").isEmpty();

    Path image = folder.resolve("image");
    Path program = image.resolve("opt/rocm/bin/rocminfo");
    Files.createDirectories(program.getParent());
    Files.delete(ran);
    Files.writeString(
        program, "#!/bin/sh\ntouch %s\necho Agent 2; echo Name: gfx90a\n".formatted(ran));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertThat(MachineDevices.devicesBelow(image, Map.of())).isEmpty();
    assertThat(ran).as("a foreign program is not run").doesNotExist();
    Files.writeString(
        image.resolve("rocminfo.txt"),
        "Agent 2\n  Name:  gfx1100\n      Name:  amdgcn-amd-amdhsa--gfx1100\n");
    assertThat(MachineDevices.devicesBelow(image, Map.of()))
        .extracting(device -> device.target().toString())
        .containsExactly("gfx1100");
    node(image.resolve("sys/class/kfd/kfd/topology/nodes"), 1, 90402, 0);
    assertThat(MachineDevices.devicesBelow(image, Map.of()))
        .as("the driver knows best")
        .extracting(device -> device.target().toString())
        .containsExactly("gfx942:sramecc-:xnack-");
  }

  /** In a container, the driver refuses to describe GPUs that are not its own. */
  @Test
  void whatCannotBeReadIsNoMachineWithoutAGpu() throws IOException {
    Path nodes = folder.resolve("sys/class/kfd/kfd/topology/nodes");
    Path refused = Files.createDirectories(nodes.resolve("1/properties"));
    assertThatThrownBy(() -> MachineDevices.devicesBelow(folder, Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(refused + ": it describes a GPU and cannot be read: ");
    node(nodes, 2, 90402, 0);
    assertThat(MachineDevices.devicesBelow(folder, Map.of()))
        .extracting(device -> device.target().processor())
        .containsExactly("gfx942");
    Files.delete(nodes.resolve("2/properties"));
    Files.writeString(
        folder.resolve("rocminfo.txt"), "Agent 2\n  Name:  amdgcn-amd-amdhsa--gfx1100\n");
    assertThat(MachineDevices.devicesBelow(folder, Map.of()))
        .extracting(device -> device.target().processor())
        .containsExactly("gfx1100");
  }

  private static void node(Path nodes, int number, int version, long capability)
      throws IOException {
    Path node = Files.createDirectories(nodes.resolve(Integer.toString(number)));
    Files.writeString(
        node.resolve("properties"),
        "cpu_cores_count 0\ngfx_target_version %d\ncapability %d\nname x\n"
            .formatted(version, capability));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void thisProcessCanBeLookedAt() throws IOException {
    RunningProcess self = RunningProcess.of(ProcessHandle.current().pid());
    assertThat(self.variables()).containsKey("PATH");
    assertThat(self.files()).anyMatch(path -> path.endsWith("libjvm.so"));
    assertThatThrownBy(() -> RunningProcess.of(Long.MAX_VALUE))
        .isInstanceOf(NoSuchFileException.class);
  }
}
