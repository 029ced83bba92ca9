package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.function.Function;
import java.util.stream.Stream;

/** Where figures were made. */
final class Machine {
  /** Above it other work takes a noticeable share. */
  static final double BUSY = 0.5;

  private Machine() {}

  /** Processor, memory, system, Java, date and commit, as one sentence. */
  static String words(Scale scale, int rounds) throws IOException, InterruptedException {
    return "Measured on %s at commit %s on %d cores of %s, %.0f GB, %s, Java %s; medians of %d runs%s, page cache warm, load before the start %.2f."
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            commit(),
            Runtime.getRuntime().availableProcessors(),
            field(Path.of("/proc/cpuinfo"), "model name", name -> name),
            Double.parseDouble(
                    field(Path.of("/proc/meminfo"), "MemTotal", kb -> kb.replaceAll("\\D", "")))
                * 1024
                / 1e9,
            system(),
            Runtime.version().feature() + "." + String.join(".", rest()),
            rounds,
            scale == Scale.QUICK ? " of small data, which say nothing but that it works" : "",
            load());
  }

  private static List<String> rest() {
    return Runtime.version().version().stream().skip(1).map(String::valueOf).toList();
  }

  /** How many processes wanted a processor in the last minute; 0 if the system does not say. */
  static double load() throws IOException {
    // The command knows what it was before it compiled everything.
    String before = System.getProperty("kpack.bench.load");
    if (before != null) {
      return Double.parseDouble(before);
    }
    Path file = Path.of("/proc/loadavg");
    return Files.exists(file)
        ? new Scanner(Files.readString(file)).useLocale(Locale.ROOT).nextDouble()
        : 0;
  }

  private static String system() throws IOException {
    return field(Path.of("/etc/os-release"), "PRETTY_NAME", name -> name.replaceAll("^\"|\"$", ""));
  }

  private static String commit() throws IOException, InterruptedException {
    String head = said("git", "rev-parse", "--short", "HEAD").strip();
    String changes = said("git", "status", "--porcelain", "--untracked-files=no");
    return (head.isEmpty() ? "unknown" : head) + (changes.isBlank() ? "" : " with changes");
  }

  private static String said(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? text : "";
  }

  private static String field(Path file, String name, Function<String, String> form)
      throws IOException {
    if (!Files.exists(file)) {
      return name.equals("MemTotal")
          ? "0"
          : System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> form.apply(line.replaceFirst("[^:=]*[:=]", "").strip()))
          .findFirst()
          .orElse("unknown");
    }
  }
}
