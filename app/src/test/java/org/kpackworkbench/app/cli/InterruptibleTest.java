package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.app.console.Console;

class InterruptibleTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console = new Console(OutputStream.nullOutputStream(), err, false);

  @Test
  void whatDoesNotStopInTimeIsSaidWithWhatToDo() throws Exception {
    boolean cancelled =
        Interruptible.run(
            progress -> {
              ((Interruptible) progress).stop(0);
              return progress.cancelled();
            },
            console);
    assertThat(cancelled).isTrue();
    assertThat(err.toString(UTF_8))
        .contains("cancelled, and ended before its work was cleared away")
        .contains("The same command removes what is left of it, or completes what it had begun.");
  }

  @Test
  void ofWorkThatEndsNothingIsSaid() throws Exception {
    assertThat(Interruptible.<String, RuntimeException>run(progress -> "done", console))
        .isEqualTo("done");
    assertThat(err.toString(UTF_8)).isEmpty();
  }
}
