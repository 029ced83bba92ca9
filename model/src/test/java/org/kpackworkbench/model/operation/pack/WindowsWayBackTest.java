package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.WindowsTools;
import org.kpackworkbench.model.fixtures.WindowsVariant;
import org.kpackworkbench.model.fixtures.WindowsVariant.Feature;
import org.kpackworkbench.model.format.coff.CheckSum;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/**
 * Windows binaries of all kinds are converted, load as before, say the same to another tool but for
 * what was meant, and are restored to the same bytes; or they are refused for a reason that is
 * known beforehand.
 */
class WindowsWayBackTest {
  private static final int LONG = Integer.getInteger("kpack.variants.windows", 100);
  private static final int FIRST = Integer.getInteger("kpack.variants.first", 0);
  private static final int SHORT = 10;

  /** Fields that a conversion changes in the headers and in the debug directory. */
  private static final Pattern MEANT =
      Pattern.compile(
          "\\s*(SectionCount|SizeOfUninitializedData|PointerToSymbolTable|SizeOfInitializedData|SizeOfImage|CheckSum"
              + "|CertificateTable(RVA|Size)|PointerToRawData|Base Table Address): .*");

  @TempDir Path folder;
  private final Set<Integer> loading = new ConcurrentSkipListSet<>();
  private final Map<Integer, HostOnlyRefusal> refusals = new ConcurrentSkipListMap<>();

  @BeforeAll
  static void tools() {
    WindowsTools.required("lld-link-19");
    WindowsTools.required("ld.lld-19");
    WindowsTools.required("x86_64-w64-mingw32-ld");
    WindowsTools.required("osslsigncode");
    WindowsTools.llvm("llvm-mc");
  }

  @Test
  void someVariantsComeBackOrAreRefused() throws Exception {
    walk(SHORT);
  }

  @Test
  @Tag("long")
  void everyVariantComesBackOrIsRefused() throws Exception {
    walk(LONG);
    assertThat(refusals.values())
        .contains(HostOnlyRefusal.NO_WRAPPERS, HostOnlyRefusal.RELOCATION_INTO_DEVICE_CODE)
        .hasSizeLessThan(LONG / 5);
    assertThat(Collections.frequency(refusals.values(), HostOnlyRefusal.NO_ROOM_FOR_MARKER))
        .isLessThan(5);
  }

  private void walk(int count) throws Exception {
    List<String> broken = new ArrayList<>();
    try (WindowsTools wine = WindowsTools.withWine(Files.createDirectory(folder.resolve("tools")));
        ExecutorService threads =
            Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Future<String>> results =
          IntStream.range(FIRST, FIRST + count)
              .mapToObj(number -> threads.submit(() -> walked(wine, WindowsVariant.of(number))))
              .toList();
      for (Future<String> result : results) {
        broken.add(result.get());
      }
    }
    broken.removeIf(String::isEmpty);
    assertThat(broken).isEmpty();
    // Wine refuses headers of more than a page, as Windows does.
    assertThat(loading.size()).isGreaterThan(count / 4);
  }

  private String walked(WindowsTools wine, WindowsVariant variant) throws Exception {
    Path own = Files.createDirectory(folder.resolve("variant" + variant.code().number()));
    String wrong;
    try {
      wrong = walk(wine, variant, own);
    } catch (IOException | RuntimeException | AssertionError failure) {
      wrong = failure.toString();
    }
    return wrong.isEmpty() ? "" : variant + ": " + wrong;
  }

  private String walk(WindowsTools wine, WindowsVariant variant, Path own) throws Exception {
    WindowsTools tools = new WindowsTools(own);
    Path input = variant.link(tools);
    Path host = Files.createDirectory(own.resolve("host")).resolve("a.dll");
    Path archives = own.resolve("archives");
    try {
      new Convert(
              ConvertRequest.keeping(
                      input, host, "bin/a.dll", List.of("../archives/@GFXARCH@.kpack"), archives)
                  .with(ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 1)))
          .run(Progress.NONE);
    } catch (HostOnlyRefusedException refused) {
      refusals.put(variant.code().number(), refused.refusal());
      return Files.exists(host) || !expected(variant).contains(refused.refusal())
          ? refused.toString()
          : "";
    }
    String wrong = faults(host) + differences(tools, input, host) + stripped(tools, input, host);
    boolean loads =
        variant.isLoadable()
            && loaded(wine, variant, input, "HIPF index 0: (CCOB|__CLANG)").isEmpty();
    if (loads) {
      loading.add(variant.code().number());
      wrong += loaded(wine, variant, host, "HIPK index \\d+: .*bin/a[.]dll");
    }
    Path back = own.resolve("back.dll");
    new Restore(RestoreRequest.of(host, back).with(RestoreRequest.JOBS, 1)).run(Progress.NONE);
    if (!WayBackTest.code(back).equals(WayBackTest.code(input))) {
      wrong += "restored code objects differ; ";
    }
    if (isByteEqual(variant, input) && Files.mismatch(input, back) >= 0) {
      wrong += "restored differs at 0x%x; ".formatted(Files.mismatch(input, back));
    }
    return wrong;
  }

  /** Compressed bundles may be compressed otherwise; linkers put bundles in wrapper order. */
  private static boolean isByteEqual(WindowsVariant variant, Path input) throws IOException {
    List<Integer> wrappers = variant.code().wrappers();
    return !variant.features().contains(Feature.SIGNATURE)
        && variant.code().bundles().getFirst().alignment() == 4096
        && wrappers.equals(wrappers.stream().distinct().sorted().toList())
        && WayBackTest.code(input).stream().allMatch(each -> each.contains("plain"));
  }

  private static Set<HostOnlyRefusal> expected(WindowsVariant variant) {
    if (variant.features().contains(Feature.MERGED_WRAPPERS)) {
      return Set.of(HostOnlyRefusal.NO_WRAPPERS);
    }
    return variant.features().contains(Feature.FOREIGN_POINTER)
        ? Set.of(HostOnlyRefusal.RELOCATION_INTO_DEVICE_CODE)
        : Set.of(HostOnlyRefusal.NO_ROOM_FOR_MARKER);
  }

  private static String faults(Path file) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      CoffFile windows = CoffFile.read(open.view());
      ImageHeader header = windows.header();
      String faults = CoffLayout.faults(windows).toString();
      if (header == null || header.imageSizeBytes() != CoffLayout.imageSize(windows, header)) {
        return "wrong size of the image; ";
      }
      long sum = CheckSum.of(windows.view(), header.offset() + ImageHeader.CHECK_SUM);
      boolean isTrue = header.checkSum() == 0 || header.checkSum() == sum;
      return faults.equals("[]") && isTrue ? "" : faults + ", check sum 0x%x; ".formatted(sum);
    }
  }

  /** Strips both: where the original loads afterwards, the converted one loads, too. */
  private static String stripped(WindowsTools tools, Path input, Path host) throws Exception {
    String wrong = "";
    for (String tool :
        List.of(
            WindowsTools.llvm("llvm-objcopy") + " --strip-debug",
            WindowsTools.llvm("llvm-strip"),
            WindowsTools.required("x86_64-w64-mingw32-strip"))) {
      Path copy = Files.copy(input, input.resolveSibling("stripped"));
      Path hostCopy = Files.copy(host, host.resolveSibling("stripped"));
      String[] command = (tool + " stripped").split(" ", -1);
      boolean survives = tools.run(command).status() == 0 && faults(copy).isEmpty();
      command[command.length - 1] = "host/stripped";
      if (survives) {
        tools.runs(command);
        wrong += faults(hostCopy).isEmpty() ? leads(hostCopy) : tool + ": " + faults(hostCopy);
      }
      Files.delete(copy);
      Files.delete(hostCopy);
    }
    return wrong;
  }

  private static String leads(Path file) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      FatBinary fat = FatBinary.read(CoffFile.read(open.view()));
      return fat.state() == DeviceCode.HOST_ONLY && fat.marker() != null
          ? ""
          : "stripped it is " + fat.state();
    }
  }

  /** Lines of another tool that differ for the converted file, but for those meant to. */
  private static String differences(WindowsTools tools, Path before, Path after) throws Exception {
    List<String> fat = dump(tools, before);
    List<String> hostOnly = dump(tools, after);
    if (!Files.readString(after, StandardCharsets.ISO_8859_1).contains(".kpackrf")) {
      // The marker is at the end of another section.
      fat.removeIf(line -> line.startsWith("    VirtualSize: "));
      hostOnly.removeIf(line -> line.startsWith("    VirtualSize: "));
    }
    return fat.equals(hostOnly)
        ? ""
        : "readobj: %s, then %s; ".formatted(without(fat, hostOnly), without(hostOnly, fat));
  }

  private static List<String> without(List<String> lines, List<String> others) {
    return lines.stream().filter(line -> !others.contains(line)).toList();
  }

  private static List<String> dump(WindowsTools tools, Path file) throws Exception {
    String text =
        tools.runs(
            WindowsTools.llvm("llvm-readobj"),
            "--file-headers",
            "--sections",
            "--coff-exports",
            "--coff-imports",
            "--coff-basereloc",
            "--coff-load-config",
            "--coff-tls-directory",
            "--coff-debug-directory",
            "--coff-resources",
            file.toString());
    String kept =
        text.replaceAll("(?s)  Section \\{\\n    Number: \\d+\\n    Name: .kpackrf.*?\\n  }\\n", "")
            .replaceAll(
                "(?s)(Name: (?:.hip_fat|/\\d+).*?)RawDataSize: \\d+(.*?)Characteristics .*?\\]",
                "$1$2")
            .replaceAll("(?s)Number: \\d+(\\n    Name: .debug_.*?)VirtualAddress: \\S+", "$1");
    return kept.lines()
        .filter(line -> !MEANT.matcher(line).matches() && !line.startsWith("File: "))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static String loaded(
      WindowsTools wine, WindowsVariant variant, Path library, String wrapper) throws Exception {
    Path own = Files.createDirectories(library.resolveSibling("run"));
    for (String name : List.of("windows-load.exe", "stub/amdhip64.dll")) {
      Path copy = own.resolve(Path.of(name).getFileName());
      if (!Files.exists(copy)) {
        Files.copy(Fixtures.path(name), copy);
      }
    }
    WindowsTools.Ran ran =
        wine.wine(
            own.resolve("windows-load.exe"),
            "Z:" + library.toString().replace('/', '\\'),
            "kpackfix_answer");
    List<String> lines = ran.printed().lines().toList();
    int start = lines.indexOf("loaded the library");
    long found =
        lines.stream()
            .skip(Math.max(start, 0))
            .filter(line -> Pattern.compile(wrapper).matcher(line).find())
            .count();
    boolean right =
        ran.status() == 0
            && lines.contains("answer 42000")
            && found == variant.code().wrappers().size();
    return right ? "" : "%s loads to %s; ".formatted(library.getFileName(), ran);
  }
}
