package org.kpackworkbench.model.operation.hostonly;

import static org.assertj.core.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** The tools that packagers run on binaries, as far as they are installed. */
public enum PackagerTools {
  STRIP("strip"),
  STRIP_DEBUG("strip", "--strip-debug"),
  OBJCOPY("objcopy", "--strip-debug"),
  EU_STRIP("eu-strip"),
  LLVM_STRIP("llvm-strip"),
  PATCHELF("patchelf", "--set-rpath", "$ORIGIN/../lib/some/where:/opt/rocm/lib");

  private static final long PATIENCE_SECONDS = 600;

  private final List<String> command;

  PackagerTools(String... command) {
    this.command = List.of(command);
  }

  public static List<PackagerTools> installed() {
    return List.of(values()).stream().filter(tool -> isInstalled(tool.command.getFirst())).toList();
  }

  public static boolean isInstalled(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      if (Files.isExecutable(Path.of(folder).resolve(program))) {
        return true;
      }
    }
    return false;
  }

  /** Runs the tool on a file, in place; tells whether it was content. */
  public boolean change(Path file) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(command);
    words.add(file.toString());
    return run(words).exitCode == 0;
  }

  /** What {@code eu-elflint} says, without the numbers that every layout has others of. */
  public static TreeSet<String> lint(Path file) throws IOException, InterruptedException {
    TreeSet<String> said = new TreeSet<>();
    Ended ended = run(List.of("eu-elflint", "--gnu-ld", file.toString()));
    for (String line : ended.output.split("\n", -1)) {
      if (!line.isBlank() && !line.equals("No errors")) {
        said.add(
            line.replaceAll("section \\[ *\\d+\\]", "section").replaceAll("0x[0-9a-f]+|\\d+", "#"));
      }
    }
    return said;
  }

  private record Ended(int exitCode, String output) {}

  private static Ended run(List<String> words) throws IOException, InterruptedException {
    Path output = Files.createTempFile("tool", ".txt");
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return fail(words + " does not end");
      }
      return new Ended(process.exitValue(), Files.readString(output));
    } finally {
      Files.delete(output);
    }
  }
}
