package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.LinkedVariant;
import org.kpackworkbench.model.fixtures.LinkedVariant.Kind;
import org.kpackworkbench.model.fixtures.LinkedVariant.Linker;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.fixtures.VariantTools;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreReport;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/**
 * What is converted can be restored: each variant loads, is converted, loads, is restored to equal
 * code objects, and loads; or it is refused before anything is written.
 */
class WayBackTest {
  private static final int LONG = Integer.getInteger("kpack.variants", 1000);
  private static final int FIRST = Integer.getInteger("kpack.variants.first", 0);
  private static final int SHORT = 24;

  @TempDir Path folder;
  private final Map<String, Set<Integer>> outcomes = new ConcurrentSkipListMap<>();
  private final Map<Integer, String> refusals = new ConcurrentSkipListMap<>();

  @Test
  void someVariantsComeBackOrAreRefused() throws Exception {
    walk(FIRST, SHORT);
  }

  /**
   * Leaves its counts in {@code target/variants.md}, and with {@code -Dkpack.variants.write=true}
   * where the results of long runs are kept.
   */
  @Test
  @Tag("long")
  void everyVariantComesBackOrIsRefused() throws Exception {
    long start = System.nanoTime();
    int skipped = walk(FIRST, LONG);
    double seconds = (System.nanoTime() - start) / 1e9;
    VariantReport report = new VariantReport(LONG, skipped, seconds, outcomes, refusals);
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    Files.writeString(module.resolve("target/variants.md"), report.text());
    if (Boolean.getBoolean("kpack.variants.write")) {
      Files.writeString(module.resolve("src/bench/results/variants.md"), report.text());
    }
    assertThat(refusals.size()).isLessThan(Math.max(LONG / 5, 5));
  }

  /**
   * Their notes make room for one program header more; to put the device code back, the halves of
   * the segment that was cut become one again.
   */
  @ParameterizedTest
  @EnumSource
  void staticProgramsComeBack(Linker linker) throws Exception {
    VariantTools tools = new VariantTools(folder);
    for (Kind kind : List.of(Kind.STATIC, Kind.STATIC_PIE)) {
      LinkedVariant variant =
          LinkedVariant.plain(kind, linker, List.of("-Wl,--build-id=sha1", "-Wl,-z,relro"));
      tools.assumeAll(variant);
      // Gold makes no static programs that can be loaded anywhere.
      if (linker != Linker.GOLD || kind == Kind.STATIC) {
        assertThat(walk(tools, variant)).isEmpty();
        assertThat(refusals).isEmpty();
      }
    }
  }

  /** Patchelf puts the dynamic section behind the headers of programs at fixed addresses. */
  @ParameterizedTest
  @EnumSource
  void programsThatNeedMoreSincePatchelfComeBackOrAreRefused(Linker linker) throws Exception {
    VariantTools tools = new VariantTools(folder);
    for (Kind kind : List.of(Kind.FIXED_PROGRAM, Kind.PROGRAM, Kind.LIBRARY)) {
      LinkedVariant variant =
          LinkedVariant.plain(kind, linker, List.of())
              .after(List.of("patchelf", "--add-needed", "libm.so.6"));
      tools.assumeAll(variant);
      assertThat(walk(tools, variant)).isEmpty();
    }
  }

  /** Walks variants there and back; how many need what is not installed. */
  private int walk(int first, int count) throws Exception {
    VariantTools tools = new VariantTools(folder);
    Map<String, Integer> missing = new TreeMap<>();
    List<String> broken = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Future<String>> results = new ArrayList<>();
      for (int i = first; i < first + count; i++) {
        LinkedVariant variant = LinkedVariant.of(i);
        String lacks = tools.missing(variant);
        if (lacks.isEmpty()) {
          results.add(threads.submit(() -> walk(tools, variant)));
        } else {
          missing.merge(lacks, 1, Integer::sum);
        }
      }
      for (Future<String> result : results) {
        broken.add(result.get());
      }
    }
    broken.removeIf(String::isEmpty);
    assertThat(broken).isEmpty();
    int skipped = missing.values().stream().mapToInt(Integer::intValue).sum();
    if (skipped > 0) {
      String message = "%d of %d variants need what is not installed: %s";
      message = message.formatted(skipped, count, missing);
      if (VariantTools.areRequired()) {
        fail(message);
      }
      // The test runner keeps the reason for its report; people who watch should see it, too.
      System.err.println("Skipped: " + message);
      assumeTrue(skipped < count, message);
    }
    return skipped;
  }

  private void count(String what, LinkedVariant variant) {
    outcomes.computeIfAbsent(what, key -> new ConcurrentSkipListSet<>()).add(variant.number());
  }

  /** Does everything with a variant; what broke, in words. */
  private String walk(VariantTools tools, LinkedVariant variant) throws Exception {
    Path own = Files.createDirectory(folder.resolve("variant" + variant.number()));
    String wrong;
    try {
      wrong = walk(variant, tools.link(variant, own), own);
    } catch (IOException | RuntimeException failure) {
      StringWriter trace = new StringWriter();
      failure.printStackTrace(new PrintWriter(trace));
      wrong = trace.toString();
    }
    if (wrong.isEmpty()) {
      delete(own);
      return "";
    }
    return variant + ": " + wrong;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private String walk(LinkedVariant variant, Path input, Path own) throws Exception {
    Run before = run(input);
    boolean loads = before.exitCode() == 0;
    count(loads ? "loads" : "does not load", variant);
    Path host = Files.createDirectories(own.resolve("host/lib")).resolve(variant.fileName());
    Path archives = own.resolve("host/.kpack");
    try {
      new Convert(
              ConvertRequest.keeping(
                      input,
                      host,
                      "lib/" + variant.fileName(),
                      List.of("../.kpack/all-@GFXARCH@.kpack"),
                      archives)
                  .with(ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 1)))
          .run(Progress.NONE);
    } catch (HostOnlyRefusedException refused) {
      count("refused", variant);
      refusals.put(variant.number(), reason(variant, refused));
      return Files.exists(host) || Files.exists(archives) ? "refused, but something is there" : "";
    }
    String wrong = loads ? said("host-only", variant, input, before, host) : "";
    if (!wrong.isEmpty()) {
      return wrong;
    }
    Path back = Files.createDirectory(own.resolve("back")).resolve(variant.fileName());
    RestoreReport report =
        new Restore(RestoreRequest.of(host, back).with(RestoreRequest.JOBS, 1)).run(Progress.NONE);
    count("restored " + report.placement().words(), variant);
    if (!code(back).equals(code(input))) {
      return "what is restored is not the same";
    }
    return loads ? said("restored", variant, input, before, back) : "";
  }

  /** Why, in words that many variants share. */
  private static String reason(LinkedVariant variant, HostOnlyRefusedException refused) {
    return "%s: %s | %s | %s"
        .formatted(
            refused.refusal().words(),
            refused.details().replaceAll("0x[0-9a-f]+|\\d+", "N"),
            variant.kind(),
            variant.linker());
  }

  /** What a file does otherwise than it did before; empty if it does the same. */
  private static String said(String form, LinkedVariant variant, Path input, Run before, Path file)
      throws IOException, InterruptedException {
    Run run = run(file);
    boolean same =
        run.exitCode() == 0
            && run.output()
                .replace(file.toString(), "")
                .equals(before.output().replace(input.toString(), ""))
            && run.events("register").size() == variant.wrappers().size();
    return same ? "" : "%s: ends with %d: %s".formatted(form, run.exitCode(), run.output());
  }

  /** Other threads start programs, which hold what is open for writing until they run. */
  private static Run run(Path file) throws IOException, InterruptedException {
    for (int tries = 0; ; tries++) {
      try {
        return once(file);
      } catch (IOException busy) {
        if (tries == 1000 || !String.valueOf(busy.getMessage()).contains("Text file busy")) {
          throw busy;
        }
      }
    }
  }

  private static Run once(Path file) throws IOException, InterruptedException {
    return Objects.requireNonNull(file.getFileName()).toString().endsWith(".so")
        ? new StubRuntime().load(file)
        : new StubRuntime().run(file, "two", "arguments");
  }

  /** For each wrapper the entries of its bundle: id and bytes. */
  static List<List<String>> code(Path file) throws IOException {
    List<List<String>> all = new ArrayList<>();
    try (OpenFile open = OpenFile.open(file)) {
      FatBinary fat = FatBinary.read(HostImages.read(open.view()));
      for (Wrapper wrapper : fat.wrappers()) {
        StoredBundle stored = fat.bundleOf(wrapper).orElseThrow();
        switch (stored.content()) {
          case OffloadBundle plain -> all.add(entries("plain", plain));
          case CompressedBundle packed -> {
            try (UnpackedBundle unpacked =
                packed.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
              all.add(
                  entries(
                      "version %d, method %s".formatted(packed.version(), packed.method()),
                      unpacked.bundle()));
            }
          }
          default -> throw new IllegalStateException(stored.toString());
        }
      }
    }
    return all;
  }

  private static List<String> entries(String form, OffloadBundle bundle) throws IOException {
    List<String> entries = new ArrayList<>(List.of(form));
    for (BundleEntry entry : bundle.entries()) {
      ByteView content = bundle.content(entry);
      entries.add(
          entry.id() + " " + HexFormat.of().formatHex(content.bytes(0, (int) content.size())));
    }
    return entries;
  }
}
