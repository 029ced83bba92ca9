package org.kpackworkbench.model.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.hostonly.PackagerTools;
import org.kpackworkbench.model.pack.LinkedVariant.Kind;

/**
 * Compiles what all variants share, once, and links each of them. Needs clang 19, the four linkers
 * and the tools of packagers. Safe for use by many threads once it is made.
 */
final class VariantTools {
  private static final long PATIENCE_SECONDS = 600;
  private static final List<String> PROGRAMS =
      List.of(
          "clang-19",
          "clang++-19",
          "ld.bfd",
          "ld.gold",
          "ld.lld-19",
          "mold",
          "strip",
          "objcopy",
          "eu-strip",
          "llvm-strip-19",
          "patchelf");

  private final Path objects;
  private final Path fixtures = Objects.requireNonNull(Fixtures.folder().getParent());

  VariantTools(Path objects) throws IOException, InterruptedException {
    this.objects = objects;
    assertThat(PROGRAMS).allMatch(PackagerTools::isInstalled, "is installed");
    for (String fixed : List.of("", "-nopic")) {
      String pic = fixed.isEmpty() ? "-fPIC" : "-fno-pic";
      for (String debug : List.of("", "-debug")) {
        String g = debug.isEmpty() ? "-g0" : "-g";
        compile("host" + fixed + debug, "host.cpp", pic, g);
        compile("host-tls" + fixed + debug, "host.cpp", pic, g, "-DKPACKFIX_TLS");
      }
      for (String indirect : List.of("", "-ifunc")) {
        String define = indirect.isEmpty() ? "-DNONE" : "-DKPACKFIX_IFUNC";
        compile("variant" + indirect + fixed, "variant.c", pic, define);
        compile("variant-main" + indirect + fixed, "variant.c", pic, define, "-DKPACKFIX_MAIN");
      }
    }
    compile("stub", "stub.c", "-fPIC");
  }

  private void compile(String name, String source, String... flags)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("clang-19", "-O1", "-w", "-c"));
    command.addAll(List.of(flags));
    command.addAll(List.of("src/" + source, "-o", objects.resolve(name + ".o").toString()));
    run(command);
  }

  /** Links a variant and applies its tools; null where a tool cannot deal with it. */
  Path link(LinkedVariant variant, Path folder) throws IOException, InterruptedException {
    Path source = variant.writeSource(folder);
    Path own = folder.resolve("variant.o");
    run(List.of("clang-19", "-c", source.toString(), "-o", own.toString()));
    Path output = folder.resolve(variant.fileName());
    List<String> command = new ArrayList<>(List.of("clang++-19", "-w"));
    command.add(variant.linker().flag());
    command.add(variant.kind().flag());
    command.addAll(variant.flags());
    if (variant.kind() == Kind.LIBRARY) {
      command.add("-Wl,-soname,libvariant.so.1");
    }
    command.add(own.toString());
    for (String object : variant.objects()) {
      command.add(objects.resolve(object + ".o").toString());
    }
    if (!variant.kind().isStatic()) {
      command.add("bin/stub/libamdhip64.so.5");
    }
    command.addAll(List.of("-o", output.toString()));
    run(command);
    for (List<String> tool : variant.tools()) {
      List<String> words = new ArrayList<>(tool);
      words.add(output.toString());
      // What a tool cannot deal with stays as it was.
      ended(words);
    }
    return output;
  }

  private void run(List<String> command) throws IOException, InterruptedException {
    String said = ended(command);
    if (!said.isEmpty()) {
      fail(String.join(" ", command) + "\n" + said);
    }
  }

  /** What a program said where it failed; empty where it did not. */
  private String ended(List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(objects, "said", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(fixtures.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return fail(command + " does not end");
    }
    String said = Files.readString(output);
    Files.delete(output);
    return process.exitValue() == 0 ? "" : said.isEmpty() ? "failed" : said;
  }
}
