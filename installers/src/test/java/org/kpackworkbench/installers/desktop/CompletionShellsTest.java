package org.kpackworkbench.installers.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.installers.Tool;

/**
 * Real shells complete, on a terminal: a line is typed with the tabulator key at its end, and what
 * the shell then runs is printed. A shell that is not installed is skipped, unless {@code
 * KPACK_SHELLS_REQUIRED} says that it must be there, as on the build server.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class CompletionShellsTest {
  private static final String READY = "READY> ";

  @TempDir private Path folder;

  private enum Shell {
    BASH("rc.bash", "bash --noprofile --rcfile rc.bash -i") {
      @Override
      String setUp(Path share) {
        return """
            PS1='READY> '
            bind 'set enable-bracketed-paste off'
            kpack-workbench() { printf '<%s>' "$@"; printf 'ran\\n'; }
            source 'SHARE/bash-completion/completions/kpack-workbench'
            """
            .replace("SHARE", share.toString());
      }
    },
    ZSH(".zshrc", "zsh -d -i") {
      @Override
      String setUp(Path share) {
        return """
            PS1='READY> '
            unset zle_bracketed_paste
            fpath=('SHARE/zsh/site-functions' $fpath)
            autoload -Uz compinit
            compinit -u -D
            kpack-workbench() { printf '<%s>' "$@"; printf 'ran\\n'; }
            """
            .replace("SHARE", share.toString());
      }
    },
    FISH("rc.fish", "fish --no-config -C 'source rc.fish' -i") {
      @Override
      String setUp(Path share) {
        return """
            set -g fish_greeting
            set -g fish_autosuggestion_enabled 0
            function fish_prompt; echo -n 'READY> '; end
            function kpack-workbench; printf '<%s>' $argv; printf 'ran\\n'; end
            source 'SHARE/fish/vendor_completions.d/kpack-workbench.fish'
            """
            .replace("SHARE", share.toString());
      }
    };

    private final String file;
    private final String start;

    Shell(String file, String start) {
      this.file = file;
      this.start = start;
    }

    abstract String setUp(Path share);

    void mustBeInstalled() {
      for (String program : List.of(start.substring(0, start.indexOf(' ')), "script")) {
        if (!Tool.isInstalled(program)) {
          String message = "completion was not tried: no " + program + " is installed";
          if ("true".equals(System.getenv("KPACK_SHELLS_REQUIRED"))) {
            fail(message);
          }
          // The test runner keeps the reason for its report; people who watch should see it, too.
          System.err.println("Skipped: " + message);
          abort(message);
        }
      }
    }
  }

  /** A shell on a terminal of its own, which {@code script} provides. */
  private static final class Terminal implements AutoCloseable {
    private final Process process;
    private final OutputStream keys;
    private final InputStream screen;
    private final StringBuilder shown = new StringBuilder();
    private int read;

    Terminal(Shell shell, Path folder, Path share) throws IOException {
      Path home = Files.createDirectories(folder.resolve("home"));
      Files.writeString(home.resolve(shell.file), shell.setUp(share));
      ProcessBuilder builder =
          new ProcessBuilder(
              "script",
              "-q",
              "-c",
              "cd '%s' && stty cols 1000 && exec %s"
                  .formatted(
                      folder.resolve("work"),
                      shell.start.replace(shell.file, home + "/" + shell.file)),
              "/dev/null");
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("BASH") || name.equals("ENV"));
      builder
          .environment()
          .putAll(
              java.util.Map.of(
                  "TERM", "xterm",
                  "LC_ALL", "C.UTF-8",
                  "SHELL", "/bin/sh",
                  "HOME", home.toString(),
                  "ZDOTDIR", home.toString(),
                  "XDG_CONFIG_HOME", home.resolve("config").toString(),
                  "XDG_DATA_HOME", home.resolve("data").toString()));
      process = builder.redirectErrorStream(true).start();
      keys = process.getOutputStream();
      screen = process.getInputStream();
      await(READY);
    }

    void type(String text) throws IOException {
      keys.write(text.getBytes(StandardCharsets.UTF_8));
      keys.flush();
    }

    /** What is shown until some text, which is waited for. */
    String await(String text) throws IOException {
      while (true) {
        int at = shown.indexOf(text, read);
        if (at >= 0) {
          String before = shown.substring(read, at);
          read = at + text.length();
          return before;
        }
        int next = screen.read();
        if (next < 0) {
          return fail("the shell ended; on the terminal was:%n%s", shown);
        }
        shown.append((char) next);
      }
    }

    /** The arguments of what runs when a line with a tabulator at its end is sent. */
    String runs(String line) throws IOException {
      type("kpack-workbench " + line + "\t\r");
      String output = await("ran");
      await(READY);
      return output.substring(output.indexOf('<'));
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Terminal open(Shell shell) throws IOException {
    shell.mustBeInstalled();
    Path work = Files.createDirectories(folder.resolve("work/depot"));
    Files.writeString(work.resolveSibling("only.kpack"), "");
    Files.writeString(work.resolveSibling("two words.kpack"), "");
    Path share = folder.resolve("share");
    Completions.write(share, true);
    return new Terminal(shell, folder, share);
  }

  @ParameterizedTest
  @EnumSource(Shell.class)
  void everyCommandCompletesFilesAndOptions(Shell shell) throws IOException {
    try (Terminal terminal = open(shell)) {
      assertThat(terminal.runs("onl")).isEqualTo("<only.kpack>");
      for (Completions.Command command : Completions.commands(true)) {
        if (command.isProgram()) {
          continue;
        }
        String name = command.name();
        if (command.takesFiles()) {
          assertThat(terminal.runs(name + " onl")).isEqualTo("<%s><only.kpack>".formatted(name));
        }
        assertThat(terminal.runs(name + " --deb")).isEqualTo("<%s><--debug>".formatted(name));
      }
      assertThat(terminal.runs("info tw")).isEqualTo("<info><two words.kpack>");
      assertThat(terminal.runs("diff only.kpack tw"))
          .isEqualTo("<diff><only.kpack><two words.kpack>");
    }
  }

  @ParameterizedTest
  @EnumSource(Shell.class)
  void commandsAndValuesOfOptionsAreCompleted(Shell shell) throws IOException {
    try (Terminal terminal = open(shell)) {
      assertThat(terminal.runs("recom")).isEqualTo("<recombine>");
      assertThat(terminal.runs("help recom")).isEqualTo("<help><recombine>");
      assertThat(terminal.runs("--samp")).isEqualTo("<--sample>");
      assertThat(terminal.runs("verify --format sar")).isEqualTo("<verify><--format><sarif>");
      assertThat(terminal.runs("diff --format mark")).isEqualTo("<diff><--format><markdown>");
      assertThat(terminal.runs("split --artifact-format tar"))
          .isEqualTo("<split><--artifact-format><tar.zst>");
      assertThat(terminal.runs("verify --format=sar").replace("><", ""))
          .isEqualTo("<verify--format=sarif>");
      assertThat(terminal.runs("verify --rule bundle-ha"))
          .isEqualTo("<verify><--rule><bundle-hash>");
      assertThat(terminal.runs("extract only.kpack --target gfx1250-"))
          .isEqualTo("<extract><only.kpack><--target><gfx1250-strict>");
      assertThat(terminal.runs("resolve --target gfx942,gfx1250-"))
          .isEqualTo("<resolve><--target><gfx942,gfx1250-strict>");
      assertThat(terminal.runs("render only.kpack --view code-object-"))
          .isEqualTo("<render><only.kpack><--view><code-object-overview>");
      assertThat(terminal.runs("diff --kind stage")).isEqualTo("<diff><--kind><stage prefix>");
      assertThat(terminal.runs("split --split-databases rocblas hipb"))
          .isEqualTo("<split><--split-databases><rocblas><hipblaslt>");
      assertThat(terminal.runs("extract only.kpack -o onl"))
          .isEqualTo("<extract><only.kpack><-o><only.kpack>");
      // Only folders come in question; zsh takes their slash away when the line is run.
      assertThat(terminal.runs("recombine --input-shards-dir d").replace("/", ""))
          .isEqualTo("<recombine><--input-shards-dir><depot>");
      assertThat(terminal.runs("recombine --input-shards-dir onl"))
          .isEqualTo("<recombine><--input-shards-dir><onl>");
      assertThat(terminal.runs("list only.kpack --filter onl"))
          .isEqualTo("<list><only.kpack><--filter><onl>");
    }
  }

  @Test
  void scriptsAreWellFormed() throws Exception {
    Completions.write(folder, true);
    Shell.BASH.mustBeInstalled();
    Tool.ofSystem(
        List.of("bash", "-n", folder + "/bash-completion/completions/kpack-workbench"),
        java.util.Map.of());
  }
}
