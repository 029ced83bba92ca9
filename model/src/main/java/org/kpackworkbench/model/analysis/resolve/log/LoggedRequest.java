package org.kpackworkbench.model.analysis.resolve.log;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The request of a load in a log, as far as its lines show it, to simulate it again. Immutable.
 *
 * @param kernelName the marker's name of the binary; empty if the log begins later
 * @param index the wrapper's index
 * @param target the device's target; null if none was tried
 * @param environment the variables that its steps show, paths as they are here
 * @param candidates where the binary may be here, the likeliest first: logs do not name it, but
 *     where its relative search paths led
 */
public record LoggedRequest(
    String kernelName,
    long index,
    @Nullable GpuTarget target,
    LoaderEnvironment environment,
    List<Path> candidates) {

  /**
   * Reads it out of a load.
   *
   * @param mapping where the files of the log are here
   */
  public static LoggedRequest of(LogTrace trace, PathMapping mapping) {
    String name = "";
    long index = 0;
    for (Step step : trace.steps()) {
      if (step instanceof Step.MetadataRead read) {
        name = read.kernelName();
        index = read.index();
      }
    }
    String target = trace.target();
    return new LoggedRequest(
        name,
        index,
        target == null ? null : GpuTarget.lenient(target),
        LoaderEnvironment.of(variables(trace.steps(), mapping)),
        candidates(trace.steps(), name, mapping));
  }

  /** The binary here; null if none of the candidates is. */
  public @Nullable Path binary() {
    return candidates.stream().filter(Files::isRegularFile).findFirst().orElse(null);
  }

  /** The paths of a load as they were written, each with where it led. */
  private static Map<String, List<String>> written(List<Step> steps) {
    Map<String, List<String>> written = new LinkedHashMap<>();
    for (Step step : steps) {
      switch (step) {
        case Step.PathResolved one ->
            written.computeIfAbsent(one.written(), key -> new ArrayList<>()).add(one.path());
        case Step.PatternExpanded one ->
            written.computeIfAbsent(one.pattern(), key -> new ArrayList<>()).add(one.path());
        default -> {}
      }
    }
    return written;
  }

  private static Map<String, String> variables(List<Step> steps, PathMapping mapping) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (Step step : steps) {
      switch (step) {
        case Step.Disabled one -> variables.put(one.variable(), "1");
        case Step.PathsOverridden one ->
            variables.put(one.variable(), paths(steps, one.paths(), mapping));
        case Step.PathsPrepended one ->
            variables.put(one.variable(), paths(steps, one.paths(), mapping));
        default -> {}
      }
    }
    return variables;
  }

  /** The first paths of a load, which are those of a variable. */
  private static String paths(List<Step> steps, int count, PathMapping mapping) {
    Set<String> written = written(steps).keySet();
    boolean windows =
        written.stream().anyMatch(path -> PathRules.ofWritten(path) == PathRules.WINDOWS);
    return String.join(
        String.valueOf((windows ? PathRules.WINDOWS : PathRules.LINUX).listSeparator()),
        written.stream()
            .limit(count)
            .map(
                path -> {
                  Path here = mapping.path(path);
                  return here == null ? path : here.toString();
                })
            .toList());
  }

  private static List<Path> candidates(List<Step> steps, String name, PathMapping mapping) {
    SequencedSet<Path> candidates = new LinkedHashSet<>();
    written(steps)
        .forEach(
            (path, led) -> {
              for (String to : led) {
                String binary = name.isEmpty() ? null : binary(path, to, name);
                Path here = binary == null ? null : mapping.path(binary);
                if (here != null) {
                  candidates.add(here);
                }
              }
            });
    return List.copyOf(candidates);
  }

  /**
   * The binary's path from one of its search paths: {@code ../.kpack/a.kpack} that led to {@code
   * /opt/rocm/.kpack/a.kpack} is written in a folder directly below {@code /opt/rocm}, which {@code
   * lib/liba.so} says is {@code lib}.
   */
  private static @Nullable String binary(String written, String led, String name) {
    List<String> parts = parts(written);
    if (written.startsWith("/") || written.matches("[A-Za-z]:.*") || parts.isEmpty()) {
      return null;
    }
    int up = 0;
    while (up < parts.size() && parts.get(up).equals("..")) {
      up++;
    }
    List<String> to = parts(led);
    List<String> of = parts(name);
    int down = parts.size() - up;
    if (to.size() < down || of.size() <= up || parts.subList(up, parts.size()).contains("..")) {
      return null;
    }
    List<String> path = new ArrayList<>(to.subList(0, to.size() - down));
    path.addAll(of.subList(of.size() - 1 - up, of.size()));
    return (led.startsWith("/") ? "/" : "") + String.join("/", path);
  }

  private static List<String> parts(String path) {
    return java.util.Arrays.stream(path.split("[/\\\\]", -1))
        .filter(part -> !part.isEmpty() && !part.equals("."))
        .toList();
  }
}
