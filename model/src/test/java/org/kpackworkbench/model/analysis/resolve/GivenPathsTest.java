package org.kpackworkbench.model.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.text.ShellText;

class GivenPathsTest {
  private static final Path HERE = Path.of("").toAbsolutePath();

  @Test
  void showsPathsAsTheBinaryWasGiven() throws IOException {
    GivenPaths paths = GivenPaths.like(Path.of("lib/liba.so"));
    String here = HERE.toRealPath().toString();
    assertThat(paths.shown(here + "/lib/.kpack/a.kpack")).isEqualTo("lib/.kpack/a.kpack");
    assertThat(paths.shown("edit '" + here + "/two words'")).isEqualTo("edit 'two words'");
    assertThat(GivenPaths.like(HERE).shown(here + "/a")).isEqualTo(here + "/a");
  }

  /** Without their folder, such names would be options, or files with arguments. */
  @Test
  void keepsPathsFromBeingOptions() throws IOException {
    GivenPaths paths = GivenPaths.like(Path.of("./-d/liba.so"));
    String here = HERE.toRealPath().toString();
    assertThat(paths.shown("edit " + here + "/-d/a.kpack --force"))
        .isEqualTo("edit ./-d/a.kpack --force");
    assertThat(paths.shown("edit '" + here + "/@d e/a.kpack'")).isEqualTo("edit './@d e/a.kpack'");
    assertThat(ShellText.command("edit", Path.of("-a"), Stream.of("--force")))
        .isEqualTo("kpack-workbench edit ./-a --force");
    assertThat(ShellText.file("@a b")).isEqualTo("'./@a b'");
  }

  @Test
  void takesCommandsOutOfAdviceWhereNoneReachesTheFile() {
    assertThat(
            ShellText.withoutEdit(
                "Write it again: kpack-workbench edit 'a b' --set x=y --force", ", then pack."))
        .isEqualTo("Write it again, then pack.");
    assertThat(
            ShellText.withoutEdit(
                "Rename the key (kpack-workbench edit a --rename b=c --force), or pack it again.",
                ", then pack."))
        .isEqualTo("Rename the key, or pack it again.");
    assertThat(ShellText.withoutEdit("Get it again.", "")).isEqualTo("Get it again.");
  }
}
