package org.kpackworkbench.model.pack;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.hostonly.ConversionRefusedException;
import org.kpackworkbench.model.hostonly.restore.HostOnlyRestore;
import org.kpackworkbench.model.hostonly.restore.RestoreReport;
import org.kpackworkbench.model.hostonly.restore.RestoreRequest;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.offload.BundleEntry;
import org.kpackworkbench.model.offload.CompressedBundle;
import org.kpackworkbench.model.offload.FatBinary;
import org.kpackworkbench.model.offload.OffloadBundle;
import org.kpackworkbench.model.offload.StoredBundle;
import org.kpackworkbench.model.offload.UnpackLimits;
import org.kpackworkbench.model.offload.UnpackedBundle;
import org.kpackworkbench.model.offload.Wrapper;
import org.kpackworkbench.model.unpack.UnpackBudget;

/**
 * What is converted can be restored: each variant loads, is converted, loads, is restored to equal
 * code objects, and loads; or it is refused before anything is written.
 */
class WayBackTest {
  private static final int VARIANTS = Integer.getInteger("kpack.variants", 1000);
  private static final int FIRST = Integer.getInteger("kpack.variants.first", 0);

  @TempDir Path folder;
  private final Map<String, Set<Integer>> outcomes = new ConcurrentSkipListMap<>();
  private final Map<Integer, String> refusals = new ConcurrentSkipListMap<>();

  @Test
  @Tag("long")
  void everyVariantComesBackOrIsRefused(TestReporter reporter) throws Exception {
    VariantTools tools = new VariantTools(Files.createDirectory(folder.resolve("objects")));
    List<String> broken = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Future<String>> results = new ArrayList<>();
      for (int i = FIRST; i < FIRST + VARIANTS; i++) {
        int number = i;
        results.add(threads.submit(() -> walk(tools, number)));
      }
      for (Future<String> result : results) {
        broken.add(result.get());
      }
    }
    outcomes.forEach(
        (what, numbers) ->
            reporter.publishEntry(
                what, numbers.size() + ", the first: " + numbers.iterator().next()));
    refusals.values().forEach(refusal -> reporter.publishEntry("refused", refusal));
    broken.removeIf(String::isEmpty);
    assertThat(broken).isEmpty();
    assertThat(refusals.size()).isLessThan(VARIANTS / 3);
  }

  private void count(String what, LinkedVariant variant) {
    outcomes.computeIfAbsent(what, key -> new ConcurrentSkipListSet<>()).add(variant.number());
  }

  /** Does everything with a variant; what broke, in words. */
  private String walk(VariantTools tools, int number) throws Exception {
    LinkedVariant variant = LinkedVariant.of(number);
    Path own = Files.createDirectory(folder.resolve("variant" + number));
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
      new Conversion(
              ConversionRequest.keeping(
                      input,
                      host,
                      "lib/" + variant.fileName(),
                      List.of("../.kpack/all-@GFXARCH@.kpack"),
                      archives)
                  .with(PackOptions.DEFAULT.withThreads(1)))
          .run(Progress.NONE);
    } catch (ConversionRefusedException refused) {
      count("refused: " + refused.refusal(), variant);
      refusals.put(variant.number(), variant + ": " + refused.details());
      return Files.exists(host) || Files.exists(archives) ? "refused, but something is there" : "";
    }
    String wrong = loads ? said("host-only", variant, input, before, host) : "";
    if (!wrong.isEmpty()) {
      return wrong;
    }
    Path back = Files.createDirectory(own.resolve("back")).resolve(variant.fileName());
    RestoreReport report =
        new HostOnlyRestore(Progress.NONE).run(RestoreRequest.of(host, back).withThreads(1));
    count("restored " + report.placement().words(), variant);
    if (!code(back).equals(code(input))) {
      return "what is restored is not the same";
    }
    return loads ? said("restored", variant, input, before, back) : "";
  }

  /** What a file does otherwise than it did before; empty where it does the same. */
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
    try (MappedFile mapped = MappedFile.open(file)) {
      FatBinary fat = FatBinary.read(ElfFile.read(mapped.view()));
      for (Wrapper wrapper : fat.wrappers()) {
        StoredBundle stored = Objects.requireNonNull(fat.bundleOf(wrapper));
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
