package org.kpackworkbench.model.operation.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.WindowsTools;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/**
 * Converted programs and DLLs under Wine: they load, their exports answer, and their wrappers, read
 * in memory, lead to the marker.
 */
class WindowsLoadTest {
  private static final String HOST =
      """
      __declspec(dllexport) int kpackfix_answer(int n) { return 42000; }
      int entry(void *module, unsigned reason, void *reserved) { return 1; }
      """;

  private static final String FAT =
      """
      .section .hip_fat,"dr"
      .balign 4096
      bundle: .incbin "%s"
      .section .hipFatB,"dw"
      .p2align 3
      .long 0x48495046, 1
      .quad bundle, 0
      .long 0x48495046, 1
      .quad bundle, 0
      """;

  @TempDir Path folder;
  private WindowsTools tools;

  @BeforeEach
  void prepare() throws IOException {
    tools = WindowsTools.withWine(Files.createDirectory(folder.resolve("tools")));
  }

  @AfterEach
  void endWine() throws IOException {
    tools.close();
  }

  @ParameterizedTest
  @CsvSource({
    "windows.dll, kpackfix_host_answer, answer 42525, __CLANG_OFFLOAD_BUNDLE__",
    "windows-variant.dll, '#5', export #5, CCOB"
  })
  void librariesLoadFatConvertedAndRestored(
      String fixture, String export, String answer, String bundle) throws Exception {
    Path fat = Files.copy(Fixtures.path(fixture), folder.resolve("fat.dll"));
    List<String> before = loaded(fat, export);
    assertThat(before).contains("bundles", answer).doesNotContain("no bundles");
    assertThat(wrappers(before))
        .hasSize(2)
        .allMatch(line -> line.contains("HIPF index 0: " + bundle));

    Path hostOnly = converted(fat, "a.dll");
    List<String> after = loaded(hostOnly, export);
    assertThat(after).contains("no bundles", answer).doesNotContain("bundles");
    leadToTheMarker(wrappers(after), "bin/a.dll");
    assertThat(addresses(after)).isEqualTo(addresses(before));

    Path back = folder.resolve("back.dll");
    new Restore(RestoreRequest.of(hostOnly, back)).run(Progress.NONE);
    List<String> restored = loaded(back, export);
    assertThat(restored).contains("bundles", answer);
    assertThat(wrappers(restored)).allMatch(line -> line.contains("HIPF index 0: "));
  }

  @Test
  void programsRunConverted() throws Exception {
    Path hostOnly = converted(Fixtures.path("windows-load.exe"), "a.exe");
    List<String> lines = loads(hostOnly);
    assertThat(lines).startsWith("loaded itself").contains("no bundles");
    leadToTheMarker(wrappers(lines), "bin/a.exe");
  }

  @ParameterizedTest
  @ValueSource(strings = {"windows.dll", "windows-variant.dll", "windows-debug.dll"})
  void strippedAndSignedAfterwardsTheyLoad(String fixture) throws Exception {
    String export = fixture.equals("windows-variant.dll") ? "#5" : "kpackfix_host_answer";
    String objcopy = WindowsTools.llvm("llvm-objcopy");
    String strip = WindowsTools.llvm("llvm-strip");
    String gnuStrip = WindowsTools.required("x86_64-w64-mingw32-strip");
    String signer = WindowsTools.required("osslsigncode");
    Path hostOnly = converted(Fixtures.path(fixture), "a.dll");
    Path keys = tools.keys();
    Path copied = folder.resolve("bin/copied.dll");
    tools.runs(objcopy, "--strip-debug", hostOnly.toString(), copied.toString());
    Path stripped = folder.resolve("bin/stripped.dll");
    tools.runs(strip, hostOnly.toString(), "-o", stripped.toString());
    Path gnu = folder.resolve("bin/gnu.dll");
    tools.runs(gnuStrip, hostOnly.toString(), "-o", gnu.toString());
    Path signed = folder.resolve("bin/signed.dll");
    tools.runs(
        signer,
        "sign",
        "-pkcs12",
        keys.toString(),
        "-pass",
        "secret",
        hostOnly.toString(),
        signed.toString());
    for (Path changed : List.of(copied, stripped, gnu, signed)) {
      List<String> lines = loaded(changed, export);
      assertThat(lines).as(changed.toString()).contains("no bundles");
      leadToTheMarker(wrappers(lines), "bin/a.dll");
    }
  }

  /** With room in the table of sections the marker is before the debug data, else in .rdata. */
  @ParameterizedTest
  @ValueSource(strings = {"ld.lld-19", "x86_64-w64-mingw32-ld"})
  void dllsWithDebugDataLoadStripped(String linker) throws Exception {
    Path own = tools.folder();
    Files.writeString(own.resolve("host.c"), HOST);
    Path bundle = Fixtures.path("compressed.co");
    Files.writeString(own.resolve("fat.s"), FAT.formatted(bundle));
    tools.runs(WindowsTools.required("x86_64-w64-mingw32-gcc"), "-g", "-c", "host.c", "fat.s");
    tools.runs(
        "%s -m i386pep -shared -e entry -o fat.dll host.o fat.o"
            .formatted(WindowsTools.required(linker))
            .split(" ", -1));
    Path fat = own.resolve("fat.dll");
    Path hostOnly = converted(fat, "a.dll");
    assertThat(symbols(hostOnly)).isEqualTo(symbols(fat)).contains("Section: .text");
    for (String strip :
        List.of(
            WindowsTools.llvm("llvm-objcopy") + " --strip-debug",
            WindowsTools.llvm("llvm-strip"),
            WindowsTools.required("x86_64-w64-mingw32-strip"),
            WindowsTools.required("x86_64-w64-mingw32-objcopy") + " --strip-debug")) {
      Path stripped = Files.copy(hostOnly, folder.resolve("bin/stripped.dll"));
      tools.runs((strip + " " + stripped).split(" ", -1));
      // Wine, unlike Windows, loads a file with a gap.
      CoffFile left = CoffFile.read(ByteView.of("a.dll", Files.readAllBytes(stripped)));
      assertThat(CoffLayout.faults(left)).as(strip).isEmpty();
      List<String> lines = loaded(stripped, "kpackfix_answer");
      assertThat(lines).as(strip).contains("answer 42000", "no bundles");
      leadToTheMarker(wrappers(lines), "bin/a.dll");
      Files.delete(stripped);
    }
  }

  private String symbols(Path file) throws Exception {
    return tools
        .runs(WindowsTools.llvm("llvm-readobj"), "--symbols", file.toString())
        .replaceFirst("File: .*", "")
        .replaceAll("(Section: .*) \\(\\d+\\)", "$1");
  }

  private Path converted(Path fat, String name) throws IOException {
    Path output = Files.createDirectories(folder.resolve("bin")).resolve(name);
    new Convert(
            ConvertRequest.keeping(
                fat,
                output,
                "bin/" + name,
                List.of(".kpack/@GFXARCH@.kpack"),
                Files.createDirectories(folder.resolve("bin/.kpack"))))
        .run(Progress.NONE);
    return output;
  }

  /** A program that needs a DLL, and waits: the process names the file that it has mapped. */
  @Test
  void aProcessNamesTheLibrariesThatItRuns() throws Exception {
    Path own = Files.createDirectory(tools.folder().resolve("own"));
    Path library = Files.copy(Fixtures.path("windows.dll"), own.resolve("windows.dll"));
    Files.copy(Fixtures.path("stub/amdhip64.dll"), own.resolve("amdhip64.dll"));
    Files.writeString(
        own.resolve("waits.s"),
        """
        .globl entry
        entry: subq $40, %rsp
        callq kpackfix_host_answer
        again: movl $1000, %ecx
        callq Sleep
        jmp again
        """);
    String triple = "x86_64-pc-windows-msvc";
    tools.runs(
        WindowsTools.llvm("llvm-mc"),
        "-triple",
        triple,
        "-filetype=obj",
        "own/waits.s",
        "-o",
        "w.obj");
    List<String> link = new ArrayList<>();
    link.addAll(List.of(WindowsTools.required("lld-link-19"), "/nologo", "/nodefaultlib"));
    link.addAll(List.of("/subsystem:console", "/entry:entry", "/out:own/waits.exe", "w.obj"));
    for (String each : List.of("windows kpackfix_host_answer", "kernel32 Sleep")) {
      String name = each.split(" ", -1)[0];
      Files.writeString(
          tools.folder().resolve(name + ".def"),
          "LIBRARY %s.dll%nEXPORTS%n  %s%n".formatted(name, each.split(" ", -1)[1]));
      tools.runs(
          WindowsTools.llvm("llvm-dlltool"),
          "-m",
          "i386:x86-64",
          "-d",
          name + ".def",
          "-l",
          name + ".lib");
      link.add(name + ".lib");
    }
    tools.runs(link.toArray(String[]::new));
    Process process = tools.startWine(own.resolve("waits.exe"));
    try {
      List<Path> found = List.of();
      RunningProcess.DeviceBinaries devices = new RunningProcess.DeviceBinaries();
      while (found.isEmpty() && !process.waitFor(50, TimeUnit.MILLISECONDS)) {
        found =
            devices.in(RunningProcess.of(process.pid()).mapped()).stream()
                .map(RunningProcess.MappedBinary::path)
                .toList();
      }
      assertThat(found).containsExactly(library.toRealPath());
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private List<String> loaded(Path library, String export)
      throws IOException, InterruptedException {
    Path program = Fixtures.path("windows-load.exe");
    List<String> lines = loads(program, "Z:" + library.toString().replace('/', '\\'), export);
    return lines.subList(lines.indexOf("loaded the library"), lines.size());
  }

  /** Runs a program; beside it is the stub of the runtime. */
  private List<String> loads(Path program, String... arguments)
      throws IOException, InterruptedException {
    Path own = Files.createTempDirectory(folder, "run");
    Path copy = Files.copy(program, own.resolve("program.exe"));
    Files.copy(Fixtures.path("stub/amdhip64.dll"), own.resolve("amdhip64.dll"));
    WindowsTools.Ran ran = tools.wine(copy, arguments);
    assertThat(ran.status()).as(ran.printed()).isZero();
    return ran.printed().lines().toList();
  }

  private static List<String> wrappers(List<String> lines) {
    return lines.stream().filter(line -> line.startsWith("wrapper ")).toList();
  }

  private static List<String> addresses(List<String> lines) {
    return wrappers(lines).stream().map(line -> line.split(" ", -1)[2]).toList();
  }

  private static void leadToTheMarker(List<String> wrappers, String name) {
    assertThat(wrappers).hasSize(2);
    for (int i = 0; i < wrappers.size(); i++) {
      assertThat(wrappers.get(i))
          .containsPattern(
              "HIPK index %d: .*%s.*%s"
                  .formatted(i, Pattern.quote(".kpack/@GFXARCH@.kpack"), Pattern.quote(name)));
    }
  }
}
