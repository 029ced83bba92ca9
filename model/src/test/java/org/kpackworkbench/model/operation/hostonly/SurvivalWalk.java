package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.operation.hostonly.ToolTree.Content;

/**
 * Walks every chain of tools up to some length over a file and its host-only form at once. Chains
 * that lead to the same two contents are one from there on.
 */
final class SurvivalWalk {
  private static final int MOST_BROKEN = 20;

  private final int registrations;
  private final Path input;
  private final ToolTree plain;
  private final ToolTree converted;
  private final HostOnlyReport report;
  private final String healthy;
  private final List<String> broken = Collections.synchronizedList(new ArrayList<>());
  private Content firstPlain;
  private Content firstConverted;
  private long chains;
  private int pairs;

  /**
   * Both forms after a chain.
   *
   * @param converted null if a tool failed on it that did not fail on the plain form
   */
  private record Pair(Content plain, @Nullable Content converted, String chain, long ways) {
    String key() {
      return plain.hash() + (converted == null ? "-" : converted.hash());
    }

    Pair withWays(long more) {
      return new Pair(plain, converted, chain, ways + more);
    }
  }

  SurvivalWalk(Path folder, Path input, int registrations)
      throws IOException, InterruptedException {
    this.input = input;
    this.registrations = registrations;
    String name = input.getFileName().toString();
    Path output = Files.createDirectory(folder.resolve("converted")).resolve(name);
    this.report = Converted.convert(input, output);
    this.plain = new ToolTree(Files.createDirectory(folder.resolve("plain-forms")), name);
    this.converted = new ToolTree(Files.createDirectory(folder.resolve("converted-forms")), name);
    this.firstPlain = plain.start(input);
    this.firstConverted = converted.start(output);
    this.healthy = said(Converted.run(new StubRuntime(), input), input);
  }

  /** What broke; empty if nothing did. */
  List<String> broken() {
    return broken;
  }

  /** How much was walked, in words. */
  String summary() {
    return "%d chains, %d pairs of files, %d plain and %d host-only files"
        .formatted(chains, pairs, plain.size(), converted.size());
  }

  /** Walks all chains up to a length, the empty one included. */
  void run(int length) throws Exception {
    Set<String> seen = new HashSet<>();
    List<Pair> level = List.of(new Pair(firstPlain, firstConverted, "nothing", 1));
    try (ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      for (int depth = 0; depth <= length && broken.size() < MOST_BROKEN; depth++) {
        List<Future<List<Pair>>> work = new ArrayList<>();
        for (Pair pair : level) {
          boolean first = seen.add(pair.key());
          pairs += first ? 1 : 0;
          chains += pair.ways();
          boolean last = depth == length;
          work.add(threads.submit(() -> look(pair, first, last)));
        }
        java.util.Map<String, Pair> next = new java.util.LinkedHashMap<>();
        for (Future<List<Pair>> done : work) {
          for (Pair pair : done.get()) {
            next.merge(pair.key(), pair, (a, b) -> a.withWays(b.ways()));
          }
        }
        level = List.copyOf(next.values());
      }
    }
  }

  /** Checks a pair if that was not done yet, and says where one more tool leads. */
  private List<Pair> look(Pair pair, boolean first, boolean last)
      throws IOException, InterruptedException {
    if (first) {
      check(pair);
    }
    List<Pair> next = new ArrayList<>();
    for (PackagerTools tool : last ? List.<PackagerTools>of() : PackagerTools.installed()) {
      Content after = pair.plain().after(tool);
      if (after != null) {
        Content same = pair.converted() == null ? null : pair.converted().after(tool);
        next.add(new Pair(after, same, pair.chain() + ", " + tool, pair.ways()));
      }
    }
    return next;
  }

  private void check(Pair pair) throws IOException, InterruptedException {
    boolean survived = pair.plain().fact("works", this::works);
    if (!survived) {
      return;
    }
    Content after = pair.converted();
    if (after == null) {
      broken.add(name(pair) + ": the tool fails on the host-only form alone");
      return;
    }
    String promises = after.fact("promises", file -> SurvivalChecks.broken(file, this.report));
    String loading = after.fact("loads", this::loading);
    for (String wrong : List.of(promises, loading)) {
      if (!wrong.isEmpty()) {
        broken.add(name(pair) + ": " + wrong);
      }
    }
    if (PackagerTools.isInstalled("eu-elflint")) {
      TreeSet<String> said = new TreeSet<>(after.fact("lint", PackagerTools::lint));
      said.removeAll(pair.plain().fact("lint", PackagerTools::lint));
      if (!said.isEmpty()) {
        broken.add(name(pair) + ": eu-elflint says " + said);
      }
    }
  }

  private String name(Pair pair) {
    return input.getFileName() + " after " + pair.chain();
  }

  private boolean works(Path file) throws IOException, InterruptedException {
    Run run = Converted.run(new StubRuntime(), file);
    return run.exitCode() == 0 && said(run, file).equals(healthy);
  }

  private String loading(Path file) throws IOException, InterruptedException {
    Run run = Converted.run(Converted.watching(report), file);
    if (run.exitCode() != 0 || !said(run, file).equals(healthy)) {
      return "it ends with %d: %s".formatted(run.exitCode(), run.output());
    }
    try {
      HostOnlyAcceptanceTest.registersTheMarker(run, registrations, report);
      return "";
    } catch (AssertionError wrong) {
      return String.valueOf(wrong.getMessage());
    }
  }

  private static String said(Run run, Path file) {
    return run.output().replace(file.toString(), "");
  }
}
